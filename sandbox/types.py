"""What crosses the model seam: messages and their parts, settings, usage, completions, seats."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Seat = Literal["student", "tutor"]
Role = Literal["system", "user", "assistant"]

SEATS: tuple[Seat, Seat] = ("student", "tutor")


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return "tutor" if seat == "student" else "student"


class Frozen(BaseModel):
    """An immutable record that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TextPart(Frozen):
    """Plain text inside a message."""

    kind: Literal["text"] = "text"
    text: str


class ImagePart(Frozen):
    """An image, named by content hash; `alt` is what a model without eyes is told instead."""

    kind: Literal["image"] = "image"
    sha256: str
    media_type: str
    alt: str


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


class Settings(Frozen):
    """How a model is asked: temperature, token limit, seed, stop strings, schema of a JSON reply."""

    temperature: float | None = Field(default=None, ge=0)
    max_tokens: int | None = Field(default=None, gt=0)
    seed: int | None = None
    stop: tuple[str, ...] = ()
    json_reply: bool = False


class Usage(Frozen):
    """Tokens of one call. `None` means that the provider did not say, never zero."""

    input_tokens: int | None = None
    output_tokens: int | None = None


class Completion(Frozen):
    """What a model replied. `finish` says why it stopped."""

    text: str
    finish: Literal["stop", "length", "refused", "empty"] = "stop"
    usage: Usage = Usage()
    model: str = ""
