"""What a scripted student says to the ordinary talk of a tutor (`agents.talk`): by what it believes
about the open problem, its own answer and working, and how sure it is of itself.

Knows kinds of talk and wordings (personas/student-words.yaml); decides no answer itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from sandbox.agents.checking import inverse_of
from sandbox.agents.hearing import problems_in
from sandbox.agents.students.facts import fact
from sandbox.agents.students.scene import CONFIDENT, Scene
from sandbox.agents.students.wording import told
from sandbox.agents.talk import Talk
from sandbox.agents.teaching import vocabulary
from sandbox.maths.families import Problem
from sandbox.maths.values import Number, Value, find_values, read_value, same_value
from sandbox.maths.written import decimal_text
from sandbox.records import rng

Stance = Literal["held", "fine", "stuck", "nothing"]
"""Towards the open problem: a belief answers it; an answer without one; no answer; no problem."""

BEFORE_ALL: frozenset[Talk] = frozenset({
    "ask-name", "ask-age", "ask-feeling", "ask-liking", "ask-tired", "check-inverse", "compare",
    "context", "draw", "first-step", "how-are-you", "how-sure", "look-at-picture", "mistake",
    "next-step", "other-way", "restate", "revoice", "understand", "what-asked",
})  # fmt: skip
"""Talk that says more exactly what is wanted than "how", "are you sure", "again" in it do."""
BEFORE_THANKS: frozenset[Talk] = frozenset({
    "another", "check", "check-inverse", "closing", "context", "draw", "estimate", "greet", "hint",
    "look-at-picture", "look-closer", "ready", "refuse", "smaller", "think-about",
})  # fmt: skip
"""Talk that is answered although there is praise in the message too."""

_ABOUT_NOTHING_ELSE: frozenset[Talk] = frozenset({
    "acknowledge", "another", "ask-age", "ask-feeling", "ask-liking", "ask-name", "ask-tired",
    "closing", "greet", "help", "how-are-you", "know", "look-at-picture", "meaning",
    "off-topic", "ready", "refuse", "reply-to-thanks", "understand", "wait", "whether",
})  # fmt: skip
"""Talk that needs no problem to be answered."""

_NOT_ABOUT_MATHS: frozenset[Talk] = frozenset({
    "ask-age", "ask-feeling", "ask-liking", "ask-name", "ask-tired", "closing", "greet", "help",
    "how-are-you", "off-topic", "ready", "reply-to-thanks", "wait",
})  # fmt: skip
"""Talk after which no child goes on with "Am I doing it right?"."""

NAMES = ("Alex", "Sam", "Robin", "Kim", "Jo", "Charlie")
LIKING, DISLIKING = 0.6, 0.35
MOST_DRAWN = 6
OWN_WORDS = 0.6
"""Share of what somebody says about a rule that must be the student's own words to be its rule."""
_AGE = re.compile(r"^(\w+), (\w+)\b")
_NUMBERS = re.compile(r"\d+")


def chat(scene: Scene) -> bool:
    """Answer the talk in the message; False where it has none that the student understands."""
    talk = scene.message.talk
    if not talk:
        return False
    stance = _stance(scene)
    scene.is_aside = talk in _NOT_ABOUT_MATHS
    if stance in ("stuck", "nothing") and f"talk-{talk}-{stance}" in scene.student.library.phrases:
        scene.say(f"talk-{talk}-{stance}")
    elif stance in ("stuck", "nothing") and talk not in _ABOUT_NOTHING_ELSE:
        if talk == "what-asked" and stance == "stuck":
            _what_asked(scene)
        else:
            scene.lose(f"talk-{stance}")
    elif talk in _COMPUTED:
        _COMPUTED[talk](scene)
    else:
        _say(scene, talk)
    return True


def _stance(scene: Scene) -> Stance:
    if scene.belief_on(scene.open_problems()):
        return "held"
    if scene.last_pair()[1]:
        return "fine"
    return "stuck" if scene.view.own or scene.student.task(scene.view) else "nothing"


def _say(scene: Scene, what: str, **slots: str) -> None:
    """One of the wordings for this, those for the student's stance where there are such."""
    belief = scene.belief_on(scene.open_problems())
    stance = "held" if belief else "fine"
    own = f"talk-{what}-{stance}"
    phrase = own if own in scene.student.library.phrases else f"talk-{what}"
    slots = {"answer": _answer(scene), **slots}
    if belief:
        scene.say_rule(phrase, belief, **slots)
    else:
        scene.say(phrase, **slots)


def _answer(scene: Scene) -> str:
    """What the student last answered, else what it would answer to the task."""
    answer = scene.last_pair()[1]
    if not answer:
        task = scene.student.task(scene.view)
        decision = scene.student.decide(scene.view, scene.view.question, task, scene.state)
        answer = decision.answer if decision else ""
    return answer


