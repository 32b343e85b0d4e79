"""The app in the browser: `python app.py`, or `sandbox app` with options."""

from pathlib import Path

from sandbox.content.library import load
from sandbox.ui.app import build, serve
from sandbox.ui.context import make_context

context = make_context(load(), Path("runs"))
demo = build(context)

if __name__ == "__main__":
    serve(demo, context)
