"""Worked examples for the measurement, probability and charts strands, checked by hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie far outside what the families draw.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures import data

RULER = "A ruler measures from {} cm to {} cm. How long is the object?"
SCALE = (
    "A scale is marked {} and {}, with {} equal spaces between them. The pointer is at "
    "the {} mark after {}. What is the reading?"
)
POSTS = (
    "{} posts are put in a straight line with {} m between each post and the next. How "
    "far is it from the first post to the last?"
)

MEASUREMENT = [
    (RULER.format(3, 11), "measurement/reads-end-of-ruler", "11 cm"),
    (RULER.format(3, 11), "measurement/counts-ruler-marks", "9 cm"),
    (RULER.format(128, 131), "measurement/adds-ruler-readings", "259 cm"),
    (SCALE.format(50, 150, 4, "3rd", 50), "measurement/each-mark-is-one", "53"),
    # five lines from 50 to 150, so a step is taken for 20
    (SCALE.format(50, 150, 4, "3rd", 50), "measurement/interval-divides-by-marks", "110"),
    (SCALE.format(1000, 1500, 10, "7th", 1000), "measurement/each-mark-is-ten", "1070"),
    (SCALE.format(1000, 1500, 10, "7th", 1000), "decimals/counts-start-mark", "1300"),
    (POSTS.format(100, 5), "measurement/fencepost-counts-posts", "500 m"),
    (POSTS.format(2, 5), "measurement/fencepost-one-more", "15 m"),
    (
        "A straight fence is 10 m long. It has a post at each end and a post every 2 m in "
        "between. How many posts does it have?",
        "measurement/fencepost-counts-posts",
        "5",
    ),
    ("convert 12.5 m to cm", "measurement/decimal-as-separate-unit", "1205 cm"),
    ("How many grams are in 0.25 kg?", "measurement/decimal-as-separate-unit", "25 g"),
    ("1.5 l to ml", "measurement/always-factor-hundred", "150 ml"),
    ("What is 2.75 m in cm?", "measurement/converts-wrong-direction", "0.0275 cm"),
    ("how many metres are in 90 cm?", "measurement/metric-factor-ten", "9 m"),
    ("how many metres are in 90 cm?", "measurement/converts-wrong-direction", "9000 m"),
    ("Convert 4 kg 50 g to kg", "measurement/smaller-unit-after-point", "4.5 kg"),
    ("Convert 4 kg 50 g to kg", "measurement/gives-total-in-small-unit", "4050 kg"),
    ("Write 3 m 45 cm in metres.", "measurement/adds-different-units", "48 m"),
    ("Write 1 m 5 cm in cm.", "measurement/units-side-by-side", "15 cm"),
    ("50000 cm² to m²", "perimeter-area/area-scales-linearly", "500 m²"),
    ("Change 50 m³ to cm³.", "measurement/volume-uses-1000", "50000 cm³"),
    ("Change 50 m³ to cm³.", "volume/volume-scales-like-area", "500000 cm³"),
    ("How long is it from 13:35 to 15:10?", "measurement/time-smaller-from-larger", "2 h 25 min"),
    ("How long is it from 13:35 to 15:10?", "measurement/time-borrows-100", "1 h 75 min"),
    ("How long is it from 8:50 to 9:10?", "measurement/time-no-hour-adjust", "1 h 20 min"),
    ("What time is it 30 minutes after 12:45?", "measurement/time-minutes-over-60", "12:75"),
    ("What time is it 30 minutes after 12:45?", "measurement/time-hour-not-carried", "12:15"),
    (
        "It is 23:50. What time will it be 20 minutes later?",
        "measurement/time-hour-carried-minutes-kept",
        "0:70",
    ),
    ("Write 2.25 hours in minutes.", "measurement/decimal-hours-as-minutes", "145 minutes"),
    (
        "How many minutes are in 1.9 hours?",
        "measurement/decimal-hours-as-tens-of-minutes",
        "150 minutes",
    ),
    ("How many minutes are in 24 hours?", "measurement/hour-as-100-minutes", "2400 minutes"),
    ("Convert 11:30 pm to 24 hour time.", "measurement/pm-adds-thirteen", "24:30"),
    ("What is 20:05 in 12-hour time?", "measurement/pm-adds-ten", "10:05 pm"),
    (
        "On a clock the short hand is between 12 and 1, and the long hand points exactly at 10. "
        "What time is it?",
        "measurement/swaps-clock-hands",
        "10:00",
    ),
    (
        "The short hand is just past 9 and the long hand points to 3. What time is it?",
        "measurement/minute-hand-face-value",
        "9:03",
    ),
]

BAG = "A bag contains 3 red balls and 5 blue balls. What is the probability of picking a blue ball?"
FOUR_BAGS = (
    "Which bag gives the best chance of red? Bag A: 3 red, 1 blue; bag B: 20 red, 10 blue; "
    "bag C: 1 red, 0 blue; bag D: 9 red, 8 blue."
)
PENS = (
    "A box contains 4 red and 6 blue pens. Two are taken without replacement. "
    "What is the probability that both are red?"
)
EVENTS = "P(A) = 1/2 and P(B) = 1/3. A and B are independent. What is P(A and B)?"
SPINNER = (
    "The probability of red is 0.2 and the probability of blue is 0.35. "
    "What is the probability of red or blue?"
)

PROBABILITY = [
    (BAG, "probability/prob-part-to-part", "5/3"),
    (BAG, "probability/prob-equal-by-colour", "1/2"),
    (BAG, "probability/prob-one-over-favourable", "1/5"),
    (
        "A spinner has 3 sectors. The red sector has an angle of 200°. "
        "What is the probability of red?",
        "probability/prob-angle-over-180",
        "200/180",
    ),
    (
        "The probability that it rains is 0.3. What is the probability that it does not rain?",
        "probability/complement-from-100",
        "99.7",
    ),
    (
        "The chance of rain is 30%. What is the chance that it does not rain?",
        "probability/complement-fifty-fifty",
        "50%",
    ),
    (
        "Bag A: 2 red and 1 blue. Bag B: 101 red and 99 blue. Which bag gives a better chance of "
        "a red counter: A, B or the same?",
        "probability/largest-difference-wins",
        "B",
    ),
    (FOUR_BAGS, "probability/most-favourable-wins", "B"),
    (FOUR_BAGS, "probability/largest-difference-wins", "B"),
    (
        "A coin landed on heads five times in a row. Is heads or tails more likely next?",
        "probability/negative-recency",
        "tails",
    ),
    (
        "Which is more likely when you toss a fair coin, the row TTTT, the row HTTH, or are both "
        "the same?",
        "probability/mixed-row-more-likely",
        "HTTH",
    ),
    # 6 of the 36 throws make 7; of the 21 pairs without order 3 do
    (
        "Two dice are rolled. What is the probability of a sum of 7?",
        "probability/dice-order-ignored",
        "3/21",
    ),
    (
        "Two dice are rolled. What is the probability of a sum of 2?",
        "probability/dice-sums-equally-likely",
        "1/11",
    ),
    (
        "What is the probability of exactly 3 heads in 10 tosses of a fair coin?",
        "probability/coins-one-arrangement",
        "1/1024",
    ),
    (
        "A coin is tossed three times. What is the probability of getting exactly two heads?",
        "probability/coins-k-over-n",
        "2/3",
    ),
    (EVENTS, "probability/both-means-add", "5/6"),
    (EVENTS, "probability/probabilities-add-across", "2/5"),
    (EVENTS, "probability/probabilities-averaged", "5/12"),
    (SPINNER, "probability/or-means-multiply", "0.07"),
    (SPINNER, "probability/or-gives-complement", "0.45"),
    # 4/10 · 4/10, 4/10 · 3/10 and 4/10 · 4/9
    (PENS, "probability/replaces-when-should-not", "4/25"),
    (PENS, "probability/only-numerator-reduced", "3/25"),
    (PENS, "probability/only-denominator-reduced", "8/45"),
    (
        "A bag has 5 red and 3 blue marbles. Two are drawn with replacement. "
        "What is the probability that both are red?",
        "probability/removes-when-should-not",
        "5/14",
    ),
    (
        "The probability of winning is 3/4. You play two games. "
        "What is the probability of at least one win?",
        "probability/at-least-one-adds",
        "3/2",
    ),
    (
        "The probability of winning a game is 9/10. It is played 1000 times. "
        "How many wins would you expect?",
        "probability/expects-numerator-times",
        "9",
    ),
    (
        "A spinner with 2 colours was spun 1000 times and landed on green 999 times. "
        "Estimate the probability of green.",
        "probability/assumes-equal-sectors",
        "1/2",
    ),
    (
        "How many outfits can you make with 12 shirts and 3 pants?",
        "probability/combinations-one-to-one",
        "3",
    ),
]

BOX = (
    "A box plot has minimum 3, lower quartile 10, median 15, upper quartile 22 and "
    "maximum 40. What is the interquartile range?"
)
GIRLS = (
    "In a class, 12 girls and 8 boys like maths; 4 girls and 6 boys do not. What fraction "
    "of the girls like maths?"
)
COOLING = (
    "A line graph goes straight from 30°C at 2 hours to 10°C at 6 hours. What temperature "
    "does it show at 5 hours?"
)
FIT = "The line of best fit passes through (0, 5) and (10, 25). Predict the value for 20."
AXIS = (
    "A bar chart has an axis starting at 40. One bar reaches 80 and another reaches 50. "
    "How many times as large is the first?"
)

SPREAD = (
    "A box plot has minimum 3, lower quartile 10, median 15, upper quartile 22 and "
    "maximum 40. What is the range?"
)
SLOPE = (
    "The line of best fit passes through (2, 5) and (12, 30). How much does it go up for each unit?"
)
WAITING = (
    "In a histogram the bar from 60 to 100 has a frequency density of 2. How many values lie "
    "between 60 and 100?"
)
CLASS = "A class from 0 to 40 holds 100 values. What is its frequency density in a histogram?"

CHARTS = [
    (
        "The scale on a bar chart goes up in 1000s. A bar ends halfway between the 3rd and 4th "
        "grid lines. What value does it show?",
        "charts/in-between-adds-one",
        "3001",
    ),
    (
        "A bar chart shows 35 students who like tennis and 10 who like chess. The scale goes up "
        "in 5s. How many more like tennis than chess?",
        "charts/difference-in-grid-lines",
        "5",
    ),
    (
        "In a pictogram one symbol stands for 5 cars. There are 3 and a half symbols. "
        "How many cars?",
        "charts/half-symbol-as-whole",
        "20",
    ),
    (AXIS, "charts/compares-bar-heights", "4"),
    (AXIS, "charts/divides-difference-by-axis-start", "0.75"),
    (
        "A pie chart shows 20 people. The sector for the bus has an angle of 180°. "
        "How many people go by bus?",
        "charts/pie-angle-as-percent",
        "36",
    ),
    (
        "In a survey 15 out of 60 pupils like tea. What angle is that in a pie chart?",
        "charts/pie-angle-as-percent",
        "25°",
    ),
    (
        "At School A with 1000 students, 51% walk. At School B with 10 students, 50% walk. "
        "How many more students walk at School A than at School B?",
        "charts/percent-difference-of-difference",
        "9.9",
    ),
    (COOLING, "charts/one-more-per-unit", "27°C"),
    (COOLING, "charts/always-takes-the-middle", "20°C"),
    (FIT, "charts/scales-from-zero", "50"),
    (FIT, "charts/one-more-per-unit", "35"),
    (
        "In a stem-and-leaf diagram, stem 0 has the leaves 3, 5, 9, stem 1 has the leaves 1, 1, "
        "2, and stem 2 has the leaves 0, 8. What is the largest value?",
        "charts/adds-stem-and-leaf",
        "10",
    ),
    (BOX, "charts/interquartile-range-as-range", "37"),
    (BOX, "charts/interquartile-range-as-middle", "16"),
    (
        "A box plot shows the marks of 100 students. The lowest mark is 0, the lower quartile "
        "10, the median 90, the upper quartile 95 and the highest mark 100. About how many "
        "students have a mark between 10 and 90?",
        "charts/longer-part-holds-more",
        "80",
    ),
    (GIRLS, "charts/two-way-uses-grand-total", "12/30"),
    (GIRLS, "charts/two-way-wrong-margin", "12/20"),
    (SPREAD, "charts/range-as-box", "12"),
    (SPREAD, "statistics/range-as-maximum", "40"),
    (SPREAD, "charts/interquartile-range-from-median", "25"),
    (SLOPE, "functions-graphs/slope-as-rise-only", "25"),
    (SLOPE, "functions-graphs/slope-run-over-rise", "0.4"),
    (WAITING, "charts/histogram-height-as-frequency", "2"),
    (WAITING, "charts/histogram-end-as-width", "200"),
    (WAITING, "charts/histogram-middle-as-width", "160"),
    (CLASS, "charts/histogram-height-as-frequency", "100"),
    (CLASS, "charts/histogram-multiplies-for-density", "4000"),
]

RIGHT = [
    ("How long is it from 11:45 to 1:20?", "1 h 35 min"),
    ("How long is it from 9:15 to 11:15?", "2 h"),
    ("How long is it from 8:50 to 9:10?", "20 min"),
    ("What time is it 90 minutes after 11:45?", "1:15"),
    ("It is 23:50. What time will it be 20 minutes later?", "0:10"),
    ("What is 12:15 pm in 24-hour time?", "12:15"),
    ("convert 2.75 m to cm", "275 cm"),
    ("How many minutes in 2 hours 15 minutes?", "135 minutes"),
    ("Change 1 m³ to cm³.", "1000000 cm³"),
    ("Two dice are rolled. What is the probability of a sum of 12?", "1/36"),
    ("What is the probability of exactly 3 heads in 10 tosses of a fair coin?", "15/128"),
    (FOUR_BAGS, "C"),
    (COOLING, "15°C"),
    (AXIS, "1.6"),
    (BOX, "12"),
    (SPREAD, "37"),
    (SLOPE, "2.5"),
    (WAITING, "80"),
    (CLASS, "2.5"),
]


def _problems(library, question, misconception=""):
    return [
        problem
        for problem in library.families.last(question)
        if not misconception or misconception in problem.family.errors
    ]


@pytest.mark.parametrize(
    ("question", "misconception", "answer"), [*MEASUREMENT, *PROBABILITY, *CHARTS]
)
def test_learner_with_one_belief_writes_exactly_this(library, question, misconception, answer):
    (problem,) = _problems(library, question, misconception)
    given_answer = problem.by(misconception)
    assert given_answer is not None
    assert given_answer.text == answer
    assert not given_answer.same(problem.right)


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_holds_outside_the_drawn_range(library, question, answer):
    (problem,) = _problems(library, question)
    assert problem.right.text == answer


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        ("How long is it from 9:15 to 11:50?", "measurement/time-borrows-100"),
        ("Write 3 m 45 cm in metres.", "measurement/smaller-unit-after-point"),
        ("convert 2.75 m to cm", "measurement/decimal-as-separate-unit"),
        (
            "A ruler measures from 0 cm to 8 cm. How long is the object?",
            "measurement/reads-end-of-ruler",
        ),
        (
            "A bag has 1 red and 1 blue counters. What is the probability of red?",
            "probability/prob-equal-by-colour",
        ),
        (
            "Two dice are rolled. What is the probability of a sum of 2?",
            "probability/dice-one-way-only",
        ),
        (FOUR_BAGS, "probability/fewest-unfavourable-wins"),
        (
            "A line graph goes straight from 0°C at 0 hours to 6°C at 6 hours. What "
            "temperature does it show at 2 hours?",
            "charts/one-more-per-unit",
        ),
    ],
)
def test_belief_that_happens_to_be_right_here_counts_as_no_error(library, question, misconception):
    (problem,) = _problems(library, question, misconception)
    assert misconception not in problem.wrong


@pytest.mark.parametrize(
    "question",
    [
        "A bag has 3 red, 2 blue and 4 green counters. What is the probability of picking a green?",
        "There are 3 red and 2 blue marbles in a bag. What is the probability of picking a green?",
        "Three dice are rolled. What is the probability of a sum of 8?",
        "In a class, 12 girls and 8 boys like maths; 4 girls and 6 boys do not. What "
        "fraction of the boys like maths?",
        "How many centimetres are there in 3 m²?",
    ],
)
def test_text_that_no_family_asks_is_not_read_as_part_of_it(library, question):
    strands = {problem.family.strand for problem in library.families.last(question)}
    assert not strands & {"measurement", "probability", "charts"}


def test_question_about_the_second_colour_swaps_the_counts(library):
    question = "A bag contains 3 red and 5 blue balls. What is the probability of {}?"
    red, blue = (
        problem.right.text
        for colour in ("red", "blue")
        for problem in _problems(library, question.format(colour))
    )
    assert (red, blue) == ("3/8", "5/8")


@given(st.integers(1, 12), st.integers(0, 59), st.integers(0, 359))
def test_time_added_to_a_clock_is_the_time_between(hour, minute, minutes):
    later_hour, later_minute = map(int, data.clock_after(hour, minute, minutes).split(":"))
    between = data.minutes_between(hour, minute, later_hour, later_minute)
    # from 12 to 1 a clock face counts backwards, and minutes_between forwards again
    assert between % 720 == minutes


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, "0 min"), (35, "35 min"), (60, "1 h"), (95, "1 h 35 min")]
)
def test_duration_names_only_what_is_there(minutes, said):
    assert data.duration(minutes) == said


def test_no_duration_runs_backwards():
    with pytest.raises(ValueError, match="at least 0"):
        data.duration(-5)


def test_best_bag_is_that_with_the_largest_part_and_ties_are_refused():
    assert data.best_bag((2, 101), (1, 99), "chance") == "A"
    assert data.best_bag((2, 101), (1, 99), "largest-difference") == "B"
    with pytest.raises(ValueError, match="does not decide"):
        data.best_bag((1, 2), (1, 2), "chance")
    with pytest.raises(ValueError, match="no rule"):
        data.best_bag((1, 2), (1, 3), "nicest")


def test_row_that_looks_mixed_is_even_and_changes_often():
    assert data.more_mixed("HHHHHH", "HTTHTH") == "HTTHTH"
    assert data.more_mixed("HHHTTT", "HTHTTH") == "HTHTTH"
    with pytest.raises(ValueError, match="equally mixed"):
        data.more_mixed("HHHH", "TTTT")
    assert not data.toss_rows("HHT", "HT")
    assert not data.toss_rows("HHT", "HXT")
