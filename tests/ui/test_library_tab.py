"""Library: search, see a problem, ask a misconception anything."""

from steps import begin, choose, pick, say

from sandbox.content.itemfiles import read_items


def test_misconceptions_are_searched_and_asked(visit):
    page = visit()
    page.get_by_role("tab", name="Library").click()
    search = page.get_by_label("Search for words")
    search.fill("adds across")
    page.get_by_role("cell", name="fractions/add-across", exact=True).wait_for()
    page.get_by_label("Rubrics", exact=True).check()
    search.fill("")
    page.get_by_role("cell", name="adaptivity", exact=True).wait_for()
    pick(page, "Kind of problem", "different denominators")
    page.get_by_label("A problem").wait_for()
    first = page.get_by_label("A problem").inner_text()
    page.get_by_role("button", name="Another one").click()
    page.wait_for_function(
        "t => document.querySelector('[aria-label=\"A problem\"]')?.innerText !== t", arg=first
    )
    page.get_by_role("tab", name="Ask it anything").click()
    box = page.get_by_role("textbox", name="Ask it anything")
    box.fill("What is 3/4 + 1/2? <img src=x onerror=alert(1)>")
    box.press("Enter")
    answer = page.get_by_label("Its answer")
    answer.wait_for()
    assert "4/6" in answer.inner_text()
    assert answer.locator("img").count() == 0


def test_saving_asks_for_a_folder_of_ones_own(visit):
    page = visit()
    page.get_by_role("tab", name="Library").click()
    page.get_by_role("tab", name="Make a persona").click()
    page.get_by_text("sandbox --content DIR app").locator("visible=true").first.wait_for()


def test_persona_and_item_set_are_saved_after_the_checks_and_played(visit, make_app, tmp_path):
    mine = tmp_path / "mine"
    (mine / "personas").mkdir(parents=True)
    app = make_app(content=mine)
    page = visit(app.url)
    page.get_by_role("tab", name="Library").click()
    page.get_by_role("tab", name="Make a persona").click()
    page.get_by_label("Id of the persona").fill("my-child")
    page.get_by_label("Name of the persona").fill("Counts tops and bottoms")
    page.get_by_label("Grades, such as").fill("4-5")
    page.get_by_label("What the child is like").fill('Says "easy": <b>always</b>.')
    page.get_by_label("The root cause, explained").fill("Whole numbers are all there is.")
    beliefs = ("Adds across", "Whole-number rule", "Takes the smaller digit")
    for belief in beliefs[:2]:
        choose(page, "Beliefs, at least three", belief)
    save = page.get_by_role("button", name="Check and save the persona")
    save.click()
    page.get_by_text("content fault").first.wait_for()
    assert list((mine / "personas").iterdir()) == []
    choose(page, "Beliefs, at least three", beliefs[2])
    save.click()
    page.get_by_text("Saved. After the next start it is persona:my-child.").wait_for()
    written = (mine / "personas" / "children-mine.yaml").read_text()
    assert "fractions/add-across" in written
    assert "<b>always</b>" in written

    page.get_by_role("tab", name="Make an item set").click()
    page.get_by_label("Name of the set").fill("../evil")
    make = page.get_by_role("button", name="Make, check and save the set")
    make.click()
    page.get_by_text("small letters, digits and hyphens").first.wait_for()
    page.get_by_label("Name of the set").fill("my-set")
    page.get_by_label("How many items").first.fill("3")
    choose(page, "Kinds of problems", "different denominators")
    make.click()
    page.get_by_text("3 items are in tasks/banks/my-set.yaml").wait_for()
    assert [path.name for path in mine.glob("tasks/**/*.*")] == ["my-set.yaml"]

    app.kill()
    app.start()
    page.reload()
    page.get_by_role("button", name="Begin").wait_for()
    begin(page, student="Persona: my-child", topic="My item set: my-set")
    page.get_by_text("You are the tutor").wait_for()
    asked = page.locator(".task:visible").inner_text()
    made = read_items(mine / "tasks/banks/my-set.yaml")
    assert asked in [item.question for item in made.items]
    say(page, "How did you get that?")
    page.get_by_role("tab", name="Library").click()
    page.get_by_label("Personas", exact=True).check()
    page.get_by_role("cell", name="my-child", exact=True).wait_for()


def test_tabs_fit_a_phone_and_every_control_has_a_name(visit):
    page = visit(width=390, height=844)
    for name in ("Collect", "Rate", "Results", "Library"):
        tab = page.get_by_role("tab", name=name)
        if not tab.is_visible():
            page.locator(".overflow-menu button").first.click()
            page.get_by_role("button", name=name, exact=True).last.click()
        else:
            tab.click()
        page.wait_for_timeout(500)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, input, textarea, select")]
              .filter((node) => node.offsetParent !== null && node.type !== "file")
              .filter((node) => !(node.getAttribute("aria-label") || node.labels?.length
                || node.textContent.trim() || node.title || node.closest(".overflow-menu")))
              .map((node) => node.outerHTML.slice(0, 200))"""
        )
        assert nameless == [], name
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), name
