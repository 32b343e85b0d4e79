"""A model is sent the picture of a problem once, without its words, and the run keeps it."""

import asyncio
import hashlib
import json

import pytest

from sandbox.agents.base import Brief, view_for
from sandbox.agents.modelled.history import conversation, shown
from sandbox.content.generate import choice_item, open_item
from sandbox.content.itemfiles import Pair
from sandbox.experiments.asking import Models, Sampling
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.model_novices import novice_messages
from sandbox.experiments.reading import choice_reader
from sandbox.models.images import DataUrls, images_in, in_words, no_images, shown_once
from sandbox.models.scripted import FromFunction
from sandbox.records import Cell, canonical, rng
from sandbox.store.images import load_image
from sandbox.types import ImagePart

WORDS = "A bar is cut into 7 equal parts; 4 parts are shaded."


@pytest.fixture
def problem(library):
    return library.families["frac-name-shaded"].problem({"n": 7, "k": 4})


@pytest.fixture
def messages(problem):
    item = choice_item(problem, rng("pictures"), figure=True)
    wrong = next(choice for choice in item.choices if choice.misconception)
    pair = Pair(item, wrong.misconception, wrong.text, wrong.label)
    return novice_messages(pair, {wrong.misconception: "Says it wrongly."}, "zero", ())


def test_task_holds_the_picture_and_not_its_words(messages):
    (part,) = images_in(messages)
    assert part.data.startswith(b"\x89PNG")
    assert part.sha256 == hashlib.sha256(part.data).hexdigest()
    assert "7 equal parts" not in messages[1].text
    assert "What fraction of the bar is shaded?" in messages[1].text


def test_model_without_eyes_gets_the_words_instead(messages):
    blind = in_words(messages)
    assert not images_in(blind)
    assert f"[Image: {WORDS}]" in blind[1].text


def test_bytes_travel_with_the_part_and_stay_out_of_logs(messages):
    (part,) = images_in(messages)
    assert DataUrls(no_images)(part).startswith("data:image/png;base64,")
    assert "data" not in json.loads(canonical(part.model_dump(mode="json")))
    assert str(part.data[:8]) not in repr(part)


def test_dialogue_shows_the_picture_once(problem):
    view = view_for("tutor", "s", open_item(problem, figure=True), Brief(), ())
    said = conversation(view, system="Teach.", cue="Begin.")
    assert len(images_in(said)) == 1
    assert [type(part) for m in shown_once([*said, *said]) for part in m.parts].count(
        ImagePart
    ) == 1
    assert (shown(view).picture, shown(view).figure) == (True, "")


def test_run_keeps_what_was_sent_and_notes_hash_and_words(tmp_path, messages):
    double = FromFunction(lambda *_: '{"Choice": "A"}', name="double:eyes")
    models = Models(tmp_path, given={"eyes": double})
    desk = models.desk(Cell(study="s", factors={"n": 1}), MemoryBench())
    asyncio.run(desk.ask("eyes", messages, Sampling(), choice_reader((("A", "1"), ("B", "2")))))
    (note,) = desk.observed()["images"]
    assert note["alt"] == WORDS
    assert load_image(tmp_path, note["sha256"]) == images_in(messages)[0].data
