"""What a student's turn keeps of its answers in the hidden fields, and how it is read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from sandbox.agents.students.deciding import Decision

Reasons = Mapping[tuple[str, str], str]
"""(belief that goes first, belief that waits) → why, where somebody has said why."""
ONLY = "no other belief answers this otherwise"
NAMED_FIRST = "named first"


def answered(decisions: Sequence[Decision], reasons: Reasons | None = None) -> dict[str, JsonValue]:
    """The hidden record of the answers in a turn: question and answer, the label chosen, and for
    each answer that a belief gave, which belief decided and why that one."""
    record: dict[str, JsonValue] = {"answers": [[d.question, d.answer] for d in decisions]}
    decided: list[JsonValue] = [
        {"question": d.question, "belief": d.belief, "why": _why(d, reasons or {})}
        for d in decisions
        if d.source == "belief"
    ]
    if decided:
        record["decided"] = decided
    labels = [decision.label for decision in decisions if decision.label]
    if labels:
        record["choice"] = labels[-1]
    return record


def _why(decision: Decision, reasons: Reasons) -> str:
    """Why this belief decided: over each other that would have answered otherwise."""
    told = [
        f"before {other}: {reasons.get((decision.belief, other), NAMED_FIRST)}"
        for other in decision.over
    ]
    return "; ".join(told) or ONLY


def answers_of(hidden: Mapping[str, JsonValue]) -> list[tuple[str, str]]:
    """The (question, answer) pairs in a turn's hidden fields."""
    pairs = hidden.get("answers")
    if not isinstance(pairs, Sequence) or isinstance(pairs, str):
        return []
    return [
        (str(pair[0]), str(pair[1]))
        for pair in pairs
        if isinstance(pair, Sequence) and not isinstance(pair, str) and len(pair) == 2
    ]
