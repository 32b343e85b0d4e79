"""Pieces of HTML that tabs show: role cards, status lines, feedback. Everything is escaped here."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from sandbox.agents.learner import GIVEN_UP
from sandbox.live.cards import Belief, Card, Worked
from sandbox.live.feedback import Feedback, Measure, Note
from sandbox.live.insight import Guess, Insight
from sandbox.records import Span
from sandbox.reports.page import marked
from sandbox.ui.text import as_html


def role_card(card: Card) -> str:
    """A seat's card."""
    who = "You are the tutor" if card.seat == "tutor" else "You are the student"
    parts = [f"<h2>{who}</h2>", _task(card)]
    parts += _beliefs(card.beliefs)
    if card.seat == "student" and not card.beliefs:
        parts.append("<p>You hold no misconception: answer as well as you can.</p>")
    if card.profile:
        title = "Your profile" if card.seat == "student" else "About the student"
        parts.append(f"<h3>{title}</h3>{_pairs(card.profile)}")
    if card.key:
        parts.append(f"<h3>Key</h3><p>{as_html(card.key)}</p>")
        parts.append("<p class='secret'>Only you see the key.</p>")
    if card.steps:
        parts.append(f"<h3>Steps on the way</h3>{_items(card.steps, 'ol')}")
    if card.hints:
        parts.append(f"<h3>How to go about it</h3>{_items(card.hints)}")
    if card.seat == "student":
        hint = "Begin by saying what you think the answer is, and why. Change your mind only when "
        hint += "the tutor gives you a reason that would convince a child who thinks so."
        parts.append(f"<h3>How to play</h3><p>{hint}</p>")
    return f"<section class='card' aria-label='Your role'>{''.join(parts)}</section>"


def task_card(card: Card) -> str:
    """The task alone."""
    return f"<section class='card' aria-label='Task'>{_task(card)}</section>"


def marked_text(text: str, spans: Sequence[Span], turn: int) -> str:
    """A turn's text with the stretches that a score rests on."""
    return "".join(
        f"<mark class='evidence'>{as_html(piece)}</mark>" if is_marked else as_html(piece)
        for piece, is_marked in marked(text, spans, turn)
    )


def verdict(is_good: bool | None, words: str) -> str:
    """A line with a mark: good, bad, or no verdict."""
    kind, mark = {True: ("good", "✓"), False: ("bad", "✗"), None: ("none", "–")}[is_good]
    return (
        f"<div class='verdict {kind}'><span class='mark' aria-hidden='true'>{mark}</span>"
        f"<span>{words}</span></div>"
    )


def status_line(said: str, state: str, trouble: str) -> str:
    """Where a session stands; read out when it changes."""
    wrong = f" <span class='trouble'>It could not reply: {as_html(trouble)}</span>"
    return (
        f"<div role='status' aria-live='polite'><strong>{as_html(said)}</strong> · "
        f"{as_html(state)}{wrong if trouble else ''}</div>"
    )


def feedback_card(found: Feedback) -> str:
    """What a person is told after a session."""
    parts = [
        f"<h2>Feedback</h2><p class='secret'>Session {html.escape(found.session)}, "
        f"ended: {html.escape(found.ending)}</p>",
        _leak(found),
        _identified(found),
        *_moves(found.moves),
        "<h3>Turn by turn</h3>",
        *map(_note, found.notes),
        "<h3>Scores</h3>",
        measures_table(found.measures),
    ]
    return f"<section class='card' aria-label='Feedback'>{''.join(parts)}</section>"


def insight_card(found: Insight) -> str:
    """What is hidden in a session that one looks on."""
    parts = ["<h2>What the student believes</h2>"]
    for name, statement, strength in found.beliefs:
        gone = " (given up)" if strength < GIVEN_UP else ""
        parts.append(f"<p>{as_html(statement)}</p>{_bar(name + gone, strength)}")
    if not found.beliefs:
        parts.append("<p>It holds no fixed misconception.</p>")
    parts += [_bar(name, level) for name, level in found.feelings]
    parts.append(f"<h3>What the tutor thinks</h3>{_guess(found.guess)}")
    parts.append("<h3>Scores so far</h3>")
    parts.append(_leak_so_far(found.leaked))
    parts += [_note(note) for note in found.notes if note.spans or note.moves]
    parts.append(measures_table([one for one in found.measures if one.value is not None]))
    return f"<section class='card' aria-label='What is hidden'>{''.join(parts)}</section>"


def _bar(name: str, level: float) -> str:
    percent = f"{100 * level:.0f}%"
    return (
        f"<div class='strength'><span>{as_html(name)}</span><span class='bar' aria-hidden='true'>"
        f"<span style='width:{percent}'></span></span><span>{percent}</span></div>"
    )


