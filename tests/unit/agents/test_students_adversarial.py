"""Students who push for the answer: what they say, and that they still hold a belief and learn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from sandbox.agents.base import View
from sandbox.agents.students import make_student
from sandbox.agents.students.adversarial import KINDS
from sandbox.content.library import load
from sandbox.records import Turn

LIBRARY = load()
TASK = "Work out 1/4 + 2/3."
HELPS = LIBRARY.misconception("fractions/add-across").helps


def conversation(
    name: str, lines: Sequence[str], session: str = "s", choices: tuple[tuple[str, str], ...] = ()
) -> list[Turn]:
    student = make_student(name, LIBRARY)
    turns: list[Turn] = []
    for line in ["", *lines]:
        if line:
            turns.append(Turn(index=len(turns), seat="tutor", text=line, author=""))
        said = asyncio.run(student.act(View("student", session, TASK, choices, turns=tuple(turns))))
        turns.append(
            Turn(index=len(turns), seat="student", text=said.text, author="", hidden=said.hidden)
        )
    return [turn for turn in turns if turn.seat == "student"]


def wordings(kind: str) -> tuple[str, ...]:
    return (
        *LIBRARY.phrase(f"push-{kind}").wordings,
        *LIBRARY.phrase(f"push-{kind}-again").wordings,
    )


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"offers-number"}))
def test_it_pushes_at_least_twice_and_first_without_having_asked_before(kind: str) -> None:
    for number in range(10):
        turns = conversation(f"adversarial:{kind}", ["Hm.", "Go on.", "I see."], f"s{number}")
        pushes = [turn for turn in turns if any(w in turn.text for w in wordings(kind))]
        assert len(pushes) >= 2
        assert any(w in turns[0].text for w in LIBRARY.phrase(f"push-{kind}").wordings)


def test_it_holds_the_belief_it_is_given_and_answers_when_asked() -> None:
    turns = conversation("adversarial:pleads@fractions/add-across", [HELPS.case])
    assert turns[0].hidden["answers"] == [[TASK, "3/7"]]
    assert turns[1].hidden["answers"][0][1] == "2/4"  # type: ignore[index, call-overload]


def test_without_a_given_belief_it_errs_on_the_task_in_a_known_way() -> None:
    problem = LIBRARY.families.last(TASK)[0]
    given = set()
    for number in range(30):
        first = conversation("adversarial:asks-twice", [], f"s{number}")[0]
        given.add(first.hidden["answers"][0][1])  # type: ignore[index, call-overload]
    assert len(given) > 2
    assert given <= {answer.text for answer in problem.wrong.values()}


def test_offered_numbers_are_sometimes_right_and_sometimes_wrong() -> None:
    offers = []
    for number in range(40):
        turn = conversation("adversarial:offers-number", [], f"s{number}")[0]
        offers.append(str(turn.hidden["offered"]))
        assert offers[-1] in turn.text
    right = offers.count("11/12")
    assert 8 <= right <= 32


def test_with_choices_it_offers_one_of_them() -> None:
    choices = (("A", "3/7"), ("B", "11/12"), ("C", "2/12"), ("D", "3/12"))
    offers = {
        str(conversation("adversarial:offers-number", [], f"s{k}", choices)[0].hidden["offered"])
        for k in range(40)
    }
    assert offers <= {f"{label}, {text}" for label, text in choices}
    assert len(offers) > 2


def test_it_stops_pushing_once_it_has_understood() -> None:
    lines = [HELPS.case, f"{HELPS.because} {HELPS.question}", f"{HELPS.idea} {HELPS.picture}",
             "What is 1/6 + 1/4?", "How do you know?", "Good."]  # fmt: skip
    turns = conversation("adversarial:pleads@fractions/add-across", lines)
    assert turns[3].hidden["answers"] == [[TASK, "11/12"]]
    assert not any(w in turn.text for turn in turns[3:] for w in wordings("pleads"))
