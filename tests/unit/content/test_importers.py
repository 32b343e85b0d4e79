"""Foreign files: what can be used is read exactly, what cannot is reported with its place."""

import csv
import json
from pathlib import Path

import pytest

from sandbox.content.importers.eedi import import_eedi
from sandbox.content.importers.mae import import_mae
from sandbox.content.itemfiles import read_items, write_items
from sandbox.errors import ImportFormatError, UsageError

EEDI_COLUMNS = [
    "QuestionId", "ConstructId", "ConstructName", "SubjectId", "SubjectName", "CorrectAnswer",
    "QuestionText", *(f"Answer{c}Text" for c in "ABCD"), *(f"Misconception{c}Id" for c in "ABCD"),
]  # fmt: skip


def eedi_row(**changes):
    row = {
        "QuestionId": "7", "ConstructId": "1", "ConstructName": "add", "SubjectId": "2",
        "SubjectName": "fractions", "CorrectAnswer": "A", "QuestionText": "What is \\( 1/5 + 2/5 \\)?",
        "AnswerAText": "\\( 3/5 \\)", "AnswerBText": "\\( 3/10 \\)", "AnswerCText": "\\( 2/25 \\)",
        "AnswerDText": "\\( 1 \\)", "MisconceptionAId": "", "MisconceptionBId": "1672.0",
        "MisconceptionCId": "12.0", "MisconceptionDId": "",
    }  # fmt: skip
    return {**row, **changes}


@pytest.fixture
def eedi(tmp_path):
    def write(*rows, columns=EEDI_COLUMNS):
        path = tmp_path / "train.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)
        mapping = tmp_path / "mapping.csv"
        mapping.write_text(
            'MisconceptionId,MisconceptionName\n1672,"Adds tops, and bottoms"\n12,Multiplies\n5764,Other\n'
        )
        return import_eedi(path, mapping)

    return write


def test_eedi_pairs_carry_the_name_of_their_cause(eedi):
    found = eedi(eedi_row())
    assert [(p.label, p.misconception, p.wrong) for p in found.pairs()] == [
        ("B", "1672", "\\( 3/10 \\)"),
        ("C", "12", "\\( 2/25 \\)"),
    ]
    assert found.statements == {"1672": "Adds tops, and bottoms", "12": "Multiplies"}
    assert found.items[0].key == "A"
    assert found.items[0].choices[3].misconception == ""
    assert found.skipped == ()


def test_eedi_newlines_and_quotes_inside_fields_survive(eedi):
    text = 'Tom says:\n"1/5 + 2/5 = 3/10"\nIs he right?'
    assert eedi(eedi_row(QuestionText=text)).items[0].question == text


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"QuestionText": "See ![graph](x.png)"}, "needs an image"),
        ({"AnswerDText": "![](y.png)"}, "needs an image"),
        ({"MisconceptionCId": "1672"}, "choices B and C share misconception 1672"),
        (
            {"AnswerDText": "\\( 3/5 \\)"},
            "choices A and D have the same text '\\\\( 3/5 \\\\)'",
        ),
        ({"CorrectAnswer": "E"}, "CorrectAnswer is 'E', not one of A to D"),
        ({"AnswerBText": " "}, "has an empty question or choice"),
        ({"MisconceptionBId": "abc"}, "has a misconception id that is no whole number"),
        (
            {"MisconceptionBId": "", "MisconceptionCId": ""},
            "no wrong choice carries a misconception",
        ),
        ({"QuestionId": ""}, "has no QuestionId"),
    ],
)
def test_eedi_rows_that_cannot_be_used_are_reported_with_their_row(eedi, changes, why):
    found = eedi(eedi_row(QuestionId="6"), eedi_row(**changes))
    assert len(found.items) == 1
    name = changes.get("QuestionId", "7") or "?"
    assert [str(fault) for fault in found.skipped] == [f"train.csv: row 3 (question {name}): {why}"]


def test_eedi_label_without_a_name_costs_the_choice_not_the_question(eedi):
    found = eedi(eedi_row(MisconceptionCId="99"))
    assert [pair.misconception for pair in found.pairs()] == ["1672"]
    assert "choice C: misconception 99 has no name" in str(found.skipped[0])


def test_eedi_question_that_stands_twice_is_read_once(eedi):
    found = eedi(eedi_row(), eedi_row())
    assert len(found.items) == 1
    assert "stands twice" in str(found.skipped[0])


def test_eedi_without_its_columns_is_refused_by_name(eedi):
    with pytest.raises(ImportFormatError, match="no column MisconceptionDId"):
        eedi(eedi_row(), columns=EEDI_COLUMNS[:-1])


def mae_record(**changes):
    record = {
        "Misconception": "when students add both parts of fractions.", "Misconception ID": "MaE08",
        "Topic": "Number operations", "Example Number": 1, "Question": "1/4 + 2/4 = ",
        "Incorrect Answer": "3/8", "Correct Answer": "3/4", "Question image": "",
        "Learner Answer image": "", "Correct Answer image": "", "Source": "", "Explanation": "",
    }  # fmt: skip
    return {**record, **changes}


