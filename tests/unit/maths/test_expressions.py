"""The formula language: what it computes, and that nothing hostile gets through or takes long."""

import contextlib
from fractions import Fraction
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quickly import quickly

from sandbox.errors import FormulaError
from sandbox.maths.expressions import (
    FAILURES,
    MAX_ITEMS,
    bounded,
    compile_formula,
    compile_template,
    outcomes,
    show,
)
from sandbox.maths.procedures import PROCEDURES

BIG = 2**4095
TALL = "(" * 10_000 + "1" + ")" * 10_000
DEEP = "-" * 200 + "1"
HOSTILE_TEXTS = [
    "(1).__class__",
    "().__class__.__bases__[0].__subclasses__()",
    "__import__('os')",
    "__builtins__",
    "_multiply(2, 3)",
    "lambda: 1",
    "(lambda x: x)(1)",
    "[x for x in (1, 2)]",
    "sum(x for x in (1, 2))",
    "{1: 2}",
    "{1, 2}",
    "[1, 2]",
    "f'{1}'",
    "'a'.upper()",
    "'{0.__class__}'.format(1)",
    "(x := 5)",
    "sum(*(1, 2))",
    "sum((1, 2), start=3)",
    "max(key=abs)",
    "open('x')",
    "eval('1')",
    "getattr(1, 'real')",
    "abs",
    "abs(abs)",
    "gcd",
    "1.5",
    "1e9",
    "1j",
    "True",
    "None",
    "...",
    "b'x'",
    "1 << 9999999",
    "1 | 2",
    "~1",
    "2 @ 3",
    "1 is 1",
    "await x",
    "yield 1",
    "a; b",
    "a = 1",
    "import os",
    "",
    "   ",
    "1 +",
    "a\nb",
    "\x00",
    TALL,
    "(" * 190 + "1" + ")" * 190 + "(",
    DEEP,
    "not " * 90 + "a",
    "a" * 401,
]
HOSTILE_WORK = [
    "9**9**9**9",
    "2**(10**9)",
    "x**x",
    "x*10**9 + 'a'",
    "'a'*10**9",
    "10**9*'a'",
    "(1,)*10**9",
    "'%99999999d' % 3",
    "'%s' % x",
    "x*x",
    "x*x*x*x*x*x*x*x",
    "1/x/x/x/x/x/x/x",
    "x//(1/x)//(1/x)",
    "cat(x, x, x, x)",
    "cat(cat(x, x), cat(x, x))",
    "words(x)",
    "divs(x)",
    "pfactors(x)",
    "isprime(x)",
    "factorial(x)",
    "factorial(10**6)",
    "comb(x, 2)",
    "dec(1, 10**9)",
    "dec(1, -1)",
    "ds(F(1, 3), 10**9)",
    "DP(1, 10**9)",
    "dig(5, 10**9)",
    "decimals((1, 2), 10**9)",
    "F('1e999999999')",
    "D('1e999999999')",
    "root('1e999999999')",
    "Q('1e999999999', 1)",
    "money('1e999999999')",
    "numerator('1e999999999')",
    "pw(2, '1e999999999')",
    "int('1e999999999')",
    "F(1, 0)",
    "1/0",
    "1//0",
    "1%0",
    "0**-1",
    "xs[99]",
    "xs + 1",
    "'a' + 1",
    "-'a'",
    "nowhere",
    "mean(())",
    "median(())",
    "mode(())",
    "root(-1)",
]


@pytest.mark.parametrize("text", HOSTILE_TEXTS, ids=lambda text: text[:30] or "empty")
def test_hostile_formula_is_refused_before_it_runs(text):
    with pytest.raises(FormulaError):
        quickly(lambda: compile_formula(text))


@pytest.mark.parametrize("text", HOSTILE_WORK)
def test_hostile_work_fails_at_once(text):
    formula = compile_formula(text)
    with pytest.raises(FAILURES):
        bounded(quickly(lambda: formula({"x": BIG, "xs": (1, 2)})))


def test_refusal_names_the_formula_and_what_is_wrong():
    with pytest.raises(FormulaError, match=r"'open\(\"x\"\)' calls 'open', which is not a procedu"):
        compile_formula('open("x")')
    with pytest.raises(FormulaError, match="uses Attribute, which formulas may not"):
        compile_formula("x.real")
    with pytest.raises(FormulaError, match="write integers"):
        compile_formula("0.5 + x")
    with pytest.raises(FormulaError, match="passes a keyword"):
        compile_formula("sum(xs, start=1)")


