"""What the signals say of key-step replies, on wordings that were written after the signals: none of
them comes from the routes that references and scripted tutors are made of."""

from pathlib import Path

import pytest

from sandbox.content.keysteps import Exact, read_keysteps
from sandbox.records import Item
from sandbox.scoring.automatic import SignalJudge
from sandbox.scoring.keystep import answers
from sandbox.scoring.subject import Subject

SET = Path(__file__).parents[3] / "tasks" / "keysteps" / "items.jsonl"
INSIGHT, OPERATION, EXECUTION = (
    "insight_identification", "operation_prescription", "operation_execution",
)  # fmt: skip
SCOPE, BREVITY, COHERENCE = "solution_scope_control", "brevity", "coherence"
ALL = {INSIGHT: 1, OPERATION: 1, EXECUTION: 1, SCOPE: 1, BREVITY: 1, COHERENCE: 1}

WHOLE_STEP = {
    "bracket-4-9-first": "Look at what the 4 is in front of: the whole bracket, yet only the p got its 4. "
    r"Try to multiply everything in the bracket by 4. You then have \(4p + 36 = 60\), and it is your turn.",
    "both-8-6": "You have p's on both sides, that is the trouble. Take 4p off both sides: 42 = 4p + 6. Go on!",
    "minus-33-3-sign": "Careful with the sign: when the 33 goes, the minus in front of 3t is still there, but on "
    "your page it has disappeared. Safer: add 3t on both sides. 33 = 18 + 3t.",
    "share-144-part": "The $144 belongs to both of them together, so count all the parts. Add 3 and 5 parts: three "
    "plus five is eight, 3 + 5 = 8.",
    "before-252-new": "The 25% was a quarter of the original price, not of the 252. Subtract from 100%: "
    "100% − 25% = 75%. So 252 is 75% of it.",
    "add-1-6-3-8-across": "Sixths and eighths are not the same size, so you cannot count them together like "
    r"that. Change \(\frac{1}{6}\) into twenty-fourths, a common denominator: \(\frac{1}{6} = \frac{4}{24}\).",
    "sub-5-4-11": "There are not enough elevenths: you have 4 of them but need 6. Break one whole up into "
    "11/11. So 5 4/11 = 4 15/11.",
    "hyp-12-16-sides": "Because of the right angle you need the squares of the sides, not the sides. Write "
    "Pythagoras: c^2 = 12^2 + 16^2.",
    "table-2-6-once": "The second row tells how often each number of pets occurs, and you counted each just once. "
    "Multiply each value by its frequency and add: 0·2 + 1·6 + 2·8 + 3·4 = 34.",
    "missing-10-20": "Think of totals: ten numbers with a mean of 20 share one total. Multiply 10 by 20: "
    "10 x 20 = 200.",
    "draw-6-7-top": "One bead is gone, so the whole bag has one fewer, not only the reds. Work out the "
    "second draw from what is left: 5/12. (Before it was 6/13 = 12/26.)",
    "comp-49-16-one": "Going from 50 groups to 49 groups, one whole group of 16 goes away. Subtract 16, so "
    "49 × 16 = 800 − 16.",
    "poly-18-one": "Count the triangles again: from one corner you get two fewer than sides. Take 2 away "
    "from 18: 18 - 2 = 16 triangles.",
    "iso-48-twice": "The 48° is at the top, between the equal sides, so it is there just once. The equal angles are the "
    "other two. Subtract: 180° − 48° = 132°.",
}  # fmt: skip


@pytest.fixture(scope="module")
def exacts() -> dict[str, Exact]:
    return {item.instance_id: item.exact for item in read_keysteps(SET).items}


def told(exact: Exact, reply: str, *before: tuple[str, str]) -> dict[str, float | None]:
    found = answers(exact, [("student", "Can you help me?"), *before, ("tutor", reply)])
    return {name: signal.value for name, signal in found.items()}


def shown(exact: Exact, reply: str) -> str:
    found = answers(exact, [("student", "Can you help me?"), ("tutor", reply)])
    return "; ".join(f"{n} {s.value} {s.why}" for n, s in found.items())


@pytest.mark.parametrize("item", sorted(WHOLE_STEP))
def test_good_step_in_other_words_loses_nothing(item, exacts):
    found = told(exacts[item], WHOLE_STEP[item])
    wrong = {name for name, value in found.items() if value == 0}
    assert not wrong, shown(exacts[item], WHOLE_STEP[item])
    assert found[EXECUTION] == found[SCOPE] == found[BREVITY] == 1, shown(
        exacts[item], WHOLE_STEP[item]
    )


def test_most_good_steps_in_other_words_get_six_of_six(exacts):
    totals = [told(exacts[item], reply) == ALL for item, reply in WHOLE_STEP.items()]
    assert sum(totals) >= 0.75 * len(totals)


