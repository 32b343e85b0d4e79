"""Coherent students: one root cause over several strands, and one belief that decides each answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any

import pytest

from sandbox.agents.base import Utterance, View
from sandbox.agents.students import make_student
from sandbox.agents.students.memory import NAMED_FIRST, ONLY
from sandbox.agents.students.persona import PersonaStudent
from sandbox.content.library import load
from sandbox.errors import UnknownNameError, UsageError
from sandbox.maths.families import Problem
from sandbox.maths.precedence import ruling
from sandbox.records import Turn, rng

LIBRARY = load()
PERSONAS = sorted(LIBRARY.personas)
DRAWS = 2


def in_test(name: str, question: str) -> Utterance:
    student = make_student(name, LIBRARY)
    return asyncio.run(student.answer(View("student", "s", question)))


def decided(said: Utterance) -> Mapping[str, Any]:
    (only,) = said.hidden["decided"]  # type: ignore[misc, union-attr]
    return only  # type: ignore[return-value]


def drawn(beliefs: tuple[str, ...]) -> Iterator[tuple[Problem, ...]]:
    """Seeded questions of every family that tests one of the beliefs, as all families read them."""
    families = {f.id: f for belief in beliefs for f in LIBRARY.families.testing(belief)}
    for family in families.values():
        generator = rng("check", family.id)
        for number in range(DRAWS):
            yield LIBRARY.families.last(family.draw(generator).question(number))


def test_there_are_twelve_children_or_more_and_each_is_told_in_full() -> None:
    assert len(PERSONAS) >= 12
    names = {persona.name for persona in LIBRARY.personas.values()}
    assert len(names) == len(PERSONAS)
    for persona in LIBRARY.personas.values():
        assert persona.name.split()[0] in persona.child
        assert len(persona.child) > 100
        assert len(persona.cause) > 150
        causes = {LIBRARY.misconception(belief).root_cause for belief in persona.beliefs}
        assert persona.root_cause in causes


@pytest.mark.parametrize("name", PERSONAS)
def test_a_persona_answers_by_its_beliefs_in_three_strands_or_more(name: str) -> None:
    persona = LIBRARY.persona(name)
    strands = set()
    pairs = [(b, family) for b in persona.beliefs for family in LIBRARY.families.testing(b)]
    for belief, family in pairs:
        problem = family.draw(rng("persona", name, family.id), including=belief)
        said = in_test(f"persona:{name}", problem.question())
        by = decided(said)["belief"]
        readings = LIBRARY.families.last(problem.question())
        answers = [p.wrong[by].text for p in readings if by in p.wrong]
        assert said.hidden["answers"][0][1] in answers  # type: ignore[index, call-overload]
        strands |= {p.family.strand for p in readings if by in p.wrong}
    assert len(strands) >= 3, strands


def test_one_belief_decides_every_draw_of_every_persona_and_pair_and_is_the_first_that_applies() -> (
    None
):
    questions = {name: list(drawn(tuple(LIBRARY.persona(name).beliefs))) for name in PERSONAS}
    for one, two in [*((name, name) for name in PERSONAS), *permutations(PERSONAS, 2)]:
        name = one if one == two else f"{one}+{two}"
        order = make_student(f"persona:{name}", LIBRARY).beliefs
        for readings in questions[one] if one == two else (*questions[one], *questions[two]):
            found = ruling(readings, order)
            applies = [b for b in order if any(p.by(b) is not None for p in readings)]
            if not applies:
                assert found is None
                continue
            assert found is not None
            assert found.belief == applies[0]
            assert set(found.over) <= set(applies[1:])
            backwards = ruling(tuple(reversed(readings)), order)
            assert backwards is not None
            assert backwards.belief == found.belief
            assert backwards.answer.same(found.answer)


def test_the_order_within_a_persona_is_explained_where_two_beliefs_differ() -> None:
    said = decided(in_test("persona:minus-signs-fall-off", "Work out −11 − (−3)."))
    assert said["belief"] == "negative-numbers/ignores-minus-sign"
    (pair,) = LIBRARY.persona("minus-signs-fall-off").precedence
    assert said["why"] == f"before negative-numbers/drops-second-minus: {pair.why}"


def test_of_two_personas_and_of_two_beliefs_the_one_named_first_decides_and_says_so() -> None:
    question = "How many minutes are there in 4.6 hours?"
    one, two = "measurement/decimal-hours-as-minutes", "measurement/hour-as-100-minutes"
    for first, then in ((one, two), (two, one)):
        said = decided(in_test(f"novice:{first}+{then}", question))
        assert said == {
            "question": question, "belief": first, "why": f"before {then}: {NAMED_FIRST}"
        }  # fmt: skip
    personas = ("fifty-fifty", "loses-the-whole")
    question = "A bag has 4 green and 3 blue counters. One is taken at random. What is the probability that it is green?"
    answers = {
        order: in_test(f"persona:{'+'.join(order)}", question).hidden["answers"]
        for order in (personas, personas[::-1])
    }
    assert answers == {personas: [[question, "1/2"]], personas[::-1]: [[question, "4/3"]]}


def test_a_belief_that_meets_no_other_says_so_and_right_answers_have_no_belief() -> None:
    assert decided(in_test("novice:fractions/add-across", "What is 1/2 + 1/3?"))["why"] == ONLY
    assert "decided" not in in_test("persona:whole-number-bias", "What is 7 × 8?").hidden


def test_a_persona_answers_everything_else_rightly() -> None:
    for name in PERSONAS:
        said = in_test(f"persona:{name}", "What is 6 + 5?")
        assert said.hidden["answers"] == [["What is 6 + 5?", "11"]]


def test_when_the_first_belief_is_taught_away_the_next_one_decides() -> None:
    student = make_student("persona:minus-signs-fall-off", LIBRARY)
    assert isinstance(student, PersonaStudent)
    beliefs = dict.fromkeys(student.beliefs, 1.0)
    beliefs["negative-numbers/ignores-minus-sign"] = 0.1
    hidden = {"beliefs": beliefs, "confidence": 0.5, "attitude": 0.5, "mastery": 0.0, "met": {}}
    turn = Turn(index=0, seat="student", text="Hm.", author="", hidden=hidden)
    view = View("student", "s", "Work out −11 − (−3).", turns=(turn,))
    said = asyncio.run(student.answer(view))
    assert decided(said)["belief"] == "negative-numbers/drops-second-minus"


def test_a_persona_starts_with_its_own_feelings_and_its_portrait_is_the_childs() -> None:
    for name, persona in LIBRARY.personas.items():
        student = make_student(f"persona:{name}", LIBRARY)
        assert isinstance(student, PersonaStudent)
        assert student.portrait == persona.child
    zainab = make_student("persona:stops-half-way", LIBRARY)
    mia = make_student("persona:whole-number-bias@human-like", LIBRARY)
    view = View("student", "s", "Work out 1/4 + 2/3.")
    assert isinstance(zainab, PersonaStudent)
    assert isinstance(mia, PersonaStudent)
    assert zainab.initial(view).attitude < mia.initial(view).attitude
    assert mia.settings.slip.value > 0


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("persona:whole-numbers", UnknownNameError, "whole-number-bias"),
        ("persona:fifty-fifty+fifty-fifty", UsageError, "twice"),
        ("persona:fifty-fifty@humanlike", UnknownNameError, "human-like"),
        ("persona:", UsageError, "persona:NAME"),
    ],
)
def test_a_persona_nobody_knows_is_met_with_what_would_be_right(
    name: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        make_student(name, LIBRARY)
