"""A run on a model of this process ends when it is told to, in the middle of a long reply."""

import os
import signal
import subprocess
import time

import pytest

pytest.importorskip("torch")

import tiny_models
from command import process

from sandbox.store.reading import run_state

ENDLESS = 1_000_000
ENTRY = """
- {{id: endless, model: "hf:{model}", about: never ends, settings: {{max_tokens: {tokens}}}}}
"""


@pytest.mark.slow
def test_run_on_a_local_model_stops_in_the_middle_of_a_reply(tmp_path):
    model = tiny_models.text_model(tmp_path / "model", longest=2 * ENDLESS)
    (model / "generation_config.json").write_text('{"eos_token_id": []}')
    mine, folder = tmp_path / "content", tmp_path / "run"
    (mine / "tasks/models").mkdir(parents=True)
    entry = ENTRY.format(model=model, tokens=ENDLESS)
    (mine / "tasks/models/entries.yaml").write_text(entry)
    running = subprocess.Popen(
        process("--content", mine, "run", "dialogue", "--student", "novice:fractions/add-across",
                "--tutor", "model:endless", "--tests", 0, "--pool", 2, "--out", folder),
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    try:
        log = folder / "log.jsonl"
        deadline = time.monotonic() + 120
        # once the student has spoken the model is at work, on a reply of hours
        while not (log.exists() and log.read_text().count("\n") >= 2):
            assert running.poll() is None, running.stderr.read()
            assert time.monotonic() < deadline
            time.sleep(0.05)
        time.sleep(0.5)
        running.send_signal(signal.SIGTERM)
        said = running.communicate(timeout=60)[1]
    finally:
        running.kill()
        running.wait()
    assert running.returncode == 130, said
    assert f"sandbox resume {folder}" in said
    assert len(run_state(folder).unfinished) == 1
