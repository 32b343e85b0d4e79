"""Agents of known quality order as they must on every score, also in wordings that were written
after the scorers: the metrics measure the policy, not its phrases."""

import asyncio
import statistics
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from sandbox.content.schema import TutorSpec
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.dialogue import Dialogue, DialogueDesign
from sandbox.records import rng
from sandbox.scoring.sensitivity import Row, profile_sensitivity

WORDINGS = Path(__file__).parent.parent / "fixtures" / "wordings"
LEARNERS = 30


def with_wording(library, name):
    """The library with the tutors' phrases replaced; "bundled" leaves them."""
    if name == "bundled":
        return library
    entries = yaml.safe_load((WORDINGS / f"{name}.yaml").read_text())
    specs = {entry["id"]: TutorSpec.model_validate(entry) for entry in entries}
    return replace(library, tutors={**library.tutors, **specs})


def means(library, design):
    """(tutor, metric) → mean over scored sessions, and the matched tutors' words."""

    async def run():
        study = Dialogue(library, design)
        values, words = defaultdict(list), defaultdict(list)
        for cell in study.cells():
            trial = await study.run(cell, MemoryBench())
            tutor = str(cell.factors["tutor"]).removeprefix("scripted:")
            if cell.factors["kind"] == "matched":
                turns = trial.transcript.turns
                words[tutor].append(
                    Row(
                        item=trial.transcript.item.id,
                        learner=f"{cell.factors['tier']}-{cell.factors['learner']}",
                        tier=cell.factors["tier"],
                        texts=tuple(t.text for t in turns if t.seat == "tutor"),
                        heard=(
                            trial.transcript.item.question,
                            *(t.text for t in turns if t.seat == "student"),
                        ),
                    )
                )
            for score in study.score(trial):
                if score.turn is None and score.value is not None:
                    values[tutor, score.metric].append(score.value)
        return {key: statistics.fmean(found) for key, found in values.items()}, words

    return asyncio.run(run())


@pytest.fixture(scope="module")
def novices(library):
    """Twelve misconceptions, drawn once and for all from the whole catalogue."""
    names = sorted(library.misconceptions, key=lambda name: library.misconception(name).statement)
    return tuple(f"novice:{name}" for name in rng("known groups").sample(names, 12))


@pytest.mark.parametrize("wording", ["bundled", "brisk", "formal"])
def test_tutors_of_known_quality_order_as_they_must(library, novices, wording):
    tutors = ("solver", "socratic", "cheerleader", "one-size", "adaptive")
    if wording == "bundled":
        tutors += ("teller", "diagnoser")
    design = DialogueDesign(
        students=novices, tutors=tuple(f"scripted:{tutor}" for tutor in tutors), tests=3, seed=1
    )
    found, _ = means(with_wording(library, wording), design)
    assert found["solver", "scope_control"] == 0
    assert found["socratic", "scope_control"] == 1
    assert found["cheerleader", "scope_control"] == 1
    assert found["one-size", "scope_control"] == 1
    assert found["adaptive", "scope_control"] == 1
    assert abs(found["cheerleader", "gain"]) <= 0.02
    assert found["adaptive", "gain"] >= 0.5
    assert found["socratic", "identified"] > found["cheerleader", "identified"]
    assert found["solver", "fidelity"] == 1
    if wording == "bundled":
        assert found["diagnoser", "scope_control"] == 1
        assert found["diagnoser", "identified"] > found["socratic", "identified"]
        assert found["diagnoser", "gain"] >= 0.8
        assert 0 <= found["teller", "scope_control"] <= 1
        assert found["teller", "scope_control"] < found["socratic", "scope_control"]


@pytest.mark.parametrize("wording", ["bundled", "brisk", "formal"])
def test_only_a_tutor_that_adapts_scores_and_can_be_told_from_its_words(library, wording):
    design = DialogueDesign(
        students=("scripted:expert",),
        tutors=("scripted:one-size", "scripted:adaptive"),
        tests=0,
        matched_learners=LEARNERS,
        seed=2,
    )
    found, words = means(with_wording(library, wording), design)
    assert found["adaptive", "adaptivity"] > found["one-size", "adaptivity"] + 0.15
    same = profile_sensitivity(words["one-size"], permutations=20)
    fitted = profile_sensitivity(words["adaptive"], permutations=20)
    assert same.rows == fitted.rows == 3 * LEARNERS
    assert same.chance == pytest.approx(1 / 3)
    assert same.chance - 0.05 <= same.interval.low
    assert same.interval.high <= same.chance + 0.05
    assert fitted.interval.low > fitted.chance + 0.3
    assert fitted.p_value < 0.05


def test_renaming_the_misconceptions_changes_no_word(library, renamed):
    other, to_new = renamed
    plain = ("fractions/add-across", "subtraction/smaller-from-larger", "percent/percent-as-amount")

    def said(content, names):
        students = (*(f"novice:{name}" for name in names), "timss:g4-low", "adversarial:pleads")
        tutors = ("scripted:diagnoser", "scripted:adaptive", "scripted:teller")
        design = DialogueDesign(students=students, tutors=tutors, tests=2, probe=True, seed=4)

        async def run():
            study = Dialogue(content, design)
            trials = [await study.run(cell, MemoryBench()) for cell in study.cells()]
            return [
                (
                    [turn.text for turn in trial.transcript.turns],
                    trial.observations["rankings"],
                    [
                        [t["answer"] for t in tests]
                        for tests in trial.observations["tests"].values()
                    ],
                )
                for trial in trials
            ]

        return asyncio.run(run())

    assert said(library, plain) == said(other, [to_new[name] for name in plain])
