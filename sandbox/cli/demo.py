"""The embedded example: novices and profiles meet every scripted tutor."""

from __future__ import annotations

from sandbox.experiments.dialogue import DialogueDesign

DEMO = DialogueDesign(
    students=(
        "novice:fractions/add-across",
        "novice:subtraction/smaller-from-larger",
        "novice:decimals/longer-is-larger",
        "novice:percent/percent-as-amount",
        "novice:order-of-operations/left-to-right",
        "novice:equations/same-operation-instead-of-inverse",
        "timss:g4-high",
        "timss:g4-intermediate",
        "timss:g4-low",
        "timss:g8-high",
        "timss:g8-intermediate",
        "timss:g8-low",
    ),
    tutors=(
        "scripted:solver",
        "scripted:teller",
        "scripted:socratic",
        "scripted:diagnoser",
        "scripted:adaptive",
        "scripted:one-size",
        "scripted:cheerleader",
    ),
    replicates=3,
    probe=True,
    matched_learners=30,
)
