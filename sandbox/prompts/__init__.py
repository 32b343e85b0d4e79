"""The prompts: `*.j2` templates in this package, rendered with all their variables or not at all.

Knows no model and no study. A prompt's hash goes into the log, so that what was asked can be told.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from sandbox.errors import UnknownNameError
from sandbox.records import digest

if TYPE_CHECKING:
    from jinja2 import Environment

_SUFFIX = ".j2"
_INCLUDED = re.compile(r"{%-?\s*(?:include|import|from|extends)\s+[\"']([\w/]+)\.j2[\"']")


def render(name: str, **variables: object) -> str:
    """The prompt of that name, filled in.

    Args:
        name: The template, with or without `.j2`.
        variables: All that the template uses.

    Raises:
        UnknownNameError: there is no such template.
        jinja2.UndefinedError: a variable is missing.
    """
    template = _environment().get_template(_known(name) + _SUFFIX)
    return template.render(**variables).strip()


def prompt_hash(*names: str) -> str:
    """A digest of the templates' texts, with those they include: another text, another hash."""
    return digest(*(_source(_known(name)) for name in names))


def prompt_names() -> tuple[str, ...]:
    """The templates there are, without `.j2`."""
    found = _environment().list_templates(extensions=["j2"])
    return tuple(sorted(name.removesuffix(_SUFFIX) for name in found))


def _known(name: str) -> str:
    plain = name.removesuffix(_SUFFIX)
    if plain not in prompt_names():
        raise UnknownNameError("prompt", plain, prompt_names())
    return plain


def _source(name: str) -> list[str]:
    environment = _environment()
    assert environment.loader is not None
    text, _, _ = environment.loader.get_source(environment, name + _SUFFIX)
    included = [part for inner in _INCLUDED.findall(text) for part in _source(inner)]
    return [text, *included]


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    # plain text for models, never HTML: nothing is to be escaped
    return Environment(
        loader=PackageLoader("sandbox.prompts", "."),
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
