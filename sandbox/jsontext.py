"""JSON from files of others. What cannot be held is refused like what cannot be read."""

from __future__ import annotations

import json
from typing import Any


def parsed(text: str | bytes) -> Any:
    """The value that a JSON text stands for.

    Raises:
        json.JSONDecodeError: the text is no JSON, is nested too deeply, or holds a whole number of
            more digits than can be read.
    """
    try:
        return json.loads(text)
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise
    except RecursionError as error:
        raise json.JSONDecodeError("nested too deeply", "", 0) from error
    except ValueError as error:
        raise json.JSONDecodeError("a number has too many digits", "", 0) from error
