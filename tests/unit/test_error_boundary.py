from __future__ import annotations

import pytest

from sandbox.errors import ModelError, RunLogError, UnexpectedError, boundary


def test_errors_of_the_tree_pass_as_they_are() -> None:
    error = ModelError("down")
    with pytest.raises(ModelError) as caught, boundary("session x"):
        raise error
    assert caught.value is error


def test_anything_else_is_attributed_to_place_type_and_line_without_machine_paths() -> None:
    with (
        pytest.raises(
            UnexpectedError, match=r"^session x: KeyError at unit/test_error_boundary.py:\d+: 'k'$"
        ) as caught,
        boundary("session x"),
    ):
        raise KeyError("k")
    assert isinstance(caught.value.__cause__, KeyError)


def test_of_a_group_the_run_log_error_counts_and_else_the_first() -> None:
    with pytest.raises(RunLogError, match="disk"), boundary("run"):
        raise ExceptionGroup("g", [ValueError("a"), ExceptionGroup("h", [RunLogError("disk")])])
    with pytest.raises(ModelError, match="down"), boundary("run"):
        raise ExceptionGroup("g", [ModelError("down"), ValueError("b")])


def test_an_interrupt_is_never_turned_into_an_error() -> None:
    with pytest.raises(KeyboardInterrupt), boundary("run"):
        raise KeyboardInterrupt
