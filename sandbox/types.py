"""What crosses the model seam: messages and their parts, settings, usage, completions, seats."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SerializeAsAny

Seat = Literal["student", "tutor"]
Role = Literal["system", "user", "assistant"]

SEATS: tuple[Seat, Seat] = ("student", "tutor")
PERSON = "person"
"""The author of what a person says."""

JsonObject = SerializeAsAny[Mapping[str, JsonValue]]
"""An object of a record that JSON can hold: checked value by value when the record is made, hence
written as it is (to ask each value again for its type took as long as to write the line)."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return "tutor" if seat == "student" else "student"


class Frozen(BaseModel):
    """An immutable record that refuses keys it does not know."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, ser_json_inf_nan="constants"
    )


class TextPart(Frozen):
    """Plain text inside a message."""

    kind: Literal["text"] = "text"
    text: str


class ImagePart(Frozen):
    """An image, named by content hash; `alt` is what a model without eyes is told instead.

    `data` are its bytes where the part was made with them; they stay out of logs and keys.
    """

    kind: Literal["image"] = "image"
    sha256: str
    media_type: str
    alt: str
    data: bytes = Field(default=b"", exclude=True, repr=False)


class Message(Frozen):
    """One message of a chat with a model."""

    role: Role
    parts: tuple[TextPart | ImagePart, ...]

    @classmethod
    def of(cls, role: Role, text: str) -> Message:
        """A message of text only."""
        return cls(role=role, parts=(TextPart(text=text),))

    @property
    def text(self) -> str:
        """The text parts, joined by blank lines."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, TextPart))


class ReplySchema(Frozen):
    """The JSON schema that a reply is asked to follow, under a name that providers want."""

    name: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    body: Mapping[str, JsonValue]


class Settings(Frozen):
    """How a model is asked. What is None or empty is left to the model.

    `json_reply` asks for a JSON object; `reply_schema`, where given, says which.
    """

    temperature: float | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, gt=0)
    seed: int | None = None
    stop: tuple[str, ...] = ()
    json_reply: bool = False
    reply_schema: ReplySchema | None = None
    reasoning_effort: str | None = None


class Usage(Frozen):
    """Tokens of one call. `None` means that the provider did not say, never zero.

    `cached_input_tokens` are those of the input that the provider had seen before and may bill
    less."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_input_tokens: int | None = None


Finish = Literal["stop", "length", "refused", "empty"]


class Completion(Frozen):
    """What a model replied, and what it took.

    Attributes:
        text: What is said. Reasoning that came with it is in `reasoning` and reaches no seat.
        finish: Why it stopped; "length": cut off at the token limit.
        usage: Tokens of the call that gave this reply.
        model: The model as the provider names it.
        reasoning: Thinking the model wrote before or around what it says.
        unsent: Settings that the model does not take, hence asked without.
        attempts: How many calls it took.
        cost_usd: None where no price is known, never zero for that.
        cached: Whether it comes from the cache, hence cost nothing now.
    """

    text: str
    finish: Finish = "stop"
    usage: Usage = Usage()
    model: str = ""
    reasoning: str = ""
    unsent: tuple[str, ...] = ()
    attempts: int = 1
    cost_usd: Decimal | None = None
    cached: bool = False
