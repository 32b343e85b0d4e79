"""Banks of written work: pictures of wrong (or right) working that spread over misconceptions and
strands, with their gold labels in one JSONL file beside the folder of pictures.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from sandbox.content.column_rules import RIGHT, columns_for
from sandbox.content.library import Library
from sandbox.content.written_work import make_work, with_picture, written
from sandbox.errors import FormulaError, ImportFormatError, UnknownNameError, UsageError
from sandbox.handwriting.work import WrittenWork
from sandbox.jsontext import in_words, kind_of, parsed
from sandbox.maths.families import Family, Problem
from sandbox.records import canonical, rng

FILE, PICTURES = "written-work.jsonl", "written-work"
LONGEST_LINE = 60
MOST_WORDS = 0.55
"""The largest share of letters in a working: beyond it, it is an essay and no calculation."""
_CALCULATION = re.compile(r"[\d)a-z²³%°] ?[+−×÷=/^:<>] ?[\d(√−a-z$□]")
_WORD = re.compile(r"[A-Za-z]{2,}")
_COLUMNS = "columns"

Candidate = tuple[str, Family]


def make_works(
    library: Library,
    count: int,
    seed: int,
    *,
    strands: Collection[str] = (),
    hand: str = "",
    right: bool = False,
) -> Iterator[WrittenWork]:
    """Pieces of written work, no two alike; every third one is in columns while there are any.

    They go round the strands, and within a strand round its misconceptions, so that few pictures
    show many errors. Only workings that calculate are taken, none that only talk.

    Args:
        library: The content.
        count: How many.
        seed: The same seed gives the same works on every machine.
        strands: Only problems of these strands.
        hand: Only this hand; else each by chance.
        right: Right workings instead of wrong ones.

    Raises:
        UnknownNameError: there is no such strand or hand.
        UsageError: there are not that many different ones.
    """
    queues = _queues(library, seed, strands)
    seen: set[str] = set()
    attempts = itertools.count()
    for turn in itertools.cycle(_turns(queues)):
        if len(seen) == count or not any(queues.values()):
            break
        work = _next(queues, turn, seed, attempts, hand=hand, right=right, seen=seen)
        if work is not None:
            seen.add(_shown(work))
            yield work
    if len(seen) < count:
        raise UsageError(f"only {len(seen)} different workings of this kind could be made")


def _next(
    queues: dict[str, list[Candidate]],
    turn: str,
    seed: int,
    attempts: Iterator[int],
    *,
    hand: str,
    right: bool,
    seen: Collection[str],
) -> WrittenWork | None:
    """The next work of a queue; candidates that give no new one are dropped."""
    while queues[turn]:
        misconception, family = queues[turn].pop(0)
        attempt = next(attempts)
        shown = None if right else misconception
        problem = _drawn(family, misconception, seed, attempt)
        if problem is None or not _is_calculation(problem, shown):
            continue
        wording = rng("wording", seed, attempt).randrange(len(family.stems))
        source = f"generated, seed {seed}"
        work = make_work(problem, shown, seed, hand=hand, wording=wording, source=source)
        if _shown(work) not in seen:
            queues[family.strand].append((misconception, family))
            return work
    return None


def _shown(work: WrittenWork) -> str:
    return canonical([work.family, dict(work.parameters), work.misconception])


def write_works(works: Iterator[WrittenWork], library: Library, folder: Path) -> list[WrittenWork]:
    """Draw the works into the folder, and write their labels.

    Raises:
        UsageError: the folder holds other written work, or cannot be written.
    """
    drawn = [with_picture(work, library) for work in works]
    made = [work for work, _ in drawn]
    lines = (canonical(work.model_dump(mode="json")) for work in made)
    files = {work.image: data for work, data in drawn}
    files[FILE] = "".join(f"{line}\n" for line in lines).encode()
    try:
        _refuse_others(folder, files)
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror}") from error
    return made


def _refuse_others(folder: Path, files: Mapping[str, bytes]) -> None:
    """Refuse a folder with labels or pictures that are not, byte for byte, those to be written."""
    places = [folder / FILE, *sorted((folder / PICTURES).glob("*"))]
    for place in places:
        name = place.relative_to(folder).as_posix()
        if place.is_file() and place.read_bytes() != files.get(name):
            raise UsageError(
                f"{folder} holds other written work ({name}), whose labels would be lost; "
                "choose another folder"
            )


def read_works(path: Path) -> tuple[WrittenWork, ...]:
    """The labels of a bank.

    Raises:
        ImportFormatError: a line is damaged, with its number.
        UsageError: the file cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            found.append(_read(line))
        except _WrongError as error:
            raise ImportFormatError(f"{path.name}:{number}: is no written work: {error}") from error
    return tuple(found)


