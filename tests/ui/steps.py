"""What a person does in the app, as steps of tests."""

import json
import re


def pick(page, label, text):
    """Search a list and take the first entry that matches."""
    box = page.get_by_label(label, exact=True).locator("visible=true").first
    box.click()
    box.fill("")
    box.press_sequentially(text)
    page.get_by_role("option", name=text).first.click()


def choose(page, label, text):
    """Add the first entry that matches to a list of several."""
    box = page.get_by_label(label).locator("visible=true").first
    box.click()
    box.press_sequentially(text)
    page.get_by_role("option", name=text).first.click()
    box.press("Escape")


def begin(page, student="Adds across", seat="Tutor", topic=None, partner=None):
    """Begin a session in Play."""
    page.get_by_label(seat, exact=True).check()
    if partner:
        page.get_by_label(partner).check()
    if student:
        pick(page, "The student", student)
    if topic:
        pick(page, "Topic", topic)
    page.get_by_role("button", name="Begin").click()


def say(page, text, replies=True):
    """Say something, and wait for the reply."""
    page.get_by_text("Your turn.").locator("visible=true").first.wait_for()
    said = bubbles(page).count()
    box = page.get_by_label("Your message").first
    box.fill(text)
    box.press("Enter")
    bubbles(page).nth(said + (1 if replies else 0)).wait_for()
    if replies:
        page.get_by_text("Your turn.").locator("visible=true").first.wait_for()


def end(page):
    """End the session in Play, for the reason that stands first."""
    page.get_by_role("button", name="End the session").first.click()
    page.get_by_text("Why", exact=True).locator("visible=true").first.wait_for()
    page.get_by_role("button", name="End the session").last.click()


def bubbles(page):
    """The messages that can be seen."""
    return page.locator(".talk .message:visible")


def heard(page):
    """All that reached the browser: what the server sent, and the page as it stands."""
    page.wait_for_timeout(300)
    return page.evaluate("window.heard.join('\\n')") + page.content()


def texts(page):
    """What the messages say, once they stand still: each update may draw them anew."""
    said = None
    while said != (now := bubbles(page).all_inner_texts()):
        said = now
        page.wait_for_timeout(250)
    return [re.sub(r"\s+", " ", text) for text in now]


def log_of(app):
    """The lines of the app's log."""
    (log,) = app.runs.glob("live-*/log.jsonl")
    return log.read_text().splitlines()


def answer_of(app, question):
    """The key of the task that was last set with this question."""
    starts = [json.loads(line) for line in log_of(app)]
    return [s for s in starts if s["kind"] == "start" and s["item"]["question"] == question][-1][
        "item"
    ]["answer"]
