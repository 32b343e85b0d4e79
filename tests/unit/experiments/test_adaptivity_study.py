"""The adaptivity study: what a tutor is told is decided by the context alone, and by nothing else."""

import asyncio
import statistics
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from sandbox.agents.modelled.explainer import messages
from sandbox.content.adaptivity import AdaptivityDesignSpec
from sandbox.content.schema import TutorSpec
from sandbox.content.study_items import item_faults, study_item
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.adaptivity import AdaptivityStudy
from sandbox.experiments.asking import Models
from sandbox.experiments.base import MemoryBench
from sandbox.models.scripted import FromFunction
from sandbox.scoring.clusters import difference
from sandbox.scoring.sensitivity import Row, profile_sensitivity
from sandbox.types import Completion

WORDINGS = Path(__file__).parents[2] / "fixtures" / "wordings"
BOTH = ("scripted:adaptive", "scripted:one-size")
TIERS = ("high", "intermediate", "low")


def design(library, name="published", **changes):
    held = library.designs[name].model_dump(mode="json")
    return AdaptivityDesignSpec.model_validate({**held, **changes})


def study(library, tutors=BOTH, models=None, **changes):
    return AdaptivityStudy(library, design(library, **changes), tutors, access=models or Models())


def run(made):
    async def go():
        return [await made.run(cell, MemoryBench()) for cell in made.cells()]

    return asyncio.run(go())


def asked(library, context, tier, item="g4-number-line", **changes):
    """All text that a model is sent in a cell."""
    grade = library.study_items[item].grade
    made = study(library, ("double:echo",), items=[item], grades=[grade], **changes)
    (cell,) = [
        c
        for c in made.cells()
        if (c.factors["context"], c.factors["tier"]) == (context, tier)
    ]  # fmt: skip
    return "\n".join(message.text for message in messages(made.view(cell)))


def test_the_published_design_is_the_full_factorial(library):
    cells = list(study(library).cells())
    assert len(cells) == 2 * 20 * 3 * 4
    assert len({cell.key for cell in cells}) == len(cells)
    for name, levels in {
        "grade": {4, 8},
        "tier": {*TIERS},
        "context": {"C1", "C2", "C3", "C4"},
    }.items():
        assert {cell.factors[name] for cell in cells} == levels


def test_there_are_ten_items_a_grade_over_all_areas_nine_of_ten_with_a_figure(library):
    assert list(item_faults(library)) == []
    for grade in (4, 8):
        specs = [spec for spec in library.study_items.values() if spec.grade == grade]
        assert len(specs) == 10
        assert sum(spec.figure for spec in specs) == 9
        areas = {library.families[spec.family].timss_area.split(":")[0] for spec in specs}
        wanted = {"Number", "Measurement and Geometry", "Data"}
        if grade == 8:
            wanted = {"Number", "Algebra", "Geometry and Measurement", "Data and Probability"}
        assert areas == wanted
        assert {spec.form for spec in specs} == {"label", "value"}


def test_every_item_has_its_key_and_words_for_its_figure(library):
    for spec in library.study_items.values():
        item = study_item(spec, library)
        assert (item.figure is not None) == bool(item.figure_alt) == spec.figure
        if spec.form == "label":
            right = next(choice for choice in item.choices if choice.label == item.key)
            assert (right.misconception, right.text) == (None, item.answer)
        else:
            assert (item.choices, item.key) == ((), "")


@pytest.mark.parametrize("tier", TIERS)
def test_a_context_adds_what_it_says_and_no_more(library, tier):
    c1, c2, c3, c4 = (asked(library, context, tier) for context in ("C1", "C2", "C3", "C4"))
    assert "I am in grade" not in c1
    assert "expected to learn" not in c1
    assert "I am in grade 4" in c2
    assert "expected to learn" not in c2
    assert "expected to learn" in c3
    for text in (c1, c2, c3):
        assert "TIMSS" not in text
    assert "My score on the TIMSS scale is" in c4


def test_without_context_the_tiers_cannot_be_told_apart(library):
    assert len({asked(library, "C1", tier) for tier in TIERS}) == 1
    assert len({asked(library, "C2", tier) for tier in TIERS}) == 3


def test_the_score_is_a_switch_of_its_own(library):
    everywhere = ["C1", "C2", "C3", "C4"]
    assert "scale is 390" in asked(library, "C1", "low", score_in=everywhere)
    assert "I am in grade" not in asked(library, "C1", "low", score_in=everywhere)
    assert "scale is 390" in asked(library, "C2", "low", score_in=everywhere)
    assert "TIMSS" not in asked(library, "C4", "low", score_in=[])


def test_the_key_is_in_no_prompt(library):
    text = asked(library, "C4", "low", item="g8-pie")
    item = study_item(library.study_items["g8-pie"], library)
    assert item.answer == "40"
    assert "40" not in text.replace("240", "").replace("400", "")
    assert "key" not in text.lower()


def test_a_model_is_asked_anew_in_every_cell_also_where_the_prompt_is_the_same(library):
    model = FromFunction(lambda *_: "The answer is 3.", name="double:m")
    access = Models(given={"double:m": model})
    run(
        study(
            library,
            ("double:m",),
            access,
            items=["g4-bars"],
            grades=[4],
            contexts=["C1"],
            score_in=[],
        )
    )
    seeds = {settings.seed for _, settings in model.asked}
    assert (len(model.asked), len(seeds)) == (3, 3)
    assert {(s.temperature, s.max_tokens) for _, s in model.asked} == {(0.7, 512)}


