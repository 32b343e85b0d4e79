"""Naming a misconception by what an answer shares with one worked case of each."""

import random
from statistics import fmean, pstdev

import pytest

from sandbox.maths.cases import SOURCES, SPREADS, Case, Cases
from sandbox.maths.lineage import lineage_marks
from sandbox.maths.skeletons import form_marks, skeleton
from sandbox.maths.solutions import ending, numbers_in, solution
from sandbox.maths.values import Expression, Number, Words, read_value, same_value

ACROSS = "Adds tops and bottoms of fractions."
POINT = "Puts the decimal point in the wrong place of a product."
SWITCHED = "Swaps the letters when a comparison becomes an equation."
BLANK = "Believes that every graph starts at zero."

WORKED = {
    ACROSS: Case("Work out 1/3 + 2/5", "1/3 + 2/5 = 3/8", "11/15"),
    POINT: Case("2.4 x 3 =", "0.72", "7.2"),
    SWITCHED: Case(
        "Write an equation with D and C: there are four times as many dogs as cats.", "4D = C", "D = 4C"
    ),
    BLANK: None,
}  # fmt: skip


@pytest.fixture(scope="module")
def judge(library):
    rules = {name: spec.statement for name, spec in library.misconceptions.items()}

    def make(worked):
        return Cases(tuple(worked.items()), library.families, rules)

    return make


def first(cases, statements, question, wrong):
    order = cases.order(question, wrong)
    return statements[order[0]] if order else None


@pytest.mark.parametrize(
    ("question", "wrong", "belief"),
    [
        ("3/4 + 1/6 = ?", "4/10", ACROSS),
        ("3.1 x 2 =", "0.62", POINT),
        ("Write an equation with B and G: there are six times as many boys as girls.", "6B = G", SWITCHED),
    ],
)  # fmt: skip
def test_other_numbers_under_the_same_rule_are_named_by_the_worked_case(
    judge, question, wrong, belief
):
    assert first(judge(WORKED), list(WORKED), question, wrong) == belief


def test_order_of_candidates_decides_nothing(judge):
    shuffled = list(WORKED)
    random.Random(3).shuffle(shuffled)
    moved = {statement: WORKED[statement] for statement in shuffled}
    assert shuffled != list(WORKED)
    question, wrong = "5/6 + 1/7", "6/13"
    plain = [list(WORKED)[place] for place in judge(WORKED).order(question, wrong)]
    assert plain == [shuffled[place] for place in judge(moved).order(question, wrong)]


def test_equal_evidence_is_ordered_by_statement(judge):
    twins = {"Zeta.": WORKED[ACROSS], "Alpha.": WORKED[ACROSS], POINT: WORKED[POINT]}
    order = judge(twins).order("1/2 + 1/3", "2/5")
    assert order[:2] == (1, 0)


def test_candidates_that_nothing_speaks_for_are_not_ranked(judge):
    assert judge({"Alpha.": None, "Zeta.": None}).order("???", "...") == ()


def test_statements_without_a_word_to_compare_do_not_stop_the_ranking(judge):
    assert judge({"1": WORKED[ACROSS], "2": WORKED[POINT]}).order("2/3 + 1/4", "3/7")[0] == 0


def test_every_source_of_evidence_lies_between_nothing_and_all(judge):
    for found in judge(WORKED).evidence(WORKED[ACROSS].question, WORKED[ACROSS].wrong):
        assert all(-1e-9 <= getattr(found, source) <= 1 + 1e-9 for source in SOURCES)


def test_rule_that_explains_several_cases_speaks_for_each_by_its_share(judge):
    twice = {**WORKED, BLANK: Case("1/4 + 2/3", "3/7", "11/12")}
    alone = judge(WORKED).evidence("1/2 + 3/5", "4/7")
    shared = judge(twice).evidence("1/2 + 3/5", "4/7")
    assert [each.rule for each in alone] == [1, 0, 0, 0]
    assert [each.rule for each in shared] == [0.5, 0, 0, 0.5]


def test_candidate_without_a_case_is_judged_by_its_statement_alone(judge):
    unworked = judge(WORKED).evidence("1/2 + 3/5", "4/7")[-1]
    assert (unworked.rule, unworked.program, unworked.form, unworked.words) == (0, 0, 0, 0)


def test_one_program_leaves_the_same_marks_on_other_numbers():
    def marks(question, wrong, right):
        return lineage_marks(numbers_in(question), read_value(wrong), read_value(right))

    first, second = marks("1/3 + 2/5", "3/8", "11/15"), marks("3/7 + 1/4", "4/11", "19/28")
    assert {".top = v0.top + v1.top", ".bottom = v0.bottom + v1.bottom"} <= first & second
    product = marks("2.4 x 3", "0.72", "7.2")
    assert {"value = shifted v0 * v1", "point elsewhere"} <= product
    assert {"opposite", "other sign"} <= marks("-7 + 3", "4", "-4")
    assert marks("7 - 3", "4", "4") >= {"right value"}


def test_no_answer_leaves_no_marks():
    assert lineage_marks(numbers_in("1/3 + 2/5"), None, read_value("11/15")) == set()


