"""Hostile visitors, and a process that is killed."""

import json
import secrets
import subprocess
import sys
import urllib.error
import urllib.request

import pytest
from steps import begin, bubbles, log_of, say, texts

PIXEL = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415408d763f8cfc000"
    "00030101 00c9fe92ef0000000049454e44ae426082".replace(" ", "")
)


def fetch(url, data=None, headers=None):
    wish = urllib.request.Request(url, data=data, headers=headers or {})
    with urllib.request.urlopen(wish, timeout=30) as reply:
        return reply.read().decode("utf-8", "replace")


def call(url, target, data):
    """What the server answers to an event that is put by hand."""
    config = json.loads(fetch(f"{url}/config"))
    ids = [c["id"] for c in config["components"] if c["props"].get("value") == target]
    event = next(d for d in config["dependencies"] if any(t[0] in ids for t in d["targets"]))
    session = secrets.token_hex(5)
    body = {"data": data, "fn_index": event["id"], "session_hash": session, "trigger_id": ids[0]}
    fetch(
        f"{url}/gradio_api/queue/join",
        json.dumps(body).encode(),
        {"Content-Type": "application/json"},
    )
    return fetch(f"{url}/gradio_api/queue/data?session_hash={session}")


def attach(page, name, data):
    page.locator(".talk ~ * input[type=file], input[type=file]").first.set_input_files(
        {"name": name, "mimeType": "image/png", "buffer": data}
    )


def test_picture_is_sent_shown_and_still_there_after_a_refresh(visit, app):
    page = visit()
    begin(page)
    page.get_by_text("Your turn.").wait_for()
    attach(page, "working.png", PIXEL)
    page.wait_for_timeout(800)
    say(page, "Look at my drawing.")
    page.locator(".talk img").first.wait_for()
    page.reload()
    page.locator(".talk img").first.wait_for()
    assert page.locator(".talk img").first.evaluate("node => node.naturalWidth") == 1
    assert len(list(app.runs.glob("live-*/images/*"))) == 1


def test_file_that_is_no_picture_is_refused_and_the_session_lives(visit):
    page = visit()
    begin(page)
    page.get_by_text("Your turn.").wait_for()
    attach(page, "../../evil.png", b"<html><script>alert(1)</script>")
    page.wait_for_timeout(800)
    box = page.get_by_label("Your message").first
    box.fill("Look")
    box.press("Enter")
    page.get_by_text("must be PNG, JPEG, GIF or WebP").wait_for()
    assert bubbles(page).count() == 1


def test_upload_of_fifty_megabytes_is_refused(app):
    edge = "edge"
    head = (
        f'--{edge}\r\nContent-Disposition: form-data; name="files"; filename="../../big.png"\r\n'
        "Content-Type: image/png\r\n\r\n"
    )
    body = head.encode() + PIXEL + bytes(50_000_000) + f"\r\n--{edge}--\r\n".encode()
    with pytest.raises((urllib.error.HTTPError, urllib.error.URLError, ConnectionError)):
        fetch(
            f"{app.url}/gradio_api/upload",
            body,
            {"Content-Type": f"multipart/form-data; boundary={edge}"},
        )


@pytest.mark.parametrize("path", ["/etc/passwd", "../../../etc/passwd", "{runs}/runs.json"])
def test_files_of_the_server_are_not_given_out(app, path):
    with pytest.raises(urllib.error.HTTPError):
        fetch(f"{app.url}/gradio_api/file={path.format(runs=app.runs)}")


def test_guessed_token_and_session_id_show_nothing(visit, app):
    page = visit()
    begin(page)
    say(page, "A sentence that nobody else may read")
    ids = [json.loads(line)["session"] for line in log_of(app)]
    for guess in (None, "", "x" * 40, ids[-1], {"a": 1}, ["../.."], 7):
        for button in ("Take my seat back", "New session", "Let it speak", "I cannot tell"):
            assert "nobody else may read" not in call(app.url, button, [guess])
    assert "nobody else may read" in texts(page)[1]


@pytest.mark.parametrize(
    "code",
    ["A" * 1_000_000, "<script>alert(1)</script>", "../../runs.json", "\x00ABCDEFG", "\ud800", "ＡＢＣＤＥＦＧＨ", 7, {"a": 1}, ["x"], None],
)  # fmt: skip
def test_hostile_room_code_opens_nothing_and_the_app_lives(app, code):
    told = call(app.url, "Join", ["t" * 32, code])
    assert "process_completed" in told
    assert "You are the" not in told
    assert "<script>" not in told
    assert fetch(app.url)


@pytest.mark.parametrize(
    "query",
    [
        "?__theme=%3Cscript%3Ealert(1)%3C/script%3E", "?view=../../etc/passwd", "?%00=%00",
        "?session_hash=" + "x" * 20_000, "?a=1&a[]=2&__proto__[x]=1", "?" + "&" * 5_000, "?%ff%fe=%f0",
    ],
)  # fmt: skip
def test_odd_query_string_changes_nothing(app, query):
    page = fetch(f"{app.url}/{query}")
    assert "<script>alert(1)" not in page
    assert "passwd" not in page
    assert "Tutoring sandbox" in page


def test_second_app_on_the_same_folder_is_refused_and_the_first_lives(visit, app):
    page = visit()
    begin(page)
    command = [sys.executable, "-m", "sandbox", "app", "--runs", str(app.runs)]
    second = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert second.returncode != 0
    assert "Traceback" not in second.stderr
    assert "in use" in second.stderr.lower() or "another" in second.stderr.lower()
    say(page, "How did you get that?")


def test_interface_names_no_event_and_no_secret(app):
    info = json.loads(fetch(f"{app.url}/gradio_api/info"))
    assert info["named_endpoints"] == {}
    assert info["unnamed_endpoints"] == {}
    config = json.loads(fetch(f"{app.url}/config"))
    assert all(event["api_visibility"] == "private" for event in config["dependencies"])
    assert str(app.runs) not in json.dumps(config)


def test_page_asks_nobody_else(chromium, app):
    context = chromium.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(app.url)
    page.get_by_role("button", name="Begin").wait_for()
    page.wait_for_timeout(1_000)
    context.close()
    assert [url for url in asked if not url.startswith((app.url, "data:", "blob:"))] == []


def test_password_keeps_visitors_out(make_app):
    app = make_app("--password", "open sesame")
    page = fetch(app.url)
    assert "misconception" not in page
    with pytest.raises(urllib.error.HTTPError):
        fetch(f"{app.url}/config")


def test_killed_server_has_lost_nothing_that_was_shown(visit, make_app):
    app = make_app()
    page = visit(app.url)
    begin(page)
    say(page, "How did you get that?")
    say(page, "What is 1/2 + 1/2?")
    shown = texts(page)
    app.kill()
    logged = [
        json.loads(line)["turn"]["text"]
        for line in log_of(app)
        if json.loads(line)["kind"] == "turn"
    ]
    assert len(logged) == len(shown)
    app.start()
    page.reload()
    bubbles(page).nth(len(shown) - 1).wait_for()
    assert texts(page) == shown
    say(page, "Is 2/4 more than 1/2?")
    assert page.locator(".trouble").count() == 0
