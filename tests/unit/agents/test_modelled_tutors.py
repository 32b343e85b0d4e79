"""Tutors in a model's words: what they are told, how they end, how they rank, and that a guarded
one sends no leak."""

import asyncio

import pytest

from sandbox.agents.base import Brief, View
from sandbox.agents.modelled.guarding import gives_away, is_settled
from sandbox.agents.tutors import make_tutor
from sandbox.content.generate import choice_item
from sandbox.errors import UnavailableError
from sandbox.models.scripted import FromFunction, Scripted
from sandbox.records import Turn, rng
from sandbox.types import Completion

TASK = "Work out 1/2 + 1/3."
WRONG = "I got 2/5. I added the tops and the bottoms."
SOLVED = "I got 5/6. I made the bottoms the same: 3/6 + 2/6 = 5/6."


def view(*texts, question=TASK, brief=None, choices=(), hidden=None):
    seats = ("student", "tutor")
    turns = tuple(
        Turn(index=k, seat=seats[k % 2], text=text, author="", hidden=hidden or {} if k % 2 else {})
        for k, text in enumerate(texts)
    )
    return View("tutor", "v", question, choices, brief=brief or Brief(), turns=turns)


def tutor(library, replies, name="double:x"):
    model = Scripted(replies)
    return make_tutor(name, library, models=lambda _: model), model


def act(agent, seen):
    return asyncio.run(agent.act(seen))


def rank(agent, seen, candidates):
    return asyncio.run(agent.rank(seen, candidates))


def system(model, call=0):
    return model.asked[call][0][0].text


# ---------------------------------------------------------------- the free tutor


def test_tutor_says_what_the_model_says_and_logs_who_it_was(library):
    agent, model = tutor(library, ["How did you get 2/5?"])
    said = act(agent, view(WRONG))
    assert (said.text, said.ends) == ("How did you get 2/5?", None)
    assert said.hidden["policy"] == "none"
    assert said.hidden["model"]["name"] == model.name
    assert said.hidden["model"]["cost_usd"] is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("double:x", False),
        ("model:double:x", False),
        ("socratic:double:x", True),
        ("adaptive:double:x", True),
    ],
)
def test_policy_decides_what_is_told_about_teaching(library, name, told):
    agent, model = tutor(library, ["Hm?"], name)
    act(agent, view(WRONG))
    assert ("Never give the answer" in system(model)) == told


def test_brief_decides_whether_card_and_key_are_told(library):
    agent, model = tutor(library, ["Hm?", "Hm?"])
    act(agent, view(WRONG))
    act(agent, view(WRONG, brief=Brief(card="I like drawing.", key="5/6")))
    assert "5/6" not in "".join(m.text for m in model.asked[0][0])
    assert "drawing" not in system(model)
    assert "5/6" in system(model, 1)
    assert "I like drawing." in system(model, 1)


def test_goodbye_ends_as_resolved_only_where_the_student_has_it(library):
    agent, _ = tutor(library, ["Well done! [END]", "See you. [END]", "Go on."])
    assert act(agent, view(WRONG, "Hm?", SOLVED)).ends == "resolved"
    left = act(agent, view(WRONG))
    assert (left.text, left.ends) == ("See you.", "tutor-ended")
    assert act(agent, view(SOLVED)).ends is None


def test_tutor_that_refuses_ends_as_refused(library):
    agent, _ = tutor(library, [Completion(text="No.", finish="refused")] * 3)
    said = act(agent, view(WRONG))
    assert (said.text, said.ends) == ("", "refused")


# ---------------------------------------------------------------- ranking


CANDIDATES = ["Adds tops and bottoms.", "Longer is larger.", "Multiplies instead."]


def test_verdict_is_read_as_an_order_with_a_confidence(library):
    reply = 'Let me see. {"reason": "2/5", "ranking": [2, "1", 2], "confidence": "80%"}'
    agent, model = tutor(library, [reply])
    found = rank(agent, view(WRONG), CANDIDATES)
    assert (found.order, found.confidence, found.reason) == ((1, 0), 0.8, "2/5")
    text = model.asked[0][0][-1].text
    assert "2. Longer is larger." in text
    assert f"Pupil: {WRONG}" in text
    assert model.asked[0][1].reply_schema.name == "Verdict"


def test_reason_is_asked_for_before_the_verdict(library):
    agent, model = tutor(library, ['{"ranking": [1]}'])
    rank(agent, view(WRONG), CANDIDATES)
    assert next(iter(model.asked[0][1].reply_schema.body["properties"])) == "reason"
    form = system(model).splitlines()[-1]
    assert form.index("reason") < form.index("ranking")


def test_last_verdict_wins(library):
    agent, _ = tutor(library, ['{"ranking": [1]} No: {"ranking": [3], "confidence": 2}'])
    assert rank(agent, view(WRONG), CANDIDATES).order == (2,)


@pytest.mark.parametrize(
    "bad", ['{"ranking": [4]}', '{"ranking": [0]}', '{"ranking": []}', "The second one.", ""]
)
def test_unreadable_or_unoffered_verdict_is_asked_for_once_more_then_abstains(library, bad):
    agent, model = tutor(library, [bad, '{"ranking": 2}'])
    assert rank(agent, view(WRONG), CANDIDATES).order == (1,)
    assert len(model.asked) == 2
    agent, model = tutor(library, [bad, bad])
    found = rank(agent, view(WRONG), CANDIDATES)
    assert found.abstained
    assert found.reason
    assert len(model.asked) == 2


def test_nobody_is_asked_before_the_student_has_spoken(library):
    agent, model = tutor(library, [])
    assert rank(agent, view(), CANDIDATES).abstained
    assert model.asked == []


# ---------------------------------------------------------------- the guarded tutor


