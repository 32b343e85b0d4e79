"""The studies by name, and how a run folder's manifest becomes the study again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import JsonValue

from sandbox.agents.tutors import make_tutor
from sandbox.content.itemfiles import ItemSet, read_items
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.base import Experiment
from sandbox.experiments.dialogue import Dialogue, DialogueDesign, People
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy, generated
from sandbox.experiments.novices import make_novice
from sandbox.records import Manifest

STUDIES: dict[str, str] = {
    "dialogue": "students meet tutors: scope control, identification, adaptivity, learning",
    "novice": "novice learner: does the student pick the choice its misconception gives? (s1)",
    "expert-tutor": "expert tutor: is the misconception named among n candidates? (s2)",
}

ITEMS = "items.jsonl"
"""The copy of an imported item file that a run folder keeps."""


def experiment_from(
    manifest: Manifest, library: Library, folder: Path, people: People | None = None
) -> Experiment:
    """The study of a run.

    Args:
        manifest: What the run is.
        library: The content.
        folder: The run folder, which keeps a copy of an imported item file (or that file itself).
        people: How persons in the run are asked, where there are any.

    Raises:
        UnknownNameError: no such study, or an agent of it, is known here.
        UsageError: the design makes no sense.
    """
    builders: dict[str, Callable[[Mapping[str, JsonValue]], Experiment]] = {
        "dialogue": lambda design: Dialogue(library, DialogueDesign.from_json(design), people),
        "novice": lambda design: novice_study(design, library, folder),
        "expert-tutor": lambda design: expert_tutor_study(design, library, folder),
    }
    if manifest.study not in builders:
        raise UnknownNameError("study", manifest.study, builders)
    return builders[manifest.study](manifest.design)


def novice_study(design: Mapping[str, JsonValue], library: Library, folder: Path) -> NoviceStudy:
    """The novice study of a design; its item file, if it has one, lies in the folder."""
    return NoviceStudy(
        items=_items(design, library, folder),
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        novices=tuple(make_novice(name, library) for name in _names(design, "novices")),
    )


def expert_tutor_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path
) -> ExpertTutorStudy:
    """The expert-tutor study of a design."""
    return ExpertTutorStudy(
        items=_items(design, library, folder),
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        tutors=tuple(make_tutor(name, library) for name in _names(design, "tutors")),
        pools=_numbers(design, "pools"),
    )


def _source(design: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {name: design[name] for name in ("items", "items_hash", "questions") if name in design}


def _items(design: Mapping[str, JsonValue], library: Library, folder: Path) -> ItemSet:
    if "questions" in design:
        return generated(library, _number(design, "questions"), _number(design, "seed"))
    return read_items(folder if folder.is_file() else folder / ITEMS)


def _number(design: Mapping[str, JsonValue], name: str) -> int:
    found = design.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise UsageError(f"the design's {name} must be a whole number, not {found!r}")
    return found


def _names(design: Mapping[str, JsonValue], name: str) -> tuple[str, ...]:
    found = design.get(name)
    if not isinstance(found, list) or not found or not all(isinstance(n, str) for n in found):
        raise UsageError(f"the design's {name} must be a list of names, not {found!r}")
    return tuple(map(str, found))


def _numbers(design: Mapping[str, JsonValue], name: str) -> tuple[int, ...]:
    found = design.get(name)
    if not isinstance(found, list) or not found:
        raise UsageError(f"the design's {name} must be a list of whole numbers, not {found!r}")
    return tuple(_number({name: number}, name) for number in found)
