"""What a student's turn keeps of its answers in the hidden fields, and how it is read back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from sandbox.agents.students.deciding import Decision


def answered(decisions: Sequence[Decision]) -> dict[str, JsonValue]:
    """The hidden record of the answers in a turn: question and answer, and the label chosen."""
    record: dict[str, JsonValue] = {"answers": [[d.question, d.answer] for d in decisions]}
    labels = [decision.label for decision in decisions if decision.label]
    if labels:
        record["choice"] = labels[-1]
    return record


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
