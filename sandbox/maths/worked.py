"""Tells a question that is put from one that is worked out on the spot, as in an example."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandbox.maths.normalise import normalise
from sandbox.maths.problems import Problem


def is_worked_out(problems: Iterable[Problem], after: str) -> bool:
    """Whether the plain text after a question, up to the next, ends in its right answer: "… = 7".

    Nobody has to answer it then: "Decrease 280 by 30%. 280 × 30 ÷ 100 = 84, and 280 − 84 = 196."
    """
    return "=" in after and any(
        re.search(rf"=\s*{re.escape(normalise(problem.right.text))}(?![\d/]|\.\d)", after)
        for problem in problems
    )
