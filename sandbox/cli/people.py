"""`sandbox ask` and `sandbox play`: a person talks to the other side, in the terminal."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from sandbox.agents.base import Brief, view_for
from sandbox.agents.students import make_student
from sandbox.agents.students.persona import PersonaStudent
from sandbox.agents.tutors import make_tutor
from sandbox.cli.console import library, say, whole
from sandbox.cli.running import start
from sandbox.cli.runs import Out, Seed
from sandbox.cli.terminal import in_terminal
from sandbox.errors import UsageError
from sandbox.experiments.dialogue import PLAYED, DialogueDesign
from sandbox.records import Item, Turn, digest
from sandbox.reports.shown import shown_session
from sandbox.session import Limits
from sandbox.store.reading import ScoreIndex, sessions


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("ask")(ask)
    app.command("play")(play)


def ask(
    student: Annotated[
        str, typer.Argument(help="The student, such as novice:fractions/add-across")
    ],
    message: Annotated[list[str], typer.Argument(help="What you say, one message or more.")],
    seed: Seed = 0,
) -> None:
    """Talk to a simulated student: it answers each message in turn."""
    most = Limits().characters
    for said in message:
        if not said.strip():
            raise UsageError("the message is empty; write something")
        if len(said) > most:
            raise UsageError(
                f"the message has {len(said):,} characters; at most {most:,} are allowed"
            )
    asyncio.run(_ask(student, [whole(said) for said in message], seed))


async def _ask(name: str, messages: list[str], seed: int) -> None:
    student = make_student(name, library())
    task = Item(id="asked", question=messages[0], answer="")
    turns: list[Turn] = []
    for said in messages:
        turns.append(Turn(index=len(turns), seat="tutor", text=said, author="person"))
        view = view_for("student", digest("ask", seed), task, Brief(), turns)
        heard = await student.act(view)
        if len(messages) > 1:
            say(f"> {said}", "dim")
        say(heard.text)
        turns.append(
            Turn(
                index=len(turns),
                seat="student",
                text=heard.text,
                author=student.name,
                hidden=heard.hidden,
            )
        )


def play(
    seat: Annotated[str, typer.Option("--as", help="Your seat: student or tutor.")],
    student: Annotated[
        str, typer.Option(help="The student you meet, or whom you play.")
    ] = "novice:fractions/add-across",
    tutor: Annotated[str, typer.Option(help="The tutor you meet.")] = "scripted:socratic",
    turns: Annotated[int, typer.Option(help="Most turns of the session.", min=2)] = 16,
    pool: Annotated[int, typer.Option(help="Candidates to choose from at the end.", min=2)] = 8,
    seed: Seed = 0,
    out: Out = None,
) -> None:
    """Take a seat yourself; the session is logged and scored like any other."""
    if seat not in ("student", "tutor"):
        raise UsageError(f"--as is student or tutor, not {seat!r}")
    you_teach = seat == "tutor"
    if not you_teach:
        make_tutor(tutor, library())
        _card(student)
    design = DialogueDesign(
        students=(student if you_teach else f"{PLAYED}{student}",),
        tutors=("person" if you_teach else tutor,),
        turns=turns,
        pool=pool,
        tests=0,
        seed=seed,
    )
    folder = start("dialogue", design.as_json(), seed, out, None, people=in_terminal())
    index = ScoreIndex(folder)
    for trial in sessions(folder):
        shown = shown_session(trial, index)
        for fact in shown.facts:
            if ": unscored (" not in fact and not fact.startswith("adaptivity.q"):
                say(fact)
        if you_teach:
            _reveal(student)
        say(f"Read it with all scores: sandbox show {folder} {trial.cell.key}")


def _reveal(name: str) -> None:
    """Tell a person who taught what the student believed."""
    taught = make_student(name, library())
    for cause in [p.cause for p in taught.personas] if isinstance(taught, PersonaStudent) else []:
        say(f"What lay behind it: {cause}")
    for belief in taught.beliefs:
        say(f"The student's belief was: {library().misconception(belief).statement}")


def _card(name: str) -> None:
    """Tell a person who they are when they play a student."""
    played = make_student(name, library())
    if isinstance(played, PersonaStudent):
        say(f"You are this child: {played.portrait}")
    for belief in played.beliefs:
        spec = library().misconception(belief)
        say(f"You believe: {spec.says[0]}")
        say(f"So you make this mistake: {spec.statement}")
    if played.profile is not None:
        profile = played.profile
        say(
            f"You are in grade {profile.grade}. Learning maths: {profile.attitude}; "
            f"{profile.confidence}. You were taught: {', '.join(profile.coverage)}."
        )
    say("Open by saying what you think the answer is, and why.")
