"""Scores of sessions of every novice with tutors of known quality."""

import asyncio

import pytest

from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.generate import open_item
from sandbox.maths.consistency import consistency
from sandbox.records import Cell, Trial, rng
from sandbox.scoring.fidelity import score_fidelity
from sandbox.scoring.scope import score_scope
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


TELLING = ("teller", "solver")


@pytest.mark.parametrize(
    "policy", [*TELLING, "socratic", "cheerleader", "one-size", "diagnoser", "adaptive"]
)
def test_every_novice_stays_in_character_and_only_who_tells_gives_answers_away(library, policy):
    faults, leaks, told = [], [], 0
    for belief in library.misconceptions:
        trial = talked(library, belief, policy)
        turns = trial.transcript.turns
        for score in score_fidelity(trial, library):
            if score.metric == "fidelity" and score.turn is not None and score.value is not None:
                told += 1
                if score.value < 1:
                    faults.append((belief, turns[score.turn].text, score.detail))
        for score in score_scope(trial, library):
            if score.metric == "scope_control" and score.value == 0:
                leaks.append((belief, [turns[span.turn].text for span in score.evidence]))
    assert told > len(library.misconceptions) / 2
    assert faults == []
    if policy in TELLING:
        assert len(leaks) > 0.95 * len(library.misconceptions)
    else:
        assert leaks == []


def test_every_rule_of_a_student_is_no_answer(library):
    """However a belief is put, and whatever number its rule names ("I take it away from 180")."""
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
