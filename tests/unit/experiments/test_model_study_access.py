"""How models are asked: replies kept, money counted and limited, secrets kept out."""

import asyncio
from decimal import Decimal

import pytest
from model_study import BANK, access, asked, believer, says, trials_of

from sandbox.errors import (
    BadRequestError,
    ContextOverflowError,
    RunLogError,
    SpendingLimitError,
    UnknownNameError,
    UsageError,
)
from sandbox.experiments.asking import (
    ASKING,
    REPLIES,
    Asking,
    Models,
    Sampling,
    remembered,
)
from sandbox.experiments.base import MemoryBench
from sandbox.experiments.estimates import estimates
from sandbox.experiments.misconceptions import ExpertTutorStudy, NoviceStudy
from sandbox.models.scripted import Failing, FromFunction
from sandbox.models.wrappers import ReplyStore, noted_cost
from sandbox.runner import RunOptions, plan, run
from sandbox.store.reading import run_state, sessions
from sandbox.store.runlog import RunLog
from sandbox.types import Completion

PRICED = """
- {id: "double:picks", input: "1000000", output: "1000000", listed: 2026-01-01, source: a test}
"""


def study(models, *settings, name="m", trials=1):
    return NoviceStudy(
        BANK, {}, trials=trials, models=(name,), settings=settings or ("zero",), access=models
    )


def priced(tmp_path, budget=None, folder=None, model=None):
    """Models at a dollar a token: words are what the doubles count."""
    prices = tmp_path / "mine" / "tasks" / "models"
    prices.mkdir(parents=True, exist_ok=True)
    (prices / "prices.yaml").write_text(PRICED)
    asking = Asking(budget=Decimal(budget) if budget else None)
    return Models(folder, asking, (tmp_path / "mine",), {"m": model or believer()})


def test_kept_replies_are_not_asked_for_again_and_give_the_same_trials(tmp_path):
    first, second = believer(), says("never asked")
    before = trials_of(study(access(tmp_path, m=first), trials=2))
    second.name = first.name
    after = trials_of(study(access(tmp_path, m=second), trials=2))
    assert (len(first.asked), len(second.asked)) == (12, 0)
    assert [t.model_dump() for t in after] == [t.model_dump() for t in before]


def test_trials_never_share_a_kept_reply(tmp_path):
    model = believer()
    trials_of(study(access(tmp_path, m=model), trials=3))
    assert len(model.asked) == 18
    assert len((tmp_path / REPLIES).read_text().splitlines()) == 18


def test_repair_is_kept_apart_from_what_it_repairs(tmp_path):
    texts = iter(["well, let me think about this for a while then", '{"Choice": "B"}'] * 6)
    model = FromFunction(lambda *_: next(texts))
    trials_of(study(access(tmp_path, m=model)))
    silent = says("never asked", name=model.name)
    again = trials_of(study(access(tmp_path, m=silent)))
    assert silent.asked == []
    assert {trial.observations["chosen"] for trial in again} == {"B"}


def test_two_servers_with_a_model_of_one_name_share_no_reply(tmp_path):
    class At(FromFunction):
        def __init__(self, address, label):
            super().__init__(lambda *_: f'{{"Choice": "{label}"}}', name="openai:same")
            self.address = address

    here, there = At("http://here/v1", "A"), At("http://there/v1", "B")
    for server in (here, there, here):
        trials = trials_of(study(access(tmp_path, m=server)))
        assert {trial.observations["chosen"] for trial in trials} == {
            "A" if server is here else "B"
        }
    assert len(here.asked) == len(there.asked) == len(trials)


def test_cost_of_every_reply_stands_in_the_trial_and_in_the_kept_replies(tmp_path):
    models = priced(tmp_path, folder=tmp_path)
    trials = trials_of(study(models))
    costs = [Decimal(reply["cost_usd"]) for t in trials for reply in t.observations["replies"]]
    assert all(cost > 0 for cost in costs)
    assert sum(costs) == models.tally.cost_usd == noted_cost(tmp_path / REPLIES)


def test_noted_cost_passes_over_a_torn_line_and_unknown_costs(tmp_path):
    assert noted_cost(tmp_path / REPLIES) == 0
    good = (
        '{"completion":{"cost_usd":"0.25","text":""},"key":"a"}\n'
        '{"completion":{"cost_usd":null,"text":""},"key":"b"}\n'
    )
    (tmp_path / REPLIES).write_text(good * 2 + '{"completion":{"cost_u')
    assert noted_cost(tmp_path / REPLIES) == Decimal("0.50")


