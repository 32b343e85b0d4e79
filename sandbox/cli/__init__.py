"""The command line: `sandbox …`, also `python -m sandbox`. Thin: each command calls the library."""

from sandbox.cli.main import app, main

__all__ = ["app", "main"]
