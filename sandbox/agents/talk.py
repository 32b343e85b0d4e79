"""The ordinary talk of a tutor beside questions that can be worked out: "Do you agree?", "Take your
time.", "You have to borrow a ten." Knows words alone, no problem, no belief and no learner.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

Talk = Literal[
    "",
    "acknowledge",
    "agree",
    "another",
    "ask-age",
    "ask-feeling",
    "ask-liking",
    "ask-name",
    "ask-tired",
    "check",
    "check-inverse",
    "closing",
    "compare",
    "compare-value",
    "context",
    "draw",
    "estimate",
    "first-step",
    "go-on",
    "greet",
    "help",
    "hint",
    "how-are-you",
    "how-check",
    "how-sure",
    "know",
    "know-what",
    "learned",
    "look-at-picture",
    "look-closer",
    "meaning",
    "mistake",
    "next-step",
    "notice",
    "off-topic",
    "operation",
    "other-way",
    "own-example",
    "puzzling",
    "ready",
    "refuse",
    "reply-to-thanks",
    "restate",
    "revoice",
    "smaller",
    "think",
    "think-about",
    "understand",
    "wait",
    "what-asked",
    "whether",
]
"""What is wanted; "" where nothing of this kind is, "whether" a yes or no of which nothing more is
understood."""

_PICTURE = (
    r"(?:draw\w*|sketch\w*|pictures?|diagrams?|number ?lines?|bar models?|fraction bars?|counters?|"
    r"blocks?|cubes|arrays?|tape diagram|pizzas?|hundred grid|place[- ]value chart|fingers)"
)
_BIG = (
    r"(?:bigger|larger|greater|higher|longer|smaller|less|lower|shorter|biggest|largest|smallest)"
)
_OPERATING = (
    r"(?:add(?:ing|ition)?|subtract(?:ing|ion)?|multipl(?:y|ying|ication)|divi(?:de|ding|sion))"
)
_DOING = (
    r"(?:add|subtract|multiply|divide|solve|calculate|evaluate|find|make|use|line up|carry|borrow|"
    r"regroup|exchange|take|change|"
    r"write|simplify|convert|count|cancel|expand|do|put|keep|move|work out|split|round|cross|flip|"
    r"invert|distribute|factor|start|begin|think|look|remember|compare|try|read|bring|swap|collect)"
)

_ASKED: tuple[tuple[Talk, str], ...] = (
    ("ask-name", r"\byour name\b|\bwho are you\b|\bwhat (?:should|can|do|may) (?:i|we) call you"),
    ("ask-age", r"\bhow old are you\b|\b(?:what|which) (?:grade|year|class) are you\b"),
    ("how-are-you", r"\bhow are (?:you|things)\b|\bhow(?: i|')s it going\b|\bhow do you do\b"),
    ("ask-liking", r"\bdo you (?:like|enjoy|love|hate)\b|\bfavou?rite (?:subject|topic|lesson)"),
    ("ask-tired", r"\bare you (?:tired|hungry|bored|cold|thirsty)\b"),
    (
        "ask-feeling",
        r"\bhow (?:do|are|did) you (?:feel|feeling)\b|\bare you (?:nervous|worried|anxious|scared|"
        r"upset|frustrated)\b",
    ),
    (
        "off-topic",
        r"\b(?:favou?rite|football|soccer|weekend|holidays?|weather|breakfast|lunch|pets?|movie|"
        r"film|"
        r"tv|brothers?|sisters?|birthday|yesterday evening|video ?games?)\b",
    ),
    ("how-sure", r"\bhow (?:sure|certain|confident)\b|\bare you confident\b"),
    (
        "understand",
        r"\bdo(?:es)? (?:you|that|this|it) (?:see|understand|follow|get it|help)\b|\bwith me\b|"
        r"\bgot (?:it|that)\b|\bis (?:that|this|it) (?:clear|ok|okay|better|clearer)\b|"
        r"\bsee (?:what i mean|why|how that|how this)\b",
    ),
    (
        "agree",
        r"\b(?:agree|disagree)\b|\bdon't you think\b|\bwhat do you say to that\b|"
        r"\bdo you (?:believe|buy) (?:that|me|it)\b|\bcan (?:both|they both) be\b",
    ),
    (
        "revoice",
        r"^\W*(?:(?:so|and|then|oh|ok|okay|ah|right)\W*)?(?:your?(?:'re|'ve)?\b(?! know\b)|"
        r"what you(?:'re| are) saying|(?:in other words|if i understand|let me (?:see|check)|"
        r"did i (?:get|hear|understand)|is it right that you|do you mean|i (?:hear|think) you))",
    ),
    (
        "learned",
        r"\bwhat (?:did|have) you (?:learn|learned|learnt|found|find out)\b|\bsum (?:it |this "
        r")?up\b|"
        r"\bsummari[sz]e\b|\bwhat will you (?:remember|take)\b|\bwhat did we (?:do|learn)\b",
    ),
    (
        "mistake",
        r"\b(?:mistakes?|errors?)\b|\bgo(?:ne|es)? wrong\b|\bwent wrong\b|\bwhat(?: i|')s wrong\b|"
        r"\bwhat was wrong\b",
    ),
    (
        "other-way",
        r"\b(?:another|other|different|second) (?:way|method|strategy)\b|\bhow else\b|"
        r"\bdifferently\b|\bis there (?:a|an) (?:easier|quicker|better) way\b",
    ),
    (
        "check-inverse",
        rf"\bcheck\w*\b.* (?:with|by|using) .*{_OPERATING}|\bwork(?:ing)? (?:it )?backwards?\b|"
        r"\binverse\b|\bopposite operation\b",
    ),
    ("how-check", r"\bhow (?:could|would|can|do|might|will|should) (?:you|we|i) (?:\w+ "
                  r")?(?:check|test)"),
    ("check", r"\bcheck\w*\b|\bverify\b|\btest your\b"),
    (
        "estimate",
        r"\bestimat\w*\b|\broughly\b|\bapproximate\w*\b|\bball ?park\b|\babout how\b|"
        r"\breasonable\b.*\banswer\b|\bhow (?:big|large|much) (?:should|do you expect|will|would) |"
        r"\bwhat (?:do|would) you expect\b|\bshould (?:it|the answer|your answer) be\b|"
        r"\bwill (?:it|the answer|your answer) be\b",
    ),
    (
        "compare-value",
        rf"\b(?:{_BIG}|more|the same|equal|close|near(?:er)?|different)\b.*\b(?:than|as|to|from)\b"
        r".*\d",
    ),
    (
        "smaller",
        r"\b(?:small(?:er)?|easy|easier|simpler|simple|friendlier|nicer|round) "
        r"(?:numbers?|one|problem|question|example|case|sum)\b",
    ),
    (
        "own-example",
        r"\b(?:make up|invent|come up with|think of|give me|write|find) (?:me )?(?:an?|your own|"
        r"another) (?:\w+ )?(?:problem|question|example|sum|one)\b|\byour own example\b",
    ),
    (
        "context",
        r"\b(?:story|stories|real(?:[- ]| )life|everyday|imagine|word problem|context|situation|"
        r"money|shop|where (?:would|could|do) (?:you|we) use|recipe)\b",
    ),
    ("look-at-picture", r"\b(?:look(?:ing)? at|see in|in|on|from) (?:the|this|that|my|your) "
             rf"{_PICTURE}"),
    ("draw", rf"\b{_PICTURE}\b|\blook like\b"),
    (
        "meaning",
        r"\bwhat (?:do|does|is|are|would)\b.*\b(?:mean|stands? for|tells? (?:you|us)|"
        r"represents?)\b|"
        r"\bwhat(?: is|'s) an? [a-z]+\W*$|\bwhat (?:is|are) [a-z]+s\W*$",
    ),
    (
        "what-asked",
        r"\bquestion (?:asking|ask|want|mean|say)|\bproblem (?:asking|ask|about)|\btrying to "
        r"find\b|"
        r"\bwhat (?:do|are) (?:we|you|they) (?:looking for|need to find|asked)|\bhave to find\b|"
        r"\bwhat (?:do|did) (?:we|you) (?:already )?know\W*$|"
        r"\bwhat (?:information|numbers|facts)\b|\bwhat is (?:given|it about)\b|\bin your own "
        r"words\b",
    ),
    (
        "operation",
        rf"\b(?:what|which) operation\b|\b(?:should|do|would|must) (?:you|we|i) {_OPERATING}\b|"
        rf"\b{_OPERATING} or {_OPERATING}\b",
    ),
    (
        "first-step",
        r"\bfirst step\b|\b(?:do|did|does|come|comes|go) first\b|\bwhat(?: is|'s) first\b|"
        r"\b(?:where|how) (?:would|do|should|did|could|will|can) (?:you|we|i) (?:start|begin)\b|"
        r"\bfirst thing\b|\bstart with\W*$",
    ),
    (
        "next-step",
        r"\b(?:comes?|do|step|go|is) next\b|\bnext step\b|\bafter that\b|\band then\W*$|"
        r"\bwhat now\b|\bthen what\b|\bsecond step\b|\bnow what\b",
    ),
    ("help", r"\b(?:need|want|like|some|any) (?:\w+ )?(?:help|hints?|clues?|questions?)\b|"
             r"\bstuck\b|\bwhat (?:do you need|would help)\b|\bshall i (?:help|show|explain)\b|"
             r"\bwould (?:a|some) .*help\b"),
    (
        "puzzling",
        r"\b(?:hard|difficult|confus\w+|tricky|puzzl\w+)\b|\bwhat (?:don't|do) you not\b|"
        r"\bwhat don't you\b|\bwh(?:at|ich) part\b",
    ),
    ("know-what", r"\bwhat (?:do|did) you (?:already )?(?:know|remember)\b"),
    (
        "know",
        r"\bdo you (?:know|remember|recall)\b|\bhave (?:you|we) (?:learn|done|seen|heard|met|had|"
        r"studied|covered|ever)\w*\b|\bdid you (?:learn|do|have|cover)\b|"
        r"\bcan you remember\b",
    ),
    ("notice", r"\bnotic\w*\b|\banything (?:strange|odd|funny|unusual)\b|\bwhat(?: is|'s) "
               r"(?:strange|odd|different|the same|the difference)\b|\bdo you see (?:a|any)\b|"
               r"\bwhat do you see\b|\bhow (?:is|are) .*(?:different|alike|similar)\b"),
    ("think", r"\bwhat (?:do|did|are|were) you (?:think|thinking|reckon|guess)\b|\bthoughts\b|"
              r"\byour (?:opinion|idea|ideas|guess)\b|\bany ideas?\b|\bwhat would you say\b"),
    ("compare", rf"\b(?:which|what)\b.{{0,200}}\b{_BIG}\b|\b{_BIG}\W*$"),
    ("ready", r"\bready\b|\bshall we\b|\b(?:can|could|should|will) we\b|\bmay i\b|"
              r"\bcan i (?:ask|show|tell)\b|^\W*(?:ok|okay|alright|all right|deal)\W*$"),
    ("another", r"\b(?:another|a different|a new|one more|next) (?:one|problem|question|example|"
                r"sum)\b"),
    ("hint", rf"^\W*(?:what (?:if|about)|how about|why not|why don't you|can't you|couldn't you|"
             rf"could you|can you|would you|will you|have you tried|did you try) (?:you |we |to )*"
             rf"(?:first |just |maybe )?{_DOING}(?:ing)?\b"),
    ("whether", r"^\W*(?:(?:so|and|but|ok|okay|now|well|then|hm+),? )*(?:is|are|was|were|do|does|"
                r"did|"
                r"can|could|would|will|should|has|have|isn't|aren't|don't|doesn't|can't|must|"
                r"may)\b"),
)  # fmt: skip

_TOLD: tuple[tuple[Talk, str], ...] = (
    (
        "closing",
        r"\b(?:good ?bye|bye|see you|farewell)\b|\bthat(?: i|')s (?:all|it|enough) for (?:today|"
        r"now)\b|"
        r"\bwe(?:'re| are) (?:done|finished)\b|\b(?:let's|let us|we(?:'ll| will)?) (?:stop|"
        r"finish|end) "
        r"(?:here|there|now|for today)\b|\btime is up\b|\bhave a (?:nice|good|great|lovely)\b",
    ),
    (
        "refuse",
        r"\b(?:can't|cannot|won't|will not|(?:not|n't) (?:going|allowed|able) to|shouldn't) "
        r"(?:just )?(?:tell|give|say|show|hand)\b|\bwork it out (?:by |for )?yourself\b|"
        r"\bfind (?:it )?out (?:by |for )?yourself\b|\bon your own\b",
    ),
    (
        "wait",
        r"\btake (?:your|all the) time\b|\bno (?:rush|hurry|pressure)\b|\bthere(?: i|')s no "
        r"(?:rush|"
        r"hurry)\b|\bhave a (?:little )?think\b|\bthink (?:about|it) (?:it|over)\b|\bi(?:'ll| "
        r"will) wait\b|"
        r"\btake a (?:moment|minute|break|breath)\b|\bwhen(?:ever)? you(?:'re| are) ready\b|"
        r"\bthink again\b",
    ),
    (
        "another",
        r"\b(?:another|a different|a new|one more|next|easier|harder|similar) "
        r"(?:one|problem|question|example|sum)\b",
    ),
    ("smaller", r"\b(?:smaller|easier|simpler|friendlier|nicer|round) (?:numbers?|values?)\b"),
    (
        "check-inverse",
        rf"\bcheck\w*\b.* (?:with|by|using) .*{_OPERATING}|\bwork (?:it )?backwards?\b|\binverse\b",
    ),
    ("check", r"\b(?:double[- ]?)?check\b"),
    ("estimate", r"\bestimat\w*\b|\bmake a guess\b|\bjust guess\b"),
    ("look-closer", r"\blook (?:again|closely|carefully|closer|hard|at it again|once more)\b|"
                    r"\b(?:re-?read|read .{0,20}(?:again|carefully|once more))\b"),
    ("look-at-picture", r"\b(?:look(?:ing)? at|see in|in|on|from) (?:the|this|that|my|your) "
             rf"{_PICTURE}"),
    ("draw", rf"\b{_PICTURE}\b|^\W*show (?:it|this|that|me) (?:with|on|in)\b"),
    ("context", r"\b(?:imagine|real life|story|as money|like money|pretend|suppose)\b"),
    ("restate", r"\b(?:own words|say (?:that|it) again|repeat (?:that|it)|rephrase)\b"),
    ("go-on", r"^\W*(?:please |yes,? |ok(?:ay)?,? |and |then )*(?:go on|carry on|keep going|"
              r"continue|"
              r"say more|tell me more|go ahead|i(?:'m| am) listening)\b"),
    ("greet", r"^\W*(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|welcome|nice to meet)\b|"
              r"\bi(?:'m| am) your (?:\w+ )?tutor\b|\bmy name is\b"),
    (
        "revoice",
        r"\b(?:i (?:hear|understand|think) (?:that )?you|so you(?:'re| are|'ve|r)?\b|you(?:'re| "
        r"are) "
        r"saying|sounds like|in other words|what you(?:'re| are) saying|you (?:told|said|mean))\b",
    ),
    ("ready", r"^\W*(?:ok(?:ay)?,? |right,? |so,? |now,? )*(?:let's|let us|we(?:'ll| will)|we can|"
              r"i(?:'ll| will|'m going to) (?:show|help|ask|explain))\b"),
    ("reply-to-thanks", r"^\W*(?:thanks?|thank you)\b"),
    ("think-about", r"^\W*(?:(?:now|just|please|ok|okay|first|then),? )*(?:think|remember|"
                    r"consider)\b"
                    r"(?! to\b)"),
    (
        "hint",
        r"\b(?:you|we|one) (?:have to|need to|must|should|can(?:'t|not)?|could|might|ought to|"
        r"don't|"
        r"never|always|first|first have to)\b|\b(?:remember|don't forget|make sure|be careful|"
        r"never|always|the (?:trick|rule|key|next step|first step) is|it helps to|watch out|"
        r"the idea is)\b|"
        rf"^\W*(?:(?:first|now|then|so|next|please|just|ok|okay|instead|try to|and|start by),? )*"
        rf"{_DOING}\b",
    ),
    (
        "acknowledge",
        r"^\W*(?:ok(?:ay)?|i see|i (?:understand|get it|hear you)|m+-?h*m*|h+m+|aha?|oh|right|"
        r"alright|all right|"
        r"interesting|uh[- ]huh|sure|fine|yes|good to know|that makes sense|fair enough|got it)\b",
    ),
)  # fmt: skip

_COMPILED = {
    mood: tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in table)
    for mood, table in (("asked", _ASKED), ("told", _TOLD))
}
_OPENS_QUESTION = re.compile(
    r"^\W*(?:(?:so|and|but|ok|okay|now|well|then|hm+),? )*(?:what|which|how|where|who|"
    r"do you|did you|are you|have you|can you|could you|would you|will you|does|is it|is that|"
    r"shall|should (?:you|we|it))\b",
    re.IGNORECASE,
)

_ENCOURAGES = re.compile(
    r"\W*(?:keep (?:it up|going|trying|at it)|you can do (?:it|this|that)|don't (?:give up|worry))"
    r"\b[^,;:]*$",
    re.IGNORECASE,
)
"""In the words of a hint, and none."""


def talk_in(sentences: Sequence[str]) -> Talk:
    """What a message wants beside questions that can be worked out: its last question decides,
    failing that its last statement that wants something of the kind."""
    questions = [s for s in sentences if _is_asked(s)]
    for sentence in reversed(questions):
        if kind := _kind(sentence, "asked"):
            return kind
    for sentence in reversed([s for s in sentences if s not in questions]):
        kind = _kind(sentence, "told")
        if kind and not (kind == "hint" and _ENCOURAGES.match(sentence)):
            return kind
    return ""


def _is_asked(sentence: str) -> bool:
    return sentence.rstrip(" \"'”’)").endswith("?") or _OPENS_QUESTION.match(sentence) is not None


@lru_cache(maxsize=8192)
def _kind(sentence: str, mood: Literal["asked", "told"]) -> Talk:
    return next((kind for kind, pattern in _COMPILED[mood] if pattern.search(sentence)), "")
