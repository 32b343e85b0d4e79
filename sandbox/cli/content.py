"""`sandbox check`, `diagnose`, `doctor`: is the content sound, what does it know, what is here."""

from __future__ import annotations

import importlib.metadata
import os
import platform
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import (
    complain,
    console,
    library,
    overlays,
    print_json,
    print_table,
    say,
    whole,
)
from sandbox.cli.running import RUNS
from sandbox.content.check import DRAWS, check
from sandbox.content.confusability import Confusions
from sandbox.content.files import check_root, content_root
from sandbox.content.library import read_library
from sandbox.errors import ContentError, RunLogError, UsageError
from sandbox.maths.diagnose import Diagnosis, Explanation, diagnose
from sandbox.models.at_hand import models_found
from sandbox.models.catalogue import read_entries
from sandbox.reports.tables import Table, figure
from sandbox.store.catalogue import INDEX, Catalogue
from sandbox.store.reading import MANIFEST

EVIDENCE = {"documented": 3.0, "adapted": 2.0, "practitioner": 1.0}
"""Prior weight of a misconception by how well it is attested."""

MOST_CHARACTERS = 20_000
FEWEST_DRAWS = 20
"""With fewer, a misconception that is rarely wrong may seem to be always right."""
LATEST = 5
MOST_PROCESSES = 8
"""Slices of the families get small with more."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("check")(check_content)
    app.command("diagnose")(diagnose_answer)
    app.command("doctor")(doctor)


def check_content(
    draws: Annotated[
        int, typer.Option(help="Problems drawn from each family.", min=FEWEST_DRAWS)
    ] = DRAWS,
) -> None:
    """Check all content: schema, references, and every family at work. Exit code 1 on any fault."""
    for overlay in overlays():
        check_root(overlay)
    found, faults = read_library((content_root(), *overlays()))
    confusions = Confusions()
    found_at_work = check(
        found, draws=draws, confusions=confusions, processes=min(MOST_PROCESSES, _processors())
    )
    faults = [*faults, *found_at_work]
    if faults:
        raise ContentError(faults)
    strands = {family.strand for family in found.families}
    say(
        f"{len(found.misconceptions)} misconceptions in {len(found.families)} families over "
        f"{len(strands)} strands, {len(found.personas)} personas, "
        f"{len(found.profiles)} learner profiles, {len(found.tutors)} tutor policies, "
        f"{len(found.rubrics)} rubrics: all valid ({draws} draws a family)."
    )
    if alike := len(confusions.inseparable()):
        say(
            f"{alike} pairs of misconceptions answer alike on every question that both touch; "
            "`sandbox list confusable` says why each is kept."
        )


def _processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def diagnose_answer(
    question: Annotated[str, typer.Argument(help="The question, in any words.")],
    answer: Annotated[str, typer.Argument(help="What the learner answered.")],
    top: Annotated[int, typer.Option(help="How many explanations at the most.", min=1)] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Say which misconceptions explain an answer, ranked, with the working."""
    question, answer = whole(question), whole(answer)
    for what, text in (("question", question), ("answer", answer)):
        if not text.strip():
            raise UsageError(f"the {what} is empty; give a question and an answer")
        if len(text) > MOST_CHARACTERS:
            raise UsageError(
                f"the {what} has {len(text):,} characters; at most {MOST_CHARACTERS:,} are allowed"
            )
    found = library()
    statements = {name: spec.statement for name, spec in found.misconceptions.items()}
    priors = {name: EVIDENCE[spec.evidence] for name, spec in found.misconceptions.items()}
    diagnosis = diagnose(question, answer, found.families, statements, priors)
    if as_json:
        print_json(_as_json(diagnosis, top))
        return
    say(_verdict(diagnosis))
    scale = "likeness" if diagnosis.verdict == "by words only" else "weight"
    for number, explanation in enumerate(diagnosis.explanations[:top], 1):
        _print(number, explanation, scale)
    left = len(diagnosis.explanations) - top
    if left > 0:
        say(f"… and {left} more; --top {len(diagnosis.explanations)} shows all", "dim")


def _verdict(diagnosis: Diagnosis) -> str:
    """The verdict in a sentence or two."""
    right = f"The right answer is {diagnosis.right_answer}." if diagnosis.right_answer else ""
    if diagnosis.verdict == "right":
        return "The answer is right."
    if diagnosis.verdict == "explained":
        tie = f"{diagnosis.tied} explain it equally well." if diagnosis.tied > 1 else ""
        return f"{right} {tie}".strip()
    if diagnosis.verdict == "by words only":
        return f"Weak evidence: {diagnosis.reason}."
    return f"No diagnosis: {diagnosis.reason}. {right}".rstrip()


def _print(number: int, found: Explanation, scale: str) -> None:
    say(f"\n{number}. {found.misconception}  ({scale} {figure(found.weight)})", "bold")
    say(f"   {found.statement}")
    if found.working:
        say(f"   {'; '.join(found.working)}", "cyan")


def _as_json(diagnosis: Diagnosis, top: int) -> dict[str, object]:
    return {
        "verdict": diagnosis.verdict,
        "right_answer": diagnosis.right_answer,
        "reason": diagnosis.reason,
        "tied": diagnosis.tied,
        "explanations": [vars(e) for e in diagnosis.explanations[:top]],
    }


def doctor() -> None:
    """Say what is installed, which models can be asked, where content and runs live."""
    found = library()
    rows = [
        ("tutoring-sandbox", importlib.metadata.version("tutoring-sandbox")),
        ("Python", platform.python_version()),
        *((p, importlib.metadata.version(p)) for p in ("numpy", "scikit-learn", "sympy", "tinydb")),
        ("content", ", ".join(str(root) for root in found.roots)),
        ("content hash", found.content_hash),
        (
            "content holds",
            f"{len(found.misconceptions)} misconceptions, {len(found.families)} families",
        ),
        ("scripted students and tutors", "ready, no key needed"),
        ("runs", f"{RUNS.resolve()} (or where --out says)"),
    ]
    print_table(Table("doctor", "What is here", ("what", "found"), tuple(rows)))
    console.print()
    models = tuple(
        (model.name, model.about, "ready" if model.is_ready else f"needs {model.lacks}")
        for model in models_found(read_entries(*overlays()))
    )
    print_table(Table("models", "Language models", ("name", "what it is", "state"), models))
    _latest_runs(RUNS)


def _latest_runs(runs: Path) -> None:
    if not (runs / INDEX).exists():
        return
    try:
        entries = Catalogue(runs / INDEX).runs()
    except RunLogError as error:
        complain(str(error), "red")
        return
    rows = tuple(
        (entry.folder, entry.study, f"{entry.done or 0} of {entry.sessions or '?'}")
        for entry in reversed(entries)
        if (Path(entry.folder) / MANIFEST).exists()
    )[:LATEST]
    if rows:
        console.print()
        print_table(Table("runs", "Latest runs", ("folder", "study", "sessions done"), rows))
