"""Where a text points at a choice by its place in the list: "the second one is right", "option 2".

Knows places, no answers and no labels.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sandbox.maths import wording
from sandbox.maths.prepared import Prepared
from sandbox.maths.values import Number

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def pointed_at(
    prepared: Prepared, places: Sequence[int], choices: int
) -> list[tuple[int, int, str]]:
    """The stretches of the original text that choose one of these places.

    Args:
        prepared: The text, with placeholders for what it mentions.
        places: The places that count, from 0.
        choices: How many choices there are.
    """
    if not places:
        return []
    pattern = _pattern(places, choices)
    found = []
    for sentence in wording.sentences(prepared.text):
        if sentence.is_question and not sentence.has_tag:
            continue
        match = pattern.search(sentence.text)
        if match is None or wording.is_denied(sentence.text, match.start()):
            continue
        if _counts(match, prepared, sentence.start, places):
            start, end = match.span()
            span = prepared.original(sentence.start + start, sentence.start + end)
            found.append((*span, "points at the right choice"))
    return found


def _pattern(places: Sequence[int], choices: int) -> re.Pattern[str]:
    names = [_ORDINALS[k] for k in places if k < len(_ORDINALS)]
    names += ["last"] if choices - 1 in places else []
    which = (
        rf"(?:the (?:{'|'.join(names)}) (?:one|option|choice|answer)"
        rf"|(?:option|choice|number) [{wording.MARKED}\d](?!\d))"
    )
    return re.compile(
        rf"{which} (?:is|must be|has to be|looks|would be)(?: the)? (?:right|correct|true|answer"
        rf"|one|best)"
        r"|(?:it[’']?s|it is|answer is|choose|pick|select|take|go (?:for|with)|tick|circle)"
        rf" {which}"
        rf"|^\W*(?:so |yes |then )?{which}(?:,? please)?\W*$"
    )


def _counts(match: re.Match[str], prepared: Prepared, offset: int, places: Sequence[int]) -> bool:
    """Whether the figure in "option 2", where there is one, is one of the places."""
    for at in range(*match.span()):
        if match.string[at] in wording.MARKS:
            value = prepared.value_at(offset + at)
            return isinstance(value, Number) and any(value.value == k + 1 for k in places)
        if match.string[at].isdigit():
            return int(match.string[at]) - 1 in places
    return True
