"""Take the talk off an answer: "I think it's 12, right?" → "12". Knows no values."""

import re

_FILLER = re.compile(
    r"(?:(?:i|it|so|the|my|our|final|correct|right|an?swers?|ans|would|will|could|should|be|is|are|it's"
    r"|its|i'd|i'll|that's|thats|that|this|they|think|thinks|guess|say|said|got|get|gets|have|um+|uh+"
    r"|er+|hmm+|well|then|maybe|probably|ok|okay|yes|yeah|now|because|gives?|makes?|equals?|equal|to"
    r"|about|approximately|value|solution|result|must|choose|pick|go|with|for|we|you|you'd|there"
    r"|coordinates?|point|therefore|hence|finally|total|of|just|only|exactly|angle|area|perimeter"
    r"|volume|mean|median|mode|range|ratio|probability|i'm|sure|going)(?![a-z'])"
    r"|[=:,.>#∴≈~!?-] )[ ,:]*",
    re.I,
)
_TRAILER = re.compile(
    r"[ ,]*(?:[.!?;,:]+|(?<![A-Za-z])(?:right|please|thanks|thank you|i think|i guess|maybe|each"
    r"|altogether|in total|in all|exactly|approximately|final answer"
    r"|is (?:the|my) (?:final )?answer))$",
    re.I,
)
_QUOTES = " \"'*_\u200b"


def trimmed(text: str) -> str:
    """Without quotes, marks and polite words at the ends; never empty unless the text is."""
    text = text.strip(_QUOTES)
    while match := _TRAILER.search(text):
        shorter = text[: match.start()].strip(_QUOTES)
        if text.endswith("...") or not shorter:
            break
        text = shorter
    return text


def without_filler(text: str) -> str:
    """Without the words that lead up to an answer."""
    while match := _FILLER.match(text):
        if match.end() == len(text):
            return text
        text = text[match.end() :].lstrip(_QUOTES)
    return text
