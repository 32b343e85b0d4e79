"""Students with a TIMSS profile: how often they are right, why they err, their tone."""

from __future__ import annotations

import asyncio
import itertools
import math
from dataclasses import replace

import pytest

from sandbox.agents.base import Utterance, View
from sandbox.agents.students import learner_words, make_student
from sandbox.agents.students.difficulty import BENCHMARKS, covers, success
from sandbox.content.library import load
from sandbox.records import Turn, rng

LIBRARY = load()
SETTINGS = LIBRARY.preset("ideal").settings
TIERS = ("low", "intermediate", "high")


def family_at(level: str, grade: int, area: str = "Number"):  # type: ignore[no-untyped-def]
    return next(
        f
        for f in LIBRARY.families
        if (f.level, f.timss_grade) == (level, grade) and f.timss_area.startswith(area)
    )


def in_test(name: str, question: str, session: str) -> Utterance:
    view = View("student", session, question)
    return asyncio.run(make_student(name, LIBRARY).answer(view))  # type: ignore[attr-defined, no-any-return]


def test_the_six_profiles_are_those_of_the_study() -> None:
    told = {
        name: (p.grade, p.tier, p.attitude, p.confidence, tuple(p.coverage), p.score)
        for name, p in LIBRARY.profiles.items()
    }
    likes, sure = "likes very much", "very confident"
    assert told == {
        "g4-high": (4, "high", likes, sure, ("all of grade 4",), 615),
        "g4-intermediate": (4, "intermediate", likes, "confident", ("all of grade 4",), 550),
        "g4-low": (4, "low", "dislikes", "not confident", ("number", "data"), 390),
        "g8-high": (8, "high", likes, sure, ("all of grade 8",), 625),
        "g8-intermediate": (8, "intermediate", likes, sure, ("all of grade 8",), 550),
        "g8-low": (8, "low", "dislikes", "not confident", ("number", "geometry"), 390),
    }


def test_a_pupil_at_the_benchmark_succeeds_as_the_anchor_says() -> None:
    for level, score in (("low", 400), ("intermediate", 475), ("high", 550), ("advanced", 625)):
        family = replace(family_at("high", 4), level=level)
        pupil = LIBRARY.profile("g4-high").model_copy(update={"score": score})
        assert success(pupil, family, SETTINGS) == pytest.approx(0.65)


def test_success_follows_the_rasch_formula() -> None:
    family = family_at("high", 4)
    pupil = LIBRARY.profile("g4-high")
    theta, b = (615 - 500) / 100, (550 - 500) / 100 - math.log(0.65 / 0.35) / 1.7
    assert success(pupil, family, SETTINGS) == pytest.approx(1 / (1 + math.exp(-1.7 * (theta - b))))


def test_a_topic_that_was_not_taught_is_one_standard_deviation_harder() -> None:
    low = LIBRARY.profile("g8-low")
    algebra = family_at("high", 8, "Algebra")
    assert not covers(low, algebra)
    taught = low.model_copy(update={"coverage": ["number", "algebra"]})
    assert covers(taught, algebra)
    odds = [
        p / (1 - p) for p in (success(taught, algebra, SETTINGS), success(low, algebra, SETTINGS))
    ]
    assert math.log(odds[0] / odds[1]) == pytest.approx(1.7)


def test_success_rises_with_the_score_and_falls_with_the_level() -> None:
    pupil = LIBRARY.profile("g4-high")
    chances = [
        [
            success(
                pupil.model_copy(update={"score": score}),
                replace(family_at("high", 4), level=level),
                SETTINGS,
            )
            for score in range(300, 701, 25)
        ]
        for level in BENCHMARKS
    ]
    for row in chances:
        assert row == sorted(set(row))
    for column in zip(*chances, strict=True):
        assert list(column) == sorted(set(column), reverse=True)


def test_a_pupil_at_one_benchmark_solves_less_than_half_of_the_next() -> None:
    scores = list(BENCHMARKS.items())
    for (_, score), (level, _) in itertools.pairwise(scores):
        pupil = LIBRARY.profile("g8-high").model_copy(update={"score": score})
        assert 0.2 < success(pupil, replace(family_at("high", 8), level=level), SETTINGS) < 0.5


def test_the_other_grade_shifts_difficulty_and_coverage_counts_in_the_own_grade_only() -> None:
    high, family = LIBRARY.profile("g4-high"), family_at("high", 4)
    chance = success(high, family, SETTINGS)
    ahead = success(high, replace(family, timss_grade=8), SETTINGS)
    behind = success(high.model_copy(update={"grade": 8}), family, SETTINGS)
    assert ahead < chance < behind
    low, algebra = LIBRARY.profile("g4-low"), family_at("high", 8, "Algebra")
    taught = low.model_copy(update={"coverage": ["number", "algebra"]})
    assert success(low, algebra, SETTINGS) == success(taught, algebra, SETTINGS)


def test_the_low_profiles_cover_fewer_topics_of_their_grade() -> None:
    for grade in (4, 8):
        families = [f for f in LIBRARY.families if f.timss_grade == grade]
        counts = [
            sum(covers(LIBRARY.profile(f"g{grade}-{tier}"), f) for f in families) for tier in TIERS
        ]
        assert counts[0] < counts[1] == counts[2] == len(families)


def test_families_of_both_grades_stand_at_every_benchmark() -> None:
    for grade in (4, 8):
        levels = [f.level for f in LIBRARY.families if f.timss_grade == grade]
        shares = {level: levels.count(level) / len(levels) for level in BENCHMARKS}
        assert min(shares.values()) > 0.03, shares
        assert max(shares.values()) < 0.5, shares


