"""`sandbox export` and `sandbox import`: to and from what other tools read."""

from __future__ import annotations

import importlib.metadata
import itertools
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from sandbox.cli.console import complain, library, say
from sandbox.content.importers.eedi import import_eedi
from sandbox.content.importers.mae import import_mae
from sandbox.content.importers.mrbench import import_mrbench
from sandbox.content.itemfiles import ItemSet, check_name, write_items
from sandbox.content.keysteps import KeyStepSet, keep_keysteps, read_keysteps
from sandbox.errors import Fault, ImportFormatError, UnknownNameError, UsageError
from sandbox.reports.tables import counted
from sandbox.runner.rated import import_rated
from sandbox.store.exchange import IMPORTABLE, import_sessions
from sandbox.store.export import ExportOptions, export_run, write_records
from sandbox.store.reading import read_manifest

ITEM_SETS = ("eedi", "keysteps", "mae")
SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("export")(export)
    app.command("import")(import_file)


def export(
    folder: Annotated[Path, typer.Argument(help="The run folder.")],
    form: Annotated[str, typer.Option("--format", help="jsonl, csv, openai or sharegpt")],
    out: Annotated[Path | None, typer.Option(help="The file (default: in the run folder).")] = None,
    perspective: Annotated[str, typer.Option(help="Whose words are the assistant's.")] = "tutor",
    hidden: Annotated[bool, typer.Option(help="Keep hidden fields in jsonl.")] = True,
) -> None:
    """Write a run's sessions in another format, one session id in all of them."""
    if perspective == "tutor":
        options = ExportOptions(perspective="tutor", hidden=hidden)
    elif perspective == "student":
        options = ExportOptions(perspective="student", hidden=hidden)
    else:
        raise UsageError(f"--perspective is student or tutor, not {perspective!r}")
    read_manifest(folder)  # before a file is made: is it a run at all?
    path = out or folder / f"export-{form}.{'csv' if form == 'csv' else 'jsonl'}"
    count = export_run(folder, form, path, options)
    say(f"{counted(count, 'session')} written to {path}")


def import_file(
    form: Annotated[
        str, typer.Argument(help="mae, eedi, keysteps, mrbench, jsonl, openai or sharegpt")
    ],
    file: Annotated[Path, typer.Argument(help="The file to read.")],
    out: Annotated[Path, typer.Option(help="The file to write; for mrbench a run folder.")],
    mapping: Annotated[Path | None, typer.Option(help="eedi: the misconception mapping.")] = None,
    all_misconceptions: Annotated[
        bool,
        typer.Option(
            "--all-misconceptions",
            help="eedi: keep misconceptions that no question names, for `run ranking`.",
        ),
    ] = False,
    images: Annotated[
        Path | None, typer.Option(help="mae, keysteps: the folder of the images.")
    ] = None,
    without_images: Annotated[
        bool, typer.Option(help="mae: keep questions whose image is missing, as text only.")
    ] = False,
) -> None:
    """Read a foreign file; what cannot be used is reported with its place and why."""
    readers: dict[str, Callable[[], ItemSet]] = {
        "mae": lambda: import_mae(file, images=images, keep_imageless=without_images),
        "eedi": lambda: import_eedi(file, _mapping(mapping), all_misconceptions=all_misconceptions),
    }
    if form == "mrbench":
        _import_rated(file, out)
    elif form == "keysteps":
        _import_keysteps(read_keysteps(file, images), out)
    elif form in readers:
        _import_items(readers[form](), file, out)
    elif form in IMPORTABLE:
        _import_sessions(form, file, out)
    else:
        raise UnknownNameError("import format", form, (*ITEM_SETS, "mrbench", *IMPORTABLE))


def _mapping(mapping: Path | None) -> Path:
    if mapping is None:
        raise UsageError("eedi needs --mapping FILE, the misconception mapping")
    return mapping


def _import_items(found: ItemSet, file: Path, out: Path) -> None:
    check_name(out)
    _report(list(found.skipped))
    if not found.items:
        raise ImportFormatError(f"{file} holds no question that can be used; nothing is written")
    write_items(found, out)
    pairs = sum(1 for _ in found.pairs())
    say(
        f"{counted(len(found.items), 'question')}, {counted(pairs, 'wrong answer')} with a known "
        f"cause, {counted(len(found.statements), 'misconception')}; "
        f"{counted(len(found.skipped), 'record')} not used. "
        f"Written to {out}"
    )


def _import_rated(file: Path, out: Path) -> None:
    found = import_mrbench(file)
    _report(list(found.skipped))
    count = import_rated(
        found,
        out,
        library(),
        source=file.name,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        version=importlib.metadata.version("tutoring-sandbox"),
    )
    say(
        f"{count} rated replies to {len(found.conversations)} conversations in {out}. Measure a "
        f"judge with: sandbox judge {out} --rubric remediation --judge MODEL"
    )


def _import_keysteps(found: KeyStepSet, out: Path) -> None:
    """The items that can be used, with their pictures in a folder beside the file."""
    _report(list(found.skipped))
    keep_keysteps(found, out.parent, out.name)
    pictures = sum(len(item.images) for item in found.items)
    domains = Counter(item.domain for item in found.items)
    levels = Counter(item.difficulty_score for item in found.items)
    say(
        f"{counted(len(found.items), 'key-step item')} with {counted(pictures, 'picture')}; "
        f"{counted(len(found.skipped), 'record')} not used. Written to {out}"
    )
    say("By domain: " + ", ".join(f"{name} {count}" for name, count in sorted(domains.items())))
    say(
        "By difficulty: "
        + ", ".join(
            f"{level or 'none'} {count}" for level, count in sorted(levels.items(), key=str)
        )
        + ". The scale is the file's own: the released one is not that of its paper."
    )


def _import_sessions(form: str, file: Path, out: Path) -> None:
    faults: list[Fault] = []
    read = import_sessions(form, file, on_fault=faults.append)
    first = next(read, None)
    if first is None:
        _report(faults)
        raise ImportFormatError(f"{file} holds no session that can be read; nothing is written")
    count = write_records(itertools.chain([first], read), "jsonl", out)
    _report(faults)
    unused = counted(len(faults), "line")
    say(f"{counted(count, 'session')}, {unused} not used. Written to {out}")


def _report(faults: list[Fault]) -> None:
    for fault in faults[:SHOWN]:
        complain(str(fault))
    if len(faults) > SHOWN:
        complain(f"… and {len(faults) - SHOWN} more")
