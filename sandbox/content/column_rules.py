"""Which families are worked in columns, and how each rule there stands on paper."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial

from sandbox.content import column_work
from sandbox.content.decimal_columns import by_the_ends, by_the_point
from sandbox.errors import FormulaError
from sandbox.handwriting.columns import Columns
from sandbox.maths.expressions import FAILURES, compile_formula
from sandbox.maths.families import Problem
from sandbox.maths.written import MINUS

Method = Callable[..., Columns | None]

METHODS: Mapping[str, Method] = {
    "subcol": column_work.subtraction,
    "addcol": column_work.addition,
    "mulcol": column_work.short_multiplication,
    "divcol": column_work.short_division,
}
"""Procedure of the formula language → how its calculation stands on paper."""

OTHERS: Mapping[tuple[str, str], tuple[str, Method]] = {
    ("add-unequal-lengths", "addition/left-aligns"): (
        "a, b", partial(column_work.left_aligned, sign="+")),
    ("sub-unequal-lengths", "addition/left-aligns"): (
        "a, b", partial(column_work.left_aligned, sign=MINUS)),
    ("add-unequal-lengths", "addition/stops-when-bottom-ends"): (
        "a, b", partial(column_work.first_columns_only, sign="+")),
    ("sub-unequal-lengths", "addition/stops-when-bottom-ends"): (
        "a, b", partial(column_work.first_columns_only, sign=MINUS)),
    ("mul-two-digits", "multiplication/no-placeholder-shift"): (
        "m, n", partial(column_work.long_multiplication, shifted=False)),
    ("mul-two-digits", "multiplication/first-row-only"): (
        "m, n", partial(column_work.long_multiplication, rows=1)),
    ("mul-two-digits", "multiplication/column-wise-product"): ("m, n", column_work.column_product),
    ("div-zero-in-quotient", "division/omits-zero-in-quotient"): (
        "n, d", partial(column_work.short_division, omits_zeros=True)),
    ("div-zero-in-quotient", "division/quotient-right-to-left"): (
        "n, d", partial(column_work.short_division, from_right=True)),
    ("div-by-digit", "division/quotient-right-to-left"): (
        "n, d", partial(column_work.short_division, from_right=True)),
    ("dec-add", "decimals/right-aligns-decimals"): (
        "x, j, y, k", partial(by_the_ends, sign="+")),
    ("dec-sub", "decimals/right-aligns-decimals"): (
        "x, j, y, k", partial(by_the_ends, sign=MINUS)),
    ("dec-add-whole", "decimals/right-aligns-decimals"): (
        "n, 0, y, k", partial(by_the_ends, sign="+")),
    ("dec-sub-from-whole", "decimals/right-aligns-decimals"): (
        "w, 0, y, k", partial(by_the_ends, sign=MINUS)),
    ("dec-sub", "subtraction/borrow-no-decrement"): (
        "x, j, y, k", partial(by_the_point, sign=MINUS, bug="no-decrement")),
    ("dec-sub-from-whole", "subtraction/borrow-no-decrement"): (
        "w, 0, y, k", partial(by_the_point, sign=MINUS, bug="no-decrement")),
}  # fmt: skip
"""Rules whose formulas are no column procedure, but whose marks on paper are known."""

RIGHT: Mapping[str, tuple[str, Method]] = {
    **dict.fromkeys(
        ("add-one-carry", "add-two-carries", "add-unequal-lengths"), ("a, b", column_work.addition)
    ),
    **dict.fromkeys(
        ("sub-one-exchange", "sub-across-zero", "sub-zero-facts", "sub-unequal-lengths"),
        ("a, b", column_work.subtraction),
    ),
    **dict.fromkeys(("mul-by-digit", "mul-with-zero"), ("n, c", column_work.short_multiplication)),
    "mul-two-digits": ("m, n", column_work.long_multiplication),
    "dec-add": ("x, j, y, k", partial(by_the_point, sign="+")),
    "dec-sub": ("x, j, y, k", partial(by_the_point, sign=MINUS)),
    "dec-add-whole": ("n, 0, y, k", partial(by_the_point, sign="+")),
    "dec-sub-from-whole": ("w, 0, y, k", partial(by_the_point, sign=MINUS)),
    **dict.fromkeys(("div-by-digit", "div-zero-in-quotient"), ("n, d", column_work.short_division)),
}
"""Family → how its right calculation stands on paper."""


def columns_for(problem: Problem, misconception: str | None) -> Columns | None:
    """The calculation in columns, where the family and the rule are worked so."""
    family = problem.family
    if misconception is None:
        named, right = RIGHT.get(family.id, ("", None))
        return right(*_arguments(named, problem)) if right else None
    other = OTHERS.get((family.id, misconception))
    if other:
        return other[1](*_arguments(other[0], problem))
    call = family.errors[misconception].answer.tree
    if family.id not in RIGHT or not isinstance(call, ast.Call) or len(call.args) != 3:
        return None
    method = METHODS.get(call.func.id) if isinstance(call.func, ast.Name) else None
    return method(*(_evaluated(each, problem) for each in call.args)) if method else None


def _arguments(names: str, problem: Problem) -> list[object]:
    return [0 if name == "0" else problem.values[name] for name in names.split(", ")]


def _evaluated(tree: ast.expr, problem: Problem) -> object:
    formula = compile_formula(ast.unparse(tree))
    try:
        return formula(problem.values)
    except FAILURES as error:
        raise FormulaError(f"{problem.family.id}: {ast.unparse(tree)}: {error}") from error
