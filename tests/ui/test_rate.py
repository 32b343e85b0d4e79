"""Rate, as raters and their organiser use it."""

import json

import pytest
from steps import heard, pick

TALK = [
    ("user", "I think 3/4 + 1/2 is 4/6."),
    ("assistant", "How did you get that? <img src=x onerror=alert(1)>"),
]


@pytest.fixture
def replies(tmp_path):
    path = tmp_path / "theirs.jsonl"
    lines = [
        json.dumps(
            {"session": f"t{n}", "messages": [{"role": r, "content": f"{c} {n}"} for r, c in TALK]}
        )
        for n in range(4)
    ]
    path.write_text("\n".join(lines))
    return path


def opened_round(page, replies, codes="R1, R2"):
    page.get_by_role("tab", name="Rate").click()
    page.get_by_role("button", name="Rounds, agreement, files").click()
    page.locator("input[type=file]:not([accept*=image])").last.set_input_files(str(replies))
    page.wait_for_timeout(800)
    page.get_by_role("button", name="Take the file as a run").click()
    page.wait_for_timeout(800)
    pick(page, "Rubric", "Learner-profile")
    page.get_by_label("Codes of the raters").fill(codes)
    page.get_by_role("button", name="Open the round").click()
    page.get_by_text("The round is open: 4 items").wait_for()


def begun(page, code):
    page.get_by_label("Your rater code").fill(code)
    page.get_by_role("button", name="Rate", exact=True).click()


def practised(page):
    for number in (1, 2, 3, 4):
        page.get_by_text(f"Practice {number} of 4").wait_for()
        page.get_by_text(f"Practice {number} of 4").click()
        for _ in range(page.locator(".rate-form fieldset:visible").count()):
            page.keyboard.press("2")
        page.keyboard.press("Enter")
        page.get_by_text("as worked out").wait_for()
        page.keyboard.press("Enter")


def rated(page, of, key):
    for number in range(1, of + 1):
        page.get_by_text(f"Item {number} of {of}").wait_for()
        page.get_by_text(f"Item {number} of {of}").click()
        for question in range(page.locator(".rate-form fieldset:visible").count()):
            page.keyboard.press(key(number, question))
        page.keyboard.press("Enter")
    page.get_by_text("All rated").wait_for()


def test_two_raters_practise_rate_by_keyboard_and_agreement_is_told(visit, make_app, replies):
    app = make_app()
    dialogs = []
    page = visit(app.url)
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    opened_round(page, replies)
    begun(page, "R1")
    practised(page)
    rated(page, 4, lambda number, question: str(1 + (number + question) % 2))
    assert "imported" not in page.locator(".card:visible").first.inner_text()
    begun(page, "R2")
    practised(page)
    rated(page, 4, lambda number, question: str(1 + (number + question + (number == 1)) % 2))
    page.get_by_role("button", name="Show agreement").click()
    page.get_by_text("Disagreements").first.wait_for()
    table = page.get_by_role("region", name="agreement").first.inner_text()
    assert "κ" in table
    assert "human:R1 × human:R2" in table
    assert "q1\t4\t." in page.get_by_role("region", name="Krippendorff").inner_text()
    box = page.get_by_label("Disagreement", exact=True)
    box.click()
    page.get_by_role("option").first.click()
    page.locator("fieldset", has_text="Your verdict").get_by_role("radio").first.check()
    page.get_by_label("Your code").fill("lead")
    still_open = page.get_by_role("cell", name="open", exact=True).count()
    page.get_by_role("button", name="Settle it").click()
    page.wait_for_function(
        """n => [...document.querySelectorAll("[aria-label=Disagreements] td")]
          .filter((cell) => cell.textContent === "open").length === n""",
        arg=still_open - 1,
    )
    (log,) = app.runs.glob("imported-*/log.jsonl")
    raters = {json.loads(line).get("rater") for line in log.read_text().splitlines()}
    assert {"human:R1", "human:R2", "human:adjudicated"} <= raters
    assert not dialogs


def test_code_of_another_rater_shows_and_changes_nothing_until_it_is_released(
    visit, make_app, replies
):
    app = make_app()
    page, other = visit(app.url), visit(app.url)
    opened_round(page, replies)
    begun(page, "R1")
    page.get_by_text("Practice 1 of 4").wait_for()
    page.evaluate("scrollTo(0, 600)")
    page.wait_for_function("scrollY === 600")
    case = page.locator("[aria-label='To rate']")
    assert case.bounding_box()["y"] >= 0  # it stays beside the questions
    other.get_by_role("tab", name="Rate").click()
    box = other.get_by_label("Run to rate")
    box.click()
    other.get_by_role("option", name="imported").first.click()
    pick(other, "Rubric", "Learner-profile")
    begun(other, "R1")
    other.get_by_text("in use in another browser").first.wait_for()
    assert "Practice 1 of" not in heard(other)
    page.get_by_label("Code to release").fill("R1")
    page.get_by_role("button", name="Release the code").click()
    page.get_by_text("The next browser that gives R1").wait_for()
    begun(other, "R1")
    other.get_by_text("Practice 1 of 4").wait_for()
    page.get_by_text("Practice 1 of 4").click()
    for _ in range(page.locator(".rate-form fieldset:visible").count()):
        page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.get_by_text("in use in another browser").first.wait_for()
    assert page.get_by_text("as worked out").count() == 0


def test_damaged_file_is_told_and_becomes_no_run(visit, make_app, tmp_path):
    app = make_app()
    page = visit(app.url)
    page.get_by_role("tab", name="Rate").click()
    page.get_by_role("button", name="Rounds, agreement, files").click()
    bad = tmp_path / "<img src=x>.jsonl"
    bad.write_bytes(b"\x00<html>")
    page.locator("input[type=file]:not([accept*=image])").last.set_input_files(str(bad))
    page.locator(".file-preview").wait_for()
    page.get_by_role("button", name="Take the file as a run").click()
    page.get_by_text("Invalid JSON").first.wait_for()
    assert list(app.runs.glob("imported-*")) == []


def test_unknown_code_and_missing_round_show_nothing(visit, make_app, replies):
    app = make_app()
    page = visit(app.url)
    opened_round(page, replies)
    begun(page, "R9")
    page.get_by_text("not one of the raters").first.wait_for()
    assert "Practice 1 of" not in heard(page)


def test_rounds_are_closed_to_visitors_without_the_organisers_password(
    visit, make_app, monkeypatch
):
    monkeypatch.setenv("SANDBOX_ORGANISER", "only the organiser knows")
    app = make_app()
    page = visit(app.url)
    page.get_by_role("tab", name="Rate").click()
    page.get_by_role("button", name="Rounds, agreement, files").click()
    page.get_by_label("Codes of the raters").fill("A, B")
    page.get_by_role("button", name="Open the round").click()
    page.get_by_text("not the organiser’s password").first.wait_for()
    page.get_by_role("button", name="Show agreement").click()
    page.wait_for_timeout(500)
    assert "Disagreements" not in heard(page)
