"""Tells a question that is put from one that is worked out on the spot, as in an example."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sandbox.maths.normalise import normalise
from sandbox.maths.problems import Problem


def is_worked_out(problems: Iterable[Problem], plain: str, end: int, until: int) -> bool:
    """Whether a question that ends at `end` is brought to its right answer ("… = 7") before
    `until`, where the next is put, and something else is asked after that.

    Nobody has to answer it then: "Decrease 280 by 30%. 280 − 84 = 196. What is 20% of 300?". Where
    nothing else is asked, "What is 7 − 4? Remember, 5 − 2 = 3." still asks for 7 − 4.
    """
    if "=" not in plain[end:until] or "?" not in plain[end:]:
        return False
    for problem in problems:
        right = re.escape(normalise(problem.right.text))
        found = re.compile(rf"=\s*{right}(?![\d/]|\.\d)").search(plain, end, until)
        if found and "?" in plain[found.end() :]:
            return True
    return False
