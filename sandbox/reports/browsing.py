"""A run to browse: its sessions with who took part, filtered, summed up, compared, written out.

Works for a run of any study that holds transcripts. Knows no page.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from sandbox.records import Manifest, Score, Trial
from sandbox.reports.tables import Cell, Table, counted, figure
from sandbox.reports.talks import NO_SHARES
from sandbox.scoring.clusters import difference
from sandbox.scoring.stats import Estimate, clustered
from sandbox.store.export import guarded, session_records, write_records
from sandbox.store.reading import ScoreIndex, read_manifest, sessions

COUNTS = (*NO_SHARES, "first_leak_turn")
"""Metrics that are no shares."""

HEADLINES = ("scope_control", "clean_turn_share", "identified", "gain", "pre", "post", "fidelity")
"""The metrics that stand first, where a run has them."""

ALL = ""
"""As a filter: no filter."""


@dataclass(frozen=True)
class Talk:
    """A session with what it is filtered by, and its scores of the session as a whole."""

    session: str
    student: str
    tutor: str
    task: str
    ending: str
    turns: int
    scores: Mapping[str, float | None]


@dataclass(frozen=True)
class Chosen:
    """What is looked for; `ALL` leaves a part open."""

    student: str = ALL
    tutor: str = ALL
    task: str = ALL

    def holds(self, talk: Talk) -> bool:
        """Whether a session is meant."""
        return (
            self.student in (ALL, talk.student)
            and self.tutor in (ALL, talk.tutor)
            and self.task in (ALL, talk.task)
        )


@dataclass(frozen=True)
class Browsed:
    """A run as it is browsed."""

    folder: Path
    manifest: Manifest
    talks: tuple[Talk, ...]

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics of whole sessions, as they are listed."""
        return in_order({name for talk in self.talks for name in talk.scores})

    def options(self, part: str) -> list[str]:
        """What can be chosen for a part: student, tutor, task."""
        return sorted({str(getattr(talk, part)) for talk in self.talks})

    def where(self, chosen: Chosen) -> list[Talk]:
        """The sessions that are meant."""
        return [talk for talk in self.talks if chosen.holds(talk)]


def browse(folder: Path) -> Browsed:
    """Read a run for browsing.

    Raises:
        RunLogError: the folder is no run, or its log is damaged.
    """
    index = ScoreIndex(folder)
    talks = tuple(
        _talk(trial, index.of(trial.cell.key))
        for trial in sessions(folder)
        if trial.transcript is not None
    )
    return Browsed(folder, read_manifest(folder), talks)


def _talk(trial: Trial, scores: Sequence[Score]) -> Talk:
    transcript = trial.transcript
    assert transcript is not None
    item = transcript.item
    ending = transcript.ending
    return Talk(
        session=trial.cell.key,
        student=transcript.student,
        tutor=transcript.tutor,
        task=item.family or item.topic or item.source,
        ending=ending.kind if ending else "",
        turns=len(transcript.turns),
        scores={s.metric: s.value for s in scores if s.turn is None},
    )


def in_order(metrics: Iterable[str]) -> list[str]:
    """Metrics as they are listed: the headlines, then the others by name."""
    found = set(metrics)
    return [*(name for name in HEADLINES if name in found), *sorted(found - {*HEADLINES})]


def mean_of(talks: Iterable[Talk], metric: str) -> Estimate:
    """The mean of a metric with its interval, bootstrapped over students."""
    held = [(talk.student, talk.scores[metric]) for talk in talks if metric in talk.scores]
    found = clustered(held, metric)
    if metric in COUNTS and found.interval and found.interval.method.startswith("Wilson"):
        return replace(found, interval=None)  # Wilson's is for shares
    return found


