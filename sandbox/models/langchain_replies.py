"""What LangChain's objects give back, read into completions; and how they are held to a schema.

Knows the shape of LangChain's messages; imports nothing of it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from sandbox.models.completions import completion_of
from sandbox.types import Completion, ReplySchema, Settings, Usage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import AIMessage

_WAYS: tuple[dict[str, str], ...] = ({"method": "json_schema"}, {})
"""How a class is asked to hold replies to a schema: by its JSON mode, else as it does by itself."""


def held_to(chat: BaseChatModel, schema: ReplySchema) -> Any:
    """The object with its provider's own way of holding replies to a schema: its JSON mode, or a
    tool that it must call. None where its class has no way."""
    form = {**schema.body, "title": schema.name, "description": "The reply."}
    for way in _WAYS:
        try:
            return chat.with_structured_output(form, include_raw=True, **way)
        # LangChain's own ways of saying no: the class has none, does not know the method's name,
        # or does not take it
        except (NotImplementedError, ValueError, TypeError):
            continue
    return None


def completion_from(answer: AIMessage, settings: Settings) -> Completion:
    """What a message of LangChain says; a tool that it calls is a JSON reply."""
    told = answer.response_metadata
    more = answer.additional_kwargs
    calls = [json.dumps(call["args"], ensure_ascii=False) for call in answer.tool_calls]
    return completion_of(
        calls[-1] if calls else str(answer.text),
        ended=ending_of(answer),
        stop=settings.stop,
        usage=_usage(answer),
        model=str(told.get("model_name") or told.get("model") or ""),
        refusal=str(more.get("refusal") or ""),
        reasoning=str(more.get("reasoning_content") or "") or _thought(answer),
    )


def ending_of(answer: AIMessage) -> str | None:
    """The provider's word for why it ended."""
    told = answer.response_metadata
    return told.get("finish_reason") or told.get("stop_reason") or told.get("done_reason")


def _thought(answer: AIMessage) -> str:
    blocks = answer.content if isinstance(answer.content, list) else []
    return "\n\n".join(
        str(block.get("reasoning") or block.get("thinking") or "")
        for block in blocks
        if isinstance(block, dict) and block.get("type") in ("reasoning", "thinking")
    )


def _usage(answer: AIMessage) -> Usage:
    told = answer.usage_metadata
    if not told:
        return Usage()
    return Usage(
        input_tokens=told["input_tokens"],
        output_tokens=told["output_tokens"],
        cached_input_tokens=told.get("input_token_details", {}).get("cache_read"),
    )