async def test_run_stops_at_its_spending_limit_before_it_is_exceeded_and_can_go_on(tmp_path):
    folder = tmp_path / "run"
    models = priced(tmp_path, budget="3000", folder=folder)
    made = study(models, trials=4)
    manifest = plan(made, seed=0, created="2026-01-01", version="0", content="")
    with RunLog.create(folder, manifest) as log:
        summary = await run(made, log, RunOptions(calls=4))
    done = len(run_state(folder).done)
    assert "spending limit" in summary.stopped
    assert 0 < done < 24
    assert summary.standing.failed == 0
    assert models.tally.cost_usd <= 3000
    assert noted_cost(folder / REPLIES) == models.tally.cost_usd
    richer = priced(tmp_path, budget="1000000", folder=folder)
    with RunLog.open(folder) as log:
        assert (await run(study(richer, trials=4), log)).complete
    assert richer.tally.calls == 24 - models.tally.calls
    assert {len(trial.observations["replies"]) for trial in sessions(folder)} == {1}


async def test_resumed_run_counts_what_it_had_spent(tmp_path):
    folder = tmp_path / "run"
    folder.mkdir()
    ReplyStore(folder / REPLIES).note(Completion(text="no", finish="refused", cost_usd="4999"))
    made = study(priced(tmp_path, budget="5000", folder=folder))
    with pytest.raises(SpendingLimitError, match=r"\$4999.0000 of \$5000 are spent"):
        await made.run(next(made.cells()), MemoryBench())


def test_limit_without_a_price_is_refused_before_the_run():
    models = Models(asking=Asking(budget=Decimal(1)), given={"m": believer()})
    with pytest.raises(UsageError, match="no spending limit can be kept for m: its price"):
        models.check(["m"])


def test_conversation_too_long_for_a_model_is_unscored_and_costs_no_other_pool():
    def reply(messages, settings):
        if messages[1].text.count("\n") > 10:
            return ContextOverflowError("too long")
        return '{"Choice": 1}'

    made = ExpertTutorStudy(
        BANK, {}, trials=1, pools=(2, 3), models=("m",), access=access(m=FromFunction(reply))
    )
    for trial in trials_of(made):
        short, long = (s for s in made.score(trial) if s.metric.startswith("s2"))
        assert short.value in (0.0, 1.0)
        assert (long.value, long.reason) == (None, "too long for the model: too long")


def test_refused_request_fails_the_cell_and_is_no_unscored_reply():
    made = study(access(m=Failing(believer(), 1, BadRequestError("no such model"))))
    with pytest.raises(BadRequestError):
        asyncio.run(made.run(next(made.cells()), MemoryBench()))


async def test_calls_at_once_are_limited_by_the_bench():
    bench = MemoryBench(calls=2)
    made = study(access(m=believer()))
    await asyncio.gather(*(made.run(cell, bench) for cell in made.cells()))
    assert bench.limiter.peak <= 2


def test_reply_limit_is_the_users_else_the_entrys_else_512():
    models = Models(given={"m": believer()})
    assert models.settings("m", Sampling()).max_tokens == 512
    assert models.settings("gpt-5", Sampling()).max_tokens == 8192
    assert models.settings("gpt-5", Sampling(max_tokens=100)).max_tokens == 100


def test_estimate_counts_every_call_and_needs_no_key(tmp_path, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    models = Models()
    found = estimates(study(models, "zero", "few-same", name="gpt-4", trials=4), models)
    assert [(one.setting, one.calls) for one in found] == [("zero", 24), ("few-same", 12)]
    for one in found:
        assert 0 < one.cost_usd < one.most_usd
    (unknown,) = estimates(study(models, name="openai:nobody"), models)
    assert (unknown.cost_usd, unknown.most_usd) == (None, None)


def test_estimate_is_the_listed_price_of_the_prompts(tmp_path):
    models = priced(tmp_path)
    made = study(models)
    (one,) = estimates(made, models)
    characters = [sum(len(m.text) // 4 + 4 for m in call.messages) for call in made.planned()]
    assert one.input_tokens == sum(characters)
    assert one.cost_usd == one.input_tokens + one.output_tokens


def test_unknown_model_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean gpt-4"):
        Models().price("gtp-4")


def test_how_models_are_asked_is_remembered_for_a_resume(tmp_path):
    assert remembered(tmp_path) == Asking()
    asking = Asking(base_url="http://localhost:8000/v1", budget=Decimal("2.50"), calls=3)
    asking.remember(tmp_path)
    assert remembered(tmp_path) == asking
    (tmp_path / ASKING).write_text("{")
    with pytest.raises(RunLogError, match="cannot be read"):
        remembered(tmp_path)


@pytest.mark.parametrize("url", ["http://me:secret@host/v1", "https://host/v1?key=secret"])
def test_address_with_a_secret_is_refused_and_not_repeated(tmp_path, url):
    with pytest.raises(UsageError) as refused:
        Asking(base_url=url).remember(tmp_path)
    assert "secret" not in str(refused.value)
    assert not (tmp_path / ASKING).exists()


def test_questions_of_one_cell_have_seeds_of_their_own():
    model = says('{"Choice": 1}')
    made = ExpertTutorStudy(BANK, {}, trials=1, pools=(2, 3), models=("m",), access=access(m=model))
    trials_of(made)
    assert len({settings.seed for _, settings in model.asked}) == 12
    assert asked(model.asked[0][0], "Question") == "1/2 + 1/3 = ?"
