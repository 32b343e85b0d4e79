"""Asks a model again without what it refuses, and remembers what that was. Knows no vendor
package."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from sandbox.errors import BadRequestError, ModelError
from sandbox.models.capabilities import Quirk, quirk_in
from sandbox.types import Completion

MOST_QUIRKS = 8
"""How often one call is asked anew because something in it was refused."""


class RefusedError(ModelError):
    """A refusal that may be about a parameter the model does not take; `error` is what it is
    else."""

    def __init__(
        self, error: ModelError, complaint: str, parameter: str, request: Mapping[str, Any]
    ) -> None:
        self.error, self.complaint = error, complaint
        self.parameter, self.request = parameter, request
        super().__init__(str(error))


class Learnt:
    """What the models of one place were found not to take, by model, while the process lives."""

    def __init__(self) -> None:
        self._quirks: dict[str, frozenset[Quirk]] = {}

    def of(self, model: str) -> frozenset[Quirk]:
        """What is known of a model."""
        return self._quirks.get(model, frozenset())

    async def ask(
        self, model: str, send: Callable[[frozenset[Quirk]], Awaitable[Completion]]
    ) -> tuple[Completion, frozenset[Quirk]]:
        """Send until the model takes it; what it did not take is remembered once a call went
        through.

        Args:
            model: Whose quirks are meant.
            send: Makes the call for some quirks; raises `RefusedError` for a refusal.

        Returns:
            The completion, and the quirks it was asked with.

        Raises:
            ModelError: the refusal is about something else, or the call failed.
        """
        quirks = self.of(model)
        for _ in range(MOST_QUIRKS):
            try:
                completion = await send(quirks)
            except RefusedError as refused:
                quirk = quirk_in(refused.complaint, refused.parameter, refused.request)
                if quirk is None or quirk in quirks:
                    raise refused.error from None
                quirks |= {quirk}
            else:
                self._quirks[model] = self.of(model) | quirks
                return completion, quirks
        raise BadRequestError(f"{model}: refuses one thing after another: {sorted(quirks)}")
