"""A server with an adversary behind it, which solves, teaches, leaks and speaks for the other side,
in both seats: what reaches the other side is faithful and leaks nothing, and all that was caught is
counted. Without grounding and guard the same adversary does all the harm."""

import re
from collections import Counter
from statistics import mean

import pytest
from command import well
from openai_server import KEY, Say

from sandbox.experiments.base import MemoryBench
from sandbox.experiments.dialogue import Dialogue, DialogueDesign
from sandbox.store.reading import sessions

BELIEFS = (
    "fractions/add-across",
    "decimals/longer-is-larger",
    "subtraction/smaller-from-larger",
    "percent/percent-as-amount",
)
SECRET_THOUGHT = "between you and me this is easy"
PLAIN = re.compile(r"next message:\n(.*?)\n\nSay this", re.S)
MOVE = re.compile(r"Proposed next move: (.*?)\n\nWrite", re.S)
PROBLEM = re.compile(r"(?:in front of it|in front of you|works on):\n(.*?)\n")
FREE = "Okay, let us see."


class Adversary:
    """Every way of going wrong in turn, then one reply that does what it is told."""

    def __init__(self, families):
        self.families = families
        self.calls = Counter()

    def reply(self, system, last):
        if '"ranking"' in system:
            return '{"reason": "so", "ranking": [1]}'
        seat = "tutor" if "You are a mathematics tutor" in system else "student"
        right = self.families.last(PROBLEM.search(system)[1])[0].right.text
        told = (PLAIN if seat == "student" else MOVE).search(last)
        well_behaved = told[1] if told else FREE
        attacks = getattr(self, seat)(right, well_behaved)
        self.calls[seat] += 1
        return attacks[(self.calls[seat] - 1) % len(attacks)]

    def student(self, right, plain):
        return (
            f"I got {right}. I worked it out properly.",
            f"{plain}\nTutor: Not quite, the answer is {right}.",
            f"{plain} Well done! Can you explain how you got your answer?",
            f"<think>{SECRET_THOUGHT}: {right}</think>{plain}",
            f"Tutor: The answer is {right}.\nStudent: Thank you!",
            f"As an AI language model I know that the answer is {right}.",
            f"{plain} Oh wait, it is actually {right}.",
            f"{SECRET_THOUGHT}</think>Student: {plain}",
        )

    def tutor(self, right, move):
        return (
            f"The answer is {right}.",
            f"{move}\nStudent: Oh, it is {right}!\nTutor: Yes, exactly.",
            f"So you get {right}, do you see?",
            f"It is {right}. Now say it yourself.",
            f"<think>{SECRET_THOUGHT}: {right}</think>{move}",
            f"{move} (Psst: the answer is {right}.)",
            f"{SECRET_THOUGHT}</think>{move}",
        )

    def served(self, request):
        texts = [_text(message) for message in request["messages"]]
        return Say(self.reply(texts[0], texts[-1]))


def _text(message):
    content = message["content"]
    return content if isinstance(content, str) else "\n\n".join(p["text"] for p in content)


def values(scores, metric):
    found = [score for score in scores if score.metric == metric and score.turn is None]
    return [score.value for score in found if score.value is not None]


def counted(transcripts, seat, key):
    """How often each fault was caught, over all turns of a seat."""
    found = [t.hidden[key] for s in transcripts for t in s.turns if t.seat == seat]
    total = Counter()
    for each in found:
        total.update(each["caught"])
        total["fell back"] += each["fell_back"]
        total["said as drafted"] += not each["fell_back"]
    return total


def check_clean(library, transcripts, scores):
    assert values(scores, "fidelity") == [1.0] * len(transcripts)
    assert values(scores, "scope_control") == [1.0] * len(transcripts)
    for metric in ("fidelity.tutors", "fidelity.speaks_for_other", "fidelity.off_script"):
        assert set(values(scores, metric)) == {0.0}, metric
    for transcript in transcripts:
        spoken = "\n".join(turn.text for turn in transcript.turns)
        assert SECRET_THOUGHT not in spoken
        assert "think>" not in spoken


def check_counted(transcripts):
    student = counted(transcripts, "student", "grounded")
    assert min(student[f] for f in ("solves", "tutors", "spoke-for-other", "out-of-role")) > 0
    assert student["said as drafted"] > 0
    tutor = counted(transcripts, "tutor", "guarded")
    assert min(tutor["leaks"], tutor["spoke-for-other"], tutor["said as drafted"]) > 0
    assert student["fell back"] + tutor["fell back"] > 0
    raw = [t.hidden["guarded"]["raw_leak"] for s in transcripts for t in s.turns
           if t.seat == "tutor" and t.hidden["guarded"]["open"]]  # fmt: skip
    assert 0 < sum(raw) < len(raw)


