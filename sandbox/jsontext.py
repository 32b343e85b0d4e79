"""JSON from files of others. What cannot be held is refused like what cannot be read, and what is
wrong with a record is said in plain words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

_PLAIN: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is not a key of this",
    "string_type": "must be text",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list",
    "tuple_type": "must be a list",
    "mapping_type": "must have keys and values",
    "dict_type": "must have keys and values",
    "model_type": "must have keys and values",
    "model_attributes_type": "must have keys and values",
    "invalid_key": "must be text, as every key",
}
"""Kind of a complaint of pydantic's → what is wrong, in plain words."""


def parsed(text: str | bytes) -> Any:
    """The value that a JSON text stands for.

    Raises:
        json.JSONDecodeError: the text is no JSON, is nested too deeply, or holds a whole number of
            more digits than can be read.
    """
    try:
        return json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except RecursionError as error:
        raise json.JSONDecodeError("nested too deeply", "", 0) from error
    except ValueError as error:
        raise json.JSONDecodeError("a number has too many digits", "", 0) from error


def in_words(error: ValidationError, most: int = 3) -> str:
    """What is wrong with a record: each key, and what would be right."""
    said = []
    for fault in error.errors(include_url=False, include_context=False)[:most]:
        where = ".".join(map(str, fault["loc"])) or "record"
        told = fault["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        said.append(f"{where}: {_PLAIN.get(fault['type'], told)}")
    return "; ".join(said)


def kind_of(value: object) -> str:
    """What a value that is no record is, in plain words."""
    named = {str: "text", bool: "true or false", type(None): "empty", list: "a list"}
    if isinstance(value, int | float) and not isinstance(value, bool):
        return "a number"
    return named.get(type(value), "of another kind")
