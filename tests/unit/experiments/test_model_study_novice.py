"""The novice study, the expert tutor and the answering baseline on doubles of known quality."""

import json

import pytest
from model_study import BANK, STATEMENTS, access, asked, believer, picks, says, trials_of, values_of

from sandbox.content.itemfiles import ItemSet
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.answering import AnsweringStudy
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy, generated
from sandbox.experiments.model_novices import SETTINGS, Examples
from sandbox.models.scripted import FromFunction, Scripted
from sandbox.records import Item, canonical
from sandbox.types import Completion

PROSE = "Fractions are hard for me, so I did the tops first and after that the bottoms."


def novice(model, *settings, items=BANK, **more):
    return NoviceStudy(
        items, {}, models=("m",), settings=settings or ("zero",), access=access(m=model), **more
    )


def test_double_that_picks_the_misconceptions_choice_scores_one_in_every_setting():
    found = values_of(novice(believer(), *SETTINGS, trials=2))
    for setting, pairs in {"zero": 6, "zero-exp": 6, "few-random": 6, "few-same": 3}.items():
        assert found[setting, "s1"] == [1.0] * pairs * 2
        assert found[setting, "correct"] == [0.0] * pairs * 2


def test_double_that_knows_better_scores_zero_and_is_reported_as_right():
    found = values_of(novice(picks(BANK, lambda pair: pair.item.key), trials=1))
    assert found == {("zero", "s1"): [0.0] * 6, ("zero", "correct"): [1.0] * 6}


def test_double_that_answers_in_prose_is_unscored_never_wrong_and_its_replies_are_kept():
    model = says(PROSE)
    study = novice(model, trials=1)
    trials = trials_of(study)
    assert values_of(study, trials) == {("zero", "s1"): [None] * 6, ("zero", "correct"): [None] * 6}
    assert [reply["text"] for reply in trials[0].observations["replies"]] == [PROSE, PROSE]
    assert study.score(trials[0])[0].reason == "names no choice"
    assert len(model.asked) == 12


def test_answer_that_is_not_on_offer_is_wrong_not_unscored():
    found = values_of(novice(says('{"Choice": "E"}'), trials=1))
    assert found == {("zero", "s1"): [0.0] * 6, ("zero", "correct"): [0.0] * 6}


def test_unreadable_reply_is_repaired_once():
    model = Scripted([PROSE, '{"Choice": "B"}'])
    study = NoviceStudy(
        ItemSet(BANK.items[:1], STATEMENTS), {}, trials=1, models=("m",), settings=("zero",),
        access=access(m=model),
    )  # fmt: skip
    study = next_cell_only(study)
    (trial,) = trials_of(study)
    assert trial.observations["chosen"] == "B"
    (first, _), (second, _) = model.asked
    assert second[: len(first)] == first
    assert second[-2].text == PROSE
    assert "no JSON object in the reply" in second[-1].text


def next_cell_only(study):
    """The study with its first cell alone."""
    cells = [next(study.cells())]

    class One(type(study)):
        def cells(self):
            return iter(cells)

    made = object.__new__(One)
    made.__dict__.update(study.__dict__)
    return made


def test_refusal_is_not_asked_again():
    model = FromFunction(lambda *_: Completion(text="I won't.", finish="refused"))
    study = next_cell_only(novice(model, trials=1))
    (trial,) = trials_of(study)
    assert trial.observations["reason"] == "the model refused"
    assert len(model.asked) == 1


def test_models_are_asked_at_the_studys_temperature_for_json_with_a_seed_of_their_own():
    model = believer()
    trials_of(novice(model, trials=2))
    settings = [settings for _, settings in model.asked]
    assert {(s.temperature, s.json_reply, s.max_tokens) for s in settings} == {(0.9, True, 512)}
    assert len({s.seed for s in settings}) == 12


