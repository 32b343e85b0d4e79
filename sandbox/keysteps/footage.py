"""Pictures out of a video, by the FFmpeg that the package PyAV carries. Times in seconds.

Knows no model and no task.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GREY_WIDTH = 320
"""Pixels across of the grey pictures that are compared; a stroke of chalk still shows."""


@dataclass(frozen=True)
class Footage:
    """A video file: how long it is, and the size of its pictures."""

    path: Path
    duration: float
    width: int
    height: int

    def grey_frames(self, rate: float) -> Iterator[tuple[float, NDArray[np.uint8]]]:
        """(time, grey picture shown then) at `rate` pictures a second, from the start."""
        width = min(GREY_WIDTH, self.width)
        height = max(1, round(self.height * width / self.width))
        tick = 0
        for frame, until in self._shown(0.0):
            while tick / rate < until:
                grey = frame.to_ndarray(width=width, height=height, format="gray")
                yield tick / rate, grey
                tick += 1

    def picture(self, at: float, width: int | None = None) -> bytes:
        """The picture shown at a time, as PNG, at most `width` pixels across.

        Raises:
            UsageError: the time is not in the video, or there is no picture.
        """
        if not 0 <= at <= self.duration:
            raise UsageError(
                f"{self.path.name} has no picture at {at:g} s: it is {self.duration:g} s long"
            )
        latest = None
        for frame, until in self._shown(at):
            latest = frame
            if at < until:
                break
        if latest is None:
            raise UsageError(f"{self.path.name} gives no picture at {at:g} s")
        image = latest.to_image()
        if width and image.width > width:
            image = image.resize((width, round(image.height * width / image.width)))
        out = io.BytesIO()
        image.save(out, format="PNG")
        return out.getvalue()

    def _shown(self, start: float) -> Iterator[tuple[Any, float]]:
        """(picture, time until which it is shown), from before `start` on."""
        av = _av()
        try:
            with av.open(str(self.path)) as container:
                stream = container.streams.video[0]
                stream.thread_type = "AUTO"
                first = float((stream.start_time or 0) * stream.time_base)
                if start:
                    container.seek(int((start + first) / stream.time_base), stream=stream)
                before = None
                for frame in container.decode(stream):
                    if before is not None:
                        yield before, frame.time - first
                    before = frame
                if before is not None:
                    yield before, self.duration
        except av.error.FFmpegError as error:
            raise UsageError(f"{self.path.name} cannot be read on: {error}") from error


def open_video(path: Path) -> Footage:
    """A video by its file.

    Raises:
        UsageError: there is no such file, it is no video, or the extra is not installed.
    """
    if not path.is_file():
        raise UsageError(f"there is no video {path}")
    av = _av()
    try:
        with av.open(str(path)) as container:
            if not container.streams.video or not container.duration:
                raise UsageError(f"{path.name} has no moving pictures: it is no video")
            size = container.streams.video[0].codec_context
            return Footage(path, container.duration / av.time_base, size.width, size.height)
    except av.error.FFmpegError as error:
        raise UsageError(f"{path.name} cannot be read as a video") from error


def _av() -> Any:
    try:
        import av
    except ImportError as error:
        raise UsageError(
            "videos need the extra 'video': pip install 'tutoring-sandbox[video]'"
        ) from error
    return av