@pytest.mark.parametrize(
    "step", ["x * x", "lcm(x, x - 1)", "x + x / (x - 1)", "cat(x, x)", "s + s", "t + t", "(t, t)"]
)
def test_chain_of_lets_that_doubles_ends_in_an_error_quickly(step):
    formula = compile_formula(step)
    name = step.strip("(")[0] if step[0] in "st(" else "x"
    values = {"x": 12_345, "s": "ab", "t": (1, 2)}

    def chain():
        for _ in range(5_000):
            values[name] = bounded(formula(values))

    with pytest.raises(FAILURES):
        quickly(chain, 0.5)


def test_many_additions_of_huge_fractions_do_not_pile_up():
    text = "+".join(f"1/(x-{k})" for k in range(30))
    with pytest.raises(FormulaError, match="grew beyond"):
        quickly(lambda: compile_formula(text)({"x": BIG}))


def test_nested_lists_are_counted_to_the_bottom():
    row = tuple(range(100))
    assert bounded((row,) * 40) == (row,) * 40
    with pytest.raises(FormulaError, match=f"beyond {MAX_ITEMS}"):
        bounded((row,) * 42)


def test_no_procedure_takes_long_or_fails_in_an_unforeseen_way_on_hostile_values():
    values = [
        0, -1, 7, 10**9, BIG, -BIG, Fraction(1, BIG), "", "x", "1e999999999", "a" * MAX_ITEMS, (),
        (1, 2, 3), tuple(range(MAX_ITEMS)), (BIG,) * 40, ((1, 2), ("a", "b")),
    ]  # fmt: skip
    for procedure in PROCEDURES.values():
        calls = [(v,) for v in values] + [(v, w) for v in values for w in values[:11]]
        calls += [(7, 3, v) for v in values] + [(v, 10**9, 3) for v in values]
        for arguments in calls:
            with contextlib.suppress(FAILURES):
                quickly(partial(procedure, *arguments), 0.5)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a + b * c", 2 + 3 * 5),
        ("(a + b) * c", 25),
        ("a / b", Fraction(2, 3)),
        ("-a ** 2", -4),
        ("a ** -1", Fraction(1, 2)),
        ("7 // b", 2),
        ("-7 % b", 2),
        ("F(1, 2) + F(1, 3)", Fraction(5, 6)),
        ("a < b and b < c", True),
        ("a == 2 or 1 // 0", True),
        ("not a == 2", False),
        ("'yes' if a > b else 'no'", "no"),
        ("xs[1]", 20),
        ("xs[-1]", 30),
        ("xs[1:]", (20, 30)),
        ("len(xs) + sum(xs)", 63),
        ("20 in xs", True),
        ("a not in xs", True),
        ("'x' + 'y'", "xy"),
        ("xs + (40,)", (10, 20, 30, 40)),
        ("  a  ", 2),
        ("gcd(12, 18) * lcm(4, 6)", 72),
    ],
)
def test_formula_gives_the_exact_value(text, value):
    result = compile_formula(text)({"a": 2, "b": 3, "c": 5, "xs": (10, 20, 30)})
    assert result == value
    assert type(result) is type(value)


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9), st.integers(1, 10**9))
def test_arithmetic_is_exact(a, b, c):
    values = {"a": a, "b": b, "c": c}
    assert compile_formula("a * b - c")(values) == a * b - c
    assert compile_formula("(a + b) / c")(values) == Fraction(a + b, c)
    assert compile_formula("a // c * c + a % c")(values) == a


def test_names_of_a_formula_are_what_must_be_given():
    assert compile_formula("gcd(a, b) + c if d else 'e'").names == {"a", "b", "c", "d"}


def test_template_shows_exact_numbers_with_a_true_minus():
    template = compile_template("{a} and {b - 5} and {F(1, b)} and {'x' + w}")
    assert template.render({"a": 2, "b": 3, "w": "y"}) == "2 and −2 and 1/3 and xy"
    assert template.names == {"a", "b", "w"}


@pytest.mark.parametrize("text", ["{a", "a}", "{{a}}", "{}", "{a!r}", "{a:02d}", "x {open('f')} y"])
def test_template_refuses_unbalanced_and_disallowed_slots(text):
    with pytest.raises(FormulaError):
        compile_template(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [(-3, "−3"), (Fraction(-1, 2), "−1/2"), (Fraction(4, 2), "2"), ("−x", "−x"), (0, "0")],
)
def test_show_is_what_a_pupil_writes(value, text):
    assert show(value) == text


def test_what_a_formula_can_give_is_known_beforehand_where_its_procedure_says_so():
    assert outcomes(compile_formula("compare(a, F(1, b))")) == {"A", "B", "the same"}
    for anything in ("a", "a + 1", "gcd(a, 6)", "cat(a, b)", "'A'"):
        assert outcomes(compile_formula(anything)) is None
