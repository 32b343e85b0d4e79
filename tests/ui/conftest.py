"""The app in a process of its own and a browser that visits it; skipped where there is none."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    """Last of all, since the browser's loop bars others; one reason where there is no browser."""
    items.sort(key=lambda item: "tests/ui" in str(item.path))
    if CHROMIUM is None:
        why = pytest.mark.skip(reason="no Chromium: apt-get install chromium to test the app")
        for item in items:
            if "tests/ui" in str(item.path):
                item.add_marker(why)


def pytest_terminal_summary(terminalreporter):
    """Say in one line what was left out."""
    if CHROMIUM is None:
        terminalreporter.write_line("The app was not tested in a browser: there is no Chromium.")


class App:
    """`sandbox app` on a free port; replies come at once where nothing else is said."""

    def __init__(self, runs, *options, content=None):
        self.runs, self._options = runs, options
        self._before = [sys.executable, "-m", "sandbox"]
        if content:
            self._before += ["--content", str(content)]
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        """Start the process and wait until it answers."""
        command = [*self._before, "app", "--port", str(self.port), "--pace", "0"]
        self.log = (self.runs.parent / f"{self.runs.name}.log").open("ab")
        self._process = subprocess.Popen(
            [*command, "--runs", str(self.runs), *self._options],
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, "PYTHONWARNINGS": ""},
        )
        for _ in range(600):
            with contextlib.suppress(OSError), urllib.request.urlopen(self.url, timeout=5):
                return
            assert self._process.poll() is None, (
                self.runs.parent / f"{self.runs.name}.log"
            ).read_text()
            time.sleep(0.1)
        raise AssertionError("the app does not answer")

    def kill(self):
        """As `kill -9`."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self.log.close()


@pytest.fixture(scope="session")
def app(tmp_path_factory):
    """One app for all tests."""
    served = App(tmp_path_factory.mktemp("app") / "runs")
    yield served
    served.kill()


@pytest.fixture
def make_app(tmp_path):
    """Further apps, each over a folder of its own."""
    made = []

    def make(*options, content=None):
        made.append(App(tmp_path / f"runs{len(made)}", *options, content=content))
        return made[-1]

    yield make
    for each in made:
        each.kill()


@pytest.fixture(scope="session")
def chromium():
    """One browser for all tests."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


LISTEN = """
window.heard = [];
const asked = window.fetch;
window.fetch = async (...wish) => {
  const reply = await asked(...wish);
  reply.clone().text().then((text) => window.heard.push(text), () => {});
  return reply;
};
"""
"""Keeps a copy of whatever the page fetches."""


@pytest.fixture
def visit(chromium, app):
    """Visits the app as a new person; `steps.heard` tells what reached the browser."""
    contexts = []

    def new_visit(url=None, width=1366, height=768, ready="Begin"):
        context = chromium.new_context(viewport={"width": width, "height": height})
        contexts.append(context)
        context.add_init_script(LISTEN)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(url or app.url)
        page.get_by_role("button", name=ready).wait_for()
        return page

    yield new_visit
    for context in contexts:
        context.close()
