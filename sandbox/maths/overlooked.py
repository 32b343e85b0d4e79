"""What stands beside the part of a question that could be read and would change its answer: "to the
nearest ten", "and then …", "= ? + 5". Knows words and signs, no families."""

from __future__ import annotations

import re
from collections.abc import Sequence

_SENTENCE_ENDS = re.compile(r"[.!?;]\s+(?=[A-Z(\"'])|\n")
_BLANK = r"(?:\?|_+|□+|\.{2,}|…|[a-z])"
_ANOTHER_SIDE = re.compile(rf"^\s*=\s*(?!{_BLANK}?[\s.?!]*$)\S")
_SIDE_BEFORE = re.compile(rf"(?<!\S)(?!{_BLANK}\s*=)\S+\s*=\s*$")
_BESIDE = re.compile(
    r"\b(?:(?i:half of|twice|double|triple|(?:third|quarter|fifth|tenth)s? of|(?:less|more|fewer|"
    r"greater|bigger|smaller|larger) than|(?:is|are) not|isn't|aren't|as an? (?:fraction|"
    r"percentage|percent|ratio|decimal)|in (?:hours|minutes|seconds|days|weeks))|then|NOT)\b",
)
_AFTERWARDS = re.compile(
    r"\b(?:nearest|round(?:ed|ing)?|decimal places?|significant|estimate)\b", re.I
)
_NUMBERED = re.compile(
    r"^\W*(?:(?:question|exercise|problem|task|number|item|part|step|no|ex|q)\W{0,2})?"
    r"(?:\d+\w?|[a-z])\s*[.):]\s|\(\d+ (?:marks?|points?)\)|\[\d+\]",
    re.I,
)
_CHOICES = re.compile(r"(?<!\w)\(?[A-Da]\s?[).:]\s.*", re.S)
_DIGIT = re.compile(r"(?<![^\s,;])[^\s,;\d]*\d[^\s,;]*")


def overlooked(plain: str, spans: Sequence[tuple[int, int]]) -> str:
    """A piece of a question in plain form that its readings leave out and that would change the
    answer; "" where there is none.

    Args:
        plain: The question.
        spans: Start and end of each reading; the last one is what is answered.
    """
    start, end = max(spans, key=lambda span: (span[1], -span[0]))
    first = max((m.end() for m in _SENTENCE_ENDS.finditer(plain, 0, start + 1)), default=0)
    after = _CHOICES.sub("", plain[end:])
    sentence = _SENTENCE_ENDS.split(after, maxsplit=1)[0]
    others = [span for span in spans if first <= span[0] < start]
    before = plain[first : min((span[0] for span in others), default=start)]
    between = plain[max((min(span[1], start) for span in others), default=start) : start]
    if found := _ANOTHER_SIDE.match(after):
        return (found[0] + after[found.end() :]).strip()[:40]
    if _SIDE_BEFORE.search(before):
        return before.strip()[-40:]
    numbered = _NUMBERED.sub(" ", before)
    for piece, patterns in (
        (numbered, (_BESIDE, _DIGIT)),
        (between, (_BESIDE,)),
        (_NUMBERED.sub(" ", sentence), (_BESIDE, _DIGIT)),
        (after, (_AFTERWARDS,)),
        (numbered, (_AFTERWARDS,)),
    ):
        for pattern in patterns:
            if found := pattern.search(piece):
                return found[0]
    return ""
