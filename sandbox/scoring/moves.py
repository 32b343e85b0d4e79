"""Two moves of a tutor told from its words: does it notice the student's mistake, does it give
guidance? Rules over fields of words, each with its reason. They see tone and topic, not whether the
mistake that is spoken of is the one that was made: a floor to measure judges against.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from sandbox.scoring.signals import ORDER, WEIGHT, field, plain
from sandbox.types import Seat

YES, PARTLY, NO = "yes", "to some extent", "no"

DOUBT = field(
    "doubt",
    "mistake*|error*|misunderst*|misread*|mix* up|mixed up|confus*|slip|incorrect*|wrong|off|missed"
    "|not quite|not right|not correct|isn't right|isn't correct|isn't quite|not exactly|not yet"
    "|close|almost|nearly|good try|nice try|great try|good guess|on the right track|good start"
    "|great start|small issue|small problem|overlook*|forgot*|forget*|discrepan*|inaccura*|however",
)
CONTRAST = field(
    "contrast",
    "but|actually|in fact|instead|should be|should have|would be|although|though|rather|remember"
    "|recall|careful|carefully",
)
RETHINK = field(
    "rethink",
    "try again|try that again|once more|look again|another look|closer look|look back|go back"
    "|recheck|re check|double check|check*|re examine|reexamine|revisit*|reconsider*|recount*"
    "|recalculat*|rethink|think again|think about|review*|does that make sense|are you sure"
    "|how did you get|how you got|how did you|walk me through|why did you|why do you|no",
)
PRAISE = field(
    "praise",
    "great job|good job|well done|nice work|good work|excellent|perfect|exactly|that's correct"
    "|that is correct|that's right|that is right|you're right|you are right|correctly|indeed"
    "|awesome|yes",
)
ASKS = field(
    "asks",
    "can you|could you|what|how|which|why|when|where|do you|does|did you|would you|try|let's|let us"
    "|find|count|think",
)
EXPLAINS = field(
    "explains",
    "because|since|so|therefore|means|that is why|remember|recall|should|need to|needs to|have to"
    "|has to|must|instead|rather than|is called|are called|not all|only|actually|first|next|then"
    "|hint|notice|consider|for example|if you|if we|when you|when we",
)
_NUMBER = re.compile(r"\d+(?:[.,/]\d+)?")
_WORD = re.compile(r"[a-z]{4,}")
ENOUGH = 2
"""So many words or numbers of the talk make a reply one about it."""


def mistake_noticed(talk: Sequence[tuple[Seat, str]], reply: str) -> tuple[str, str]:
    """Whether a reply shows that the tutor has noticed a mistake, and what that rests on.

    Yes for words of doubt, or for contrast or a call to think again; no for praise without any of
    them, for replies about something else, and for those that just go on.
    """
    doubt, contrast = DOUBT.found([reply]), CONTRAST.found([reply])
    rethink, praise = RETHINK.found([reply]), PRAISE.found([reply])
    if doubt:
        return YES, f"doubt: {doubt[0]}"
    if not is_about(talk, reply):
        return NO, "about something else"
    if contrast or (rethink and not praise):
        return YES, f"contrast or rethinking: {(contrast or rethink)[0]}"
    if rethink:
        return PARTLY, f"praise, yet {rethink[0]}"
    if praise:
        return NO, f"praise alone: {praise[0]}"
    asked = "?" in reply
    return (YES, "a question back instead of a yes") if asked else (NO, "goes on")


def guidance_given(talk: Sequence[tuple[Seat, str]], reply: str) -> tuple[str, str]:
    """Whether a reply guides, and what that rests on.

    Yes where it takes up the problem and points at something in it (its numbers, cues) with a
    question, a call to do something or a reason; partly where it does so while it takes the work as
    it is, or only points or only asks; no where it is about something else or does none of it.
    """
    noticed, _ = mistake_noticed(talk, reply)
    doubted = bool(DOUBT.found([reply]))
    if not is_about(talk, reply) and not doubted:
        return NO, "about something else"
    points = (
        bool(_NUMBER.search(reply)) or bool(WEIGHT.found([reply])) or bool(ORDER.found([reply]))
    )
    asks = "?" in reply or bool(ASKS.found([reply]))
    explains = bool(EXPLAINS.found([reply]))
    if points and (asks or explains):
        how = "asks for something" if asks else "says why or how"
        return (YES if noticed != NO else PARTLY), f"points at something and {how}"
    if points or explains or "?" in reply:
        return (PARTLY if noticed != NO else NO), "only points, only tells, or only asks"
    return NO, "neither points nor asks"


def is_about(talk: Sequence[tuple[Seat, str]], reply: str) -> bool:
    """Whether a reply shares words or numbers with the talk; a short one always does."""
    words, numbers = _content(reply)
    if len(words) + len(numbers) <= ENOUGH:
        return True
    known_words, known_numbers = _content("\n".join(text for _, text in talk))
    return len(words & known_words) + len(numbers & known_numbers) >= ENOUGH


@lru_cache(maxsize=4096)
def _content(text: str) -> tuple[frozenset[str], frozenset[str]]:
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    words = frozenset(_WORD.findall(plain(text))) - ENGLISH_STOP_WORDS
    return words, frozenset(_NUMBER.findall(text))