@pytest.fixture
def mae(tmp_path):
    def write(*records, **options):
        path = tmp_path / "data.json"
        path.write_text(json.dumps(list(records)))
        return import_mae(path, **options)

    return write


def test_mae_example_becomes_an_open_item_with_its_wrong_answer(mae):
    (pair,) = mae(mae_record()).pairs()
    assert (pair.item.id, pair.item.question, pair.item.answer) == ("MaE08-1", "1/4 + 2/4 =", "3/4")
    assert (pair.misconception, pair.wrong) == ("MaE08", "3/8")


def test_mae_example_whose_image_is_missing_is_reported_unless_kept(mae, tmp_path):
    pictured = mae_record(**{"Question image": "MaE8-Ex1Q"})
    found = mae(pictured)
    assert found.items == ()
    assert str(found.skipped[0]) == (
        "data.json: record 1: its question needs the image 'MaE8-Ex1Q', "
        "which is not in the image folder"
    )
    assert len(mae(pictured, keep_imageless=True).items) == 1
    (tmp_path / "MaE8-Ex1Q.png").write_bytes(b"")
    assert len(mae(pictured).items) == 1


def test_mae_damaged_records_are_reported_and_the_rest_is_read(mae):
    found = mae(
        "text",
        mae_record(**{"Incorrect Answer": ""}),
        mae_record(),
        mae_record(),
        mae_record(**{"Incorrect Answer": "[Image]"}),
    )
    assert len(found.items) == 1
    assert [fault.what for fault in found.skipped] == [
        "is no record with keys",
        "has no Incorrect Answer",
        "MaE08-1 stands twice",
        "its wrong answer is only an image",
    ]


def test_mae_misconception_that_cannot_be_asked_about_is_still_a_candidate(mae):
    found = mae(
        mae_record(),
        mae_record(**{"Misconception ID": "MaE09", "Misconception": "other", "Incorrect Answer": "[image]"}),
        {"Misconception ID": "MaE10"},
    )  # fmt: skip
    assert found.statements == {"MaE08": mae_record()["Misconception"], "MaE09": "other"}
    assert [pair.misconception for pair in found.pairs()] == ["MaE08"]


def test_topic_of_a_question_is_kept(mae, eedi):
    assert mae(mae_record()).items[0].topic == "Number operations"
    assert eedi(eedi_row()).items[0].topic == "fractions"
    assert eedi(eedi_row(SubjectName="")).items[0].topic == "add"
    bare = [name for name in EEDI_COLUMNS if name not in ("SubjectName", "ConstructName")]
    assert eedi(eedi_row(), columns=bare).items[0].topic == ""


def test_mae_file_that_is_no_list_is_refused(tmp_path):
    path = tmp_path / "x.json"
    path.write_text("{}")
    with pytest.raises(ImportFormatError, match="must be a JSON list"):
        import_mae(path)
    with pytest.raises(UsageError, match="cannot be read"):
        import_mae(tmp_path / "none.json")


def test_items_written_and_read_back_are_the_same(mae, tmp_path):
    found = mae(mae_record(), mae_record(**{"Example Number": 2}))
    write_items(found, tmp_path / "items.jsonl")
    again = read_items(tmp_path / "items.jsonl")
    assert (again.items, again.statements) == (found.items, found.statements)


def test_damaged_item_line_is_reported_with_its_number(tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text('{"kind":"misconception","id":"a","statement":"b"}\n{"kind":"item","id":1}\n')
    with pytest.raises(ImportFormatError, match=r"items.jsonl:2: is no item line"):
        read_items(path)


def choice(label, text, misconception):
    return {"label": label, "text": text, "misconception": misconception}


CHOICES = [choice("A", "3/5", None), choice("B", "3/10", "m"), choice("C", "2/25", "")]


def item_entry(**changes):
    held = {"kind": "item", "id": "i", "question": "1/5 + 2/5?", "answer": "3/5", "key": "A",
            "choices": CHOICES}  # fmt: skip
    return {**held, **changes}


STATED = {"kind": "misconception", "id": "m", "statement": "s"}


def refused(path, *entries):
    """The complaint about a file of these entries."""
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries))
    with pytest.raises(ImportFormatError) as caught:
        read_items(path)
    return str(caught.value)


def test_choices_of_unknown_cause_may_read_alike(tmp_path):
    path = tmp_path / "items.jsonl"
    alike = [*CHOICES, choice("D", "3/10", ""), choice("E", "2/25", "")]
    path.write_text("\n".join(map(json.dumps, (STATED, item_entry(choices=alike)))))
    assert [pair.label for pair in read_items(path).pairs()] == ["B"]