def difference_of(first: Sequence[Talk], second: Sequence[Talk], metric: str) -> Estimate:
    """The mean of a metric in the second less that in the first, its interval bootstrapped over
    students: one drawn brings along their sessions on both sides."""
    held = [
        (value, side, talk.student)
        for side, talks in (("first", first), ("second", second))
        for talk in talks
        if (value := talk.scores.get(metric)) is not None
    ]
    values, sides, students = zip(*held, strict=True) if held else ((), (), ())
    found = difference(values, sides, students, "second", "first", metric)
    count = len(set(students))
    return Estimate(found.difference, None, found.interval, 0, 0, count, found.reason)


def summary(talks: Sequence[Talk], metrics: Sequence[str]) -> Table:
    """Every metric for each tutor of these sessions."""
    tutors = sorted({talk.tutor for talk in talks})
    rows: list[tuple[Cell, ...]] = []
    for metric in metrics:
        by_tutor = [mean_of((t for t in talks if t.tutor == tutor), metric) for tutor in tutors]
        if any(found.of for found in by_tutor):
            rows.append((metric, *by_tutor))
    note = (
        "Mean with 95% interval (bootstrap over students); below it, scored of how many sessions."
    )
    return Table(
        "summary", counted(len(talks), "session"), ("metric", *tutors), tuple(rows), (note,)
    )


def comparison(first: Browsed, second: Browsed, chosen: Chosen) -> Table:
    """Two runs side by side, on the sessions that are meant in both."""
    one, two = first.where(chosen), second.where(chosen)
    rows: list[tuple[Cell, ...]] = []
    for metric in in_order({*first.metrics, *second.metrics}):
        mine, theirs = mean_of(one, metric), mean_of(two, metric)
        if mine.mean is None and theirs.mean is None:
            continue
        rows.append((metric, mine, theirs, difference_of(one, two, metric)))
    names = (first.folder.name, second.folder.name)
    notes = (
        f"{len(one)} and {len(two)} sessions. The difference is second − first with its 95% "
        "interval (bootstrap over students, each with their sessions of both runs); none where "
        "fewer than two students were scored or all differ alike. Ask whether students and tasks "
        "are the same.",
    )
    columns = ("metric", *names, "difference")
    return Table("comparison", "Two runs", columns, tuple(rows), notes)


def listing(talks: Sequence[Talk], metrics: Sequence[str]) -> Table:
    """A row a session."""
    rows = tuple(
        (
            talk.session,
            talk.student,
            talk.tutor,
            talk.task,
            talk.ending,
            str(talk.turns),
            *(figure(talk.scores.get(metric)) for metric in metrics),
        )
        for talk in talks
    )
    columns = ("session", "student", "tutor", "task", "ending", "turns", *metrics)
    return Table("sessions", "Sessions", columns, rows)


def write_shown(
    browsed: Browsed, talks: Sequence[Talk], tables: Sequence[Table], out: Path, page: str = ""
) -> None:
    """Everything that is shown, as one zip: tables, the list of sessions, the sessions whole.

    Args:
        browsed: The run.
        talks: The sessions that are shown.
        tables: The tables that are shown.
        out: The zip.
        page: The figure as a page of its own.
    """
    wanted = {talk.session for talk in talks}
    kept = (
        record
        for record in session_records(browsed.folder)
        if record.cell and record.cell.key in wanted
    )
    whole = out.with_suffix(".jsonl")
    write_records(kept, "jsonl", whole)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for table in tables:
            bundle.writestr(f"{table.name}.csv", table.csv())
        bundle.writestr("sessions.csv", _sessions_csv(talks, browsed.metrics))
        bundle.write(whole, "sessions.jsonl")
        if page:
            bundle.writestr("figure.html", page)
    whole.unlink()


def _sessions_csv(talks: Sequence[Talk], metrics: Sequence[str]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("session", "student", "tutor", "task", "ending", "turns", *metrics))
    for talk in talks:
        values = [talk.scores.get(metric) for metric in metrics]
        words = (talk.session, talk.student, talk.tutor, talk.task, talk.ending)
        writer.writerow(
            (
                *map(guarded, words),
                talk.turns,
                *("" if value is None else f"{value:.6g}" for value in values),
            )
        )
    return out.getvalue()
