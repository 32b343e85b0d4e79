"""A text being rewritten that can remember where each character stood. Knows no mathematics."""

import re
from array import array
from collections.abc import Callable, Sequence

Piece = str | tuple[int, int]
"""Either new text, or the span of the text before the rewrite that is kept as it stands."""

Build = Callable[[re.Match[str]], Sequence[Piece] | None]


class Draft:
    """A text on its way to the plain form.

    With `traced`, every character keeps the span of the original text it stands for, so that what
    is found in the rewritten text can be pointed at in the original.
    """

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, *, traced: bool = False) -> None:
        self.text = text
        self.starts: array[int] | None = array("L", range(len(text) + 1)) if traced else None
        self.ends: array[int] | None = array("L", range(1, len(text) + 1)) if traced else None

    def translate(self, table: dict[int, int]) -> None:
        """Swap single characters for single characters, which moves nothing."""
        self.text = self.text.translate(table)

    def rewrite(self, pattern: re.Pattern[str], build: Build) -> bool:
        """Replace each match by the pieces that `build` returns; None leaves the match alone.

        Returns whether anything was replaced.
        """
        if self.starts is None:
            return self._rewrite_untraced(pattern, build)
        edits = [(match, pieces) for match in pattern.finditer(self.text)
                 if (pieces := build(match)) is not None]  # fmt: skip
        if not edits:
            return False
        self._move_marks(edits)
        text, done, position = self.text, [], 0
        for match, pieces in edits:
            done.append(text[position : match.start()])
            done.extend(p if isinstance(p, str) else text[p[0] : p[1]] for p in pieces)
            position = match.end()
        done.append(text[position:])
        self.text = "".join(done)
        return True

    def _rewrite_untraced(self, pattern: re.Pattern[str], build: Build) -> bool:
        text, changed = self.text, False

        def swap(match: re.Match[str]) -> str:
            nonlocal changed
            pieces = build(match)
            if pieces is None:
                return match[0]
            changed = True
            return "".join([p if isinstance(p, str) else text[p[0] : p[1]] for p in pieces])

        self.text = pattern.sub(swap, text)
        return changed

    def replace(self, pattern: re.Pattern[str], text: str) -> bool:
        """Replace each match by the same text."""
        return self.rewrite(pattern, lambda match: (text,))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from start to end (not empty) stand in the original text."""
        if self.starts is None or self.ends is None:
            raise ValueError("this draft was not traced: build it with traced=True")
        return min(self.starts[start:end]), max(self.ends[start:end])

    def _move_marks(self, edits: Sequence[tuple[re.Match[str], Sequence[Piece]]]) -> None:
        old_starts, old_ends = self.starts, self.ends
        assert old_starts is not None
        assert old_ends is not None
        starts, ends, position = array("L"), array("L"), 0
        for match, pieces in edits:
            first, last = match.span()
            starts += old_starts[position:first]
            ends += old_ends[position:first]
            mark_start = old_starts[first]
            mark_end = old_ends[last - 1] if last > first else mark_start
            for piece in pieces:
                if isinstance(piece, str):
                    starts += array("L", [mark_start]) * len(piece)
                    ends += array("L", [mark_end]) * len(piece)
                else:
                    starts += old_starts[piece[0] : piece[1]]
                    ends += old_ends[piece[0] : piece[1]]
            position = last
        self.starts = starts + old_starts[position:]
        self.ends = ends + old_ends[position:]