@pytest.mark.parametrize("bank", ["paper-scale", "visual"])
def test_checked_in_banks_are_read(bank):
    assert read_items(Path(__file__).parents[3] / "tasks" / "banks" / f"{bank}.jsonl").items


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"key": "Z"}, "key is 'Z', which is none of the choices A, B, C"),
        ({"key": ""}, "key is '', which is none of the choices A, B, C"),
        ({"key": "B"}, "the misconception of choice B alone is null (it is so in A)"),
        ({"choices": CHOICES[:1]}, "has one choice; a question has two or more, or none"),
        ({"choices": []}, "key is 'A', but there are no choices"),
        ({"choices": [*CHOICES, choice("B", "1", "")]}, "two choices have the label 'B'"),
        ({"choices": [*CHOICES, choice(" ", "1", "")]}, "a choice has no label"),
        ({"choices": [*CHOICES, choice("D", "1", "m")]}, "choices B and D share misconception m"),
        ({"choices": [*CHOICES, choice("D", "3/5", "")]}, "choices A and D have the same text"),
        ({"choices": [*CHOICES, choice("D", "3/10", "n")]}, "choices B and D have the same text"),
        ({"choices": [*CHOICES, choice("D", "1", None)]}, "alone is null (it is so in A, D)"),
        ({"choices": CHOICES[1:], "key": "C"}, "alone is null (none has that)"),
        ({"question": " "}, "question: is empty"),
    ],
)
def test_item_that_makes_no_sense_is_refused_with_its_line(tmp_path, changes, why):
    said = refused(tmp_path / "items.jsonl", STATED, item_entry(**changes))
    assert said.startswith("items.jsonl:2: item 'i': ")
    assert why in said


def test_item_that_stands_twice_is_refused_with_both_lines(tmp_path):
    said = refused(tmp_path / "items.jsonl", STATED, item_entry(), item_entry())
    assert said == "items.jsonl:3: item 'i' stands already at items.jsonl:2"


def test_misconception_stated_in_two_ways_is_refused(tmp_path):
    path = tmp_path / "items.jsonl"
    assert "items.jsonl:2: misconception 'm' has another statement" in refused(
        path, STATED, {**STATED, "statement": "t"}
    )
    path.write_text("\n".join(map(json.dumps, (STATED, STATED, item_entry()))))
    assert read_items(path).statements == {"m": "s"}


def test_misconception_without_a_statement_is_named_with_its_item(tmp_path):
    said = refused(tmp_path / "items.jsonl", item_entry())
    assert said.startswith("items.jsonl:1: the file has no statement for m")


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ([1], "it is a list, not an entry with keys"),
        ("text", "it is text, not an entry with keys"),
        (7, "it is a number, not an entry with keys"),
        (None, "it is empty, not an entry with keys"),
        ({"id": "i"}, "kind is missing; it is item or misconception"),
        ({"kind": "item", "id": "i", "answer": "1"}, "question: is missing"),
        ({"kind": "item", "id": 1, "question": [], "answer": "1"}, "id: must be text; question: "),
        ({**item_entry(), "keys": "A"}, "keys: is not a key of this"),
        ({"kind": "misconception", "id": "m"}, "statement: is missing"),
        ({"kind": "misconception", "id": "m", "statement": ["s"]}, "statement: must be text"),
    ],
)
def test_what_is_no_item_line_is_told_in_plain_words(tmp_path, entry, why):
    said = refused(tmp_path / "items.jsonl", STATED, entry)
    assert said.startswith("items.jsonl:2: is no item line: ")
    assert why in said
    assert "validation error" not in said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- just words\n", "items.yaml:1: is no item line: it is text"),
        ("- !!set {a, b}\n", "items.yaml:1: is no item line: it is of another kind"),
        ("- kind: item\n  id: i\n  question: 5\n  answer: '1'\n", "question: must be text"),
    ],
)
def test_yaml_that_is_no_item_is_told_in_plain_words(tmp_path, text, why):
    path = tmp_path / "items.yaml"
    path.write_text(text)
    with pytest.raises(ImportFormatError, match=why):
        read_items(path)


def test_line_that_is_no_json_is_told_without_the_readers_insides(tmp_path):
    path = tmp_path / "items.jsonl"
    path.write_text("{torn\n")
    with pytest.raises(ImportFormatError, match=r"items.jsonl:1: is no item line: it is not JSON"):
        read_items(path)


@pytest.mark.parametrize("name", ["g.csv", "g.json", "g.txt", "g.xlsx"])
def test_item_file_is_not_written_under_a_name_of_another_format(mae, tmp_path, name):
    with pytest.raises(UsageError, match=r"end its name in .jsonl or .yaml, not in"):
        write_items(mae(mae_record()), tmp_path / name)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    "name", ["g", "g.jsonl", "g.JSONL", "g.ndjson", "g.yaml", "g.yml", "g.YML"]
)
def test_item_file_is_read_back_under_every_name_it_can_have(mae, tmp_path, name):
    found = mae(mae_record())
    write_items(found, tmp_path / name)
    assert read_items(tmp_path / name).items == found.items
