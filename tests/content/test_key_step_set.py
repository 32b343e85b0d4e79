"""The key-step set of our own: large and varied enough, made anew it is the same, and each item is
sound: the page is on the route, the reference is the next step, nothing given is still to be found."""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from sandbox.content.keystep_set import IMAGES, SEED, make_set, read_plan
from sandbox.content.keysteps import GENERIC, SPECIFIC, read_keysteps
from sandbox.content.routes import lines_of, plain_line
from sandbox.handwriting.render import pixels_digest
from sandbox.maths.arithmetic import calculation_value
from sandbox.maths.equations import equations
from sandbox.maths.mentions import said
from sandbox.maths.normalise import normalise
from sandbox.maths.values import Number, read_value, same_value
from sandbox.records import rng
from sandbox.scoring.keystep import answers

FOLDER = Path(__file__).parents[2] / "tasks" / "keysteps"
STALE = "run `make generated` and commit what it writes"
MOST_BYTES = 10_000


@pytest.fixture(scope="module")
def found():
    return read_keysteps(FOLDER / "items.jsonl")


@pytest.fixture(scope="module")
def made(library):
    return list(make_set(read_plan(FOLDER), library, SEED))


def numbers(text):
    return [mention.value for mention in said(text).mentions]


def route_of(item, library):
    given = {k: tuple(v) if isinstance(v, list) else v for k, v in item.exact.parameters.items()}
    return library.routes.of(library.families[item.exact.family].problem(given))


def test_set_is_as_large_and_varied_as_it_says(found):
    assert not found.skipped
    assert len(found.items) == 72
    domains = Counter(item.domain for item in found.items)
    assert len(domains) == 6
    assert min(domains.values()) >= 9
    assert len({item.exact.family for item in found.items}) >= 18
    wrong = [item.exact.misconception for item in found.items if item.exact.misconception]
    assert 40 <= len(wrong) <= 55, "some pages are right so far, some hold a wrong line"
    assert len(set(wrong)) >= 30
    assert {item.difficulty_score for item in found.items} == {1, 2, 3, 4}
    assert sum(len(item.prev_img) > 0 for item in found.items) >= 40


def test_making_the_set_again_gives_the_same_items_and_pictures(found, made):
    assert [each.item for each in made] == list(found.items), STALE
    for each in made:
        for name, data in each.pictures.items():
            assert pixels_digest(data) == pixels_digest((FOLDER / name).read_bytes()), STALE


def test_no_picture_is_left_over_or_large(found):
    named = {name for item in found.items for name in item.images}
    there = {f"{IMAGES}/{path.name}" for path in (FOLDER / IMAGES).iterdir()}
    assert named == there
    assert max((FOLDER / name).stat().st_size for name in named) <= MOST_BYTES


def test_pages_grow_line_by_line_to_the_key_page(found):
    for item in found.items:
        pages = [lines_of(alt) for alt in item.exact.alts]
        assert len(pages) == len(item.images) == item.pic_num
        for before, after in pairwise(pages):
            assert after[:-1] == before


def test_page_is_read_back_as_it_was_planned(found, library):
    planned = {each.id: each for each in read_plan(FOLDER)}
    for item in found.items:
        standing = route_of(item, library).standing(lines_of(item.exact.alts[-1]))
        plan = planned[item.instance_id]
        assert standing.done == plan.done
        assert (standing.slip.misconception if standing.slip else "") == plan.slip


def test_problem_is_read_back_to_its_route(found, library):
    for item in found.items:
        routes = library.routes.through(item.exact.problem, library.families)
        assert any(route.start == route_of(item, library).start for route in routes), (
            item.instance_id
        )


def test_route_ends_in_the_right_answer(found, library):
    for item in found.items:
        answer = item.exact.answer
        assert plain_line(item.exact.later[-1]).endswith(plain_line(answer)), item.instance_id


def test_every_equation_of_a_route_holds(library):
    for spec in library.routes:
        family = library.families[spec.id]
        for seed in range(8):
            route = library.routes.of(family.draw(rng("route", seed, spec.id)))
            for step in route.steps:
                assert all(each.holds for each in equations(step.line)), (spec.id, step.line)


def test_at_least_two_steps_are_left(found):
    for item in found.items:
        assert len(item.exact.next) == 1
        assert item.exact.later


