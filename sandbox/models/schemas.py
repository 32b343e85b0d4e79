"""Schemas of replies: made of pydantic models, and put as providers want them."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel

from sandbox.types import ReplySchema


def schema_of(form: type[BaseModel]) -> ReplySchema:
    """The schema that a reply is to follow, named after the model."""
    name = re.sub(r"[^A-Za-z0-9_-]", "_", form.__name__)[:64]
    return ReplySchema(name=name, body=form.model_json_schema())


def json_format(schema: ReplySchema) -> dict[str, Any]:
    """The `response_format` of an OpenAI-compatible request; strict where the schema allows it."""
    body = dict(schema.body)
    strict = _closed(body)
    form = {"name": schema.name, "schema": body if strict is None else strict}
    return {"type": "json_schema", "json_schema": {**form, "strict": strict is not None}}


def _closed(node: Any) -> Any:
    """The schema with every object closed and every key required, as strict mode demands.

    None where that cannot be: an object with free keys.
    """
    if isinstance(node, list):
        parts = [_closed(each) for each in node]
        return None if any(part is None for part in parts) else parts
    if not isinstance(node, dict):
        return node
    if node.get("type") == "object" and not node.get("properties"):
        return None
    closed: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("default", "additionalProperties") or value is None:
            continue
        part = _named(value) if key in ("properties", "$defs") else _closed(value)
        if part is None:
            return None
        closed[key] = part
    if "properties" in node:
        closed |= {"additionalProperties": False, "required": list(node["properties"])}
    return closed


def _named(parts: dict[str, Any]) -> dict[str, Any] | None:
    """Schemas by name; the names are no keywords, even where they look like some."""
    closed = {name: _closed(part) for name, part in parts.items()}
    return None if any(part is None for part in closed.values()) else closed
