from __future__ import annotations

import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from store_samples import make_run

from sandbox.errors import RunLogError
from sandbox.store.catalogue import Catalogue, RunEntry
from sandbox.types import Frozen


class Rating(Frozen):
    rater: str
    value: int


def entry(run: str, created: str = "2024", done: int | None = None) -> RunEntry:
    return RunEntry(run=run, study="dialogue", folder=f"runs/{run}", created=created, done=done)


def test_runs_come_back_as_recorded_latest_last(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "deep" / "catalogue.json")
    assert catalogue.runs() == []
    catalogue.record_run(entry("b", "2025"))
    catalogue.record_run(entry("a", "2024"))
    assert catalogue.runs() == [entry("a", "2024"), entry("b", "2025")]


def test_recording_a_run_again_brings_it_up_to_date(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.json")
    catalogue.record_run(entry("a"))
    catalogue.record_run(entry("a", done=5))
    assert catalogue.runs() == [entry("a", done=5)]


def test_tables_do_not_mix_and_records_can_be_removed(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.json")
    catalogue.record_run(entry("a"))
    catalogue.put("ratings", "a", Rating(rater="r1", value=2))
    assert catalogue.all("ratings", Rating) == [Rating(rater="r1", value=2)]
    assert catalogue.remove("ratings", "a")
    assert not catalogue.remove("ratings", "a")
    assert catalogue.runs() == [entry("a")]


@pytest.mark.parametrize("content", ["{", "", "[]", '{"runs": 3}', "\xff"])
def test_a_damaged_catalogue_is_named_and_left_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "catalogue.json"
    path.write_bytes(content.encode("latin-1"))
    for use in (Catalogue(path).runs, lambda: Catalogue(path).record_run(entry("a"))):
        with pytest.raises(RunLogError, match="damaged catalogue") as caught:
            use()
        assert str(path) in str(caught.value)
    assert path.read_bytes() == content.encode("latin-1")


def test_a_record_of_another_kind_is_named_with_its_key(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.json")
    catalogue.put("runs", "odd", Rating(rater="r", value=1))
    with pytest.raises(RunLogError, match="table runs, key odd"):
        catalogue.runs()


def test_threads_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "catalogue.json")
    writers = [
        threading.Thread(target=catalogue.record_run, args=(entry(str(number)),))
        for number in range(12)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert {held.run for held in catalogue.runs()} == {str(number) for number in range(12)}


WRITER = """
import sys
from pathlib import Path
from sandbox.store.catalogue import Catalogue, RunEntry
catalogue = Catalogue(Path(sys.argv[1]))
for number in range(15):
    run = f"{sys.argv[2]}-{number}"
    catalogue.record_run(RunEntry(run=run, study="s", folder=run, created="2024"))
"""


def test_processes_that_write_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name]) for name in ("a", "b")
    ]
    assert [process.wait() for process in running] == [0, 0]
    assert len(Catalogue(path).runs()) == 30
    assert sorted(held.name for held in tmp_path.iterdir()) == [
        "catalogue.json",
        "catalogue.json.lock",
    ]


LIMITED = """
import resource, sys
from pathlib import Path
from sandbox.errors import RunLogError
from sandbox.store.catalogue import Catalogue, RunEntry
catalogue = Catalogue(Path(sys.argv[1]))
catalogue.record_run(RunEntry(run="a", study="s", folder="f", created="2024"))
resource.setrlimit(resource.RLIMIT_FSIZE, (400, 400))
try:
    catalogue.record_run(RunEntry(run="b", study="s" * 500, folder="f", created="2024"))
except RunLogError as error:
    print(error)
"""


def test_a_full_disk_leaves_the_old_catalogue_whole(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.json"
    command = [sys.executable, "-c", LIMITED, str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "File too large" in said
    assert str(path) in said
    assert [held.run for held in Catalogue(path).runs()] == ["a"]
    assert len(list(tmp_path.iterdir())) == 2


def test_the_index_can_be_rebuilt_from_the_run_folders(tmp_path: Path) -> None:
    make_run(tmp_path / "runs" / "one")
    make_run(tmp_path / "runs" / "bad")
    (tmp_path / "runs" / "bad" / "manifest.json").write_text("{")
    catalogue = Catalogue(tmp_path / "catalogue.json")
    (fault,) = catalogue.rebuild(tmp_path / "runs")
    assert "bad" in fault
    assert [(held.run, held.study) for held in catalogue.runs()] == [("r1", "fractions")]


def test_a_copied_run_folder_is_in_the_index_beside_its_original(tmp_path: Path) -> None:
    make_run(tmp_path / "runs" / "one")
    shutil.copytree(tmp_path / "runs" / "one", tmp_path / "runs" / "copy")
    catalogue = Catalogue(tmp_path / "catalogue.json")
    for _ in range(2):
        assert catalogue.rebuild(tmp_path / "runs") == []
        assert sorted(Path(held.folder).name for held in catalogue.runs()) == ["copy", "one"]


@pytest.mark.parametrize("where", ["file/catalogue.json", "/proc/none/catalogue.json"])
def test_a_place_that_cannot_be_written_is_named_by_the_catalogue(
    tmp_path: Path, where: str
) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / where
    with pytest.raises(RunLogError) as caught:
        Catalogue(path).record_run(entry("a"))
    assert str(path) in str(caught.value)
