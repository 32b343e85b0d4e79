"""Which browser a rater's code belongs to: the first that uses it, until the organiser releases it.

A code is no secret, so it alone opens nothing. A browser is known by its token, of which a digest
is kept. Knows no page and no rubric.
"""

from __future__ import annotations

from sandbox.errors import UsageError
from sandbox.live.desk import digest_of, is_token
from sandbox.store.catalogue import Catalogue
from sandbox.types import Frozen

HOLDERS = "rater-codes"
"""The table of the catalogue."""


class Holder(Frozen):
    """The browser that a rater's code of a run belongs to, by a digest of its token."""

    run: str
    code: str
    holder: str

    @property
    def key(self) -> str:
        """The key in the catalogue."""
        return f"{self.run}/{self.code}"


class RaterCodes:
    """The codes of a run's raters.

    Args:
        run: The run's id.
        catalogue: Where it is kept who holds a code.
    """

    def __init__(self, run: str, catalogue: Catalogue) -> None:
        self._run, self._catalogue = run, catalogue

    def claim(self, code: str, token: str) -> None:
        """Let the browser that holds a code pass; it is taken by the first that uses it.

        Raises:
            UsageError: another browser holds it, or this one has no token.
        """
        if not is_token(token):
            raise UsageError("this page is not known here; load it again")
        mine = Holder(run=self._run, code=code, holder=digest_of(token))
        if self._catalogue.put_if_new(HOLDERS, mine.key, mine).holder != mine.holder:
            raise UsageError(
                f"the code {code} is in use in another browser; go on in the browser you began "
                "with, or ask the organiser to release the code"
            )

    def release(self, code: str) -> None:
        """Let another browser take a code; what was rated by it stays.

        Raises:
            UsageError: nobody holds it.
        """
        if not self._catalogue.remove(HOLDERS, Holder(run=self._run, code=code, holder="").key):
            raise UsageError(f"no browser holds the code {code}")

    def held(self) -> set[str]:
        """The codes that a browser holds."""
        found = self._catalogue.all(HOLDERS, Holder)
        return {one.code for one in found if one.run == self._run}
