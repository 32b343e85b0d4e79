"""Turns what a provider answered into errors of this package, and keeps keys out of their texts.

Knows HTTP statuses and the wordings providers use; knows no vendor package.
"""

from __future__ import annotations

import email.utils
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from types import TracebackType

from sandbox.errors import (
    BadRequestError,
    ContextOverflowError,
    ModelError,
    OutOfCreditError,
    RateLimitedError,
    SandboxError,
    UnauthorisedError,
    UnavailableError,
)

LONGEST_MESSAGE = 600
_SECRET = re.compile(
    r"(?i)\bsk-[\w-]{6,}|\bAIza[\w-]{10,}|\bgsk_\w{8,}|\bhf_\w{8,}|(?<=bearer )[\w.~+/=-]{6,}"
)
_OVERFLOW = re.compile(
    r"(?i)context[_ ]length|context window|maximum context|prompt is too long|too many tokens"
    r"|input (?:token count|is too long)|exceeds? the (?:available )?context"
)
_NO_CREDIT = re.compile(
    r"(?i)insufficient_quota|exceeded your current quota|billing|credit balance"
)
_TRANSIENT = (408, 409, 425)
_OVERLOADED = 529


class Translated:
    """Whatever a vendor's code raises in the block becomes an error of this package.

    Nothing of the vendor's error stays attached, since it may hold the key. For vendors whose
    errors have no class in common."""

    def __init__(self, into: Callable[[Exception], SandboxError]) -> None:
        self._into = into

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, SandboxError):
            raise self._into(error) from None


def redacted(text: str, secrets: Sequence[str] = ()) -> str:
    """The text without the secrets, and without anything that looks like a key."""
    for secret in secrets:
        if len(secret) >= 4:
            text = text.replace(secret, "[key]")
    return _SECRET.sub("[key]", text)


def failure_of(
    status: int,
    message: str,
    *,
    who: str,
    code: str = "",
    headers: Mapping[str, str] | None = None,
    secrets: Sequence[str] = (),
) -> ModelError:
    """The error for an HTTP status that is no success.

    Args:
        status: The HTTP status.
        message: What the provider said.
        who: The model's id, with which the text starts.
        code: The provider's own error code, where it has one.
        headers: Of the answer; `Retry-After` is read from them.
        secrets: What must not stand in the text.
    """
    said = " ".join(redacted(message, secrets).split())[:LONGEST_MESSAGE] or "no reason given"
    text = f"{who}: {said} (HTTP {status})"
    about = f"{code} {message}"
    wait = retry_after(headers or {})
    if status in (401, 403):
        return UnauthorisedError(text)
    if status == 402 or (status == 429 and _NO_CREDIT.search(about)):
        return OutOfCreditError(text)
    if status == 429:
        return RateLimitedError(text, wait)
    if status == 413 or (status < 500 and _OVERFLOW.search(about)):
        return ContextOverflowError(text)
    if status >= 500 or status in _TRANSIENT:
        return UnavailableError(text, wait)
    return BadRequestError(text)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The wait in seconds that the headers ask for; None where they do not, or not readably."""
    folded = {key.lower(): value for key, value in headers.items()}
    for key, unit in (("retry-after-ms", 1_000.0), ("retry-after", 1.0)):
        try:
            wait = float(folded[key]) / unit
        except (KeyError, ValueError):
            continue
        return wait if 0 <= wait < float("inf") else None
    return _until(folded.get("retry-after", ""), folded.get("date", ""))


def causes(error: BaseException) -> Iterator[BaseException]:
    """The error, what it came from, and so on."""
    at: BaseException | None = error
    while at is not None:
        yield at
        at = at.__cause__ or at.__context__


def was_dropped(error: BaseException) -> bool:
    """Whether a connection was lost, which OpenAI's SDK over aiohttp reports as a timeout."""
    return any(
        type(cause).__module__.startswith("aiohttp") and not isinstance(cause, TimeoutError)
        for cause in causes(error)
    )


def _until(moment: str, now: str) -> float | None:
    """Seconds until a moment given as an HTTP date, by the server's clock where it tells it."""
    try:
        then = email.utils.parsedate_to_datetime(moment)
        today = email.utils.parsedate_to_datetime(now) if now else datetime.now(UTC)
        return max(0.0, (then - today).total_seconds())
    except (ValueError, TypeError):
        return None
