"""A pattern for one of many words that is quick to match. Knows no words."""

import re
from collections.abc import Iterable


def one_of(words: Iterable[str]) -> str:
    """A pattern that matches any of the words, the longest first, a letter at a time.

    `a|b|c` tries each word at each place; this fails at the first letter that no word has.
    """
    known = set(words)
    firsts = "".join(sorted({word[0] for word in known}))
    return f"(?:(?=[{re.escape(firsts)}]){_branches(known)})"


def _branches(words: Iterable[str]) -> str:
    is_end, tails = False, dict[str, list[str]]()
    for word in sorted(words):
        if word:
            tails.setdefault(word[0], []).append(word[1:])
        else:
            is_end = True
    if not tails:
        return ""
    whole = "|".join(re.escape(first) + _branches(tail) for first, tail in tails.items())
    return f"(?:{whole})" + ("?" if is_end else "")
