"""Scripted novices are who they say they are: fidelity finds no fault in any of their turns."""

import asyncio

import pytest

from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.generate import open_item
from sandbox.records import Cell, Trial, rng
from sandbox.scoring.fidelity import score_fidelity
from sandbox.session import Session


def talked(library, belief, policy):
    """A session about a problem on which the belief errs, as a trial."""
    student, tutor = f"novice:{belief}", f"scripted:{policy}"
    families = sorted(library.families.testing(belief), key=lambda family: family.id)
    draws = (family.draw(rng("fidelity", belief)) for family in families)
    problem = next((p for p in draws if belief in p.wrong), families[0].draw(rng("fidelity")))
    cell = Cell(study="dialogue", factors={"student": student, "tutor": tutor})
    session = Session(
        cell.key, open_item(problem), student=make_student(student, library),
        tutor=make_tutor(tutor, library), chance="fidelity",
    )  # fmt: skip

    async def play():
        while not session.ended:
            await session.step()

    asyncio.run(play())
    return Trial(cell=cell, transcript=session.transcript())


@pytest.mark.parametrize("policy", ["teller", "solver"])
def test_no_turn_of_any_novice_is_out_of_character(library, policy):
    faults, told = [], 0
    for belief in library.misconceptions:
        trial = talked(library, belief, policy)
        for score in score_fidelity(trial, library):
            if score.metric != "fidelity" or score.turn is None or score.value is None:
                continue
            told += 1
            if score.value < 1:
                faults.append((belief, trial.transcript.turns[score.turn].text, score.detail))
    assert told > len(library.misconceptions) / 2
    assert faults == []


def test_every_rule_of_a_student_is_no_answer(library):
    """However a belief is put, and whatever number its rule names ("I take it away from 180")."""
    from sandbox.maths.consistency import consistency

    faults = []
    for belief, spec in library.misconceptions.items():
        for family in library.families.testing(belief):
            problem = family.draw(rng("rules", family.id))
            for rule in spec.says:
                said = f"Why is it wrong? {rule}"
                found = consistency(
                    said, "That is not right.", problem.question(), [belief], library.families,
                    library.rules([belief]),
                )  # fmt: skip
                if found.verdict == "inconsistent":
                    faults.append((belief, rule, found.stated, found.expected))
    assert faults == []
