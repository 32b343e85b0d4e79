"""The content library: everything the content says, by name, loaded once and kept.

Knows the schema and the maths core; knows no agent, no session and no score. `content.entries`
reads the files.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from sandbox.content.adaptivity import AdaptivityDesignSpec, GoalsSpec, StudyItemSpec
from sandbox.content.build import build_family
from sandbox.content.cache import cache_key, keep, kept
from sandbox.content.collecting import CollectionSpec
from sandbox.content.entries import FOLDERS_READ, KINDS, Entries, read_entries
from sandbox.content.files import Entry, check_root, content_root, fingerprint
from sandbox.content.lazily import Lazily
from sandbox.content.presets import PresetSpec
from sandbox.content.routes import Routes
from sandbox.content.rubrics import RubricSpec
from sandbox.content.schema import (
    FamilySpec,
    MisconceptionSpec,
    PersonaSpec,
    PhraseSpec,
    ProfileSpec,
    StudentCardSpec,
    TutorSpec,
)
from sandbox.errors import ContentError, Fault, UnknownNameError
from sandbox.maths.families import Families, Family, Sketch, sketch_of
from sandbox.maths.patterns import Marks
from sandbox.maths.retrieval import Retrieval, retrieval

Spec = TypeVar("Spec", bound=BaseModel)


@dataclass(frozen=True, eq=False)
class Library:
    """Everything the content says, valid and resolved."""

    misconceptions: Mapping[str, MisconceptionSpec]
    families: Families
    profiles: Mapping[str, ProfileSpec]
    personas: Mapping[str, PersonaSpec]
    tutors: Mapping[str, TutorSpec]
    presets: Mapping[str, PresetSpec]
    phrases: Mapping[str, PhraseSpec]
    rubrics: Mapping[str, RubricSpec]
    study_items: Mapping[str, StudyItemSpec]
    goals: Mapping[str, GoalsSpec]
    designs: Mapping[str, AdaptivityDesignSpec]
    collections: Mapping[str, CollectionSpec]
    roots: tuple[Path, ...]
    routes: Routes
    step_words: Mapping[str, PhraseSpec]
    step_personas: Mapping[str, StudentCardSpec]

    def misconception(self, name: str) -> MisconceptionSpec:
        """The misconception of that id, or an error with the nearest known ones."""
        return _find("misconception", name, self.misconceptions)

    def rules(self, beliefs: Iterable[str]) -> tuple[str, ...]:
        """How students put the rules of these misconceptions, those that are known."""
        known = self.misconceptions
        return tuple(rule for name in beliefs if name in known for rule in known[name].says)

    def profile(self, name: str) -> ProfileSpec:
        """The learner profile of that id, or an error with the nearest known ones."""
        return _find("profile", name, self.profiles)

    def persona(self, name: str) -> PersonaSpec:
        """The persona of that id, or an error with the nearest known ones."""
        return _find("persona", name, self.personas)

    def tutor(self, name: str) -> TutorSpec:
        """The tutor policy of that id, or an error with the nearest known ones."""
        return _find("tutor", name, self.tutors)

    def preset(self, name: str) -> PresetSpec:
        """The learner preset of that id, or an error with the nearest known ones."""
        return _find("preset", name, self.presets)

    def phrase(self, name: str) -> PhraseSpec:
        """The wordings of one thing that a student says, or an error with the nearest names."""
        return _find("phrase", name, self.phrases)

    def rubric(self, name: str) -> RubricSpec:
        """The rubric of that id, or an error with the nearest known ones."""
        return _find("rubric", name, self.rubrics)

    def phrase_of_steps(self, name: str) -> PhraseSpec:
        """The wordings of one thing that is said in the key-step study, or an error."""
        return _find("phrase", name, self.step_words)

    def step_persona(self, name: str) -> StudentCardSpec:
        """The student's card of that id in the key-step study, or an error with the known ones."""
        return _find("persona", name, self.step_personas)

    @cached_property
    def by_statement(self) -> Mapping[str, str]:
        """Statement → id, in the order of the statements: a misconception as it is spoken of where
        ids must not show."""
        pairs = sorted((spec.statement, name) for name, spec in self.misconceptions.items())
        return dict(pairs)

    @cached_property
    def statements(self) -> tuple[str, ...]:
        """All statements, in order."""
        return tuple(self.by_statement)

    @cached_property
    def spoken(self) -> Retrieval:
        """All statements, ready to be compared with words."""
        return retrieval(self.statements)

    @cached_property
    def content_hash(self) -> str:
        """A digest of all the content files."""
        return fingerprint(self.roots)


