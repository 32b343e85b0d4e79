"""The content to search, try and add to: misconceptions, personas, items, rubrics."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from sandbox.agents.base import Brief, view_for
from sandbox.agents.students import make_student
from sandbox.content.banks import item_faults, make_bank
from sandbox.content.generate import open_item
from sandbox.content.itemfiles import YAML, read_items, write_items
from sandbox.content.library import Library, read_library
from sandbox.content.schema import ID
from sandbox.errors import ContentError, FormulaError, UsageError
from sandbox.records import Item, Turn, digest, rng
from sandbox.session import Limits

KINDS = ("misconceptions", "personas", "items", "rubrics")
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "misconceptions": ("id", "name", "what the learner does", "grades", "evidence"),
    "personas": ("id", "name", "grades", "what the child is like", "beliefs"),
    "items": ("family", "title", "strand", "misconceptions that err on it"),
    "rubrics": ("id", "title", "about", "criteria"),
}
PERSONA_FILE = "children-mine.yaml"
FOLDER = "tasks/banks"
MOST_ITEMS = 500
_WORD = re.compile(r"\w+")


def found(kind: str, words: str, library: Library) -> list[tuple[str, ...]]:
    """The entries of a kind that hold all the words, under `COLUMNS`; all where there are none.

    Raises:
        UsageError: there is no such kind.
    """
    if kind not in KINDS:
        raise UsageError(f"choose one of {', '.join(KINDS)}")
    wanted = [word.casefold() for word in _WORD.findall(words)]
    rows = {
        "misconceptions": _misconceptions,
        "personas": _personas,
        "items": _items,
        "rubrics": _rubrics,
    }[kind](library)
    return [row for row in rows if all(word in " ".join(row).casefold() for word in wanted)]


def example(family: str, library: Library, number: int = 0) -> Item:
    """A problem of a family; further ones by number.

    Raises:
        UsageError: no such family, or it cannot be drawn from.
    """
    known = {each.id: each for each in library.families}
    if family not in known:
        raise UsageError(f"there is no family {family!r}")
    drawn = known[family]
    try:
        problem = drawn.draw(rng("library", family, number))
    except FormulaError as error:
        raise UsageError(f"{family}: {error}") from error
    return open_item(problem, number % len(drawn.stems))


async def answer_of(student: str, messages: Sequence[str], library: Library) -> list[str]:
    """What a simulated student answers to each message in turn, as `sandbox ask` does.

    Raises:
        UsageError: a message is empty or too long.
        UnknownNameError: no such student.
    """
    asked, turns, answers = make_student(student, library), list[Turn](), []
    most = Limits().characters
    for said in messages:
        if not said.strip() or len(said) > most:
            raise UsageError(f"a message has 1 to {most:,} characters")
        task = Item(id="asked", question=messages[0], answer="")
        turns.append(Turn(index=len(turns), seat="tutor", text=said, author="person"))
        view = view_for("student", digest("ask", 0), task, Brief(), turns)
        heard = await asked.act(view)
        answers.append(heard.text)
        turns.append(
            Turn(index=len(turns), seat="student", text=heard.text, author=asked.name,
                 hidden=heard.hidden)
        )  # fmt: skip
    return answers


def save_persona(given: Mapping[str, object], library: Library, overlays: Sequence[Path]) -> Path:
    """Add a persona to the user's content folder, once all content with it is valid.

    Args:
        given: The persona, as in `personas/children.yaml`.
        library: The content as it is.
        overlays: The user's content folders; the last one is added to.

    Raises:
        ContentError: with every fault; nothing is written.
        UsageError: there is no folder, or a persona of that id is there.
    """
    folder = _own(overlays) / "personas"
    if str(given.get("id")) in library.personas:
        raise UsageError(f"a persona {given.get('id')!r} is there already")
    entry = _entry(given)
    path = folder / PERSONA_FILE
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    with tempfile.TemporaryDirectory() as place:
        trial = Path(place) / "personas"
        trial.mkdir()
        (trial / PERSONA_FILE).write_text(before + entry, encoding="utf-8")
        _, faults = read_library((*library.roots, Path(place)))
    if faults:
        raise ContentError(faults)
    folder.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as out:
        out.write(entry)
    return path


def save_items(
    name: str,
    count: int,
    library: Library,
    overlays: Sequence[Path],
    families: Sequence[str] = (),
    misconceptions: Sequence[str] = (),
    *,
    choices: bool = True,
) -> tuple[Path, int]:
    """Make an item set in the user's content folder; returns the file and how many items it has.

    Raises:
        UsageError: there is no folder, the name cannot be used or is taken, or no item can be made.
        ContentError: an item is not what its formulas give.
    """
    if not ID.fullmatch(name):
        raise UsageError("the name of a set is small letters, digits and hyphens")
    if not 1 <= count <= MOST_ITEMS:
        raise UsageError(f"a set has 1 to {MOST_ITEMS} items")
    path = _own(overlays) / FOLDER / f"{name}.yaml"
    if name in item_sets(overlays):
        raise UsageError(f"a set {name!r} is there already")
    seed = int(digest("items", name), 16) % 2**31
    bank = make_bank(
        library, count, seed, families=families, misconceptions=misconceptions, choices=choices
    )
    wrong = [f"{item.id}: {fault}" for item in bank.items for fault in item_faults(item, library)]
    if wrong:
        raise UsageError("; ".join(wrong[:5]))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_items(bank, path)
    return path, len(bank.items)


def item_sets(overlays: Sequence[Path]) -> dict[str, Path]:
    """The item sets of the user's content folders: name → file."""
    files = (path for root in overlays for path in sorted((root / FOLDER).glob("*")))
    return {
        path.stem: path
        for path in files
        if ID.fullmatch(path.stem) and path.suffix in (".jsonl", *YAML)
    }


