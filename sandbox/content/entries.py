"""Reads the content files into entries: each checked by its model and against the others, every
fault reported at once with its file and line.

Knows the schema; knows no library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from sandbox.content.adaptivity import (
    AdaptivityDesignSpec,
    GoalsSpec,
    StudyItemSpec,
    design_faults,
)
from sandbox.content.build import build_family
from sandbox.content.collecting import CollectionSpec
from sandbox.content.files import Entry, read_list, yaml_files
from sandbox.content.presets import PresetSpec
from sandbox.content.routes import RouteSpec
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
from sandbox.errors import Fault, UnknownNameError
from sandbox.maths.families import Family

Spec = TypeVar("Spec", bound=BaseModel)

Entries = dict[str, dict[str, tuple[Entry, Any]]]
"""Kind → id → where the entry stands and what it says."""

KINDS: Mapping[str, tuple[type[BaseModel], str, str]] = {
    "misconceptions": (MisconceptionSpec, "misconceptions", ""),
    "families": (FamilySpec, "tasks/families", ""),
    "personas": (PersonaSpec, "personas", "children"),
    "rubrics": (RubricSpec, "tasks/rubrics", ""),
    "study_items": (StudyItemSpec, "tasks/adaptivity", "items"),
    "goals": (GoalsSpec, "tasks/adaptivity", "goals"),
    "designs": (AdaptivityDesignSpec, "tasks/adaptivity", "design"),
    "collections": (CollectionSpec, "tasks/designs-collect", ""),
    "routes": (RouteSpec, "tasks/keysteps", "routes"),
    "step_words": (PhraseSpec, "tasks/keysteps", "words"),
    "step_personas": (StudentCardSpec, "tasks/keysteps", "personas"),
    "profiles": (ProfileSpec, "personas", "timss"),
    "tutors": (TutorSpec, "personas", "tutors"),
    "presets": (PresetSpec, "personas", "learners"),
    "phrases": (PhraseSpec, "personas", "student-words"),
}
"""For each kind of entry its model, its folder, and how the names of its files begin."""
FOLDERS_READ = tuple(dict.fromkeys(folder for _, folder, _ in KINDS.values()))


def read_entries(roots: Sequence[Path]) -> tuple[Entries, list[Family], list[Fault]]:
    """The entries of each kind and the families made of them, with every fault.

    An entry of a later root replaces one of its id.
    """
    faults: list[Fault] = []
    read: Entries = {}

    def entries(kind: str) -> dict[str, tuple[Entry, Any]]:
        model, folder, stem = KINDS[kind]
        read[kind] = _entries(roots, folder, model, faults, stem)
        return read[kind]

    misconceptions, specs = entries("misconceptions"), entries("families")
    families = _families(specs, faults)
    children = entries("personas")
    _cross_check(misconceptions, specs, faults)
    _check_beliefs(children, misconceptions, faults)
    for entry, rubric in entries("rubrics").values():
        faults += [_fault(entry, keys, what) for keys, what in rubric.faults()]
    study_items, _, designs = entries("study_items"), entries("goals"), entries("designs")
    for entry, design in designs.values():
        faults += [_fault(entry, keys, what) for keys, what in design_faults(design, study_items)]
    for entry, route in entries("routes").values():
        faults += _route_faults(entry, route, specs)
    for entry, collection in entries("collections").values():
        faults += [_fault(entry, keys, what) for keys, what in collection.faults(specs)]
    for kind in ("profiles", "tutors", "presets", "phrases", "step_words", "step_personas"):
        entries(kind)
    return read, families, faults


def _entries(
    roots: Sequence[Path], folder: str, model: type[Spec], faults: list[Fault], stem: str = ""
) -> dict[str, tuple[Entry, Spec]]:
    """id → where it stands and what it says. Within one root an id stands once; a later root
    replaces it."""
    entries: dict[str, tuple[Entry, Spec]] = {}
    for root in roots:
        here: dict[str, str] = {}
        for path in yaml_files(root, folder):
            if not path.stem.startswith(stem):
                continue
            file = str(path) if root is not roots[0] else f"{folder}/{path.name}"
            for entry in read_list(path, file, faults):
                spec = _validated(model, entry, faults)
                if spec is None:
                    continue
                name = str(getattr(spec, "id"))  # noqa: B009 - every content model has an id
                if name in here:
                    faults.append(
                        _fault(entry, ("id",), f"{name!r} is defined at {here[name]} too")
                    )
                here[name] = entry.place()
                entries[name] = (entry, spec)
    return entries


def _validated(model: type[Spec], entry: Entry, faults: list[Fault]) -> Spec | None:
    try:
        return model.model_validate(entry.data)
    except ValidationError as error:
        faults += [_fault(entry, detail["loc"], _said(detail)) for detail in error.errors()]
        return None


def _fault(entry: Entry, keys: Sequence[str | int], what: str) -> Fault:
    """A fault of an entry: file and line, the entry's id, the key, what would be right."""
    name = entry.data.get("id", "no id") if isinstance(entry.data, dict) else "no entry"
    key = ".".join(map(str, keys)) or "entry"
    return Fault(f"{entry.place(*keys)} ({name})", f"{key}: {what}")


