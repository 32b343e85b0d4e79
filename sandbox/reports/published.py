"""Published figures, to print beside ours. Each with its source."""

from __future__ import annotations

NOVICE_SOURCE = "Liu, Sonkar, Wang, Woodhead & Baraniuk, arXiv 2310.02439"

NOVICE: dict[str, dict[str, tuple[float, float]]] = {
    "GPT-3.5": {
        "zero": (0.371, 0.010),
        "zero-exp": (0.425, 0.011),
        "few-random": (0.415, 0.023),
        "few-same": (0.497, 0.031),
    },
    "GPT-4": {
        "zero": (0.534, 0.007),
        "zero-exp": (0.617, 0.005),
        "few-random": (0.600, 0.014),
        "few-same": (0.679, 0.020),
    },
}
"""s1, mean and sd over 4 trials, by prompt setting; 482 pairs (152 for few-same)."""

EXPERT_TUTOR: dict[str, dict[int, float]] = {"GPT-4": {4: 0.919, 100: 0.398}}
"""s2 by number of candidates; only these two are printed."""

WORKED_SOURCE = "Otero et al., MaE: 55 misconceptions of middle-school algebra, four examples each"

WORKED: dict[str, dict[str, float]] = {"GPT-4-turbo": {"all": 0.5145, "topic": 0.7327}}
"""Share of the MaE examples whose misconception is named after one worked example of each: among
all 55 (2,830 of 5,500) and among those of its topic (3,224 of 4,400). Replies that are no id count
as wrong."""

WORKED_CANDIDATES = 55

ANSWERING: dict[str, dict[str, tuple[float, float]]] = {
    "GPT-3.5": {"answer": (0.576, 0.025), "answer-exp": (0.805, 0.027)},
    "GPT-4": {"answer": (0.774, 0.019), "answer-exp": (0.948, 0.009)},
}
"""Share of questions answered rightly, mean and sd over 4 trials, without and with an explanation
first."""

RANKING_SOURCE = "Kaggle, Eedi: Mining Misconceptions in Mathematics (2024)"

RANKING: dict[str, str] = {
    "a strong retriever alone": ".42–.45",
    "the best ensembles": ".50 and more",
}
"""MAP@25 over 2,587 misconceptions, on the competition's own hidden questions."""

ADAPTIVITY_SOURCE = "arXiv 2605.16011"

ADAPTIVITY: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], tuple[int, int, int]]] = {
    "GPT-5": ((52, 51, 64), (72, 70, 79), (90, 89, 92)),
    "GPT-o1": ((46, 44, 47), (68, 63, 65), (90, 88, 91)),
    "Gemini-2.5-Flash": ((65, 68, 70), (82, 80, 85), (95, 94, 96)),
    "Llama-3.2-11B-VL": ((50, 53, 48), (19, 28, 20), (65, 63, 65)),
    "Qwen3-30B-VL": ((71, 71, 70), (56, 57, 52), (76, 74, 72)),
}
"""Adaptivity, correctness and quality in per cent, for the high, intermediate and low tier."""

KEY_STEP_SOURCE = "arXiv 2510.23477, and its authors' later releases"

KEY_STEP: dict[str, float] = {"human tutors, 66 items": 5.85, "Gemini-2.5-Pro, 770 items": 4.69}
"""Total of six, one turn."""

KEY_STEP_TURNS: dict[int, dict[str, float]] = {
    2: {"insight_identification": 0.87, "solution_scope_control": 0.18},
    3: {"insight_identification": 0.91, "solution_scope_control": 0.09},
}
"""GPT-5 by turn; only these are printed."""

KEY_STEP_INTENTS: dict[str, dict[str, float]] = {
    "progressive": {"total": 4.49, "insight_identification": 0.90, "operation_execution": 0.85},
    "exploratory": {"total": 4.35},
    "introspective": {"total": 4.00, "solution_scope_control": 0.00},
}
"""By the intent of the student's follow-up; only these are printed."""