def test_form_is_the_same_for_other_numbers_and_letters():
    assert skeleton("3/4 + 1 1/2 =") == ("fraction", "+", "mixed", "=")
    assert skeleton("Solve 3n + 4 = 19") == skeleton("Solve 5x + 1 = 36")
    assert form_marks("a dog and I") == {}
    assert form_marks("2.5 × 4")["decimal * whole"] == 1


@pytest.mark.parametrize(
    ("working", "value"),
    [
        ("3/4 + 1/6 = 4/10", Number),
        ("  253\n- 178\n------\n  125", Number),
        ("x + 2 = 9\nx = 9 - 2 = 7", Number),
        ("(x + 3)^2\n= x^2 + 9", Expression),
        ("0.4 > 0.35", Words),
    ],
)
def test_working_ends_in_its_last_value(working, value):
    assert isinstance(ending(working), value)


@pytest.mark.parametrize(
    "working", ["", "???", "= ?", "never true", "[drew a balance and nothing else]"]
)
def test_working_without_a_value_ends_in_none(working):
    assert ending(working) is None


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Simplify the fraction 10/15", "2/3"),
        ("30% of what number is 12?", "40"),
        ("Thirty percent of what number is 12?", "40"),
        ("18 is what percent of 60?", "30%"),
        ("Solve: 4x + x = 35", "7"),
        ("Solve for k, and check: 9 - 1/3k = 11", "-6"),
        ("Solve y + 1/4 = 5", "4 3/4"),
        ("7 1/2 - 3 1/8 =", "4 3/8"),
        ("If 6 stickers cost $4, how much do 15 stickers cost?", "10"),
        ("A toy train goes 12 metres in 8 seconds. How far does it go in 20 seconds at the same speed?", "30"),
        ("If 4 workers need 6 days to paint a hall, how many days do 8 workers need?", "3"),
        ("To paint 4 doors you need 6 tins. How many tins do you need for 10 doors at the same rate?", "15"),
        ("Write an algebraic expression for: seven more than a number", "x + 7"),
        ("Write an expression that says: 5 less than a number", "x - 5"),
    ],
)  # fmt: skip
def test_kind_of_question_is_answered(library, question, answer):
    assert same_value(solution(question, library.families), read_value(answer))


def test_blank_between_two_numbers_asks_for_a_sign(library):
    for question, sign in (("0.35 __ 0.4", "<"), ("0.5 ___ 1/2", "="), ("7 □ -7", ">")):
        assert solution(f"Fill in <, > or =: {question}", library.families) == Words(sign)


def test_simplifying_is_compared_as_an_expression(library):
    asked = solution("Simplify: 2(3y - 1) + 4(y + 2)", library.families)
    assert same_value(asked, read_value("10y + 6"))
    assert not same_value(asked, read_value("10y + 1"))


@pytest.mark.parametrize(
    "question",
    [
        # a head start, a difference, a fee: three numbers and no proportion
        "Ben and Amy run equally fast. Amy started first: when she had run 8 laps, Ben had run 2. "
        "How many laps had Amy run when Ben had run 10 laps?",
        "If 4 pens cost $6 more than a book of $3, how much do the pens cost?",
        "A taxi needs a fee. If 3 miles cost $9 with a fee of $4, how much do 6 miles cost?",
        "If 3 pens cost $6, how much do 5 rulers cost?",
        "What is the same price? 3, 4 and 5.",
        # more workers, less time
        "If 4 workers need 6 days for a wall, how many workers are needed for 3 days?",
        "If 2 machines make a part in 6 minutes at this rate, how many machines make it in 3 minutes?",
        "If 3 taps fill a pool at the same rate in 8 hours, how long do 6 taps need?",
        # an equation about a number, and more than the bare phrase
        "3 less than a number is 10. What is the number?",
        "Write an expression for twice 5 more than a number.",
        "Fill in <, > or =: 3/0 __ 5",
        "Draw a picture of the story.",
    ],
)
def test_story_that_is_no_plain_proportion_is_not_answered(library, question):
    assert solution(question, library.families) is None


def drawn_with(name, family, drawn):
    """A problem of the family in which the misconception gives a wrong answer."""
    while name not in (problem := family.draw(drawn)).wrong:
        pass
    return problem


def test_spreads_are_those_of_our_own_questions(library):
    """One draw of 55 misconceptions: the weights rest on the catalogue and on nothing else."""
    drawn = random.Random(0)
    names = drawn.sample(sorted(library.misconceptions), 55)
    asked, worked = [], []
    for name in names:
        families = library.families.testing(name)
        pair = [drawn_with(name, drawn.choice(families), drawn) for _ in range(2)]
        first, second = (Case(p.question(), p.wrong[name].text, p.right.text) for p in pair)
        worked.append((library.misconceptions[name].statement, first))
        asked.append(second)
    rules = {name: spec.statement for name, spec in library.misconceptions.items()}
    cases = Cases(worked, library.families, rules)
    found = [cases.evidence(case.question, case.wrong) for case in asked]
    for source in SOURCES:
        spread = fmean(pstdev(getattr(each, source) for each in of) for of in found)
        assert spread == pytest.approx(SPREADS[source], rel=0.2)
    hits = [max(range(55), key=lambda k, of=of: of[k].total()) == k for k, of in enumerate(found)]
    assert sum(hits) >= 54