def test_a_picture_is_sent_once_and_its_words_to_models_without_eyes(library):
    made = study(library, ("double:echo",), items=["g4-clock"], grades=[4])
    sent = messages(made.view(next(made.cells())))
    parts = [part for message in sent for part in message.parts]
    pictures = [part for part in parts if part.kind == "image"]
    assert len(pictures) == 1
    assert "hand" in pictures[0].alt


def replied(library, completion):
    """The study and the one trial in which a model gives this reply."""
    access = Models(given={"double:m": FromFunction(lambda *_: completion, name="double:m")})
    one = {
        "items": ["g4-bars"],
        "grades": [4],
        "contexts": ["C1"],
        "score_in": [],
        "tiers": ["low"],
    }
    made = study(library, ("double:m",), access, **one)
    (trial,) = run(made)
    return made, trial


def test_a_reply_that_was_cut_off_is_counted(library):
    made, trial = replied(library, Completion(text="First we", finish="length"))
    held = {score.metric: score.value for score in made.score(trial)}
    assert (held["reply.cut"], held["reply.words"]) == (1.0, 2.0)


def test_a_refusal_is_no_reply(library):
    made, trial = replied(library, Completion(text="No, I cannot help.", finish="refused"))
    assert trial.transcript.ending.kind == "refused"
    scores = made.score(trial)
    assert {score.metric for score in scores} >= {"reply.words", "scope_control"}
    assert all(score.value is None and score.reason for score in scores)


def test_explained_answers_are_right_by_exact_mathematics(library):
    made = study(library, contexts=["C4"])
    for trial in run(made):
        held = {score.metric: score.value for score in made.score(trial)}
        assert held["rubric.adaptivity.q10"] == 1.0, trial.transcript.turns[-1].text


def with_wording(library, name):
    if name == "bundled":
        return library
    entries = yaml.safe_load((WORDINGS / f"{name}.yaml").read_text())
    specs = {entry["id"]: TutorSpec.model_validate(entry) for entry in entries}
    return replace(library, tutors={**library.tutors, **specs})


@pytest.mark.parametrize("wording", ["bundled", "brisk", "formal"])
def test_the_scripted_tutors_order_as_they_must(library, wording):
    made = study(with_wording(library, wording))
    values, words = defaultdict(list), defaultdict(list)
    for trial in run(made):
        factors = trial.cell.factors
        tutor, context = factors["tutor"], factors["context"]
        score = next(
            s.value for s in made.score(trial) if s.metric == "rubric.adaptivity.adaptivity"
        )
        values[tutor].append((context, factors["tier"], factors["item"], score))
        item = trial.transcript.item
        said = tuple(turn.text for turn in trial.transcript.turns if turn.seat == "tutor")
        tier = str(factors["tier"])
        words[tutor, context].append(Row(item.id, tier, tier, said, (item.in_words,)))

    def mean(tutor, *contexts):
        return statistics.fmean(s for c, *_, s in values[tutor] if c in contexts)

    adaptive, same = BOTH
    everywhere = ("C1", "C2", "C3", "C4")
    assert mean(adaptive, *everywhere) > mean(same, *everywhere) + 0.2
    assert mean(adaptive, "C1") < mean(adaptive, "C4") - 0.1
    for tier in ("intermediate", "low"):
        gap = difference(
            [s for *_, s in values[same]],
            [t for _, t, *_ in values[same]],
            [i for *_, i, _ in values[same]],
            tier,
            "high",
        )
        low, high = (gap.interval.low, gap.interval.high) if gap.interval else (gap.difference,) * 2
        assert -0.05 <= low <= high <= 0.05
    told = profile_sensitivity(words[same, "C4"], permutations=0)
    assert told.accuracy == pytest.approx(1 / 3)
    assert profile_sensitivity(words[adaptive, "C1"], permutations=0).accuracy == pytest.approx(
        1 / 3
    )
    fitted = profile_sensitivity(words[adaptive, "C4"], permutations=0)
    assert fitted.interval.low > 0.6


def test_in_conversation_the_adaptive_tutor_knows_the_learner_from_its_words(library):
    made = study(
        library, ("scripted:adaptive",), name="multi-turn", contexts=["C1"], score_in=[], grades=[8]
    )
    said = defaultdict(list)
    for trial in run(made):
        turns = trial.transcript.turns
        assert len(turns) > 2
        said[trial.cell.factors["tier"]].append(
            " ".join(t.text for t in turns if t.seat == "tutor")
        )
    assert said["low"] != said["high"]
    assert any("small step" in text for text in said["low"])


def test_a_design_that_makes_no_sense_is_refused(library):
    with pytest.raises(ValueError, match="temperature"):
        design(library, temperature="hot")
    with pytest.raises(ValueError, match="C2 stands twice"):
        design(library, contexts=["C2", "C2"])
    with pytest.raises(UsageError, match="at least one tutor"):
        study(library, ())
    with pytest.raises(UsageError, match="named twice"):
        study(library, ("scripted:solver", "scripted:solver"))
    with pytest.raises(UsageError, match="no item for grade 8"):
        study(library, items=["g4-bars"])
    with pytest.raises(UnknownNameError, match="scripted:socratic"):
        study(library, ("scripted:socratic",))