class _WrongError(Exception):
    """Why a line is no written work."""


def _read(line: str) -> WrittenWork:
    try:
        held = parsed(line)
        if not isinstance(held, dict):
            raise _WrongError(f"it is {kind_of(held)}, not a record with keys")
        return WrittenWork.model_validate(held)
    except json.JSONDecodeError as error:
        raise _WrongError(f"it is not JSON: {error.msg} at character {error.pos + 1}") from error
    except ValidationError as error:
        raise _WrongError(in_words(error)) from error


def _queues(library: Library, seed: int, strands: Collection[str]) -> dict[str, list[Candidate]]:
    """Strand → its misconceptions with a family each, in an order of the seed; and those that show
    in columns."""
    known = sorted({family.strand for family in library.families})
    for strand in strands:
        if strand not in known:
            raise UnknownNameError("strand", strand, known)
    queues: dict[str, list[Candidate]] = {}
    for strand in sorted(strands) or known:
        families = [family for family in library.families if family.strand == strand]
        pairs = [(name, family) for family in families for name in family.errors]
        generator = rng("written-works", seed, strand)
        queues[strand] = _each_once_first(generator.sample(pairs, len(pairs)))
        in_columns = [pair for pair in queues[strand] if _in_columns(*pair, seed)]
        queues.setdefault(_COLUMNS, []).extend(in_columns)
        queues[strand] = [pair for pair in queues[strand] if pair not in in_columns]
    return queues


def _each_once_first(pairs: Sequence[Candidate]) -> list[Candidate]:
    """The pairs, those that name a misconception for the first time in front."""
    first: dict[str, Candidate] = {}
    for pair in pairs:
        first.setdefault(pair[0], pair)
    return [*first.values(), *(pair for pair in pairs if first[pair[0]] != pair)]


def _in_columns(misconception: str, family: Family, seed: int) -> bool:
    """Whether it shows in columns, as far as a problem of the family tells."""
    if family.id not in RIGHT:
        return False
    problem = _drawn(family, misconception, seed, 0)
    return problem is not None and columns_for(problem, misconception) is not None


def _turns(queues: dict[str, list[Candidate]]) -> list[str]:
    """The order of the strands: after every two comes one in columns."""
    strands = [name for name in queues if name != _COLUMNS]
    if not queues[_COLUMNS]:
        return strands
    turns: list[str] = []
    for k, strand in enumerate(strands):
        turns += [_COLUMNS, strand] if k % 2 == 0 else [strand]
    return turns


def _drawn(family: Family, misconception: str, seed: int, attempt: int) -> Problem | None:
    try:
        return family.draw(rng("work", seed, attempt, family.id), including=misconception)
    except FormulaError:
        return None


def _is_calculation(problem: Problem, misconception: str | None) -> bool:
    """Whether the working calculates on paper, in lines as a pupil writes them."""
    page = written(problem, misconception)
    if page.columns is not None:
        return True
    own = page.lines[page.copied :]
    letters = sum(len(word) for line in own for word in _WORD.findall(line))
    signs = sum(len(line.replace(" ", "")) for line in own)
    return (
        any(_CALCULATION.search(line) for line in own)
        and max(map(len, own)) <= LONGEST_LINE
        and letters <= MOST_WORDS * signs
    )
