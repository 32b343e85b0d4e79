"""What the reports say: by tutor, by student, against chance and published figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from report_samples import cell, manifest, run_of, write_run

from sandbox.content.library import load
from sandbox.records import Cell
from sandbox.reports import misconceptions
from sandbox.reports.build import report_of
from sandbox.reports.caught import caught_table
from sandbox.reports.dialogue import metric_table, report, sensitivity_table
from sandbox.reports.published import NOVICE
from sandbox.reports.rows import Row, Run, grouped, over_trials, read_run, scored
from sandbox.reports.talks import estimated, levels
from sandbox.reports.validity import invalid_sessions, validity_table
from sandbox.scoring.sensitivity import Sensitivity
from sandbox.scoring.stats import Estimate, Interval
from sandbox.store.runlog import RunLog

from report_samples import score  # isort: skip


def columns(table, row):
    return dict(zip(table.columns, row, strict=True))


def test_a_metric_is_given_by_tutor_in_the_order_of_the_design_with_n_of_n() -> None:
    run = run_of(
        "identified", {("a", "t1"): [1.0, 1.0], ("b", "t1"): [0.0, None], ("a", "t2"): [0.0]}
    )
    assert levels(run, "tutor") == ["t2", "t1"]
    table = metric_table(run, "tutor", "By tutor", "tutors")
    first, second = (columns(table, row) for row in table.rows)
    assert (first["tutor"], second["tutor"]) == ("t2", "t1")
    found = second["identified"]
    assert isinstance(found, Estimate)
    assert (found.mean, found.scored, found.of, found.clusters) == (2 / 3, 3, 4, 2)
    assert first["identified"].mean == 0.0
    assert first["gain"].mean is None


def test_a_count_gets_no_interval_that_is_meant_for_shares() -> None:
    run = run_of("turns_to_identify", {("a", "t"): [1.0, 1.0], ("b", "t"): [1.0]})
    assert estimated(run.metric("turns_to_identify"), "turns_to_identify").interval is None
    share = estimated(run.metric("scope_control"), "scope_control")
    assert share.interval is not None
    assert share.interval.high == 1.0


def test_sessions_in_character_are_counted_and_unjudged_ones_stay_in() -> None:
    run = run_of(
        "fidelity", {("a", "t1"): [1.0, 0.5], ("b", "t1"): [0.9, None], ("a", "t2"): [1.0]}
    )
    assert validity_table(run).rows == (
        ("t2", "tutor", "1", "1", "0", "0"),
        ("t1", "tutor", "4", "2", "1", "1"),
        ("a", "student", "3", "2", "1", "0"),
        ("b", "student", "2", "1", "0", "1"),
    )
    assert len(invalid_sessions(run)) == 1


def with_fidelity(run: Run, values: Sequence[float | None]) -> Run:
    """The run with the fidelity of each of its sessions, in order."""
    sessions = dict.fromkeys(row.score.session for row in run.rows)
    first = {row.score.session: row for row in reversed(run.rows)}
    judged = [
        replace(first[key], score=score(key, "fidelity", value))
        for key, value in zip(sessions, values, strict=True)
    ]
    return replace(run, rows=(*run.rows, *judged))


def on_disk(run: Run, folder: Path) -> Run:
    """The run with a folder of its own, in which no session was logged."""
    RunLog.create(folder, run.manifest).close()
    return replace(run, folder=folder)


def test_every_table_over_sessions_is_given_again_without_those_out_of_character(
    tmp_path: Path,
) -> None:
    talked = {("a", "t1"): [1.0, 0.0], ("b", "t1"): [1.0, 1.0], ("a", "t2"): [0.0]}
    run = with_fidelity(run_of("guarded.fell_back", talked), [1.0, 0.5, None, 0.8, 0.2])
    run = on_disk(run, tmp_path / "run")
    tables = {table.name: table for table in report(run, {}, figures=False).tables}
    twins = [name for name in tables if name.endswith("-valid")]
    assert twins == [f"{name}-valid" for name in ("tutors", "students", "caught")]
    for name in twins:
        whole, valid = tables[name.removesuffix("-valid")], tables[name]
        assert [row[0] for row in valid.rows] == [row[0] for row in whole.rows]
        assert valid.columns == whole.columns
        assert "out of character" in valid.notes[0]
    (t1, t2) = (columns(tables["caught"], row)["fell back"] for row in tables["caught"].rows)
    assert (t2.of, t1.of) == (1, 4)
    (t1, t2) = (
        columns(tables["caught-valid"], row)["fell back"] for row in tables["caught-valid"].rows
    )
    assert (t2.mean, t2.of) == (None, 0)
    assert (t1.mean, t1.scored, t1.of, t1.clusters) == (1.0, 3, 3, 2)
    drawn = report(run, {}, figures=True).figures
    assert [figure.name for figure in drawn][:2] == ["tutors", "tutors-valid"]


def test_where_every_session_is_in_character_nothing_is_given_twice(tmp_path: Path) -> None:
    run = with_fidelity(run_of("gain", {("a", "t"): [1.0, 0.0]}), [0.8, None])
    run = on_disk(run, tmp_path / "run")
    made = report(run, {}, figures=True)
    assert [table.name for table in made.tables] == ["tutors", "students", "validity"]
    assert [figure.name for figure in made.figures] == ["tutors"]


def test_endings_of_sessions_out_of_character_are_counted_once_only(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [cell("a", "t"), cell("b", "t"), cell("a", "u")])
    run = with_fidelity(read_run(folder), [1.0, 0.0, 0.0])
    tables = {table.name: table for table in report(run, {}, figures=False).tables}
    assert tables["endings"].rows == (("t", "2"), ("u", "1"))
    assert tables["endings-valid"].rows == (("t", "1"), ("u", "0"))


def test_what_guard_and_grounding_caught_stands_beside_what_was_sent_with_n_and_interval() -> None:
    students = ("grounded:m@x", "grounded:m@y", "novice:z")
    rates = {"raw_leak": 0.5, "leak": 0.0, "asked_again": 0.5, "fell_back": 0.25}
    rows = []
    for student in students:
        for tutor in ("guarded:m", "scripted:solver"):
            each = cell(student, tutor)
            found: dict[str, float | None] = {}
            if tutor == "guarded:m":
                found |= {f"guarded.{name}": value for name, value in rates.items()}
                found["guarded.raw_leak"] = None if student == "novice:z" else 0.5
            if student.startswith("grounded"):
                again = float(student.endswith("x"))
                found |= {"grounded.asked_again": again, "grounded.fell_back": 0.0}
            scores = [score(each.key, metric, value) for metric, value in found.items()]
            rows += [
                Row(each.factors, 0, one.model_copy(update={"detail": {"model": "m"}}))
                for one in scores
            ]
    table = caught_table(Run(Path("x"), manifest(), tuple(rows)))
    tutor, student = (columns(table, row) for row in table.lines())
    assert tutor["agent"] == ("guarded:m",)
    assert tutor["raw leak"] == (".50", "2 of 3")
    assert tutor["leak sent"] == (".00", "[.00, .56]", "3 of 3")
    assert student["agent"] == ("grounded:m",)
    assert (student["raw leak"], student["leak sent"]) == (("",), ("",))
    assert student["asked again"] == (".50", "[.00, 1.00]", "4 of 4")
    assert len(table.rows) == 2
    assert caught_table(run_of("gain", {("a", "t"): [1.0]})).rows == ()


def test_note_speaks_of_intervals_only_where_the_table_has_some() -> None:
    several = run_of("identified", {("a", "t"): [1.0, 0.0], ("b", "t"): [0.0, 1.0]})
    assert metric_table(several, "student", "S", "s").notes[0].startswith("Mean; below it")
    assert "bootstrap over students" in metric_table(several, "tutor", "T", "t").notes[0]


def test_the_sensitivity_table_shows_chance_and_says_why_there_is_nothing() -> None:
    told = Sensitivity(0.67, Interval(0.6, 0.74, "x"), 1 / 3, 0.34, 0.024, ("a", "b"), 60, 90, 90)
    none = Sensitivity(None, None, 0.0, None, None, (), 0, 0, 3, "there is one tier only")
    table = sensitivity_table({"adaptive": told})
    assert "why not" not in table.columns
    row = columns(table, table.lines()[0])
    assert row["told rightly"] == (".67", "[.60, .74]", "90 of 90")
    assert (row["chance"], row["p"]) == ((".33",), (".024",))
    both = sensitivity_table({"adaptive": told, "odd": none})
    assert columns(both, both.lines()[1])["why not"] == ("there is one tier only",)
    assert columns(both, both.lines()[1])["told rightly"] == ("–", "0 of 3")


def test_a_run_read_back_joins_scores_with_the_factors_of_their_cells(tmp_path: Path) -> None:
    run = read_run(write_run(tmp_path / "run", [cell("a", "t"), cell("b", "t")]))
    assert [(row.factor("student"), row.score.value) for row in run.metric("scope_control")] == [
        ("a", 0.0), ("b", 0.0),
    ]  # fmt: skip
    assert scored(run.metric("gain")) == "0 of 2"
    assert run.metric("scope_control")[0].factor("no such factor") == ""


def test_a_report_counts_how_sessions_ended(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "run", [cell("a", "t"), cell("b", "t"), cell("a", "u")])
    tables = {table.name: table for table in report_of(folder, load(), figures=False).tables}
    assert tables["endings"].rows == (("t", "2"), ("u", "1"))
    assert tables["endings"].columns == ("tutor", "tutor-ended")
    assert "sensitivity" not in tables


def rows_of(study: str, factor: str, values) -> tuple[Row, ...]:
    """(agent, metric) → one list a trial of the values of its pairs."""
    rows = []
    for (agent, metric), trials in values.items():
        for trial, found in enumerate(trials):
            for pair, value in enumerate(found):
                each = Cell(study=study, factors={factor: agent, "pair": pair}, replicate=trial)
                rows.append(Row(each.factors, trial, score(each.key, metric, value)))
    return tuple(rows)


def test_the_mean_over_trials_leaves_out_what_is_unscored() -> None:
    rows = rows_of("novice", "novice", {("n", "s1"): [[1.0, None], [1.0, 0.0]]})
    found = over_trials(rows)
    assert (found.mean, round(found.sd or 0, 4)) == (0.75, 0.3536)
    assert scored(rows) == "3 of 4"
    assert list(grouped(rows, lambda row: row.replicate)) == [0, 1]
    assert over_trials([]).mean is None


def test_the_novice_table_has_ours_chance_and_every_published_figure() -> None:
    values = {("n", "s1"): [[1.0, 0.0], [1.0, 1.0]], ("n", "correct"): [[0.0, 1.0], [0.0, 0.0]]}
    run = Run(Path("x"), manifest("novice"), rows_of("novice", "novice", values))
    (table,) = misconceptions.novice_tables(run)
    text = {row[0][0]: row for row in table.lines()}
    assert text["n"] == [("n",), (".750 ± .354",), (".250 ± .354",), ("4 of 4",)]
    assert text["chance, any of four letters"][1] == (".250",)
    published = [name for name in text if name.endswith("(published)")]
    assert len(published) == sum(map(len, NOVICE.values()))
    assert text["GPT-4, few-same (published)"][1] == (".679 ± .020",)
    assert "2 trials" in table.notes[0]


def test_the_expert_table_and_figure_have_ours_chance_and_the_published_ends() -> None:
    values = {
        ("t", "s2@4"): [[1.0, 1.0]], ("t", "mrr@4"): [[1.0, 0.5]],
        ("t", "s2@100"): [[1.0, None]], ("t", "mrr@100"): [[0.1, None]],
    }  # fmt: skip
    rows = rows_of("expert-tutor", "tutor", values)
    run = Run(Path("x"), manifest("expert-tutor", pools=[4, 100]), rows)
    table = misconceptions.expert_table(run)
    text = {row[0][0]: [cell[0] for cell in row[1:]] for row in table.lines()}
    assert text["t"] == ["1.000", "1.000", "3 of 4"]
    assert text["t, mean recip. rank"] == [".750", ".100", ""]
    assert text["chance"] == [".250", ".010", ""]
    assert text["GPT-4 (published)"] == [".919", ".398", ""]
    said = misconceptions.expert_figure(run).alt
    assert "t: 1.00 at 4, 1.00 at 100" in said
    assert "chance 1/n: 0.25 at 4, 0.01 at 100" in said


def test_who_names_none_is_told_from_who_names_a_wrong_one() -> None:
    names = {"quiet": True, "wrong": False}
    rows = tuple(
        Row({"tutor": tutor}, 0, row.score.model_copy(update={"detail": {"abstained": is_quiet}}))
        for tutor, is_quiet in names.items()
        for row in rows_of("expert-tutor", "tutor", {(tutor, "s2@4"): [[0.0, 0.0]]})
    )
    run = Run(Path("x"), manifest("expert-tutor", pools=[4]), rows)
    table = misconceptions.expert_table(run)
    text = {row[0][0]: [cell[0] for cell in row[1:]] for row in table.lines()}
    assert text["quiet, named none"] == ["1.000", ""]
    assert "wrong, named none" not in text
    assert any("chance is for somebody who always names one" in note for note in table.notes)
