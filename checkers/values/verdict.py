"""Whether an answer gives an expected value: it is right, missing, or contradicted by what else the answer says."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import Enum

from checkers.answers import answer
from checkers.base import Claim, GuestView, claim
from checkers.values.candidates import Candidate, Kind, Rank
from checkers.values.finality import (
    alone,
    bold,
    boxed,
    calculated,
    concluded,
    labelled,
    main,
    superlative,
    total,
)
from checkers.values.layout import Layout
from checkers.values.leading import is_taken_back, leading
from checkers.values.list_of import ListOf
from checkers.values.passage import Passage, read_passage
from checkers.values.stance import Stance, Statement, read_statements


class Outcome(Enum):
    """How an answer stands to an expected value."""

    RIGHT = "right"
    MISSING = "missing"
    CONTRADICTED = "contradicted"


@dataclass(frozen=True, slots=True)
class Verdict:
    """How an answer stands to an expected value, and why."""

    outcome: Outcome
    reason: str


def value_claim(guest: GuestView, text: str, expected: Kind, given: str = "") -> Claim:
    """Claim that the agent's answer gives a value, in whatever words.

    Args:
        guest: The guest whose agent has answered.
        text: The claim, such as "the answer is 82 million euros".
        expected: The value, or the list of values.
        given: Words with values that do not contradict it: the question, and what is true as well.
    """
    words = answer(guest)
    verdict = judge(words, expected, given)
    return claim(text, verdict.outcome is Outcome.RIGHT, f"{verdict.reason}: {words[:300]}")


def judge(words: str, expected: Kind, given: str = "") -> Verdict:
    """Decide whether an answer gives a value.

    A value of the same kind contradicts it, but for those that the answer denies, retracts, compares or calculates
    with, and those that `given` has. "82 (I first thought 79)" is 82: its reader learns one value, the other one is
    said to be an error. If the answer marks one value as its result, others do not contradict it, unless they are
    offered as alternatives. What is marked does not depend on what is expected, so no answer is right for two values.
    """
    wanted = expected if isinstance(expected, ListOf) else ListOf((expected,))
    passage = read_passage(words)
    candidates = wanted.find(passage)
    if not candidates:
        return Verdict(Outcome.MISSING, "the answer has no such value")
    layout = Layout(passage, candidates)
    statements = read_statements(layout, candidates)
    denied = [
        item.candidate for item in statements if item.stance is Stance.DENIED and item.candidate.matches
    ]
    if denied:
        return Verdict(Outcome.CONTRADICTED, f"the answer denies {_shown(passage, denied)}")
    known = frozenset[Hashable]().union(*(item.values for item in wanted.find(read_passage(given))))
    active = _active([item for item in statements if _counts(item, known)], is_list=len(wanted.items) > 1)
    if not active:
        return Verdict(Outcome.MISSING, f"the answer does not assert {_shown(passage, candidates)}")
    offered = [item.candidate for item in active if item.alternative and not item.candidate.matches]
    if offered:
        return Verdict(Outcome.CONTRADICTED, f"the answer offers {_shown(passage, offered)}")
    return _Decision(wanted, passage, layout, [item.candidate for item in active]).verdict()


def _counts(statement: Statement, known: Set[Hashable]) -> bool:
    candidate = statement.candidate
    if statement.stance not in (Stance.ASSERTED, Stance.MENTIONED) or candidate.operand:
        return False
    return bool(candidate.matches) or statement.alternative or known.isdisjoint(candidate.values)


def _active(statements: Sequence[Statement], *, is_list: bool) -> list[Statement]:
    """Leave out what is only mentioned beside a result that is as clearly of the kind."""
    least = min((one.candidate.rank for one in statements if one.stance is Stance.ASSERTED), default=None)
    if least is None or is_list:
        return list(statements)
    return [one for one in statements if one.stance is Stance.ASSERTED or one.candidate.rank < least]


@dataclass(frozen=True, slots=True)
class _Decision:
    """The decision between the values that an answer asserts."""

    wanted: ListOf
    passage: Passage
    layout: Layout
    candidates: list[Candidate]

    def verdict(self) -> Verdict:
        for group in (boxed(self.passage, self.candidates), *labelled(self.layout, self.candidates)):
            found = self._of(group)
            if found.outcome is not Outcome.MISSING:
                return found
        for group in self._emphasized():
            if self._is_decisive(group):
                return self._of(group)
        return self._of(self.candidates)

    def _emphasized(self) -> Iterator[list[Candidate]]:
        yield bold(self.passage, self.layout, self.candidates, self._least(self.candidates))
        is_list = len(self.wanted.items) > 1
        yield self._not_taken_back(self._best(alone(self.layout, self.candidates, is_list=is_list)))
        yield self._best(concluded(self.layout, self.candidates))
        yield total(self.layout, self.candidates)
        yield self._best(calculated(self.layout, self.candidates))
        yield self._best(main(self.passage, self.layout, self.candidates))
        yield superlative(self.layout, self.candidates)
        if not is_list:
            yield leading(self.layout, self._best(self.candidates))

    def _not_taken_back(self, group: list[Candidate]) -> list[Candidate]:
        given = {candidate.start for candidate in group}
        others = [candidate for candidate in self._best(self.candidates) if candidate.start not in given]
        return [] if is_taken_back(self.layout, group, others) else group

    def _is_decisive(self, group: Sequence[Candidate]) -> bool:
        """Test whether values are one and the same, or all that are expected.

        Which value decides does not depend on which one is right, so an answer cannot give two.
        """
        if len(self.wanted.items) > 1 or _matches(group):
            return self._is_complete(group)
        return bool(group) and bool(frozenset[Hashable].intersection(*(item.values for item in group)))

    def _best(self, group: Sequence[Candidate]) -> list[Candidate]:
        """Those of the values that are most clearly of the kind."""
        least = self._least(group)
        return [candidate for candidate in group if candidate.rank <= least]

    def _least(self, group: Sequence[Candidate]) -> Rank:
        """The rank that a value needs to count: the best one; in a list, that of its least clear item."""
        best: dict[int, Rank] = {}
        for candidate in group:
            for n in candidate.matches:
                best[n] = min(candidate.rank, best.get(n, candidate.rank))
        if best and len(self.wanted.items) > 1:
            return max(best.values())
        return min((candidate.rank for candidate in group), default=Rank.WEAK)

    def _of(self, group: Sequence[Candidate]) -> Verdict:
        """The verdict if an answer says these values and no others."""
        sums = total(self.layout, group) if len(self.wanted.items) == 1 else []
        said = sums or self._best(group)
        wrong = [candidate for candidate in said if not candidate.matches]
        if wrong:
            return Verdict(Outcome.CONTRADICTED, f"the answer says {_shown(self.passage, wrong)}")
        if self._is_complete(said):
            return Verdict(Outcome.RIGHT, f"the answer says {_shown(self.passage, said)}")
        if len(_matches(said)) == len(self.wanted.items):
            return Verdict(Outcome.CONTRADICTED, f"the order is {_shown(self.passage, said)}")
        return Verdict(Outcome.MISSING, f"the answer says only {_shown(self.passage, said)}")

    def _is_complete(self, group: Sequence[Candidate]) -> bool:
        """Test whether these are all of the expected values, in their order if there is one, and no others."""
        if not all(candidate.matches for candidate in group):
            return False
        count = len(self.wanted.items)
        if not self.wanted.ordered:
            return len(_matches(group)) == count
        reached = 0
        for candidate in group:
            if reached in candidate.matches:
                reached += 1
            elif min(candidate.matches) > reached:
                return False
        return reached == count


def _matches(group: Sequence[Candidate]) -> frozenset[int]:
    return frozenset[int]().union(*(candidate.matches for candidate in group))


def _shown(passage: Passage, candidates: Sequence[Candidate]) -> str:
    texts = dict.fromkeys(passage.text[candidate.start : candidate.end] for candidate in candidates)
    return ", ".join(repr(text[:40]) for text in list(texts)[:5])
