"""Fields of words that show what a tutor does: build attitude, encourage, explain, cue, give
examples. Knows texts only. A field holds many ways of saying one thing; `*` stands for any
ending; what is denied does not count.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Field:
    """A field of words and phrases."""

    name: str
    pattern: re.Pattern[str]

    def found(self, texts: Sequence[str]) -> list[str]:
        """What of the field stands in the texts without being denied."""
        return [
            match[0]
            for text in map(plain, texts)
            for match in self.pattern.finditer(text)
            if not _DENIED.search(text[max(0, match.start() - _LONGEST_DENIAL) : match.start()])
        ]


def field(name: str, *phrases: str) -> Field:
    """A field from phrases separated by `|`."""
    parts = [part.strip() for phrase in phrases for part in phrase.split("|") if part.strip()]
    shapes = [re.escape(part).replace(r"\*", r"\w*").replace(r"\ ", r"\W+") for part in parts]
    return Field(name, re.compile(rf"\b(?:{'|'.join(shapes)})(?!\w)"))


@lru_cache(maxsize=256)  # every field looks at the same texts
def plain(text: str) -> str:
    """Lower case, plain quotes, single spaces."""
    return " ".join(text.lower().replace("’", "'").split())


_LONGEST_DENIAL = 60
_DENIED = re.compile(
    r"(?:\bnot|n't|\bnever|\bno|\bnothing|\bhardly|\bwithout)\b(?:\W+(?:a|an|the|any|very|so"
    r"|really|too|to|be|is|"
    r"of|your|all|that)\b){0,3}\W+$"
)

LIKING = field(
    "liking",
    "fun|enjoy*|interesting|puzzle*|game|games|curious|curiosity|love|loved|exciting|cool"
    "|fascinat*|beautiful|"
    "surpris*|discover*|explor*|adventur*|playful|detective|mystery|secret|magic|treasure|satisf*"
    "|delight*|"
    "real life|everyday life|useful|worth knowing|favourite|favorite|like maths|like math|likes "
    "maths|pleasure|"
    "wonder|neat trick|neat idea|nice idea|lovely|intrigu*|hobby|sport|football|baking|pizza|your "
    "interests|"
    "come to like|get to like|see why people like|makes maths|makes math|superhero|quest|amazing"
    "|star|wonderful",
)
DISLIKING = field(
    "disliking",
    "boring|dull|hate|tedious|pointless|waste of time|whether you like it or not|like it or not"
    "|stop complaining|"
    "no excuse*|lazy|careless|sloppy|just do it|just do as|have no choice|nobody likes|because "
    "you must|annoying|"
    "i am tired of|sick of|stop whining|grow up",
)
ABLE = field(
    "able",
    "you can do|you can handle|you can manage|you can solve|you can figure|you can work|you can "
    "find|you can get there|"
    "you can crack|you can already|you are able|you're able|you will manage|you'll manage|you "
    "will get|you'll get|"
    "you've got this|you have got this|you got this|believe in you|confident that you|sure you "
    "can|know you can|"
    "trust you|trust yourself|you have already|you've already|you already|you are ready|you're "
    "ready|capable|"
    "mistakes help|mistakes are|learn from mistakes|everyone makes|everybody makes|lots of people"
    "|many people|"
    "it is fine to|it's fine to|it is okay to|it's okay to|it is ok to|it's ok to|normal to|take "
    "your time|no rush|"
    "no hurry|good thinking|great thinking|clever|well done|good job|great job|nice work|good "
    "work|proud|getting better|"
    "better than you think|making progress|good progress|on your way|on the right track|within "
    "your reach|you know how|"
    "strength*|good start|real start|great start|solid start|you worked that out|you worked it "
    "out|you found it|"
    "you did that|you did it|smart|sure of yourself|you managed|you understand|good question"
    "|great question|"
    "keep going|keep it up|step by step you|bit of thought|brave|effort|amazing|brilliant"
    "|fantastic|excellent|super|"
    "promising|sensible|you are close|you're close|nearly there|almost there|you have what it "
    "takes",
)
UNABLE = field(
    "unable",
    "you can't do|you cannot do|you'll never|you will never|you always get|too hard for you|too "
    "difficult for you|"
    "beyond you|you should know|you ought to know|obviously|even a|any child|anyone could|anybody "
    "could|"
    "wrong again|how can you|how could you|not good enough|not clever enough|not smart enough"
    "|don't bother|"
    "you failed|hopeless|silly|stupid|ridiculous|you never|give up|weak student|you are slow"
    "|you're slow|disappoint*|"
    "pay more attention|not up to",
)
MEANING = field(
    "meaning",
    "what the question|what the problem|what the task|what this question|what this problem|the "
    "question asks|"
    "the problem asks|the task asks|question is asking|problem is asking|question means|problem "
    "means|question mean|"
    "problem mean|question wants|problem wants|it wants us|wants to know|wants you to|asked to "
    "find|asked for|we are asked|"
    "you are asked|you're asked|we're asked|in your own words|in other words|looking for|trying "
    "to find|need to find|"
    "want to find|have to find|told us|tells us|tells you|what do we know|what is given"
    "|understand the question|"
    "understand the problem|read the question|read the problem|read it again|story is about"
    "|problem is about|"
    "question is about|stands for|is another word for|is another way of saying|means that|we know "
    "that|"
    "say what the|retell|rephrase|picture the situation|goal here|goal is to|job is to",
)
EXAMPLE = field(
    "example",
    "for example|for instance|example|examples|such as|let's take|let us take|let's say|let us "
    "say|here is an easier one|"
    "a simpler one|an easier one|a similar one|a worked|worked one|just like|imagine|suppose"
    "|picture this|"
    "think of a|think of two|say you have|say we have|like when|case where|e g|compare it with"
    "|compare this with|analogy",
)
PRACTICE = field(
    "practice",
    "practise*|practice*|practic*|try another|try one more|try a similar|another one like|one "
    "more like|one like it|"
    "similar one|similar question|similar problem|similar example|one more for you|another "
    "question|another problem|"
    "more of these|more like this|extra question*|extra problem*|have a go at|now your turn|on "
    "your own|next exercise|"
    "exercise*|homework|do the same with|do the same for|see if you can do",
)
ORDER = field(
    "order",
    "first|firstly|second|secondly|then|next|after that|afterwards|finally|lastly|step|steps"
    "|start by|start with|"
    "begin|beginning|one at a time|one bit at a time|before you|once you|now",
)
WEIGHT = field(
    "weight",
    "important|key|notice|remember|attention|careful|carefully|watch out|watch|hint|clue|focus"
    "|main|essential|crucial|"
    "the trick|the idea|look closely|look at|keep in mind|bear in mind|think about|think of|don't "
    "forget|do not forget|"
    "matters|spot|compare|check|line up|ask yourself|highlight*|underline|circle",
)
GENTLE = field(
    "gentle",
    "small step|little step|small steps|tiny step*|one step|step by step|easier|simpler|simple"
    "|slowly|slow|no rush|no hurry|"
    "take your time|together|draw|picture|sketch|count|blocks|counters|with your fingers|number "
    "line|bit by bit|one bit|"
    "one thing at a time|one small|short|smaller number*|easy number*|in simple words|no harder"
    "|start small|already done|"
    "show you how|i will help|i'll help|let me help|safer|point to",
)
STRETCH = field(
    "stretch",
    "always work*|always true|prove|proof|justify|convince|generalis*|generaliz*|challenge*"
    "|harder|another way|"
    "second way|different way|two ways|extend|extension|what if|why does it work|why it works|why "
    "does this work|why this works|"
    "why your way|in general|any number*|every case|all cases|rule for|explore|investigate|like a "
    "mathematician|"
    "test your|counterexample|conjecture|predict|estimate before|before you calculate|expect "
    "before|push yourself|"
    "deeper|explain why|invent|make up your own|write your own|find all|is it possible|under what",
)
TECHNICAL = field(
    "technical",
    "coefficient*|polynomial*|algorithm*|denominator of the|reciprocal*|multiplicative|additive "
    "inverse|commutativ*|"
    "associativ*|distributiv*|integer programming|logarithm*|derivative*|matrix|matrices"
    "|quadratic*|theorem|lemma|"
    "corollary|modulo|congruen*|isomorph*|bijection|axiom*|set theory|rational function"
    "|irrational|vector*|asymptot*|"
    "trigonometr*|sine|cosine|tangent|hypotenuse|exponential*|simultaneous equations|linear "
    "function*|slope|intercept",
)
LATER = field(
    "later",
    "logarithm*|derivative*|integral*|calculus|matrix|matrices|theorem of algebra|isomorph*"
    "|bijection|complex number*|"
    "imaginary number*|asymptot*|modulo|limit of|differentiat*|lemma|corollary|set theory",
)