GUARDED = "guarded:double:x"
SAFE = "Thanks for showing me. What do you get for 1/4 + 1/4?"
LEAKS = [
    "The answer is 5/6.",
    "You need 3/6 + 2/6 = 5/6, do you see?",
    "Try to reach five sixths.",
    "It is \\frac{10}{12}, or simpler.",
]


def test_guarded_tutor_is_told_what_was_worked_out_and_what_to_do_next(library):
    agent, model = tutor(library, [SAFE], GUARDED)
    said = act(agent, view(WRONG))
    assert said.text == SAFE
    note = model.asked[0][0][-1].text
    statement = library.misconception("fractions/add-across").statement
    assert statement in note
    proposed = act(make_tutor("scripted:diagnoser", library), view(WRONG))
    assert proposed.text in note
    assert said.hidden["moves"] == proposed.hidden["moves"]
    assert said.hidden["hypotheses"][0][0] == statement
    assert said.hidden["guarded"] == {
        "drafts": 1, "fell_back": False, "caught": {}, "unsaid": [], "open": True,
        "raw_leak": False, "asks_as_proposed": False,
    }  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
def test_draft_that_leaks_is_never_sent_and_counted(library, leak):
    agent, model = tutor(library, [leak, SAFE], GUARDED)
    said = act(agent, view(WRONG))
    assert said.text == SAFE
    assert said.hidden["guarded"]["raw_leak"]
    assert said.hidden["guarded"]["caught"] == {"leaks": 1}
    assert said.hidden["guarded"]["unsaid"] == [[leak, ["leaks"]]]
    asked_again = "".join(message.text for message in model.asked[1][0])
    assert "gave away the answer" in asked_again
    assert leak not in asked_again


def test_after_the_last_leak_the_scripted_move_is_made(library):
    agent, model = tutor(library, LEAKS[:3], GUARDED)
    said = act(agent, view(WRONG))
    assert said.text == act(make_tutor("scripted:diagnoser", library), view(WRONG)).text
    assert said.hidden["guarded"]["fell_back"]
    assert len(model.asked) == 3


def test_first_draft_alone_tells_the_raw_leak_rate(library):
    agent, _ = tutor(library, ["", LEAKS[0], SAFE], GUARDED)
    counts = act(agent, view(WRONG)).hidden["guarded"]
    assert not counts["raw_leak"]
    assert counts["caught"] == {"empty": 1, "leaks": 1}


def test_confirming_what_the_student_has_is_no_leak(library):
    agent, _ = tutor(library, ["Yes, 5/6 is right! How do you know?"], GUARDED)
    said = act(agent, view(WRONG, "Hm?", SOLVED))
    assert said.text.startswith("Yes, 5/6")
    assert not said.hidden["guarded"]["open"]


def test_saying_yes_to_a_guess_leaks(library):
    seen = view("Is it 5/6? Just say yes or no.")
    assert gives_away("Yes, exactly!", seen, library)
    assert not gives_away("What makes you think so?", seen, library)
    assert not is_settled(seen, library)


def test_label_of_the_right_choice_leaks(library):
    item = choice_item(
        library.families["frac-add-unlike"].problem({"a": 1, "b": 2, "c": 1, "d": 3}), rng("c")
    )
    choices = tuple((choice.label, choice.text) for choice in item.choices)
    wrong = next(label for label, _ in choices if label != item.key)
    seen = view(f"I pick {wrong}.", question=item.question, choices=choices)
    assert gives_away(f"Look again: {item.key} is right.", seen, library)
    assert not gives_away(f"How did you come to {wrong}?", seen, library)


def test_where_nobody_can_compute_the_answer_the_briefs_key_guards(library):
    question = "How many legs do the hens and the dogs of the picture have?"
    keyed = view("I got 12.", question=question, brief=Brief(key="26"))
    assert gives_away("Did you count 26 legs?", keyed, library)
    assert not gives_away("Did you count 26 legs?", view("I got 12.", question=question), library)
    assert gives_away("The answer is 26.", view("I got 12.", question=question), library)


def test_readable_sum_that_no_family_claims_is_guarded_too(library):
    seen = view("I got 12.", question="What is (3 + 4) × (5 + 1) - 2?")
    assert gives_away("You should reach 40.", seen, library)


def test_guarded_ranking_is_computed(library):
    agent, model = tutor(library, [], GUARDED)
    statement = library.misconception("fractions/add-across").statement
    found = rank(agent, view(WRONG), [*CANDIDATES, statement])
    assert found == rank(make_tutor("scripted:diagnoser", library), view(WRONG),
                         [*CANDIDATES, statement])  # fmt: skip
    assert found.order[0] == len(CANDIDATES)
    assert model.asked == []


def test_guarded_tutor_follows_the_policy_that_its_name_says(library):
    for policy in ("socratic", "adaptive"):
        agent, model = tutor(library, [SAFE], f"guarded:{policy}:double:x")
        said = act(agent, view(WRONG))
        scripted = act(make_tutor(f"scripted:{policy}", library), view(WRONG))
        assert scripted.text in model.asked[0][0][-1].text
        assert said.hidden["moves"] == scripted.hidden["moves"]
        assert said.hidden["policy"] == policy


def test_provider_failure_does_not_become_a_scripted_move(library):
    agent, _ = tutor(library, [UnavailableError("down")], GUARDED)
    with pytest.raises(UnavailableError):
        act(agent, view(WRONG))


def test_turn_taken_again_asks_the_same(library):
    asked = []
    for _ in range(2):
        model = FromFunction(lambda *_: LEAKS[0])
        act(make_tutor(GUARDED, library, models=lambda _, m=model: m), view(WRONG))
        asked.append(model.asked)
    assert asked[0] == asked[1]
    assert len({settings.seed for _, settings in asked[0]}) == 3
