"""Watch, as a presenter uses it."""

from steps import bubbles, pick, texts


def opened(page):
    page.get_by_role("tab", name="Watch").click()
    pick(page, "The student", "Adds across")
    pick(page, "Topic", "different denominators")
    page.get_by_role("button", name="Open the session").click()
    page.get_by_role("button", name="Step").wait_for()


def step(page, count):
    for _ in range(count):
        before = bubbles(page).count()
        page.get_by_role("button", name="Step").click()
        bubbles(page).nth(before).wait_for()


def test_audience_guesses_first_and_then_sees_what_is_hidden(visit):
    page = visit()
    opened(page)
    step(page, 4)
    assert "What the student believes" not in page.content()
    page.get_by_label("Show what is hidden").check()
    page.get_by_text("What the student believes").wait_for()
    assert page.get_by_text("The answer has not been given away.").is_visible()
    page.get_by_label("Show what is hidden").uncheck()
    page.get_by_text("What the student believes").wait_for(state="detached")


def test_session_plays_by_itself_pauses_branches_and_restarts(visit):
    page = visit()
    opened(page)
    page.get_by_label("Pace, in seconds a turn").first.fill("0.5")
    page.get_by_label("Pace, in seconds a turn").first.press("Tab")
    page.get_by_role("button", name="Play", exact=True).click()
    bubbles(page).nth(3).wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.wait_for_timeout(1_000)
    first = texts(page)
    page.get_by_role("button", name="Branch: another tutor").click()
    page.get_by_label("Keep the first turns").first.fill("1")
    page.get_by_label("Keep the first turns").first.press("Tab")
    pick(page, "The other tutor", "solver")
    page.get_by_role("button", name="Branch", exact=True).click()
    page.get_by_text("branch of").wait_for()
    bubbles(page).nth(1).wait_for(state="detached")  # the kept turn alone is left
    step(page, 1)
    assert texts(page)[0] == first[0]
    assert texts(page)[1] != first[1]
    page.get_by_role("button", name="Restart").click()
    page.get_by_text("Turn 0 of").wait_for()


def test_presenter_takes_a_seat_and_gives_it_back(visit):
    page = visit()
    opened(page)
    step(page, 1)
    page.get_by_label("Tutor", exact=True).locator("visible=true").check()
    box = page.get_by_label("What you say in that seat")
    box.fill("How did you get that?")
    box.press("Enter")
    bubbles(page).nth(1).wait_for()
    step(page, 1)
    page.get_by_label("Nobody").check()
    step(page, 2)
