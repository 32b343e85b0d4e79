"""From a run folder to its report, whichever study it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sandbox.content.library import Library
from sandbox.errors import UnknownNameError
from sandbox.reports import adaptivity, dialogue, keystep, keystep_figures, misconceptions
from sandbox.reports.agreement import PREFIX, rated_tables, unknown_rubrics
from sandbox.reports.page import Report
from sandbox.reports.rows import Run, read_run
from sandbox.reports.spending import eligible_fact, model_facts
from sandbox.reports.tables import counted
from sandbox.store.reading import unfinished

LEFT_OUT = "left out"
"""The fact that names what the report could not show."""

RATED_ABOUT = "Conversations from elsewhere, rated by people and by judges."


def report_of(folder: Path, library: Library, *, figures: bool = True) -> Report:
    """The report of a run: tables always, figures and sessions to read where asked. Where replies
    were rated by a rubric, the ratings' tables come last.

    Args:
        folder: The run folder.
        library: The content, with the user's own rubrics in it.
        figures: Whether figures are drawn and sessions shown.

    Raises:
        RunLogError: the folder is no run, or its log is damaged.
        UnknownNameError: it is a run of a study that is not known here.
    """
    run = read_run(folder)
    made = _of_study(run, library, figures)
    if not any(row.score.metric.startswith(PREFIX) for row in run.rows):
        return made
    facts = dict(made.facts)
    if unknown := unknown_rubrics(folder, library):
        facts[LEFT_OUT] = (
            f"ratings by rubrics that this content does not have: {', '.join(unknown)}; name their "
            "folder with --content"
        )
    return replace(made, facts=facts, tables=[*made.tables, *rated_tables(folder, library)])


def _of_study(run: Run, library: Library, figures: bool) -> Report:
    if run.manifest.study in ("dialogue", "live"):
        return dialogue.report(run, _facts(run), figures=figures)
    if run.manifest.study == "novice":
        made = misconceptions.novice_tables(run)
        return Report("Novice learner", misconceptions.NOVICE_ABOUT, _facts(run), made)
    if run.manifest.study == "expert-tutor":
        drawn = [misconceptions.expert_figure(run)] if figures and misconceptions.sizes(run) else []
        tables = [misconceptions.expert_table(run)]
        if misconceptions.is_worked(run):
            tables.append(misconceptions.readable_table(run))
        return Report("Expert tutor", misconceptions.EXPERT_ABOUT, _facts(run), tables, drawn)
    if run.manifest.study == "answering":
        made = [misconceptions.answering_table(run)]
        return Report("Answering baseline", misconceptions.ANSWERING_ABOUT, _facts(run), made)
    if run.manifest.study == "ranking":
        made = [misconceptions.ranking_table(run)]
        return Report("Ranking misconceptions", misconceptions.RANKING_ABOUT, _facts(run), made)
    if run.manifest.study == "key-step":
        drawn = keystep_figures.figures_of(run) if figures else []
        shown = keystep_figures.examples(run) if figures else []
        title = "Key-step tutoring"
        return Report(title, keystep.ABOUT, _facts(run), keystep.tables(run), drawn, shown)
    if run.manifest.study == "rated":
        return Report("Rated conversations", RATED_ABOUT, _facts(run), [])
    if run.manifest.study == "adaptivity":
        rubric = library.rubric("adaptivity")
        return adaptivity.report(run, rubric, _facts(run), figures=figures)
    known = (
        "dialogue",
        "live",
        "novice",
        "expert-tutor",
        "answering",
        "ranking",
        "adaptivity",
        "key-step",
        "rated",
    )
    raise UnknownNameError("study", run.manifest.study, known)


def _facts(run: Run) -> dict[str, str]:
    manifest = run.manifest
    left = unfinished(run.folder)
    failed = sum(1 for open_one in left if open_one.failure is not None)
    sessions = {row.score.session: row.factor("kind") for row in run.rows}
    matched = sum(1 for kind in sessions.values() if kind == "matched")
    of_them = f" ({matched} of them matched, with scripted messages)" if matched else ""
    facts = {
        "run": f"{manifest.run}, study {manifest.study}, seed {manifest.seed}, {manifest.created}",
        "version": f"tutoring-sandbox {manifest.package_version}, content {manifest.content_hash}",
        "sessions": f"{counted(len(sessions), 'session')} scored{of_them}, "
        f"{len(left) - failed} unfinished, {failed} failed",
    }
    for name, value in manifest.design.items():
        if value not in (None, [], ""):
            facts[name] = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    if eligible := eligible_fact(manifest.design):
        facts["eligible"] = eligible
    return {**facts, **model_facts(run)}
