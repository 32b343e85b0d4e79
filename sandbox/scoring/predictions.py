"""Accuracy of a file of predicted misconceptions against the true ones, in the format of the MaE
benchmark's predictions: `Misconception ID` and `Predicted Diagnosis` columns.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import ImportFormatError, UsageError
from sandbox.scoring.stats import Interval, wilson

TRUE, PREDICTED, STATED = "Misconception ID", "Predicted Diagnosis", "Correct"
_ID = re.compile(r"[A-Za-z]+\d+")


@dataclass(frozen=True)
class Predictions:
    """How many of the predictions are right.

    `unreadable` predictions are no misconception id; the benchmark counts them as wrong, and so do
    `right` and `of`. `disagreeing` rows state another verdict than comparing the ids gives.
    """

    right: int
    of: int
    unreadable: int
    disagreeing: int

    @property
    def accuracy(self) -> float:
        """right / of, unreadable predictions counted as wrong."""
        return self.right / self.of

    @property
    def interval(self) -> Interval | None:
        """The 95% Wilson interval of the accuracy."""
        return wilson(self.right, self.of)


def score_predictions(path: Path) -> Predictions:
    """Compare every row's prediction with its true id.

    Raises:
        ImportFormatError: a column is missing, a true id is empty, or there are no rows.
        UsageError: the file cannot be read.
    """
    right = of = unreadable = disagreeing = 0
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, strict=True)
            missing = [name for name in (TRUE, PREDICTED) if name not in (reader.fieldnames or ())]
            if missing:
                raise ImportFormatError(f"{path.name} has no column {', '.join(missing)}")
            for number, row in enumerate(reader, 2):
                true, predicted = (row[TRUE] or "").strip(), (row[PREDICTED] or "").strip()
                if not true:
                    raise ImportFormatError(f"{path.name}: row {number} has no {TRUE}")
                hit = predicted == true
                of, right = of + 1, right + hit
                unreadable += _ID.fullmatch(predicted) is None
                disagreeing += (row.get(STATED) or str(hit)).strip().lower() != str(hit).lower()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (csv.Error, UnicodeDecodeError) as error:
        raise ImportFormatError(f"{path.name} is not CSV in UTF-8: {error}") from error
    if not of:
        raise ImportFormatError(f"{path.name} holds no predictions")
    return Predictions(right, of, unreadable, disagreeing)
