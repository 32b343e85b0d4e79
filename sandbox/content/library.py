"""The content library: loads the YAML, resolves every reference, reports every fault at once.

Knows the schema and the maths core; knows no agent, no session and no score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sandbox.content.build import build_family
from sandbox.content.files import check_root, content_root, fingerprint, read_list, yaml_files
from sandbox.content.schema import (
    FamilySpec,
    MisconceptionSpec,
    PhraseSpec,
    PresetSpec,
    ProfileSpec,
    TutorSpec,
)
from sandbox.errors import ContentError, Fault, UnknownNameError
from sandbox.maths.families import Families, Family

Spec = TypeVar("Spec", bound=BaseModel)


@dataclass(frozen=True, eq=False)
class Library:
    """Everything the content says, valid and resolved."""

    misconceptions: Mapping[str, MisconceptionSpec]
    families: Families
    profiles: Mapping[str, ProfileSpec]
    tutors: Mapping[str, TutorSpec]
    presets: Mapping[str, PresetSpec]
    phrases: Mapping[str, PhraseSpec]
    roots: tuple[Path, ...]

    def misconception(self, name: str) -> MisconceptionSpec:
        """The misconception of that id, or an error with the nearest known ones."""
        return _find("misconception", name, self.misconceptions)

    def profile(self, name: str) -> ProfileSpec:
        """The learner profile of that id, or an error with the nearest known ones."""
        return _find("profile", name, self.profiles)

    def tutor(self, name: str) -> TutorSpec:
        """The tutor policy of that id, or an error with the nearest known ones."""
        return _find("tutor", name, self.tutors)

    def preset(self, name: str) -> PresetSpec:
        """The learner preset of that id, or an error with the nearest known ones."""
        return _find("preset", name, self.presets)

    def phrase(self, name: str) -> PhraseSpec:
        """The wordings of one thing that a student says, or an error with the nearest names."""
        return _find("phrase", name, self.phrases)

    @cached_property
    def content_hash(self) -> str:
        """A digest of all the content files."""
        return fingerprint(self.roots)


def _find(kind: str, name: str, known: Mapping[str, Spec]) -> Spec:
    try:
        return known[name]
    except KeyError:
        raise UnknownNameError(kind, name, known) from None


@lru_cache(maxsize=4)
def load(*overlays: Path) -> Library:
    """The bundled content with the user's folders laid over it: an entry replaces one of its id.

    Raises:
        ContentError: with every fault of every file.
        UsageError: a folder holds no content.
    """
    for overlay in overlays:
        check_root(overlay)
    library, faults = read_library((content_root(), *overlays))
    if faults:
        raise ContentError(faults)
    return library


def read_library(roots: Sequence[Path]) -> tuple[Library, list[Fault]]:
    """What could be loaded, and every fault on the way."""
    faults: list[Fault] = []
    misconceptions = _entries(roots, "misconceptions", MisconceptionSpec, faults)
    specs = _entries(roots, "tasks/families", FamilySpec, faults)
    profiles = _entries(roots, "personas", ProfileSpec, faults, pattern="timss")
    tutors = _entries(roots, "personas", TutorSpec, faults, pattern="tutors")
    presets = _entries(roots, "personas", PresetSpec, faults, pattern="learners")
    phrases = _entries(roots, "personas", PhraseSpec, faults, pattern="student-words")
    families = _families(specs, faults)
    _cross_check(misconceptions, specs, faults)
    library = Library(
        {name: spec for name, (_, spec) in misconceptions.items()},
        Families(families),
        {name: spec for name, (_, spec) in profiles.items()},
        {name: spec for name, (_, spec) in tutors.items()},
        {name: spec for name, (_, spec) in presets.items()},
        {name: spec for name, (_, spec) in phrases.items()},
        tuple(roots),
    )
    return library, faults


def _entries(
    roots: Sequence[Path], folder: str, model: type[Spec], faults: list[Fault], pattern: str = ""
) -> dict[str, tuple[str, Spec]]:
    """id → (place, entry). Within one root an id stands once; a later root replaces it."""
    entries: dict[str, tuple[str, Spec]] = {}
    for root in roots:
        here: dict[str, str] = {}
        for path in yaml_files(root, folder):
            if pattern and not path.stem.startswith(pattern):
                continue
            for place, raw in read_list(path, faults):
                place = f"{folder}/{place}"
                spec = _validated(model, raw, place, faults)
                if spec is None:
                    continue
                name = str(getattr(spec, "id"))  # noqa: B009 - every content model has an id
                if name in here:
                    faults.append(Fault(place, f"{name!r} is already defined at {here[name]}"))
                here[name] = place
                entries[name] = (place, spec)
    return entries


def _validated(model: type[Spec], raw: Any, place: str, faults: list[Fault]) -> Spec | None:
    name = raw.get("id", "entry without id") if isinstance(raw, dict) else "entry"
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        for detail in error.errors():
            key = ".".join(str(part) for part in detail["loc"]) or "entry"
            faults.append(Fault(f"{place} ({name})", f"{key}: {_said(detail)}"))
        return None


def _said(detail: Any) -> str:
    message = str(detail["msg"])
    if detail["type"] == "string_type":
        message = f"must be quoted text, not {detail['input']!r}; YAML would change it"
    elif detail["type"] == "extra_forbidden":
        message = "is not a key of this entry"
    elif detail["type"] == "missing":
        message = "is missing"
    return message


def _families(specs: Mapping[str, tuple[str, FamilySpec]], faults: list[Fault]) -> list[Family]:
    families = []
    for place, spec in specs.values():
        strand = place.rsplit("/", 1)[-1].split(".yaml", 1)[0]
        family, found = build_family(spec, strand)
        faults += [Fault(f"{place} ({spec.id})", what) for what in found]
        if family is not None:
            families.append(family)
    return families


def _cross_check(
    misconceptions: Mapping[str, tuple[str, MisconceptionSpec]],
    specs: Mapping[str, tuple[str, FamilySpec]],
    faults: list[Fault],
) -> None:
    used: set[str] = set()
    for place, spec in specs.values():
        for name in spec.errors:
            used.add(name)
            if name not in misconceptions:
                error = UnknownNameError("misconception", name, misconceptions)
                faults.append(Fault(f"{place} ({spec.id})", f"errors: {error}"))
    statements: dict[str, str] = {}
    for name, (place, entry) in misconceptions.items():
        if name not in used:
            faults.append(Fault(f"{place} ({name})", "occurs in no family, so it answers nothing"))
        twin = statements.setdefault(entry.statement, name)
        if twin != name:
            faults.append(Fault(f"{place} ({name})", f"has the same statement as {twin}"))
