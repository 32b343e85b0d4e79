"""What a message says of somebody's work: right, wrong, or simply well done."""

from __future__ import annotations

import re

from sandbox.maths.plain.alternation import one_of

_NO = re.compile(
    r"(?:^|[.!?]\s+)(?:no|nope|sorry)\b"
    r"(?! (?:rush|hurry|problem|worries|pressure|need|one|matter|idea))|\b(?:incorrect|wrong|"
    r"mistaken?|not quite|not yet)\b|"
    r"\b(?:not|isn't|isnt|wasn't) (?:really |quite |yet )?(?:right|correct|true|the answer)|"
    r"\bnot it\b|(?:^|[.!?]\s+)i (?:don't think so|disagree)\b|"
    r"\bi (?:got|get|have|make it) (?:something|a) (?:else|different)\b|\bdoesn't look right\b",
    re.IGNORECASE,
)
_IN_NO = (
    "no nope sorry incorrect wrong mistake mistaken not isn isnt wasn don disagree else different "
    "doesn"
)
"""One of these words is in every such judgement."""
_YES = re.compile(
    r"(?:^|[.!?]\s+)(?:yes|yep|yeah|correct|exactly|perfect|spot on|right)\b|"
    r"\b(?:that's|that is|you're|you are|it's|it is|all|quite|got it|absolutely) "
    r"(?:right|correct|it)\b",
    re.IGNORECASE,
)
_PRAISE = re.compile(
    r"\b(?:well done|good (?:job|work|thinking|effort|try|start|question|idea|point|going)|great|"
    r"brilliant|excellent|fantastic|amazing|awesome|super|wonderful|lovely|nice|proud|clever|"
    r"keep (?:going|it up|trying)|you can do|don't worry|don't give up|believe in you|"
    r"you're doing|you are doing|(?:you|you're|are) (?:\w+ )?working (?:\w+ )?hard|like (?:how|"
    r"the way) you|hard work|impressed|bravo|hooray)\b",
    re.IGNORECASE,
)
_IN_PRAISE = (
    "done good great brilliant excellent fantastic amazing awesome super wonderful lovely nice "
    "proud clever keep can don believe doing working like hard impressed bravo hooray"
)
_MAY_SAY_NO, _MAY_PRAISE = (
    re.compile(rf"\b{one_of(words.split())}\b", re.IGNORECASE) for words in (_IN_NO, _IN_PRAISE)
)


def contradicts(text: str) -> bool:
    """Whether it says that something is wrong."""
    return _MAY_SAY_NO.search(text) is not None and _NO.search(text) is not None


def affirms(text: str) -> bool:
    """Whether it says that something is right."""
    return _YES.search(text) is not None


def praises(text: str) -> bool:
    """Whether it praises or encourages; apostrophes are straight."""
    return _MAY_PRAISE.search(text) is not None and _PRAISE.search(text) is not None
