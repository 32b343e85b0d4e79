"""What a scripted key-step tutor makes of the student's card that is put into its prompt: is this
student in need of support, or of a challenge? Read from the card's words alone, as a model would
have to; what else is known of the student is not the tutor's to see.
"""

from __future__ import annotations

import re
from typing import Literal

Needs = Literal["support", "challenge", ""]

_SUPPORT = re.compile(
    r"\b(?:unsure|insecure|anxious|afraid|worr\w+|nervous|shy|put off|gives? up|discouraged"
    r"|struggl\w+|not (?:very )?(?:sure|confident|quick)|(?:low|little) confidence|dislikes?"
    r"|slow(?:ly)?|(?:small|short|little) steps?|step by step|plain words|encourag\w+|reassur\w+"
    r"|everyday life|patien\w+)\b",
    re.I,
)
_CHALLENGE = re.compile(
    r"\b(?:sure|confident|quick|fast|strong|gifted|bored|curious|wants? more|challeng\w+|why"
    r"|reasons?|proofs?|exact terms|brief hints?|in general|on (?:his|her|their) own"
    r"|to think about)\b",
    re.I,
)


def needs_of(card: str) -> Needs:
    """What a student needs, by the words of its card; empty where it says neither or both alike."""
    support = len(_SUPPORT.findall(card))
    challenge = len(_CHALLENGE.findall(_SUPPORT.sub(" ", card)))
    if support == challenge:
        return ""
    return "support" if support > challenge else "challenge"
