"""What an unknown name is answered with: near names, all of a few, and what lists the rest."""

import pytest

from sandbox.errors import UnknownNameError, nearest

MANY = [f"strand/name-{k}" for k in range(40)]


def test_near_names_come_first_then_names_that_hold_it():
    assert nearest("name-7", ["fractions/name-7", "other", "name-8"]) == [
        "name-8",
        "fractions/name-7",
    ]
    assert nearest("across", ["fractions/add-across", "decimals/longer"]) == [
        "fractions/add-across"
    ]


@pytest.mark.parametrize(
    ("kind", "listing"),
    [("misconception", "misconceptions"), ("persona", "personas"), ("family", "items")],
)
def test_of_many_unlike_names_the_command_that_lists_them_is_named(kind, listing):
    said = str(UnknownNameError(kind, "zzz", MANY))
    assert said == f"unknown {kind} 'zzz'; sandbox list {listing} names them all"


def test_a_few_names_are_all_told():
    assert str(UnknownNameError("rubric", "zzz", ["one", "two"])).endswith("it can be one, two")
