"""Misconception identification: did the tutor rank the true candidate first, how high, how soon,
how surely?

Reads `observations["rankings"]`: one a probed tutor turn and one after the session (turn None);
each a pool of statements, the index of the true one, an order of indices, a confidence in the
first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, JsonValue, ValidationError

from sandbox.content.library import Library
from sandbox.records import Score, Trial

SCORER = "identification-1"
METRICS = ("identified", "reciprocal_rank", "turns_to_identify", "abstained", "confidence")
BINS = 10


class Ranked(BaseModel):
    """One ranking as it was observed."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    turn: int | None = None
    pool: tuple[str, ...]
    truth: int | None = None
    order: tuple[int, ...] = ()
    confidence: float | None = None
    reason: str = ""

    @property
    def fault(self) -> str:
        """Why it cannot be scored, "" if it can."""
        if self.truth is None:
            return "the true misconception is not known"
        if not 0 <= self.truth < len(self.pool):
            return "the true misconception is not in the pool"
        if len(set(self.order)) < len(self.order):
            return "the ranking names a candidate twice"
        if any(not 0 <= place < len(self.pool) for place in self.order):
            return "the ranking names a candidate that was not offered"
        return ""

    @property
    def is_right(self) -> bool:
        """Whether the true one stands first."""
        return bool(self.order) and self.order[0] == self.truth

    @property
    def reciprocal(self) -> float:
        """1 / rank of the true one; 0 where it is not ranked."""
        return 1 / (self.order.index(self.truth) + 1) if self.truth in self.order else 0.0


def rankings_of(trial: Trial) -> tuple[list[Ranked], str]:
    """The rankings of a trial in order, and why there are none."""
    raw = trial.observations.get("rankings")
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not raw:
        return [], "no ranking was asked for"
    try:
        return [Ranked.model_validate(each) for each in raw], ""
    except ValidationError as error:
        return [], f"the rankings cannot be read: {error.errors()[0]['msg']}"


def score_identification(trial: Trial, library: Library) -> list[Score]:
    """The final ranking's scores, and `turns_to_identify` over the probed ones.

    An abstention is scored: it did not identify (0) and has no confidence. `turns_to_identify` is
    the number of tutor turns (from 1) after which the ranking is right and stays right to the
    end; unscored where it never does.
    """
    session = trial.cell.key
    found, fault = rankings_of(trial)
    final = next((ranked for ranked in reversed(found) if ranked.turn is None), None)
    if final is None and found:
        final = found[-1]
    if final is None or final.fault:
        reason = fault if final is None else final.fault
        return [_score(session, metric, None, reason) for metric in METRICS]
    abstained = not final.order
    sure = final.confidence
    detail: Mapping[str, JsonValue] = {
        "pool": len(final.pool),
        "chance": 1 / len(final.pool),
        "right": final.is_right,
    }
    return [
        _score(session, "identified", float(final.is_right),
               final.reason if abstained else "", detail),
        _score(session, "reciprocal_rank", final.reciprocal, "", detail),
        _turns_to_identify(session, found),
        _score(session, "abstained", float(abstained), final.reason if abstained else ""),
        _score(session, "confidence", None if abstained else sure,
               "" if sure is not None and not abstained else "abstained" if abstained
               else "the tutor gives no confidence", detail),
        *_probed(session, found),
    ]  # fmt: skip


def _turns_to_identify(session: str, found: Sequence[Ranked]) -> Score:
    probed = [ranked for ranked in found if ranked.turn is not None]
    if not probed:
        return _score(session, "turns_to_identify", None, "no ranking during the session")
    stays = 0
    for ranked in reversed(found):
        if ranked.fault or not ranked.is_right:
            break
        stays += ranked.turn is not None
    if not stays:
        return _score(session, "turns_to_identify", None, "never identified for good")
    first = len(probed) - stays
    detail: Mapping[str, JsonValue] = {"turn": probed[first].turn}
    return _score(session, "turns_to_identify", float(first + 1), "", detail)


def _probed(session: str, found: Sequence[Ranked]) -> list[Score]:
    """`identified` after each probed tutor turn."""
    return [
        Score(
            session=session,
            metric="identified",
            value=None if ranked.fault else float(ranked.is_right),
            reason=ranked.fault,
            turn=ranked.turn,
            scorer=SCORER,
        )
        for ranked in found
        if ranked.turn is not None
    ]


def _score(
    session: str,
    metric: str,
    value: float | None,
    reason: str = "",
    detail: Mapping[str, JsonValue] | None = None,
) -> Score:
    return Score(
        session=session,
        metric=metric,
        value=value,
        reason=reason,
        scorer=SCORER,
        detail=detail or {},
    )


@dataclass(frozen=True)
class Calibration:
    """How confidence fits success over a run: both are 0 at best. None where nothing was confident.

    brier = mean of (confidence − right)²; expected_error = Σ over ten equal bins of (share of
    rankings in the bin) · |mean confidence − share right|.
    """

    brier: float | None
    expected_error: float | None
    scored: int
    of: int
    reason: str = ""


def calibration(scores: Sequence[Score]) -> Calibration:
    """The calibration over the final `confidence` scores of a run."""
    final = [s for s in scores if s.metric == "confidence" and s.turn is None]
    pairs = [(s.value, float(bool(s.detail.get("right")))) for s in final if s.value is not None]
    if not pairs:
        return Calibration(None, None, 0, len(final), "no ranking came with a confidence")
    brier = sum((sure - right) ** 2 for sure, right in pairs) / len(pairs)
    bins: dict[int, list[tuple[float, float]]] = {}
    for sure, right in pairs:
        bins.setdefault(min(int(sure * BINS), BINS - 1), []).append((sure, right))
    error = sum(
        abs(sum(sure for sure, _ in held) - sum(right for _, right in held))
        for held in bins.values()
    ) / len(pairs)
    return Calibration(brier, error, len(pairs), len(final))
