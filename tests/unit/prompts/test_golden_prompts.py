"""Every prompt as a model reads it, compared with a file; `pytest --regenerate` writes it."""

from pathlib import Path

import pytest

from sandbox.agents.modelled.history import Shown
from sandbox.agents.modelled.persona import Told
from sandbox.content.rubrics import (
    CaseSpec,
    ChoiceSpec,
    CriterionSpec,
    RubricSpec,
    TotalSpec,
    VerdictSpec,
)
from sandbox.prompts import prompt_names, render

GOLDEN = Path(__file__).parent / "golden"

OPEN = Shown("Work out 1/4 + 1/2.")
CLOSED = Shown("Which is bigger?", (("A", "0.35"), ("B", "0.4")), "A number line from 0 to 1.")
SURE = Told("Adds tops and bottoms.", ("I add the tops.", "Top and top."), "Same size.", "sure")
UNSURE = Told("Longer is bigger.", ("More digits, more.", "It's longer."), "Line up.", "unsure")
DROPPED = Told("Adds tops and bottoms.", ("I add the tops.", "T."), "Same size first.", "dropped")
PUPIL = {
    "age": "ten", "about": "", "portrait": "", "card": "", "problem": OPEN, "mood": "fairly at ease"
}  # fmt: skip
PORTRAIT = "Mia, eleven, is quick and cheerful."
TUTOR = {
    "problem": OPEN, "card": "", "key": "", "policy": "none", "notes": False, "ends": True,
    "end_mark": "[END]", "grade": None, "goals": (),
}  # fmt: skip
GOALS = ("Number: adding and subtracting.", "Data: reading tables.")
ABOUT = "I am in grade 4. I dislike mathematics."
STUDY = {
    "question": "Work out 1/4 + 1/2.", "choices": [("A", "2/6"), ("B", "3/4")],
    "figure": "Two bars.", "candidates": ["Adds tops and bottoms.", "Longer is bigger."],
}  # fmt: skip
EXAMPLE = {
    "question": "Work out 1/3 + 1/3.", "choices": [("A", "2/6"), ("B", "2/3")],
    "misconception": "Adds tops and bottoms.", "label": "A", "text": "2/6", "figure": "",
}  # fmt: skip
CRITERIA = [
    CriterionSpec(
        id="kind", title="Kind", dimension="tone", asks="Is it kind?", look_at="The words.",
        choices=[ChoiceSpec(value=0, label="no"), ChoiceSpec(value=1, label="yes")],
        polarity="higher-is-better", settled_by="judge",
    ),
    CriterionSpec(
        id="slips", title="Slips", dimension="form", asks="Are there slips?", look_at="Spelling.",
        choices=[ChoiceSpec(value=1, label="error present"), ChoiceSpec(value=0, label="none")],
        polarity="lower-is-better", settled_by="judge",
    ),
]  # fmt: skip
CASE = CaseSpec(
    about="Kind.", problem="Work out 1/3 + 1/3.", learner=ABOUT, reference="2/3", transcript="Well done!",
    ratings={name: VerdictSpec(value=value, why="so") for name, value in (("kind", 1), ("slips", 0))},
)  # fmt: skip
JUDGE = {
    "rubric": RubricSpec(
        id="tiny", title="Tiny", about="Two questions.", source="ours", rates="reply",
        criteria=CRITERIA, cases=[CASE] * 3,
        totals=[TotalSpec(id="total", title="Total", of=["kind"], how="mean")],
    ),
    "criteria": CRITERIA, "is_bare": False, "whole": False,
    "cases": [(CASE, '{"kind": {"reason": "so", "value": 1}}')],
}  # fmt: skip

