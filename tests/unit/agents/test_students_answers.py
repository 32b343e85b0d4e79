"""What the scripted student answers: by its beliefs, to anything it can read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.agents.base import Brief, Utterance, View
from sandbox.agents.students import make_student, student_names
from sandbox.content.generate import choice_item, item_for
from sandbox.content.library import Library, load
from sandbox.errors import UnknownNameError, UsageError
from sandbox.maths.families import Families
from sandbox.records import Turn, rng

LIBRARY = load()
FIXTURES = Path(__file__).parents[2] / "fixtures" / "content"
TASK = "Work out 2/3 + 1/4."
ADD_ACROSS = "novice:fractions/add-across"


def hearing(text: str, session: str = "s", task: str = TASK) -> View:
    said = Turn(index=0, seat="tutor", text=text, author="")
    return View("student", session, task, turns=(said,))


def opened(text: str, session: str = "s") -> View:
    first = Turn(index=0, seat="student", text="I got 3/7.", author="")
    said = Turn(index=1, seat="tutor", text=text, author="")
    return View("student", session, TASK, turns=(first, said))


def ask(name: str, text: str, session: str = "s", library: Library = LIBRARY) -> Utterance:
    return asyncio.run(make_student(name, library).act(hearing(text, session)))


def in_test(name: str, question: str, session: str = "s", library: Library = LIBRARY) -> Utterance:
    return asyncio.run(make_student(name, library).answer(View("student", session, question)))


def answers(said: Utterance) -> list[str]:
    return [pair[1] for pair in said.hidden["answers"]]  # type: ignore[union-attr, index, misc]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("What is 3/4 + 1/2?", "4/6"),
        ("add three quarters and a half", "4/6"),
        (r"What is \frac{3}{4}+\frac{1}{2}?", "4/6"),
        ("3/4 plus 1/2 =", "4/6"),
        ("and what would 1/2 + 1/2 be?", "2/4"),
        ("Good. Now try 1/2 + 1/3.", "2/5"),
        ("7 - 2", "5"),
        ("What is 12 × 3?", "36"),
        ("Work out 12.5 × 4 − 3.", "47"),
    ],
)
def test_a_novice_answers_any_readable_question_by_its_rule_or_rightly(
    asked: str, answer: str
) -> None:
    said = ask(ADD_ACROSS, asked)
    assert answers(said) == [answer]
    assert answer in said.text


@pytest.mark.parametrize(
    "text",
    [
        "What do you notice about the bottom numbers?",
        "How could we make that easier?",
        "What is the capital of France?",
    ],
)
def test_a_question_it_cannot_read_gets_no_number(text: str) -> None:
    for session in ("a", "b", "c"):
        said = asyncio.run(make_student(ADD_ACROSS, LIBRARY).act(opened(text, session)))
        assert answers(said) == []
        assert not any(character.isdigit() for character in said.text)


@pytest.mark.parametrize(
    "text", ["When you do 1/2 + 1/2 you get 1.", "You are adding 3/4 + 1/2. Is that hard?"]
)
def test_a_sum_that_is_only_mentioned_is_not_answered(text: str) -> None:
    assert answers(asyncio.run(make_student(ADD_ACROSS, LIBRARY).act(opened(text)))) == []


def test_every_novice_errs_as_its_belief_says_on_fresh_items() -> None:
    for name, spec in LIBRARY.misconceptions.items():
        item = item_for(name, LIBRARY, rng("novices", spec.statement))
        problem = next(p for p in LIBRARY.families.last(item.question) if name in p.wrong)
        said = in_test(f"novice:{name}", item.question)
        assert answers(said) == [problem.wrong[name].text], name
        assert said.text.startswith(problem.wrong[name].text)


def test_a_novice_takes_the_choice_that_its_belief_makes() -> None:
    generator = rng("choices")
    problem = LIBRARY.families["frac-add-unlike"].draw(
        generator, including="fractions/add-across", least=3
    )
    item = choice_item(problem, generator, including="fractions/add-across")
    made = next(c for c in item.choices if c.misconception == "fractions/add-across")
    choices = tuple((choice.label, choice.text) for choice in item.choices)
    view = View("student", "s", item.question, choices)
    for said in (
        asyncio.run(make_student(ADD_ACROSS, LIBRARY).answer(view)),
        asyncio.run(make_student(ADD_ACROSS, LIBRARY).act(view)),
    ):
        assert said.hidden["choice"] == made.label
        assert made.label in said.text
        assert made.text in said.text


def test_the_first_of_two_beliefs_that_apply_answers() -> None:
    first, second = "fractions/add-across", "fractions/keeps-larger-denominator"
    assert answers(ask(f"novice:{first}+{second}", "What is 1/6 + 1/4?")) == ["2/10"]
    assert answers(ask(f"novice:{second}+{first}", "What is 1/6 + 1/4?")) == ["2/6"]


def test_another_wording_gets_the_same_answer_and_the_opening_names_the_task() -> None:
    view = View("student", "s", TASK)
    said = asyncio.run(make_student(ADD_ACROSS, LIBRARY).act(view))
    assert answers(said) == ["3/7"]
    assert "2/3 + 1/4" in said.text


def test_the_human_like_novice_is_less_steady_and_the_ideal_one_is_steady() -> None:
    ideal = {answers(in_test(ADD_ACROSS, TASK, f"s{k}"))[0] for k in range(60)}
    assert ideal == {"3/7"}
    human = [answers(in_test(f"{ADD_ACROSS}@human-like", TASK, f"s{k}"))[0] for k in range(300)]
    assert 0.75 < human.count("3/7") / 300 < 0.95
    assert human.count("11/12") > 0
    slips = set(human) - {"3/7", "11/12"}
    problem = LIBRARY.families.last(TASK)[0]
    assert slips
    assert not any(wrong.matches(slip) for wrong in problem.wrong.values() for slip in slips)


def test_the_expert_is_always_right_and_the_random_student_at_chance() -> None:
    right, picks = 0, 0
    for number in range(400):
        generator = rng("chance", number)
        problem = LIBRARY.families["frac-add-unlike"].draw(generator, least=3)
        item = choice_item(problem, generator)
        choices = tuple((choice.label, choice.text) for choice in item.choices)
        view = View("student", f"s{number}", item.question, choices)
        expert = asyncio.run(make_student("scripted:expert", LIBRARY).answer(view))
        assert expert.hidden["choice"] == item.key
        random = asyncio.run(make_student("scripted:random", LIBRARY).answer(view))
        right += random.hidden["choice"] == item.key
        picks += random.hidden["choice"] == "A"
    assert 70 <= right <= 130
    assert 70 <= picks <= 130


def test_an_unreadable_item_with_choices_is_guessed_not_refused() -> None:
    choices = (("A", "a cat"), ("B", "a dog"), ("C", "a cow"), ("D", "a pig"))
    picks = set()
    for number in range(60):
        view = View("student", f"s{number}", "Which animal barks?", choices)
        said = asyncio.run(make_student(ADD_ACROSS, LIBRARY).answer(view))
        picks.add(said.hidden["choice"])
    assert picks == {"A", "B", "C", "D"}


def test_a_belief_of_ones_own_content_runs_without_any_python() -> None:
    library = load(FIXTURES)
    assert answers(ask("novice:shells/counts-twice", "Zork 7.", library=library)) == ["15"]
    assert answers(ask("novice:shells/forgets-new", "zork 7", library=library)) == ["7"]
    assert answers(ask("scripted:expert", "zork 7", library=library)) == ["8"]


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("novice:fractions/add-acros", UnknownNameError, "fractions/add-across"),
        ("novice:fractions/add-across@human", UnknownNameError, "human-like"),
        ("timss:g4-lo", UnknownNameError, "g4-low"),
        ("adversarial:plead", UnknownNameError, "pleads"),
        ("scripted:experts", UnknownNameError, "expert"),
        ("novise:fractions/add-across", UnknownNameError, "novice"),
        ("novice", UsageError, "looks like"),
        ("novice:", UsageError, "looks like"),
        ("novice:fractions/add-across+fractions/add-across", UsageError, "twice"),
    ],
)
def test_a_name_nobody_knows_is_met_with_the_nearest(
    name: str, error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        make_student(name, LIBRARY)


def test_every_listed_student_can_be_made_and_keeps_its_name() -> None:
    names = list(student_names(LIBRARY))
    assert len(names) == len(set(names)) > 200
    for name in names:
        student = make_student(name, LIBRARY)
        assert student.name == name
        assert (student.profile is not None) == name.startswith("timss:")
        if not name.startswith("persona:"):
            assert len(student.beliefs) == name.startswith("novice:")


def renamed(library: Library) -> tuple[Library, dict[str, str]]:
    """The same content with its misconception ids permuted."""
    ids = sorted(library.misconceptions)
    new = dict(zip(ids, ids[7:] + ids[:7], strict=True))
    specs = {new[k]: s.model_copy(update={"id": new[k]}) for k, s in library.misconceptions.items()}
    families = [
        replace(
            family,
            errors={
                new[name]: replace(rule, misconception=new[name])
                for name, rule in sorted(family.errors.items(), key=lambda e: new[e[0]])
            },
        )
        for family in library.families
    ]
    ordered = {name: specs[name] for name in sorted(specs)}
    return replace(library, misconceptions=ordered, families=Families(families)), new


@pytest.mark.parametrize(
    "form",
    ["novice:{0}", "novice:{0}+{1}@human-like", "timss:g4-low", "adversarial:offers-number"],
)
def test_permuting_misconception_ids_changes_no_word(form: str) -> None:
    other, new = renamed(LIBRARY)
    beliefs = ("fractions/add-across", "fractions/keeps-larger-denominator")
    helps = LIBRARY.misconception(beliefs[0]).helps
    heard = [helps.case, helps.because, helps.idea, "Have another go.", "How did you get that?"]

    def told(library: Library, names: list[str]) -> list[str]:
        student = make_student(form.format(*names), library)
        turns: list[Turn] = []
        for text in ["", *heard]:
            if text:
                turns.append(Turn(index=len(turns), seat="tutor", text=text, author=""))
            view = View("student", "perm", TASK, brief=Brief(), turns=tuple(turns))
            said = asyncio.run(student.act(view))
            turns.append(
                Turn(
                    index=len(turns), seat="student", text=said.text, author="", hidden=said.hidden
                )
            )
        return [turn.text for turn in turns]

    assert told(LIBRARY, list(beliefs)) == told(other, [new[name] for name in beliefs])
