"""`sandbox run STUDY` and `sandbox resume`: from options to a study's design."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.demo import DEMO
from sandbox.cli.model_options import BaseUrl, Budget, Calls, DryRun, changed
from sandbox.cli.running import go_on, start
from sandbox.cli.terminal import in_terminal
from sandbox.errors import UsageError
from sandbox.experiments.asking import Asking, remembered
from sandbox.experiments.dialogue import DialogueDesign

Out = Annotated[Path | None, typer.Option(help="Folder of the run (default: a new one in runs/).")]
Seed = Annotated[int, typer.Option(help="Seed of all chance.")]
Html = Annotated[
    Path | None, typer.Option(help="The HTML report (default: report.html in the run folder).")
]

runs = typer.Typer(no_args_is_help=True, help="Run a study; all sessions are logged and scored.")


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.add_typer(runs, name="run")
    app.command("resume")(resume_run)


@runs.command("dialogue")
def run_dialogue(
    student: Annotated[
        list[str] | None, typer.Option(help="A student; repeat for more (default: the demo's).")
    ] = None,
    tutor: Annotated[
        list[str] | None, typer.Option(help="A tutor; repeat for more (default: all scripted).")
    ] = None,
    items: Annotated[int, typer.Option(help="Items a student meets each tutor about.", min=1)] = 1,
    replicates: Annotated[int, typer.Option(help="Times each pairing is run.", min=1)] = 1,
    turns: Annotated[int, typer.Option(help="Most turns of a session.", min=2)] = 16,
    pool: Annotated[int, typer.Option(help="Candidates the tutor ranks.", min=2)] = 20,
    tests: Annotated[int, typer.Option(help="Test items before and after.", min=0)] = 4,
    probe: Annotated[
        bool, typer.Option("--probe", help="Ask for the ranking after every tutor turn.")
    ] = False,
    learners: Annotated[
        int, typer.Option(help="Learners a tier for the profile sensitivity.", min=0)
    ] = 0,
    demo: Annotated[
        bool, typer.Option("--demo", help="The embedded example, ready-made: no other option.")
    ] = False,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    dry_run: DryRun = False,
    seed: Seed = 0,
    out: Out = None,
    html: Html = None,
) -> None:
    """Students meet tutors about fresh items."""
    chosen = DialogueDesign(
        students=tuple(student or DEMO.students),
        tutors=tuple(tutor or DEMO.tutors),
        items=items,
        replicates=replicates,
        turns=turns,
        pool=pool,
        tests=tests,
        probe=probe,
        matched_learners=learners,
        seed=seed,
    )
    untouched = DialogueDesign(DEMO.students, DEMO.tutors)
    if demo and chosen != untouched:
        raise UsageError("--demo is ready-made; leave out every option but --out and --html")
    asking = changed(Asking(), base_url, budget, calls)
    design = (DEMO if demo else chosen).as_json()
    start("dialogue", design, seed, out, html, asking=asking, dry_run=dry_run)


def resume_run(
    folder: Annotated[Path, typer.Argument(help="The run folder.")],
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
    html: Html = None,
) -> None:
    """Go on with a run that was interrupted; a finished run stays as it is."""
    asking = changed(remembered(folder), base_url, budget, calls)
    go_on(folder, html, in_terminal(), asking)
