"""Each row of a batch goes its own way: its temperature and seed, its limit, its stop strings.

So requests with different settings share a batch, and what a row says does not depend on who shares
it. A token is drawn from softmax(logits / T) by the exponential race: argmax of logits / T − ln E
with E ~ Exp(1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from transformers import LogitsProcessor, StoppingCriteria

TAIL_TOKENS = 48
"""In how many of the last tokens stop strings are looked for."""


class RowSampling(LogitsProcessor):  # type: ignore[misc]
    """Draws for each row with its own temperature and generator; temperature 0 takes the
    likeliest."""

    def __init__(
        self, temperatures: Sequence[float], seeds: Sequence[int | None], device: Any
    ) -> None:
        self._temperatures = temperatures
        self._generators = [_generator(seed, device) for seed in seeds]

    def __call__(self, input_ids: Any, scores: Any) -> Any:
        """The scores with every row's own noise, so that the greatest is the token drawn."""
        scores = scores.float()
        for row, (temperature, generator) in enumerate(
            zip(self._temperatures, self._generators, strict=True)
        ):
            if temperature > 0:
                race = torch.empty_like(scores[row]).exponential_(generator=generator)
                scores[row] = scores[row] / temperature - race.clamp_min(1e-20).log()
        return scores


class RowStopping(StoppingCriteria):  # type: ignore[misc]
    """Ends each row at its own token limit or stop string, or when nobody waits for it.

    `lengths` says how many tokens each row had then; what stands behind them is padding.
    """

    def __init__(
        self,
        limits: Sequence[int],
        stops: Sequence[Sequence[str]],
        prompt_length: int,
        decode: Callable[[Any], str],
        gone: Sequence[Callable[[], bool]],
    ) -> None:
        self._limits, self._stops, self._gone = limits, stops, gone
        self._prompt_length, self._decode = prompt_length, decode
        self.lengths = list(limits)

    def __call__(self, input_ids: Any, scores: Any, **_: Any) -> Any:
        """Which rows have ended."""
        written = input_ids[:, self._prompt_length :]
        ended = [self._has_ended(row, written[row]) for row in range(len(self._limits))]
        length = written.shape[1]
        self.lengths = [
            min(before, length) if has_ended else before
            for before, has_ended in zip(self.lengths, ended, strict=True)
        ]
        return torch.tensor(ended, device=input_ids.device)

    def _has_ended(self, row: int, written: Any) -> bool:
        if len(written) >= self._limits[row] or self._gone[row]():
            return True
        if not self._stops[row]:
            return False
        tail = self._decode(written[-TAIL_TOKENS:])
        return any(stop in tail for stop in self._stops[row])


def _generator(seed: int | None, device: Any) -> Any:
    generator = torch.Generator(device)
    if seed is None:
        generator.seed()
    else:
        generator.manual_seed(seed % 2**63)
    return generator
