"""Local models, proven offline on tiny models with random weights of the real architectures."""

import asyncio
import io
import json
import threading

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

import tiny_models  # noqa: E402
from PIL import Image  # noqa: E402

from sandbox.errors import BadRequestError, ContextOverflowError, ModelError  # noqa: E402
from sandbox.models.base import make_model  # noqa: E402
from sandbox.models.catalogue import read_entries  # noqa: E402
from sandbox.models.images import MemoryImages  # noqa: E402
from sandbox.models.local import LoadedModel, LocalModel, unload  # noqa: E402
from sandbox.models.local.engine import Request  # noqa: E402
from sandbox.types import Completion, Message, Settings, TextPart  # noqa: E402

GREEDY = Settings(temperature=0, max_tokens=12)


def chats(count=5):
    return [
        [
            Message.of("system", "You are a pupil."),
            Message.of("user", "one half" + " plus one third" * k),
        ]
        for k in range(count)
    ]


def png(colour):
    out = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(out, "PNG")
    return out.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tiny_models.text_model(tmp_path_factory.mktemp("qwen2"))


@pytest.fixture
def model(folder):
    return make_model(f"hf:{folder}")


async def each(model, chats, settings):
    return [await model.reply(chat, settings) for chat in chats]


async def together(model, chats, settings):
    return await asyncio.gather(*(model.reply(chat, settings) for chat in chats))


@pytest.mark.parametrize("kind", ["Qwen2", "Llama"])
async def test_batch_says_what_each_says_alone(tmp_path, kind):
    model = make_model(f"hf:{tiny_models.text_model(tmp_path, kind)}")
    alone = await each(model, chats(), GREEDY)
    assert await together(model, chats(), GREEDY) == alone
    assert model._loaded.batcher.batches[-1] == 5
    assert len({completion.text for completion in alone}) > 1
    assert not model.sees_images
    unload(str(tmp_path))


async def test_calls_with_different_settings_share_a_batch_and_keep_their_own(model):
    (chat,) = chats(1)
    limits = [Settings(temperature=0, max_tokens=most) for most in (3, 12)]
    limits.append(Settings(temperature=0.9, seed=5, max_tokens=7))
    before = len(model._loaded.batcher.batches)
    got = await asyncio.gather(*(model.reply(chat, settings) for settings in limits))
    assert model._loaded.batcher.batches[before:] == [3]
    assert [completion.usage.output_tokens for completion in got] == [3, 12, 7]
    assert {completion.finish for completion in got} == {"length"}
    assert got[1].text.startswith(got[0].text)


async def test_seed_gives_the_same_words_alone_and_in_company(model):
    (chat,) = chats(1)
    settings = [Settings(temperature=1.0, seed=seed, max_tokens=8) for seed in (1, 2, 3)]
    alone = [(await model.reply(chat, each)).text for each in settings]
    company = await asyncio.gather(*(model.reply(chat, each) for each in settings))
    assert [completion.text for completion in company] == alone
    assert len(set(alone)) == 3


async def test_draws_follow_the_probabilities_of_the_model():
    from sandbox.models.local.steering import RowSampling

    logits = torch.log(torch.tensor([0.5, 0.3, 0.2])).repeat(1, 1)
    sampling = RowSampling([1.0], [7], "cpu")
    drawn = [int(sampling(None, logits.clone()).argmax()) for _ in range(4000)]
    shares = [drawn.count(token) / 4000 for token in range(3)]
    assert shares == pytest.approx([0.5, 0.3, 0.2], abs=0.03)
    cold = RowSampling([0.25], [7], "cpu")
    drawn = [int(cold(None, logits.clone()).argmax()) for _ in range(2000)]
    hottest = 0.5**4 / (0.5**4 + 0.3**4 + 0.2**4)
    assert drawn.count(0) / 2000 == pytest.approx(hottest, abs=0.03)


async def test_stop_string_ends_the_reply_before_it(model):
    (chat,) = chats(1)
    whole = (await model.reply(chat, GREEDY)).text
    stop = whole[3:6]
    stopped = await model.reply(chat, Settings(temperature=0, max_tokens=12, stop=(stop,)))
    assert stopped.text == whole[: whole.find(stop)].rstrip()
    assert stopped.finish in ("stop", "empty")
    assert stopped.usage.output_tokens < 12
    both = await asyncio.gather(
        model.reply(chat, Settings(temperature=0, max_tokens=12, stop=(stop,))),
        model.reply(chat, GREEDY),
    )
    assert both[0] == stopped, "the company changes what is counted"


async def test_every_end_token_of_the_model_ends_the_reply(tmp_path, model):
    folder = tiny_models.text_model(tmp_path)
    ends = list(range(1, 330, 2))
    (folder / "generation_config.json").write_text(json.dumps({"eos_token_id": ends}))
    (chat,) = chats(1)
    whole = await model.reply(chat, GREEDY)
    ended = await make_model(f"hf:{folder}").reply(chat, GREEDY)
    assert whole.finish == "length"
    assert ended.finish in ("stop", "empty")
    assert ended.usage.output_tokens < 12
    assert whole.text.startswith(ended.text)
    unload(str(tmp_path))