def items_of(name: str, overlays: Sequence[Path]) -> tuple[Item, ...]:
    """The items of a set.

    Raises:
        UsageError: there is no such set, it holds nothing, or it cannot be read.
        ImportFormatError: a line of it is damaged, with its number.
    """
    sets = item_sets(overlays)
    if name not in sets:
        raise UsageError("there is no such item set")
    items = read_items(sets[name]).items
    if not items:
        raise UsageError(f"the item set {name} holds no item")
    return items


def _own(overlays: Sequence[Path]) -> Path:
    if not overlays:
        raise UsageError("start the app with your own folder: sandbox --content DIR app")
    return overlays[-1]


def _entry(given: Mapping[str, object]) -> str:
    """An entry of a YAML list; every text is quoted, as JSON is YAML."""
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in given.items()]
    return "- " + "\n  ".join(lines) + "\n"


def _misconceptions(library: Library) -> Iterator[tuple[str, ...]]:
    for name, spec in sorted(library.misconceptions.items()):
        yield name, spec.name, spec.statement, spec.grades, spec.evidence


def _personas(library: Library) -> Iterator[tuple[str, ...]]:
    for name, spec in library.personas.items():
        yield name, spec.name, spec.grades, spec.child, ", ".join(spec.beliefs)
    for name, profile in library.profiles.items():
        about = f"{profile.attitude} mathematics, {profile.confidence}"
        yield name, f"learner profile, {profile.tier}", str(profile.grade), about, "–"


def _items(library: Library) -> Iterator[tuple[str, ...]]:
    for family in sorted(library.families, key=lambda each: (each.strand, each.id)):
        yield family.id, family.title, family.strand, ", ".join(sorted(family.errors))


def _rubrics(library: Library) -> Iterator[tuple[str, ...]]:
    for name, spec in library.rubrics.items():
        yield name, spec.title, spec.about, "; ".join(each.title for each in spec.criteria)