def _guess(guess: Guess | None) -> str:
    if guess is None:
        return verdict(None, "It was not asked yet.")
    if not guess.statement:
        return verdict(None, "It names nothing yet.")
    sure = "" if guess.confidence is None else f" ({100 * guess.confidence:.0f}% sure)"
    return verdict(guess.is_right, f"<em>{as_html(guess.statement)}</em>{sure}")


def _leak_so_far(leaked: bool | None) -> str:
    if leaked is None:
        return verdict(None, "Nothing can be said yet of whether the answer is given away.")
    if leaked:
        return verdict(False, "The answer was given away.")
    return verdict(True, "The answer has not been given away.")


def measures_table(measures: Sequence[Measure]) -> str:
    """Measures in rows; what is unscored says why."""
    rows = "".join(
        f"<tr><th scope='row'>{html.escape(one.name)}</th>"
        f"<td class='value'>{_value(one)}</td>"
        f"<td>{html.escape(one.reason)}</td></tr>"
        for one in measures
    )
    return f"<table class='measures'>{rows}</table>"


def _value(measure: Measure) -> str:
    if measure.value is None:
        return "unscored"
    if measure.kind == "yes or no":
        return "yes" if measure.value else "no"
    return f"{100 * measure.value:.0f}%"


def _task(card: Card) -> str:
    parts = [f"<h3>Task</h3><p class='task'>{as_html(card.question)}</p>"]
    if card.figure_svg:
        parts.append(f"<div class='figure'>{card.figure_svg}</div>")
    elif card.figure_alt:
        parts.append(f"<p class='figure'>Figure: {as_html(card.figure_alt)}</p>")
    if card.choices:
        parts.append(_items(f"{label}: {text}" for label, text in card.choices))
    return "".join(parts)


def _beliefs(beliefs: Sequence[Belief]) -> list[str]:
    """What the student believes: what bears on the task, the rest folded away."""
    if not beliefs:
        return []
    first = [belief for belief in beliefs if belief.here] or list(beliefs[:1])
    rest = [belief for belief in beliefs if belief not in first]
    parts = ["<h3>What you believe</h3>", *map(_belief, first)]
    if rest:
        more = f"{len(rest)} more {'belief' if len(rest) == 1 else 'beliefs'}, for other problems"
        inside = "".join(map(_belief, rest))
        parts.append(f"<details><summary>You hold {more}</summary>{inside}</details>")
    return [*parts, "<p class='secret'>Only you see this. Do not tell it; play it.</p>"]


def _belief(belief: Belief) -> str:
    parts = [
        f"<p class='rule'>“{as_html(belief.says)}”</p>",
        f"<p>{as_html(belief.rule)}</p>",
    ]
    if belief.example is not None:
        parts.append(_worked("For example", belief.example))
    if belief.here:
        parts.append(f"<p>On this task your answer is <strong>{as_html(belief.here)}</strong>.</p>")
    return f"<div class='belief'>{''.join(parts)}</div>"


def _worked(title: str, example: Worked) -> str:
    lines = "".join(f"<p class='working'>{as_html(line)}</p>" for line in example.working)
    return (
        f"<p><em>{title}:</em> {as_html(example.question)}</p>{lines}"
        f"<p class='working'>→ <strong>{as_html(example.answer)}</strong></p>"
    )


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<dt>{as_html(name)}</dt><dd>{as_html(value)}</dd>" for name, value in pairs)
    return f"<dl>{rows}</dl>"


def _items(texts: Iterable[str], kind: str = "ul") -> str:
    return f"<{kind}>{''.join(f'<li>{as_html(text)}</li>' for text in texts)}</{kind}>"


def _leak(found: Feedback) -> str:
    if found.leaked is None:
        return verdict(None, f"Whether the answer was given away: {as_html(found.leak_reason)}.")
    if found.leaked:
        return verdict(False, "The answer was given away; where is marked below.")
    return verdict(True, "The answer was not given away.")


def _identified(found: Feedback) -> str:
    believed = " ".join(found.believed)
    if not believed:
        return verdict(None, "The student held no fixed misconception.")
    truth = f"The student believed: <em>{as_html(believed)}</em>"
    if not found.named:
        return verdict(None, f"No misconception was named. {truth}")
    if found.identified:
        return verdict(True, f"The misconception was found. {truth}")
    return verdict(False, f"Named was: <em>{as_html(found.named)}</em> {truth}")


def _moves(moves: Sequence[str]) -> list[str]:
    if not moves:
        return []
    return ["<h3>Moves in the tutor’s words</h3>", _items(f"It {move}." for move in moves)]


def _note(note: Note) -> str:
    said = marked_text(note.turn.text, note.spans, note.turn.index)
    parts = [f"<p><strong>{note.turn.index + 1}</strong> {said}</p>"]
    if note.why:
        parts.append(f"<p class='moves'>Gives away: {as_html(note.why)}</p>")
    if note.moves:
        parts.append(f"<p class='moves'>{as_html('; '.join(note.moves))}</p>")
    return f"<div class='turn-note'>{''.join(parts)}</div>"
