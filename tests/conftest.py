"""Fixtures that several tests share."""

import os
from dataclasses import replace
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from openai_server import OpenAIServer

from sandbox.content.library import Library, load
from sandbox.maths.families import Families
from sandbox.records import rng

# speed is measured in bench/, never in a test
settings.register_profile("sandbox", deadline=None)
settings.load_profile("sandbox")


def pytest_configure(config):
    """Tests and the commands they start share a cache of content that is not the user's."""
    folder = TemporaryDirectory(prefix="sandbox-cache-")
    os.environ["SANDBOX_CACHE"] = folder.name
    config.add_cleanup(folder.cleanup)


def pytest_addoption(parser):
    parser.addoption(
        "--regenerate", action="store_true", help="write golden files anew instead of comparing"
    )


@pytest.fixture
def regenerate(request):
    """Whether golden files are to be written anew."""
    return request.config.getoption("--regenerate")


@pytest.fixture(scope="session")
def library():
    """The bundled content."""
    return load()


@pytest.fixture(scope="session")
def renamed(library):
    """The same content under permuted misconception ids, in the order of the new ids; and new → old."""
    old = sorted(library.misconceptions)
    new = list(old)
    rng("permute").shuffle(new)
    to_new = dict(zip(old, new, strict=True))
    families = [
        replace(
            family,
            errors=dict(
                sorted(
                    (to_new[name], replace(rule, misconception=to_new[name]))
                    for name, rule in family.errors.items()
                )
            ),
        )
        for family in library.families
    ]
    specs = {
        to_new[name]: spec.model_copy(update={"id": to_new[name]})
        for name, spec in library.misconceptions.items()
    }
    other = replace(
        library, families=Families(families), misconceptions=dict(sorted(specs.items()))
    )
    assert isinstance(other, Library)
    return other, to_new


@pytest.fixture
def openai_server():
    """A server on loopback that speaks OpenAI's protocol."""
    server = OpenAIServer()
    yield server
    server.close()
