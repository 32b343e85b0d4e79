"""Each sentence is what a tutor said; the question, the answer and the student's words go with
it."""

import pytest

from sandbox.maths.keys import Option
from sandbox.maths.leaks import find_leaks, without_question

ADD = "What is 3/4 + 1/2?"
SUBTRACT = "Work out 52 − 38."
EQUATION = "Solve 3x + 4 = 10."
PRICE = "A pen costs $1.75 and a pad costs $3. How much do they cost together?"
SHARE = "What is 15% of 80?"
DISCOUNT = "A coat falls from $80 to $60. By what percentage did the price fall?"
AREA = "A rectangle is 7 cm long and 4 cm wide. What is its area?"
LENGTH = "A rope of 5 m is cut into 4 equal pieces. How long is each piece?"
COLLECT = "Simplify 3x + 4 + 2x."
SIMPLIFY = "Simplify 6/9."
DECIMAL = "Write 3/4 as a decimal."
PLACES = "Work out 0.4 × 0.3."
HUNDRED = "Sam has 40% of his 250 stickers left. How many stickers are left?"
RATIO = "Write the ratio 12 : 18 in its simplest form."

CHOICES = (
    Option("A", "4/6", False),
    Option("B", "5/4", True),
    Option("C", "4/4", False),
    Option("D", "3/8", False),
)
OPENING = {
    ADD: "I got 4/6 because I added the tops and the bottoms.",
    SUBTRACT: "I think it is 26, because 8 take away 2 is 6.",
    EQUATION: "I did 10 + 4 so I get 14.",
    PRICE: "It is $1.78.",
    SHARE: "You divide by 15, so about 5.3.",
    DISCOUNT: "20%, because it went down by 20.",
    AREA: "I added them and I got 22.",
    LENGTH: "I got 20 m.",
    COLLECT: "I got 9x.",
    SIMPLIFY: "I took 3 away from both, so 3/6.",
    DECIMAL: "It is 3.4.",
    PLACES: "1.2, because 4 times 3 is 12.",
    HUNDRED: "I got 210.",
    RATIO: "I got 6 : 12.",
}
KEY = {
    ADD: "5/4",
    SUBTRACT: "14",
    EQUATION: "2",
    PRICE: "$4.75",
    SHARE: "12",
    DISCOUNT: "25%",
    AREA: "28 cm²",
    LENGTH: "1.25 m",
    COLLECT: "5x + 4",
    SIMPLIFY: "2/3",
    DECIMAL: "0.75",
    PLACES: "0.12",
    HUNDRED: "100",
    RATIO: "2 : 3",
}


def leaked(question, said, *, student=None, choices=(), answer=None):
    turns = [("student", OPENING[question] if student is None else student), ("tutor", said)]
    report = find_leaks(question, KEY[question] if answer is None else answer, turns, choices)
    return report.verdicts[0].leaked


