"""What makes no sense about an item of a file, in words."""

from __future__ import annotations

from collections.abc import Iterable

from sandbox.records import Item


def item_fault(item: Item) -> str | None:
    """What makes no sense about an item; None if nothing does."""
    empty = [name for name in ("id", "question") if not getattr(item, name).strip()]
    if empty:
        return f"{empty[0]}: is empty"
    if not item.choices:
        return f"key is {item.key!r}, but there are no choices" if item.key else None
    if len(item.choices) == 1:
        return "has one choice; a question has two or more, or none if it is open"
    labels = [choice.label for choice in item.choices]
    if item.key not in labels:
        return f"key is {item.key!r}, which is none of the choices {', '.join(labels)}"
    return choice_fault((c.label, c.text, c.misconception) for c in item.choices) or _key_fault(
        item
    )


def choice_fault(choices: Iterable[tuple[str, str, str | None]]) -> str | None:
    """What makes no sense about choices (label, text, cause), whichever is right; None if nothing.

    Two wrong choices may read alike as long as the cause of only one of them is known.
    """
    labels: set[str] = set()
    causes: dict[str, str] = {}
    texts: dict[str, tuple[str, str | None]] = {}
    for label, text, cause in choices:
        if not label.strip():
            return "a choice has no label"
        if label in labels:
            return f"two choices have the label {label!r}; each has one of its own"
        labels.add(label)
        if cause and causes.setdefault(cause, label) != label:
            return f"choices {causes[cause]} and {label} share misconception {cause}"
        earlier, known = texts.setdefault(text, (label, cause))
        if earlier != label and (None in (cause, known) or "" not in (cause, known)):
            return f"choices {earlier} and {label} have the same text {text!r}"
        if cause != "":
            texts[text] = (label, cause)
    return None


def _key_fault(item: Item) -> str | None:
    right = [choice.label for choice in item.choices if choice.misconception is None]
    if right == [item.key]:
        return None
    held = f"it is so in {', '.join(right)}" if right else "none has that"
    return (
        f"key is {item.key!r}, so the misconception of choice {item.key} alone is null ({held}); "
        'a wrong choice whose cause is unknown has "" there'
    )