def test_all_of_a_grade_covers_every_area() -> None:
    assert all(covers(LIBRARY.profile("g8-high"), family) for family in LIBRARY.families)


@pytest.mark.parametrize("profile", ["g4-low", "g4-intermediate", "g4-high"])
def test_accuracy_on_fresh_items_is_what_the_formula_says(profile: str) -> None:
    family = family_at("high", 4)
    chance = success(LIBRARY.profile(profile), family, SETTINGS)
    right = 0
    for number in range(500):
        problem = family.draw(rng("rasch", number))
        said = in_test(f"timss:{profile}", problem.question(), f"{profile}{number}")
        right += problem.right.text == said.hidden["answers"][0][1]  # type: ignore[index, call-overload]
    assert abs(right / 500 - chance) < 4 * math.sqrt(chance * (1 - chance) / 500)


def test_a_wrong_answer_has_a_cause_in_the_family() -> None:
    family = family_at("high", 4)
    wrong = 0
    for number in range(100):
        problem = family.draw(rng("causes", number))
        answer = in_test("timss:g4-low", problem.question(), f"s{number}").hidden["answers"][0][1]  # type: ignore[index, call-overload]
        if answer != problem.right.text:
            wrong += 1
            known = [
                a.text for p in LIBRARY.families.last(problem.question()) for a in p.wrong.values()
            ]
            assert answer in known
    assert wrong > 20


def test_the_same_learner_gives_the_same_answer_to_the_same_problem() -> None:
    for number in range(20):
        problem = family_at("high", 4).draw(rng("again", number))
        said = {
            in_test("timss:g4-low", problem.question(k), f"s{number}").text.split(".")[0]
            for k in (0, 0, 1)
        }
        assert len(said) == 1


def conversation(name: str, session: str, lines: list[str], task: str) -> list[Turn]:
    student = make_student(name, LIBRARY)
    turns: list[Turn] = []
    for line in ["", *lines]:
        if line:
            turns.append(Turn(index=len(turns), seat="tutor", text=line, author=""))
        said = asyncio.run(student.act(View("student", session, task, turns=tuple(turns))))
        turns.append(
            Turn(index=len(turns), seat="student", text=said.text, author="", hidden=said.hidden)
        )
    return [turn for turn in turns if turn.seat == "student"]


def test_a_misconception_shown_is_kept_and_can_be_taught_away() -> None:
    task = "Work out 1/4 + 2/3."
    shown = 0
    for number in range(12):
        first = conversation("timss:g4-low", f"s{number}", [], task)[0]
        beliefs = list(first.hidden["beliefs"])  # type: ignore[arg-type]
        if not beliefs:
            continue
        shown += 1
        helps = LIBRARY.misconception(beliefs[0]).helps
        lines = [helps.case, f"{helps.because} {helps.question}", f"{helps.idea} {helps.picture}",
                 f"{helps.because} {helps.idea}"]  # fmt: skip
        turns = conversation("timss:g4-low", f"s{number}", [*lines, "Have another go."], task)
        case = LIBRARY.families.last(helps.case)
        by_rule = [p.by(beliefs[0]) for p in case]
        assert turns[1].hidden["answers"][0][1] in [a.text for a in by_rule if a]  # type: ignore[index, call-overload]
        assert turns[-1].hidden["answers"][0][1] == "11/12"  # type: ignore[index, call-overload]
    assert shown >= 3


def test_a_belief_of_its_own_always_answers_where_it_applies() -> None:
    name = "timss:g4-high@fractions/add-across"
    said = {
        in_test(name, "Work out 1/4 + 2/3.", f"s{k}").hidden["answers"][0][1] for k in range(20)
    }  # type: ignore[index, call-overload]
    assert said == {"3/7"}


def test_tone_follows_attitude_and_confidence() -> None:
    phrases = {
        key: LIBRARY.phrase(key).wordings for key in ("aside", "seek-help", "unsure", "proud")
    }
    lines = ["What is 2 + 3?", "What is 5 × 4?", "Tell me more.", "Go on."]
    heard = dict.fromkeys(("low", "high"), "")
    for tier in heard:
        for number in range(25):
            turns = conversation(f"timss:g4-{tier}", f"t{number}", lines, "Work out 1/4 + 2/3.")
            heard[tier] += " ".join(turn.text for turn in turns)
    counts = {
        tier: {key: sum(text.count(w) for w in words) for key, words in phrases.items()}
        for tier, text in heard.items()
    }
    assert counts["low"]["aside"] > 3 * counts["high"]["aside"]
    assert counts["low"]["seek-help"] > 3 * counts["high"]["seek-help"]
    assert counts["low"]["proud"] == counts["high"]["unsure"] == 0
    assert counts["low"]["unsure"] > 10
    assert counts["high"]["proud"] > 10


def test_the_learners_words_name_attitude_confidence_coverage_and_the_score_only_when_asked() -> (
    None
):
    low = LIBRARY.profile("g4-low")
    words = learner_words(low)
    assert words == (
        "I am in grade 4. I dislike mathematics, and I am not confident in it. "
        "So far I have been taught number and data."
    )
    assert "390" in learner_words(low, score=True)
    assert len({learner_words(LIBRARY.profile(f"g4-{tier}")) for tier in TIERS}) == 3
    eight = [learner_words(LIBRARY.profile(f"g8-{tier}")) for tier in ("high", "intermediate")]
    assert eight[0] == eight[1]