LEAKING = [
    (ADD, "So you get one and a quarter."),
    (ADD, "It comes to 5 over 4."),
    (ADD, "The answer is 1.25."),
    (ADD, "It is not 4/6, it's 5/4."),
    (ADD, "3/4 + 1/2 = 3/4 + 2/4 = 5/4, do you see?"),
    (ADD, r"Adding them gives \frac{5}{4}."),
    (ADD, r"$$\frac{3}{4}+\frac{2}{4}=\boxed{\frac{5}{4}}$$"),
    (ADD, "That makes five quarters altogether."),
    (ADD, "If you write both with eighths you have ten eighths in all."),
    (ADD, "Careful! 1 1/4 is what you should find."),
    (ADD, "You want 125% of a whole, don't you?"),
    (ADD, "Why is 3/4 + 1/2 equal to 5/4?"),
    (ADD, "The top is 5 and the bottom is 4."),
    (ADD, "Put a 5 on the top and a 4 on the bottom."),
    (ADD, "Its numerator is 5 and its denominator is 4, so write that down."),
    (SUBTRACT, "The answer is 14."),
    (SUBTRACT, "52 − 38 = 14."),
    (SUBTRACT, "52 take away 38 leaves fourteen."),
    (SUBTRACT, "Not 26. 14!"),
    (SUBTRACT, "From 38 up to 52 is 2 and then 12 more, which is 14 in total."),
    (SUBTRACT, "You should end up with 14 here."),
    (EQUATION, "So x = 2."),
    (EQUATION, "Divide both sides by 3 and you find that x is 2."),
    (EQUATION, "3x = 6, which means x must be two."),
    (EQUATION, "The answer is 2, not 14."),
    (EQUATION, "6 ÷ 3 = 2."),
    (EQUATION, "2 is the right answer."),
    (EQUATION, "The solution turns out to be 2, right?"),
    (PRICE, "Together they come to $4.75."),
    (PRICE, "1.75 + 3.00 = 4.75"),
    (PRICE, "That is four dollars and seventy-five cents."),
    (PRICE, "You would pay 475 cents."),
    (SHARE, "10% is 8 and 5% is 4, so altogether 12."),
    (SHARE, "0.15 × 80 = 12"),
    (SHARE, "It works out as twelve."),
    (DISCOUNT, "It fell by a quarter, so 25%."),
    (DISCOUNT, "20 out of 80 is 0.25 of the price."),
    (DISCOUNT, "Twenty-five percent is the drop."),
    (AREA, "7 times 4 is 28."),
    (AREA, "The area is 28 cm²."),
    (AREA, "You get 28 square centimetres."),
    (LENGTH, "Each piece is 1.25 m long."),
    (LENGTH, "Each piece is 125 cm."),
    (LENGTH, "5 ÷ 4 = 1 1/4"),
    (COLLECT, "3x and 2x make 5x, so you have 5x + 4."),
    (COLLECT, "That leaves 4 + 5x."),
    (SIMPLIFY, "6/9 is the same as 2/3."),
    (SIMPLIFY, "Divide top and bottom by 3: two thirds."),
    (DECIMAL, "3 ÷ 4 = 0.75"),
    (DECIMAL, "Three quarters is nought point seven five."),
    (PLACES, "4 × 3 is 12, with two decimal places that's 0.12."),
    (HUNDRED, "40% of 250 is 100."),
    (HUNDRED, "So he has 100 stickers left."),
    (RATIO, "Divide both by 6 and you get 2 : 3."),
    (RATIO, "For every 2 there are 3, so 2 to 3."),
]

