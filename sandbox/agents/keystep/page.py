"""What both seats have before them: the problem and the pages, with what a page tells in words.

Knows no reference: how far the page has got is worked out from the problem and the lines on it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sandbox.content.library import Library
from sandbox.content.routes import Route, Standing, lines_of
from sandbox.types import ImagePart

UNSEEN = "a page of handwritten working, of which there is no description in words"


@dataclass(frozen=True)
class StuckPage:
    """The problem in words (empty where it is only on the pages), the pages in time order, and what
    the student asks first."""

    problem: str
    pages: tuple[ImagePart, ...]
    question: str


def read_page(
    page: StuckPage, heard: Iterable[str], library: Library
) -> tuple[Route, Standing] | None:
    """The way through the problem and how far the student is on it; None where the problem or the
    page cannot be read.

    Args:
        page: The problem and the pages.
        heard: What the student said since, in order: a line that it has written counts.
        library: The content.
    """
    lines = lines_of(page.pages[-1].alt) if page.pages else ()
    for route in library.routes.through(page.problem, library.families):
        standing = route.standing(lines)
        if standing is not None:
            for words in heard:
                standing = route.after(standing, words)
            return route, standing
    return None