def test_what_is_to_be_found_stands_nowhere_before(found):
    for item in found.items:
        exact = item.exact
        (answer,) = numbers(exact.answer)[:1] or [read_value(exact.answer)]
        shown = [exact.problem, item.question, *lines_of(exact.alts[-1]), *exact.next]
        assert not any(same_value(answer, v) for text in shown for v in numbers(text)), (
            item.instance_id
        )


def test_question_and_reference_give_nothing_beyond_the_step_away(found):
    for item in found.items:
        for text in (item.question, str(item.reference)):
            verdict = answers(item.exact, [("student", "?"), ("tutor", text)])
            assert verdict["solution_scope_control"].value == 1, (item.instance_id, text)


def test_question_does_not_name_the_detail_or_the_step(found):
    for item in found.items:
        told = answers(item.exact, [("student", "?"), ("tutor", item.question)])
        assert told["insight_identification"].value != 1, item.instance_id
        assert told["operation_execution"].value != 1, item.instance_id
        assert item.question[0].isupper()
        assert item.question.endswith(("?", "!", "."))
        assert "?" in item.question or "!" in item.question


def test_reference_is_known_by_its_own_words(found):
    for item in found.items:
        reference = item.reference
        told = answers(item.exact, [("student", "?"), ("tutor", str(reference))])
        assert [
            told[name].value
            for name in ("insight_identification", "operation_prescription", "operation_execution")
        ] == [1, 1, 1], (item.instance_id, told)


def test_rubric_is_worded_for_the_very_problem(found):
    wordings = Counter()
    for item in found.items:
        criteria = {each.id: each for each in item.rubric.evaluation_criteria}
        assert set(criteria) == {*SPECIFIC, *GENERIC}
        assert item.reference.detail in criteria["insight_identification"].criterion
        assert item.exact.answer in criteria["solution_scope_control"].condition_for_0
        assert item.reference.step.rstrip(".") in criteria["operation_execution"].criterion
        wordings.update(criteria[name].criterion for name in SPECIFIC[2:])
    assert max(wordings.values()) <= 2, "hardly two problems share a wording"


def test_wrong_line_is_what_the_misconception_writes(found, library):
    for item in found.items:
        if item.exact.misconception:
            route = route_of(item, library)
            line = lines_of(item.exact.alts[-1])[-1]
            wrong = route.problem.by(item.exact.misconception)
            assert leads_to(line, wrong, item.exact.problem), (item.instance_id, line, wrong.text)


def leads_to(line, wrong, problem):
    """Whether a wrong line belongs to the wrong answer: it shares a calculation with the working of
    the misconception, comes to its answer, or is an equation that its answer satisfies."""
    plain = plain_line(line)
    working = " ".join(plain_line(each) for each in wrong.working)
    side = plain.rpartition("=")[2].removesuffix("parts").removesuffix("triangles")
    pieces = [plain, side, *(p for p in plain.split("=") if len(p) > 2)]
    if any(len(piece) > 2 and piece in working for piece in pieces):
        return True
    value = calculation_value(normalise(line.rpartition("=")[2]))
    answer = read_value(wrong.text)
    if isinstance(value, Fraction) and isinstance(answer, Number) and value == answer.value:
        return True
    if isinstance(answer, Number) and "=" in line:
        shown = re.sub(r"(?<=\d)[a-z](?![a-z])", f" * ({answer.value})", normalise(line))
        shown = re.sub(r"(?<![a-z])[a-z](?![a-z²])", f"({answer.value})", shown)
        sides = [calculation_value(normalise(each)) for each in shown.split("=")]
        if sides[0] == sides[-1]:
            return True
    # counts and places: what is new on the page, or else its last figure, stands in the working too
    figures = re.findall(r"\d+", line)
    new = set(figures) - set(re.findall(r"\d+", problem)) | {figures[-1]}
    return bool(new & set(re.findall(r"\d+", " ".join(wrong.working))))


def test_fault_in_the_plan_is_named_with_its_item(library):
    plan = read_plan(FOLDER)
    far = plan[0].model_copy(update={"done": 2})
    with pytest.raises(Exception, match="mul-36-47: at least two steps must be left"):
        list(make_set([far], library, SEED))
    other = plan[0].model_copy(update={"slip": "fractions/add-across"})
    with pytest.raises(Exception, match="writes no line of its own"):
        list(make_set([other], library, SEED))
