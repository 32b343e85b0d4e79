"""Foreign files: what can be used is read exactly, what cannot is reported with its place."""

import csv
import json

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
        ({"MisconceptionCId": "1672"}, "two choices share misconception 1672"),
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