def test_choice_alone_is_asked_for_without_explanation_and_else_an_explanation_first():
    model = believer()
    trials_of(novice(model, "zero", "zero-exp", trials=1))
    forms = [settings.reply_schema.body["required"] for _, settings in model.asked]
    assert forms == [["Choice"]] * 6 + [["Explanation", "Choice"]] * 6
    systems = [messages[0].text for messages, _ in model.asked]
    assert ["Explanation" in text for text in systems] == [False] * 6 + [True] * 6


def test_few_same_takes_only_pairs_with_two_other_examples_on_other_questions():
    study = novice(believer(), "few-same", "zero")
    assert study.eligible == {"few-same": 3, "zero": 6}
    examples = Examples(study.pairs)
    assert {study.pairs[n].misconception for n in examples.eligible("few-same")} == {"m1"}
    assert study.design()["eligible"] == {"few-same": 3, "zero": 6}
    assert study.design()["pairs"] == 6


def test_examples_are_of_other_questions_and_in_few_same_of_the_same_misconception(library):
    import random

    study = novice(believer(), items=generated(library, 60, seed=1))
    examples = Examples(study.pairs)
    for setting in ("few-random", "few-same"):
        numbers = examples.eligible(setting)
        assert numbers
        for number in numbers:
            pair = study.pairs[number]
            drawn = examples.of(setting, number, random.Random(number))
            assert len(set(drawn_ids(drawn))) == 2
            assert all(one.item.id != pair.item.id for one in drawn)
            if setting == "few-same":
                assert {one.misconception for one in drawn} == {pair.misconception}


def drawn_ids(drawn):
    return [(one.item.id, one.label) for one in drawn]


def test_examples_differ_between_trials():
    model = believer()
    trials_of(novice(model, "few-random", trials=4))
    tasks = [m[1].text for m, _ in model.asked if asked(m, "Question").startswith("1/2")]
    assert len(set(tasks)) > 2


def test_prompt_holds_belief_and_choices_and_neither_key_nor_another_cause():
    model = believer()
    trials_of(next_cell_only(novice(model, trials=1)))
    (messages, _), *_ = model.asked
    text = "\n".join(message.text for message in messages)
    assert "Your misconception: " + STATEMENTS["m1"] in text
    assert "A. 5/6\nB. 2/5\nC. 1/6\nD. 7\n" in text
    assert STATEMENTS["m3"] not in text
    assert not any(name in text for name in STATEMENTS)


def test_permuting_ids_changes_no_question_to_a_model():
    new = {None: None, "": "", "m1": "z", "m2": "a", "m3": "k"}

    def renamed(item):
        choices = [
            c.model_copy(update={"misconception": new[c.misconception]}) for c in item.choices
        ]
        return item.model_copy(update={"choices": tuple(choices)})

    statements = {new[name]: statement for name, statement in STATEMENTS.items()}
    moved = ItemSet(tuple(map(renamed, BANK.items)), statements)
    asked_about = []
    for items in (BANK, moved):
        model, expert = believer(items), says('{"Choice": 1}')
        trials_of(novice(model, *SETTINGS, items=items, trials=1))
        trials_of(ExpertTutorStudy(items, {}, trials=1, pools=(2, 3), models=("m",),
                                   access=access(m=expert)))  # fmt: skip
        asked_about.append([m for m, _ in (*model.asked, *expert.asked)])
    assert asked_about[0] == asked_about[1]


def test_open_items_are_refused_with_the_study_that_takes_them():
    items = ItemSet((OPEN,), {"m1": STATEMENTS["m1"]})
    with pytest.raises(UsageError, match="expert-tutor study takes open questions"):
        novice(believer(), items=items)
    with pytest.raises(UsageError, match="open questions; the answering baseline"):
        AnsweringStudy(items, {}, models=("m",))


