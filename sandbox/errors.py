"""The error tree. Every message says what was wrong, where, and what would be right.

SandboxError
├── ContentError        content files are wrong; carries every fault found
├── FormulaError        a formula of the content is not allowed or cannot be evaluated
├── UnknownNameError    a name that is not in the library or registry
├── UsageError          a request that cannot be met as it was put
├── SessionError        a turn taken out of order, or after the end
├── RunLogError         a run folder that cannot be read or written
│   └── NewerFormatError    written by a newer version than this one
├── ImportFormatError   a foreign file that is not what it is said to be
├── ModelError          a model or provider failed
│   ├── BadRequestError     it refuses what was asked
│   │   └── ContextOverflowError    the conversation is too long for it
│   ├── UnauthorisedError   the key is missing, wrong or not allowed to do this
│   ├── OutOfCreditError    the account has no credit left
│   ├── RateLimitedError    too many requests for now; may say when to come back
│   ├── UnavailableError    it fails, is overloaded, or dropped the connection
│   ├── TimedOutError       no reply in time
│   ├── GarbledReplyError   what came back is not what its protocol says
│   └── SpendingLimitError  a call would go beyond the spending limit
└── UnexpectedError     a fault of the program, attributed by `boundary`
"""

from __future__ import annotations

import contextlib
import difflib
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass


class SandboxError(Exception):
    """Root of everything this package raises on purpose."""


@dataclass(frozen=True)
class Fault:
    """One thing wrong with the content: `place` is file and key, `what` what would be right."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


class ContentError(SandboxError):
    """The content is not valid. `faults` holds every fault found, not only the first."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = len(self.faults)
        head = f"{count} content fault{'' if count == 1 else 's'}"
        super().__init__("\n".join([head, *(f"  {fault}" for fault in self.faults)]))


class FormulaError(SandboxError):
    """A formula uses what is not allowed, or fails on its parameters."""


FEW = 20
"""Up to so many known names are all listed where none is near."""
MOST_NEAR, LEAST_PART = 3, 4
LISTED = {
    "misconception": "misconceptions",
    "persona": "personas",
    "student": "personas",
    "tutor": "tutors",
    "family": "items",
    "rubric": "rubrics",
    "study": "studies",
    "model provider": "models",
}
"""Kind of name → what `sandbox list` calls them."""


class UnknownNameError(SandboxError):
    """A name nobody knows; suggests the nearest known ones."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.kind, self.name = kind, name
        names = list(known)
        near = nearest(name, names)
        hint = f"; did you mean {', '.join(near)}?" if near else ""
        if not near and len(names) <= FEW:
            hint = f"; it can be {', '.join(names)}"
        elif kind in LISTED:
            hint += f"{'' if near else ';'} sandbox list {LISTED[kind]} names them all"
        super().__init__(f"unknown {kind} {name!r}{hint}")


def nearest(name: str, names: Iterable[str]) -> list[str]:
    """The names most like this one, and after them those that hold it as a part."""
    known = list(names)
    near = difflib.get_close_matches(name, known, n=MOST_NEAR, cutoff=0.5)
    holding = [each for each in known if len(name) >= LEAST_PART and name.lower() in each.lower()]
    return list(dict.fromkeys([*near, *sorted(holding, key=len)]))[:MOST_NEAR]


class UsageError(SandboxError):
    """The request cannot be met as it was put."""


class SessionError(SandboxError):
    """A turn was taken out of order or after the session ended."""


class RunLogError(SandboxError):
    """A run folder cannot be read or written."""


class NewerFormatError(RunLogError):
    """A run folder was written by a newer version of the sandbox."""


class ImportFormatError(SandboxError):
    """A foreign file is not in the format it is said to be in."""


class ModelError(SandboxError):
    """A model or its provider failed to give a usable reply."""


class BadRequestError(ModelError):
    """The provider refuses what was asked of it; the same request fails again."""


class ContextOverflowError(BadRequestError):
    """The conversation is longer than the model can take."""


class UnauthorisedError(ModelError):
    """The key is missing, wrong, or may not use this model."""


class OutOfCreditError(ModelError):
    """The account has no credit left; waiting does not help."""


class RateLimitedError(ModelError):
    """Too many requests for now. `retry_after`: the wait in seconds that the provider asks for."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(message)


class UnavailableError(ModelError):
    """The provider fails, is overloaded, cannot be reached or dropped the connection.

    `retry_after` is the wait in seconds that it asks for, if it does.
    """

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(message)


class TimedOutError(ModelError):
    """No reply came in time."""


class GarbledReplyError(ModelError):
    """What came back is not what the protocol says: torn, not JSON, or without its parts."""


class SpendingLimitError(ModelError):
    """The next call could go beyond the spending limit, so it was not made."""


class UnexpectedError(SandboxError):
    """Something failed that no part foresaw: a fault of the program, not of what it was given."""


@contextlib.contextmanager
def boundary(place: str) -> Iterator[None]:
    """Attribute what escapes from a block: errors of this tree pass, the rest gets a place.

    Of an exception group the first run-log error counts, else the first error.

    Args:
        place: What was being done, for the message.

    Raises:
        SandboxError: as it was raised inside, or an `UnexpectedError` with type and line.
    """
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the one place where everything is caught
        leaves = list(_leaves(error))
        cause = next((leaf for leaf in leaves if isinstance(leaf, RunLogError)), leaves[0])
        if isinstance(cause, SandboxError):
            raise cause from cause.__cause__
        frames = traceback.extract_tb(cause.__traceback__)
        where = f" at {_module_line(frames[-1])}" if frames else ""
        raise UnexpectedError(f"{place}: {type(cause).__name__}{where}: {cause}") from cause


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in error.exceptions:
            yield from _leaves(inner)
    else:
        yield error


def _module_line(frame: traceback.FrameSummary) -> str:
    """File and line, without the folders of this machine."""
    return f"{'/'.join(frame.filename.replace(chr(92), '/').split('/')[-2:])}:{frame.lineno}"
