"""Names of agents that speak through a model: one scheme for both seats, clear errors."""

import pytest

from sandbox.agents.modelled.grounded import GroundedStudent
from sandbox.agents.modelled.guarded import GuardedTutor
from sandbox.agents.modelled.student import ModelStudent
from sandbox.agents.modelled.tutor import ModelTutor
from sandbox.agents.students import make_student
from sandbox.agents.tutors import make_tutor
from sandbox.content.library import load
from sandbox.errors import UnknownNameError, UsageError
from sandbox.models.scripted import echo

ADD, LONGER = "fractions/add-across", "decimals/longer-is-larger"

SMALLER = tuple(load().persona("smaller-from-larger").beliefs)


def student(name, library):
    asked = []
    made = make_student(name, library, models=lambda model: asked.append(model) or echo(model))
    return made, asked[0]


@pytest.mark.parametrize(
    ("name", "kind", "model", "beliefs"),
    [
        (f"openai:gpt-4o@{ADD}", ModelStudent, "openai:gpt-4o", (ADD,)),
        (f"openai:gpt-4o@{ADD}+{LONGER}@human-like", ModelStudent, "openai:gpt-4o", (ADD, LONGER)),
        (f"model:gpt-4o@{ADD}", ModelStudent, "gpt-4o", (ADD,)),
        ("openai:gpt-4o", ModelStudent, "openai:gpt-4o", ()),
        (f"openai:llama3.2:3b@{ADD}", ModelStudent, "openai:llama3.2:3b", (ADD,)),
        (f"langchain:a/claude@2024@{ADD}", ModelStudent, "langchain:a/claude@2024", (ADD,)),
        (f"openai:gpt-4o@timss:g4-low@{ADD}", ModelStudent, "openai:gpt-4o", (ADD,)),
        (f"grounded:openai:gpt-4o@{ADD}", GroundedStudent, "openai:gpt-4o", (ADD,)),
        ("grounded:gpt-4o", GroundedStudent, "gpt-4o", ()),
        ("grounded:gpt-4o@persona:smaller-from-larger", GroundedStudent, "gpt-4o", SMALLER),
        ("openai:gpt-4o@persona:smaller-from-larger", ModelStudent, "openai:gpt-4o", SMALLER),
        (f"grounded:hf:Q/Q-VL@adversarial:pleads@{ADD}", GroundedStudent, "hf:Q/Q-VL", (ADD,)),
        ("grounded:hf:Q/Q-VL@scripted:random", GroundedStudent, "hf:Q/Q-VL", ()),
    ],
)
def test_student_names(library, name, kind, model, beliefs):
    made, asked = student(name, library)
    assert type(made) is kind
    assert (made.name, asked, made.beliefs) == (name, model, beliefs)


@pytest.mark.parametrize(
    ("name", "kind", "model", "policy"),
    [
        ("openai:gpt-4o", ModelTutor, "openai:gpt-4o", "none"),
        ("model:gpt-4o", ModelTutor, "gpt-4o", "none"),
        ("socratic:openai:llama3.2:3b", ModelTutor, "openai:llama3.2:3b", "socratic"),
        ("adaptive:gpt-4o", ModelTutor, "gpt-4o", "adaptive"),
        ("guarded:openai:gpt-4o", GuardedTutor, "openai:gpt-4o", "diagnosis"),
        ("guarded:socratic:openai:gpt-4o", GuardedTutor, "openai:gpt-4o", "socratic"),
        ("guarded:adaptive:gpt-4o", GuardedTutor, "gpt-4o", "adaptive"),
    ],
)
def test_tutor_names(library, name, kind, model, policy):
    asked = []
    made = make_tutor(name, library, models=lambda m: asked.append(m) or echo(m))
    assert type(made) is kind
    assert (made.name, asked, made.policy) == (name, [model], policy)


@pytest.mark.parametrize(
    ("name", "error", "hint"),
    [
        ("grunded:openai:gpt-4o", UnknownNameError, "grounded"),
        (f"openai:gpt-4o@{ADD}s", UnknownNameError, ADD),
        ("openai:gpt-4o@timss:g5-low", UnknownNameError, "g4-low"),
        ("openai:gpt-4o@adversarial:pleads", UsageError, "grounded:openai:gpt-4o@adversarial"),
        ("openai:gpt-4o@scripted:random", UsageError, "grounded:openai:gpt-4o@scripted:random"),
        (f"grounded:@{ADD}", UsageError, "names no model"),
        ("gpt-4o", UsageError, "PROVIDER:MODEL"),
    ],
)
def test_wrong_student_name_says_what_would_be_right(library, name, error, hint):
    with pytest.raises(error, match=hint):
        make_student(name, library, models=echo)


@pytest.mark.parametrize(
    ("name", "error"),
    [("gpt-4o", UnknownNameError), ("gaurded:openai:x", UnknownNameError), ("guarded:", UsageError),
     ("socratic:", UsageError)],
)  # fmt: skip
def test_wrong_tutor_name_is_refused(library, name, error):
    with pytest.raises(error):
        make_tutor(name, library, models=echo)


def test_without_a_factory_the_catalogue_opens_the_model(library):
    assert make_tutor("guarded:double:echo", library).model.name == "double:echo"
    assert make_student("grounded:double:echo", library).model.name == "double:echo"


def test_openai_without_key_says_which_variable(library, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        make_tutor("guarded:openai:gpt-4o", library)
