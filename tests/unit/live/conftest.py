"""Fixtures of the live sessions."""

import pytest
from live_rooms import Lounge


@pytest.fixture
def lounge(tmp_path, library):
    """A desk over an empty folder."""
    opened = Lounge(tmp_path / "runs", library)
    yield opened
    opened.close()
