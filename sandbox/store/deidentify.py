"""Takes out of sessions what says who somebody is: names, addresses, telephone numbers, links.

Names are found where people introduce or title somebody ("my name is …", "Ms …"), and where they
are on a list that the organiser gives; a name found once is replaced in the whole session. A name
that is merely mentioned is not found without the list. A telephone number is told from a sum by
its shape: ten digits that stand alone are a number. Pictures are not looked into.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sandbox.store.export import SessionRecord

NAME, EMAIL, PHONE, LINK = "[name]", "[e-mail]", "[phone]", "[link]"

_EMAIL = re.compile(
    r"[\w.+%-]+\s?@\s?[\w-]+(?:\.[\w-]+)+|[\w.+%-]+ (?:at|\(at\)|\[at\]) [\w-]+ dot \w+", re.I
)
_LINK = re.compile(r"\b(?:https?://|www\.)\S+", re.I)
_PHONE = re.compile(
    r"(?<![\w.,/*×÷=+−-])(?:"
    r"\+\d{1,3}(?:[ .()-]{0,2}\d){6,13}"  # +44 20 7946 0958
    r"|\(0?\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,4}"  # (020) 7946 0958
    r"|[2-9]\d{2}[ .-]\d{3}[ .-]\d{4}"  # 555-123-4567
    r"|0\d{3,4}[ -]?\d{3}[ -]?\d{3,4}"  # 07911 123456
    r"|0\d{2}[ -]\d{4}[ -]?\d{4}"  # 020 7946 0958
    r")(?![\w/*×÷=+]|[.,]\d)"
)
_CUED = re.compile(
    r"\b(?:call|phone|tel|telephone|mobile|cell|whatsapp|text me|ring)\b[^\d\n]{0,20}"
    r"(\+?\d(?:[ ()-]{0,2}\d){6,14})(?!\d)",
    re.I,
)
_GIVEN = r"[^\W\d_a-z][\w'’-]+(?: [^\W\d_a-z][\w'’-]+){0,2}"
_INTRODUCED = re.compile(
    r"(?:\b(?:[Mm]y name(?: is|['’]s)|[Ii](?:['’]?m| am) called|[Cc]all me|[Tt]his is|[Ss]igned,?)"
    rf"|^[Ii](?:['’]m| am)|[,.!] [Ii](?:['’]m| am)) ({_GIVEN})",
    re.M,
)
_SAID_LOW = re.compile(
    r"\b(?:my name is|my name['’]s|i['’]?m called|i am called) ([a-z][\w'’-]+)", re.I
)
_TITLED = re.compile(rf"\b(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor)\.? ({_GIVEN})")

_NO_NAMES = frozenset(
    """a an and any back because done fine first for good great here how i if in it just later maybe
    my no not nope of ok okay only right so sorry still sure thanks that the then there this to
    trying very we well what when where why wrong yes you""".split()  # noqa: SIM905
)
"""Words that may follow "I am" and "this is" with a capital, and are no names."""


@dataclass(frozen=True)
class Hit:
    """A stretch of a text that is to be replaced, and by what."""

    start: int
    end: int
    by: str


def deidentified(text: str, names: Iterable[str] = ()) -> str:
    """A text without names, e-mail addresses, telephone numbers and links.

    Args:
        text: What somebody wrote.
        names: Names that are known beforehand; "Will" is found as Will and WILL, not as will.
    """
    return _replaced(text, hits(text, {*names, *introduced(text)}))


def introduced(text: str) -> set[str]:
    """The names that a text gives away by how it speaks of them."""
    found: set[str] = set()
    for pattern in (_INTRODUCED, _SAID_LOW, _TITLED):
        for match in pattern.finditer(text):
            for word in match[1].split():
                bare = re.sub(r"['’]s?$", "", word)
                if bare.lower() in _NO_NAMES or len(bare) < 2:
                    break
                found.add(bare)
    return found


def hits(text: str, names: Iterable[str]) -> list[Hit]:
    """What is to be replaced in a text, from left to right, none over another."""
    found = [Hit(*match.span(), EMAIL) for match in _EMAIL.finditer(text)]
    found += [Hit(*match.span(), LINK) for match in _LINK.finditer(text)]
    found += [Hit(*match.span(), PHONE) for match in _PHONE.finditer(text)]
    found += [Hit(*match.span(1), PHONE) for match in _CUED.finditer(text)]
    known = [name.strip() for name in names if name.strip()]
    if known:
        spelt = {form for name in known for form in (name, name.title(), name.upper())}
        longest = "|".join(re.escape(form) for form in sorted(spelt, key=len, reverse=True))
        pattern = re.compile(rf"(?<![^\W_])(?:{longest})(?![^\W_])")
        found += [Hit(*match.span(), NAME) for match in pattern.finditer(text)]
    kept: list[Hit] = []
    for hit in sorted(found, key=lambda each: (each.start, -each.end)):
        if not kept or hit.start >= kept[-1].end:
            kept.append(hit)
    return kept


def deidentify(record: SessionRecord, names: Iterable[str] = ()) -> SessionRecord:
    """A session without what says who somebody is; ids, values and times stay as they are.

    The stretches that scores rest on are moved with the text.
    """
    transcript = record.transcript
    texts = [turn.text for turn in transcript.turns] if transcript else []
    known = {*names, *(name for text in texts for name in introduced(text))}
    found = {
        turn.index: hits(turn.text, known) for turn in (transcript.turns if transcript else ())
    }
    held = record.model_dump(mode="json")
    moved = [_moved_spans(score, texts, found) for score in held["scores"]]
    clean = _walked({**held, "scores": moved}, lambda text: _replaced(text, hits(text, known)))
    return SessionRecord.model_validate(clean)


def _moved_spans(
    score: dict[str, Any], texts: list[str], found: dict[int, list[Hit]]
) -> dict[str, Any]:
    spans = []
    for span in score["evidence"]:
        turn_hits = found.get(span["turn"], [])
        if not turn_hits:
            spans.append(span)
            continue
        start, end = (_moved(span[edge], turn_hits, edge == "end") for edge in ("start", "end"))
        new = _replaced(texts[span["turn"]], turn_hits)
        spans.append({**span, "start": start, "end": end, "text": new[start:end]})
    return {**score, "evidence": spans}


def _moved(at: int, turn_hits: list[Hit], is_end: bool) -> int:
    """Where a place of the old text is in the new one; inside a replaced stretch, its edge."""
    shift = 0
    for hit in turn_hits:
        if hit.end <= at:
            shift += len(hit.by) - (hit.end - hit.start)
        elif hit.start < at:
            return hit.start + shift + (len(hit.by) if is_end else 0)
    return at + shift


def _replaced(text: str, found: list[Hit]) -> str:
    pieces, at = [], 0
    for hit in found:
        pieces += [text[at : hit.start], hit.by]
        at = hit.end
    return "".join((*pieces, text[at:]))


_AS_IT_IS = frozenset({"session", "id", "at", "images", "parent", "opened", "family", "v", "study"})


def _walked(value: Any, clean: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {k: v if k in _AS_IT_IS else _walked(v, clean) for k, v in value.items()}
    if isinstance(value, list):
        return [_walked(each, clean) for each in value]
    return value


def deidentified_records(
    records: Iterable[SessionRecord], names: Iterable[str] = ()
) -> Iterator[SessionRecord]:
    """Sessions without what says who somebody is."""
    known = tuple(names)
    return (deidentify(record, known) for record in records)
