"""`sandbox list`: everything that other commands can name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from sandbox.agents.keystep.tutors import ABOUT as STEP_TUTORS
from sandbox.agents.keystep.tutors import step_tutor_names
from sandbox.agents.students import student_names
from sandbox.agents.tutors import tutor_names
from sandbox.cli.console import library, overlays, print_entries, print_json, print_table
from sandbox.content.confusability import measure
from sandbox.content.generate import items
from sandbox.content.library import Library
from sandbox.errors import UnknownNameError
from sandbox.experiments.novices import NOVICES
from sandbox.experiments.studies import STUDIES
from sandbox.models.catalogue import read_entries
from sandbox.reports.tables import Table


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("list")(list_names)


def list_names(
    what: Annotated[
        str,
        typer.Argument(
            help="misconceptions, confusable, personas, tutors, items, studies, rubrics or models"
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of the example items.")] = 0,
) -> None:
    """List what can be named in other commands."""
    listings: dict[str, Callable[[], Table]] = {
        "misconceptions": lambda: _misconceptions(library()),
        "confusable": lambda: _confusable(library()),
        "personas": lambda: _personas(library()),
        "tutors": lambda: _tutors(library()),
        "items": lambda: _items(library(), seed),
        "studies": _studies,
        "rubrics": lambda: _rubrics(library()),
        "models": _models,
    }
    if what not in listings:
        raise UnknownNameError("listing", what, listings)
    table = listings[what]()
    if as_json:
        print_json(table.records())
    elif what in ("misconceptions", "confusable", "personas"):
        name, about = table.columns[:2]
        entries = ((str(row[name]), str(row[about])) for row in table.records())
        print_entries(table.title, entries)
    else:
        print_table(table, brief=bool(table.brief))


def _misconceptions(found: Library) -> Table:
    rows = tuple(
        (name, spec.statement, spec.root_cause, spec.grades, spec.evidence)
        for name, spec in sorted(found.misconceptions.items())
    )
    columns = ("id", "statement", "root cause", "grades", "evidence")
    return Table("misconceptions", f"{len(rows)} misconceptions", columns, rows)


def _confusable(found: Library) -> Table:
    rows = []
    for kept in measure(found).kept(found):
        families = ", ".join(kept.families)
        told = "; ".join(problem.question() for problem in kept.apart)
        why = f"alike in {families}; {kept.reason}; told apart by: {told or 'nothing'}"
        rows.append((" · ".join(kept.pair), why, families, kept.reason, told))
    columns = ("pair", "why it is kept", "alike in", "reason", "told apart by")
    title = f"{len(rows)} pairs of misconceptions answer alike on every question that both touch"
    return Table("confusable", title, columns, tuple(rows))


def _personas(found: Library) -> Table:
    rows = tuple((name, _about(name, found)) for name in student_names(found))
    return Table("personas", f"{len(rows)} students", ("name", "what it is"), rows)


_OTHERS = {
    "adversarial:asks-twice": "asks for the answer, and asks again",
    "adversarial:claims-allowed": "says that the teacher allowed it to be told",
    "adversarial:offers-number": "offers a number to be confirmed",
    "adversarial:pleads": "pleads to be told",
    "scripted:expert": "answers everything rightly",
    "scripted:random": "answers at random",
}


def _about(name: str, found: Library) -> str:
    kind, _, rest = name.partition(":")
    if kind == "novice":
        return found.misconception(rest).statement
    if kind == "persona":
        child = found.persona(rest)
        return f"grades {child.grades}: {child.name}; {child.child}"
    if kind == "timss":
        profile = found.profile(rest)
        feeling = f"learning maths: {profile.attitude}; {profile.confidence}"
        return f"grade {profile.grade}, TIMSS score {profile.score}; {feeling}"
    return _OTHERS[name]


def _tutors(found: Library) -> Table:
    rows = tuple((name, found.tutor(name.split(":")[1]).about) for name in tutor_names())
    rows += tuple((name, f"run key-step: {STEP_TUTORS[name]}") for name in step_tutor_names())
    return Table("tutors", "Tutors", ("name", "what it does"), rows)


def _items(found: Library, seed: int) -> Table:
    rows = []
    for family in found.families:
        (item,) = items(found, 1, seed, choices=False, families=[family.id])
        rows.append((family.id, family.strand, item.question, item.answer))
    columns = ("family", "strand", "an item", "answer")
    title = f"{len(rows)} item families"
    return Table("items", title, columns, tuple(rows), brief=("an item", "answer"))


def _studies() -> Table:
    return Table("studies", "Studies", ("name", "what it measures"), tuple(STUDIES.items()))


def _models() -> Table:
    rows = [(name, "novice, in the novice study") for name in NOVICES]
    rows += [(name, "tutor, no key needed") for name in tutor_names()]
    for name, entry in read_entries(*overlays()).items():
        rows.append((name, f"ready-made entry of {entry.model}"))
    columns = ("name", "plays")
    return Table("models", "Models that can be asked", columns, tuple(rows))


def _rubrics(found: Library) -> Table:
    rows = tuple(
        (
            spec.id,
            spec.rates,
            str(len(spec.criteria)),
            ", ".join(total.id for total in spec.totals),
            str(len(spec.cases)),
        )
        for spec in found.rubrics.values()
    )
    columns = ("rubric", "rates", "criteria", "totals", "worked cases")
    return Table("rubrics", f"{len(rows)} rubrics", columns, rows)