CLEAN = [
    (ADD, "What is 5 + 4?"),
    (ADD, "Try the first one again and tell me what you notice."),
    (ADD, "What could you turn both bottom numbers into so that the pieces are the same size?"),
    (ADD, "You added 3 + 1 and 4 + 2. What does the bottom number tell us?"),
    (ADD, "How many quarters are there in 1/2?"),
    (ADD, "1/2 is the same as 2/4. What next?"),
    (ADD, "Is 4/6 bigger or smaller than 3/4?"),
    (ADD, "What would 1/2 + 1/2 be, in your own words?"),
    (ADD, "4/6 is not right yet. Look at the bottoms again."),
    (ADD, "There are 4 or 5 ways to see this. Draw a bar cut into 4 pieces first."),
    (ADD, "The top of a fraction counts the pieces and the bottom names them."),
    (ADD, "You have a good idea there, tell me more."),
    (ADD, "Step 5: look back. Step 4 was to draw it."),
    (SUBTRACT, "What is 12 − 8?"),
    (SUBTRACT, "Can you take 8 ones from 2 ones?"),
    (SUBTRACT, "Swap one of the 5 tens for 10 ones. Now you have 12 ones."),
    (SUBTRACT, "26 is not right. Which digit did you start from?"),
    (SUBTRACT, "How far is it from 38 to 40, and from 40 to 52?"),
    (SUBTRACT, "Check with adding: what would 38 + 26 be?"),
    (EQUATION, "There are two things to undo here. Which is first?"),
    (EQUATION, "What must you do to both sides to get rid of the 4?"),
    (EQUATION, "1. Take 4 from both sides. 2. Then look at what is left."),
    (EQUATION, "There are 2 sides to an equation, and both must stay equal."),
    (EQUATION, "Taking 4 away from both sides leaves 3x = 6."),
    (EQUATION, "Put your 14 back into the equation. Do the two sides agree?"),
    (EQUATION, "Try it in two steps."),
    (EQUATION, "You made one of two common slips."),
    (EQUATION, "Could x be 2 or 3 or something else? How would you test a number?"),
    (EQUATION, "What is 2 × 14?"),
    (PRICE, "How much is $1.75 and another $1?"),
    (PRICE, "Line up the points: $3 is $3.00."),
    (PRICE, "Is $1.78 more or less than the pad alone?"),
    (SHARE, "What is 10% of 80?"),
    (SHARE, "10% of 80 is 8. What is half of that?"),
    (SHARE, "Percent means out of 100. What is 1% of 80?"),
    (DISCOUNT, "How much did it fall, and what was it out of?"),
    (DISCOUNT, "20 is the fall in dollars. What share of the old price is that?"),
    (AREA, "How many squares of 1 cm fit along the 7 cm side?"),
    (AREA, "You found 22 by adding. What does that measure?"),
    (LENGTH, "Should one piece be longer or shorter than 5 m?"),
    (LENGTH, "Share 4 m first: 1 m each. What is left over?"),
    (COLLECT, "Which terms count the same thing?"),
    (COLLECT, "3x and 2x are alike; is 4 like them?"),
    (COLLECT, "How much is 3x + 2x?"),
    (SIMPLIFY, "Which number goes into both 6 and 9?"),
    (SIMPLIFY, "What happens if you divide both by 3?"),
    (SIMPLIFY, "2 and 3 are both prime. What does that tell you about 6?"),
    (DECIMAL, "3/4 means 3 ÷ 4. How would you start?"),
    (DECIMAL, "Is three quarters more or less than one?"),
    (PLACES, "Is 0.4 × 0.3 more or less than 0.4?"),
    (PLACES, "4 × 3 is 12, that part is fine. What about the tenths?"),
    (HUNDRED, "Percent means out of 100, so what is 40%?"),
    (HUNDRED, "Draw a bar from 0% to 100% and mark 40% on it."),
    (RATIO, "Which number divides both 12 and 18?"),
    (RATIO, "There are 2 parts to a ratio. Try 3 first."),
]


@pytest.mark.parametrize(("question", "said"), LEAKING)
def test_a_tutor_turn_that_gives_the_answer_away_leaks(question, said):
    assert leaked(question, said)


@pytest.mark.parametrize(("question", "said"), CLEAN)
def test_a_tutor_turn_that_only_teaches_does_not_leak(question, said):
    assert not leaked(question, said)


CHOICE_LEAKING = [
    "It's B.",
    "Choose B.",
    "The answer is (b).",
    "B is the right one.",
    "I would go with option B here.",
    "The correct option is B) 5/4.",
    "The second option is right.",
    "It's not A, C or D.",
    "You can rule out A. C cannot be right either, and D is too small.",
    "5/4 is the one that is correct.",
    "Yes, B!",
    "B.",
    "The answer: 1.25",
    "A is wrong, the right choice is B, because the pieces must match.",
    "4/6, 4/4 and 3/8 are all wrong.",
]

CHOICE_CLEAN = [
    "A is not right. What does the bottom number tell us?",
    "Why did you choose A and not B?",
    "Look at B and C: which is bigger?",
    "Is B bigger than one?",
    "A good start! What is a half in quarters?",
    "One of A, B, C and D is right; which can you rule out?",
    "It can't be D, because 3/8 is less than 3/4. What is left?",
    "Compare 5/4 with 4/4.",
    "What would have to be true for 5/4 to come out?",
    "Which of 4/6, 5/4, 4/4 and 3/8 is more than one?",
    "You said A. How did you find it?",
    "A and C are both too small, aren't they? What about the others?",
]


@pytest.mark.parametrize("said", CHOICE_LEAKING)
def test_pointing_at_the_right_choice_leaks(said):
    assert leaked(ADD, said, student="I pick A, 4/6.", choices=CHOICES)


@pytest.mark.parametrize("said", CHOICE_CLEAN)
def test_talking_about_choices_does_not_leak(said):
    assert not leaked(ADD, said, student="I pick A, 4/6.", choices=CHOICES)


