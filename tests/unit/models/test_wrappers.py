"""Retries, limit, meter, spending limit, cache, defaults: each round doubles that ship."""

import asyncio
from contextlib import nullcontext, suppress
from datetime import date
from decimal import Decimal

import pytest

from sandbox.errors import (
    BadRequestError,
    ContextOverflowError,
    GarbledReplyError,
    ModelError,
    OutOfCreditError,
    RateLimitedError,
    RunLogError,
    SpendingLimitError,
    TimedOutError,
    UnauthorisedError,
    UnavailableError,
    UsageError,
)
from sandbox.experiments.base import Limiter
from sandbox.models.prices import Price, PriceTable
from sandbox.models.scripted import Failing, FromFunction, Scripted, Slow, echo
from sandbox.models.wrappers import (
    Budget,
    Cached,
    Metered,
    Patience,
    ReplyStore,
    Retrying,
    SpendingCapped,
    Tally,
    WithDefaults,
    guarded,
    noted_cost,
    noted_replies,
)
from sandbox.types import Completion, ImagePart, Message, Settings, TextPart, Usage

PLAIN = Settings()
ASK = [Message.of("user", "one two three")]
PRICE = Price(
    id="double:echo",
    input=Decimal(1000),
    output=Decimal(2000),
    listed=date(2026, 1, 1),
    source="us",
)
PICTURE = Message(
    role="user",
    parts=(
        TextPart(text="one two three"),
        ImagePart(sha256="1" * 64, media_type="image/png", alt=""),
    ),
)
TABLE = PriceTable({"double:echo": PRICE})


def retrying(inner, waits, **more):
    async def sleep(seconds):
        waits.append(seconds)

    return Retrying(inner, limiter=nullcontext(), sleep=sleep, **more)


def counted(replies):
    return FromFunction(lambda *_: replies.pop(0), name="double:echo")


# retries


@pytest.mark.parametrize(
    "error",
    [RateLimitedError("x"), UnavailableError("x"), TimedOutError("x"), GarbledReplyError("x")],
)
async def test_passing_failures_are_tried_again_and_counted(error):
    waits = []
    inner = Failing(echo(), 2, error)
    completion = await retrying(inner, waits).reply(ASK, Settings())
    assert completion.text == "one two three"
    assert completion.attempts == 3
    assert len(waits) == 2


@pytest.mark.parametrize(
    "error",
    [
        BadRequestError("x"),
        ContextOverflowError("x"),
        UnauthorisedError("x"),
        OutOfCreditError("x"),
        SpendingLimitError("x"),
    ],
)
async def test_lasting_failures_are_never_tried_again(error):
    waits = []
    inner = Failing(echo(), 1, error)
    with pytest.raises(type(error)):
        await retrying(inner, waits).reply(ASK, Settings())
    assert inner.calls == 1
    assert waits == []


async def test_last_failure_is_raised_when_patience_ends():
    waits = []
    inner = Failing(echo(), 99, UnavailableError("gone"))
    with pytest.raises(UnavailableError, match="gone"):
        await retrying(inner, waits, patience=Patience(attempts=4)).reply(ASK, Settings())
    assert inner.calls == 4


async def test_waits_grow_and_stay_below_the_longest():
    waits = []
    inner = Failing(echo(), 7, UnavailableError("x"))
    patience = Patience(attempts=8, first_wait_s=1, longest_wait_s=10)
    await retrying(inner, waits, patience=patience).reply(ASK, Settings())
    assert waits[0] < 2
    assert max(waits) <= 15
    assert waits[-1] > waits[0]


async def test_retry_after_is_honoured_and_holds_back_the_others_too():
    waits = []
    inner = Failing(echo(), 1, RateLimitedError("x", 17.0))
    model = retrying(inner, waits)
    await model.reply(ASK, Settings())
    assert max(waits) >= 17
    waits.clear()
    await model.reply(ASK, Settings())
    assert 16 < waits[0] <= 17


async def test_wait_that_is_asked_too_long_is_an_error_at_once():
    waits = []
    inner = Failing(echo(), 1, RateLimitedError("tomorrow", 80_000.0))
    model = retrying(inner, waits)
    with pytest.raises(RateLimitedError):
        await model.reply(ASK, Settings())
    assert (await model.reply(ASK, Settings())).attempts == 1
    assert waits == [], "nor do the others wait that long"


