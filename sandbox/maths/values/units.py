"""Units of school mathematics: names, dimensions, factors. Data and look-ups, no numbers read."""

from dataclasses import dataclass
from fractions import Fraction

from sandbox.maths.plain.alternation import one_of


@dataclass(frozen=True, slots=True)
class Unit:
    """One unit: how many base units of its dimension it is."""

    name: str
    dimension: str
    factor: Fraction


_LENGTHS = {"mm": (1, 1000), "cm": (1, 100), "m": (1, 1), "km": (1000, 1)}
_TABLE = {
    **{name: ("length", top, bottom) for name, (top, bottom) in _LENGTHS.items()},
    **{f"{name}²": ("area", top**2, bottom**2) for name, (top, bottom) in _LENGTHS.items()},
    **{f"{name}³": ("volume", top**3, bottom**3) for name, (top, bottom) in _LENGTHS.items()},
    "inch": ("length", 254, 10_000), "ft": ("length", 3048, 10_000),
    "mile": ("length", 1_609_344, 1000),
    "mg": ("mass", 1, 1000), "g": ("mass", 1, 1), "kg": ("mass", 1000, 1), "t": ("mass", 10**6, 1),
    "ml": ("volume", 1, 10**6), "cl": ("volume", 1, 10**5), "l": ("volume", 1, 1000),
    "s": ("time", 1, 1), "min": ("time", 60, 1), "h": ("time", 3600, 1),
    "days": ("time", 86_400, 1),
    "weeks": ("time", 604_800, 1),
    "°": ("angle", 1, 1), "°C": ("temperature", 1, 1), "°F": ("fahrenheit", 1, 1),
    "km/h": ("speed", 1000, 3600), "m/s": ("speed", 1, 1), "mph": ("speed", 1_609_344, 3_600_000),
    "$": ("dollars", 1, 1), "c": ("dollars", 1, 100), "£": ("pounds", 1, 1),
    "p": ("pounds", 1, 100),
    "€": ("euros", 1, 1),
}  # fmt: skip
UNITS = {name: Unit(name, dim, Fraction(a, b)) for name, (dim, a, b) in _TABLE.items()}

_WORDS = {
    "mm": "millimetre millimeter", "cm": "centimetre centimeter", "m": "metre meter",
    "km": "kilometre kilometer", "mg": "milligram milligramme", "g": "gram gramme gm",
    "kg": "kilogram kilogramme kilo kgs", "t": "tonne", "ml": "millilitre milliliter mL",
    "cl": "centilitre centiliter", "l": "litre liter L", "s": "second sec", "min": "minute min",
    "h": "hour hr", "days": "day", "weeks": "week", "°": "degree", "$": "dollar usd", "c": "cent ¢",
    "£": "gbp", "p": "pence penny pennies", "€": "euro eur", "inch": "inches", "ft": "foot feet",
    "mile": "mile", "m/s": "ms^-1", "km/h": "kph kmh kmph", "mph": "",
}  # fmt: skip
_EXTRA = {
    "pounds": "£", "pound": "£", "degrees celsius": "°C", "degrees c": "°C", "degree celsius": "°C",
    "degrees centigrade": "°C", "° c": "°C", "° celsius": "°C", "celsius": "°C", "°f": "°F",
    "degrees fahrenheit": "°F", "miles per hour": "mph", "kilometres per hour": "km/h",
    "kilometers per hour": "km/h", "km per hour": "km/h", "metres per second": "m/s",
    "meters per second": "m/s", "sq cm": "cm²", "sq m": "m²", "sq km": "km²", "sq mm": "mm²",
    "cm2": "cm²", "cm3": "cm³", "m2": "m²", "m3": "m³", "km2": "km²", "mm2": "mm²", "mm3": "mm³",
    "cc": "cm³", "unit": "", "units": "", "square units": "", "cubic units": "", "units^2": "",
    "units^3": "", "sq units": "", "square unit": "", "unit^2": "",
}  # fmt: skip
CASE_MATTERS = frozenset({"M", "S", "T", "H", "G", "C", "P", "F"})
"""One-letter unit names that, in capitals, are labels or letters and no units."""

_CLOSE = ({"angle", "temperature"}, {"angle", "fahrenheit"}, {"dollars", "euros"})


def _names() -> dict[str, str]:
    names = {name.lower(): name for name in UNITS}
    names |= {f"{name}^2": f"{name}²" for name in _LENGTHS}
    names |= {f"{name}^3": f"{name}³" for name in _LENGTHS}
    for name, words in _WORDS.items():
        for word in words.split():
            names[word.lower()] = name
            names[word.lower() + "s"] = name
            if name in _LENGTHS:
                for power, square in (("²", "square"), ("³", "cubic")):
                    names[f"{square} {word}"] = names[f"{square} {word}s"] = name + power
                    names[f"{word}s squared" if square == "square" else f"{word}s cubed"] = (
                        name + power
                    )
                    names[f"{word}s^2" if square == "square" else f"{word}s^3"] = name + power
    for name in _LENGTHS:
        names[f"square {name}"], names[f"cubic {name}"] = f"{name}²", f"{name}³"
    return names | _EXTRA


NAMES = _names()
"""Every spelling (lower case, plain form) of every unit, to its name; "units" is no unit."""

UNIT_PATTERN = one_of(NAMES)
"""Matches a spelling, the longest first; use with re.IGNORECASE."""


def unit_name(text: str) -> str | None:
    """The unit that a spelling means, or None."""
    if text in CASE_MATTERS:
        return None
    return NAMES.get(text.lower())


def converted(value: Fraction, unit: str, other: str) -> Fraction | None:
    """The value in the other unit, or None when the two measure different things.

    A missing unit fits any unit. Nouns ("goals") fit a missing unit and each other, but no measure.
    Degrees of angle are let through as degrees of temperature, cents as euro cents.
    """
    if unit == other or not unit or not other:
        return value
    one, two = UNITS.get(unit), UNITS.get(other)
    if one is None or two is None:
        return value if one is two else None
    if one.dimension == two.dimension or {one.dimension, two.dimension} in _CLOSE:
        return value * one.factor / two.factor
    return None
