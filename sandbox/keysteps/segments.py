"""Cuts a video where what is seen changes: structural similarity of successive pictures.

A boundary stands where the similarity falls below τ; of boundaries that lie close together only
the first is kept (greedily, at least Δt apart); each segment between them is represented by its
clearest picture.

Structural similarity (SSIM): Wang, Bovik, Sheikh, Simoncelli (2004), as scikit-image computes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sandbox.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Frames = Iterable[tuple[float, NDArray[np.uint8]]]

THRESHOLD = 0.8
"""τ of the published pipeline."""

MIN_GAP_S = 2.0
"""Δt: the paper leaves it open; a line of writing takes longer than this."""


@dataclass(frozen=True)
class Segment:
    """A stretch of the video that looks alike: start, end and its clearest moment, in seconds."""

    start: float
    end: float
    clearest: float


@dataclass(frozen=True)
class Look:
    """One sampled picture: when, how sharp it is, and how like the one before (None at first)."""

    at: float
    sharpness: float
    similarity: float | None


def looks(frames: Frames) -> list[Look]:
    """Similarity of every picture to the one before, and its sharpness; one pass, two in memory.

    Sharpness is the variance of the picture's Laplacian: it is low while something moves or blurs.

    Raises:
        UsageError: the extra is not installed.
    """
    alike, laplacian = _measures()
    found: list[Look] = []
    before: NDArray[np.uint8] | None = None
    for at, frame in frames:
        similarity = None if before is None else float(alike(before, frame))
        found.append(Look(at, float(laplacian(frame).var()), similarity))
        before = frame
    return found


def _measures() -> tuple[Callable[..., Any], Callable[..., Any]]:
    try:
        from skimage.filters import laplace
        from skimage.metrics import structural_similarity
    except ImportError as error:
        raise UsageError(
            "videos need the extra 'video': pip install 'tutoring-sandbox[video]'"
        ) from error
    return structural_similarity, laplace


def boundaries(found: Sequence[Look], threshold: float = THRESHOLD) -> list[float]:
    """The times at which a picture is less like the one before than the threshold."""
    return [
        look.at for look in found if look.similarity is not None and look.similarity < threshold
    ]


def spaced(times: Sequence[float], gap: float = MIN_GAP_S) -> list[float]:
    """Greedily, in time order: a time is kept if it is at least `gap` after the last one kept."""
    kept: list[float] = []
    for at in sorted(times):
        if not kept or at - kept[-1] >= gap:
            kept.append(at)
    return kept


def segments(
    found: Sequence[Look],
    duration: float,
    *,
    threshold: float = THRESHOLD,
    gap: float = MIN_GAP_S,
) -> list[Segment]:
    """The stretches between boundaries, in order; all of the video lies in one of them.

    Of equally clear pictures the last stands for its segment: then most is written.
    """
    cuts = [0.0, *(at for at in spaced(boundaries(found, threshold), gap) if at > 0), duration]
    return [Segment(start, end, _clearest(found, start, end)) for start, end in pairwise(cuts)]


def _clearest(found: Sequence[Look], start: float, end: float) -> float:
    inside = [look for look in found if start <= look.at < end]
    if not inside:
        return start
    return max(inside, key=lambda look: (round(look.sharpness, 9), look.at)).at