async def test_calls_in_flight_are_capped_and_a_waiting_call_holds_no_place():
    slow = Slow(echo(), 0.01)
    limiter = Limiter(3)
    model = Retrying(slow, limiter=limiter)
    await asyncio.gather(*(model.reply(ASK, Settings()) for _ in range(20)))
    assert slow.peak == limiter.peak == 3

    held = []

    async def sleep(_):
        held.append(limiter.in_flight)

    waiting = Retrying(Failing(echo(), 1), limiter=limiter, sleep=sleep)
    await waiting.reply(ASK, Settings())
    assert held == [0]


# meter


async def test_cost_is_exact_and_on_the_completion():
    tally = Tally()
    completion = await Metered(echo(), TABLE, tally).reply(ASK, Settings())
    assert completion.cost_usd == Decimal("0.009")
    assert (tally.input_tokens, tally.output_tokens, tally.calls) == (3, 3, 1)
    assert tally.is_cost_known
    assert "$0.0090" in str(tally)


async def test_cost_of_a_model_without_price_is_unknown_never_zero():
    tally = Tally()
    completion = await Metered(echo("double:other"), TABLE, tally).reply(ASK, Settings())
    assert completion.cost_usd is None
    assert not tally.is_cost_known
    assert "unknown" in str(tally)


async def test_cost_of_a_call_without_token_counts_is_unknown():
    tally = Tally()
    model = Metered(Scripted([Completion(text="x")], name="double:echo"), TABLE, tally)
    assert (await model.reply(ASK, Settings())).cost_usd is None
    assert tally.untold == tally.unpriced == 1


def test_cached_input_is_billed_at_its_own_price():
    price = PRICE.model_copy(update={"cached_input": Decimal(100)})
    usage = Usage(input_tokens=1000, output_tokens=0, cached_input_tokens=400)
    assert price.of(usage) == Decimal("0.64")
    assert PRICE.of(usage) == Decimal(1)


def test_dated_version_of_a_model_has_no_price_of_its_model():
    assert TABLE.price("double:echo-2026-01-01") is None
    assert TABLE.price("x:y", "double:echo") is PRICE


@pytest.mark.parametrize("text", ["a", "½ ÷ ⅔ 🙂", "long " * 500])
def test_bound_on_a_call_is_never_below_its_tokens(text):
    chat = [Message.of("user", text)]
    bound = PRICE.at_most(chat, Settings(max_tokens=10))
    usage = Usage(input_tokens=len(text.encode()), output_tokens=10)
    assert bound >= PRICE.of(usage)
    assert PRICE.at_most(chat, Settings()) is None


def test_images_count_in_the_bound():
    image = Message(
        role="user", parts=(ImagePart(sha256="0" * 64, media_type="image/png", alt="x"),)
    )
    assert PRICE.at_most([image], Settings(max_tokens=1)) > PRICE.at_most(
        ASK, Settings(max_tokens=1)
    )


# spending limit


def capped(inner, budget):
    return SpendingCapped(Metered(inner, TABLE, Tally()), TABLE, budget)


async def test_call_that_could_exceed_the_limit_is_not_made():
    most = PRICE.at_most(ASK, Settings(max_tokens=3))
    budget = Budget(most + Decimal("0.009"))
    inner = Slow(echo(), 0)
    model = capped(inner, budget)
    await model.reply(ASK, Settings(max_tokens=3))
    await model.reply(ASK, Settings(max_tokens=3))
    with pytest.raises(SpendingLimitError, match="spending limit"):
        await model.reply(ASK, Settings(max_tokens=3))
    assert budget.spent == Decimal("0.018")
    assert budget.reserved == 0


async def test_many_calls_at_once_never_exceed_the_limit_and_use_what_others_give_back():
    settings = Settings(max_tokens=3)
    most = PRICE.at_most(ASK, settings)
    budget = Budget(most * 2)
    model = capped(Slow(echo(), 0.001), budget)
    got = await asyncio.gather(
        *(model.reply(ASK, settings) for _ in range(40)), return_exceptions=True
    )
    made = [each for each in got if isinstance(each, Completion)]
    assert all(isinstance(each, Completion | SpendingLimitError) for each in got)
    assert budget.spent <= budget.limit
    assert len(made) > 2
    assert budget.spent == len(made) * Decimal("0.009")
    assert budget.spent + most > budget.limit or len(made) == 40


