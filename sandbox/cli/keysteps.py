"""`sandbox build-keysteps`, `review-keysteps`, `release-keysteps`: items from a video."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, get_args

import typer
from pydantic import ValidationError

from sandbox.cli.console import complain, overlays, print_table, say
from sandbox.cli.model_options import BaseUrl, Budget, Calls, changed
from sandbox.content.keysteps import KeyStep
from sandbox.errors import ImportFormatError, UsageError
from sandbox.experiments.asking import Asking, Models
from sandbox.jsontext import in_words, kind_of, parsed
from sandbox.keysteps.build import How, build
from sandbox.keysteps.drafts import IMAGES, Draft, read_drafts
from sandbox.keysteps.footage import open_video
from sandbox.keysteps.release import Counts, Held, Reviews, counts, release, write_release
from sandbox.keysteps.review import (
    EDITS,
    KINDS,
    Decision,
    ReviewBook,
    Target,
    Verdict,
    open_for,
    reviewed,
)
from sandbox.keysteps.transcript import clock, read_transcript
from sandbox.models.images import MemoryImages
from sandbox.reports.tables import Table, counted

_LETTERS = {"a": "accept", "e": "edit", "r": "reject", "s": "skip", "q": "quit"}
_NAMES = {
    "step": "steps",
    "frame": "context frames",
    "question": "questions",
    "criterion": "criteria",
}


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("build-keysteps")(build_command)
    app.command("review-keysteps")(review_command)
    app.command("release-keysteps")(release_command)


def build_command(
    video: Annotated[Path, typer.Argument(help="The video file.")],
    model: Annotated[str, typer.Option(help="A model that sees images.")],
    transcript: Annotated[
        Path | None, typer.Option(help="What is said: SRT, WebVTT or text.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The folder for the drafts.")] = None,
    rate: Annotated[float, typer.Option(help="Pictures compared a second.", min=0.1, max=30)] = 2.0,
    threshold: Annotated[
        float, typer.Option(help="τ: a boundary where pictures are less alike.", min=0, max=1)
    ] = 0.8,
    gap: Annotated[float, typer.Option(help="Δt: least seconds between boundaries.", min=0)] = 2.0,
    base_url: BaseUrl = None,
    budget: Budget = None,
    calls: Calls = None,
) -> None:
    """Draft key-step items from a video in which a problem is worked out by hand."""
    footage = open_video(video)
    speech = read_transcript(transcript) if transcript else ()
    folder = out or Path("runs") / f"keysteps-{video.stem}"
    images = MemoryImages()
    models = Models(
        folder=folder,
        asking=changed(Asking(), base_url, budget, calls),
        overlays=overlays(),
        images=images,
    )
    models.check([model])
    made, drafts = asyncio.run(
        build(
            footage,
            folder,
            model,
            models,
            images,
            speech=speech,
            how=How(rate, threshold, gap),
            created=datetime.now(UTC).isoformat(timespec="seconds"),
        )
    )
    _show_drafts(drafts)
    for fault in made.unusable:
        complain(f"not used: {fault}", "yellow")
    say(f"{made.proposed} key steps proposed, {len(drafts)} drafted; nothing is reviewed yet.")
    say(f"Next: sandbox review-keysteps {folder} --reviewer YOUR-CODE")


def review_command(
    folder: Annotated[Path, typer.Argument(help="A folder of drafts.")],
    reviewer: Annotated[str, typer.Option(help="Your code; no name is needed.")],
    decisions: Annotated[
        Path | None,
        typer.Option(help="Take decisions from a file (one JSON object a line) instead of asking."),
    ] = None,
    settle: Annotated[
        bool, typer.Option("--settle", help="Decide where two blind reviews differ.")
    ] = False,
) -> None:
    """Accept, edit or reject each step, frame, question and criterion of a folder of drafts."""
    made, drafts = read_drafts(folder)
    book = ReviewBook(folder)
    if decisions is not None:
        taken = _from_file(decisions, reviewer, settle)
        known = {draft.id: draft for draft in drafts}
        for number, decision in enumerate(taken, 1):
            if decision.draft not in known:
                raise UsageError(f"{decisions.name}, line {number}: no draft {decision.draft}")
            try:
                book.add(_stamped(decision), known[decision.draft], made.duration)
            except UsageError as error:
                raise UsageError(f"{decisions.name}, line {number}: {error}") from error
        say(f"{len(taken)} decisions of {reviewer} taken.")
    else:
        _ask_all(folder, drafts, book, reviewer, made.duration, settle)
    left = sum(len(left) for _, left in open_for(reviewer, drafts, book.decisions()))
    say(
        f"{left} decisions are left for {reviewer}." if left else f"Nothing is left for {reviewer}."
    )


def release_command(
    folders: Annotated[list[Path], typer.Argument(help="Reviewed folders of drafts.")],
    out: Annotated[Path, typer.Option(help="The key-step file (JSONL); pictures go beside it.")],
    video: Annotated[
        list[Path] | None,
        typer.Option(help="The video, where reviewers chose other times; repeat for more."),
    ] = None,
) -> None:
    """Write the items that passed their review, and say how much the reviewers changed."""
    videos = [open_video(path) for path in video or ()]
    everything = [_reviews(folder) for folder in folders]
    items: list[KeyStep] = []
    held: list[Held] = []
    for one in everything:
        footage = next((each for each in videos if each.path.name == one.build.video), None)
        found, back = release(one, out.parent, footage.picture if footage else None)
        items += found
        held += back
    _show_counts(counts(everything))
    for one_held in held:
        complain(f"held back: {one_held.draft}: {one_held.why}", "yellow")
    write_release(items, out)
    say(f"{counted(len(items), 'item')} written to {out}; {len(held)} held back.")


def _reviews(folder: Path) -> Reviews:
    made, drafts = read_drafts(folder)
    return Reviews(made, drafts, tuple(ReviewBook(folder).decisions()), folder)


def _stamped(decision: Decision) -> Decision:
    return decision.model_copy(update={"at": datetime.now(UTC).isoformat(timespec="seconds")})


def _from_file(path: Path, reviewer: str, settles: bool) -> list[Decision]:
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            said = parsed(line)
            if not isinstance(said, dict):
                raise ImportFormatError(
                    f"{path.name}, line {number} is no decision: it is {kind_of(said)}, not an "
                    "object with keys"
                )
            found.append(
                Decision.model_validate({**said, "reviewer": reviewer, "settles": settles})
            )
        except ValidationError as error:
            raise ImportFormatError(
                f"{path.name}, line {number} is no decision: {in_words(error)}"
            ) from error
        except ValueError as error:
            raise ImportFormatError(
                f"{path.name}, line {number} is no decision: it is not JSON"
            ) from error
    return found


def _ask_all(
    folder: Path,
    drafts: tuple[Draft, ...],
    book: ReviewBook,
    reviewer: str,
    duration: float,
    settle: bool,
) -> None:
    """Ask for every open decision, one after another, until all are made or the person leaves."""
    if settle:
        states = [(draft, reviewed(draft.id, book.decisions())) for draft in drafts]
        waiting = [(draft, state.disputed) for draft, state in states if state.disputed]
    else:
        waiting = open_for(reviewer, drafts, book.decisions())
    for draft, left in waiting:
        say(f"\n{draft.id}  ({clock(draft.key.at)})  {folder / IMAGES / draft.key.file}", "bold")
        for fault in draft.faults:
            say(f"  {fault}", "yellow")
        for target in left:
            said = _ask_one(folder, draft, target, reviewer, settle)
            if said is None:
                return
            if said.verdict != "skip":
                _take(book, said.decision, draft, duration)
            if target.kind == "step" and said.verdict == "reject":
                break


class _Said:
    """What a person chose: a verdict or "skip", and the decision it makes."""

    def __init__(self, verdict: str, decision: Decision | None) -> None:
        self.verdict, self.decision = verdict, decision


def _ask_one(
    folder: Path, draft: Draft, target: Target, reviewer: str, settle: bool
) -> _Said | None:
    say(f"  {target}", "cyan")
    for line in _lines_of(folder, draft, target):
        say(f"    {line}")
    letter = ""
    while letter not in _LETTERS:
        letter = typer.prompt("  (a)ccept (e)dit (r)eject (s)kip (q)uit").strip().lower()[:1]
    word = _LETTERS[letter]
    if word == "quit":
        return None
    if word not in get_args(Verdict):
        return _Said(word, None)
    changes: dict[str, str] = {}
    if word == "edit":
        for name in sorted(EDITS[target.kind]):
            text = typer.prompt(f"    {name} (empty: as it is)", default="", show_default=False)
            changes |= {name: text.strip()} if text.strip() else {}
    decision = Decision(
        draft=draft.id, target=target, verdict=word, reviewer=reviewer, changes=changes,
        settles=settle,
    )  # fmt: skip
    return _Said(word, _stamped(decision))


def _take(book: ReviewBook, decision: Decision | None, draft: Draft, duration: float) -> None:
    if decision is None:
        return
    try:
        book.add(decision, draft, duration)
    except UsageError as error:
        complain(f"  not taken: {error}", "red")


def _lines_of(folder: Path, draft: Draft, target: Target) -> list[str]:
    """What a person is to look at."""
    if target.kind == "step":
        return [f"at {clock(draft.key.at)}, step before at {clock(draft.before)}", draft.reason]
    if target.kind == "frame":
        frame = next(each for each in draft.context if f"{each.at:g}" == target.name)
        return [f"{clock(frame.at)}: {folder / IMAGES / frame.file}"]
    if target.kind == "question":
        qa = draft.qa
        return [f"{name}: {text}" for name, text in qa.model_dump().items()] if qa else ["(none)"]
    found = next((each for each in draft.criteria if each.id == target.name), None)
    if found is None:
        return ["(none)"]
    return [found.criterion, f"1: {found.condition_for_1}", f"0: {found.condition_for_0}"]


def _show_drafts(drafts: tuple[Draft, ...]) -> None:
    rows = tuple(
        (
            draft.id,
            clock(draft.key.at),
            f"{len(draft.context)}",
            draft.qa.question if draft.qa else "none",
            f"{len(draft.criteria)}",
        )
        for draft in drafts
    )
    columns = ("draft", "at", "context frames", "question", "criteria")
    print_table(Table("drafts", "Drafts", columns, rows, ()))


def _show_counts(found: Counts) -> None:
    rows = []
    for kind in KINDS:
        verdicts = found.verdicts[kind]
        share = found.corrected(kind)
        equal, kappa = found.agreement(kind)
        rows.append(
            (
                _NAMES[kind],
                f"{share.n}",
                *(f"{verdicts[verdict]}" for verdict in ("accept", "edit", "reject", "add")),
                _shown(share.value),
                f"{equal.n}",
                _shown(equal.value),
                _shown(kappa.value),
            )
        )
    columns = (
        "what", "reviewed", "accepted", "edited", "rejected", "added", "corrected",
        "reviewed twice", "same verdict", "κ",
    )  # fmt: skip
    notes = (
        f"{found.videos} videos, {found.proposed} steps proposed; {found.dropped} videos dropped "
        "because none of their steps was kept.",
        "Published for comparison: 63.4% of proposed steps rejected, 12.8% corrected, 25.6% of "
        "videos dropped, over 90% agreement on a tenth.",
    )
    print_table(Table("review", "What the reviewers decided", columns, tuple(rows), notes))


def _shown(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
