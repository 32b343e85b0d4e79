"""How a run goes: its options, the standing after each session, the summary at the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.store.recorder import Clock

CALLS = 16
WINDOW_PER_CALL = 8
SAME_FAILURES = 20


@dataclass(frozen=True)
class Standing:
    """How far a run is; handed to the progress callback after every session.

    Attributes:
        total: Cells of the study.
        earlier: Of these, done before this run began.
        done: Done now, the earlier ones included.
        failed: Failed in this run; a resume takes them up again.
        seconds: Since this run began.
    """

    total: int
    earlier: int = 0
    done: int = 0
    failed: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Sessions a second in this run, failed ones included."""
        return (self.done - self.earlier + self.failed) / self.seconds if self.seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """At this rate; None before the first session."""
        return (self.total - self.done - self.failed) / self.rate if self.rate > 0 else None


@dataclass(frozen=True)
class Summary:
    """What a run came to.

    Attributes:
        standing: The last count.
        unscored: Sessions whose scoring failed; scoring again takes them up.
        stopped: Why the run stopped early; empty if it did not.
        interrupted: Whether a person (Ctrl-C) or the system stopped it.
        repaired: What was mended in the log when it was opened; empty if nothing.
        failures: Reasons of failed sessions and scorings with their counts, most frequent first.
    """

    standing: Standing
    unscored: int = 0
    stopped: str = ""
    interrupted: bool = False
    repaired: str = ""
    failures: tuple[tuple[str, int], ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every cell is done and scored."""
        return self.standing.done == self.standing.total and not self.unscored


ProgressCallback = Callable[[Standing], None]


@dataclass(frozen=True)
class RunOptions:
    """How to run; none of it changes what comes out.

    Attributes:
        calls: Model calls at once.
        window: Sessions open at once; None means eight times `calls`.
        progress: Called after every session.
        clock: Gives the time stamps of the log; None leaves them out.
        timer: Seconds, for rate and time left.
        same_failures: So many identical failures with no success between stop the run.
    """

    calls: int = CALLS
    window: int | None = None
    progress: ProgressCallback | None = None
    clock: Clock | None = None
    timer: Callable[[], float] = time.monotonic
    same_failures: int = SAME_FAILURES

    @property
    def open_sessions(self) -> int:
        """The window in sessions."""
        return self.window or WINDOW_PER_CALL * self.calls