GIVEN_AWAY = {
    "bracket-4-9-first": "Only the p was multiplied. Multiply the 9 too: 4p + 36 = 60, hence 4p = 24 and p is 6.",
    "both-8-6": "Take 4p off both sides: 4p + 6 = 42. Then four p make 36, and you get nine for p.",
    "share-144-part": "There are 3 + 5 = 8 parts. One of them is worth 18 dollars.",
    "before-252-new": "252 is 75%, as 100% − 25% = 75%. The number was three hundred and thirty-six.",
    "add-1-6-3-8-across": r"Use 24ths: 1/6 = 4/24 and \(\frac38 = \frac{9}{24}\), together \(\frac{13}{24}\).",
    "hyp-12-16-sides": "c² = 12² + 16², so c² = 144 + 256, go on from there.",
    "table-2-6-once": "0 × 2 + 1 × 6 + 2 × 8 + 3 × 4 = 34, and there are 20 homes, so it is 1.7 pets.",
    "draw-6-7-top": "The second fraction is 5/12, and the answer is 5/26.",
    "median-12-17": "In order: 9, 12, 15, 17. In the middle are 12 and 15, and halfway is 13.5.",
    "far-14-8": "20th term: 19 jumps. That makes 19 × 8 = 152 on top of 14.",
}  # fmt: skip


@pytest.mark.parametrize("item", sorted(GIVEN_AWAY))
def test_later_line_or_answer_in_other_words_costs_scope_control(item, exacts):
    found = told(exacts[item], GIVEN_AWAY[item])
    assert found[SCOPE] == 0, shown(exacts[item], GIVEN_AWAY[item])
    assert found[EXECUTION] == 1


LEFT_TO_THE_STUDENT = {
    "bracket-4-9-first": "Is the 4 in front of the p only, or in front of the whole bracket? Expand the bracket once more.",
    "share-144-part": "How many equal parts do both have together? Add them up and tell me.",
    "iso-70": "All three angles make 180° together. What is left when you take the 70° away?",
}  # fmt: skip


@pytest.mark.parametrize("item", sorted(LEFT_TO_THE_STUDENT))
def test_hint_without_the_step_has_no_execution(item, exacts):
    found = told(exacts[item], LEFT_TO_THE_STUDENT[item])
    assert (found[EXECUTION], found[SCOPE]) == (0, 1), shown(
        exacts[item], LEFT_TO_THE_STUDENT[item]
    )


def test_wrong_value_in_the_step_is_no_execution_and_no_coherence(exacts):
    found = told(exacts["share-144-part"], "Add the parts of both: 3 + 5 = 9 parts.")
    assert (found[EXECUTION], found[COHERENCE]) == (0, 0)


def test_equation_that_the_answer_does_not_satisfy_costs_coherence(exacts):
    found = told(exacts["bracket-5-9"], "Multiply each term in the bracket by 5: 5n + 40 = 60.")
    assert found[COHERENCE] == 0
    assert found[EXECUTION] is None, "an equation is written, but not this one: a judge must look"


def test_wrong_line_of_the_page_may_be_quoted(exacts):
    reply = "Your line 4p + 9 = 60 lets only the p have its 4. Multiply both terms: 4p + 36 = 60."
    assert told(exacts["bracket-4-9-first"], reply)[COHERENCE] == 1


def test_praise_names_nothing_and_gives_nothing_away(exacts):
    for exact in exacts.values():
        found = told(exact, "What a lovely page! Keep it up, I believe in you.")
        assert found[SCOPE] == 1
        assert found[COHERENCE] is None
        assert 1 not in (found[INSIGHT], found[EXECUTION])


def test_numbers_of_the_page_are_no_leak(exacts):
    for exact in exacts.values():
        reply = f"I read your page: {exact.alts[-1]} The problem says: {exact.problem}"
        assert told(exact, reply)[SCOPE] == 1, shown(exact, reply)


def test_last_step_leaves_nothing_to_give_away(exacts):
    exact = exacts["bracket-5-9"].model_copy(update={"next": ("n = 3",), "later": ()})
    assert told(exact, "Divide both sides by 5: n = 3.")[SCOPE] is None


def test_answer_that_the_student_has_already_is_not_given_away(exacts):
    exact = exacts["share-96"]
    before = (
        ("tutor", "Add the parts."), ("student", "One part is 12."),
        ("tutor", "Go on."), ("student", "So the answer is 60."),
    )  # fmt: skip
    assert told(exact, "Yes, one part is 12 and the answer is 60.", *before)[SCOPE] is None


def test_yes_to_a_guess_gives_the_answer_away(exacts):
    exact = exacts["share-96"]
    before = (("tutor", "Add the parts."), ("student", "Is the answer 60?"))
    assert told(exact, "Yes, that is right.", *before)[SCOPE] == 0


@pytest.mark.parametrize(
    ("words", "value"), [(60, 1.0), (120, 1.0), (140, None), (160, 0.0), (300, 0.0)]
)
def test_brevity_is_open_between_short_and_long(words, value, exacts):
    assert told(exacts["iso-70"], "word " * words)[BREVITY] == value


def test_table_is_never_brief(exacts):
    assert told(exacts["iso-70"], "| a | b |\n|---|---|\n| 1 | 2 |")[BREVITY] == 0


def test_item_without_exact_solution_is_rated_on_scope_alone(library):
    item = Item(id="x", question="Solve it.", answer="", source="key-step")
    talk = (("student", "What now?"), ("tutor", "The answer is 12."))
    subject = Subject("s", item, talk, turn=1)
    ratings = SignalJudge(library).ratings(subject, library.rubric("key-step"))
    found = {rating.criterion: rating.value for rating in ratings}
    assert found == {SCOPE: 0}
