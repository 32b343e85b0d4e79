"""The check of content at work: it finds each way in which a family can go wrong, and no other."""

import pytest
from engine_content import FAMILIES, GOOD, MISCONCEPTIONS, change, content

from sandbox.content.check import check, main
from sandbox.content.library import read_library

ANSWER = 'answer: "F(a, b) + F(c, d)"'


def faults_of(root):
    library, faults = read_library((root,))
    assert faults == []
    return [str(fault) for fault in check(library, draws=30)]


def test_good_content_passes():
    assert faults_of(GOOD) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        (FAMILIES, ANSWER, 'answer: "a < b"', "which is no answer"),
        (FAMILIES, ANSWER, 'answer: "set((a, b))"', "which is no answer"),
        (FAMILIES, ANSWER, 'answer: "9**9**9"', "grew beyond"),
        (FAMILIES, ANSWER, 'answer: "F(a, b - b)"', "Fraction("),
        (FAMILIES, 'domain: ["b > 0"', 'domain: ["b > 100"', "draws no problem in 4000 tries"),
        (FAMILIES, '"Q(a + c, b)"', '"Q(a + c, b + d)"', "draws no problem in 4000 tries"),
        (FAMILIES, '"Q(a + c, b)"', '"F(a, b) + F(c, d)"', "tiny/top-only: gives no wrong answer"),
        (
            FAMILIES, '{answer: "Q(a + c, b)"', '{when: "a > 9", answer: "Q(a + c, b)"',
            "tiny/top-only: gives no wrong answer in 30 draws",
        ),
        (FAMILIES, "over {b} is {answer}", "is {answer} over {b}", "tiny/top-only.working: "),
        (FAMILIES, "over {b} is {answer}", "{1//0} {answer}", "a line cannot be said of"),
        (FAMILIES, "{c}/{d} = {answer}", "{c}/{d} is it", "the last step"),
        (FAMILIES, "It is {lcm(b, d)}.", "It is {lcm(b, d)//0}.", "a step cannot be said of"),
        (FAMILIES, "It is {lcm(b, d)}.", "it is {lcm(b, d)}.", "a small letter at the start"),
        (FAMILIES, "It is {lcm(b, d)}.", "No, {lcm(b, d)}.", "a reply to a question"),
        (FAMILIES, "How many of them are there together?", "Is it {F(a, b) + F(c, d)}?", "away"),
        (FAMILIES, '"Add up {a} and {b}."', '"{nths(a + 20)} {words(a)} {b}"', "as nothing"),
        (MISCONCEPTIONS, 'case: "Add up 2 and 3."', 'case: "Add up two things."', "by none"),
        (MISCONCEPTIONS, 'case: "What is 1/2 + 3/4?"', 'case: "What is 1/3 + 1/3?"', "rightly"),
    ],
)  # fmt: skip
def test_fault_that_shows_only_at_work_is_found(tmp_path, file, old, new, what):
    root = content(tmp_path)
    change(root, file, old, new)
    found = faults_of(root)
    assert any(what in fault for fault in found), found


def test_every_family_with_a_fault_is_named(tmp_path):
    root = content(tmp_path)
    change(root, FAMILIES, "over {b} is {answer}", "{answer} so")
    change(root, FAMILIES, "I say {answer}", "{answer} it is")
    found = faults_of(root)
    assert [fault.split(":")[0] for fault in found] == ["tiny-fractions", "tiny-whole"]


def test_exit_code_says_whether_all_is_well(tmp_path, monkeypatch, capsys):
    root = content(tmp_path)
    monkeypatch.setenv("SANDBOX_CONTENT", str(root))
    assert main([]) == 0
    assert capsys.readouterr().out == "2 families, 5 misconceptions, 0 faults\n"
    change(root, FAMILIES, "over {b} is {answer}", "{answer} so")
    assert main([]) == 1
    assert main(["tiny"]) == 1
    assert "1 faults" in capsys.readouterr().out
    (root / FAMILIES).write_text("- id: [\n", encoding="utf-8")
    assert main([]) == 1
