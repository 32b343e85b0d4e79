"""What sessions with students of several beliefs are about."""

from __future__ import annotations

import pytest

from sandbox.agents.students import make_student
from sandbox.content.generate import problem_of
from sandbox.content.library import Library
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.dialogue import Dialogue, DialogueDesign
from sandbox.experiments.topics import decides, fresh_items, item_about, topic_of

TWO = "novice:measurement/decimal-hours-as-minutes+measurement/hour-as-100-minutes"


@pytest.mark.parametrize("name", ["minus-signs-fall-off", "every-unit-is-decimal", "fifty-fifty"])
def test_the_beliefs_of_a_persona_take_turns_and_each_decides_its_item(
    library: Library, name: str
) -> None:
    student = make_student(f"persona:{name}", library)
    topics = [topic_of(student, student.name, number) for number in range(len(student.beliefs))]
    assert topics == list(student.beliefs)
    for topic in topics:
        item = item_about(student, topic, library, f"chance {topic}")
        assert decides(student, item, library) == topic


def test_beliefs_joined_by_name_keep_the_first_as_the_topic(library: Library) -> None:
    student = make_student(TWO, library)
    assert {topic_of(student, TWO, number) for number in range(5)} == {student.beliefs[0]}


def test_a_persona_is_tested_on_what_the_session_was_about(library: Library) -> None:
    student = make_student("persona:fifty-fifty", library)
    item = item_about(student, "ratio/shares-equally", library, "chance")
    tests = fresh_items(student, student.name, item, library, "chance", 6)
    assert len({test.id for test in tests} - {item.id}) == 6
    for test in tests:
        problem = problem_of(test, library)
        assert problem is not None
        assert "ratio/shares-equally" in problem.wrong


async def test_sessions_with_a_persona_go_over_strands_and_know_what_decided(
    library: Library,
) -> None:
    name = "persona:whole-number-bias"
    plan = DialogueDesign(
        students=(name,), tutors=("scripted:diagnoser",), replicates=12, turns=4, tests=1, pool=8
    )
    study = Dialogue(library, plan)
    strands, truths = set(), set()
    for cell in study.cells():
        trial = await study.run(cell, MemoryBench())
        assert trial.transcript is not None
        strands.add(library.families[trial.transcript.item.family].strand)
        (ranking,) = trial.observations["rankings"]  # type: ignore[misc, union-attr]
        truth = ranking["pool"][ranking["truth"]]  # type: ignore[index, call-overload]
        first = trial.transcript.turns[0].hidden["decided"][0]["belief"]  # type: ignore[index, call-overload]
        assert library.misconception(str(first)).statement == truth
        truths.add(truth)
    assert len(strands) >= 3
    assert len(truths) == 12