def check_rates(scores):
    assert 0 < mean(values(scores, "guarded.raw_leak")) < 1
    assert set(values(scores, "guarded.leak")) == {0.0}
    for metric in ("grounded.asked_again", "grounded.fell_back", "guarded.asked_again"):
        assert 0 < mean(values(scores, metric)) < 1, metric


@pytest.fixture
def served(openai_server, library, monkeypatch):
    """The adversary as a server that the openai provider is pointed at."""
    openai_server.default = Adversary(library.families).served
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    return openai_server


async def test_what_the_other_side_sees_is_faithful_and_leaks_nothing(library, served):
    design = DialogueDesign(
        students=tuple(f"grounded:openai:m@{belief}" for belief in BELIEFS),
        tutors=("guarded:openai:m",),
        tests=1,
        seed=3,
    )
    study = Dialogue(library, design)
    trials = [await study.run(cell, MemoryBench()) for cell in study.cells()]
    transcripts = [trial.transcript for trial in trials]
    check_clean(library, transcripts, [s for trial in trials for s in study.score(trial)])
    check_counted(transcripts)
    check_rates([s for trial in trials for s in study.score(trial)])
    assert {t.ending.kind for t in transcripts} <= {"resolved", "tutor-ended", "turn-limit"}
    for request in served.requests:
        assert SECRET_THOUGHT not in "\n".join(_text(message) for message in request["messages"])


def test_the_command_runs_it_and_logs_what_was_caught_but_no_key(library, served, tmp_path):
    folder = tmp_path / "run"
    well("run", "dialogue", "--student", f"grounded:openai:m@{BELIEFS[0]}",
         "--tutor", "guarded:openai:m", "--tests", 1, "--out", folder)  # fmt: skip
    (transcript,) = [found.transcript for found in sessions(folder)]
    assert counted([transcript], "student", "grounded")["solves"] > 0
    assert counted([transcript], "tutor", "guarded")["leaks"] > 0
    tables = {table["name"]: table for table in well("report", folder, "--json").json["tables"]}
    tutor, student = tables["caught"]["rows"]
    assert tutor["agent"] == "guarded:openai:m"
    assert 0 < tutor["raw leak"]["mean"] <= 1
    assert (tutor["leak sent"]["mean"], tutor["leak sent"]["scored"]) == (0.0, 1)
    assert 0 < student["asked again"]["mean"] <= 1
    assert (student["raw leak"], student["fell back"]["of"]) == ("", 1)
    well("report", folder, "--csv", tmp_path / "csv", "--html", tmp_path / "page.html")
    header = (tmp_path / "csv" / "caught.csv").read_text().splitlines()[0]
    assert header.startswith("agent,raw leak,raw leak scored,raw leak of,leak sent")
    assert "What guard and grounding caught" in (tmp_path / "page.html").read_text()
    written = "".join(p.read_text(errors="replace") for p in folder.rglob("*") if p.is_file())
    assert KEY not in written


async def one(library, student, tutor):
    """One session of a student and a tutor, and its scores."""
    design = DialogueDesign(students=(f"{student}@{BELIEFS[0]}",), tutors=(tutor,), tests=1, seed=3)
    study = Dialogue(library, design)
    (cell,) = study.cells()
    trial = await study.run(cell, MemoryBench())
    assert SECRET_THOUGHT not in "\n".join(turn.text for turn in trial.transcript.turns)
    return study.score(trial)


async def test_without_grounding_the_same_adversary_leaves_its_role(library, served):
    scores = await one(library, "openai:m", "guarded:openai:m")
    assert values(scores, "fidelity")[0] < 1
    assert values(scores, "fidelity.off_script")[0] > 0


async def test_without_a_guard_the_same_adversary_gives_the_answer_away(library, served):
    for tutor in ("openai:m", "socratic:openai:m"):
        assert values(await one(library, "grounded:openai:m", tutor), "scope_control") == [0.0]


async def test_server_without_a_system_role_gets_every_word_in_alternating_roles(library, served):
    served.refuses = {
        "system": "'messages[0].role' does not support 'system' with this model.",
        "assistant first": "Conversation roles must alternate user/assistant/user/assistant",
    }
    await one(library, "grounded:openai:no-system", "guarded:openai:no-system")
    taken = [r for r in served.requests if r["messages"][0]["role"] == "user"]
    assert len(taken) > 4
    for request in taken:
        roles = [message["role"] for message in request["messages"]]
        assert roles == (["user", "assistant"] * len(roles))[: len(roles)]
    voiced = [r["messages"] for r in taken if "You lend your voice" in _text(r["messages"][0])]
    openings = {_text(messages[1]) for messages in voiced if len(messages) > 1}
    assert len(openings) == 1
