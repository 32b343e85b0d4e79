"""What lists in the page offer: students, tutors, topics, misconceptions, under plain names."""

from __future__ import annotations

from collections.abc import Iterable

from sandbox.content.library import Library
from sandbox.live.cast import Cast
from sandbox.live.setup import ANYONE

Choices = list[tuple[str, str]]
"""(what is shown, what it stands for)."""

DRAWN = "Drawn by lot"
SET = "set:"
"""Before the name of an item set among the topics."""


def student_choices(cast: Cast) -> Choices:
    """Students: one drawn by lot, then every scripted one."""
    return [(DRAWN, ANYONE), *((_student(name, cast.library), name) for name in cast.students())]


def tutor_choices(cast: Cast) -> Choices:
    """Tutors: the scripted ones, then offered models under each policy."""
    return [(name.removeprefix("scripted:"), name) for name in cast.tutors()]


def voice_choices(cast: Cast) -> Choices:
    """How a student may be voiced."""
    return [("Its own scripted words", ""), *((name, name) for name in cast.voices())]


def topic_choices(library: Library, sets: Iterable[str] = ()) -> Choices:
    """Item sets of one's own, then kinds of problems by strand."""
    families = sorted(library.families, key=lambda family: (family.strand, family.title))
    return [
        ("Any topic", ""),
        *((f"My item set: {name}", f"{SET}{name}") for name in sets),
        *((f"{_plain(f.strand)}: {f.title}", f.id) for f in families),
    ]


def misconception_choices(library: Library) -> Choices:
    """All misconceptions, by topic; the statement can be searched too."""
    return [
        (f"{_plain(name.partition('/')[0])}: {spec.name}. {spec.statement}", name)
        for name, spec in sorted(library.misconceptions.items())
    ]


def _student(name: str, library: Library) -> str:
    kind, _, rest = name.partition(":")
    if kind == "novice":
        spec = library.misconception(rest)
        return f"Novice: {_plain(rest.partition('/')[0])}: {spec.name}"
    if kind == "timss":
        profile = library.profile(rest)
        return f"Learner profile: grade {profile.grade}, {profile.tier} ({rest})"
    return f"{kind.capitalize()}: {rest}"


def _plain(name: str) -> str:
    return name.replace("-", " ").capitalize()
