"""The figures of an adaptivity run: tiers side by side, profiles over the criteria, heat maps."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.reports.figures import Figure, Line, bars, heat_map, lines
from sandbox.reports.replies import Replies, Reply, estimate, shares, total
from sandbox.scoring.adaptivity import QUESTIONS
from sandbox.scoring.stats import Estimate


def figures_of(replies: Replies) -> list[Figure]:
    """All figures that the replies allow."""
    if not any(reply.totals["adaptivity"] is not None for reply in replies.all):
        return []
    drawn = [
        _tiers(replies),
        _profiles(replies, "tutor", "Who earns which points"),
        _profiles(replies, "context", "What a context adds"),
    ]
    return [*drawn, *(_heat(replies, tutor) for tutor in replies.levels("tutor"))]


def _tiers(replies: Replies) -> Figure:
    tutors = replies.levels("tutor")
    series = [
        (
            tier,
            [
                estimate(total(replies.where(tutor=t, tier=tier), "adaptivity"), "tier", t, tier)
                for t in tutors
            ],
        )
        for tier in replies.levels("tier")
    ]
    title = "Adaptivity by tier"
    return bars("tiers", title, "share of points", [_short(tutor) for tutor in tutors], series)


def _profiles(replies: Replies, factor: str, title: str) -> Figure:
    curves = []
    for level in replies.levels(factor):
        held = replies.where(**{factor: level})
        points = [_mean(replies, held, question) for question in QUESTIONS]
        curves.append(Line.of(_short(level), range(1, len(QUESTIONS) + 1), points))
    names = [f"q{number}" for number in range(1, len(QUESTIONS) + 1)]
    return lines(f"profile-{factor}", title, "criterion", "share of points", curves, ticks=names)


def _heat(replies: Replies, tutor: str) -> Figure:
    contexts = replies.levels("context")
    rows = [f"{q} {replies.rubric.criterion(q).title}" for q in QUESTIONS]
    values = [
        [_mean(replies, replies.where(tutor=tutor, context=c), q).mean for c in contexts]
        for q in QUESTIONS
    ]
    name = f"heat-{''.join(c if c.isalnum() else '-' for c in _short(tutor))}"
    return heat_map(name, f"{_short(tutor)}: criterion by context", rows, contexts, values)


def _mean(replies: Replies, held: Sequence[Reply], question: str) -> Estimate:
    return estimate(shares(replies, held, question), "figure", question)


def _short(name: str) -> str:
    return name.removeprefix("scripted:")
