"""A text being rewritten that can remember where each character stood. Knows no mathematics."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence

Piece = str | tuple[int, int]
"""Either new text, or the span of the text before the rewrite that is kept as it stands."""

Build = Callable[[re.Match[str]], Sequence[Piece] | None]

_Edits = list[tuple[re.Match[str], Sequence[Piece]]]


class Draft:
    """A text on its way to the plain form.

    With `traced` it remembers what each rewrite moved, so that what is found in the rewritten text
    can be pointed at in the original.
    """

    __slots__ = ("_passes", "text")

    def __init__(self, text: str, *, traced: bool = False) -> None:
        self.text = text
        self._passes: list[_Pass] | None = [] if traced else None

    def translate(self, table: dict[int, int]) -> None:
        """Swap single characters for single characters, which moves nothing."""
        self.text = self.text.translate(table)

    def rewrite(self, pattern: re.Pattern[str], build: Build) -> bool:
        """Replace each match by the pieces that `build` returns; None leaves the match alone.

        Returns whether anything was replaced.
        """
        if self._passes is None:
            return self._rewrite_untraced(pattern, build)
        edits: _Edits = []
        for match in pattern.finditer(self.text):
            pieces = build(match)
            if pieces is not None:
                edits.append((match, pieces))
        if edits:
            self._apply(edits, self._passes)
        return bool(edits)

    def replace(self, pattern: re.Pattern[str], text: str) -> bool:
        """Replace each match by the same text."""
        return self.rewrite(pattern, lambda match: (text,))

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters from start to end (not empty) stand in the original text.

        Raises:
            ValueError: the draft was not traced, or there are no such characters.
        """
        if self._passes is None:
            raise ValueError("this draft was not traced: build it with traced=True")
        end = min(end, len(self.text))
        if not 0 <= start < end:
            raise ValueError(f"no characters from {start} to {end} in the text")
        for moved in reversed(self._passes):
            start, end = moved.span_before(start, end)
        return start, end

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

    def _apply(self, edits: _Edits, passes: "list[_Pass]") -> None:
        text, done, position = self.text, [], 0
        for match, pieces in edits:
            done.append(text[position : match.start()])
            done += [p if isinstance(p, str) else text[p[0] : p[1]] for p in pieces]
            position = match.end()
        done.append(text[position:])
        passes.append(_Pass(edits, len(text)))
        self.text = "".join(done)


class _Pass:
    """What one rewrite moved: stretches of the new text, and where each stood before."""

    __slots__ = ("_before", "_length", "_starts")

    def __init__(self, edits: _Edits, length: int) -> None:
        self._starts: list[int] = []
        self._before: list[tuple[int, int, bool]] = []
        self._length = 0
        position = 0
        for match, pieces in edits:
            start, end = match.span()
            self._add(start - position, position, start, True)
            for piece in pieces:
                if isinstance(piece, str):
                    self._add(len(piece), start, end, False)
                else:
                    self._add(piece[1] - piece[0], *piece, True)
            position = end
        self._add(length - position, position, length, True)

    def _add(self, size: int, start: int, end: int, kept: bool) -> None:
        """The next `size` characters stood there: one by one if `kept`, else all in all of it."""
        if size:
            self._starts.append(self._length)
            self._before.append((start, end, kept))
            self._length += size

    def span_before(self, start: int, end: int) -> tuple[int, int]:
        """The shortest stretch of the text before that holds all of these characters."""
        index = bisect_right(self._starts, start) - 1
        low, high = -1, -1
        while index < len(self._starts) and self._starts[index] < end:
            first, last, kept = self._before[index]
            if kept:
                at = first - self._starts[index]
                first, last = max(first, start + at), min(last, end + at)
            low = first if low < 0 else min(low, first)
            high = max(high, last)
            index += 1
        return low, high
