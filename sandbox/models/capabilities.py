"""What a model of an OpenAI-compatible server does not take, learnt from its refusals.

Holds no list of model names. A request is made for a set of quirks; a refusal (HTTP 400) that names
a parameter as unsupported gives the quirk with which to ask again. A value out of range gives none:
that is the caller's mistake and must be seen."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from sandbox.models import roles
from sandbox.models.images import DataUrls, has_images, in_words, shown_once
from sandbox.models.schemas import json_format
from sandbox.types import ImagePart, Message, Settings

Quirk = Literal[
    "other token limit",
    "no temperature",
    "no seed",
    "no stop",
    "no effort",
    "no schema",
    "no json",
    "no usage",
    "no images",
    "no system",
    "user first",
]

_UNSENT: Mapping[Quirk, str] = {
    "no temperature": "temperature",
    "no seed": "seed",
    "no stop": "stop",
    "no effort": "reasoning_effort",
    "no schema": "reply_schema",
    "no json": "json_reply",
    "no images": "images",
}

_UNSUPPORTED = re.compile(
    r"(?i)unsupported|not (?:yet )?support|n[o']t support|unrecognized"
    r"|not (?:allowed|permitted|available|enabled)"
    r"|unknown|unexpected|extra (?:inputs|fields)|only the default|deprecated|not a multimodal"
    r"|does not accept|cannot be used|must alternate|only supported by|no longer|not implemented"
)
_SYSTEM = re.compile(
    r"(?i)system (?:role|message|prompt|instruction)|developer instruction|role[^.]{0,20}system"
)
_ALTERNATE = re.compile(
    r"(?i)alternat|(?:first|conversation)[^.]{0,40}(?:must|should|start)[^.]{0,30}user"
)
_NO_EYES = re.compile(
    r"(?i)multi-?modal|image input|vision|image_url"
    r"|(?:support|accept|allow|take)\w*[^.]{0,30}\bimages?\b"
    r"|\bimages?\b[^.]{0,20}not (?:support|accept|allow)"
)
_TEXT_ONLY = re.compile(
    r"(?i)(?:valid|be an?|expected an?|expects an?) string|got an? (?:array|list)"
)
# what is wrong with one image says nothing of the model's eyes
_BAD_IMAGE = re.compile(
    r"(?i)format|mime|media.?type|too (?:large|big|small|many)|below|corrupt|decod|download|fetch"
    r"|invalid image|unsupported image|could not process"
)


def request_for(
    model: str,
    messages: Sequence[Message],
    settings: Settings,
    quirks: frozenset[Quirk],
    urls: DataUrls,
    *,
    streams: bool = False,
) -> dict[str, Any]:
    """The request of a chat completion, as far as the model takes it."""
    asked: dict[str, Any] = {"model": model, "messages": _messages(messages, quirks, urls)}
    limit = "max_completion_tokens" if "other token limit" in quirks else "max_tokens"
    wishes: dict[str, tuple[Any, Quirk | None]] = {
        limit: (settings.max_tokens, None),
        "temperature": (settings.temperature, "no temperature"),
        "seed": (settings.seed, "no seed"),
        "stop": (list(settings.stop) or None, "no stop"),
        "reasoning_effort": (settings.reasoning_effort, "no effort"),
        "response_format": (_format(messages, settings, quirks), "no json"),
        "stream": (True if streams else None, None),
        "stream_options": ({"include_usage": True} if streams else None, "no usage"),
    }
    asked |= {
        key: value
        for key, (value, quirk) in wishes.items()
        if value is not None and quirk not in quirks
    }
    return asked


def unsent(messages: Sequence[Message], settings: Settings, quirks: frozenset[Quirk]) -> list[str]:
    """The settings of a call that the quirks keep from the model."""
    wished = {
        "temperature": settings.temperature is not None,
        "seed": settings.seed is not None,
        "stop": bool(settings.stop),
        "reasoning_effort": settings.reasoning_effort is not None,
        "reply_schema": settings.reply_schema is not None,
        "json_reply": settings.json_reply,
        "images": has_images(messages),
    }
    return sorted(name for quirk in quirks if wished.get(name := _UNSENT.get(quirk, ""), False))


def quirk_in(complaint: str, parameter: str, request: Mapping[str, Any]) -> Quirk | None:
    """What a refusal says that the model does not take; None where it says something else.

    Args:
        complaint: The provider's message.
        parameter: The parameter it names apart from the message, or "".
        request: What was asked.
    """
    about = f"{parameter} {complaint}"
    if _has_parts(request) and _TEXT_ONLY.search(complaint):
        return "no images"
    if (
        "alternat" not in about.lower()
        and not _UNSUPPORTED.search(complaint)
        and not _SYSTEM.search(about)
    ):
        return None
    if "max_completion_tokens" in about and "max_tokens" in request:
        return "other token limit"
    if "max_tokens" in about and {"max_tokens", "max_completion_tokens"} & request.keys():
        return "other token limit"
    by_parameter: dict[str, Quirk] = {
        "temperature": "no temperature",
        "seed": "no seed",
        "stream_options": "no usage",
        "stop": "no stop",
        "reasoning_effort": "no effort",
    }
    for name, quirk in by_parameter.items():
        if name in request and re.search(rf"(?<![a-z_]){name}(?![a-z_])", about):
            return quirk
    return _of_format(about, request) or _of_messages(about, request)


def _of_format(about: str, request: Mapping[str, Any]) -> Quirk | None:
    form = request.get("response_format")
    if form is None or not re.search(
        r"(?i)response_format|json_schema|json_object|json mode|\btools?\b|tool_choice", about
    ):
        return None
    return "no schema" if form["type"] == "json_schema" else "no json"


def _of_messages(about: str, request: Mapping[str, Any]) -> Quirk | None:
    said = request["messages"]
    first = next((message["role"] for message in said if message["role"] != "system"), "")
    if first == "assistant" and _ALTERNATE.search(about):
        return "user first"
    if any(message["role"] == "system" for message in said) and (
        _SYSTEM.search(about) or _ALTERNATE.search(about)
    ):
        return "no system"
    if _has_parts(request) and _NO_EYES.search(about) and not _BAD_IMAGE.search(about):
        return "no images"
    return None


def _has_parts(request: Mapping[str, Any]) -> bool:
    return any(isinstance(message["content"], list) for message in request["messages"])


def _messages(
    messages: Sequence[Message], quirks: frozenset[Quirk], urls: DataUrls
) -> list[dict[str, Any]]:
    shaped = in_words(messages) if "no images" in quirks else shown_once(messages)
    if "no system" in quirks:
        shaped = roles.without_system(shaped)
    if "user first" in quirks:
        shaped = roles.user_first(shaped)
    return [
        {"role": message.role, "content": _content(message, urls)}
        for message in roles.merged(shaped)
    ]


def _content(message: Message, urls: DataUrls) -> str | list[dict[str, Any]]:
    if not has_images([message]):
        return message.text
    return [
        {"type": "image_url", "image_url": {"url": urls(part)}}
        if isinstance(part, ImagePart)
        else {"type": "text", "text": part.text}
        for part in message.parts
    ]


def _format(
    messages: Sequence[Message], settings: Settings, quirks: frozenset[Quirk]
) -> dict[str, Any] | None:
    if settings.reply_schema is not None and "no schema" not in quirks:
        return json_format(settings.reply_schema)
    wishes_json = settings.json_reply or settings.reply_schema is not None
    # servers refuse the mode where no message speaks of JSON
    if wishes_json and any("json" in message.text.lower() for message in messages):
        return {"type": "json_object"}
    return None
