"""Drafts of a turn: asked for, checked, asked for again a bounded number of times, counted.

Knows what a fault is called and how the model is told of it; not how faults are found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from sandbox.agents.base import Utterance
from sandbox.agents.modelled.asking import Asking
from sandbox.agents.modelled.filters import CUT_OFF, EMPTY, REFUSED, SPOKE_FOR_OTHER, cleaned
from sandbox.records import EndingKind
from sandbox.types import Message, Seat, Usage

AGAIN = 2
"""How often a turn that cannot be used is asked for again."""

COMPLAINTS = {
    EMPTY: "There was nothing in it.",
    REFUSED: "It declined.",
    "answer-missing": "It left out an answer that the plain version gives.",
    "explains": "It explained the better way, which this pupil does not know.",
    "gives-in": "It gave in, but nothing has changed this pupil's mind.",
    "leaks": "It gave away the answer to the problem.",
    "new-number": "It brought in a number that is not in the plain version.",
    "other-answer": "It gave another answer than the plain version.",
    "other-choice": "It took another choice than the plain version.",
    "out-of-role": "It spoke as somebody who plays a part.",
    "solves": "It solved the problem, which this pupil cannot do now.",
    "too-long": "It was much too long.",
    "tutors": "It taught, guided or judged the other side.",
}
"""Fault → what the model is told. Faults that the filter has mended are not spoken of."""

MENDED = frozenset({SPOKE_FOR_OTHER, CUT_OFF})
"""Flags of drafts that can be used once their end is off."""


@dataclass(frozen=True)
class Draft:
    """One draft: what of it could be said, all that was amiss, whether it says that it ends."""

    text: str
    faults: tuple[str, ...]
    ends: bool = False

    @property
    def can_be_said(self) -> bool:
        """Whether nothing is amiss that the filter has not mended."""
        return not set(self.faults) - MENDED


async def drafted(
    asking: Asking,
    seat: Seat,
    messages: Callable[[Sequence[str]], Sequence[Message]],
    check: Callable[[str], Sequence[str]],
    again: int = AGAIN,
) -> tuple[Draft, ...]:
    """Drafts until one can be said, at most `again` + 1.

    Args:
        asking: Asks the model.
        seat: Who is to speak.
        messages: The conversation, given what is to be complained of in the draft before.
        check: The faults of a text.
        again: How often another one is asked for.

    Raises:
        ModelError: the provider gave no reply; that is no fault of a draft.
    """
    drafts: list[Draft] = []
    complaints: list[str] = []
    while len(drafts) <= again:
        reply = cleaned(await asking.ask(messages(complaints)), seat)
        found = check(reply.text) if reply.text else ()
        draft = Draft(reply.text, tuple(dict.fromkeys((*reply.flags, *found))), reply.ends)
        drafts.append(draft)
        if draft.can_be_said:
            break
        complaints = [COMPLAINTS[fault] for fault in draft.faults if fault in COMPLAINTS]
    return tuple(drafts)


def said(
    drafts: Sequence[Draft],
    hidden: Mapping[str, JsonValue],
    usage: Usage | None,
    ends: EndingKind | None = None,
) -> Utterance:
    """The last draft as what is said, where nothing else could be: empty or refused if it was.

    The session makes a typed ending of an utterance without words.
    """
    last = drafts[-1]
    flags: dict[str, JsonValue] = (
        {"caught": caught(drafts)["caught"]} if any(draft.faults for draft in drafts) else {}
    )
    if REFUSED in last.faults:
        ends = "refused"
    return Utterance(last.text, {**hidden, **flags}, ends=ends, usage=usage)


def caught(drafts: Sequence[Draft]) -> dict[str, JsonValue]:
    """The counts that reports make rates of, and the drafts that were not said.

    `drafts` how many there were, `fell_back` whether none could be said, `caught` fault → number
    of drafts that had it, `unsaid` what the others said (or would have) with their faults.
    """
    counts = Counter(fault for draft in drafts for fault in draft.faults)
    return {
        "drafts": len(drafts),
        "fell_back": not drafts[-1].can_be_said,
        "caught": dict(sorted(counts.items())),
        "unsaid": [[draft.text, [*draft.faults]] for draft in drafts if not draft.can_be_said],
    }
