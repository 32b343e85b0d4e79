"""Ratings by people: a form to fill in, and how it is read. The same records as a judge's.

A form is a CSV with a row for each criterion of each reply; `value` takes a value or a label on
offer. An empty value is no rating yet.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sandbox.content.rubrics import RubricSpec
from sandbox.errors import Fault, UsageError
from sandbox.scoring.judge import criteria_for
from sandbox.scoring.ratings import AUTOMATIC, Rating
from sandbox.scoring.subject import Subject
from sandbox.scoring.verdicts import offered_value

COLUMNS = (
    "session", "turn", "rubric", "problem", "learner", "reply", "criterion", "asks", "look_at",
    "choices", "value", "why",
)  # fmt: skip
ADJUDICATED = "human:adjudicated"
"""Who gives the verdict where raters disagreed: no rater of its own, and in no agreement."""

SEPARATORS = (",", ";", "\t")
"""What a spreadsheet may put between the columns of a form."""
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}")
_TURN = re.compile(r"([0-9]{1,9})(?:[.,]0+)?")
"""A turn, also as a spreadsheet may write it: 1.0."""
_FORMULA = re.compile(r"^[=+\-@\t\r]")


def rater_name(code: str) -> str:
    """What a person with that code is called in scores.

    Raises:
        UsageError: the code could be a name with spaces or signs, since codes keep raters
            anonymous; or it is the name of a rater of another kind.
    """
    if ":" in code or code.lower() in AUTOMATIC:
        raise UsageError(
            f"{code!r} is what a rater of another kind is called; give a person another code"
        )
    if not _CODE.fullmatch(code):
        raise UsageError(f"a rater's code is up to 32 letters, digits, - and _, not {code!r}")
    return f"human:{code}"


def rating_by(
    code: str,
    rubric: RubricSpec,
    criterion: str,
    given: object,
    *,
    session: str,
    turn: int | None = None,
    why: str = "",
) -> Rating:
    """One verdict of a person: a value or label on offer.

    Raises:
        UsageError: there is no such criterion, or the verdict is not on offer.
    """
    if criterion not in rubric.ids:
        raise UsageError(f"{rubric.id} has no criterion {criterion!r}")
    spec = rubric.criterion(criterion)
    value = offered_value(spec, given)
    if value is None:
        offered = ", ".join(f"{choice.value} ({choice.label})" for choice in spec.choices)
        raise UsageError(f"{criterion}: {given!r} is none of the choices: {offered}")
    return Rating(
        session=session,
        turn=turn,
        rubric=rubric.id,
        criterion=criterion,
        rater=rater_name(code),
        source="human",
        value=value,
        why=why,
    )


def form(subjects: Iterable[Subject], rubric: RubricSpec) -> str:
    """A form to rate the subjects by, as CSV, with empty values."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for subject in subjects:
        for spec in criteria_for(subject, rubric):
            asks = subject.wordings.get(spec.id, spec.asks)
            choices = "; ".join(f"{choice.value} = {choice.label}" for choice in spec.choices)
            turn = "" if subject.turn is None else str(subject.turn)
            cells = (
                subject.session, turn, rubric.id, subject.item.in_words, subject.learner,
                "\n".join(subject.rated), spec.id, asks, spec.look_at, choices, "", "",
            )  # fmt: skip
            writer.writerow(_harmless(cell) for cell in cells)
    return out.getvalue()


@dataclass(frozen=True)
class Filled:
    """What a filled form says: ratings, how many rows are still empty, what cannot be read."""

    ratings: tuple[Rating, ...]
    empty: int
    faults: tuple[Fault, ...]


def read_form(
    text: str, code: str, rubric: RubricSpec, known: Mapping[str, Sequence[int | None]]
) -> Filled:
    """Read a filled form of one rater.

    Args:
        text: The CSV.
        code: Who filled it in.
        rubric: What it rates by.
        known: Session → the turns that can be rated (None: the session as a whole).

    Raises:
        UsageError: a column is missing, or the code is none.
    """
    text = text.removeprefix("\ufeff")
    reader = csv.DictReader(io.StringIO(text), delimiter=_separator(text))
    rater_name(code)
    missing = {"session", "turn", "criterion", "value"} - set(reader.fieldnames or ())
    if missing:
        raise UsageError(f"the form has no column {', '.join(sorted(missing))}")
    ratings: dict[tuple[str, int | None, str], Rating] = {}
    faults, empty = [], 0
    for number, row in enumerate(reader, 2):
        if not (row["value"] or "").strip():
            empty += 1
            continue
        try:
            rating = _row(row, code, rubric, known)
            key = (rating.session, rating.turn, rating.criterion)
            if key in ratings:
                raise UsageError(f"{rating.criterion} of this reply is rated twice")
            ratings[key] = rating
        except UsageError as error:
            faults.append(Fault(f"row {number}", str(error)))
    return Filled(tuple(ratings.values()), empty, tuple(faults))


def _separator(text: str) -> str:
    """What stands between the columns: of the three the one that the heading has most of."""
    heading = text.partition("\n")[0]
    return max(SEPARATORS, key=heading.count)


def _row(
    row: Mapping[str, str | None],
    code: str,
    rubric: RubricSpec,
    known: Mapping[str, Sequence[int | None]],
) -> Rating:
    cell = {name: (value or "").strip() for name, value in row.items() if isinstance(name, str)}
    if cell.get("rubric") not in ("", None, rubric.id):
        raise UsageError(f"it rates by {cell['rubric']}, not by {rubric.id}")
    turn = int(held[1]) if (held := _TURN.fullmatch(cell["turn"])) else None
    if turn not in known.get(cell["session"], ()):
        raise UsageError(f"session {cell['session']!r} has no turn {cell['turn'] or '–'} to rate")
    return rating_by(
        code, rubric, cell["criterion"], cell["value"],
        session=cell["session"], turn=turn, why=cell.get("why", ""),
    )  # fmt: skip


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet runs as a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell
