"""Images on their way to a model: where their bytes come from, what they are, how they are shown.

Knows no provider. An image is sent once in a request; a model without eyes gets the alt text.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Sequence

from sandbox.errors import UsageError
from sandbox.figures.draw import draw_png
from sandbox.figures.specs import Figure
from sandbox.types import ImagePart, Message, TextPart

ImageSource = Callable[[str], bytes]
"""SHA-256 of an image → its bytes; raises a `SandboxError` where there is no such image."""

LONGEST_SIDE = 2048
"""Pixels; larger images are made smaller where Pillow is installed."""

MOST_BYTES = 20_000_000
"""What providers take at most, in one image."""

_KEPT = 64
_SIGNS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
)


def no_images(sha256: str) -> bytes:
    """A source without any image."""
    raise UsageError(f"image {sha256[:12]}… was asked for, but no images were given to the model")


class MemoryImages:
    """A source of images that are kept in memory."""

    def __init__(self) -> None:
        self._bytes: dict[str, bytes] = {}

    def add(self, data: bytes, alt: str) -> ImagePart:
        """Keep an image; the part names it in messages.

        Raises:
            UsageError: the bytes are no image that models take.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        self._bytes[sha256] = data
        return ImagePart(sha256=sha256, media_type=media_type(data), alt=alt)

    def __call__(self, sha256: str) -> bytes:
        """The bytes of an image."""
        if sha256 not in self._bytes:
            raise UsageError(f"there is no image {sha256[:12]}…")
        return self._bytes[sha256]


def picture_of(figure: Figure, alt: str) -> ImagePart:
    """A figure as a picture that a model can be sent."""
    data = draw_png(figure)
    sha256 = hashlib.sha256(data).hexdigest()
    return ImagePart(sha256=sha256, media_type="image/png", alt=alt, data=data)


def media_type(data: bytes) -> str:
    """What an image is, by its first bytes, whatever its name says.

    Raises:
        UsageError: it is none of PNG, JPEG, GIF and WebP.
    """
    for sign, kind in _SIGNS:
        if data.startswith(sign):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    raise UsageError("an image must be PNG, JPEG, GIF or WebP; these bytes are none of them")


def fitted(data: bytes, longest_side: int = LONGEST_SIDE) -> bytes:
    """The image, made smaller if a side is too long and Pillow is there to do it.

    Raises:
        UsageError: it is no image that models take, cannot be opened, or is too large in the end.
    """
    media_type(data)
    try:
        from PIL import Image, UnidentifiedImageError
    except ImportError:
        return _light(data)
    try:
        with Image.open(io.BytesIO(data)) as image:
            if max(image.size) <= longest_side:
                return _light(data)
            form = image.format or "PNG"
            image.thumbnail((longest_side, longest_side))
            out = io.BytesIO()
            image.save(out, format=form)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise UsageError(f"an image cannot be opened: {error}") from error
    return _light(out.getvalue())


def _light(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise UsageError(f"an image has {len(data)} bytes; models take {MOST_BYTES} at most")
    return data


class DataUrls:
    """Images as `data:` URLs, each encoded once while it is in use."""

    def __init__(self, source: ImageSource) -> None:
        self._source = source
        self._made: dict[str, str] = {}

    def __call__(self, part: ImagePart) -> str:
        """The image as a `data:` URL, of the type that its bytes show."""
        if part.sha256 not in self._made:
            data = fitted(part.data or self._source(part.sha256))
            if len(self._made) >= _KEPT:
                self._made.pop(next(iter(self._made)))
            encoded = base64.b64encode(data).decode("ascii")
            self._made[part.sha256] = f"data:{media_type(data)};base64,{encoded}"
        return self._made[part.sha256]


def shown_once(messages: Sequence[Message]) -> list[Message]:
    """The messages with each image where it first stands; later it is named by its alt text."""
    seen: set[str] = set()
    return [_parts(message, lambda part: _first(part, seen)) for message in messages]


def has_images(messages: Sequence[Message]) -> bool:
    """Whether any message holds an image."""
    return any(isinstance(part, ImagePart) for message in messages for part in message.parts)


def images_in(messages: Sequence[Message]) -> list[ImagePart]:
    """Every image of the messages, once."""
    parts = [part for message in messages for part in message.parts]
    found = {part.sha256: part for part in parts if isinstance(part, ImagePart)}
    return [*found.values()]


def in_words(messages: Sequence[Message]) -> list[Message]:
    """The messages with every image replaced by its alt text."""
    return [
        _parts(message, lambda part: TextPart(text=f"[Image: {part.alt}]")) for message in messages
    ]


def _first(part: ImagePart, seen: set[str]) -> TextPart | ImagePart:
    if part.sha256 in seen:
        return TextPart(text=f"[The same image as before: {part.alt}]")
    seen.add(part.sha256)
    return part


def _parts(message: Message, change: Callable[[ImagePart], TextPart | ImagePart]) -> Message:
    if all(isinstance(part, TextPart) for part in message.parts):
        return message
    parts = tuple(change(part) if isinstance(part, ImagePart) else part for part in message.parts)
    return message.model_copy(update={"parts": parts})
