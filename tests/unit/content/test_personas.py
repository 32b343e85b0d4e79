"""The checks of personas: schema, references, and beliefs that fight without a word on it."""

import sys
import threading

import pytest
from engine_content import GOOD, content

from sandbox.content.check import check
from sandbox.content.confusability import Confusions
from sandbox.content.library import read_library

CHILD = """\
- id: tiny-child
  name: "Tia adds"
  grades: "4-5"
  root_cause: whole-number-bias
  child: "Tia is cheerful and good at adding."
  attitude: "likes"
  confidence: "confident"
  cause: "A fraction is two numbers."
  beliefs: [tiny/add-across, tiny/one-too-many, tiny/joins]
  precedence:
    - {first: tiny/one-too-many, then: tiny/joins, why: "She counts before she writes."}
"""


def faults_of(tmp_path, old="", new=""):
    root = content(tmp_path)
    (root / "personas").mkdir()
    assert old in CHILD
    (root / "personas" / "children.yaml").write_text(CHILD.replace(old, new, 1), encoding="utf-8")
    library, faults = read_library((root,))
    return [str(fault) for fault in (*faults, *check(library, draws=30))]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("tiny/add-across,", "tiny/add-acros,", "did you mean tiny/add-across"),
        ("tiny/add-across,", "tiny/joins,", "names tiny/joins twice"),
        ("tiny/joins]", "tiny/top-only]", "tiny/joins is none of its beliefs"),
        ("tiny/one-too-many, tiny/joins]", "tiny/joins, tiny/one-too-many]", "stands behind"),
        ('why: "She counts before she writes."', 'why: ""', "at least 1 character"),
        (", tiny/one-too-many, tiny/joins]", "]", "at least 3 items"),
        ("likes", "loves", "likes very much"),
        ("tiny-child", "Tiny", "kebab-case"),
    ],
)
def test_a_persona_that_is_not_sound_is_refused(tmp_path, old, new, says):
    found = faults_of(tmp_path, old, new)
    assert any("children.yaml" in fault and says in fault for fault in found), found


def test_a_sound_persona_passes(tmp_path):
    # a belief that another always goes before decides nothing
    assert faults_of(tmp_path) == [
        "tiny-child: tiny/joins decided no question, so it is not believed"
    ]
    library, _ = read_library((GOOD,))
    assert check(library, draws=30) == []


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_several_processes_find_what_one_finds(tmp_path, monkeypatch):
    root = content(tmp_path)
    (root / "personas").mkdir()
    (root / "personas" / "children.yaml").write_text(CHILD.partition("  precedence")[0])
    library, _ = read_library((root,))
    alone, shared = Confusions(), Confusions()
    wanted = check(library, draws=30, confusions=alone)
    assert [str(fault) for fault in wanted if "precedence" in str(fault)]
    monkeypatch.setattr(threading, "active_count", lambda: 1)
    assert check(library, draws=30, confusions=shared, processes=2) == wanted
    assert (shared.met, shared.same) == (alone.met, alone.same)


def test_beliefs_that_fight_without_a_word_on_who_goes_first_are_found(tmp_path):
    start = CHILD.index("  precedence:")
    found = faults_of(tmp_path, CHILD[start:])
    assert any(
        "tiny/one-too-many and tiny/joins answer" in fault and "differently" in fault
        for fault in found
    ), found


def test_a_precedence_that_nothing_needs_is_found(tmp_path):
    found = faults_of(tmp_path, "first: tiny/one-too-many", "first: tiny/add-across")
    assert any("tiny/add-across and tiny/joins never answered" in fault for fault in found), found
