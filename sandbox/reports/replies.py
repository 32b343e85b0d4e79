"""The rated replies of an adaptivity run, one a cell: the unit of its analysis.

Where a reply was rated by models or people, each value is the mean over these raters (a reply rated
twice stays one reply), each total the mean over those who gave all of its criteria; else the
deterministic signals stand. Exact mathematics has the last word on the criteria that it settles.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sandbox.content.rubrics import RubricSpec
from sandbox.records import Trial
from sandbox.reports.rows import Run
from sandbox.scoring.ratings import AUTOMATIC, metric_of, total_of
from sandbox.scoring.stats import Estimate, clustered
from sandbox.store.reading import sessions

TOTALS = ("adaptivity", "correctness", "quality")


@dataclass(frozen=True)
class Reply:
    """One reply (or one conversation), who it was for, and what it earned.

    `values` are by criterion, `totals` are shares of possible points; None where unscored.
    """

    tutor: str
    grade: str
    tier: str
    context: str
    item: str
    replicate: int
    texts: tuple[str, ...]
    heard: tuple[str, ...]
    values: Mapping[str, float | None]
    totals: Mapping[str, float | None]
    words: float | None
    cut: float | None

    def factor(self, name: str) -> str:
        """A factor by name."""
        return str(getattr(self, name))


@dataclass(frozen=True)
class Replies:
    """All rated replies of a run, and who rated them."""

    all: tuple[Reply, ...]
    raters: tuple[str, ...]
    rubric: RubricSpec

    @property
    def unit(self) -> str:
        """What one observation is, for tables."""
        raters = ", ".join(self.raters) or "nobody"
        mean = "the mean over " if len(self.raters) > 1 else ""
        return f"one {self.noun}, rated by {mean}{raters}"

    @property
    def noun(self) -> str:
        """A reply, or a conversation where the tutor spoke more than once."""
        return "conversation" if any(len(each.texts) > 1 for each in self.all) else "reply"

    def levels(self, factor: str) -> list[str]:
        """The levels of a factor, in the order in which they are met."""
        return list(dict.fromkeys(reply.factor(factor) for reply in self.all))

    def where(self, **factors: str) -> list[Reply]:
        """The replies with these levels."""
        return [
            reply
            for reply in self.all
            if all(reply.factor(name) == level for name, level in factors.items())
        ]


def read_replies(run: Run, rubric: RubricSpec) -> Replies:
    """The replies of a run with what its raters gave them."""
    given: dict[str, dict[str, dict[str, float | None]]] = defaultdict(lambda: defaultdict(dict))
    plain: dict[tuple[str, str], float | None] = {}
    names = {metric_of(rubric.id, name): name for name in rubric.ids}
    for row in run.rows:
        score = row.score
        if score.metric in names:
            given[score.session][score.scorer][names[score.metric]] = score.value
        else:
            plain[score.session, score.metric] = score.value
    raters = {rater for by_rater in given.values() for rater in by_rater}
    used = tuple(sorted(raters - set(AUTOMATIC))) or tuple(sorted(raters - {"exact"}))
    replies = [
        _reply(trial, rubric, given.get(trial.cell.key, {}), used, plain)
        for trial in sessions(run.folder)
    ]
    return Replies(tuple(replies), used, rubric)


def estimate(values: Iterable[tuple[Reply, float | None]], *key: str) -> Estimate:
    """The mean of a figure over replies, with an interval over items."""
    return clustered(((reply.item, value) for reply, value in values), *key)


def total(replies: Sequence[Reply], name: str) -> list[tuple[Reply, float | None]]:
    """A total of each reply."""
    return [(reply, reply.totals[name]) for reply in replies]


def scored(replies: Sequence[Reply], name: str) -> tuple[list[Reply], list[float]]:
    """The replies that have a total, and these totals, side by side."""
    held = [(reply, value) for reply in replies if (value := reply.totals[name]) is not None]
    return [reply for reply, _ in held], [value for _, value in held]


def shares(
    replies: Replies, of: Sequence[Reply], criterion: str
) -> list[tuple[Reply, float | None]]:
    """The share of a criterion's points that each reply earned."""
    spec = replies.rubric.criterion(criterion)
    return [
        (reply, None if (value := reply.values[criterion]) is None else spec.share(value))
        for reply in of
    ]


def totals_of(
    rubric: RubricSpec, given: Mapping[str, Mapping[str, float | None]], used: Sequence[str]
) -> dict[str, float | None]:
    """Each total of a reply: the mean over the raters who gave all of its criteria.

    Args:
        rubric: What was rated by.
        given: Rater → criterion → value.
        used: The raters that count, beside exact mathematics.
    """
    rated = [
        {name: _value(rubric, name, given, [rater]) for name in rubric.ids}
        for rater in used or [""]
    ]
    return {
        each.id: _mean(total_of(rubric, each, values).value for values in rated)
        for each in rubric.totals
    }


def _reply(
    trial: Trial,
    rubric: RubricSpec,
    given: Mapping[str, Mapping[str, float | None]],
    used: Sequence[str],
    plain: Mapping[tuple[str, str], float | None],
) -> Reply:
    factors, key = trial.cell.factors, trial.cell.key
    turns = trial.transcript.turns if trial.transcript else ()
    values = {name: _value(rubric, name, given, used) for name in rubric.ids}
    item = trial.transcript.item if trial.transcript else None
    return Reply(
        tutor=str(factors["tutor"]),
        grade=str(factors["grade"]),
        tier=str(factors["tier"]),
        context=str(factors["context"]),
        item=str(factors["item"]),
        replicate=trial.cell.replicate,
        texts=tuple(turn.text for turn in turns if turn.seat == "tutor"),
        heard=(item.in_words if item else "", *(t.text for t in turns if t.seat == "student")),
        values=values,
        totals=totals_of(rubric, given, used),
        words=plain.get((key, "reply.words")),
        cut=plain.get((key, "reply.cut")),
    )


def _value(
    rubric: RubricSpec,
    criterion: str,
    given: Mapping[str, Mapping[str, float | None]],
    used: Sequence[str],
) -> float | None:
    exact = given.get("exact", {}).get(criterion)
    if exact is not None and rubric.criterion(criterion).settled_by == "exact":
        return exact
    return _mean(given.get(rater, {}).get(criterion) for rater in used)


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
