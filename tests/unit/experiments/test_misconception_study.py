"""The misconception study on agents of known quality: perfect, random, always right."""

import asyncio
from collections import defaultdict

import pytest
from scipy.stats import binomtest

from sandbox.agents.tutors import make_tutor
from sandbox.content.itemfiles import ItemSet
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy, generated
from sandbox.experiments.novices import make_novice
from sandbox.records import Choice, Item, canonical


def values(study):
    async def run():
        found = defaultdict(list)
        for cell in study.cells():
            trial = await study.run(cell, MemoryBench())
            who = cell.factors.get("novice") or cell.factors.get("tutor")
            for score in study.score(trial):
                found[who, score.metric, cell.replicate].append(score.value)
        return found

    return asyncio.run(run())


@pytest.fixture(scope="module")
def items(library):
    return generated(library, 60, seed=11)


def novices(library, items, *names, trials=2):
    made = tuple(make_novice(name, library) for name in names)
    return NoviceStudy(items, {"questions": 60}, trials=trials, seed=3, novices=made)


def test_scripted_novice_picks_its_misconceptions_choice_every_time(library, items):
    found = values(novices(library, items, "scripted:novice", "scripted:expert"))
    for trial in range(2):
        assert set(found["scripted:novice", "s1", trial]) == {1.0}
        assert set(found["scripted:novice", "correct", trial]) == {0.0}
        assert set(found["scripted:expert", "s1", trial]) == {0.0}
        assert set(found["scripted:expert", "correct", trial]) == {1.0}


def test_random_novice_sits_at_chance(library, items):
    found = values(novices(library, items, "scripted:random", trials=4))
    hits = [v for (_, metric, _), trial in found.items() if metric == "s1" for v in trial]
    assert binomtest(int(sum(hits)), len(hits), 1 / 4).pvalue > 0.001


def test_trials_of_a_random_novice_differ(library, items):
    found = values(novices(library, items, "scripted:random"))
    assert found["scripted:random", "s1", 0] != found["scripted:random", "s1", 1]


def test_scripted_diagnoser_names_the_misconception_among_any_number(library, items):
    tutor = make_tutor("scripted:diagnoser", library)
    study = ExpertTutorStudy(items, {}, trials=1, seed=3, tutors=(tutor,), pools=(4, 100))
    found = values(study)
    assert sum(found[tutor.name, "s2@4", 0]) / len(study.pairs) >= 0.99
    assert sum(found[tutor.name, "s2@100", 0]) / len(study.pairs) >= 0.97


def test_guessing_tutor_sits_at_one_in_n(library, items):
    tutor = make_tutor("scripted:cheerleader", library)
    study = ExpertTutorStudy(items, {}, trials=2, seed=3, tutors=(tutor,), pools=(4,))
    hits = [value for (_, metric, _), v in values(study).items() if metric == "s2@4" for value in v]
    assert binomtest(int(sum(hits)), len(hits), 1 / 4).pvalue > 0.001


def test_permuting_ids_changes_no_choice_and_no_ranking(library, renamed):
    other, to_new = renamed

    def observed(content, made):
        studies = (
            NoviceStudy(made, {}, trials=1, novices=(make_novice("scripted:novice", content),)),
            ExpertTutorStudy(
                made, {}, trials=1, tutors=(make_tutor("scripted:diagnoser", content),), pools=(20,)
            ),
        )

        async def run():
            return [
                [
                    canonical(dict((await study.run(c, MemoryBench())).observations))
                    for c in study.cells()
                ]
                for study in studies
            ]

        return asyncio.run(run())

    plain = generated(library, 30, seed=5)
    moved = ItemSet(
        tuple(
            item.model_copy(
                update={
                    "choices": tuple(
                        c.model_copy(update={"misconception": to_new.get(c.misconception)})
                        for c in item.choices
                    )
                }
            )
            for item in plain.items
        ),
        {to_new[name]: statement for name, statement in plain.statements.items()},
    )
    assert observed(library, plain) == observed(other, moved)


def test_imported_question_is_played_by_the_nearest_known_belief(library):
    choices = (
        Choice(label="A", text="3/4"),
        Choice(label="B", text="4/6", misconception="7"),
        Choice(label="C", text="5/4", misconception=""),
        Choice(label="D", text="3/8", misconception=""),
    )
    item = Item(
        id="q", question="3/4 + 1/2 = ?", answer="5/4", choices=choices, key="A", source="eedi"
    )
    items = ItemSet((item,), {"7": "When adding fractions, adds the numerators and denominators"})
    found = values(
        NoviceStudy(items, {}, trials=1, novices=(make_novice("scripted:novice", library),))
    )
    assert found["scripted:novice", "s1", 0] == [1.0]


def test_study_refuses_what_it_cannot_run(library, items):
    with pytest.raises(UsageError, match="no wrong answer with a known cause"):
        NoviceStudy(ItemSet((), {}), {})
    with pytest.raises(UsageError, match="a pool has 2 to"):
        ExpertTutorStudy(items, {}, pools=(4, 100_000))
    with pytest.raises(UnknownNameError, match="did you mean scripted:novice"):
        make_novice("scripted:novise", library)


def test_pairs_of_an_item_set_have_exactly_one_cause(items):
    for pair in items.pairs():
        same = [choice for choice in pair.item.choices if choice.text == pair.wrong]
        assert len(same) == 1
