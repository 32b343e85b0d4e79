"""Collect, as participants, their organiser, and strangers use it."""

import json
import zipfile

import pytest
from steps import bubbles, heard, log_of, texts
from test_safety import call

PASSWORD = "only the organiser knows"

DESIGN = """
- id: my-study
  title: "My study"
  order: latin-square
  consent: "You teach a child. **Nothing** is asked of you but <b>patience</b>."
  instructions: {tutor: "Find out how the child thinks.", student: "Say what you think."}
  conditions:
    - {id: teach, seat: tutor, student: "novice:fractions/add-across", family: frac-add-unlike}
    - {id: learn, seat: student, student: "scripted:expert", tutor: "scripted:socratic", family: frac-add-unlike}
  turns: {least: 2, most: 8}
  questionnaire:
    - {id: liked, asks: "Did you like it?", choices: ["no", "yes"]}
    - {id: remarks, asks: "Anything else?", kind: text, is_optional: true}
"""


@pytest.fixture
def study(make_app, tmp_path, monkeypatch):
    path = tmp_path / "design.yaml"
    path.write_text(DESIGN)
    monkeypatch.setenv("SANDBOX_ORGANISER", PASSWORD)
    return make_app("--collect", str(path))


def joined(page, code):
    page.get_by_role("tab", name="Collect").click()
    page.get_by_label("Participant code").fill(code)
    page.get_by_label("I have read this").check()
    page.get_by_role("button", name="Take part").click()
    page.get_by_role("button", name="Start the session").wait_for()


def started(page):
    page.get_by_role("button", name="Start the session").click()
    page.get_by_text("Your turn.").locator("visible=true").wait_for()


def said(page, text):
    count = bubbles(page).count()
    box = page.get_by_label("What you say", exact=True)
    box.fill(text)
    box.press("Enter")
    bubbles(page).nth(count + 1).wait_for()
    page.get_by_text("Your turn.").locator("visible=true").wait_for()


def finished(page):
    page.get_by_role("button", name="Finish the session").click()


def test_participant_goes_through_a_study_with_a_refresh_and_the_organiser_exports_it(
    visit, study, tmp_path
):
    page = visit(study.url, ready="For the organiser")
    page.get_by_text("<b>patience</b>").wait_for()
    assert page.get_by_role("tab").count() == 1
    joined(page, "A1")
    for number in (1, 2):
        page.get_by_text(f"Session {number} of 2").wait_for()
        started(page)
        said(page, "My name is Aurelia <img src=x onerror=alert(1)>; how did you get that?")
        before = texts(page)
        page.reload()
        page.get_by_role("tab", name="Collect").click()
        bubbles(page).nth(len(before) - 1).wait_for()
        assert texts(page) == before
        told = heard(page)
        if page.get_by_text("You are the student").is_visible():
            assert "Only you see the key" not in told.split("Session 2 of 2")[-1]
        finished(page)
    page.get_by_text("Did you like it?").wait_for()
    page.get_by_role("button", name="Send my answers").click()
    page.get_by_text("please answer: Did you like it?").first.wait_for()
    page.get_by_label("yes", exact=True).check()
    page.get_by_label("Anything else?").fill("<script>alert(2)</script> ask Mr Bexley")
    page.get_by_role("button", name="Send my answers").click()
    page.get_by_text("Thank you. Your answers are kept").wait_for()

    organiser = visit(study.url, ready="For the organiser")
    dialogs = []
    organiser.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    organiser.get_by_role("tab", name="Collect").click()
    organiser.get_by_role("button", name="For the organiser").click()
    organiser.get_by_label("Organiser’s password").fill(PASSWORD)
    organiser.get_by_role("button", name="Show progress").click()
    organiser.get_by_text("Participants: 1.").wait_for()
    assert organiser.get_by_text("completed").first.is_visible()
    organiser.get_by_role("button", name="Prepare the export").click()
    link = organiser.get_by_role("button", name="Download 2 sessions")
    link.wait_for()
    with organiser.expect_download() as download:
        link.click()
    path = tmp_path / "export.zip"
    download.value.save_as(path)
    with zipfile.ZipFile(path) as bundle:
        together = "\n".join(bundle.read(name).decode() for name in bundle.namelist())
        assert {"participants.csv", "sessions.csv.csv", "sessions.openai.jsonl"} <= set(
            bundle.namelist()
        )
    assert "[name]" in together
    assert "Aurelia" not in together
    assert "Bexley" not in together
    assert not dialogs
    study.log.flush()
    assert PASSWORD not in (study.runs.parent / f"{study.runs.name}.log").read_text()
    assert all(PASSWORD not in path.read_text() for path in study.runs.rglob("*.json*"))


def test_leaving_is_recorded_as_abandoned_and_stays_so(visit, study):
    page = visit(study.url, ready="For the organiser")
    joined(page, "B2")
    started(page)
    page.get_by_role("button", name="Leave the study").first.click()
    page.get_by_label("I want to leave").check()
    page.get_by_role("button", name="Leave the study").last.click()
    page.get_by_text("You have left the study.").wait_for()
    page.reload()
    page.get_by_role("tab", name="Collect").click()
    page.get_by_text("You have left the study.").wait_for()
    endings = [json.loads(line) for line in log_of(study)]
    assert [e["ending"]["kind"] for e in endings if e["kind"] == "ending"] == ["abandoned"]


def test_code_of_another_participant_opens_nothing(visit, study):
    page, thief = (
        visit(study.url, ready="For the organiser"),
        visit(study.url, ready="For the organiser"),
    )
    joined(page, "C3")
    started(page)
    said(page, "A sentence that nobody else may read")
    thief.get_by_role("tab", name="Collect").click()
    thief.get_by_label("Participant code").fill("C3")
    thief.get_by_label("I have read this").check()
    thief.get_by_role("button", name="Take part").click()
    thief.get_by_text("this code is in use").first.wait_for()
    assert "nobody else may read" not in heard(thief)


def test_organisers_page_shows_nothing_without_the_password(visit, study):
    page = visit(study.url, ready="For the organiser")
    joined(page, "SECRET-CODE")
    stranger = visit(study.url, ready="For the organiser")
    stranger.get_by_role("tab", name="Collect").click()
    stranger.get_by_role("button", name="For the organiser").click()
    for given in ("", "wrong", PASSWORD[:-1]):
        stranger.get_by_label("Organiser’s password").fill(given)
        stranger.get_by_role("button", name="Show progress").click()
        stranger.get_by_text("not the organiser’s password").first.wait_for()
        stranger.wait_for_timeout(1_000)
    assert "SECRET-CODE" not in heard(stranger)
    assert PASSWORD not in heard(stranger)


def test_organisers_page_is_closed_where_no_password_is_set(visit):
    page = visit()
    page.get_by_role("tab", name="Collect").click()
    page.get_by_role("button", name="For the organiser").click()
    page.get_by_text("This page is closed").wait_for()
    assert page.get_by_label("Organiser’s password").count() == 0


def test_guessed_token_of_a_participant_shows_and_moves_nothing(visit, study):
    page = visit(study.url, ready="For the organiser")
    joined(page, "D4")
    started(page)
    said(page, "A sentence that nobody else may read")
    ids = [json.loads(line)["session"] for line in log_of(study)]
    for guess in (None, "", "x" * 40, ids[-1], {"a": 1}, 7):
        for button in ("Finish the session", "Ask it again", "I do not know"):
            assert "nobody else may read" not in call(study.url, button, [guess, "my-study"])
    assert "nobody else may read" in texts(page)[-2]
    assert page.get_by_role("button", name="Finish the session").is_enabled()
