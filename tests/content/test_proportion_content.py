"""Worked examples for the percent, ratio and averages strands, checked by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie far outside what the families draw.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandbox.maths.procedures import proportion

PERCENT = [
    ("What's 20% of 60?", "percent/percent-means-divide-by", "3"),
    ("find 12 percent of 250", "percent/percent-multiplies-without-100", "3000"),
    (r"What is 15\% of 80?", "percent/percent-as-subtraction", "65"),
    ("What is 30% of 8?", "percent/percent-as-subtraction", "−22"),
    ("Find 5% of 400.", "percent/percent-digits-after-point", "200"),
    ("Increase 1250 by 8%", "percent/percent-as-amount", "1258"),
    ("Increase 1250 by 8%", "percent/gives-percent-change-only", "100"),
    # 8% is taken for 0.8, so 8% more is times 1.8
    ("Increase 1250 by 8%", "percent/percent-digits-after-point", "2250"),
    ("increase 80 by 20 percent", "percent/percent-change-wrong-direction", "64"),
    ("What's 25% off $60?", "percent/percent-change-wrong-direction", "$75"),
    ("Decrease 8 by 50%.", "percent/percent-as-amount", "−42"),
    # 10% of 99 is 9.9
    (
        "After a 10% increase, a number is 99. What was the number before the increase?",
        "percent/reverse-takes-percent-of-new",
        "89.1",
    ),
    (
        "After a 20% decrease, a number is 80. What was the number before the decrease?",
        "percent/reverse-takes-percent-of-new",
        "96",
    ),
    (
        "After a 20% decrease, a number is 80. What was the number before the decrease?",
        "percent/reverse-adds-again",
        "64",
    ),
    (
        "Increase 50 by 30% and then decrease the result by 30%.",
        "percent/percent-changes-add",
        "50",
    ),
    ("Increase 50 by 30% and then decrease the result by 10%.", "percent/only-last-change", "45"),
    ("Decrease 50 by 30% and then decrease the result by 10%.", "percent/percent-as-amount", "10"),
    ("What percentage is 34 out of 40?", "percent/subtracts-lost-marks-from-100", "94%"),
    ("Write 12 as a percentage of 30.", "percent/inverts-percent-ratio", "250%"),
    ("What is 9 out of 12 as a percentage?", "percent/gives-remaining-percent", "25%"),
    ("What is the percentage increase from 40 to 60?", "percent/change-over-new", "33.333%"),
    ("What is the percentage decrease from 60 to 45?", "percent/difference-as-percent", "15%"),
    ("What is the percentage decrease from 60 to 45?", "percent/new-as-percent-of-old", "75%"),
    ("convert 7% to a decimal", "percent/percent-digits-after-point", "0.7"),
    ("Write 135% as a decimal.", "percent/percent-digits-after-point", "0.135"),
    ("Write 0.6 as a percentage.", "percent/decimal-digit-as-percent", "6%"),
    ("Write 0.375 as a percentage.", "percent/decimal-digit-as-percent", "375%"),
    ("Write 1.5 as a percentage.", "percent/adds-percent-sign", "1.5%"),
    (r"Write \frac{3}{5} as a percentage.", "percent/fraction-digits-as-percent", "35%"),
    ("Write 7/20 as a percentage.", "percent/numerator-tens", "70%"),
    ("Write 40% as a fraction.", "percent/percent-means-divide-by", "1/40"),
    ("30% of a number is 24. What is the number?", "percent/finds-percent-of-part", "7.2"),
    (
        "What is the simple interest on $500 at 4% a year for 3 years?",
        "percent/one-year-interest",
        "20",
    ),
]

RATIO = [
    (
        "A recipe for 4 people uses 120 g of rice. How much is needed for 10 people?",
        "ratio/additive-reasoning",
        "126 g",
    ),
    (
        "A recipe for 4 people uses 120 g of rice. How much is needed for 10 people?",
        "ratio/inverts-scale",
        "48 g",
    ),
    # fewer people than before, and fewer grams than people taken off
    (
        "A recipe for 12 people uses 6 g of salt. How much is needed for 2 people?",
        "ratio/additive-reasoning",
        "−4 g",
    ),
    ("3:5 = 12:?", "ratio/additive-reasoning", "14"),
    (
        "Zeynep and Omar share $96 in the ratio 3:5. How much does Zeynep get?",
        "ratio/ratio-as-fraction-of-total",
        "57.6",
    ),
    (
        "Zeynep and Omar share $96 in the ratio 3:5. How much does Omar get?",
        "ratio/reverses-ratio-order",
        "36",
    ),
    ("Divide 45 sweets in the ratio 4:5", "ratio/reverses-ratio-order", "25, 20"),
    ("Share 60 in the ratio 1 : 2", "ratio/shares-equally", "30, 30"),
    (
        "The ratio of cats to dogs is 3 : 5. There are 12 cats. How many dogs are there?",
        "ratio/ratio-number-as-multiplier",
        "60",
    ),
    (
        "Two numbers are in the ratio 2 : 5. The larger is 36 more than the smaller. "
        "What is the smaller number?",
        "ratio/difference-as-one-part",
        "72",
    ),
    (
        "Red and blue beads are in the ratio 2:3. What fraction are red?",
        "ratio/ratio-as-fraction-of-total",
        "2/3",
    ),
    ("Simplify 12:18", "ratio/simplifies-one-step", "6 : 9"),
    ("Simplify the ratio 60 to 18.", "ratio/subtracts-to-simplify", "43 : 1"),
    ("Write the ratio 40 cm : 2 m in its simplest form.", "ratio/ignores-units-in-ratio", "20 : 1"),
    ("Write the ratio 40 cm : 2 m in its simplest form.", "ratio/metres-times-ten", "2 : 1"),
    (
        "A photo 8 cm wide and 12 cm high is enlarged to be 14 cm wide. How high is it?",
        "ratio/squares-scale-for-length",
        "36.75 cm",
    ),
    (
        "A map has scale 1:50000. Two towns are 6 cm apart on the map. "
        "How far apart are they really, in km?",
        "ratio/cm-to-km-by-1000",
        "300 km",
    ),
    (
        "4 workers take 12 days to paint a wall. How long would 6 workers take?",
        "ratio/everything-proportional",
        "18",
    ),
    (
        "4 workers take 12 days to paint a wall. How long would 6 workers take?",
        "ratio/additive-compensation",
        "10",
    ),
    # two thirds juice against five ninths; the differences are both 1
    (
        "Mix A has 2 cups of juice and 1 cup of water. Mix B has 5 cups of juice and 4 cups of "
        "water. Which mix tastes stronger of juice: A, B or the same?",
        "ratio/compares-differences-in-mix",
        "the same",
    ),
    (
        "Mix A has 2 cups of juice and 1 cup of water. Mix B has 5 cups of juice and 4 cups of "
        "water. Which mix tastes stronger of juice: A, B or the same?",
        "ratio/most-of-wanted-part",
        "B",
    ),
    ("5 pens cost $8. How much is one pen?", "rates/multiplies-for-unit-rate", "$40"),
    # 5/8 of a dollar is 62.5 cents, written as cents
    ("5 pens cost $8. How much is one pen?", "rates/inverts-unit-rate", "$0.63"),
    (
        "A cyclist rides 39 km in 1 hour 30 minutes. What is the average speed?",
        "rates/minutes-as-decimal",
        "30 km/h",
    ),
    (
        "A bus travels at 60 km/h for 2 hours 45 minutes. How far does it go?",
        "rates/minutes-as-decimal",
        "147 km",
    ),
    (
        "A car travels for 1 hour at 40 km/h and then for 3 hours at 80 km/h. "
        "What is its average speed?",
        "rates/averages-the-speeds",
        "60 km/h",
    ),
    (
        "Amy can do a job in 3 hours, Bob in 6 hours. How long together?",
        "rates/averages-the-times",
        "4.5",
    ),
    (
        "One pound is worth 1.25 dollars. How many pounds do you get for 50 dollars?",
        "rates/always-multiplies-by-rate",
        "62.5",
    ),
]

TABLE = (
    "A table shows the number of pets in some homes. Pets: 1, 2, 3, 4. Homes: 8, 6, 4, 2. "
    "What is the mean number of pets per home?"
)
GOALS = (
    "A table shows the number of goals in some matches. Goals: 0, 1, 2, 3, 4. Matches: "
    "5, 9, 3, 0, 0. "
)

AVERAGES = [
    ("mean of 13, 4, 15, 6, 7", "statistics/mean-not-divided", "45"),
    ("Find the average of 13, 4, 15, 6 and 7.", "statistics/mean-divides-by-wrong-count", "11.25"),
    ("What is the mean of −2, 5, 10?", "statistics/mean-as-midrange", "4"),
    ("Find the mean of 0, 0, 6, 9.", "statistics/zero-not-counted", "7.5"),
    ("The numbers are 8, 3, 17, 5, 12. What is the median?", "statistics/median-unsorted", "17"),
    ("median of 8, 3, 17, 5, 12", "statistics/median-as-midrange", "10"),
    ("median of 12, 5, 18, 3, 8, 15", "statistics/median-lower-middle", "8"),
    ("median of 12, 5, 18, 3, 8, 15", "statistics/median-adds-middles", "20"),
    ("median of 12, 5, 18, 3, 8, 15", "statistics/median-unsorted", "10.5"),
    ("Find the mode of 40, 70, 40, 65, 40.", "statistics/mode-as-frequency", "3"),
    ("Find the mode of 40, 70, 40, 65, 40.", "statistics/mode-as-largest", "70"),
    ("range of 8, 21, 5, 16, 12", "statistics/range-first-to-last", "4"),
    ("range of 8, 21, 5, 16, 12", "statistics/range-as-interval", "5 to 21"),
    ("What is the range of −4, 7, 3?", "statistics/range-drops-signs", "4"),
    ("What is the range of −4, 7, 3?", "statistics/range-subtracts-size", "3"),
    # all below zero: the size of the lowest is taken away from a negative highest
    ("What is the range of −9, −7, −2?", "statistics/range-subtracts-size", "−11"),
    ("The mean of 5 numbers is 12. What is their sum?", "statistics/adds-count-to-mean", "17"),
    (
        "The mean of 4 numbers is 7. All but one of them are 3, 8, 9. What is the other number?",
        "statistics/total-from-given-count",
        "1",
    ),
    (
        "The mean of 5 numbers is 12. 4 of the numbers have mean 10. What is the other number?",
        "statistics/means-average-simply",
        "14",
    ),
    (
        "A group of 10 students has a mean mark of 60. Another group of 30 students has a mean "
        "mark of 72. What is the mean mark of all the students?",
        "statistics/averages-two-means",
        "66",
    ),
    (TABLE, "statistics/ignores-frequencies", "2.5"),
    (TABLE, "statistics/divides-by-number-of-rows", "10"),
    (TABLE, "statistics/averages-the-frequencies", "5"),
    (TABLE, "statistics/divides-by-sum-of-values", "4"),
    # 17 matches, so the 9th is the middle one: place 9, and 1 goal there
    (GOALS + "What is the median number of goals?", "statistics/median-gives-position", "9"),
    (GOALS + "What is the median number of goals?", "statistics/median-of-frequencies", "3"),
    (GOALS + "What is the range of the number of goals?", "statistics/range-of-frequencies", "9"),
    (
        "A data set has mean 20 and range 8. Every value is increased by 5. "
        "What are the new mean and range?",
        "statistics/constant-doubles-range",
        "25, 18",
    ),
    (
        "A data set has mean 20 and range 8. Every value is multiplied by 3. "
        "What are the new mean and range?",
        "statistics/multiplying-leaves-range",
        "60, 8",
    ),
    (
        "In a random sample of 50 students, 18 walk to school. There are 600 students in the "
        "school. About how many walk to school?",
        "statistics/sample-additive",
        "568",
    ),
]

RIGHT = [
    ("fifteen percent of 80", "12"),
    ("what is 150% of 40", "60"),
    ("After a 25% increase, a number is 96. What was the number before the increase?", "76.8"),
    ("Decrease 200 by 50% and then decrease the result by 50%.", "50"),
    ("What is 0.05 as a percentage?", "5%"),
    ("Write 3/8 as a percentage.", "37.5%"),
    ("24 is 30% of what number?", "80"),
    ("Simplify 84 : 126", "2 : 3"),
    ("Amy can do a job in 4 hours, Bob in 6 hours. How long together?", "2.4"),
    (TABLE, "2"),
    (GOALS + "What is the median number of goals?", "1"),
    # nobody scored 3 or 4, so the values end at 2
    (GOALS + "What is the range of the number of goals?", "2"),
    ("Find the mean of 2, 5.", "3.5"),
    ("What is the range of −9, −7, −2?", "7"),
]


def _problems(library, question, misconception=""):
    return [
        problem
        for problem in library.families.last(question)
        if not misconception or misconception in problem.family.errors
    ]


@pytest.mark.parametrize(("question", "misconception", "answer"), [*PERCENT, *RATIO, *AVERAGES])
def test_learner_with_one_belief_writes_exactly_this(library, question, misconception, answer):
    (problem,) = _problems(library, question, misconception)
    given = problem.by(misconception)
    assert given is not None
    assert given.text == answer
    assert not given.same(problem.right)


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_holds_outside_the_drawn_range(library, question, answer):
    (problem,) = _problems(library, question)
    assert problem.right.text == answer


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        ("Write 45% as a decimal.", "percent/percent-digits-after-point"),
        ("Write 0.45 as a percentage.", "percent/decimal-digit-as-percent"),
        ("Write 7/10 as a percentage.", "percent/numerator-tens"),
        ("What is 10% of 70?", "percent/percent-means-divide-by"),
        ("median of 1, 5, 9", "statistics/median-unsorted"),
        (
            "A bus travels at 60 km/h for 2 hours 0 minutes. How far does it go?",
            "rates/ignores-minutes",
        ),
        ("Simplify 10 : 15", "ratio/simplifies-one-step"),
    ],
)
def test_belief_that_happens_to_be_right_here_counts_as_no_error(library, question, misconception):
    (problem,) = _problems(library, question, misconception)
    assert misconception not in problem.wrong


@pytest.mark.parametrize(
    "question",
    [
        "The ratio 35",
        "Numbers: 1, 2, 3. Frequencies: 4, 5, 6. Find the mean.",
        "What is 25% of 80% of 200?",
        "Find the mode of 3, 4, 5.",
        "What is 20% of 60 + 5?",
        # asks for the other part than the one that our families ask for
        "In a class of 30 pupils, 40% are boys. How many girls are there?",
        "She spends 20% of $60. How much does she have left?",
        "How much do you save with 20% off $60?",
        "A train goes 100 km in 2 hours and 60 km in 1 hour. What is its average speed?",
        "5 pens cost $8 and 3 pads cost $6. What is the cost of one pen?",
    ],
)
def test_text_that_no_family_asks_is_not_read_as_part_of_it(library, question):
    strands = {problem.family.strand for problem in library.families.last(question)}
    assert not strands & {"percent", "ratio", "averages"}


def test_share_of_the_second_person_is_not_taken_for_the_first(library):
    question = "Ali and Jo share $96 in the ratio 3:5. How much does {} get?"
    first, second = (
        (p.right.text for p in _problems(library, question.format(who))) for who in ("Ali", "Jo")
    )
    assert (*first, *second) == ("36", "60")


def test_table_written_out_has_every_value_as_often_as_it_occurs():
    assert proportion.table_as_list((0, 1, 2), (2, 0, 3)) == (0, 0, 2, 2, 2)
    assert proportion.values_that_occur((0, 1, 2), (2, 0, 3)) == (0, 2)
    assert proportion.total_of_table((0, 1, 2), (2, 0, 3)) == 6


@pytest.mark.parametrize("frequencies", [(1, -1), (proportion.MOST_VALUES, 1), (10**12, 0)])
def test_table_too_long_to_write_out_is_refused(frequencies):
    with pytest.raises(ValueError):
        proportion.table_as_list((1, 2), frequencies)


def test_all_most_frequent_values_are_found():
    assert proportion.most_frequent((3, 1, 3, 1, 2)) == (1, 3)
    assert proportion.most_frequent((5,)) == (5,)


def test_comparison_names_the_larger_or_says_the_same():
    assert proportion.compare(Fraction(2, 3), Fraction(5, 9)) == "A"
    assert proportion.compare(1, Fraction(3, 2)) == "B"
    assert proportion.compare(2, Fraction(4, 2)) == "the same"


def test_sums_are_written_with_bracketed_negatives():
    assert proportion.sum_text((3, -2, 5)) == "3 + (−2) + 5"
    assert proportion.products_text((0, 1), (8, 6)) == "0 × 8 + 1 × 6"
    with pytest.raises(ValueError):
        proportion.sum_text(())