def _said(detail: Any) -> str:
    if detail["type"] == "string_type":
        return f"must be quoted text, not {detail['input']!r:.60}; YAML would change it"
    if detail["type"] == "extra_forbidden":
        return "is not a key of this entry"
    if detail["type"] == "missing":
        return "is missing"
    return str(detail["msg"]).removeprefix("Value error, ")


def _families(specs: Mapping[str, tuple[Entry, FamilySpec]], faults: list[Fault]) -> list[Family]:
    families = []
    for entry, spec in specs.values():
        family, wrong = build_family(spec, strand=Path(entry.file).stem)
        faults += [_fault(entry, each.keys, each.what) for each in wrong]
        if family is not None:
            families.append(family)
    return families


def _cross_check(
    misconceptions: Mapping[str, tuple[Entry, MisconceptionSpec]],
    specs: Mapping[str, tuple[Entry, FamilySpec]],
    faults: list[Fault],
) -> None:
    used: set[str] = set()
    for entry, spec in specs.values():
        used.update(spec.errors)
        for name in spec.errors:
            if name not in misconceptions:
                error = UnknownNameError("misconception", name, misconceptions)
                faults.append(_fault(entry, ("errors", name), str(error)))
    statements: dict[str, str] = {}
    for name, (entry, belief) in misconceptions.items():
        if name not in used:
            faults.append(_fault(entry, ("id",), "occurs in no family, so it answers nothing"))
        twin = statements.setdefault(belief.statement, name)
        if twin != name:
            faults.append(_fault(entry, ("statement",), f"is the statement of {twin} too"))


def _check_beliefs(
    children: Mapping[str, tuple[Entry, PersonaSpec]],
    misconceptions: Mapping[str, tuple[Entry, MisconceptionSpec]],
    faults: list[Fault],
) -> None:
    """Every belief of a persona is a misconception."""
    for entry, child in children.values():
        for place, name in enumerate(child.beliefs):
            if name not in misconceptions:
                error = UnknownNameError("misconception", name, misconceptions)
                faults.append(_fault(entry, ("beliefs", place), str(error)))


def _route_faults(
    entry: Entry, route: RouteSpec, families: Mapping[str, tuple[Entry, FamilySpec]]
) -> list[Fault]:
    if route.id not in families:
        return [_fault(entry, ("id",), str(UnknownNameError("family", route.id, families)))]
    errors = families[route.id][1].errors
    return [
        _fault(entry, ("steps", k), str(UnknownNameError("error of the family", slip.by, errors)))
        for k, step in enumerate(route.steps)
        for slip in step.slips
        if slip.by not in errors
    ]
