"""What is said apart from the reasoning, and JSON that models write sloppily."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.replytext import Found, objects, parted, spoken, spoken_so_far

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
LATEX_LIKE = ("\b", "\f", "\r", "\n", "\t")


def values(text):
    return [found.value for found in objects(text) if not found.is_cut]


@given(st.dictionaries(st.text(max_size=6), VALUES, max_size=4))
def test_every_json_object_is_read_as_json_reads_it(value):
    # the escapes \\b, \\f, \\r and \\t before letters are taken for LaTeX, on purpose
    text = json.dumps(value, ensure_ascii=True)
    if not any(escape in text for escape in (r"\b", r"\f", r"\r", r"\n", r"\t", r"\ud")):
        assert values(f"Here: {text} so.") == [value]


@given(st.text(max_size=200))
def test_reading_never_fails_and_never_invents(text):
    for found in objects(text):
        assert isinstance(found, Found)
    assert spoken(text) == text.strip() or "<" in text


@given(st.text(alphabet="{}[]\":,'\\ ab1", max_size=80))
def test_reading_json_like_noise_never_fails(text):
    list(objects(text))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('```json\n{"a": 1}\n```', {"a": 1}),
        ('Sure! {"a": 1} Hope it helps.', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ("{'a': 'b'}", {"a": "b"}),
        ("{'a': 'it isn't'}", {"a": "it isn't"}),
        ("{“a”: “b”}", {"a": "b"}),
        ("{a: 1, b: yes}", {"a": 1, "b": "yes"}),
        ('{"a": True, "b": None, "c": false}', {"a": True, "b": None, "c": False}),
        ('{"a": 3/4}', {"a": "3/4"}),
        ('{"a": 0.5, "b": -2e3, "c": 007}', {"a": 0.5, "b": -2000.0, "c": "007"}),
        ('{"a": "two\nlines"}', {"a": "two\nlines"}),
        ('{"a": "}"}', {"a": "}"}),
        ('{"a": 1 // why\n}', {"a": 1}),
        (
            r'{"a": "\frac{1}{2} \times \theta \neq \beta"}',
            {"a": r"\frac{1}{2} \times \theta \neq \beta"},
        ),
        (r'{"a": "\( x \)"}', {"a": r"\( x \)"}),
        (r'{"a": "1\nnext\tone \"q\" \\ \u00bd \ud83d\ude00"}', {"a": '1\nnext\tone "q" \\ ½ 😀'}),
        ('{"a": {"b": {"c": []}}}', {"a": {"b": {"c": []}}}),
    ],
)
def test_sloppy_json_is_read(text, value):
    assert values(text) == [value]


def test_all_outermost_objects_are_found_in_order():
    assert values('{"a": {"b": 1}} and {"c": 2}') == [{"a": {"b": 1}}, {"c": 2}]


@pytest.mark.parametrize("text", ['{"a": "b', '{"a": 1', '{"a": 12, "b": [1,', '{"a": tr', '{"a"'])
def test_object_that_never_closes_is_said_to_be_cut(text):
    assert [found.is_cut for found in objects(text)] == [True]


@pytest.mark.parametrize("text", ["{1, 2}", "no object", "{ }{", "{x | x > 0}", "[1]"])
def test_braces_that_are_no_object_give_none(text):
    assert [value for value in values(text) if value] == []


@pytest.mark.parametrize("text", ['{"a": "x ' * 20_000, "{" * 190_000, '{"a":{' * 30_000])
def test_hostile_reply_is_read_in_bounded_work(text):
    assert sum(1 for _ in objects(text)) <= 100_000


def test_deep_nesting_is_refused_without_a_crash():
    list(objects('{"a":' * 5_000))


@pytest.mark.parametrize(
    ("reply", "said", "thought"),
    [
        ("<think>a</think>b", "b", "a"),
        ("a</think>b", "b", "a"),
        ("b<think>a", "b", "a"),
        ("<THINKING>a</THINKING>b<think>c</think>d", "b d", "a\n\nc"),
        ("<think>a<think>b</think>c</think>d", "d", None),
        ("a < b and c > d", "a < b and c > d", ""),
    ],
)
def test_reasoning_is_parted_from_what_is_said(reply, said, thought):
    text, reasoning = parted(reply)
    assert text == said
    assert thought is None or reasoning == thought


def test_tag_that_begins_is_held_back():
    assert spoken_so_far("It is <thi") == "It is"
    assert spoken_so_far("<think>5/6") == ""
    assert spoken_so_far("2 < 3") == "2 < 3"
