"""The report of an adaptivity run: does what a tutor says fit the learner?

The unit is one reply. Means have 95% intervals by a bootstrap over items, since replies to the same
item are not independent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandbox.content.rubrics import RubricSpec
from sandbox.reports.adaptivity_figures import figures_of
from sandbox.reports.adaptivity_tests import test_tables
from sandbox.reports.page import Report
from sandbox.reports.published import ADAPTIVITY, ADAPTIVITY_SOURCE
from sandbox.reports.replies import TOTALS, Replies, Reply, estimate, read_replies, shares, total
from sandbox.reports.rows import Run
from sandbox.reports.tables import NONE, Cell, Table
from sandbox.scoring.likeness import likeness_across
from sandbox.scoring.sensitivity import PERMUTATIONS, Row, profile_sensitivity
from sandbox.scoring.stats import Estimate

ABOUT = (
    "Tutors answered questions of learners of three tiers, knowing more about the learner from "
    "context to context: the question alone (C1), the learner's words (C2), the goals of the grade "
    "(C3), the score (C4). Adaptivity: the mean share of the points of q1–q9 of the learner-model "
    "rubric. Correctness: the mean of q10, q11 and half of q12. Quality: one less the mean of the "
    "seven errors q13–q19. Whoever rates by signals alone rates no errors. A TIMSS score describes "
    "a population, not a child: here it is a simulated attribute."
)
BY_ITEM = (
    "Mean with 95% interval (bootstrap over items; Wilson where all are 0 or 1); below it, how "
    "many were scored of how many."
)
EXACTLY = "Exact mathematics has the last word on q10–q12 where it can read the reply."
SCALE = "−1 takes a point away, so the share of a criterion can be negative."


def report(run: Run, rubric: RubricSpec, facts: Mapping[str, str], *, figures: bool) -> Report:
    """The whole report of an adaptivity run."""
    replies = read_replies(run, rubric)
    is_single = run.manifest.design.get("turns", 2) == 2
    tables = [
        *(by_level(replies, name, "tier") for name in TOTALS),
        *(by_level(replies, name, "context") for name in TOTALS),
        criteria_table(replies),
        *test_tables(replies),
        same_words_table(replies, matched=is_single),
        length_table(replies),
        published_table(),
    ]
    drawn = figures_of(replies) if figures else []
    kept = [table for table in tables if table.rows]
    return Report("Adaptivity", ABOUT, {**facts, "unit": replies.unit}, kept, drawn)


def by_level(replies: Replies, name: str, factor: str) -> Table:
    """One total by tutor and by the levels of a factor; no rows where nothing was scored."""
    levels = replies.levels(factor)
    rows: list[tuple[Cell, ...]] = []
    for tutor in replies.levels("tutor"):
        cells = [
            estimate(total(replies.where(tutor=tutor, **{factor: level}), name), name, tutor, level)
            for level in levels
        ]
        everything = estimate(total(replies.where(tutor=tutor), name), name, tutor)
        rows.append((tutor, *cells, everything))
    scored = any(reply.totals[name] is not None for reply in replies.all)
    return Table(
        f"{name}-by-{factor}",
        f"{name.capitalize()} by {factor}",
        ("tutor", *levels, "all"),
        tuple(rows) if scored else (),
        (BY_ITEM, f"Unit: {replies.unit}.", *((EXACTLY,) if name == "correctness" else ())),
    )


def criteria_table(replies: Replies) -> Table:
    """Every criterion by tutor: the mean share of its points; for errors, how often they occur."""
    tutors = replies.levels("tutor")
    rows: list[tuple[Cell, ...]] = []
    for criterion in replies.rubric.criteria:
        is_error = criterion.polarity == "lower-is-better"
        cells: list[Cell] = []
        for tutor in tutors:
            found = shares(replies, replies.where(tutor=tutor), criterion.id)
            if is_error:
                found = [(reply, None if v is None else 1 - v) for reply, v in found]
            cells.append(estimate(found, criterion.id, tutor))
        if any(isinstance(cell, Estimate) and cell.mean is not None for cell in cells):
            what = f"{criterion.id} {criterion.title}{' (error)' if is_error else ''}"
            rows.append((what, *cells))
    notes = (BY_ITEM, SCALE, "For errors: the share of replies that have them.")
    return Table("criteria", "Criterion by criterion", ("criterion", *tutors), tuple(rows), notes)


def same_words_table(replies: Replies, *, matched: bool) -> Table:
    """One size fits all, measured: can the tier be told from the words, and how alike are the
    replies to learners of different tiers about the same item?"""
    rows: list[tuple[Cell, ...]] = []
    for tutor in replies.levels("tutor"):
        for context in replies.levels("context"):
            held = replies.where(tutor=tutor, context=context)
            found = profile_sensitivity(_words(held)) if matched else None
            told = NONE if found is None or found.accuracy is None else f"{found.accuracy:.2f}"
            between = NONE
            if found is not None and found.interval is not None:
                between = f"[{found.interval.low:.2f}, {found.interval.high:.2f}]"
            chance = NONE if found is None or found.p_value is None else f"{found.p_value:.3f}"
            rows.append((tutor, context, told, between, chance, _alike(held), f"{len(held)}"))
    notes = (
        "Told: share of tiers that a classifier tells from the words alone (balanced; chance is "
        "one over the number of tiers), on items it was not trained on; p by "
        f"{PERMUTATIONS} permutations within items, so never below {1 / (1 + PERMUTATIONS):.3f}.",
        "Alike: mean cosine similarity (TF-IDF) of replies to different tiers about the same item; "
        "1 is word for word the same.",
    )
    if not matched:
        notes = (
            "In conversation the learners say different things, which would give the tier away: "
            "the tiers are told apart only where the messages match (single replies).",
            notes[1],
        )
    columns = ("tutor", "context", "told", "95% interval", "p", "alike", "replies")
    return Table("one-size", "Does one size fit all?", columns, tuple(rows), notes)


def length_table(replies: Replies) -> Table:
    """Length in words and share cut off, by tutor and tier."""
    tiers = replies.levels("tier")
    rows: list[tuple[Cell, ...]] = []
    for tutor in replies.levels("tutor"):
        cells: list[Cell] = []
        for tier in tiers:
            held = replies.where(tutor=tutor, tier=tier)
            words = _mean([reply.words for reply in held])
            cut = _mean([reply.cut for reply in held])
            length = NONE if words is None else f"{words:.0f} words"
            cells.append(f"{length}\n{NONE if cut is None else f'{100 * cut:.0f}%'} cut off")
        rows.append((tutor, *cells))
    notes = ("Replies that the token limit cut off lose quality without saying so.",)
    return Table("length", "Length and truncation", ("tutor", *tiers), tuple(rows), notes)


def published_table() -> Table:
    """The published figures, to read beside ours."""
    rows = tuple(
        (model, *(" / ".join(f".{share:02d}" for share in triple) for triple in three))
        for model, three in ADAPTIVITY.items()
    )
    columns = ("model", *TOTALS)
    notes = (f"High / intermediate / low tier. {ADAPTIVITY_SOURCE}; rated by people.",)
    return Table("published", "Published for comparison", columns, rows, notes)


def _words(replies: Sequence[Reply]) -> list[Row]:
    return [
        Row(
            item=reply.item,
            learner=f"{reply.grade} {reply.tier}",
            tier=reply.tier,
            texts=reply.texts,
            heard=reply.heard,
            matched=str(reply.replicate),
        )
        for reply in replies
    ]


def _alike(replies: Sequence[Reply]) -> str:
    rows = [((reply.item, reply.replicate), "\n".join(reply.texts)) for reply in replies]
    found = likeness_across(rows)
    return NONE if found is None else f"{found:.2f}"


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