def test_setting_that_no_pair_can_be_asked_under_is_refused():
    with pytest.raises(UsageError, match="need two more of it"):
        novice(believer(), "few-same", items=ItemSet(BANK.items[:1], STATEMENTS))
    with pytest.raises(UnknownNameError, match="did you mean zero"):
        novice(believer(), "zeroo")


OPEN = Item(id="o", question="1/2 + 1/3 = ?", answer="5/6", wrong_answers={"m1": "2/5"})


def expert(model, *pools, items=BANK, trials=1):
    return ExpertTutorStudy(
        items, {}, trials=trials, pools=pools or (2, 3), models=("m",), access=access(m=model)
    )


def knowing(items=BANK):
    """Names the true misconception."""
    truths = {
        (pair.item.question, pair.wrong): items.statements[pair.misconception]
        for pair in items.pairs()
    }

    def reply(messages, settings):
        wrong = asked(messages, "What the student said").removeprefix("My answer is ")
        wrong = wrong.split(". ")[-1]
        statement = truths[asked(messages, "Question"), wrong]
        lines = messages[1].text.splitlines()
        number = next(line.split(".")[0] for line in lines if line.endswith(f". {statement}"))
        return json.dumps({"Explanation": "", "Choice": int(number)})

    return FromFunction(reply, name="double:knows")


def test_expert_that_knows_scores_one_at_every_pool_and_has_no_reciprocal_rank():
    assert values_of(expert(knowing())) == {
        ("", "s2@2"): [1.0] * 6, ("", "s2@3"): [1.0] * 6,
    }  # fmt: skip


def test_expert_takes_open_items():
    items = ItemSet((OPEN,), STATEMENTS)
    assert values_of(expert(knowing(items), items=items))["", "s2@3"] == [1.0]


def test_expert_that_always_names_the_first_is_right_once_in_n():
    found = values_of(expert(says('{"Choice": 1}'), 2, trials=60))["", "s2@2"]
    assert 0.4 < sum(found) / len(found) < 0.6


def test_expert_in_prose_is_unscored_and_a_number_off_the_list_is_wrong():
    assert (
        values_of(expert(says("It could be any of them, really, who am I to say?")))["", "s2@2"]
        == [None] * 6
    )
    assert values_of(expert(says('{"Choice": 77}')))["", "s2@2"] == [0.0] * 6


def test_expert_sees_the_wrong_answer_and_no_marked_cause():
    model = says('{"Choice": 1}')
    trials_of(next_cell_only(expert(model, 3)))
    (messages, _), *_ = model.asked
    text = messages[1].text
    assert "What the student said: My answer is B. 2/5" in text
    assert all(text.count(statement) == 1 for statement in STATEMENTS.values())


def test_answering_double_that_knows_scores_one_with_and_without_explanation():
    keys = {item.question: item.key for item in BANK.items}
    model = FromFunction(lambda m, _: json.dumps({"Choice": keys[asked(m, "Question")]}))
    study = AnsweringStudy(BANK, {}, trials=2, models=("m",), access=access(m=model))
    assert values_of(study) == {
        ("answer", "correct"): [1.0] * 6, ("answer-exp", "correct"): [1.0] * 6,
    }  # fmt: skip
    assert all("misconception" not in m[1].text for m, _ in model.asked)


def test_scripted_answerers_take_the_same_questions(library):
    from sandbox.experiments.novices import make_novice

    study = AnsweringStudy(
        generated(library, 20, seed=2), {}, trials=1,
        answerers=(make_novice("scripted:expert", library),),
    )  # fmt: skip
    assert values_of(study) == {("", "correct"): [1.0] * 20}


def test_observations_are_json_with_usage_and_an_unknown_cost_left_out():
    trial = trials_of(next_cell_only(novice(believer(), trials=1)))[0]
    (reply,) = json.loads(canonical(dict(trial.observations)))["replies"]
    assert reply["usage"]["output_tokens"] > 0
    assert "cost_usd" not in reply
    assert "cached" not in reply
    assert len(trial.observations["prompt"]) == 16
