"""Results, as a researcher reads them."""

import re
import subprocess
import sys
import zipfile

import pytest
from steps import heard, pick


@pytest.fixture
def studied(make_app):
    """An app over a folder with two runs."""

    def start(*options):
        app = make_app(*options)
        study(app, "mine", "solver", "diagnoser")
        study(app, "theirs", "diagnoser")
        return app

    return start


def study(app, name, *tutors):
    command = [sys.executable, "-m", "sandbox", "run", "dialogue", "--replicates", "1"]
    for tutor in tutors:
        command += ["--tutor", f"scripted:{tutor}"]
    for student in ("fractions/add-across", "decimals/longer-is-larger"):
        command += ["--student", f"novice:{student}"]
    subprocess.run(
        [*command, "--turns", "6", "--tests", "0", "--out", str(app.runs / name)],
        check=True, capture_output=True,
    )  # fmt: skip


def shown(page, run="mine"):
    page.get_by_role("tab", name="Results").click()
    box = page.get_by_label("Run", exact=True)
    box.click()
    page.get_by_role("option", name=run).first.click()
    page.get_by_role("button", name="Show the run").click()


def test_run_is_filtered_read_compared_and_downloaded(visit, studied, tmp_path):
    page = visit(studied().url)
    shown(page)
    page.get_by_role("region", name="4 sessions").wait_for()
    page.locator(".js-plotly-plot:visible").wait_for()
    pick(page, "Tutor of the session", "scripted:solver")
    page.get_by_role("region", name="2 sessions").wait_for()
    assert (
        "scripted:diagnoser"
        not in page.get_by_role("region", name="Sessions", exact=True).inner_text()
    )
    pick(page, "Persona", "add-across")
    page.get_by_role("region", name="1 session").wait_for()
    pick(page, "Session to read", "add-across")
    transcript = page.get_by_label("Transcript")
    transcript.wait_for()
    assert transcript.locator("mark.evidence").count() >= 1
    assert "scope" in "".join(transcript.locator(".turn-note .moves").all_inner_texts())
    assert "scope_control" in transcript.inner_text()
    page.get_by_role("button", name="Prepare a download").click()
    button = page.get_by_role("button", name="Download (zip)")
    button.wait_for()
    with page.expect_download() as download:
        button.click()
    path = tmp_path / "shown.zip"
    download.value.save_as(path)
    with zipfile.ZipFile(path) as bundle:
        assert {"summary.csv", "sessions.csv", "sessions.jsonl", "figure.html"} == set(
            bundle.namelist()
        )
        assert len(bundle.read("sessions.jsonl").splitlines()) == 1
    pick(page, "Compare with", "theirs")
    page.get_by_role("button", name="Show the run").click()
    page.get_by_role("region", name="Two runs").wait_for()
    told = page.get_by_role("region", name="Two runs").inner_text()
    assert "theirs" in told
    assert re.search(r"scope_control.*\[", told, re.DOTALL)


def test_run_made_meanwhile_is_on_offer_when_one_comes_back(visit, studied):
    app = studied()
    page = visit(app.url)
    shown(page, "theirs")
    page.get_by_role("region", name="2 sessions").wait_for()
    study(app, "later", "solver", "diagnoser")
    page.get_by_role("tab", name="Rate").click()
    pick(page, "Run to rate", "later")
    page.get_by_role("tab", name="Results").click()
    page.wait_for_timeout(1_000)
    assert "theirs" in page.get_by_label("Run", exact=True).input_value()
    pick(page, "Run", "later")
    page.get_by_role("button", name="Show the run").click()
    page.get_by_role("region", name="4 sessions").wait_for()


def test_results_need_the_organisers_password_where_there_is_one(visit, studied, monkeypatch):
    monkeypatch.setenv("SANDBOX_ORGANISER", "only the organiser knows")
    page = visit(studied().url)
    page.get_by_role("tab", name="Results").click()
    page.get_by_role("button", name="Show the run").click()
    page.get_by_text("not the organiser’s password").first.wait_for()
    assert "mine" not in page.get_by_label("Run", exact=True).inner_text()
    assert "theirs · dialogue" not in heard(page)
    page.get_by_label("Organiser’s password to read results").fill("only the organiser knows")
    page.get_by_label("Organiser’s password to read results").press("Tab")
    page.wait_for_timeout(1_000)
    shown(page)
    page.get_by_role("region", name="4 sessions").wait_for()


def test_results_are_closed_to_visitors_where_no_organiser_is_named(chromium, studied):
    app = studied("--password", "open sesame")
    context = chromium.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(app.url)
    page.get_by_label("username").fill("anybody")
    page.get_by_label("password").fill("open sesame")
    page.get_by_role("button", name="Login").click()
    page.get_by_role("tab", name="Results").click()
    page.get_by_text("Closed: start the app").locator("visible=true").first.wait_for()
    assert page.get_by_role("button", name="Show the run").count() == 0
    context.close()
