"""Conversations in the shape a chat template demands: no word of them is lost."""

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadRequestError
from sandbox.models import roles
from sandbox.models.local.templates import prompt_for
from sandbox.types import Message

PLAIN = "{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}"
NO_SYSTEM = "{% if messages[0].role == 'system' %}{{ fail('no system') }}{% endif %}" + PLAIN
ALTERNATING = (
    NO_SYSTEM + "{% for m in messages %}{% if (m.role == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ fail('must alternate') }}{% endif %}{% endfor %}"
)
SILENT = "{% for m in messages if m.role != 'system' %}[{{ m.role }}]{{ m.content }}{% endfor %}"
STRIPPING = "{% for m in messages %}[{{ m.role }}]{{ m.content | trim }}{% endfor %}"


def renderer(template):
    def fail(message):
        raise jinja2.TemplateError(message)

    made = jinja2.Environment().from_string(template)
    return lambda messages: made.render(messages=messages, fail=fail)


def prompt(template, chat):
    return prompt_for(chat, renderer(template), in_parts=False, who="m")


CHAT = st.lists(
    st.builds(
        Message.of,
        st.sampled_from(["user", "assistant"]),
        st.text(alphabet="abc \n", min_size=1, max_size=8),
    ),
    min_size=1,
    max_size=6,
)


@given(CHAT, st.booleans(), st.sampled_from([PLAIN, NO_SYSTEM, ALTERNATING, SILENT, STRIPPING]))
def test_every_word_stands_in_the_prompt_in_order(chat, with_system, template):
    chat = [Message.of("system", "system words"), *chat] if with_system else chat
    folded, at = " ".join(prompt(template, chat).split()), 0
    for message in chat:
        said = " ".join(message.text.split())
        place = folded.find(said, at)
        assert place >= 0
        at = place + len(said)


def test_template_that_takes_all_gets_the_conversation_unchanged():
    chat = [Message.of("system", "S"), Message.of("assistant", "A"), Message.of("user", "U")]
    assert prompt(PLAIN, chat) == "[system]S[assistant]A[user]U"


def test_opening_of_the_own_side_comes_after_a_neutral_one_where_the_user_must_begin():
    chat = [Message.of("assistant", "I got 2/5."), Message.of("user", "Why?")]
    assert prompt(ALTERNATING, chat) == f"[user]{roles.OPENING}[assistant]I got 2/5.[user]Why?"


def test_template_that_takes_no_shape_is_an_error_with_its_reason():
    with pytest.raises(BadRequestError, match="never"):
        prompt("{{ fail('never') }}", [Message.of("user", "U")])


def test_merging_keeps_roles_alternating():
    chat = [Message.of("user", "a"), Message.of("user", "b"), Message.of("assistant", "c")]
    assert [(message.role, message.text) for message in roles.merged(chat)] == [
        ("user", "a\n\nb"),
        ("assistant", "c"),
    ]
