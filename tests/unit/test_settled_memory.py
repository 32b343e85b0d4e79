"""What a run does to the garbage collector, and that it is undone."""

import gc

import pytest

from sandbox.runner.memory import YOUNG, settled_memory


def test_the_collector_is_as_before_when_a_run_ends() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with settled_memory():
        assert gc.get_threshold()[0] == YOUNG
        assert gc.get_freeze_count() > frozen
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_the_collector_is_as_before_when_a_run_fails() -> None:
    before = gc.get_threshold()
    with pytest.raises(RuntimeError), settled_memory():
        raise RuntimeError
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
