"""Does a key-step reply fit the student it is for? What can be told of that from words alone, for a
student who needs support and for one who needs a challenge. Knows no persona, and not whether the
mathematics is right: fit is judged apart from it.

Support shows in three kinds of words: that the student is able, that the step is small, and
something concrete to look at. A challenge shows in words that go beyond this one case: reasons
to find, other cases, what always holds.

- needs support: met with two kinds or more and no challenge; not met where nothing in the reply
  so much as hints at support, or with words that hurt;
- needs a challenge: met with words of it, where the student is not led in small steps; not met
  where the student is asked nothing, or led and not challenged, or with words that hurt.

What lies between is left open, for a judge: a field never holds all that can be said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sandbox.scoring.adaptivity import Signal
from sandbox.scoring.signals import ABLE, DISLIKING, UNABLE, Field, field, plain

ENOUGH = 2
"""Kinds of support that a reply must show."""

SMALL = field(
    "small steps",
    "small step|small steps|little step|little steps|short step|short steps|tiny step|tiny steps"
    "|baby steps|step by step|bit by bit|little by little|one thing at a time|one step at a time"
    "|just one step|only one step|just one thing|only one thing|just this|only this|nothing else"
    "|nothing more|no rush|no hurry|take your time|slowly|calmly|for now|that is enough"
    "|that's enough|that is all you|that's all you|all you need|all you have to|let's just"
    "|together we|let us do it together|let's do it together|do it together",
)
CONCRETE = field(
    "concrete",
    "draw a|draw an|draw the|draw it|draw two|draw your|draw yourself|drawing|sketch*|picture"
    "|pictures|picturing|imagine|imagining|think of a|think of your"
    "|think of it as|pizza*|cake*|chocolate|sweets|marbles|apples|everyday|every day|at home"
    "|real life|in a shop|at the shop|number line|blocks|counters|bar model|strip of paper"
    "|piece of paper|fold|with your hands|with your fingers|like when you|as when you|act it out"
    "|lay out",
)
BEYOND = field(
    "beyond this case",
    "in general|generally|always|any number|any numbers|any other number*|other numbers"
    "|other values|every number|every such|every case|all cases|another case|other cases"
    "|whenever|no matter|where else|somewhere else|elsewhere"
    "|what if|what would happen|what happens if|what would change|generali*|prove|proof|justify"
    "|convince|counterexample|counter example|why does|why is it|why is this|why may|why can"
    "|why must|why would|why it works|why this works|why that works|ask yourself why|explain why"
    "|say why|think about why|can you see why|reason for yourself|when would|when does it fail"
    "|would it still|does it still|does the same|would the same|do the same thing for"
    "|another way|second way|a different way|deeper|underlying|principle|the rule behind"
    "|extend|challenge",
)
WARM = field(
    "warmth",
    "you|your|you're|you've|you'll|i|i'm|we|we're|we'll|us|let's|nobody|everyone"
    "|everybody|friend|friends|good|well done|well begun|fine|alright|all right|okay|ok|great"
    "|nice|lovely|worry|worries|scared|scary|afraid|relax|calm|tricky|confusing",
)
"""Talk to a person, not about a matter: a hint of support, no more."""
INQUIRY = field(
    "inquiry",
    "derive|formulate|investigate|explore|examine|try to|think about|consider|find a|find an"
    "|find out|work out whether|decide whether|show that|look for|look into|compare|to ponder"
    "|worth asking|wonder|state|explain|describe|predict|guess|invent|make up|say in|tell me",
)
_CLAUSE = re.compile(r"[^.?!:;]*[.?!:;]|[^.?!:;]+")
_WIDER = re.compile(
    r"\b(?:if|else|every|always|for all|for any|general\w*|rules?|laws?|formula\w*|converse|true"
    r"|why|changes?|fails?|goes wrong|quicker|shorter way|which other|what other|how many ways"
    r"|n)\b"
)


def alignment(texts: Sequence[str], needs: str) -> Signal:
    """The signal of adaptivity alignment.

    Args:
        texts: What is rated.
        needs: "support" or "challenge"; empty where nothing is known of the student's needs.
    """
    if not needs:
        return Signal(None, "nothing is said of what the student needs")
    hurts = [*UNABLE.found(texts), *DISLIKING.found(texts)]
    if hurts:
        return Signal(0.0, f"words that hurt: {', '.join(hurts[:3])}")
    return _support(texts) if needs == "support" else _challenge(texts)


def _support(texts: Sequence[str]) -> Signal:
    shown, beyond = _shown(texts, (ABLE, SMALL, CONCRETE)), BEYOND.found(texts)
    if len(shown) >= ENOUGH and not beyond:
        return Signal(1.0, "; ".join(shown))
    also = f", and beyond this case: {beyond[0]}" if beyond else ""
    hints = shown or ([] if beyond else _shown(texts, (WARM,)))
    if hints:
        return Signal(None, f"only some support ({'; '.join(hints)}{also}): left to a judge")
    return Signal(0.0, f"no encouragement, no small step, nothing concrete{also}")


def _challenge(texts: Sequence[str]) -> Signal:
    beyond, led = BEYOND.found(texts), SMALL.found(texts)
    if beyond and not led:
        return Signal(1.0, f"{BEYOND.name}: {', '.join(dict.fromkeys(beyond[:3]))}")
    if beyond:
        return Signal(None, f"a challenge ({beyond[0]}), yet led: {led[0]}: left to a judge")
    if led:
        return Signal(0.0, f"led, and nothing beyond this one case: {led[0]}")
    wider = _wider_questions(texts)
    if wider and not _shown(texts, (ABLE, CONCRETE)):
        return Signal(1.0, f"asks beyond this case: {wider[0]}")
    asked = wider or _questions(texts)
    hints = asked or INQUIRY.found(texts)
    if hints:
        return Signal(None, f"something is asked ({hints[0].strip()}): left to a judge")
    return Signal(0.0, "nothing that goes beyond this one case")


def _wider_questions(texts: Sequence[str]) -> list[str]:
    """The questions that ask for more than the line that comes next."""
    return [asked.strip() for asked in _questions(texts) if _WIDER.search(asked.strip())]


def _questions(texts: Sequence[str]) -> list[str]:
    clauses = (clause for text in texts for clause in _CLAUSE.findall(plain(text)))
    return [clause for clause in clauses if clause.endswith("?")]


def _shown(texts: Sequence[str], fields: Sequence[Field]) -> list[str]:
    """The first word of each field that shows."""
    found = ((each, each.found(texts)) for each in fields)
    return [f"{each.name}: {words[0]}" for each, words in found if words]
