"""Routes through problems: how a page is read by its lines, and what faults of the data are told."""

import pytest

from sandbox.content.library import read_library
from sandbox.content.routes import Standing, lines_of
from sandbox.errors import UsageError

SLIP = "expressions/multiplies-first-term-only"


@pytest.fixture(scope="module")
def route(library):
    problem = library.families["eq-brackets"].problem({"a": 4, "b": 9, "c": 60, "v": "p"})
    return library.routes.of(problem)


def test_route_is_written_with_the_numbers_of_the_problem(route):
    assert route.start == "4(p + 9) = 60"
    assert [step.line for step in route.steps] == ["4p + 36 = 60", "4p = 24", "p = 6"]


def test_line_that_only_goes_on_is_said_with_its_left_side(library):
    problem = library.families["ooo-minus-times"].problem({"a": 58, "b": 3, "c": 6})
    steps = library.routes.of(problem).steps
    assert [step.said for step in steps] == ["58 − 3 × 6 = 58 − 18", "58 − 3 × 6 = 40"]


@pytest.mark.parametrize(
    ("lines", "done", "slip"),
    [
        (["4(p + 9) = 60"], 0, ""),
        (["4 ( p+9 ) = 60", "4p+36 = 60."], 1, ""),
        (["4(p + 9) = 60", "4p + 9 = 60"], 0, SLIP),
        (
            ["4(p + 9) = 60", "4p + 36 = 60", "4p = 96"],
            1,
            "equations/same-operation-instead-of-inverse",
        ),
        (["4(p + 9) = 60", "4p + 36 = 60", "4p = 24", "p = 6"], 3, ""),
    ],
)
def test_page_is_read_by_its_lines(route, lines, done, slip):
    found = route.standing(lines)
    assert (found.done, found.slip.misconception if found.slip else "") == (done, slip)


@pytest.mark.parametrize(
    "lines",
    [
        [],
        ["4(p + 8) = 60"],
        ["4(p + 9) = 60", "p = 6"],
        ["4(p + 9) = 60", "4p + 9 = 60", "4p = 51"],
    ],
)
def test_page_that_leaves_the_route_is_not_guessed(route, lines):
    assert route.standing(lines) is None


def test_line_that_the_student_says_to_have_written_counts(route):
    start = Standing(0, route.slip(0, SLIP))
    assert route.after(start, "I have 4p + 36 = 60 now.") == Standing(1)
    assert route.after(start, "What is 4p + 9 = 60 good for?") == start
    assert route.after(Standing(3), "p = 6") == Standing(3)


def test_misconception_that_errs_elsewhere_writes_no_line_here(route):
    with pytest.raises(UsageError, match="writes no line of its own after step 1"):
        route.slip(1, SLIP)


def test_family_without_a_route_has_none(library):
    problem = library.families["eq-ax"].problem({"a": 3, "b": 12, "v": "x"})
    assert library.routes.of(problem) is None


def test_lines_are_read_from_a_page_in_words():
    alt = "A pupil's handwritten working, blue on squared paper. Line 1: 2, 4, .... Line 2: each jump: 2."
    assert lines_of(alt) == ("2, 4, ...", "each jump: 2")
    assert lines_of("A photo of a page.") == ()


def test_faults_of_routes_are_told_with_file_and_entry(tmp_path):
    from sandbox.content.files import content_root

    mine = tmp_path / "tasks" / "keysteps"
    mine.mkdir(parents=True)
    step = 'line: "{a} + 1", detail: "d", operation: "o", marks: ["m"], does: ["d"]'
    (mine / "routes.yaml").write_text(
        f"- {{id: no-family, domain: x, start: s, steps: [{{{step}}}, {{{step}}}]}}\n"
        f"- id: eq-ax\n  domain: algebra\n  start: s\n  steps:\n    - {{{step}, slips: [{{by: fractions/add-across, "
        f'line: "{{a}}", detail: d, marks: [m]}}]}}\n    - {{{step}}}\n'
        f"- {{id: eq-brackets, domain: x, start: '{{a', steps: [{{{step}}}, {{{step}}}]}}\n"
    )
    _, faults = read_library((content_root(), tmp_path))
    told = "\n".join(map(str, faults))
    assert "no-family" in told
    assert "fractions/add-across" in told
    assert "opens a brace" in told
    assert len(faults) == 3