@pytest.mark.parametrize("template", [tiny_models.STRICT, tiny_models.DROPS_SYSTEM])
async def test_demanding_templates_get_every_word(tmp_path, template):
    model = make_model(f"hf:{tiny_models.text_model(tmp_path, template=template)}")
    chat = [
        Message.of("system", "You hold a belief."),
        Message.of("assistant", "I got 2/5."),
        Message.of("user", "Why?"),
        Message.of("user", "Tell me."),
    ]
    await model.reply(chat, GREEDY)
    engine = model._loaded.engine
    from sandbox.models.local.templates import prompt_for

    prompt = prompt_for(chat, engine._render, in_parts=False, who="m")
    places = [
        prompt.find(part) for part in ("You hold a belief.", "I got 2/5.", "Why?", "Tell me.")
    ]
    assert min(places) >= 0
    assert places == sorted(places)
    unload(str(tmp_path))


async def test_conversation_that_is_too_long_fails_alone(tmp_path):
    model = make_model(f"hf:{tiny_models.text_model(tmp_path, longest=200)}")
    long = [Message.of("user", "one half " * 300)]
    got = await asyncio.gather(
        model.reply(chats(1)[0], GREEDY), model.reply(long, GREEDY), return_exceptions=True
    )
    assert got[0].usage.output_tokens == 12
    assert isinstance(got[1], ContextOverflowError)
    unload(str(tmp_path))


def test_work_stops_on_a_call_that_nobody_waits_for_and_on_no_other(model):
    (chat,) = chats(1)
    gone, waited_for = (Request(chat, GREEDY, MemoryImages()) for _ in range(2))
    gone.gone.set()
    got = model._loaded.engine.replies([gone, waited_for])
    assert [completion.usage.output_tokens for completion in got] == [1, 12]


async def test_cancelled_call_says_that_nobody_waits_for_it():
    class Slowly:
        """Works until nobody waits."""

        sees_images = False

        def __init__(self):
            self.began, self.noticed = threading.Event(), threading.Event()

        def replies(self, requests):
            self.began.set()
            if requests[0].gone.wait(30):
                self.noticed.set()
            return [Completion(text="too late") for _ in requests]

    engine = Slowly()
    model = LocalModel(LoadedModel(engine), name="hf:slow")
    call = asyncio.ensure_future(model.reply(chats(1)[0], GREEDY))
    assert await asyncio.to_thread(engine.began.wait, 30)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await asyncio.to_thread(engine.noticed.wait, 30)


async def test_model_is_loaded_once(folder, model):
    assert make_model(f"hf:{folder}")._loaded is model._loaded


async def test_model_without_chat_template_says_so(tmp_path):
    model = make_model(f"hf:{tiny_models.text_model(tmp_path, template=None)}")
    with pytest.raises(BadRequestError, match="chat template"):
        await model.reply(chats(1)[0], GREEDY)
    unload(str(tmp_path))


def test_folder_that_holds_no_model_is_a_model_error(tmp_path):
    with pytest.raises(ModelError, match="cannot be loaded"):
        make_model(f"hf:{tmp_path}")


def test_models_work_in_one_event_loop_after_another(model):
    texts = {asyncio.run(model.reply(chats(1)[0], GREEDY)).text for _ in range(2)}
    assert len(texts) == 1


ARCHITECTURES = sorted(tiny_models.VISION_MODELS)


@pytest.mark.parametrize("architecture", ARCHITECTURES)
async def test_vision_model_sees_pictures_in_a_batch_as_alone(tmp_path, architecture):
    images = MemoryImages()
    red, blue = images.add(png("red"), "red"), images.add(png("blue"), "blue")
    folder = tiny_models.vision_model(tmp_path, architecture)
    model = make_model(f"hf:{folder}", images=images)
    assert model.sees_images
    look = [Message(role="user", parts=(TextPart(text="one half"), part)) for part in (red, blue)]
    some = [
        [look[0]],
        [look[1]],
        [look[0], Message.of("assistant", "red"), look[1]],
        [Message.of("user", "no picture")],
    ]
    alone = await each(model, some, GREEDY)
    assert await together(model, some, GREEDY) == alone
    assert alone[0].text != alone[1].text, "the picture changes nothing"
    blind = make_model(f"hf:{folder}", images=images, sees_images=False)
    told = await blind.reply([look[0]], GREEDY)
    assert told.unsent == ("images",)
    assert told.text != alone[0].text
    unload(str(tmp_path))


def test_every_open_weight_entry_has_its_architecture_tested():
    wanted = {entry.architecture for entry in read_entries().values() if entry.architecture}
    assert wanted <= set(ARCHITECTURES)