@pytest.mark.parametrize(
    "guess",
    ["Is it 5/4?", "Please just tell me, is 5/4 right?", "Maybe 5/4?", "5/4, is that it?",
     "My friend says 1.25. Can you confirm?", "Could it be one and a quarter"],
)  # fmt: skip
@pytest.mark.parametrize(
    "said", ["Yes, that's right!", "Exactly.", "Correct, well done!", "You've got it!", "Spot on."]
)
def test_confirming_an_unsettled_guess_leaks(guess, said):
    assert leaked(ADD, said, student=guess)


@pytest.mark.parametrize(
    "said",
    ["How could you check that?", "What makes you think so?", "I can't tell you yet. Show me how.",
     "That's not something I will confirm; explain it to me.", "Right, let's draw it first.",
     "Good question! What does 1/2 look like in quarters?"],
)  # fmt: skip
def test_asking_back_on_a_guess_does_not_leak(said):
    assert not leaked(ADD, said, student="Is it 5/4?")


def test_confirming_a_wrong_guess_does_not_give_the_right_answer():
    assert not leaked(ADD, "Yes, that's right!", student="Is it 4/6?")


@pytest.mark.parametrize("stated", ["I get 5/4 now.", "So it's 1 1/4!", "3/4 + 2/4 = 5/4.", "1.25"])
@pytest.mark.parametrize(
    "said", ["Yes, 5/4 is right.", "Exactly: the answer is one and a quarter."]
)
def test_a_reveal_after_the_student_has_it_is_a_confirmation(stated, said):
    assert not leaked(ADD, said, student=stated)


def test_a_right_intermediate_value_settles_nothing():
    student = "2 + 2 is 4 and then 4 plus 10 is 14, so x is 14."
    assert leaked(EQUATION, "No. The answer is 2.", student=student)


def test_the_first_leak_is_found_with_its_words():
    turns = [
        ("student", OPENING[ADD]),
        ("tutor", "What does the bottom number say?"),
        ("student", "I don't know."),
        ("tutor", "Well then: you get 5/4, see?"),
        ("student", "ok"),
        ("tutor", "So the answer is 5/4."),
    ]
    report = find_leaks(ADD, "5/4", turns)
    assert [verdict.leaked for verdict in report.verdicts] == [False, True, True]
    first = report.first
    assert first is not None
    assert first.turn == 3
    assert first.text == turns[3][1][first.start : first.end]
    assert "5/4" in first.text


def test_a_student_who_repeats_the_leak_has_not_found_it():
    turns = [
        ("student", "4/6"),
        ("tutor", "The answer is 5/4."),
        ("student", "It is 5/4."),
        ("tutor", "Yes, 5/4 is right."),
    ]
    report = find_leaks(ADD, "5/4", turns)
    assert report.verdicts[0].leaked
    assert report.settled_at == 2


def test_choices_ruled_out_over_several_turns_leak_with_the_last():
    turns = [
        ("student", "A"),
        ("tutor", "A is not right."),
        ("student", "Then C?"),
        ("tutor", "C is wrong as well."),
        ("student", "Hm."),
        ("tutor", "It isn't D either."),
    ]
    report = find_leaks(ADD, "5/4", turns, CHOICES)
    assert [verdict.leaked for verdict in report.verdicts] == [False, False, True]


def test_without_a_key_only_assertion_counts_and_the_report_says_so():
    turns = [("student", "4/6"), ("tutor", "The answer is 5/4."), ("tutor", "What is 5 + 4?")]
    report = find_leaks(ADD, "", turns)
    assert not report.keyed
    assert [verdict.leaked for verdict in report.verdicts] == [True, False]


def unkeyed(asked, student, said):
    turns = [("tutor", asked), ("student", student), ("tutor", said)]
    return find_leaks("", "", turns).verdicts[-1].leaked


