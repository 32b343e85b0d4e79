"""The content library: loads the YAML, resolves every reference, reports every fault at once.

Knows the schema and the maths core; knows no agent, no session and no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
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
from sandbox.content.cache import cache_key, keep, kept
from sandbox.content.collecting import CollectionSpec
from sandbox.content.files import (
    Entry,
    check_root,
    content_root,
    fingerprint,
    read_list,
    yaml_files,
)
from sandbox.content.lazily import Lazily
from sandbox.content.presets import PresetSpec
from sandbox.content.routes import Routes, RouteSpec
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


_Kind = tuple[type[BaseModel], str, str]
_Read = dict[str, dict[str, tuple[Entry, Any]]]
"""Kind → id → where the entry stands and what it says."""

KINDS: Mapping[str, _Kind] = {
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
    entries, families, faults = _read(roots)
    if faults:
        raise ContentError(faults)
    if key is not None and key == cache_key(roots, FOLDERS_READ):  # nobody edited meanwhile
        keep(key, _plain(entries, families))
    return _library(roots, entries, families)


def read_library(roots: Sequence[Path]) -> tuple[Library, list[Fault]]:
    """What could be loaded, and every fault on the way."""
    entries, families, faults = _read(roots)
    return _library(roots, entries, families), faults


def _read(roots: Sequence[Path]) -> tuple[_Read, list[Family], list[Fault]]:
    """The entries of each kind and the families made of them, with every fault."""
    faults: list[Fault] = []
    read: _Read = {}

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


def _library(roots: Sequence[Path], read: _Read, families: Sequence[Family]) -> Library:
    specs = {kind: _specs(entries) for kind, entries in read.items() if kind != "families"}
    return Library(families=Families(families), **_settled(specs, roots))


def _settled(specs: dict[str, Any], roots: Sequence[Path]) -> dict[str, Any]:
    """The parts of a library beside its families."""
    return {**specs, "routes": Routes(specs["routes"]), "roots": tuple(roots)}


def _plain(read: _Read, families: Sequence[Family]) -> dict[str, Any]:
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


def _specs(entries: Mapping[str, tuple[Entry, Spec]]) -> dict[str, Spec]:
    return {name: spec for name, (_, spec) in entries.items()}


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
