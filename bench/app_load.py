"""How the app bears a class: scripted participants who all talk at once, over its own protocol.

    python bench/app_load.py [--people 30] [--messages 6] [--think 5]

Starts the app over an empty folder, lets each participant teach a student of their own, writing for
about `think` seconds before each message, and prints how long it took until a reply could be read,
from its first words and as a whole, what it cost the server, and whether any turn was lost or
reached somebody else.
"""

import argparse
import json
import os
import random
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def fetch(url, body=None):
    data = None if body is None else json.dumps(body).encode()
    wish = urllib.request.Request(url, data, {"Content-Type": "application/json"} if data else {})
    with urllib.request.urlopen(wish, timeout=120) as reply:
        return reply.read().decode()


class Visitor:
    """A browser by hand: its token, and the events that it sets off one after the other."""

    def __init__(self, url, config):
        self.url, self.config = url, config
        self.token, self.session = secrets.token_urlsafe(24), secrets.token_hex(6)

    def act(self, key, shown, event, *data, after=""):
        """Set an event off, and those that follow on it; returns what came back, how long it took,
        and how long until a student could be read after those words."""
        ids = [c["id"] for c in self.config["components"] if c["props"].get(key) == shown]
        targets = {(component, event) for component in ids}
        events = self.config["dependencies"]
        wanted = next(
            each for each in events if targets & {tuple(target) for target in each["targets"]}
        )
        got, first, begun = "", None, time.perf_counter()
        while wanted:
            body = {"data": [self.token, *data], "fn_index": wanted["id"], "trigger_id": ids[0]}
            body["session_hash"] = self.session
            fetch(f"{self.url}/gradio_api/queue/join", body)
            address = f"{self.url}/gradio_api/queue/data?session_hash={self.session}"
            with urllib.request.urlopen(address, timeout=120) as reply:
                for line in reply:
                    got += line.decode()
                    _, found, since = got.rpartition(after or "\n")
                    if first is None and found and "**Student:**" in since:
                        first = time.perf_counter() - begun
            last, data = wanted["id"], ()
            wanted = next((each for each in events if each["trigger_after"] == last), None)
        return got, time.perf_counter() - begun, first


def talk(visitor, number, messages, think):
    """Teach one student; returns the times of the replies (first words, whole) and all that was
    received."""
    chosen = ("tutor", "agent", "novice:fractions/add-across", "", "scripted:socratic", "", 40)
    got, *_ = visitor.act("value", "Begin", "click", *chosen)
    received, times = [got], []
    chance = random.Random(number)
    for message in range(messages):
        time.sleep(chance.uniform(0.5, 1.5) * think)
        mine = f"participant{number:03d} message{message}:"
        text = f"{mine} what is 1/2 + 1/{message + 2}?"
        said = {"text": text, "files": []}
        got, whole, first = visitor.act("label", "Your message", "submit", said, after=mine)
        received.append(got)
        times.append((first, whole))
    return times, "".join(received)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--people", type=int, default=30)
    options.add_argument("--messages", type=int, default=6)
    options.add_argument("--think", type=float, default=5.0)
    wanted = options.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        runs = Path(folder) / "runs"
        command = [sys.executable, "-m", "sandbox", "app", "--port", str(port), "--runs", str(runs)]
        served = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            measure(f"http://127.0.0.1:{port}", runs, served.pid, wanted)
        finally:
            served.kill()
            served.wait()


def processor_s(process):
    """The processor time of a process so far, in seconds (Linux)."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(url, runs, process, wanted):
    """Let everybody talk, then compare what was received with the log."""
    people, messages = wanted.people, wanted.messages
    for _ in range(600):
        try:
            config = json.loads(fetch(f"{url}/config"))
            break
        except OSError:
            time.sleep(0.1)
    before = processor_s(process)
    visitors = [Visitor(url, config) for _ in range(people)]
    with ThreadPoolExecutor(people) as pool:
        thinks = [wanted.think] * people
        done = list(pool.map(talk, visitors, range(people), [messages] * people, thinks))
    unread = sum(first is None for each, _ in done for first, _ in each)
    crossed = sum(
        f"participant{other:03d}" in received
        for number, (_, received) in enumerate(done)
        for other in range(people)
        if other != number
    )
    (log,) = runs.glob("live-*/log.jsonl")
    said = [json.loads(line) for line in log.read_text().splitlines()]
    logged = [event["turn"]["text"] for event in said if event["kind"] == "turn"]
    lost = sum(
        not any(text.startswith(f"participant{number:03d} message{message}:") for text in logged)
        for number in range(people)
        for message in range(messages)
    )
    print(f"{people} participants, {messages} messages each, {len(logged)} turns in the log")
    for place, what in enumerate(("first words of a reply", "whole reply")):
        times = sorted(took[place] for each, _ in done for took in each if took[place] is not None)
        late = times[int(0.95 * len(times))]
        print(f"{what}: median {statistics.median(times):.2f} s, 95th percentile {late:.2f} s")
    each = (processor_s(process) - before) / (people * messages)
    print(f"server: {1000 * each:.0f} ms of one processor a reply")
    print(f"replies that could not be read: {unread}; lost turns: {lost}")
    print(f"turns that reached somebody else: {crossed}")


if __name__ == "__main__":
    main()
