"""What the parameters of a family may be, and how values for them are drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Parameter:
    """What a parameter may be when drawn: integers, words, or a list of `counts` integers."""

    choices: Sequence[int | str]
    counts: Sequence[int] = ()

    @property
    def kind(self) -> str | tuple[str, ...]:
        """How the parameter is read: "integer", "list", or the tuple of words it may be."""
        if self.counts:
            return "list"
        words = tuple(choice for choice in self.choices[:1] if isinstance(choice, str))
        return tuple(map(str, self.choices)) if words else "integer"

    def draw(self, generator: random.Random) -> int | str | tuple[int | str, ...]:
        """One value."""
        if not self.counts:
            return self.choices[places_among((len(self.choices),), generator)[0]]
        count = self.counts[places_among((len(self.counts),), generator)[0]]
        sizes = (len(self.choices),) * count
        return tuple([self.choices[place] for place in places_among(sizes, generator)])


def places_among(sizes: Sequence[int], generator: random.Random) -> list[int]:
    """A place among so many, each as likely, for each of the sizes: random bits until they name
    one, as `random.choice` takes them. Written out, because most of what is drawn is refused."""
    getrandbits = generator.getrandbits
    places = []
    for size in sizes:
        bits = size.bit_length()
        place = getrandbits(bits)
        while place >= size:
            place = getrandbits(bits)
        places.append(place)
    return places
