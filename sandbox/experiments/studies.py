"""The studies by name, and how a run folder's manifest becomes the study again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import JsonValue, ValidationError

from sandbox.agents.base import Tutor
from sandbox.agents.tutors import make_tutor
from sandbox.content.adaptivity import AdaptivityDesignSpec
from sandbox.content.itemfiles import ItemSet, read_items
from sandbox.content.keysteps import KEPT, read_keysteps
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError, UsageError
from sandbox.experiments.adaptivity import AdaptivityStudy
from sandbox.experiments.answering import AnsweringStudy
from sandbox.experiments.asking import Models, Sampling
from sandbox.experiments.base import Experiment
from sandbox.experiments.candidates import ALL, TOPIC, Pool
from sandbox.experiments.dialogue import Dialogue, DialogueDesign, People
from sandbox.experiments.keystep import SCRIPTED_STUDENT, KeyStepStudy
from sandbox.experiments.live import LiveSessions
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy, generated
from sandbox.experiments.novices import make_novice
from sandbox.experiments.ranking import RankingStudy
from sandbox.models.base import ChatModel
from sandbox.records import Manifest

STUDIES: dict[str, str] = {
    "dialogue": "students meet tutors: scope control, identification, adaptivity, learning",
    "novice": "novice learner: does the student pick the choice its misconception gives? (s1)",
    "expert-tutor": "expert tutor: is the misconception named among n candidates? (s2)",
    "answering": "baseline of the two: are the questions answered rightly?",
    "adaptivity": "learner profiles: does a reply fit this learner? grades, tiers, contexts, items",
    "key-step": "a student stuck on a page: does the tutor help with one step, and only one?",
    "ranking": "rank all misconceptions of a file for a wrong answer (MAP@25)",
    "live": "sessions held in the app, by persons and agents",
}

ITEMS = "items.jsonl"
"""The copy of an imported item file that a run folder keeps."""


def experiment_from(
    manifest: Manifest,
    library: Library,
    folder: Path,
    people: People | None = None,
    models: Models | None = None,
) -> Experiment:
    """The study of a run.

    Args:
        manifest: What the run is.
        library: The content.
        folder: The run folder, which keeps a copy of an imported item file (or that file itself).
        people: How persons in the run are asked, where there are any.
        models: How models in the run are asked, where there are any.

    Raises:
        UnknownNameError: no such study, or an agent of it, is known here.
        UsageError: the design makes no sense.
    """
    access = models or Models()
    builders: dict[str, Callable[[Mapping[str, JsonValue]], Experiment]] = {
        "dialogue": lambda design: Dialogue(
            library, DialogueDesign.from_json(design), people, access
        ),
        "live": lambda design: LiveSessions(library),
        "novice": lambda design: novice_study(design, library, folder, access),
        "expert-tutor": lambda design: expert_tutor_study(design, library, folder, access),
        "answering": lambda design: answering_study(design, library, folder, access),
        "ranking": lambda design: ranking_study(design, library, folder, access),
        "adaptivity": lambda design: adaptivity_study(design, library, access),
        "key-step": lambda design: key_step_study(design, library, folder, access),
    }
    if manifest.study not in builders:
        raise UnknownNameError("study", manifest.study, builders)
    return builders[manifest.study](manifest.design)


def novice_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path, models: Models
) -> NoviceStudy:
    """The novice study of a design; its item file, if it has one, lies in the folder."""
    return NoviceStudy(
        items=_items(design, library, folder),
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        novices=tuple(make_novice(name, library) for name in _players(design, "novices")),
        models=_names(design, "models"),
        settings=_names(design, "settings"),
        sampling=_sampling(design),
        access=models,
    )


def expert_tutor_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path, models: Models
) -> ExpertTutorStudy:
    """The expert-tutor study of a design."""
    items = _items(design, library, folder)
    return ExpertTutorStudy(
        items=items,
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        tutors=tuple(_scripted_tutor(name, library) for name in _players(design, "tutors")),
        pools=_pools(design, items),
        gives_examples=_gives_examples(design),
        families=library.families,
        models=_names(design, "models"),
        sampling=_sampling(design),
        access=models,
    )


def answering_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path, models: Models
) -> AnsweringStudy:
    """The answering baseline of a design."""
    return AnsweringStudy(
        items=_items(design, library, folder),
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        answerers=tuple(make_novice(name, library) for name in _players(design, "answerers")),
        models=_names(design, "models"),
        settings=_names(design, "settings"),
        sampling=_sampling(design),
        access=models,
    )


def ranking_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path, models: Models
) -> RankingStudy:
    """The ranking study of a design."""
    return RankingStudy(
        items=_items(design, library, folder),
        source=_source(design),
        trials=_number(design, "trials"),
        seed=_number(design, "seed"),
        models=_names(design, "models"),
        sampling=_sampling(design),
        access=models,
    )


def adaptivity_study(
    design: Mapping[str, JsonValue], library: Library, models: Models
) -> AdaptivityStudy:
    """The adaptivity study of a design."""
    own = {name: value for name, value in design.items() if name not in ("tutors", "seed")}
    try:
        plan = AdaptivityDesignSpec.model_validate(own)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(f"the design's {where}: {first['msg']}") from error
    tutors = _names(design, "tutors")
    return AdaptivityStudy(library, plan, tutors, _number(design, "seed"), models)


def key_step_study(
    design: Mapping[str, JsonValue], library: Library, folder: Path, models: Models
) -> KeyStepStudy:
    """The key-step study of a design; its items and their pictures lie in the folder."""
    path = folder if folder.is_file() else folder / KEPT
    own = ("items", "items_hash")
    return KeyStepStudy(
        items=read_keysteps(path),
        source={name: design[name] for name in own if name in design},
        library=library,
        tutors=_names(design, "tutors"),
        turns=_number(design, "turns"),
        intents=_names(design, "intents"),
        personas=_names(design, "personas"),
        student=str(design.get("student", SCRIPTED_STUDENT)),
        seed=_number(design, "seed"),
        sampling=_sampling(design),
        access=models,
    )


def _scripted_tutor(name: str, library: Library) -> Tutor:
    def refused(model: str) -> ChatModel:
        raise UsageError(
            f"{name} speaks through a model, and this study asks models itself: leave it out and "
            f"give --model {model}"
        )

    return make_tutor(name, library, models=refused)


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
    """Names of agents or settings; a design without models names none."""
    found = design.get(name, [])
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise UsageError(f"the design's {name} must be a list of names, not {found!r}")
    return tuple(map(str, found))


def _players(design: Mapping[str, JsonValue], name: str) -> tuple[str, ...]:
    """The scripted ones that play; none will do where models play."""
    found = _names(design, name)
    if not found and not _names(design, "models"):
        raise UsageError(f"the design's {name} must be a list of names, not {design.get(name)!r}")
    return found


def _sampling(design: Mapping[str, JsonValue]) -> Sampling:
    given = {name: design[name] for name in Sampling.model_fields if name in design}
    try:
        return Sampling.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise UsageError(f"the design's {first['loc'][0]}: {first['msg']}") from error


def _pools(design: Mapping[str, JsonValue], items: ItemSet) -> tuple[Pool, ...]:
    """Numbers of candidates; "all" is as many as there are, "topic" those of the question's own."""
    found = design.get("pools")
    if not isinstance(found, list) or not found:
        raise UsageError(f"the design's pools must be a list of whole numbers, not {found!r}")
    most = len(set(items.statements.values()))
    named: dict[JsonValue, Pool] = {ALL: most, TOPIC: TOPIC}
    pools = (named[p] if isinstance(p, str) and p in named else _pool(p) for p in found)
    return tuple(dict.fromkeys(pools))


def _pool(size: JsonValue) -> int:
    return _number({"pools": size}, "pools")


def _gives_examples(design: Mapping[str, JsonValue]) -> bool:
    found = design.get("examples", "none")
    if found not in ("none", "one"):
        raise UsageError(f"the design's examples must be none or one, not {found!r}")
    return found == "one"
