"""A video of a whiteboard: page after page of writing, each shown from a known moment on."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

WIDTH, HEIGHT, RATE = 320, 240, 10

PAGES = (
    (0.0, ("3(x - 4) = 18", "solve for x")),
    (6.0, ("3x - 12 = 18", "3 times both terms", "3x = 30", "add 12 on both sides")),
    (14.0, ("x = 10", "check it:", "3(10 - 4) = 18", "3 * 6 = 18, right", "done")),
)
"""(seconds from which it is shown, lines written on it)"""

DURATION = 20.0


def page(lines: tuple[str, ...], number: int) -> np.ndarray:
    """RGB pixels of a page: writing on a board whose ruling tells the pages apart, too."""
    board = Image.new("RGB", (WIDTH, HEIGHT), "white")
    draw = ImageDraw.Draw(board)
    for k in range(number * 4, HEIGHT, 12):
        draw.line([(0, k), (WIDTH, k)], fill="lightgray")
    for k, line in enumerate(lines):
        draw.text((12 + 9 * number, 12 + 40 * k), line, fill="black", font_size=26)
    return np.asarray(board)


def write_video(path: Path, pages=PAGES, duration: float = DURATION) -> Path:
    import av

    pictures = [(start, page(lines, k)) for k, (start, lines) in enumerate(pages)]
    with av.open(str(path), "w") as out:
        stream = out.add_stream("mpeg4", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.bit_rate = 4_000_000
        for k in range(round(duration * RATE)):
            board = [data for start, data in pictures if start <= k / RATE][-1]
            out.mux(stream.encode(av.VideoFrame.from_ndarray(board, format="rgb24")))
        out.mux(stream.encode())
    return path
