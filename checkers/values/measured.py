"""Search for an amount in a given unit among the quantities of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checkers.values.candidates import RIGHT, Candidate, Rank
from checkers.values.measures import Measure, same_noun
from checkers.values.passage import Passage
from checkers.values.quantities import Quantity, Reading
from checkers.values.units import Unit, find_units
from checkers.values.words import LABELS, word_set

_NOTHING = re.compile(r"\b(?:none|nothing)\b|\b(?:no|not a single)(?: more)?(?P<nouns>(?: [a-z]+){1,2})\b")
_SINGLE = re.compile(
    r"\b(?P<article>an?|a single|the only) (?P<first>[a-z]+)(?: (?P<second>[a-z]+))?(?! ?of\b)"
)
_DRAWN_STARS = re.compile(r"(?<![\d\u2605\u2b50])(?<!\d )[\u2605\u2b50]+|(?<![\u2605\u2b50\u2606])\u2606+")
_FULL_STARS = "\u2605\u2b50"
_LOSS = re.compile(
    r"\b(?:loss(?:es)?|los(?:e[sd]?|t|ing)|f[ae]ll(?:s|en|ing)?|down|dropp?(?:s|ed|ing)?|declined?|decreased?|negative"
    r"|deficit|shr[aiu]nk|below (?:zero|freezing)|under zero)\b"
)
_NEAR = 40
"""How many characters before a number a word may stand that gives it a sign."""
_BEFORE_PLACES = word_set("the is was or and")
_BEFORE_ONE = word_set(
    "is only just has have exactly includes but or and maybe perhaps possibly probably about"
)
_NUMBER_NOUNS = frozenset(["no", "nr", "number", "#"])
_SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Measured:
    """An expected amount.

    Attributes:
        value: The amount, in the unit of the measure.
        measure: What it is in.
        tolerance: How far from it an amount may be.
        signed: Whether words such as "a loss of" make an amount negative.
        ordinal: Whether it is the number of a place or a thing: "the fourth", "frame 4", "frame4.png".
        converted: Whether an amount in another unit of the family is one of this kind, too.
    """

    value: float
    measure: Measure
    tolerance: float = 0.0
    signed: bool = False
    ordinal: bool = False
    converted: bool = True

    def find(self, passage: Passage) -> list[Candidate]:
        """Return the amounts of an answer that are in a unit of the same family, or bare."""
        found = [
            *self._quantities(passage),
            *self._clocks(passage),
            *self._named(passage),
            *self._nothing(passage),
            *self._single(passage),
            *self._drawn(passage),
        ]
        return sorted(found, key=lambda candidate: candidate.start)

    def is_right(self, value: float) -> bool:
        return abs(value - self.value) <= self.tolerance + _SAME * max(1.0, abs(self.value))

    def candidate(
        self,
        passage: Passage,
        first: int,
        after: int,
        values: list[float],
        rank: Rank,
        *,
        operand: bool = False,
    ) -> Candidate:
        """Create the candidate for the tokens from `first` to before `after`, with values in the measure's unit."""
        start, end = passage.span(first, after)
        right = [value for value in values if self.is_right(value)]
        matches = RIGHT if right else frozenset[int]()
        keys = frozenset(round(value, 6) for value in values)
        return Candidate(start, end, keys, matches, rank, operand, (right or values)[0])

    def _quantities(self, passage: Passage) -> Iterator[Candidate]:
        for found in passage.quantities:
            quantity = self._behind_adjectives(passage, found)
            readings = self._readings(quantity)
            rank = self._rank(passage, quantity, readings) if readings else None
            if rank is not None:
                values = [value for reading in readings for value in self._values(reading)]
                parts = [token.text for token in passage.tokens[quantity.first : quantity.after]]
                if self.measure.nouns and len(parts) == 3 and parts[1] == "/":
                    values.append(float(parts[0]))  # "1/5" is one star of five, too
                if self.signed and self._is_loss(passage, quantity):
                    values = [-value for value in values]
                yield self.candidate(
                    passage, quantity.first, quantity.end, values, rank, operand=quantity.operand
                )

    def _behind_adjectives(self, passage: Passage, quantity: Quantity) -> Quantity:
        """The quantity with the unit of time that adjectives keep apart from its number: "12 rainy days"."""
        if not quantity.is_bare or len(quantity.nouns) < 2:
            return quantity
        units, after = find_units(passage.tokens, quantity.nouns[-1])
        own = [unit for unit in units if unit.family == "time" and self.measure.units_of("time")]
        if not own or after != quantity.nouns[-1] + 1:
            return quantity
        readings = (
            Reading(reading.value * unit.factor, unit) for reading in quantity.readings for unit in own
        )
        return replace(quantity, readings=tuple(readings), after=after, nouns=())

    def _readings(self, quantity: Quantity) -> list[Reading]:
        """What a quantity may mean here: in units of the measure; if it has none, as a bare number."""
        own = [reading for reading in quantity.readings if self._units(reading)]
        if own:
            return [reading for reading in own if reading.usual] or own
        bare = [reading for reading in quantity.readings if not reading.unit.family]
        if bare or not self.measure.is_open:  # an amount of money has no three decimals: "1.234" is 1234
            values = {round(reading.value, 6) for reading in bare if self.measure.is_money}
            return [
                reading
                for reading in bare
                if not reading.value or round(1000 * reading.value, 6) not in values
            ]
        return [reading for reading in quantity.readings if reading.usual]

    def _units(self, reading: Reading) -> list[Unit]:
        """The units of the measure in which a reading can be expressed."""
        return [
            unit
            for unit in self.measure.units
            if unit.family == reading.unit.family
            and (self.converted or (reading.unit.factor, reading.unit.offset) == (unit.factor, unit.offset))
        ]

    def _values(self, reading: Reading) -> list[float]:
        """The amounts that a reading may be, in the measure's unit."""
        units = self._units(reading)
        if units:
            return [unit.from_base(reading.value) / self.measure.scale for unit in units]
        if reading.unit.family:
            return [reading.unit.from_base(reading.value)]
        return list(dict.fromkeys((reading.value, reading.value / self.measure.scale)))

    def _rank(self, passage: Passage, quantity: Quantity, readings: Sequence[Reading]) -> Rank | None:
        """How clearly a quantity is of this kind; None if it is of another."""
        otherwise = Rank.WEAK if self.measure.is_open else None
        if quantity.ordinal:
            return Rank.EXPLICIT if self.ordinal and self._is_place(passage, quantity) else None
        if self._units(readings[0]):
            is_clear = quantity.is_bare or any(reading.usual for reading in readings)
            return self._rank_with_unit(quantity) if is_clear else Rank.WEAK
        if not quantity.is_bare:
            return otherwise if readings[0].unit.family else Rank.WEAK
        return self._rank_of_bare(passage, quantity, otherwise)

    @staticmethod
    def _rank_with_unit(quantity: Quantity) -> Rank:
        if quantity.indefinite:
            return Rank.WEAK
        return Rank.RATE if quantity.rate else Rank.EXPLICIT

    def _rank_of_bare(self, passage: Passage, quantity: Quantity, otherwise: Rank | None) -> Rank | None:
        words = [passage.tokens[n].low for n in quantity.nouns]
        names = self.measure.nouns
        if any(same_noun(words, noun) for noun in names):
            return self._rank_with_unit(quantity)
        if self.ordinal and (
            quantity.label in _NUMBER_NOUNS or any(same_noun([quantity.label], n) for n in names)
        ):
            return Rank.EXPLICIT
        if quantity.nouns or quantity.year_like or quantity.definite or quantity.label in LABELS:
            return otherwise
        if passage.tokens[quantity.first].low == "one" and not quantity.chained:
            is_number = not quantity.label.isalpha() or quantity.label in _BEFORE_ONE
            return Rank.BARE if is_number and passage.tokens[quantity.after].low != "of" else None
        has_scale = self.measure.scale != 1 and quantity.readings[0].unit.factor == self.measure.scale
        return Rank.EXPLICIT if quantity.chained or has_scale else Rank.BARE

    def _is_place(self, passage: Passage, quantity: Quantity) -> bool:
        """Whether an ordinal stands for a thing of the kind, not for the order of events: "at first"."""
        words = [passage.tokens[n].low for n in quantity.nouns]
        if any(same_noun(words, noun) for noun in self.measure.nouns):
            return True
        is_thing = not quantity.label.isalpha() or quantity.label in _BEFORE_PLACES
        return not words and (is_thing or not quantity.in_words)

    def _is_loss(self, passage: Passage, quantity: Quantity) -> bool:
        start, end = passage.span(quantity.first, quantity.after)
        before = passage.lines[max(0, start - _NEAR) : start]
        clause = re.split(r"[.;!?\n\x00]", before)[-1]
        behind = re.split(r"[.,;!?\n\x00]", passage.lines[end : end + _NEAR])[0]
        is_positive = all(reading.value >= 0 for reading in quantity.readings)
        return is_positive and bool(_LOSS.search(clause) or _LOSS.search(behind))

    def _clocks(self, passage: Passage) -> Iterator[Candidate]:
        """Durations such as 4:13 and "1:22 h"."""
        for clock in passage.clocks if self.converted and self.measure.units_of("time") else ():
            unit, seconds = self.measure.units_of("time")[0], clock.seconds()
            if seconds:
                values = [unit.from_base(value) / self.measure.scale for value in seconds]
                rank = Rank.EXPLICIT if clock.suffix else Rank.BARE
                yield self.candidate(passage, clock.first, clock.after, values, rank)

    def _named(self, passage: Passage) -> Iterator[Candidate]:
        """Things that bear the number in their names, as frame4.png does."""
        for code in passage.codes:
            names = (*self.measure.nouns, *_NUMBER_NOUNS)
            if (
                self.ordinal
                and code.number is not None
                and any(same_noun([code.word], name) for name in names)
            ):
                yield self.candidate(passage, code.first, code.after, [float(code.number)], Rank.EXPLICIT)

    def _nothing(self, passage: Passage) -> Iterator[Candidate]:
        """Words for zero, if zero is expected."""
        if self.is_right(0) and not self.ordinal:
            for match in _NOTHING.finditer(passage.lines):
                words = (match["nouns"] or "").split()
                if not words or any(same_noun(words, noun) for noun in self.measure.nouns):
                    yield Candidate(match.start(), match.end(), frozenset([0.0]), RIGHT, Rank.EXPLICIT)

    def _single(self, passage: Passage) -> Iterator[Candidate]:
        """Single things that are counted: "a bag" and "a single star" are one."""
        for match in _SINGLE.finditer(passage.lines) if self.measure.nouns and not self.ordinal else ():
            words = [word for word in (match["first"], match["second"]) if word]
            named = [word for word in words if any(same_noun([word], noun) for noun in self.measure.nouns)]
            if named:
                end = match.end("first" if named[0] == match["first"] else "second")
                rank = Rank.EXPLICIT if "single" in match["article"] else Rank.WEAK
                matches = RIGHT if self.is_right(1) else frozenset[int]()
                yield Candidate(match.start(), end, frozenset([1.0]), matches, rank, size=1.0)

    def _drawn(self, passage: Passage) -> Iterator[Candidate]:
        """Ratings that are drawn: of five stars the first four are full."""
        is_rating = any(same_noun(["star"], noun) for noun in self.measure.nouns)
        for match in _DRAWN_STARS.finditer(passage.text) if is_rating else ():
            count = float(sum(map(match[0].count, _FULL_STARS)))
            matches = RIGHT if self.is_right(count) else frozenset[int]()
            yield Candidate(
                match.start(), match.end(), frozenset([count]), matches, Rank.EXPLICIT, size=count
            )