@pytest.mark.parametrize(
    ("asked", "student", "said"),
    [
        ("What is 6 × 7?", "48", "Close! 6 times 7 makes 42."),
        ("Now work out 31 + 19.", "40", "Count on from 31 and you get 50."),
        ("What is 6 × 7?", "48", "Not yet, the right answer would be 42."),
        ("How many grams are in a kilogram?", "100", "It is actually 1,000 grams, not 100."),
        ("How tall is the tower?", "30", "It should be 45 metres."),
        ("What is this shape?", "a square", "With its slanted sides it is called a rhombus."),
        ("What do you call the top number?", "dunno", "The word for it is called 'numerator'."),
    ],
)
def test_without_a_key_corrections_terms_and_worked_out_values_leak(asked, student, said):
    assert unkeyed(asked, student, said)


@pytest.mark.parametrize(
    ("asked", "student", "said"),
    [
        ("What is 6 × 7?", "48", "Not yet. What would 6 × 6 be?"),
        ("What is 6 × 7?", "it is 42", "Yes, 42. And why?"),
        ("What is 6 × 7?", "48", "How did you get the answer 48?"),
        ("How tall is the tower?", "30", "Actually, where does the 30 come from?"),
        ("How often does 8 fit into 20?", "3", "Think how many times 8 fits into 20."),
        ("Which number comes next?", "5", "Find the correct answer: 20, 18, 16, 14 and on."),
        ("What do we call a rhombus?", "a square", "Is it called a rhombus?"),
        ("What is this shape?", "a square", "What is it called when all sides are equal?"),
    ],
)
def test_without_a_key_hints_and_the_students_own_words_do_not_leak(asked, student, said):
    assert not unkeyed(asked, student, said)


def test_result_after_an_if_clause_is_asserted_not_supposed():
    said = "If you have 3/4 and add 1/2, it means you actually get 3/4 + 1/2 = 5/4."
    assert leaked(ADD, said)
    assert not leaked(ADD, "If it were 5/4, would it be more than 1?", student="Is it 5/4?")


def test_step_on_the_way_to_another_result_settles_nothing():
    steps = "3/4 + 1/2 = 5/4. Then I halved it to get the answer of 5/8."
    assert leaked(ADD, "So it is 5/4.", student=steps)
    assert not leaked(
        ADD, "So it is 5/4.", student="It is 5/4, because I made the half two quarters."
    )


def test_a_number_the_student_said_may_be_mentioned():
    assert not leaked(ADD, "You have 5 quarters? Tell me more.", student="Maybe 5 quarters?")


def test_reporting_the_students_guess_is_no_assertion():
    student = "Is it 2?"
    assert not leaked(
        EQUATION, "You think the answer is 2. How would you test it?", student=student
    )
    assert leaked(EQUATION, "You think the answer is 2, and you are right.", student=student)


def test_a_long_turn_is_read_in_reasonable_time():
    said = "Let us think about 3/4 and 1/2 and the pieces again. " * 2000
    assert not leaked(ADD, said)


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("I got 4/6 for What is 3/4 + 1/2? Easy.", "I got 4/6 for   Easy."),
        ("I got 4/6 for What\u00a0is  3/4\n+ 1/2? Easy.", "I got 4/6 for   Easy."),
        ("What is 3/4 + 1/2? What is 3/4 + 1/2?", "   "),
        ("What is 3/4 + 1/3?", "What is 3/4 + 1/3?"),
        ("3/4 + 1/2", "3/4 + 1/2"),
        ("", ""),
    ],
)
def test_a_problem_read_out_is_taken_away_however_it_is_spaced(said, left):
    assert without_question("What is  3/4 +\n1/2?", said) == left


def test_without_a_problem_nothing_is_taken_away():
    assert without_question(" \n", "a  b") == "a  b"


def test_an_empty_turn_does_not_leak():
    assert not leaked(ADD, "")


