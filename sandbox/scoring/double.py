"""Double rating: who rates what, how far a rater is, where two raters disagree, what settles it.

Every item is allotted to two raters; over all items each pair of raters, and each rater, has as
equal a share as the numbers allow. Knows no run and no page.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sandbox.errors import UsageError
from sandbox.records import rng
from sandbox.scoring.people import ADJUDICATED, rater_name
from sandbox.scoring.reliability import Place, Ratings


def allotted(
    places: Sequence[Place], raters: Sequence[str], chance: str
) -> dict[Place, tuple[str, str]]:
    """The two raters of every item, in the order in which items are to be rated.

    Args:
        places: What is to be rated: sessions, and turns where single replies are.
        raters: Codes of the raters.
        chance: Keys the order of items and pairs.

    Raises:
        UsageError: fewer than two raters, one twice, or a code that is none.
    """
    for code in raters:
        rater_name(code)
    if len(raters) < 2 or len(set(raters)) < len(raters):
        raise UsageError("double rating needs at least two different rater codes")
    items = sorted(places, key=lambda place: (place[0], -1 if place[1] is None else place[1]))
    generator = rng("double rating", chance)
    generator.shuffle(items)
    pairs = _spread(list(itertools.combinations(raters, 2)), raters)
    return dict(zip(items, itertools.cycle(pairs), strict=False))


def _spread(pairs: list[tuple[str, str]], raters: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs in an order in which, at any place, all raters have had about as many."""
    had = dict.fromkeys(raters, 0)
    ordered = []
    while pairs:
        best = min(pairs, key=lambda pair: (had[pair[0]] + had[pair[1]], had[pair[1]]))
        pairs.remove(best)
        ordered.append(best)
        for rater in best:
            had[rater] += 1
    return ordered


def rated_by(ratings: Ratings, code: str) -> set[Place]:
    """The items that a rater has rated by every criterion that is not optional."""
    name = rater_name(code)
    needed = [criterion.id for criterion in ratings.rubric.criteria if not criterion.is_optional]
    held = [set(ratings.values.get(criterion, {}).get(name, ())) for criterion in needed]
    return set.intersection(*held) if held else set()


@dataclass(frozen=True)
class Disagreement:
    """Two people gave one item different values on a criterion; `settled` once adjudicated."""

    place: Place
    criterion: str
    given: Mapping[str, float]
    settled: float | None = None


def disagreements(ratings: Ratings) -> list[Disagreement]:
    """Where people disagree, criterion by criterion, in the rubric's order."""
    found = []
    for criterion in ratings.rubric.ids:
        by_rater = ratings.values.get(criterion, {})
        people = {
            rater: given
            for rater, given in sorted(by_rater.items())
            if rater.startswith("human:") and rater != ADJUDICATED
        }
        settled = by_rater.get(ADJUDICATED, {})
        places = sorted(
            {place for given in people.values() for place in given},
            key=lambda place: (place[0], -1 if place[1] is None else place[1]),
        )
        for place in places:
            given = {rater: held[place] for rater, held in people.items() if place in held}
            if len(set(given.values())) > 1:
                found.append(Disagreement(place, criterion, given, settled.get(place)))
    return found


def without_adjudicated(ratings: Ratings) -> Ratings:
    """The ratings that were given independently: what agreement is computed from."""
    values = {
        criterion: {rater: given for rater, given in held.items() if rater != ADJUDICATED}
        for criterion, held in ratings.values.items()
    }
    return replace(ratings, values=values)
