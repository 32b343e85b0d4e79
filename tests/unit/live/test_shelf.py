"""The library in the app: search, ask, make."""

import pytest

from sandbox.content.itemfiles import read_items, write_items
from sandbox.content.library import load
from sandbox.errors import ContentError, ImportFormatError, UnknownNameError, UsageError
from sandbox.live.shelf import (
    COLUMNS,
    KINDS,
    answer_of,
    example,
    found,
    item_sets,
    items_of,
    save_items,
    save_persona,
)

PERSONA = {
    "id": "my-child",
    "name": "Counts tops and bottoms",
    "grades": "4-5",
    "root_cause": "whole-number-bias",
    "child": 'Writes "neat" sums: always, and without looking back.',
    "attitude": "likes",
    "confidence": "confident",
    "cause": "Whole numbers are all there is.",
    "beliefs": [
        "fractions/add-across",
        "decimals/longer-is-larger",
        "subtraction/smaller-from-larger",
    ],
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_listed_under_its_columns(kind, library):
    rows = found(kind, "", library)
    assert rows
    assert all(len(row) == len(COLUMNS[kind]) for row in rows)


def test_search_wants_all_words_in_any_case_and_takes_signs_for_nothing(library):
    rows = found("misconceptions", "ADDS across (.*", library)
    assert "fractions/add-across" in [row[0] for row in rows]
    assert len(rows) < len(library.misconceptions)
    assert found("misconceptions", "zzzz nowhere", library) == []
    with pytest.raises(UsageError):
        found("../secrets", "", library)


def test_example_is_the_same_for_a_number_and_another_for_the_next(library):
    assert example("frac-add-unlike", library) == example("frac-add-unlike", library)
    assert example("frac-add-unlike", library, 1) != example("frac-add-unlike", library)
    with pytest.raises(UsageError):
        example("nowhere", library)


async def test_misconception_answers_anything_by_its_rule(library):
    (answer,) = await answer_of("novice:fractions/add-across", ["What is 3/4 + 1/2?"], library)
    assert "4/6" in answer
    with pytest.raises(UsageError):
        await answer_of("novice:fractions/add-across", [" "], library)
    with pytest.raises(UnknownNameError):
        await answer_of("novice:nowhere/none", ["1 + 1"], library)


def test_persona_is_saved_after_the_checks_and_loads(tmp_path, library):
    (tmp_path / "personas").mkdir()
    save_persona(PERSONA, library, [tmp_path])
    save_persona({**PERSONA, "id": "another"}, library, [tmp_path])
    after = load(tmp_path)
    assert after.personas["my-child"].child == PERSONA["child"]
    assert "another" in after.personas
    with pytest.raises(UsageError, match="there already"):
        save_persona(PERSONA, after, [tmp_path])


@pytest.mark.parametrize(
    "change",
    [
        {"beliefs": ["fractions/add-across"]},
        {"beliefs": ["fractions/add-across", "decimals/longer-is-larger", "no/where"]},
        {"root_cause": "bad luck"},
        {"id": "../../evil"},
        {"name": ""},
    ],
)
def test_faulty_persona_is_refused_and_nothing_is_written(change, tmp_path, library):
    (tmp_path / "personas").mkdir()
    with pytest.raises(ContentError):
        save_persona({**PERSONA, **change}, library, [tmp_path])
    assert list((tmp_path / "personas").iterdir()) == []


def test_text_in_a_persona_cannot_become_another_key(tmp_path, library):
    (tmp_path / "personas").mkdir()
    child = 'x"\n- id: smuggled\n  name: "y'
    save_persona({**PERSONA, "child": child}, library, [tmp_path])
    after = load(tmp_path)
    assert after.personas["my-child"].child == child
    assert "smuggled" not in after.personas


def test_item_set_is_made_checked_and_written_once(tmp_path, library):
    path, count = save_items("my-set", 3, library, [tmp_path], families=["frac-add-unlike"])
    assert count == len(read_items(path).items) == 3
    for name in ("my-set", "../evil", "A B"):
        with pytest.raises(UsageError):
            save_items(name, 3, library, [tmp_path])
    with pytest.raises(UsageError):
        save_items("huge", 10_000, library, [tmp_path])


def test_without_a_folder_nothing_is_saved(library):
    with pytest.raises(UsageError, match="--content"):
        save_persona(PERSONA, library, [])
    with pytest.raises(UsageError, match="--content"):
        save_items("my-set", 3, library, [])


def test_saved_set_is_there_with_its_items_and_its_damage_is_told(tmp_path, library):
    save_items("my-set", 3, library, [tmp_path], families=["frac-add-unlike"])
    assert list(item_sets([tmp_path])) == ["my-set"]
    assert {item.family for item in items_of("my-set", [tmp_path])} == {"frac-add-unlike"}
    for name in ("", "none", "../banks/my-set", "<b>"):
        with pytest.raises(UsageError, match="no such item set"):
            items_of(name, [tmp_path])
    file = item_sets([tmp_path])["my-set"]
    good = file.read_text()
    for damage in ("- kind: item\n  id: [\n", "- kind: item\n  id: x\n", "- <html>\n"):
        file.write_text(good + damage)
        with pytest.raises(ImportFormatError, match=r"my-set\.yaml:\d+"):
            items_of("my-set", [tmp_path])
    file.write_text("[]\n")
    with pytest.raises(UsageError, match="holds no item"):
        items_of("my-set", [tmp_path])


def test_set_of_an_earlier_version_is_still_found(tmp_path, library):
    path, _ = save_items("my-set", 3, library, [tmp_path])
    old = path.with_name("old-set.jsonl")
    write_items(read_items(path), old)
    assert items_of("old-set", [tmp_path]) == items_of("my-set", [tmp_path])
    with pytest.raises(UsageError, match="there already"):
        save_items("old-set", 3, library, [tmp_path])