@pytest.mark.parametrize(
    ("error", "counts"),
    [
        (TimedOutError("x"), True),
        (UnavailableError("x"), True),
        (GarbledReplyError("x"), True),
        (RateLimitedError("x"), False),
        (BadRequestError("x"), False),
    ],
)
async def test_failed_call_that_may_be_billed_counts_as_spent(error, counts):
    settings = Settings(max_tokens=3)
    budget = Budget(Decimal(10))
    with pytest.raises(ModelError):
        await capped(Failing(echo(), 1, error), budget).reply(ASK, settings)
    assert budget.spent == (PRICE.at_most(ASK, settings) if counts else 0)
    assert budget.reserved == 0


async def test_what_is_not_sure_to_cost_less_is_told_also_when_a_call_is_cancelled():
    settings, told = Settings(max_tokens=3), []
    most = PRICE.at_most(ASK, settings)
    silent = counted([Completion(text="x")])
    for inner in (Failing(echo(), 1, TimedOutError("x")), silent, echo()):
        with suppress(TimedOutError):
            await capped(inner, Budget(Decimal(50), unsure=told.append)).reply(ASK, settings)
    assert told == [most, most]
    budget = Budget(Decimal(50), unsure=told.append)
    call = asyncio.ensure_future(capped(Slow(echo(), 60), budget).reply(ASK, settings))
    await asyncio.sleep(0)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert told == [most] * 3
    assert budget.spent == most


async def test_limit_that_cannot_be_kept_is_refused():
    with pytest.raises(UsageError, match="price"):
        await capped(echo("double:other"), Budget(Decimal(1))).reply(ASK, Settings(max_tokens=1))
    with pytest.raises(UsageError, match="max_tokens"):
        await capped(echo(), Budget(Decimal(1))).reply(ASK, Settings())


async def test_guarded_model_retries_within_the_budget():
    tally, budget = Tally(), Budget(Decimal(5))
    model = guarded(
        Failing(echo(), 1),
        limiter=Limiter(2),
        prices=TABLE,
        tally=tally,
        budget=budget,
        patience=Patience(first_wait_s=0.001),
    )
    completion = await model.reply(ASK, Settings(max_tokens=3))
    assert completion.attempts == 2
    assert (tally.calls, tally.failed) == (1, 1)
    assert budget.spent == Decimal("0.009") + PRICE.at_most(ASK, Settings(max_tokens=3))


# cache


def cached(inner, store, cell="c", replicate=0, address=""):
    return Cached(inner, store, cell=cell, replicate=replicate, address=address)


async def test_kept_reply_is_given_again_after_a_restart_and_costs_no_call(tmp_path):
    path = tmp_path / "cache.jsonl"
    first = await cached(counted(["½ of it"]), ReplyStore(path)).reply(ASK, Settings())
    again = await cached(counted([]), ReplyStore(path)).reply(ASK, Settings())
    assert again == first.model_copy(update={"cached": True})
    assert not first.cached


@pytest.mark.parametrize(
    "other",
    [
        {"cell": "d"},
        {"replicate": 1},
        {"settings": Settings(temperature=0.5)},
        {"messages": [Message.of("user", "else")]},
        {"messages": [Message.of("assistant", "one two three")]},
        {"messages": [PICTURE]},
        {"name": "double:b"},
        {"address": "http://elsewhere/v1"},
    ],
)
async def test_whatever_differs_gets_a_reply_of_its_own(tmp_path, other):
    store = ReplyStore(tmp_path / "cache.jsonl")
    replies = ["one", "two"]

    async def ask(cell="c", replicate=0, settings=PLAIN, messages=ASK, name="double:a", address=""):
        inner = FromFunction(lambda *_: replies.pop(0), name=name)
        model = cached(inner, store, cell, replicate, address)
        return (await model.reply(messages, settings)).text

    assert [await ask(), await ask(**other), await ask()] == ["one", "two", "one"]


