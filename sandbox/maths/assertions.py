"""Which values and labels of a text are put forward as a result: "so you get 5", "B is right", "x
= 2".

Fields of words and where they stand; knows placeholders (`prepared`), no turn and no verdict.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sandbox.maths import wording
from sandbox.maths.mentions import Mention
from sandbox.maths.prepared import Prepared
from sandbox.maths.values import Expression
from sandbox.maths.wording import MARKED, OTHER, RIGHT, RIGHT_LABEL, WRONG_LABEL, Sentence

_SHOWN = f"[{RIGHT}{OTHER}{RIGHT_LABEL}{WRONG_LABEL}]"
_RESULT_NOUN = (
    r"(?:answer|solution|result|sum|difference|product|quotient|total|value|perimeter|area|volume"
    r"|mean|average|median|mode|range|percentage|fraction|price|cost|change|length|width|height"
    r"|amount|number)"
)
_ANSWER_NOUN = r"(?:answer|solution|result)"
_STATES = (
    r"(?:[’']s|[’']re|is|are|was|were|be|been|equals?|equal to|makes?|made|making|gives?|gave|given"
    r"|giving|gets?|got|getting|leaves?|leaving|left with|comes?(?: out)?(?: to| as| at| up)?"
    r"|came to"
    r"|works? out(?: as| at| to be| to)?|turns? out(?: to be| as)?|becomes?|adds? up to|totals?"
    r"|amounts? to|ends? (?:up )?(?:with|at|as|in|on)|finds?|found|reach(?:es)?|arrives? at|have"
    r"|has|had"
    r"|means?|obtain|results? in|yields?|produces?|simplif(?:y|ies) to|reduces? to"
    r"|rounds? (?:up |down )?to|cancels? (?:down )?to|costs?|pays?|needs?|wants?|saves?|measures?"
    r"|weighs?|lasts?|takes?|(?:needs?|has|have|had|got|wants?) to [a-z]+|shows?|reads?"
    r"|goes (?:up |down )?to|stands? for|belongs? to|remains?|looks? like|worked out|counted"
    r"|calculated"
    r"|worth|chang(?:e|ed|ing) (?:mine|it|my answer) to"
    r"|reckon|think|as|see)"
)
_FILLER = (
    r"(?:[ ,:*_=\"'“(]|\b(?:exactly|just|simply|only|about|really|actually|now|then|also|therefore"
    r"|indeed|clearly|always|of course|us|you|me|to|be|an?|the|equal|equals?|in total|altogether"
    r"|all"
    rf"|that|this|it|still|option|choice|letter|label|number|final|correct|right"
    rf"|{_RESULT_NOUN})\b)*"
)
_EQUALS = re.compile(r"(?:=|≈|→|⇒|->|=>) ?[*_(]*$")
_NAMED = re.compile(rf"\b{_ANSWER_NOUN}\b{_FILLER}(?:{_STATES}\b)?{_FILLER}$")
_BEFORE = (
    ("stated as a result", re.compile(rf"(?:\b|(?<=[’'{MARKED}])){_STATES}\b{_FILLER}$")),
    (
        "drawn as a conclusion",
        re.compile(
            r"\b(?:so|altogether|therefore|thus|hence|in total|in all|total|that[’']?s|it[’']?s"
            r"|which is"
            r"|or|namely|i\.e|finally|overall)\b[ ,:]*(?:the |an? |just |exactly |only )*$"
            rf"|\b{_RESULT_NOUN} ?[:=] ?$"
        ),
    ),
)
_LED_TO = re.compile(
    r"^(?!\W*(?:write|mark|draw|put|use|look|try|take|start|next|again"
    r"|now)\b).*[a-z\ue001-\ue005)]: $"
)
_CHOOSE = re.compile(
    r"\b(?:choose|pick|select|take|go (?:with|for)|circle|tick|mark|click|vote for)\b"
    r"(?: option| choice| letter| answer| the| an?| \()* ?$"
)
_WRITE_LABEL = re.compile(
    r"\b(?:write|put|say|use|enter|try|type)\b(?: down| in)?(?: option| letter)? ?\(?$"
)
_CALLED_RIGHT = re.compile(
    r"^[)*_\"'”]*(?: ?,)? (?:is|was|are|would be|must be|has to be|looks|works as|will be)"
    r"(?: exactly| clearly| indeed| definitely)?(?: the| your| a| what)?(?: only)?"
    rf"(?: final| right| correct| true| best)? ?(?:right|correct|{_ANSWER_NOUN}|it|one|true|best"
    rf"|choice"
    r"|what (?:you|we)|you (?:need|want|get|should))\b"
    r"|^[,)]*(?: also| really| does| exactly)? (?:works|fits(?! (?:in|into|inside)\b)|satisfies"
    r"|solves|checks out|does (?:it|work|fit)|do(?:es)? the (?:job|trick))\b"
    rf"|^,? (?:as|for) (?:your|the|my|a)(?: final)? {_ANSWER_NOUN}|^ (?:it is|it'?s)\b"
    rf"|^ ?= ?{_SHOWN} ?[+*÷/^-]"
)
_INTERJECTION = re.compile(
    r"\b(?:yes|no|ok|okay|so|well|and|it|hm+|oh|ah|then|now|wait|right|correct|exactly|al+ ?right"
    r"|fine"
    r"|sure|here|there|you go|very|listen|look|great|good|simply|simple|easy|just|final|psst|hint"
    r"|spoiler"
    r"|finally|fair enough|the|is|was|s)\b"
)
_SAYS_MORE = re.compile(rf"[a-z{MARKED}]")
_REASON = re.compile(r"(?:because|since|as|cause|'cause|so|see|right|ok)\b")
_ENDS = re.compile(
    r"^(?:[)*_\"'”%]|\b)*\s*(?:$|[,.;:!?)—–-]|(?:and|so|but|because|not|in|left|altogether|here"
    r"|now|then"
    r"|for|when|if|as|since|which|right|correct|ok|okay|is|the|exactly|too|after|by|on|at|with"
    r"|that|this"
    r"|from|where|while|or|to|instead|again|you|we|i|it|see|do|can|of course|long|wide|high|tall"
    r"|each|per"
    r"|a|an|once|there|all|overall|more|less|remaining|only|together|there'?s|thanks|please|whole"
    r"|than"
    r"|was|would|just)\b)"
)
_QUALITY = re.compile(
    r"^,? (?:is|are)(?: clearly| the| a| an)* ([a-z]{3,}(?:er|est|st|us|ve|al|e|n))\b"
)
_PART_OF_IT = re.compile(
    r"\b(middle|first|second|third|fourth|next|last|top|bottom|largest|smallest|biggest|highest"
    r"|lowest"
    r"|numerator|denominator|ones|units|tens|hundreds|tenths|left|right|other|leading|whole|common"
    r"|multiplier|base|exponent|coefficient|key)"
    r"(?: (?:number|digit|one|value|side|term|part|figure|column|place|factor|denominator"
    r"|multiple))?"
    r" (?:is|was|are|has)\b[^,]*$"
)
_ASKED_AS = {"middle": "median", "largest": "biggest", "biggest": "largest", "common": "lcm"}
_SUMMAND = re.compile(r" ?\([^)]{1,30}\) ?[+*÷/=-]")
_SERIES = re.compile(rf"(?:,|,? and|,? or) {_SHOWN}(?! ?(?:=|is\b|does\b))")
_NOUN = re.compile(r"^\s*([a-z]+)")
_LEFT_SIDE = re.compile(rf"{OTHER} ?= ?$")


@dataclass(frozen=True)
class Asserted:
    """Something put forward as a result: prepared text[start:end]."""

    start: int
    end: int
    is_right: bool
    how: str

    @property
    def names_the_answer(self) -> bool:
        """Whether it is called the answer in so many words."""
        return self.how in ("named as the answer", "called right")


def asserted(prepared: Prepared, question: str, *, echoed: bool = False) -> list[Asserted]:
    """Every value or label that is put forward as a result, left to right.

    Args:
        prepared: The text.
        question: Its nouns may follow a result ("2 stickers"); other nouns make it a count.
        echoed: Whether the student has named the right value, so that "you get 5?" only repeats it.
    """
    nouns = set(re.findall(r"[a-z]{3,}", question.lower()))
    found = []
    for sentence in wording.sentences(prepared.text):
        for place, mark in enumerate(sentence.text):
            if mark not in (RIGHT, OTHER, RIGHT_LABEL, WRONG_LABEL):
                continue
            held = prepared.at(sentence.start + place)
            how = _how(sentence, place, nouns, held, echoed, _is_step(prepared, sentence, place))
            if how:
                start = sentence.start + place
                is_right = mark in (RIGHT, RIGHT_LABEL)
                found.append(Asserted(start, start + 1, is_right, how))
    return found


def _how(
    sentence: Sentence,
    place: int,
    nouns: set[str],
    held: tuple[Mention, ...],
    echoed: bool,
    is_step: bool,
) -> str:
    """How it is put forward as a result, or "" where it is not."""
    how = _lead(sentence, place, nouns, held, is_step)
    return "" if how and _is_held_open(sentence, place, echoed) else how


def _lead(
    sentence: Sentence, place: int, nouns: set[str], held: tuple[Mention, ...], is_step: bool
) -> str:
    """What makes it a result, unless it is denied, supposed or asked."""
    text = sentence.text
    before, after = text[_previous(text, place) : place], text[place + 1 :]
    if _CALLED_RIGHT.match(after) or _is_what_was_asked(after, nouns):
        return "called right"
    if _EQUALS.search(before) and not (held and held[0].is_operand):
        return "" if is_step else "after an equals sign"
    if not _ends(after, nouns, held):
        return ""
    if _NAMED.search(before):
        return "named as the answer"
    if _is_alone(text[:place], after):
        return "said alone"
    clause = wording.clause_before(text, place)
    is_label = text[place] in (RIGHT_LABEL, WRONG_LABEL)
    if (is_label or "which" in nouns) and _CHOOSE.search(clause):
        return "told to choose"
    if is_label and _WRITE_LABEL.search(clause):
        return "told to write"
    if _is_part_of_it(clause, nouns):
        return ""
    if not after.strip(" *_)") and not sentence.is_question and _LED_TO.search(text[:place]):
        return "drawn as a conclusion"
    return next((how for how, pattern in _BEFORE if pattern.search(before)), "")


def _is_alone(before: str, after: str) -> bool:
    """Whether the sentence says nothing else: "Fourteen!", "B, because …"."""
    rest = after.strip(" ,.!;:)*_\"'")
    if rest and not _REASON.match(rest):
        return False
    return _SAYS_MORE.search(_INTERJECTION.sub("", before)) is None


def _is_part_of_it(clause: str, nouns: set[str]) -> bool:
    """Whether a part is described, not the whole: "the middle number is 6" (unless that is
    asked)."""
    part = _PART_OF_IT.search(clause)
    return part is not None and not {part[1], part[1] + "s", _ASKED_AS.get(part[1], "")} & nouns


def _is_what_was_asked(after: str, nouns: set[str]) -> bool:
    """Whether it is given the quality that the problem asks about: "0.3 is the bigger one"."""
    quality = _QUALITY.match(after)
    return quality is not None and quality[1] in nouns


def _is_step(prepared: Prepared, sentence: Sentence, place: int) -> bool:
    """Whether it stands behind algebra that is not solved yet: 3x = 6."""
    left = _LEFT_SIDE.search(sentence.text[max(0, place - 4) : place])
    if left is None:
        return False
    at = sentence.start + max(0, place - 4) + left.start()
    return isinstance(prepared.value_at(at), Expression)


def _previous(text: str, place: int) -> int:
    """Where the mention before this one stands; the words that lead to a result hold none."""
    return next((k for k in range(place - 1, -1, -1) if text[k] in MARKED), 0)


def _ends(after: str, nouns: set[str], held: tuple[Mention, ...]) -> bool:
    """Whether nothing follows that turns the value into a count of something or a step of a sum."""
    if (held and held[0].is_operand) or _SUMMAND.match(after):
        return False
    if _ENDS.match(after):
        return True
    noun = _NOUN.match(after)
    return (
        noun is None or noun[1] in nouns or noun[1] + "s" in nouns or noun[1].rstrip("s") in nouns
    )


def _is_held_open(sentence: Sentence, place: int, echoed: bool) -> bool:
    text = sentence.text
    if wording.is_denied(text, place) or wording.is_supposed(text, place):
        return True
    if echoed and (
        wording.is_reported(text, place) or (sentence.is_question and not sentence.has_tag)
    ):
        return True
    return wording.is_asked(sentence, place)
