"""Library: search, see a problem, ask a misconception anything."""

from steps import pick


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
