"""Prompts are rendered whole or not at all, and their hash tells one wording from another."""

import jinja2
import pytest

from sandbox.errors import UnknownNameError
from sandbox.prompts import prompt_hash, prompt_names, render


def test_missing_variable_is_an_error():
    with pytest.raises(jinja2.UndefinedError, match="decided"):
        render("grounded_note", faults=())


def test_unknown_prompt_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean grounded_note"):
        render("grounded_notes")


def test_what_is_put_in_is_not_taken_for_a_template():
    text = render("grounded_note", decided="{{ key }} {% raw %} <b>&</b>", faults=())
    assert "{{ key }} {% raw %} <b>&</b>" in text


def test_hash_is_of_the_text_with_what_it_includes():
    hashes = [prompt_hash(name) for name in prompt_names()]
    assert len(set(hashes)) == len(hashes)
    assert prompt_hash("student_system") == prompt_hash("student_system.j2")
    assert prompt_hash("student_system", "problem") != prompt_hash("student_system")
