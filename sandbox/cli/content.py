"""`sandbox check`, `list`, `diagnose`, `doctor`: what is there, and whether it is sound."""

from __future__ import annotations

import importlib.metadata
import platform
from pathlib import Path
from typing import Annotated

import typer

from sandbox.agents.students import student_names
from sandbox.agents.tutors import tutor_names
from sandbox.cli.console import console, library, overlays, print_json, print_table
from sandbox.content.check import DRAWS, check
from sandbox.content.files import content_root
from sandbox.content.generate import items
from sandbox.content.library import Library, read_library
from sandbox.errors import ContentError, UsageError
from sandbox.experiments.novices import NOVICES
from sandbox.experiments.studies import STUDIES
from sandbox.maths.diagnose import Diagnosis, diagnose
from sandbox.reports.tables import Table, figure

EVIDENCE = {"documented": 3.0, "adapted": 2.0, "practitioner": 1.0}
"""Prior weight of a misconception by how well it is attested."""

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("check")(check_content)
    app.command("list")(list_names)
    app.command("diagnose")(diagnose_answer)
    app.command("doctor")(doctor)


def check_content(
    draws: Annotated[int, typer.Option(help="Problems drawn from each family.", min=1)] = DRAWS,
) -> None:
    """Check all content: schema, references, and every family at work. Exit code 1 on any fault."""
    found, faults = read_library((content_root(), *overlays()))
    faults = [*faults, *check(found, draws=draws)]
    if faults:
        raise ContentError(faults)
    strands = {family.strand for family in found.families}
    console.print(
        f"{len(found.misconceptions)} misconceptions in {len(found.families)} families over "
        f"{len(strands)} strands, {len(found.profiles)} learner profiles, "
        f"{len(found.tutors)} tutor policies: all valid ({draws} draws a family)."
    )


def list_names(
    what: Annotated[
        str, typer.Argument(help="misconceptions, personas, tutors, items, studies or models")
    ],
    as_json: Json = False,
    seed: Annotated[int, typer.Option(help="Seed of the example items.")] = 0,
) -> None:
    """List what can be named in other commands."""
    listings = {
        "misconceptions": _misconceptions,
        "personas": _personas,
        "tutors": _tutors,
        "items": lambda: _items(seed),
        "studies": _studies,
        "models": _models,
    }
    if what not in listings:
        raise UsageError(f"cannot list {what!r}; choose one of {', '.join(listings)}")
    print_table(listings[what](), as_json)


def _misconceptions() -> Table:
    found = library()
    rows = [
        (name, spec.statement, spec.root_cause, spec.grades, spec.evidence)
        for name, spec in sorted(found.misconceptions.items())
    ]
    columns = ("id", "statement", "root cause", "grades", "evidence")
    return Table("misconceptions", f"{len(rows)} misconceptions", columns, tuple(rows))


def _personas() -> Table:
    found = library()
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
    if kind == "timss":
        profile = found.profile(rest)
        return f"{profile.attitude} maths, {profile.confidence}, TIMSS score {profile.score}"
    return _OTHERS[name]


def _tutors() -> Table:
    found = library()
    rows = tuple((name, found.tutor(name.split(":")[1]).about) for name in tutor_names())
    return Table("tutors", "Tutors", ("name", "what it does"), rows)


def _items(seed: int) -> Table:
    found = library()
    rows = []
    for family in found.families:
        (item,) = items(found, 1, seed, choices=False, families=[family.id])
        rows.append((family.id, family.strand, item.question, item.answer))
    columns = ("family", "strand", "an item", "answer")
    return Table("items", f"{len(rows)} item families", columns, tuple(rows))


def _studies() -> Table:
    return Table("studies", "Studies", ("name", "what it measures"), tuple(STUDIES.items()))


def _models() -> Table:
    rows = [(name, "novice") for name in NOVICES] + [(name, "tutor") for name in tutor_names()]
    return Table("models", "Models that can be asked", ("name", "plays"), tuple(rows))


def diagnose_answer(
    question: Annotated[str, typer.Argument(help="The question, in any words.")],
    answer: Annotated[str, typer.Argument(help="What the learner answered.")],
    top: Annotated[int, typer.Option(help="How many explanations at the most.", min=1)] = 5,
    as_json: Json = False,
) -> None:
    """Say which misconceptions explain an answer, ranked, with the working."""
    if not question.strip() or not answer.strip():
        raise UsageError("give a question and an answer; one of them is empty")
    found = library()
    statements = {name: spec.statement for name, spec in found.misconceptions.items()}
    priors = {name: EVIDENCE[spec.evidence] for name, spec in found.misconceptions.items()}
    diagnosis = diagnose(question, answer, found.families, statements, priors)
    if as_json:
        print_json(_as_json(diagnosis, top))
        return
    print_verdict(diagnosis)
    if diagnosis.explanations:
        print_table(_explanations(diagnosis, top))


def print_verdict(diagnosis: Diagnosis) -> None:
    """The verdict in a sentence."""
    right = f" The right answer is {diagnosis.right_answer}." if diagnosis.right_answer else ""
    if diagnosis.verdict == "right":
        console.print("The answer is right.")
    elif diagnosis.verdict == "explained":
        tie = f" {diagnosis.tied} explain it equally well." if diagnosis.tied > 1 else ""
        console.print(f"{right.strip()}{tie}", soft_wrap=True)
    elif diagnosis.verdict == "by words only":
        console.print(f"Weak evidence: {diagnosis.reason}.", soft_wrap=True)
    else:
        console.print(f"No diagnosis: {diagnosis.reason}.{right}", soft_wrap=True)


def _explanations(diagnosis: Diagnosis, top: int) -> Table:
    rows = tuple(
        (e.misconception, e.statement, "; ".join(e.working), figure(e.weight))
        for e in diagnosis.explanations[:top]
    )
    columns = ("misconception", "statement", "working", "weight")
    return Table("explanations", "What explains it", columns, rows)


def _as_json(diagnosis: Diagnosis, top: int) -> dict[str, object]:
    return {
        "verdict": diagnosis.verdict,
        "right_answer": diagnosis.right_answer,
        "reason": diagnosis.reason,
        "tied": diagnosis.tied,
        "explanations": [vars(e) for e in diagnosis.explanations[:top]],
    }


def doctor() -> None:
    """Say what is installed, which models can be asked, where content and runs live."""
    found = library()
    version = importlib.metadata.version("tutoring-sandbox")
    rows = [
        ("tutoring-sandbox", version),
        ("Python", platform.python_version()),
        ("content", ", ".join(str(root) for root in found.roots)),
        ("content hash", found.content_hash),
        ("runs", f"{Path('runs').resolve()} (or --out DIR)"),
        ("scripted students and tutors", "ready, no key needed"),
    ]
    for package in ("numpy", "scikit-learn", "statsmodels", "sympy", "tinydb"):
        rows.append((package, importlib.metadata.version(package)))
    print_table(Table("doctor", "What is here", ("what", "found"), tuple(rows)))
