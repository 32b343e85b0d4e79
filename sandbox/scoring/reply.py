"""How long replies are, and whether they were cut off at the token limit, which costs quality
without being said. Counts words of any language, and knows no rubric."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sandbox.records import Score, Trial, Turn

SCORER = "reply-1"
CUT_OFF = "cut-off"
_WORD = re.compile(r"\w")


def reply_scores(trial: Trial) -> list[Score]:
    """`reply.words`, the mean length of a tutor turn, and `reply.cut`, the share of tutor turns
    that the token limit cut off (0 for tutors that have none)."""
    transcript = trial.transcript
    turns = [turn for turn in transcript.turns if turn.seat == "tutor"] if transcript else []
    session = trial.cell.key
    if not turns:
        why = "the tutor said nothing"
        return [
            Score(session=session, metric=name, value=None, reason=why, scorer=SCORER)
            for name in ("reply.words", "reply.cut")
        ]
    said = [piece for turn in turns for piece in turn.text.split() if _WORD.search(piece)]
    words = len(said) / len(turns)
    cut = sum(map(_was_cut, turns)) / len(turns)
    return [
        Score(session=session, metric="reply.words", value=words, scorer=SCORER),
        Score(session=session, metric="reply.cut", value=cut, scorer=SCORER),
    ]


def _was_cut(turn: Turn) -> bool:
    caught = turn.hidden.get("caught")
    flagged = isinstance(caught, Mapping) and bool(caught.get(CUT_OFF))
    return turn.hidden.get("cut") is True or flagged