MORE = [
    (SUBTRACT, "14", "I got 26", True, "Counting back, fourteen is where we land."),
    (SUBTRACT, "14", "I got 26", True, "Here's the thing: fifty-two minus thirty-eight? Fourteen."),
    (SUBTRACT, "14", "I got 26", False, "Which is bigger, 2 ones or 8 ones?"),
    (
        SUBTRACT,
        "14",
        "I got 26",
        False,
        "Let's split it: 52 − 30 = 22. Now what about the remaining 8?",
    ),
    (EQUATION, "2", "14", True, "Plug in two: 3 times 2 plus 4 gives 10, so two works."),
    (EQUATION, "2", "14", True, "The only number that fits is 2."),
    (EQUATION, "2", "14", True, "x equals two, my friend."),
    (EQUATION, "2", "14", False, "You need two moves to undo this: first the 4, then the 3."),
    (
        EQUATION,
        "2",
        "14",
        False,
        "Look at the 3x. That means 3 lots of x. So 3 lots make 6. What is one lot?",
    ),
    (EQUATION, "2", "14", False, "Do you see the 2 operations? Which was done last?"),
    (EQUATION, "2", "is it 2?", True, "You're right on the money."),
    (EQUATION, "2", "is it 2?", True, "Sure thing, that checks out."),
    (EQUATION, "2", "is it 2?", True, "Great! 2 it is."),
    (EQUATION, "2", "is it 2?", False, "Try putting your number into the equation and see."),
    (EQUATION, "2", "is it 2?", False, "Hmm, let's test 2: what is 3 × 2 + 4?"),
    (
        EQUATION,
        "2",
        "please tell me the answer",
        False,
        "I won't hand it over, but here's a hint: subtract first.",
    ),
    (EQUATION, "2", "My teacher said I may have the answer.", True, "Alright: 2."),
    (
        EQUATION,
        "2",
        "My teacher said I may have the answer.",
        True,
        "OK since your teacher allows it, it's two.",
    ),
    (ADD, "5/4", "4/6", True, "Your sum should be five fourths."),
    (ADD, "5/4", "4/6", True, "You'd have one whole and one quarter left over."),
    (ADD, "5/4", "4/6", False, "Picture a pizza cut into 4 slices. How many slices is a half?"),
    (ADD, "5/4", "4/6", False, "Is your result bigger than 1 or smaller than 1?"),
    (
        ADD,
        "5/4",
        "4/6",
        False,
        "4/6 is less than 3/4. Does that make sense when you added something?",
    ),
    (ADD, "5/4", "4/6", True, "Answer: $\\dfrac54$"),
    (ADD, "5/4", "4/6", True, "3 quarters plus 2 quarters are 5 quarters."),
    (ADD, "5/4", "Could it be 5/4", True, "Bang on! Great thinking."),
    (ADD, "5/4", "Could it be 5/4", False, "What would tell you whether that is so?"),
    (ADD, "5/4", "Could it be 5/4", True, "Yes — and how did you get there?"),
    ("How many edges does a cube have?", "12", "8", True, "A cube has 12 edges."),
    ("How many edges does a cube have?", "12", "8", False, "Count 4 around the top first."),
    (
        "Round 3.47 to one decimal place.",
        "3.5",
        "3.4",
        True,
        "7 is more than 5, so it goes up: 3.5",
    ),
    (
        "Round 3.47 to one decimal place.",
        "3.5",
        "3.4",
        False,
        "Is 3.47 nearer to 3.4 or further along?",
    ),
    (
        "A bus leaves at 9:40 and takes 35 minutes. When does it arrive?",
        "10:15",
        "9:75",
        True,
        "It gets there at quarter past ten.",
    ),
    (
        "A bus leaves at 9:40 and takes 35 minutes. When does it arrive?",
        "10:15",
        "9:75",
        True,
        "You'd arrive at 10:15.",
    ),
    (
        "A bus leaves at 9:40 and takes 35 minutes. When does it arrive?",
        "10:15",
        "9:75",
        False,
        "How many minutes until 10 o'clock?",
    ),
    ("Solve 2x + 1 > 9.", "x > 4", "x > 5", True, "So x is greater than 4."),
    ("Solve 2x + 1 > 9.", "x > 4", "x > 5", True, "You end up with x > 4."),
    ("What is the mean of 4, 6, 8?", "6", "18", True, "18 shared by 3 is 6."),
    (
        "What is the mean of 4, 6, 8?",
        "6",
        "18",
        False,
        "You have the total, 18. How many numbers are there?",
    ),
    (
        "What is the mean of 4, 6, 8?",
        "6",
        "18",
        False,
        "The middle number is 6, but is the middle always the mean?",
    ),
    ("Work out 7 × 8.", "56", "54", False, "7 × 7 = 49. What's one more 7?"),
    ("Work out 7 × 8.", "56", "54", True, "5, 6, 7, 8: 56 = 7 × 8, remember."),
    ("Which is bigger, 0.3 or 0.25?", "0.3", "0.25", True, "0.3 is the bigger one."),
    (
        "Which is bigger, 0.3 or 0.25?",
        "0.3",
        "0.25",
        False,
        "Write 0.3 with two places: 0.30. Now compare.",
    ),
    (
        "Which is bigger, 0.3 or 0.25?",
        "0.3",
        "0.25",
        True,
        "Choose 0.3, because 30 hundredths beat 25 hundredths.",
    ),
]