def _working(scene: Scene) -> tuple[str, ...]:
    """The working behind the student's last answer, line by line."""
    question, answer = scene.last_pair()
    if known := fact(question, answer):
        return known
    problems = problems_in(question, scene.student.library.families) if question else ()
    for problem in problems or scene.student.task(scene.view):
        for name in scene.student.order(scene.view, scene.state):
            given = problem.by(name)
            if given is not None and answer in ("", given.text):
                return given.working
        if problem.right.text == answer:
            return problem.right.working
    return ()


def _first_step(scene: Scene) -> None:
    lines = _working(scene)
    if not lines:
        _say(scene, "no-step")
        return
    line = told(lines[:1])
    if line.startswith("I "):
        line = f"First {line}"
    elif line[0].isupper() and ":" not in line:
        line = f"I start like this. {line}"
    _say(scene, "first-step", step=line)


def _next_step(scene: Scene) -> None:
    lines = _working(scene)[1:]
    if not lines:
        _say(scene, "no-next-step")
        return
    line = told(lines).removeprefix("I did ")
    is_clause = line.startswith("I ") or line[0].isdigit()
    _say(scene, "next-step", step=f"Then {line}" if is_clause else line)


def _operation(scene: Scene) -> None:
    lines = _working(scene)
    if not lines:
        _say(scene, "no-step")
        return
    _say(scene, "operation", step=told(lines))


def _own_example(scene: Scene) -> None:
    """A problem of the same kind, the smallest of a few, answered by the student's own rule; one
    with smaller numbers than the open one, where that is wanted."""
    problems = scene.open_problems()
    belief = scene.belief_on(problems)
    fitting = [p for p in problems if not belief or belief in p.family.errors]
    asked = {question for question, _ in scene.answered()}
    drawn = [p for p in _drawn(scene, fitting, belief) if p.question() not in asked]
    if scene.message.talk == "smaller":
        drawn = [p for p in drawn if _size(p) < min(map(_size, fitting))]
    question = min(drawn, key=_size).question() if drawn else ""
    read = problems_in(question, scene.student.library.families) if question else ()
    decision = scene.student.decide(scene.view, question, read, scene.state) if read else None
    if decision is None:
        _say(scene, "no-example")
        return
    scene.say("talk-own-example", question=question, answer=decision.answer)
    scene.note(decision)


def _drawn(scene: Scene, problems: Sequence[Problem], belief: str) -> list[Problem]:
    """A few other problems of these kinds, those on which the belief errs where it does on them."""
    chance = scene.view.chance("own example")
    drawn: list[Problem] = []
    for problem in problems:
        including = belief if problem.wrong_by(belief) is not None else ""
        drawn += [problem.family.draw(chance, including=including) for _ in range(MOST_DRAWN)]
    return [problem for problem in drawn if problem not in problems]


def _size(problem: Problem) -> int:
    return sum(int(number) for number in _NUMBERS.findall(problem.question()))


def _compare(scene: Scene) -> None:
    """ "Which is bigger?": the task, where it asks just that."""
    question = scene.last_pair()[0] or scene.view.question
    if re.search(r"\bwhich\b|\blarger\b|\bbigger\b|\border\b", question, re.IGNORECASE):
        scene.answer_task()
    else:
        _say(scene, "compare")


def _compare_value(scene: Scene) -> None:
    """ "Is it more than 20?": the student's answer beside a number."""
    mine, other = read_value(_answer(scene)), _last_value(scene)
    if isinstance(mine, Number) and isinstance(other, Number):
        relation = "same" if mine.value == other.value else (
            "bigger" if _is_bigger(scene, mine, other) else "smaller")  # fmt: skip
        wants_same = re.search(r"\b(?:same|equal)\b", scene.message.text, re.IGNORECASE)
        _say(scene, f"compare-{'other' if wants_same and relation != 'same' else relation}")
    else:
        _say(scene, "compare-unknown")


def _is_bigger(scene: Scene, mine: Number, other: Number) -> bool:
    """By the student's own way of comparing, where it is asked the way a family reads it."""
    answer, number = _answer(scene), _shown(other)
    question = f"Which is larger, {answer} or {number}?"
    read = problems_in(question, scene.student.library.families)
    decision = scene.student.decide(scene.view, question, read, scene.state) if read else None
    if decision is not None and decision.answer in (answer, number):
        return decision.answer == answer
    return mine.value > other.value


def _shown(number: Number) -> str:
    return decimal_text(number.value) if number.form == "decimal" else str(number.value)


def _last_value(scene: Scene) -> Value | None:
    values = [found.value for found in find_values(scene.message.text)]
    numbers = [value for value in values if isinstance(value, Number)]
    return numbers[-1] if numbers else None


