"""A dry run asks nothing and says how many calls the run then makes: exactly these, for every
study."""

import json
import re

import pytest
from command import well
from openai_server import KEY, Say

MODEL = "openai:tiny"
BELIEF = "fractions/add-across"
FEW = ("--questions", "3")
STUDIES = {
    "novice": ("novice", "--model", MODEL, "--trials", 2, *FEW),
    "expert-tutor": ("expert-tutor", "--model", MODEL, "--trials", 2, "--pool", "4,10", *FEW),
    "answering": ("answering", "--model", MODEL, "--trials", 2, *FEW),
    "ranking": ("ranking", "--model", MODEL, *FEW),
    "tutor": ("dialogue", "--student", f"novice:{BELIEF}", "--tutor", MODEL, "--tutor",
              "scripted:solver", "--turns", 6, "--tests", 1, "--pool", 4, "--replicates", 2),
    "probed tutor": ("dialogue", "--student", f"novice:{BELIEF}", "--student", "scripted:expert",
                     "--tutor", f"socratic:{MODEL}", "--turns", 5, "--tests", 1, "--pool", 4,
                     "--probe"),
    "student": ("dialogue", "--student", f"{MODEL}@{BELIEF}", "--tutor", "scripted:cheerleader",
                "--turns", 4, "--tests", 2, "--pool", 4),
    "grounded": ("dialogue", "--student", f"grounded:{MODEL}@{BELIEF}", "--tutor",
                 "scripted:cheerleader", "--turns", 4, "--tests", 2, "--pool", 4),
    "guarded": ("dialogue", "--student", f"novice:{BELIEF}", "--tutor", f"guarded:{MODEL}",
                "--turns", 4, "--tests", 1, "--pool", 4),
    "matched": ("dialogue", "--student", f"novice:{BELIEF}", "--tutor", MODEL, "--turns", 2,
                "--tests", 0, "--pool", 4, "--learners", 1),
}  # fmt: skip
PLAIN = re.compile(r"next message:\n(.*?)\n\nSay this", re.S)


def answers(request):
    """Whatever is asked for: a choice, an order, a ranking, the plain version, a question."""
    texts = [str(message["content"]) for message in request["messages"]]
    form = request.get("response_format", {}).get("json_schema", {}).get("schema", {})
    wanted = form.get("properties", {})
    if "Choice" in wanted:
        return Say(
            json.dumps({"Explanation": "so", "Choice": wanted["Choice"].get("enum", [1])[0]})
        )
    if "Order" in wanted:
        return Say('{"Order": [1, 2, 3]}')
    if "ranking" in wanted:
        return Say('{"reason": "so", "ranking": [1], "confidence": 0.5}')
    plain = PLAIN.search(texts[-1])
    return Say(plain[1] if plain else "How do you see that?")


@pytest.mark.parametrize("command", STUDIES.values(), ids=STUDIES)
def test_a_run_makes_the_calls_that_its_dry_run_names(
    openai_server, tmp_path, monkeypatch, command
):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", openai_server.url)
    openai_server.default = answers
    folder = tmp_path / "run"
    said = well("run", *command, "--out", folder, "--dry-run").out
    assert (openai_server.requests, folder.exists()) == ([], False)
    named = int(re.search(r"^all +(\d+)", said, re.M)[1])
    well("run", *command, "--out", folder)
    assert len(openai_server.requests) == named
