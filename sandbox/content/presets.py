"""The numbers of the learner model, each with what it rests on, and the presets that hold them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictStr

from sandbox.content.schema import Strict, Text


class Share(Strict):
    """A probability, or a share of a whole, with what it rests on."""

    value: Annotated[float, Field(ge=0, le=1)]
    source: Text


class Shift(Strict):
    """A signed change of something that lies between 0 and 1, with what it rests on."""

    value: Annotated[float, Field(ge=-1, le=1)]
    source: Text


class Logits(Strict):
    """A distance on the ability scale (1 = one standard deviation), or a slope over it, with what
    it rests on."""

    value: Annotated[float, Field(ge=-5, le=5)]
    source: Text


class LearnerSettings(Strict):
    """Every number in the learner model: how answers come about, how teaching moves the learner.

    Answering: a held belief that applies `fires`; when it does not, the answer is right with
    probability `guess`, else a careless one; where no belief applies the answer is careless with
    probability `slip`.

    Teaching: how much of a belief's strength each kind of event takes off the first time it
    occurs; the k-th time it takes off `repeat` ** (k - 1) of that; one tutor turn never takes off
    more than `most_per_turn`. A belief below one half is given up.
    """

    fires: Share
    slip: Share
    guess: Share

    contradiction: Share
    right_answer: Share
    solution: Share
    case: Share
    conflict: Share
    explanation: Share
    explanation_after_conflict: Share
    practice: Share
    repeat: Share
    most_per_turn: Share

    confidence: Share
    attitude: Share
    mastery: Share
    contradiction_confidence: Shift
    conflict_confidence: Shift
    praise_confidence: Shift
    praise_attitude: Shift
    success_confidence: Shift
    insight_confidence: Shift
    insight_attitude: Shift
    solution_mastery: Shift
    explanation_mastery: Shift
    insight_mastery: Shift
    success_mastery: Shift

    asks_back: Share
    off_topic: Share
    seeks_help: Share

    anchor_success: Share
    discrimination: Logits
    not_covered: Logits
    grade_ahead: Logits
    grade_behind: Logits
    mastery_gain: Logits


class PresetSpec(Strict):
    """A kind of learner: the settings of the learner model, and the intent of its questions."""

    id: StrictStr
    title: Text
    intent: Literal["", "progressive", "exploratory", "introspective"] = ""
    settings: LearnerSettings