def _revoice(scene: Scene) -> None:
    """ "So you …?": what is its own is confirmed, another answer is put right."""
    text = scene.message.text
    told_values = [f.value for f in find_values(text) if _NUMBERS.search(text[f.start : f.end])]
    own = [
        found.value for line in (_answer(scene), *_working(scene)) for found in find_values(line)
    ]
    strange = [v for v in told_values if not any(same_value(v, mine) for mine in own)]
    question, _ = scene.last_pair()
    shown = [found.value for found in find_values(question)]
    if any(not any(same_value(v, value) for value in shown) for v in strange):
        _say(scene, "revoice-other")
    elif _is_own_rule(scene, scene.message.text):
        _say(scene, "revoice-same")
    else:
        _say(scene, "revoice")


def _agree(scene: Scene) -> None:
    if _is_own_rule(scene, scene.message.statements):
        _say(scene, "agree-same")
    else:
        _say(scene, "agree")


def _is_own_rule(scene: Scene, text: str) -> bool:
    """Whether a text says, in words of its own, the rule by which the student answers."""
    belief = scene.belief_on(scene.open_problems())
    if not belief:
        return False
    library = scene.student.library
    spec = library.misconception(belief)
    words = vocabulary(library)
    said = words.stems(text)
    own = words.stems(" ".join((spec.statement, *spec.says, *_working(scene))))
    return len(said) > 1 and len(said & own) >= OWN_WORDS * len(said)


def _how_sure(scene: Scene) -> None:
    _say(scene, "how-sure-high" if scene.state.confidence >= CONFIDENT else "how-sure-low")


def _feeling(scene: Scene) -> None:
    _say(scene, "ask-feeling-high" if scene.state.confidence >= CONFIDENT else "ask-feeling-low")


def _help(scene: Scene) -> None:
    is_stuck = bool(scene.view.own) and not scene.last_pair()[1]
    unsure = is_stuck or scene.state.confidence < CONFIDENT
    _say(scene, "help-low" if unsure else "help-high")


def _liking(scene: Scene) -> None:
    attitude = scene.state.attitude
    likes = "high" if attitude >= LIKING else "low" if attitude <= DISLIKING else "middle"
    _say(scene, f"ask-liking-{likes}")


def _off_topic(scene: Scene) -> None:
    _say(scene, "off-topic-low" if scene.state.attitude <= DISLIKING else "off-topic")


def _learned(scene: Scene) -> None:
    idea = scene.idea_on(scene.open_problems())
    if idea:
        scene.say("talk-learned-idea", idea=idea)
    else:
        _say(scene, "learned")


def _mistake(scene: Scene) -> None:
    idea = scene.idea_on(scene.open_problems())
    if idea and not scene.belief_on(scene.open_problems()):
        scene.say("talk-mistake-idea", idea=idea)
    else:
        _say(scene, "mistake")


def _name(scene: Scene) -> None:
    known = _AGE.match(scene.student.portrait)
    chosen = rng(scene.view.session, scene.view.seat, "name").choice(NAMES)
    _say(scene, "ask-name", name=known[1] if known else chosen)


def _age(scene: Scene) -> None:
    known, profile = _AGE.match(scene.student.portrait), scene.student.profile
    if known:
        _say(scene, "ask-age-years", years=known[2])
    elif profile is not None:
        _say(scene, "ask-age-grade", grade=str(profile.grade))
    else:
        _say(scene, "off-topic")


def _what_asked(scene: Scene) -> None:
    question = (scene.last_pair()[0] or scene.view.beside).strip()
    _say(scene, "what-asked", question=question + ("" if question[-1:] in ".?!" else "."))


def _picture(scene: Scene) -> None:
    _say(scene, "look-at-picture" if scene.view.figure is not None else "which-picture")


def _inverse(scene: Scene) -> None:
    """Undo the calculation, where the open question is one of two whole numbers."""
    found = inverse_of(*scene.last_pair())
    if found is None:
        _say(scene, "check-inverse")
        return
    check, start = found
    read = problems_in(check, scene.student.library.families)
    decision = scene.student.decide(scene.view, check, read, scene.state)
    if decision is None:
        _say(scene, "check-inverse")
        return
    works = "works" if decision.answer == start else "fails"
    scene.say(f"talk-inverse-{works}", check=check, gives=decision.answer, start=start)


_COMPUTED: Mapping[Talk, Callable[[Scene], None]] = {
    "agree": _agree,
    "ask-age": _age,
    "ask-feeling": _feeling,
    "ask-liking": _liking,
    "ask-name": _name,
    "check-inverse": _inverse,
    "compare": _compare,
    "compare-value": _compare_value,
    "first-step": _first_step,
    "help": _help,
    "how-sure": _how_sure,
    "learned": _learned,
    "look-at-picture": _picture,
    "mistake": _mistake,
    "next-step": _next_step,
    "off-topic": _off_topic,
    "operation": _operation,
    "own-example": _own_example,
    "revoice": _revoice,
    "smaller": _own_example,
    "what-asked": _what_asked,
}