def _find(kind: str, name: str, known: Mapping[str, Spec]) -> Spec:
    try:
        return known[name]
    except KeyError:
        raise UnknownNameError(kind, name, known) from None


def load(*overlays: Path) -> Library:
    """The bundled content with the user's folders laid over it: an entry replaces one of its id.

    Raises:
        ContentError: with every fault of every file.
        UsageError: a folder holds no content.
    """
    for overlay in overlays:
        check_root(overlay)
    return _load((content_root(), *overlays))


def load_anew(*overlays: Path) -> Library:
    """As `load`, of the files as they now are: a process remembers what it loaded."""
    return _load.__wrapped__((content_root(), *overlays))


@lru_cache(maxsize=4)
def _load(roots: tuple[Path, ...]) -> Library:
    key = cache_key(roots, FOLDERS_READ)
    if key is not None and (plain := kept(key)) is not None:
        return _remade(plain, roots)
    entries, families, faults = read_entries(roots)
    if faults:
        raise ContentError(faults)
    if key is not None and key == cache_key(roots, FOLDERS_READ):  # nobody edited meanwhile
        keep(key, _plain(entries, families))
    return _library(roots, entries, families)


def read_library(roots: Sequence[Path]) -> tuple[Library, list[Fault]]:
    """What could be loaded, and every fault on the way."""
    entries, families, faults = read_entries(roots)
    return _library(roots, entries, families), faults


def _library(roots: Sequence[Path], read: Entries, families: Sequence[Family]) -> Library:
    specs = {kind: _specs(entries) for kind, entries in read.items() if kind != "families"}
    return Library(families=Families(families), **_settled(specs, roots))


def _specs(entries: Mapping[str, tuple[Entry, Spec]]) -> dict[str, Spec]:
    return {name: spec for name, (_, spec) in entries.items()}


def _settled(specs: dict[str, Any], roots: Sequence[Path]) -> dict[str, Any]:
    """The parts of a library beside its families."""
    return {**specs, "routes": Routes(specs["routes"]), "roots": tuple(roots)}


def _plain(read: Entries, families: Sequence[Family]) -> dict[str, Any]:
    """All that `_remade` needs, as JSON has it."""
    plain: dict[str, Any] = {
        kind: {name: entry.data for name, (entry, _) in entries.items()}
        for kind, entries in read.items()
    }
    plain["sketches"] = {
        family.id: [
            family.strand,
            [
                [sorted(marks.signs), list(marks.outlines), [sorted(c) for c in marks.choices]]
                for marks in sketch_of(family).marks
            ],
        ]
        for family in families
    }
    return plain


def _remade(plain: Any, roots: Sequence[Path]) -> Library:
    """The library that faultless data came from; its specs and families are made when needed."""
    data, sketches = plain["families"], plain["sketches"]
    known = {
        name: Sketch(
            errors=tuple(data[name]["errors"]),
            marks=tuple(
                Marks(frozenset(signs), tuple(outlines), tuple(map(frozenset, choices)))
                for signs, outlines, choices in marks
            ),
        )
        for name, (_, marks) in sketches.items()
    }
    families = Lazily({name: (data[name], sketches[name][0]) for name in sketches}, _family)
    specs: dict[str, Any] = {
        kind: Lazily(plain[kind], model.model_validate)
        for kind, (model, _, _) in KINDS.items()
        if kind != "families"
    }
    return Library(families=Families.sketched(families, known), **_settled(specs, roots))


def _family(plain: tuple[Any, str]) -> Family:
    data, strand = plain
    family, wrong = build_family(FamilySpec.model_validate(data), strand)
    if family is None:
        raise ContentError([Fault(str(data["id"]), each.what) for each in wrong])
    return family
