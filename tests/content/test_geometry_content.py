"""Worked examples for the angles, triangles, transformations and coordinates strands, checked by
hand.

Each line is a question as a person might type it, a belief, and what a learner who holds exactly
this belief writes. Many lie far outside what the families draw.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.maths.procedures import geometry

LINE = "Two angles together make a straight line. One of them is {}°. How big is the other angle?"
THIRD = "Two angles of a triangle are {}° and {}°. What is the third angle?"
EXTERIOR = "Two interior angles of a triangle are {}° and {}°. What is the exterior angle?"

ANGLES = [
    (
        "Two angles on a straight line. One is 5°. What's the other?",
        "angles/straight-line-90",
        "85°",
    ),
    (LINE.format(179), "angles/straight-line-360", "181°"),
    (LINE.format(179), "angles/adjacent-angles-equal", "179°"),
    ("The angles around a point are 10°, 20° and x. Find x.", "angles/point-180", "150°"),
    ("The angles around a point are 200°, 100° and x.", "angles/subtracts-one-angle-only", "160°"),
    ("The angles around a point are 200°, 100° and x.", "angles/sum-of-given-angles", "300°"),
    (
        "Two lines intersect. One angle is 70 degrees. What is the opposite angle?",
        "angles/opposite-angles-supplementary",
        "110°",
    ),
    (
        "find the angle vertically opposite an angle of 35°",
        "angles/opposite-angles-complementary",
        "55°",
    ),
    (
        "One of a pair of co-interior angles is 72°. Find the other.",
        "angles/parallel-angles-always-equal",
        "72°",
    ),
    # the alternate angle is 72° too, and beside it there would be the rest of 360°
    (
        "One of a pair of co-interior angles is 72°. Find the other.",
        "angles/straight-line-360",
        "288°",
    ),
    # seven marks short of 140, counted on instead of back
    (
        "One arm of an angle points to 0 on the inner scale. The other arm points to 133 on the "
        "inner scale and to 47 on the outer scale. How big is the angle?",
        "angles/counts-protractor-degrees-backwards",
        "147°",
    ),
    # the reading 140 of the second arm is 40 on the other scale, which is 10 away from 50
    (
        "The arms of an angle lie at 140° and at 50° on one scale of a protractor. "
        "What is the size of the angle?",
        "angles/mixes-protractor-scales",
        "10°",
    ),
    (
        "A triangle has an angle of 90°. It is enlarged with scale factor 10. How big is it?",
        "angles/angle-shrinks",
        "9°",
    ),
    (
        "A triangle has an angle of 90°. It is enlarged with scale factor 10. How big is it?",
        "transformations/adds-scale-factor",
        "100°",
    ),
    ("sum of the interior angles of a 4-sided polygon", "angles/polygon-sum-n-minus-1", "540°"),
    ("What is the sum of the interior angles of a hexagon?", "angles/polygon-sum-n-180", "1080°"),
    (
        "What's the interior angle of a regular polygon with 7 sides?",
        "angles/interior-exterior-swap",
        "51.429°",
    ),
    (
        "How big is each interior angle of a regular polygon with 4 sides?",
        "angles/divides-180-by-n",
        "45°",
    ),
]

TRIANGLES = [
    (THIRD.format(1, 2), "triangles-pythagoras/triangle-angles-360", "357°"),
    (THIRD.format(20, 130), "angles/subtracts-one-angle-only", "160°"),
    (
        "An isosceles triangle has an apex angle of 25°. What is each base angle?",
        "triangles-pythagoras/isosceles-doubles-given",
        "130°",
    ),
    (
        "Each base angle of an isosceles triangle is 25°. What is the apex angle?",
        "triangles-pythagoras/isosceles-halves-rest",
        "77.5°",
    ),
    (EXTERIOR.format(100, 70), "triangles-pythagoras/exterior-as-third-interior", "10°"),
    (EXTERIOR.format(100, 70), "triangles-pythagoras/exterior-as-reflex", "350°"),
    (EXTERIOR.format(100, 70), "triangles-pythagoras/exterior-from-wrong-corner", "80°"),
    # 9 − 4 = 5, and the larger square comes first whatever the order of the sides
    (
        "Find the hypotenuse of a right triangle with sides of 3 cm and 2 cm",
        "triangles-pythagoras/pythagoras-wrong-sign",
        "√5 cm",
    ),
    (
        "A right triangle has legs 8 cm and 10 cm. How long is the hypotenuse?",
        "exponents/power-as-multiplication",
        "6 cm",
    ),
    (
        "A right triangle has a hypotenuse of 13 cm and a leg of 5 cm. Find the other leg.",
        "triangles-pythagoras/pythagoras-no-root",
        "144 cm",
    ),
    (
        "Two sides of a triangle are 100 cm and 7 cm. What is the longest whole-number length, "
        "in cm, that the third side can have?",
        "triangles-pythagoras/third-side-is-difference",
        "93 cm",
    ),
    (
        "Triangle PQR is similar to triangle ABC. AB = 10 cm, BC = 4 cm and PQ = 5 cm. "
        "How long is QR?",
        "ratio/additive-reasoning",
        "−1 cm",
    ),
    (
        "Triangle PQR is similar to triangle ABC. AB = 2 cm, BC = 4 cm and PQ = 12 cm. "
        "How long is QR?",
        "triangles-pythagoras/uses-difference-as-multiplier",
        "40 cm",
    ),
]

TRANSFORMATIONS = [
    ("reflect (3,-5) over the x-axis", "transformations/reflects-in-other-axis", "(−3, −5)"),
    ("Reflect (-3, -5) across the y axis", "transformations/reflection-changes-both", "(3, 5)"),
    (
        "Reflect the point (7, 3) in the line x = -4",
        "transformations/image-distance-from-axis",
        "(−11, 3)",
    ),
    (
        "Reflect the point (7, 3) in the line x = -4",
        "transformations/line-x-equals-k-horizontal",
        "(7, −11)",
    ),
    ("Reflect (7,3) in y = 1", "transformations/always-reflects-in-axis", "(7, −3)"),
    ("Reflect (-7,3) in y = x", "transformations/diagonal-reflection-negates", "(−3, 7)"),
    (
        "Rotate (3, -5) 90° counterclockwise about the origin",
        "transformations/rotates-wrong-direction",
        "(−5, −3)",
    ),
    (
        "Rotate (3, -5) by 90 degrees clockwise around (0, 0)",
        "transformations/rotation-as-reflection",
        "(3, 5)",
    ),
    (
        "Translate (-5, 2) 30 units right and 4 units down",
        "transformations/translation-swaps-components",
        "(−9, 32)",
    ),
    (
        "Translate (-5, 2) 30 units left and 4 units up",
        "transformations/translation-ignores-direction",
        "(25, 6)",
    ),
    (
        "Enlarge the point (1, 7) by a scale factor of 10 with center (3, 6).",
        "transformations/enlargement-measures-from-origin",
        "(−20, 10)",
    ),
    (
        "How many lines of symmetry does a regular octagon have?",
        "transformations/counts-corner-and-side-lines-twice",
        "16",
    ),
    (
        "A parallelogram has sides of 50 cm and 8 cm and no right angles. "
        "How many lines of symmetry does it have?",
        "transformations/half-means-symmetry",
        "2",
    ),
]

COORDINATES = [
    (
        "Point P is 3 units left of the y-axis and 5 units below the x-axis. "
        "What are its coordinates?",
        "coordinates/ignores-negative-side",
        "(3, 5)",
    ),
    (
        "Point P is 3 units right of the y-axis and 5 units below the x-axis. "
        "What are its coordinates?",
        "coordinates/sign-on-wrong-coordinate",
        "(−3, 5)",
    ),
    (
        "A rectangle has the corners (−2, 1), (3, 1), (3, 4) and (−2, 4). What is its area?",
        "coordinates/coordinates-as-lengths",
        "12",
    ),
    (
        "A rectangle has the corners (−2, 1), (3, 1), (3, 4) and (−2, 4). What is its area?",
        "coordinates/counts-start-square",
        "24",
    ),
    # three steps left and four up, each with one said too early
    (
        "Start at (2,7). Move 4 squares left and 5 squares up. Where are you?",
        "coordinates/counts-start-square",
        "(−1, 11)",
    ),
    (
        "Start at (0,0). Move 4 squares left and 5 squares down. Where are you?",
        "coordinates/down-increases-y",
        "(−4, 5)",
    ),
    ("How far is (4, -7) from the y-axis?", "coordinates/distance-to-other-axis", "7 units"),
    ("How far is (4, -7) from the x-axis?", "coordinates/negative-distance", "−7 units"),
    (
        "How far apart are (-30, 2) and (7, 2)?",
        "negative-numbers/subtracts-across-zero",
        "23 units",
    ),
    ("distance between (-1, -5) and (-1, 5)", "coordinates/adds-all-coordinates", "11 units"),
    ("distance between (4, 6) and (1, 2)", "triangles-pythagoras/pythagoras-adds-sides", "7 units"),
    ("midpoint of (-3, 4) and (5, -2)", "coordinates/midpoint-half-difference", "(4, −3)"),
    ("midpoint of (-3, 4) and (5, -2)", "coordinates/midpoint-no-halving", "(2, 2)"),
    (
        "One end of a line segment is (1, 9) and its midpoint is (4, 4). Find the other end.",
        "coordinates/takes-middle-again",
        "(2.5, 6.5)",
    ),
]

RIGHT = [
    (LINE.format(179), "1°"),
    ("The angles around a point are 200°, 100° and x. Find x.", "60°"),
    ("How big is each interior angle of a regular polygon with 3 sides?", "60°"),
    ("sum of the interior angles of an octagon", "1080°"),
    ("Each base angle of an isosceles triangle is 25°. What is the apex angle?", "130°"),
    ("An isosceles triangle has an apex angle of 25°. What is each base angle?", "77.5°"),
    ("A right triangle has legs 1 cm and 1 cm. How long is the hypotenuse?", "√2 cm"),
    ("Reflect (0, 0) in the x-axis.", "(0, 0)"),
    ("Reflect (7,3) in y = -2", "(7, −7)"),
    ("Rotate (0, 1) 90° clockwise about the origin", "(1, 0)"),
    ("Rotate (1, 0) 90° anti-clockwise about the origin", "(0, 1)"),
    ("Enlarge the point (3, 6) by a scale factor of 10 with center (3, 6).", "(3, 6)"),
    ("distance between (7, 2) and (-3, 2)", "10 units"),
    ("distance between (1, 2) and (3, 5)", "√13 units"),
    ("midpoint of (0, 0) and (1, 2)", "(0.5, 1)"),
    ("One end of a line is (1, 9) and its midpoint is (4, 4). Find the other end.", "(7, −1)"),
]


def _problems(library, question, misconception=""):
    return [
        problem
        for problem in library.families.last(question)
        if not misconception or misconception in problem.family.errors
    ]


@pytest.mark.parametrize(
    ("question", "misconception", "answer"),
    [*ANGLES, *TRIANGLES, *TRANSFORMATIONS, *COORDINATES],
)
def test_learner_with_one_belief_about_shapes_writes_exactly_this(
    library, question, misconception, answer
):
    (problem,) = _problems(library, question, misconception)
    given_answer = problem.by(misconception)
    assert given_answer is not None
    assert given_answer.text == answer
    assert given_answer.working[-1].endswith(answer)
    assert not given_answer.same(problem.right)


@pytest.mark.parametrize(("question", "answer"), RIGHT)
def test_right_answer_about_shapes_holds_outside_the_drawn_range(library, question, answer):
    (problem,) = _problems(library, question)
    assert problem.right.text == answer


@pytest.mark.parametrize(
    ("question", "misconception"),
    [
        (LINE.format(90), "angles/adjacent-angles-equal"),
        ("sum of the interior angles of a 4-sided polygon", "angles/polygon-sum-always-360"),
        (THIRD.format(45, 45), "angles/sum-of-given-angles"),
        (
            "Enlarge the point (4, 3) by a scale factor of 2 with centre (0, 0).",
            "transformations/enlarges-from-origin",
        ),
        ("How far is (4, 7) from the x-axis?", "coordinates/negative-distance"),
        ("How far apart are (-3, 0) and (7, 0)?", "coordinates/adds-all-coordinates"),
        (
            "Point P is 4 units right of the y-axis and 5 units above the x-axis.",
            "coordinates/ignores-negative-side",
        ),
    ],
)
def test_belief_about_shapes_that_happens_to_be_right_counts_as_no_error(
    library, question, misconception
):
    (problem,) = _problems(library, question)
    assert misconception not in problem.wrong


@pytest.mark.parametrize(
    "question",
    [
        # no such angle, triangle or polygon
        LINE.format(190),
        THIRD.format(100, 90),
        "What is the sum of the interior angles of a circle?",
        "A right triangle has a hypotenuse of 5 cm and a leg of 7 cm. Find the other leg.",
        # the hypotenuse is given, and another thing is asked for
        "A right-angled triangle has sides of 3 cm and 4 cm and a hypotenuse of 5 cm. "
        "What is its area?",
        "How many lines of symmetry does a rectangle have?",
        "Rotate (3, 5) 180° clockwise about the origin",
        "Rotate (3, 5) 90° sideways about the origin",
        "Reflect (3, 5) in the line y = 2x",
        "Reflect (3, 5) in the z-axis",
        "The point (35) is reflected in the x-axis.",
        "distance between (2, 3) and (2, 3)",
    ],
)
def test_question_about_shapes_that_no_family_asks_is_not_read(library, question):
    assert _problems(library, question) == []


@given(x=st.integers(-999, 999), y=st.integers(-999, 999), k=st.integers(-99, 99))
def test_reflecting_twice_in_one_line_comes_back(library, x, y, k):
    for line in (f"line x = {k}", f"line y = {k}", "line y = x", "x-axis", "y-axis"):
        (there,) = _problems(library, f"Reflect the point ({x}, {y}) in the {line}.")
        image = there.right.result
        (back,) = _problems(library, f"Reflect the point {there.right.text} in the {line}.")
        assert back.right.result == (x, y)
        assert image[0] ** 2 + image[1] ** 2 == x**2 + y**2 or line[-1].isdigit()


@given(x=st.integers(-99, 99), y=st.integers(-99, 99))
def test_two_quarter_turns_make_a_half_turn_and_opposite_ones_none(library, x, y):
    def turned(point, turn):
        (problem,) = _problems(
            library, f"Rotate ({point[0]}, {point[1]}) 90° {turn} about the origin"
        )
        return problem.right.result

    once = turned((x, y), "clockwise")
    assert turned(once, "clockwise") == (-x, -y)
    assert turned(once, "anticlockwise") == (x, y)


@given(
    a=st.integers(-50, 50), b=st.integers(-50, 50), m=st.integers(-50, 50), n=st.integers(-50, 50)
)
def test_midpoint_of_an_end_and_the_other_end_is_the_midpoint(library, a, b, m, n):
    if (a, b) == (m, n):
        return
    question = f"One end of a line segment is ({a}, {b}) and its midpoint is ({m}, {n}). "
    (other,) = _problems(library, question + "Find the other end.")
    (middle,) = _problems(library, f"Find the midpoint of ({a}, {b}) and {other.right.text}.")
    assert middle.right.result == (m, n)


@pytest.mark.parametrize(
    ("word", "sign"), [("left", -1), ("Up", 1), ("below", -1), ("right", 1), ("above", 1)]
)
def test_direction_words_tell_whether_a_coordinate_grows(word, sign):
    assert geometry.direction_sign(word) == sign


@pytest.mark.parametrize(
    "call",
    [
        lambda: geometry.direction_sign("sideways"),
        lambda: geometry.turns_clockwise("up"),
        lambda: geometry.sides_of("circle"),
    ],
)
def test_words_that_name_no_direction_turn_or_polygon_are_refused(call):
    with pytest.raises(ValueError, match=r"'(sideways|up|circle)'"):
        call()


def test_turn_words_of_both_sides_of_the_atlantic_are_known():
    assert geometry.turns_clockwise("Clockwise")
    assert not geometry.turns_clockwise("counterclockwise")
    assert not geometry.turns_clockwise("anti-clockwise")


def test_step_is_written_with_the_sign_of_its_direction():
    assert geometry.step_text(5, -3) == "5 − 3"
    assert geometry.step_text(-2, 4) == "−2 + 4"
    assert geometry.step_text(Fraction(1, 2), 0) == "1/2 + 0"


@given(st.integers(0, 10**6))
def test_near_root_lies_within_a_hundredth_below_the_root(number):
    root = geometry.near_root(number)
    assert root**2 <= number < (root + Fraction(1, 100)) ** 2


def test_near_root_of_a_square_is_its_side():
    assert [geometry.near_root(n) for n in (0, 9, Fraction(9, 4))] == [0, 3, Fraction(3, 2)]
    with pytest.raises(ValueError, match="nonnegative"):
        geometry.near_root(-1)


@pytest.mark.parametrize(
    ("degrees", "end"), [(0, (2, 0)), (90, (0, 2)), (180, (-2, 0)), (60, (1, Fraction(433, 250)))]
)
def test_line_towards_a_direction_ends_where_the_drawing_needs_it(degrees, end):
    assert geometry.point_towards(2, degrees) == end
