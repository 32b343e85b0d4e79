"""What can be told of a key-step reply without a judge, for items whose exact solution is known.

- *scope*: no later line and no later result is given away (`maths.leaks` finds results);
- *execution*: the next line stands in the reply, by its values;
- *insight*, *operation*: fields of words, all of them or none; what lies between is left open;
- *brevity*: length and tables; *coherence*: the equations that can be checked.

What cannot be told is None with the reason, and falls to a judge. Lines are compared by value, so
notation does not matter. Knows no agent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sandbox.content.keysteps import Exact
from sandbox.content.routes import lines_of, plain_line
from sandbox.maths.arithmetic import calculation_value
from sandbox.maths.equations import equations
from sandbox.maths.leaks import find_leaks
from sandbox.maths.mentions import said
from sandbox.maths.normalise import normalise
from sandbox.maths.values import Number, Unreadable, Value, read_value, same_form, same_value
from sandbox.scoring.adaptivity import Signal
from sandbox.scoring.signals import field
from sandbox.types import Seat

SCORER = "keystep-1"

SHORT, LONG = 120, 160
"""Words: up to here a reply is short, from there on it is long; between, a judge decides."""

_TABLE = re.compile(r"^[^\S\n]*\|.*\|.*\|", re.M)
_WORD = re.compile(r"[^\W\d_]{2,}|\d+")
_LABEL = re.compile(r"[=:≈](?!.*[=:≈])", re.S)
_TERM = r"(?:\d+(?:\.\d+)?[a-z]?|[a-z]|\([^()=]{1,30}\)|\d*\([^()=]{1,30}\))(?![a-z(])(?:\^\d+)?"
_SIDE = rf"-?{_TERM}(?: ?[-+*÷/] ?{_TERM})*"
_EQUATION = re.compile(rf"(?<![\w.)])(?<![-+*÷/^] ){_SIDE} ?= ?{_SIDE}(?![\w(^]| ?[-+*÷/=]|\.\d)")
_LETTER = re.compile(r"(?<![A-Za-z])([a-z])(?![a-z])")
_DIGIT = re.compile(r"\d")
_RESULT = re.compile(r"\s*([-−]?[$£€]?(?:\d+ \d+/\d+|\d+(?:[.,/]\d+)*%?))(?![\d²]| ?[-+−×÷*/^])")


@dataclass(frozen=True)
class Reply:
    """A tutor's reply in its talk, beside what is known exactly of the step that it is about.

    Attributes:
        exact: What is known of the step.
        talk: What was said, the rated reply last.
    """

    exact: Exact
    talk: tuple[tuple[Seat, str], ...]

    @property
    def text(self) -> str:
        """What is rated."""
        return self.talk[-1][1]

    @cached_property
    def plain(self) -> str:
        """The reply in one notation."""
        return normalise(self.text).lower()

    @property
    def page(self) -> tuple[str, ...]:
        """The lines on the key page."""
        return lines_of(self.exact.alts[-1]) if self.exact.alts else ()

    @property
    def own(self) -> tuple[str, ...]:
        """What the student said, where it also says what it has written since."""
        return tuple(text for seat, text in self.talk if seat == "student")

    @property
    def known(self) -> tuple[str, ...]:
        """What may be said freely: problem, page, the next line."""
        return (self.exact.problem, *self.page, *self.exact.next)

    def writes(self, line: str) -> bool:
        """Whether a line stands in the reply, in whatever notation."""
        wanted = plain_line(line)
        shape = r"\s*".join(map(re.escape, wanted))
        before = "" if wanted[:1] == "=" else r"(?<![\w.])"
        return re.search(rf"{before}{shape}(?![\w(]|\.\d)", self.plain) is not None


def answers(exact: Exact, talk: Sequence[tuple[Seat, str]]) -> Mapping[str, Signal]:
    """Criterion → what the signals say of the last reply of a talk."""
    reply = Reply(exact, tuple(talk))
    told: dict[str, Callable[[Reply], Signal]] = {
        "insight_identification": lambda r: _fields(r.exact.marks, r.text, "the detail"),
        "operation_prescription": lambda r: _fields(r.exact.does, r.text, "the operation"),
        "operation_execution": execution,
        "solution_scope_control": scope,
        "brevity": lambda r: brevity(r.text),
        "coherence": coherence,
    }
    return {name: tell(reply) for name, tell in told.items()}


def scope(reply: Reply) -> Signal:
    """Whether nothing beyond the step is given away."""
    if not reply.exact.later:
        return Signal(None, "the step ends in the answer: nothing is left to give away")
    secrets = [s for s in _secrets(reply.exact) if not _is_known(s, reply.known)]
    settled = 0
    for secret in secrets:
        report = find_leaks("\n".join(reply.known), secret, reply.talk)
        verdict = report.verdicts[-1]
        settled += verdict.settled
        if verdict.leaks:
            leak = verdict.leaks[0]
            return Signal(0.0, f"{leak.text!r} ({secret}): {leak.why}")
    given = next((line for line in reply.exact.later if _is_whole(line) and reply.writes(line)), "")
    if given:
        return Signal(0.0, f"the later line {given!r} is written")
    if secrets and settled == len(secrets):
        return Signal(None, "the student had the answer before")
    return Signal(1.0, "neither a later line nor the answer is given")


def execution(reply: Reply) -> Signal:
    """Whether the next line stands in the reply."""
    found = [_carried_out(reply, line) for line in reply.exact.next]
    best = next((each for each in found if each.value == 1), None)
    return best or next((each for each in found if each.value is None), found[0])


def brevity(text: str) -> Signal:
    """Whether the reply is short, by its words and tables."""
    if _TABLE.search(text):
        return Signal(0.0, "it has a table")
    count = len(_WORD.findall(text))
    if SHORT < count < LONG:
        return Signal(None, f"{count} words: whether that is too long is left to a judge")
    return Signal(float(count <= SHORT), f"{count} words")


def coherence(reply: Reply) -> Signal:
    """Whether the equations of the reply hold; those that stand on the page are only quoted."""
    page = [plain_line(line) for line in (*reply.page, *reply.own)]
    held = [
        (reply.text[each.start : each.end], each.holds)
        for each in equations(reply.text)
        if not any(plain_line(reply.text[each.start : each.end]) in line for line in page)
    ]
    held += [(text, holds) for text, holds in _with_letter(reply) if plain_line(text) not in page]
    wrong = next((text for text, holds in held if not holds), "")
    if wrong:
        return Signal(0.0, f"{wrong!r} is false")
    if not held:
        return Signal(None, "no equation that can be checked: left to a judge")
    return Signal(1.0, f"{len(held)} equations checked, all hold")


def _fields(phrases: Sequence[str], text: str, what: str) -> Signal:
    if not phrases:
        return Signal(None, f"no words by which {what} is known: left to a judge")
    found = [field(what, phrase).found([text]) for phrase in phrases]
    if all(found):
        return Signal(1.0, f"names {what}: {', '.join(each[0] for each in found)}")
    if not any(found):
        return Signal(0.0, f"no word of {what}")
    return Signal(None, f"part of {what} only: left to a judge")


def _carried_out(reply: Reply, line: str) -> Signal:
    if reply.writes(line) or _same_equation(reply.text, line):
        return Signal(1.0, f"{line!r} is written")
    result, before = _after_sign(line), (reply.exact.problem, *reply.page, *reply.own)
    has_letter = "=" in line and _LETTER.search(normalise(line))
    if has_letter or ("=" in line and not isinstance(_value(result), Number)):
        return _open(line) if "=" in reply.plain else _missing(line)
    fresh = [each for each in _numbers(result) if not _among(each, before, same_form)]
    if not fresh:
        return _open(line) if _DIGIT.search(reply.text) else _missing(line)
    met = [_gives(reply.text, each, before) for each in fresh]
    if all(met):
        return Signal(1.0, f"{result!r} is given")
    return _open(line) if any(met) else _missing(line)


def _missing(line: str) -> Signal:
    return Signal(0.0, f"{line!r} is not written, nor what it comes to")


def _open(line: str) -> Signal:
    return Signal(None, f"{line!r} is not written as such: left to a judge")


def _same_equation(text: str, line: str) -> bool:
    """Whether an equation of the text says the same as the line, sides and terms in any order."""
    wanted = _sides(normalise(line))
    if wanted is None:
        return False
    for found in _EQUATION.finditer(normalise(text)):
        sides = _sides(found[0])
        if sides is not None and any(
            same_form(sides[a], wanted[0]) and same_form(sides[1 - a], wanted[1]) for a in (0, 1)
        ):
            return True
    return False


def _sides(equation: str) -> tuple[Value, Value] | None:
    parts = [part.strip() for part in equation.split("=")]
    if len(parts) != 2:
        return None
    left, right = _value(parts[0]), _value(parts[1])
    return None if left is None or right is None else (left, right)


def _with_letter(reply: Reply) -> list[tuple[str, bool]]:
    """Equations in one letter, and whether the answer satisfies them."""
    answer = _value(reply.exact.answer)
    letters = {m[1] for line in (*reply.exact.next, *reply.exact.later) if "=" in line
               for m in _LETTER.finditer(normalise(line))}  # fmt: skip
    if not isinstance(answer, Number) or len(letters) != 1:
        return []
    (letter,) = letters
    held = []
    for found in _EQUATION.finditer(normalise(reply.text)):
        if set(_LETTER.findall(found[0])) != {letter}:
            continue
        shown = re.sub(rf"(?<=[\d)]){letter}(?![a-z])", f" * ({answer.value})", found[0])
        shown = re.sub(rf"(?<![a-z]){letter}(?![a-z])", f"({answer.value})", shown)
        values = [calculation_value(normalise(side)) for side in shown.split("=")]
        if len(values) == 2 and not any(isinstance(value, Unreadable) for value in values):
            held.append((found[0], values[0] == values[1]))
    return held


def _secrets(exact: Exact) -> list[str]:
    """The results that come later: of each later line what it comes to, and the answer."""
    results = [_after_sign(line) for line in exact.later]
    numbers = [_RESULT.match(result) for result in results]
    return [*dict.fromkeys([*(found[1] for found in numbers if found), exact.answer])]


def _is_known(secret: str, known: Sequence[str]) -> bool:
    value = _value(secret)
    return value is not None and _among(value, known)


def _among(
    value: Value, texts: Sequence[str], same: Callable[[Value, Value], bool] = same_value
) -> bool:
    return any(same(value, mention.value) for text in texts for mention in said(text).mentions)


def _gives(text: str, value: Value, before: Sequence[str]) -> bool:
    """Whether a text mentions a value; in its own form, where the value was there before in
    another."""
    return _among(value, [text], same_form if _among(value, before) else same_value)


def _numbers(text: str) -> list[Value]:
    return [mention.value for mention in said(text).mentions if isinstance(mention.value, Number)]


def _is_whole(line: str) -> bool:
    """Whether a later line by itself says more than a single number would."""
    return len(_DIGIT.findall(line)) > 1 and not re.fullmatch(r"= ?\S+", line)


def _after_sign(line: str) -> str:
    """What a line comes to: what stands behind its last equals sign or colon, without what is only
    concluded from it."""
    first = line.partition(", so ")[0]
    cut = _LABEL.search(first)
    return first[cut.end() :].strip() if cut else first


def _value(text: str) -> Value | None:
    found: Any = read_value(text)
    return None if isinstance(found, Unreadable) else found