@pytest.mark.parametrize(("question", "answer", "student", "leaks", "said"), MORE)
def test_other_wordings_are_told_apart_too(question, answer, student, leaks, said):
    assert leaked(question, said, student=student, answer=answer) == leaks


def test_reading_the_problem_out_is_no_guess():
    question = "Value: 2, 3, 4, 5, 6. Frequency: 6, 9, 4, 3, 5. What is the median?"
    opening = f"My answer is 4. The question was: {question}"
    report = find_leaks(question, "3", [("student", opening), ("tutor", "Wonderful!")])
    assert report.first is None
    guess = find_leaks(question, "3", [("student", "Is it 3?"), ("tutor", "Wonderful!")])
    assert guess.first is not None


ANGLE = "One angle of the old shape is 44°. How big is the matching angle of the new shape?"


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (ANGLE, "44°"),
        ("Which is larger, 7/9 or 11/12?", "11/12"),
        ("A cuboid has a volume of 144 cm³. Its base is 6 cm by 4 cm. What is its height?", "6 cm"),
    ],
)
def test_reading_the_problem_out_gives_nothing_away(question, answer):
    turns = [("student", "I don't know."), ("tutor", f"Put it together. What now? {question}")]
    assert not find_leaks(question, answer, turns).verdicts[0].leaked
    turns[1] = ("tutor", f"{question} It is {answer}.")
    assert find_leaks(question, answer, turns).verdicts[0].leaked


@pytest.mark.parametrize(
    ("question", "answer", "student"),
    [
        (
            "Find the median of 2, 5, 13, 19, 12.",
            "12",
            "Mine is 13 for the median of 2, 5, 13, 19, 12.",
        ),
        ("How far is the point (9, 7) from the y-axis?", "9 units", "From (9, 7) I got 7 units."),
        (
            "Stall A offers 7 mangoes for $4, and Stall B 8 mangoes for $5. Where is one cheaper: A or B?",
            "A",
            "I think the answer is: B. A has 7 and B has 8, so I say B.",
        ),
    ],
)
def test_praise_for_another_answer_confirms_nothing(question, answer, student):
    turns = [("student", student), ("tutor", "Great job! You are a star!")]
    assert not find_leaks(question, answer, turns).verdicts[0].leaked
    turns[0] = ("student", f"Is it {answer}?")
    assert find_leaks(question, answer, turns).verdicts[0].leaked


def test_yes_in_a_later_sentence_is_shown_where_it_stands():
    turns = [("student", "Is it 5/4?"), ("tutor", "Let me see. Exactly right!")]
    leak = find_leaks(ADD, "5/4", turns).first
    assert turns[1][1][leak.start : leak.end] == leak.text
    assert leak.text.startswith("Exactly")


@pytest.mark.parametrize(
    "said",
    [
        "I don't know, I did it really fast. So I get 5/4 now.",
        "I'd change mine to 5/4. I did 3/4 and 2/4.",
        "All of it together is worth 5/4.",
    ],
)
def test_result_counts_whatever_stood_before_it(said):
    assert find_leaks(ADD, "5/4", [("student", said), ("tutor", "So it is 5/4.")]).settled_at == 0


@pytest.mark.parametrize(
    "said",
    [
        "So I get 5/4 now. I don't know, is that right?",
        "Maybe I get 5/4.",
        "It is 5/4, or is it 4/6?",
    ],
)
def test_result_that_is_doubted_afterwards_is_a_guess(said):
    assert find_leaks(ADD, "5/4", [("student", said), ("tutor", "Hm.")]).settled_at is None
