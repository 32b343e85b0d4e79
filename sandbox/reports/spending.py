"""What the models of a run were asked and cost, out of its log: facts for the head of a report.

Reads `observations["replies"]`; for talks, whose replies make turns, tests and rankings, the kept
replies of the run. A cost that is not known is said to be unknown, never 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from pydantic import JsonValue

from sandbox.experiments.asking import REPLIES
from sandbox.models.wrappers import noted_replies
from sandbox.records import Trial
from sandbox.reports.rows import Run
from sandbox.store.reading import sessions
from sandbox.types import Completion

MAIN_METRIC = {"novice": "s1", "expert-tutor": "s2@", "answering": "correct", "ranking": "ap@"}
"""What a study's replies are scored on, by study: how the metrics' names begin."""

MOST_REASONS = 5


@dataclass
class _Spent:
    replies: int = 0
    repeated: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    untold: int = 0
    unpriced: int = 0
    cost_usd: Decimal = Decimal(0)
    ends: dict[str, int] = field(default_factory=dict)
    unsent: set[str] = field(default_factory=set)
    prompts: set[str] = field(default_factory=set)

    def add(self, reply: Completion) -> None:
        usage = reply.usage
        self.replies += 1
        self.repeated += reply.attempts - 1
        self.input_tokens += usage.input_tokens or 0
        self.output_tokens += usage.output_tokens or 0
        self.untold += usage.input_tokens is None or usage.output_tokens is None
        self.unpriced += reply.cost_usd is None
        self.cost_usd += reply.cost_usd or 0
        self.ends[reply.finish] = self.ends.get(reply.finish, 0) + 1
        self.unsent |= {*reply.unsent}


def model_facts(run: Run) -> dict[str, str]:
    """What a run's models were asked; nothing for a run without models."""
    spent = _Spent()
    for trial in sessions(run.folder):
        replies = trial.observations.get("replies")
        if isinstance(replies, list):
            for reply in replies:
                spent.add(Completion.model_validate(reply))
            spent.prompts.add(str(trial.observations.get("prompt", "")))
        spent.prompts.update(_spoken_by(trial))
    if run.manifest.study in ("dialogue", "key-step"):
        for completion in noted_replies(run.folder / REPLIES):
            spent.add(completion)
    if not spent.replies:
        return {}
    return {**_facts(spent), **_unscored(run)}


def _spoken_by(trial: Trial) -> Iterator[str]:
    """The hashes of the prompts by which turns of a talk were made."""
    for turn in trial.transcript.turns if trial.transcript else ():
        model = turn.hidden.get("model")
        if isinstance(model, dict):
            yield str(model.get("prompt", ""))


def eligible_fact(design: Mapping[str, JsonValue]) -> str:
    """How many pairs each prompt setting is asked on."""
    eligible, settings = design.get("eligible"), design.get("settings")
    if not isinstance(eligible, dict) or not isinstance(settings, list):
        return ""
    return ", ".join(f"{name} {eligible[str(name)]} of {design['pairs']}" for name in settings)


def _facts(spent: _Spent) -> dict[str, str]:
    ends = ", ".join(f"{count} {name}" for name, count in sorted(spent.ends.items()))
    facts = {
        "model replies": f"{spent.replies} ({ends}); {spent.repeated} calls repeated",
        "tokens": f"{spent.input_tokens} in, {spent.output_tokens} out"
        + (f"; not told for {spent.untold} replies" if spent.untold else ""),
        "cost": _cost(spent),
        "prompts": ", ".join(sorted(spent.prompts)),
    }
    if spent.unsent:
        facts["asked without"] = f"{', '.join(sorted(spent.unsent))} (not taken by the model)"
    return facts


def _unscored(run: Run) -> dict[str, str]:
    """Why replies are unscored, the most frequent reasons first."""
    main = MAIN_METRIC.get(run.manifest.study)
    if main is None:
        return {}
    reasons = Counter(
        row.score.reason
        for row in run.rows
        if row.score.value is None and row.score.metric.startswith(main)
    )
    said = [f"{count}: {reason}" for reason, count in reasons.most_common(MOST_REASONS)]
    return {"unscored": "; ".join(said)} if said else {}


def _cost(spent: _Spent) -> str:
    if spent.unpriced == spent.replies:
        return "unknown"
    more = f", and {spent.unpriced} replies of unknown cost" if spent.unpriced else ""
    return f"${spent.cost_usd:.4f}{more}"
