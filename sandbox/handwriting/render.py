"""Ink on paper as PNG and SVG. In whole numbers only: the same strokes give the same pixels."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from itertools import pairwise
from xml.sax.saxutils import escape, quoteattr

from PIL import Image, ImageDraw

from sandbox.handwriting.hands import Colour, Paper, Pen
from sandbox.handwriting.ink import TENTHS, Ink

OVERSAMPLED = 3
LEVELS = 7
"""Shades between paper and ink: few, so that files are small."""


def picture(ink: Sequence[Ink], width: int, height: int, paper: Paper, pen: Pen) -> Image.Image:
    """The page with a palette of paper, ruling and shades of ink."""
    page = Image.new("P", (width, height), 0)
    page.putpalette(_palette(paper, pen))
    draw = ImageDraw.Draw(page)
    for start, end in ruling(paper, width, height):
        draw.line((start, end), fill=1)
    cover = _cover(ink, width, height)
    shades = cover.point([0 if v < 18 else 1 + (v * LEVELS) // 255 for v in range(256)])
    page.paste(shades, mask=shades.point([0] + [255] * 255))
    return page


def png(image: Image.Image) -> bytes:
    """The picture as a small PNG file."""
    buffer = io.BytesIO()
    image.save(buffer, format="PNG", optimize=True, bits=4)
    return buffer.getvalue()


def pixels_digest(data: bytes) -> str:
    """A digest of what a PNG shows, however it is compressed."""
    with Image.open(io.BytesIO(data)) as image:
        shown = image.convert("RGB")
        seen = hashlib.blake2b(f"{shown.width}x{shown.height}".encode(), digest_size=16)
        seen.update(shown.tobytes())
    return seen.hexdigest()


def svg(ink: Sequence[Ink], width: int, height: int, paper: Paper, pen: Pen, alt: str) -> str:
    """The page as SVG: one path a stroke, with `alt` as its title."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" aria-label={quoteattr(alt)}>',
        f"<title>{escape(alt)}</title>",
        f'<rect width="{width}" height="{height}" fill="{_hex(paper.colour)}"/>',
        f'<g stroke="{_hex(paper.lines)}" stroke-width="1">',
        *(
            f'<line x1="{a[0]}" y1="{a[1]}" x2="{b[0]}" y2="{b[1]}"/>'
            for a, b in ruling(paper, width, height)
        ),
        f'</g><g stroke="{_hex(pen.colour)}" fill="none" stroke-linecap="round" '
        'stroke-linejoin="round">',
        *(_path(each) for each in ink),
        "</g></svg>",
    ]
    return "\n".join(lines) + "\n"


def ruling(paper: Paper, width: int, height: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The printed lines of the paper."""
    if paper.ruling == "plain":
        return []
    lines = [((0, y), (width, y)) for y in range(paper.pitch, height, paper.pitch)]
    if paper.ruling == "squared":
        lines += [((x, 0), (x, height)) for x in range(paper.pitch, width, paper.pitch)]
    return lines


def _cover(ink: Sequence[Ink], width: int, height: int) -> Image.Image:
    """How much of each pixel is covered: discs along every stroke, in whole numbers."""
    cover = Image.new("L", (width * OVERSAMPLED, height * OVERSAMPLED), 0)
    draw = ImageDraw.Draw(cover)
    for stroke in ink:
        for x, y, radius in _discs(stroke):
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return cover.reduce(OVERSAMPLED)


def _discs(stroke: Ink) -> list[tuple[int, int, int]]:
    found = []
    scaled = [(x * OVERSAMPLED, y * OVERSAMPLED) for x, y in stroke.points]
    for k, (start, end) in enumerate(pairwise(scaled)):
        radius = max(1, (stroke.widths[k] * OVERSAMPLED + TENTHS) // (2 * TENTHS))
        longest = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
        steps = max(1, longest // (2 * TENTHS))
        for step in range(steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            y = start[1] + (end[1] - start[1]) * step // steps
            found.append((x // TENTHS, y // TENTHS, radius))
    return found


def _palette(paper: Paper, pen: Pen) -> list[int]:
    colours = [paper.colour, paper.lines]
    for level in range(1, LEVELS + 1):
        mixed = (
            (light * (LEVELS - level) + dark * level) // LEVELS
            for light, dark in zip(paper.colour, pen.colour, strict=True)
        )
        colours.append(tuple(mixed))  # type: ignore[arg-type]
    return [part for colour in colours for part in colour]


def _path(stroke: Ink) -> str:
    points = " ".join(f"{x / TENTHS:g},{y / TENTHS:g}" for x, y in stroke.points)
    width = sum(stroke.widths) / len(stroke.widths) / TENTHS
    return f'<path d="M{points}" stroke-width="{width:.1f}"/>'


def _hex(colour: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)
