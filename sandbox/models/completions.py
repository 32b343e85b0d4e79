"""Makes a completion of what a provider gave: reasoning apart, cut at stop strings, why it
ended."""

from __future__ import annotations

from collections.abc import Sequence

from sandbox.replytext import parted
from sandbox.types import Completion, Finish, Usage


def completion_of(
    written: str,
    *,
    ended: str | None,
    stop: Sequence[str] = (),
    usage: Usage | None = None,
    model: str = "",
    refusal: str = "",
    reasoning: str = "",
    unsent: Sequence[str] = (),
) -> Completion:
    """What a model replied.

    Args:
        written: All it wrote.
        ended: The provider's word for why it ended: stop, length, content_filter…
        stop: Where the reply is cut, also when the provider did not.
        usage: The tokens.
        model: The model as the provider names it.
        refusal: What it said instead of a reply, where the provider marks that.
        reasoning: Thinking that the provider gave apart.
        unsent: Settings that were left out.
    """
    text, thought = parted(written)
    cut = cut_at(text, stop)
    kept = "\n\n".join(part for part in (reasoning.strip(), thought) if part)
    finish = _finish(cut, ended, refusal, was_cut=cut != text)
    return Completion(
        text=refusal.strip() or cut,
        finish=finish,
        usage=usage or Usage(),
        model=model,
        reasoning=kept,
        unsent=tuple(unsent),
    )


def _finish(text: str, ended: str | None, refusal: str, *, was_cut: bool) -> Finish:
    if refusal.strip() or ended in ("content_filter", "refusal", "SAFETY", "PROHIBITED_CONTENT"):
        return "refused"
    if ended in ("length", "max_tokens", "MAX_TOKENS", "model_length") and not was_cut:
        return "length"
    return "stop" if text else "empty"


def cut_at(text: str, stop: Sequence[str]) -> str:
    """The text before the first stop string."""
    places = [text.find(each) for each in stop if each and each in text]
    return text[: min(places)].rstrip() if places else text
