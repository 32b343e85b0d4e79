"""≈ stands where a result was rounded, = where it was not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.content.library import Library
from sandbox.maths.rounded import with_honest_equals
from sandbox.maths.written import decimal_text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("105 ÷ 13 = 8.077", "105 ÷ 13 ≈ 8.077"),
        ("15 ÷ 8 × 5 = 9.375", "15 ÷ 8 × 5 = 9.375"),
        ("30 ÷ 7 × 3 = 12.857 g", "30 ÷ 7 × 3 ≈ 12.857 g"),
        ("6 + 7 = 13, and 9 ÷ 13 = 0.692", "6 + 7 = 13, and 9 ÷ 13 ≈ 0.692"),
        ("9 ÷ 7 = $1.29, so it is $1.29", "9 ÷ 7 ≈ $1.29, so it is $1.29"),
        # wrong on purpose, and a part of a longer calculation: neither is a rounded quotient
        ("13 ÷ 4 = 3.1", "13 ÷ 4 = 3.1"),
        ("2 + 9 ÷ 7 = 1.286", "2 + 9 ÷ 7 = 1.286"),
        ("5 ÷ 0 = 0.5", "5 ÷ 0 = 0.5"),
    ],
)
def test_only_rounded_results_lose_their_equals_sign(text: str, told: str) -> None:
    assert with_honest_equals(text) == told


@given(st.integers(1, 500), st.integers(1, 60))
def test_the_sign_says_whether_the_decimal_is_exact(top: int, bottom: int) -> None:
    written = decimal_text(Fraction(top, bottom), 3)
    told = with_honest_equals(f"{top} ÷ {bottom} = {written}")
    assert ("≈" in told) == (Fraction(written) != Fraction(top, bottom))


def test_working_on_any_numbers_is_honest(library: Library) -> None:
    asked = "A rectangle has a perimeter of 100 cm and a length of 13 cm. What is its width?"
    (problem,) = library.families.last(asked)
    wrong = problem.wrong["perimeter-area/divides-perimeter-by-length"]
    assert wrong.working[-1] == "100 ÷ 13 ≈ 7.692 cm"