async def test_same_question_asked_twice_gets_two_replies_and_both_again(tmp_path):
    store = ReplyStore(tmp_path / "cache.jsonl")
    model = cached(counted(["one", "two"]), store)
    assert [(await model.reply(ASK, Settings())).text for _ in range(2)] == ["one", "two"]
    again = cached(counted([]), store)
    assert [(await again.reply(ASK, Settings())).text for _ in range(2)] == ["one", "two"]


async def test_refused_empty_and_failed_replies_are_not_kept(tmp_path):
    store = ReplyStore(tmp_path / "cache.jsonl")
    replies = [Completion(text="no", finish="refused"), "", UnavailableError("x")]
    for _ in range(3):
        try:
            await cached(counted(replies), store).reply(ASK, Settings())
        except UnavailableError:
            continue
    assert (len(store), len(ReplyStore(tmp_path / "cache.jsonl"))) == (0, 0)
    assert (await cached(counted(["at last"]), store).reply(ASK, Settings())).text == "at last"


async def test_what_is_not_kept_is_noted_for_what_it_cost(tmp_path):
    path = tmp_path / "cache.jsonl"
    store = ReplyStore(path)
    replies = [
        Completion(text="no", finish="refused", cost_usd=Decimal("0.5")),
        Completion(text="", finish="empty", cost_usd=Decimal("0.25")),
        Completion(text="yes", cost_usd=Decimal(2)),
    ]
    for _ in range(3):
        await cached(counted(replies), store).reply(ASK, Settings())
    store.note_at_most(Decimal(8))
    assert noted_cost(path) == Decimal("10.75")
    assert [reply.finish for reply in noted_replies(path)] == ["refused", "empty", "stop"]
    assert noted_cost(tmp_path / "none") == 0
    assert noted_replies(tmp_path / "none") == []


async def test_torn_last_line_loses_only_its_own_reply(tmp_path):
    path = tmp_path / "cache.jsonl"
    await cached(counted(["one"]), ReplyStore(path)).reply(ASK, Settings())
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    store = ReplyStore(path)
    assert len(store) == 1
    await cached(counted(["two"]), store, cell="d").reply(ASK, Settings())
    assert len(ReplyStore(path)) == 2
    assert (
        await cached(counted([]), ReplyStore(path), cell="d").reply(ASK, Settings())
    ).text == "two"


async def test_two_stores_on_one_file_do_not_harm_each_other(tmp_path):
    path = tmp_path / "cache.jsonl"
    stores = [ReplyStore(path), ReplyStore(path)]
    for k in range(20):
        await cached(counted([f"reply {k}"]), stores[k % 2], cell=str(k)).reply(ASK, Settings())
    final = ReplyStore(path)
    assert len(final) == 20
    for k in range(20):
        assert (
            await cached(counted([]), final, cell=str(k)).reply(ASK, Settings())
        ).text == f"reply {k}"


def test_cache_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(RunLogError, match="cache"):
        ReplyStore(tmp_path / "file" / "cache.jsonl")


# defaults


async def test_defaults_hold_only_where_the_caller_says_nothing():
    inner = echo()
    model = WithDefaults(inner, Settings(temperature=0.9, max_tokens=512))
    await model.reply(ASK, Settings(temperature=0.0))
    ((_, asked),) = inner.asked
    assert (asked.temperature, asked.max_tokens) == (0.0, 512)
    assert model.name == "double:echo"


async def test_cache_and_budget_see_the_settings_of_an_entry(tmp_path):
    store = ReplyStore(tmp_path / "cache.jsonl")
    texts = []
    for most in (1, 2):
        entry = WithDefaults(echo(), Settings(max_tokens=most))
        model = guarded(
            entry, limiter=Limiter(1), prices=TABLE, tally=Tally(), budget=Budget(Decimal(5))
        )
        texts.append((await cached(model, store).reply(ASK, PLAIN)).text)
    assert texts == ["one", "one two"]


async def test_models_that_run_here_cost_nothing_and_need_no_token_limit():
    budget, tally = Budget(Decimal(0)), Tally()
    inner = Metered(echo("hf:some/model"), TABLE, tally)
    await SpendingCapped(inner, TABLE, budget).reply(ASK, PLAIN)
    assert tally.is_cost_known
    assert budget.spent == 0
