"""The wheel carries the content, and the package unpacked from it finds it there."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("misconceptions", "personas", "tasks")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's files, built without a network."""
    place = tmp_path_factory.mktemp("wheel")
    build = "import os, sys, hatchling.build as b; print(b.build_wheel(sys.argv[1]))"
    subprocess.run(
        [sys.executable, "-c", build, str(place)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=60,
    )
    (wheel,) = place.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(place / "files")
    return place / "files"


def test_the_wheel_carries_every_content_file_and_template(unpacked: Path) -> None:
    for folder in FOLDERS:
        here = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        bundled = unpacked / "sandbox" / "_bundled"
        there = {
            path.relative_to(bundled) for path in (bundled / folder).rglob("*") if path.is_file()
        }
        assert here == there
        assert here
    templates = {path.relative_to(ROOT) for path in (ROOT / "sandbox").rglob("*.j2")}
    assert templates
    assert [name for name in templates if not (unpacked / name).is_file()] == []


def test_the_wheel_holds_the_package_and_nothing_else(unpacked: Path) -> None:
    kinds = {path.name for path in unpacked.iterdir()}
    assert {name for name in kinds if not name.endswith(".dist-info")} == {"sandbox"}


def test_the_package_from_the_wheel_finds_its_content(unpacked: Path, tmp_path: Path) -> None:
    program = (
        "import sandbox, sys; from sandbox.content.files import content_root; "
        "print(sandbox.__file__); print(content_root()); "
        "from sandbox.cli import main; "
        "sys.exit(main(['ask', 'novice:fractions/add-across', '3/4 + 1/2']))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "SANDBOX_CONTENT"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    package, content, said = done.stdout.splitlines()
    assert Path(package) == unpacked / "sandbox" / "__init__.py"
    assert Path(content) == unpacked / "sandbox" / "_bundled"
    assert "4/6" in said
