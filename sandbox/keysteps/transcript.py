"""What is said in a video: SRT, WebVTT, or text with or without times. Times in seconds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import ImportFormatError, UsageError

_CLOCK = r"(?:\d+:)?\d{1,3}:\d{2}(?:[.,]\d+)?"
_CUE = re.compile(rf"^\s*({_CLOCK})\s*-->\s*({_CLOCK})")
_TIMED = re.compile(rf"^\s*[\[(]?({_CLOCK})[\])]?\s*[:–-]?\s+(\S.*)$")
_TAGS = re.compile(r"<[^>]{0,80}>")
_WHOLE_CLOCK = re.compile(rf"^\s*{_CLOCK}\s*$")


@dataclass(frozen=True)
class Said:
    """One stretch of speech. `at` is None where the transcript has no times."""

    text: str
    at: float | None = None


def seconds(clock: str) -> float:
    """The seconds of `1:02:03.5`, `2:03` or `123.5`.

    Raises:
        ValueError: it is no time.
    """
    if not _WHOLE_CLOCK.match(clock):
        return float(clock)
    total = 0.0
    for part in clock.strip().replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total


def clock(at: float) -> str:
    """Minutes and seconds, to a tenth: `2:03.5`."""
    tenths = round(at * 10)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"


def read_transcript(path: Path) -> tuple[Said, ...]:
    """The speech of a file, in order.

    Raises:
        UsageError: the file cannot be read.
        ImportFormatError: it holds no words.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ImportFormatError(f"{path.name} is not UTF-8 text: {error}") from error
    said = _cues(text) if "-->" in text else _lines(text)
    if not said:
        raise ImportFormatError(f"{path.name} holds no words")
    return tuple(said)


def around(said: tuple[Said, ...], at: float, before_s: float, after_s: float) -> list[Said]:
    """The speech near a moment; all of it where the transcript has no times."""
    return [each for each in said if each.at is None or at - before_s <= each.at <= at + after_s]


def _cues(text: str) -> list[Said]:
    """SRT and WebVTT: a line with two times, then words until an empty line."""
    found: list[Said] = []
    at: float | None = None
    words: list[str] = []
    for line in [*text.splitlines(), ""]:
        cue = _CUE.match(line)
        if cue:
            at, words = seconds(cue[1]), []
        elif line.strip() and at is not None:
            words.append(_TAGS.sub("", line).strip())
        elif not line.strip() and at is not None:
            if any(words):
                found.append(Said(" ".join(word for word in words if word), at))
            at = None
    return found


def _lines(text: str) -> list[Said]:
    found = []
    for line in text.splitlines():
        timed = _TIMED.match(line)
        if timed:
            found.append(Said(timed[2].strip(), seconds(timed[1])))
        elif line.strip():
            found.append(Said(line.strip()))
    return found
