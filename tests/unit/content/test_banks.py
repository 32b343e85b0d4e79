"""Item banks: fresh, spread over misconceptions, one cause a wrong answer among all readers."""

import pytest
from engine_content import GOOD

from sandbox.content.banks import item_faults, make_bank, sole_causes
from sandbox.content.library import load, read_library
from sandbox.errors import UnknownNameError, UsageError
from sandbox.maths.diagnose import diagnose
from sandbox.records import Choice

LIBRARY = load()
STATEMENTS = {name: spec.statement for name, spec in LIBRARY.misconceptions.items()}
TINY, _ = read_library((GOOD,))


def test_same_seed_gives_the_same_bank_and_another_seed_another():
    one, same, other = (make_bank(LIBRARY, 25, seed) for seed in (4, 4, 5))
    assert one == same
    assert not {i.question for i in one.items} & {i.question for i in other.items}
    assert {item.source for item in one.items} == {"generated, seed 4"}


@pytest.mark.parametrize("choices", [True, False])
def test_every_wrong_answer_has_one_cause_among_all_that_read_the_question(choices):
    bank = make_bank(LIBRARY, 60, 8, choices=choices)
    pairs = list(bank.pairs())
    assert len(pairs) >= 60
    for pair in pairs:
        found = diagnose(pair.item.question, pair.wrong, LIBRARY.families, STATEMENTS)
        assert [each.misconception for each in found.explanations] == [pair.misconception]
    assert not any(item_faults(item, LIBRARY) for item in bank.items)


def test_few_items_test_many_misconceptions():
    bank = make_bank(LIBRARY, 60, 2)
    assert len({pair.misconception for pair in bank.pairs()}) >= 170


def test_bank_keeps_to_what_was_named():
    wanted = ["fractions/add-across", "subtraction/smaller-from-larger"]
    for choices in (True, False):
        bank = make_bank(LIBRARY, 10, 1, misconceptions=wanted, choices=choices)
        for item in bank.items:
            names = {choice.misconception for choice in item.choices} | set(item.wrong_answers)
            assert names & set(wanted)
            assert bool(item.choices) == choices
    bank = make_bank(LIBRARY, 10, 1, strands=["ratio"], misconceptions=["ratio/shares-equally"])
    assert {LIBRARY.families[item.family].strand for item in bank.items} == {"ratio"}
    bank = make_bank(LIBRARY, 10, 1, families=["frac-add-unlike"])
    assert {item.family for item in bank.items} == {"frac-add-unlike"}


def test_questions_that_are_known_are_not_asked_again():
    names = {"families": ["tiny-whole"], "choices": False}
    first = make_bank(TINY, 60, 1, **names)
    known = {item.question for item in first.items}
    second = make_bank(TINY, 40, 1, apart=known, **names)
    assert not known & {item.question for item in second.items}


def test_what_cannot_be_made_is_refused_with_the_number_there_is():
    with pytest.raises(UnknownNameError, match="did you mean fractions"):
        make_bank(LIBRARY, 1, 1, strands=["fraction"])
    with pytest.raises(UnknownNameError):
        make_bank(LIBRARY, 1, 1, misconceptions=["fractions/unknown"])
    with pytest.raises(UsageError, match="only 0 different items"):
        make_bank(
            LIBRARY, 1, 1, strands=["ratio"], misconceptions=["subtraction/smaller-from-larger"]
        )
    with pytest.raises(UsageError, match="--open"):
        make_bank(TINY, 3, 1, misconceptions=["tiny/joins"])
    with pytest.raises(UsageError, match=r"only \d+ different items"):
        make_bank(TINY, 5000, 1, families=["tiny-whole"], choices=False)


def test_answer_of_two_beliefs_is_no_sole_cause():
    (tied,) = TINY.families.last("What is 2/2 + 2/2?")
    causes = sole_causes(tied, "What is 2/2 + 2/2?", TINY)
    assert not {"tiny/add-across", "tiny/top-only"} <= causes.keys()
    for name, text in causes.items():
        assert [n for n, a in tied.wrong.items() if a.matches(text)] == [name]


def test_answer_of_another_family_that_reads_the_question_is_no_sole_cause():
    question = "What is 50 − 7?"
    readings = LIBRARY.families.last(question)
    assert len(readings) > 1
    problem = next(p for p in readings if "subtraction/zero-minus-n-is-n" in p.wrong)
    causes = sole_causes(problem, question, LIBRARY)
    assert "subtraction/zero-minus-n-is-n" not in causes  # smaller-from-larger gives 57 too
    for text in causes.values():
        givers = {n for each in readings for n, a in each.wrong.items() if a.matches(text)}
        assert len(givers) == 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"figure_alt": "A bar"}, "needs a figure"),
        ({"question": "What?"}, "not how its family asks"),
        ({"answer": "7/5"}, "the formula gives"),
        ({"family": ""}, "not generated"),
        ({"key": "E"}, "no right choice"),
    ],
)
def test_item_that_breaks_a_filter_is_found(change, what):
    item = make_bank(LIBRARY, 1, 3, families=["frac-add-unlike"]).items[0]
    assert item_faults(item, LIBRARY) == []
    assert any(what in fault for fault in item_faults(item.model_copy(update=change), LIBRARY))


def test_choice_of_a_wrong_cause_or_of_one_given_twice_is_found():
    item = make_bank(LIBRARY, 1, 3, families=["frac-add-unlike"]).items[0]
    wrong = [choice for choice in item.choices if choice.misconception]
    swapped = {wrong[0].label: wrong[1].misconception, wrong[1].label: wrong[0].misconception}

    def changed(by_label):
        choices = tuple(
            Choice(label=c.label, text=c.text, misconception=by_label.get(c.label, c.misconception))
            for c in item.choices
        )
        return item_faults(item.model_copy(update={"choices": choices}), LIBRARY)

    assert len(changed(swapped)) == 2
    twice = changed({wrong[0].label: wrong[1].misconception})
    assert "has two choices of one cause" in twice


def test_no_family_has_a_second_item_before_each_has_its_first():
    pool = [family for family in LIBRARY.families if family.strand == "rounding"]
    names = [family.id for family in pool]
    for count in (len(names) - 1, len(names), len(names) + 2):
        bank = make_bank(LIBRARY, count, 3, strands=["rounding"], by_family=True)
        times = [[item.family for item in bank.items].count(name) for name in names]
        assert sum(times) == count
        assert max(times) - min(times) <= 1


def test_family_with_too_few_errors_gives_open_items_where_families_take_turns():
    few = next(f for f in LIBRARY.families if len(f.errors) < 3)
    enough = "frac-add-unlike"
    bank = make_bank(LIBRARY, 4, 1, families=[few.id, enough], by_family=True)
    by_family = {item.family: item for item in bank.items}
    assert by_family[few.id].choices == ()
    assert by_family[few.id].wrong_answers
    assert len(by_family[enough].choices) == 4
    assert not any(item_faults(item, LIBRARY) for item in bank.items)
    assert bank == make_bank(LIBRARY, 4, 1, families=[few.id, enough], by_family=True)


def test_items_that_take_turns_keep_to_misconceptions_and_leave_out_what_is_known():
    name = "fractions/add-across"
    named = {"misconceptions": [name], "by_family": True}
    first = make_bank(LIBRARY, 6, 1, **named)
    known = {item.in_words for item in first.items}
    second = make_bank(LIBRARY, 6, 1, apart=known, **named)
    assert not known & {item.in_words for item in second.items}
    for item in (*first.items, *second.items):
        assert name in {*item.wrong_answers, *(c.misconception for c in item.choices)}
