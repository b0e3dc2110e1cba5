"""An answer as a text in which numbers, dates, times and identifiers are found, each of them once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from checkers.values.clocks import START_WORDS as CLOCK_WORDS
from checkers.values.clocks import Clock, read_clock
from checkers.values.codes import Code, list_markers, read_code
from checkers.values.connections import connect
from checkers.values.days import MONTHS, WEEKDAYS, DateMention, read_dates
from checkers.values.markup import remove_markup
from checkers.values.numerals import NUMBER_WORDS
from checkers.values.quantities import Quantity, read_quantity
from checkers.values.spans import Span
from checkers.values.tokens import Tokens, tokenize
from checkers.values.units import PREFIXES

Mention = Clock | Code | DateMention | Quantity
_STARTS = NUMBER_WORDS | CLOCK_WORDS | MONTHS.keys() | WEEKDAYS.keys() | PREFIXES | {"minus", "negative"}
BLANK = "\x00"


@dataclass(frozen=True)
class Passage:
    """An answer without its markup.

    Attributes:
        text: Its characters.
        tokens: Its words, numbers and symbols.
        mentions: The numbers, dates, times and identifiers in it, in their order.
        boxed: The parts that are marked as the answer.
        bold: The parts in bold type.
    """

    text: str
    tokens: Tokens
    mentions: tuple[Mention, ...]
    boxed: tuple[Span, ...] = ()
    bold: tuple[Span, ...] = ()

    def span(self, first: int, after: int) -> Span:
        """Where the token `first` starts in the text, and where the one before `after` ends."""
        return self.tokens[first].start, self.tokens[after - 1].end

    @cached_property
    def quantities(self) -> list[Quantity]:
        return [mention for mention in self.mentions if isinstance(mention, Quantity)]

    @cached_property
    def clocks(self) -> list[Clock]:
        return [mention for mention in self.mentions if isinstance(mention, Clock)]

    @cached_property
    def dates(self) -> list[DateMention]:
        return [mention for mention in self.mentions if isinstance(mention, DateMention)]

    @cached_property
    def codes(self) -> list[Code]:
        return [mention for mention in self.mentions if isinstance(mention, Code)]

    @cached_property
    def lines(self) -> str:
        """The text in small letters, with a blank for each character of a mention, so that its signs end no sentence.

        Words stay: "first" may be a cue.
        """
        pieces, at = [], 0
        for mention in self.mentions:
            start, end = self.span(mention.first, mention.after)
            if self.text[start:end].isalpha():
                continue
            pieces += [self.text[at:start], BLANK * (end - start)]
            at = end
        return "".join(map(_small, "".join([*pieces, self.text[at:]])))


def read_passage(answer: str) -> Passage:
    """Find the numbers, dates, times and identifiers of an answer."""
    plain = remove_markup(answer)
    tokens = tokenize(plain.text)
    mentions = list(_scan(tokens, list_markers(plain.text)))
    quantities = iter(connect(tokens, [item for item in mentions if isinstance(item, Quantity)]))
    connected = [next(quantities) if isinstance(item, Quantity) else item for item in mentions]
    return Passage(plain.text, tokens, tuple(connected), plain.boxed, plain.bold)


def _scan(tokens: Tokens, markers: Set[int]) -> Iterator[Mention]:
    i = 0
    while tokens[i].kind != "end":
        found = _mentions_at(tokens, i, markers)
        yield from found
        i = found[-1].after if found else i + 1


def _mentions_at(tokens: Tokens, i: int, markers: Set[int]) -> Sequence[Mention]:
    """The mentions that start with token i: dates first, numbers last, so that a year of a date is no number."""
    token = tokens[i]
    if token.start in markers:
        return (Code(i, i + 1),)
    if token.kind == "word" and token.low not in _STARTS and token.low.isascii():
        found: Mention | None = read_code(tokens, i)
    else:
        dates = read_dates(tokens, i)
        if dates:
            return dates
        found = read_clock(tokens, i) or read_code(tokens, i) or read_quantity(tokens, i)
    return (found,) if found else ()


def _small(character: str) -> str:
    """A character as a small letter, if that is one character, too."""
    low = character.lower()
    return low if len(low) == 1 else character
