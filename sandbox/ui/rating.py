"""What raters and their organiser read: worked cases, items, feedback, disagreements, as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.content.rubrics import CaseSpec
from sandbox.figures.draw import draw_svg
from sandbox.live.rounds import Checked, RatingRound
from sandbox.scoring.double import Disagreement
from sandbox.scoring.subject import Subject, learner_words
from sandbox.ui.grids import grid
from sandbox.ui.pieces import verdict
from sandbox.ui.text import as_html


def case_card(title: str, case: CaseSpec) -> str:
    """A worked case to practise on."""
    parts = [f"<h2>{title}</h2><p>{as_html(case.about)}</p>"]
    parts += _facts(case.problem, case.learner, case.reference)
    parts.append(f"<h3>What was said</h3><p>{as_html(case.transcript)}</p>")
    return f"<section class='card' aria-label='To rate'>{''.join(parts)}</section>"


def subject_card(title: str, subject: Subject) -> str:
    """An item to rate, without a word of who wrote it."""
    learner = subject.learner or (learner_words(subject.profile) if subject.profile else "")
    parts = [f"<h2>{title}</h2>", *_facts(subject.item.question, learner, subject.reference)]
    if subject.item.figure:
        parts.append(f"<div class='figure'>{draw_svg(subject.item.figure)}</div>")
    parts.append("<h3>What was said</h3>")
    last = len(subject.talk) - 1
    for number, (seat, text) in enumerate(subject.talk):
        is_rated = seat == "tutor" if subject.turn is None else number == last
        who = (
            f"{seat.capitalize()}{' (rate this)' if is_rated and subject.turn is not None else ''}"
        )
        kind = " class='rule'" if is_rated else ""
        parts.append(f"<p{kind}><strong>{who}:</strong> {as_html(text)}</p>")
    return f"<section class='card' aria-label='To rate'>{''.join(parts)}</section>"


def _facts(problem: str, learner: str, reference: str) -> list[str]:
    named = (("Task", problem), ("Learner", learner), ("A good reply", reference))
    return [f"<h3>{name}</h3><p>{as_html(text)}</p>" for name, text in named if text]


def verdicts_card(round_: RatingRound, found: Sequence[Checked]) -> str:
    """A rater's verdicts on a worked case beside the right ones."""
    right = sum(one.is_right for one in found)
    lines = []
    for one in found:
        title = as_html(round_.rubric.criterion(one.criterion).title)
        said = f"<strong>{title}</strong>: {as_html(one.right)}. {as_html(one.why)}"
        if not one.is_right:
            said += f" <em>You said: {as_html(one.given)}.</em>"
        lines.append(verdict(one.is_right, said))
    head = f"<h2>{right} of {len(found)} as worked out</h2>"
    card = "<section class='card' role='status' aria-label='Feedback'>"
    return f"{card}{head}{''.join(lines)}</section>"


def disagreements_grid(round_: RatingRound, found: Sequence[Disagreement]) -> str:
    """Where raters disagree."""
    rows = [
        (
            f"{one.place[0][:8]} · turn {'–' if one.place[1] is None else one.place[1] + 1}",
            round_.rubric.criterion(one.criterion).title,
            "; ".join(
                f"{rater.partition(':')[2]}: {_label(round_, one, value)}"
                for rater, value in one.given.items()
            ),
            "open" if one.settled is None else _label(round_, one, one.settled),
        )
        for one in found
    ]
    return grid(("item", "criterion", "given", "settled"), rows, "Disagreements")


def disagreement_name(round_: RatingRound, one: Disagreement) -> str:
    """A disagreement in a list."""
    turn = "" if one.place[1] is None else f", turn {one.place[1] + 1}"
    state = "" if one.settled is None else " (settled)"
    return f"{round_.rubric.criterion(one.criterion).title}: {one.place[0][:8]}{turn}{state}"


def _label(round_: RatingRound, one: Disagreement, value: float) -> str:
    return round_.rubric.criterion(one.criterion).label(value)
