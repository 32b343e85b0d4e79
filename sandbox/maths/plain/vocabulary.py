"""The English words for numbers, parts, units and times. Data only."""

from sandbox.maths.plain.alternation import one_of

UNITS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "nought": 0, "naught": 0,
}  # fmt: skip
TEENS = {
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
SINGULAR = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "fifteenth": 15,
    "sixteenth": 16, "twentieth": 20, "hundredth": 100, "thousandth": 1000,
}  # fmt: skip
PLURAL = {("halves" if word == "half" else word + "s"): n for word, n in SINGULAR.items()}
CARDINALS = UNITS | TEENS | TENS | SCALES

NUMBER_WORDS = frozenset(CARDINALS) | frozenset(SINGULAR) | frozenset(PLURAL)
"""If none of these words occurs, there is no number word to rewrite."""

TIME_WORDS = frozenset({"past", "quarter", "clock", "oclock", "minutes"})

UNIT_WORDS = (
    r"(?:milli|centi|kilo)?(?:met(?:re|er)|gram(?:me)?|lit(?:re|er))s?|[mck]?m|k?g|mg|m?l|cl|inch(?:es)?|f(?:oo|ee)t"
    r"|miles?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|pounds?|dollars?|euros?|cents?"
    r"|pence|penn(?:y|ies)|degrees?|percent|per ?cent|tonnes?|square|cubic|units?|squared|cubed"
)
WORD = one_of(NUMBER_WORDS | {"point", "oh"})

SMALL = "|".join([*list(UNITS)[1:], *TEENS])
"""Alternation of one to nineteen."""
