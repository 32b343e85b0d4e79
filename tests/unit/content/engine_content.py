"""Small content for tests: a folder with one good strand, to be damaged in one place at a time."""

import shutil
from pathlib import Path

GOOD = Path(__file__).parents[2] / "fixtures" / "engine"
MISCONCEPTIONS = "misconceptions/tiny.yaml"
FAMILIES = "tasks/families/tiny.yaml"


def content(folder: Path) -> Path:
    """A copy of the good content."""
    return Path(shutil.copytree(GOOD, folder / "content"))


def change(root: Path, file: str, old: str, new: str) -> int:
    """Replace the first occurrence of a text; returns the line on which it stood."""
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1
