"""What a person asks first: a simulated student, a diagnosis, the lists, the check."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import apart, well

TINY = Path(__file__).parent.parent / "fixtures" / "engine"
ACROSS = "novice:fractions/add-across"
SMALLER = "novice:subtraction/smaller-from-larger"


@pytest.mark.parametrize(
    "question",
    [
        "What is 3/4 + 1/2?",
        "What's 3/4 + 1/2?",
        "Work out 3/4 + 1/2.",
        "3/4 plus 1/2 =",
        "add three quarters and a half",
        r"\frac{3}{4}+\frac{1}{2}",
        r"Can you do $\dfrac{3}{4} + \dfrac{1}{2}$ for me?",
    ],
)
def test_a_novice_answers_by_its_misconception_in_every_wording(question: str) -> None:
    said = well("ask", ACROSS, question).out
    assert "4/6" in said
    assert "5/4" not in said


def test_a_novice_is_right_where_its_misconception_does_not_apply() -> None:
    said = well("ask", ACROSS, "7 - 2").out
    assert "5" in said
    assert well("ask", ACROSS, "What is 1/2 + 1/2?").out.count("2/4")


@pytest.mark.parametrize(
    ("question", "wrong", "right"), [("52 − 38", "26", "14"), ("5203 - 3748", "2545", "1455")]
)
def test_the_same_bug_shows_in_subtractions_of_any_length(
    question: str, wrong: str, right: str
) -> None:
    said = well("ask", SMALLER, f"What is {question}?").out
    assert wrong in said
    assert right not in said


def test_several_messages_are_one_conversation() -> None:
    said = well("ask", ACROSS, "What is 3/4 + 1/2?", "How did you get it?", "And 1/3 + 1/4?").out
    lines = said.splitlines()
    assert lines[0] == "> What is 3/4 + 1/2?"
    assert "3 + 1 = 4" in lines[3]
    assert "2/7" in lines[5]


def test_the_same_seed_says_the_same() -> None:
    asked = ("ask", ACROSS, "What is 3/4 + 1/2?", "Why?")
    assert well(*asked, "--seed", 5).out == well(*asked, "--seed", 5).out
    assert len({well(*asked, "--seed", seed).out for seed in range(8)}) > 1


def test_diagnose_names_the_cause_with_its_working() -> None:
    found = well("diagnose", "What is 1/2 + 1/3?", "2/5", "--json").json
    assert (found["verdict"], found["right_answer"], found["tied"]) == ("explained", "5/6", 1)
    first = found["explanations"][0]
    assert first["misconception"] == "fractions/add-across"
    assert first["working"][-1] == "so it is 2/5"
    said = well("diagnose", "What is 1/2 + 1/3?", "2/5").out
    assert said.startswith("The right answer is 5/6.\n\n1. fractions/add-across")
    assert "2 + 3 = 5" in said


def test_diagnose_knows_a_right_answer_and_abstains_where_nothing_explains() -> None:
    assert well("diagnose", "What is 1/2 + 1/3?", "5/6").out == "The answer is right.\n"
    said = well("diagnose", "What is 1/2 + 1/3?", "17").out
    assert said == (
        "No diagnosis: no known misconception gives this answer. The right answer is 5/6.\n"
    )


def test_diagnose_shows_as_many_explanations_as_asked_for() -> None:
    asked = ("diagnose", "1/2 + 1/2", "2/4")
    everything = well(*asked, "--json").json["explanations"]
    assert len(everything) >= 2
    assert well(*asked, "--json", "--top", 1).json["explanations"] == everything[:1]
    said = well(*asked, "--top", 1).out
    assert "\n2. " not in said
    assert f"… and {len(everything) - 1} more" in said


def test_words_alone_are_said_to_be_weak_evidence() -> None:
    said = well("diagnose", "Why does the student invert before dividing fractions?", "idk").out
    assert said.startswith("Weak evidence: no family reads this question")
    assert "(likeness ." in said


@pytest.mark.parametrize(
    ("what", "column", "name"),
    [
        ("misconceptions", "id", "fractions/add-across"),
        ("personas", "name", "timss:g8-low"),
        ("tutors", "name", "scripted:socratic"),
        ("items", "family", "frac-add-unlike"),
        ("studies", "name", "expert-tutor"),
        ("models", "name", "scripted:random"),
    ],
)
def test_every_list_names_what_other_commands_take(what: str, column: str, name: str) -> None:
    rows = well("list", what, "--json").json
    assert name in [row[column] for row in rows]
    assert all(all(isinstance(cell, str) for cell in row.values()) for row in rows)
    said = well("list", what).out
    assert name in said
    assert max(map(len, said.splitlines())) <= 80


def test_items_listed_with_the_same_seed_are_the_same() -> None:
    assert well("list", "items", "--json").out == well("list", "items", "--json").out
    assert well("list", "items").out != well("list", "items", "--seed", 1).out


def test_check_counts_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDBOX_CONTENT", str(TINY))
    assert well("check", "--draws", 20).out == (
        "5 misconceptions in 2 families over 1 strands, 0 personas, 0 learner profiles, "
        "0 tutor policies, 0 rubrics: all valid (20 draws a family).\n"
    )


def test_the_bundled_content_is_as_large_as_promised() -> None:
    assert len(well("list", "misconceptions", "--json").json) >= 220
    assert len(well("list", "items", "--json").json) >= 80


def test_doctor_says_where_content_and_runs_live(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "300")
    said = well("doctor").out
    assert f"{tmp_path / 'runs'} (or where --out says)" in said
    assert "ready, no key needed" in said


def test_python_m_sandbox_is_the_command() -> None:
    said = apart("ask", ACROSS, "What is 3/4 + 1/2?")
    assert (said.code, said.err) == (0, "")
    assert "4/6" in said.out