CASES = {
    "answering_system": {"plain": {"explains": False}, "explains": {"explains": True}},
    "answering_task": {"plain": STUDY},
    "candidates_system": {"plain": {"most": 25}},
    "candidates_task": {
        "open": {
            "problem": OPEN, "card": "", "candidates": STUDY["candidates"],
            "chat": [("Pupil", "I got 2/6."), ("Tutor", "How?"), ("Pupil", "1 + 1 and 4 + 2.")],
        },
        "closed": {
            "problem": CLOSED, "card": ABOUT, "candidates": STUDY["candidates"],
            "chat": [("Pupil", "I pick A.")],
        },
    },
    "explaining_system": {
        "plain": {"grade": None, "goals": ()}, "goals": {"grade": 4, "goals": GOALS},
    },
    "explaining_task": {
        "plain": {"problem": OPEN, "card": ""}, "card": {"problem": CLOSED, "card": ABOUT},
    },
    "expert_system": {"plain": {}},
    "expert_task": {
        "plain": {**STUDY, "said": "My answer is A. 2/6", "examples": {}},
        "worked": {
            **STUDY, "said": "My answer is A. 2/6",
            "examples": {
                STUDY["candidates"][0]: {"question": "1/3 + 1/3", "wrong": "2/6", "right": "2/3"},
                STUDY["candidates"][1]: {"question": "0.5 or 0.35?", "wrong": "0.35", "right": ""},
            },
        },
    },
    "grounded_note": {
        "first": {"decided": "I got 2/6. I did 1 + 1 = 2.", "faults": ()},
        "again": {"decided": "I got 2/6.", "faults": ["It was much too long.", "It declined."]},
    },
    "grounded_system": {
        "novice": {key: value for key, value in PUPIL.items() if key != "card"},
        "profile": {
            "age": "ten", "about": ABOUT, "portrait": "", "problem": CLOSED, "mood": "unsure"
        },
        "persona": {
            "age": "ten", "about": "", "portrait": PORTRAIT, "problem": CLOSED, "mood": "keen"
        },
    },
    "guarded_note": {
        "first": {"hypotheses": [], "proposal": "How did you get it?", "faults": ()},
        "again": {
            "hypotheses": [["Adds tops and bottoms.", 93], ["Longer is bigger.", 5]],
            "proposal": "What is 1/2 + 1/2?",
            "faults": ["It gave away the answer to the problem."],
        },
    },
    "judge_system": {"reply": JUDGE, "session, bare": {**JUDGE, "cases": [], "is_bare": True, "whole": True}},
    "judge_task": {
        "reply": {
            "code": "5f0c21ab", "problem": "Work out 1/4 + 1/2.", "learner": ABOUT, "reference": "The right answer: 3/4",
            "talk": [("student", "I got 2/6."), ("tutor", "How?"), ("student", "I added.")],
            "reply": "Look at the parts:\n  are they the same size?",
            "wordings": {"kind": "It praises the adding."},
        },
        "session": {
            "code": "5f0c21ab", "problem": "Work out 1/4 + 1/2.", "learner": "", "reference": "",
            "talk": [("student", "I got 2/6."), ("tutor", "How?")], "reply": "", "wordings": {},
        },
    },
    "keystep_propose_system": {"plain": {"most": 5}},
    "keystep_propose_task": {
        "spoken": {
            "title": "Brackets", "duration": "20", "count": 24,
            "speech": [{"at": 2.0, "text": "Three times."}, {"at": None, "text": "Ten."}],
        },
        "silent": {"title": "", "duration": "20", "count": 24, "speech": []},
    },
    "keystep_question_system": {"plain": {}},
    "keystep_question_task": {
        "spoken": {"reason": "A product.", "before": ["Three times."], "after": ["Ten."]},
        "silent": {"reason": "A product.", "before": [], "after": []},
    },
    "keystep_rubric_system": {"plain": {"criteria": ["insight_identification", "coherence"]}},
    "keystep_rubric_task": {
        "plain": {"qa": {"question": "Why?", "detail": "3.", "operation": "Times.", "step": "3x"}}
    },
    "keystep_student_system": {
        intent: {"intent": intent} for intent in ("progressive", "exploratory", "introspective")
    },
    "keystep_student_task": {"told": {"problem": "Solve 2x = 6."}, "on the pages": {"problem": ""}},
    "keystep_tutor_system": {"plain": {"card": ""}, "persona": {"card": "This student is unsure."}},
    "keystep_tutor_task": {
        "told": {"problem": "Solve 2x = 6.", "question": "What now?"},
        "on the pages": {"problem": "", "question": "What now?"},
    },
    "novice_system": {"plain": {"explains": False}, "explains": {"explains": True}},
    "novice_task": {
        "zero": {**STUDY, "misconception": "Adds tops and bottoms.", "examples": ()},
        "few": {**STUDY, "misconception": "Adds tops and bottoms.", "examples": [EXAMPLE]},
    },
    "problem": {"open": {"problem": OPEN}, "closed": {"problem": CLOSED}},
    "ranking_system": {"plain": {}},
    "ranking_task": {"plain": {**STUDY, "right": "3/4", "wrong": "2/6"}},
    "repair": {
        "plain": {"reason": "no JSON object in the reply", "is_cut": False},
        "cut": {"reason": "cut off", "is_cut": True},
    },
    "student_opening": {"plain": {}},
    "student_system": {
        "none": {**PUPIL, "beliefs": [], "intent": ""},
        "sure": {**PUPIL, "beliefs": [SURE, UNSURE], "intent": "exploratory"},
        "profile": {
            **PUPIL, "age": "", "about": ABOUT, "card": "You may ask.", "problem": CLOSED,
            "beliefs": [DROPPED], "intent": "introspective",
        },
        "asking": {**PUPIL, "beliefs": [UNSURE], "intent": "progressive"},
        "persona": {**PUPIL, "portrait": PORTRAIT, "beliefs": [SURE], "intent": ""},
    },
    "student_test": {"plain": {"problem": CLOSED}},
    "tutor_opening": {"plain": {}},
    "tutor_system": {
        "none": TUTOR,
        "socratic": {**TUTOR, "policy": "socratic", "problem": CLOSED},
        "adaptive": {**TUTOR, "policy": "adaptive", "card": ABOUT},
        "keyed": {**TUTOR, "key": "3/4"},
        "goals": {**TUTOR, "card": ABOUT, "grade": 4, "goals": GOALS},
        "guarded": {**TUTOR, "policy": "diagnosis", "notes": True, "ends": False},
    },
}  # fmt: skip


def test_every_prompt_has_a_golden_file():
    assert sorted(CASES) == sorted(prompt_names())
    assert sorted(path.stem for path in GOLDEN.glob("*.txt")) == sorted(CASES)


@pytest.mark.parametrize("name", sorted(CASES))
def test_prompt_reads_as_the_golden_file_says(name, regenerate):
    shown = "".join(
        f"===== {case}\n{render(name, **variables)}\n" for case, variables in CASES[name].items()
    )
    path = GOLDEN / f"{name}.txt"
    if regenerate:
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", sorted(CASES))
def test_no_prompt_has_empty_stretches(name):
    for variables in CASES[name].values():
        text = render(name, **variables)
        assert "\n\n\n" not in text
        assert text == text.strip()
        assert not any(line.endswith(" ") for line in text.splitlines())
