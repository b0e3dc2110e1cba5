"""What an answer says of each value in it: that it is the one, or is not, was an error, or is compared with it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from checkers.values.candidates import Candidate
from checkers.values.layout import Layout, gaps
from checkers.values.spans import Span, is_within, merged


class Stance(Enum):
    """What an answer says of a value."""

    ASSERTED = "asserted"
    DENIED = "denied"
    RETRACTED = "retracted"
    COMPARED = "compared"
    MENTIONED = "mentioned"
    """It is said beside the result: a part of it, an addition, a reason, what it was before or grew to."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A value with what an answer says of it.

    Attributes:
        candidate: The value.
        stance: What the answer says.
        alternative: Whether the answer offers it beside another value, as by "or" or "maybe".
    """

    candidate: Candidate
    stance: Stance
    alternative: bool = False


_DENIAL = re.compile(
    r"n't\b|\b(?:not(?! only\b| just\b| (?:more|less|fewer|later|earlier|higher|lower) than)|never|neither|nor|cannot|"
    r"cant|isnt|arent|wasnt|doesnt|except|excluding|(?:anything|everything|all|any \w{1,20}) but|(?:other|rather) than|"
    r"apart from|far from|hardly|nowhere near|(?<!no )(?<!without )(?<!a )doubt\w{0,3}|unlike|instead of|"
    r"rul(?:e|es|ed|ing) out|(?:wrong|false|untrue|unlikely) that|nicht|kein\w{0,2})\b"
    r"|\u4e0d\u662f|\u4e26\u975e|\u5e76\u975e|\u2260|!="
)
_DENIAL_BEFORE = re.compile(r"(?:\bnot|n't|\bnever|\u4e0d\u662f|\u4e26\u975e|\u5e76\u975e) ?: ?$")
"""Across a colon, where another denial ends."""
_DENIAL_BEHIND = re.compile(
    r"[^.,;:!?\n()\x00]{0,25}?\b(?:(?:(?:is|are|was|were|would|could|ca|does|do|wo|must)(?:n't| not)|cannot)"
    r"(?: be)? (?:the\b|it\b|right|correct|true|possible|what\b|my\b|valid|an option)"
    r"|(?:is|are|was|were|would be|must be) (?:definitely |clearly |simply )?"
    r"(?:wrong|incorrect|false|untrue|impossible|mistaken|ruled out|excluded|out of the question))"
    r"|[ ,(]{0,3}(?:which is )?(?:wrong|incorrect|false)\b|[ ]?\? ?(?:no|nope|wrong)\b"
    r"|[^.,;:!?\n()\x00]{0,25}?\b(?:doesn't|does not|do not|don't) (?:fit|apply|work|count|match)\b"
)
_RETRACTION = re.compile(
    r"\b(?:i|we)(?:'d| had)? (?:first|initially|originally|wrongly|mistakenly|at first|earlier|briefly)"
    r"(?: \w{1,15}){0,3}"
    r"|\b(?:i|we)(?:'d| had)? (?:thought|assumed|guessed|misread|mistook|said)\b"
    r"|\bmy (?:first|initial|earlier|previous) \w{1,15}|\bfirst (?:guess|thought)\b"
)
_RETRACTION_BEHIND = re.compile(
    r"[ ,(]{0,3}(?:which |that )?(?:was|were|had been) (?:my (?:first|initial|earlier|previous|old)|wrong|"
    r"a mistake|an error|mistaken|incorrect)\b|[ ,(]{0,3}(?:my |was my )?(?:first|earlier|initial|previous) "
    r"(?:guess|thought|answer|estimate|count|try|attempt)\b"
)
_CORRECTION = re.compile(
    r"\b(?:scratch that|strike that|on second thoughts?|i meant?|let me correct|sorry|oops|my mistake)\b"
    r"|\b(?:correction|wait)(?=[,.!:\u2013]| no\b)"
    r"|(?:^|[.!?;\n(\u2013,]) ?(?:actually|no(?=[,:\u2013]))|\b(?:is|it's|are|was) (?:really|actually|in fact)\b"
)
_CORRECTED_WITHIN = 120
"""In how many characters behind the cue the corrected value comes."""
_CHANGE = (
    r"(?:up|down|rose|risen|rises|fell|fallen|falls|dropped|grew|grown|went|gone|increased|decreased|changed)"
)
_COMPARISON = re.compile(
    r"\bthan the (?:next|other|second|runner)[^,.;:!?\n\x00]{0,25},"
    r"|(?<!no more )(?<!not more )(?<!no less )(?<!not less )(?<!no later )(?<!not later )\bthan\b"
    r"|\b(?:compared (?:to|with)|versus|vs|against|ahead of|followed by|beats?|undercuts?"
    rf"|{_CHANGE} from)\b"
)
_REACHED = re.compile(rf"\b{_CHANGE} from [^.,;!?\n]{{0,25}}\x00 to (?:the |about )?$")
_BESIDE = re.compile(
    r"\b(?:including|inclusive of|incl\b\.?|of which|of whom|thereof|because)|(?:^|[,;(]) ?(?:plus|and another)\b"
    r"|(?:[,;.(]|[ ][-\u2013\u2014]) ?(?:and )?(?:it |this |that |which |you )?"
    r"(?:reach|arriv|return|get(?=s you|s there|s to| you| there))\w*"
)
_DIFFERENCE_BEHIND = re.compile(
    r" (?:\w+ )?(?:more|less|fewer|higher|lower|longer|shorter|cheaper|dearer|earlier|later|older|younger) than\b"
)
_PART_BEHIND = re.compile(r" of (?:which|whom|them|these|those)\b")
_EARLIER = re.compile(r"\b(?:used to be|previously|formerly) (?:\w+ )?$")
_EARLIER_BEHIND = re.compile(
    r" (?:\w+ )?(?:before|previously|formerly|until now|last (?:year|month|week))"
    r"(?= ?(?:[.,;:!?\n()\u2013]|and\b|but\b|$))"
)
_CONTRAST = re.compile(r"(?<=[a-z0-9\x00,] )(?:while|whereas)\b")
_LIMIT = re.compile(r"(?:\b(?:over|above|under|below|beyond)|[<>\u2264\u2265]) ?(?:the |about )?$")
_WHOLE = re.compile(
    r"(?:^ ?|[,:(] ?|\x00 |\x00 \w{1,15} out )(?:out )?of (?:the |its |all |our |those |these )?$"
)
_CHOICE = re.compile(r"[\s.,;(?]{0,4}(?:(?:and/)?or|oder|ou|/)(?![^\W\d_])[^.;!?\n\x00]{0,30}", re.IGNORECASE)
_DASH = re.compile(r" ?[-\u2013] ?")
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|alternatively|might|may be|may also|could be|could also|either|otherwise)\b"
)
_NEAR = 40
"""How many characters two values that are offered beside each other stand apart at most."""
_LIST_GAP = re.compile(r"[\s,]{0,3}(?:(?:or|nor)\b)?[\s,]{0,3}")


def read_statements(layout: Layout, candidates: Sequence[Candidate]) -> list[Statement]:
    """Return each value of an answer with what the answer says of it."""
    denied = layout.scopes(_DENIAL)
    retracted = layout.scopes(_RETRACTION)
    compared = merged([*layout.scopes(_COMPARISON), *layout.scopes(_CONTRAST, whole_sentence=True)])
    beside = layout.scopes(_BESIDE)
    stances = []
    for candidate in candidates:
        behind = layout.text[candidate.end : candidate.end + 80]
        before = layout.before(candidate.start, 12)
        if (
            is_within(candidate.start, denied)
            or _DENIAL_BEFORE.search(before)
            or _DENIAL_BEHIND.match(behind)
        ):
            stances.append(Stance.DENIED)
        elif is_within(candidate.start, retracted) or _RETRACTION_BEHIND.match(behind):
            stances.append(Stance.RETRACTED)
        elif _is_beside(layout, candidate, beside) or (stances and _PART_BEHIND.match(behind)):
            stances.append(Stance.MENTIONED)
        elif is_within(candidate.start, compared) or _is_limit(layout, candidate):
            stances.append(Stance.COMPARED)
        else:
            stances.append(Stance.ASSERTED)
    _deny_lists(layout, candidates, stances)
    _retract_corrected(layout, candidates, stances)
    alternatives = _alternatives(layout, candidates)
    return [
        Statement(candidate, stance, n in alternatives)
        for n, (candidate, stance) in enumerate(zip(candidates, stances, strict=True))
    ]


def _is_beside(layout: Layout, candidate: Candidate, beside: Sequence[Span]) -> bool:
    """Whether a value is a part, a reason, a difference, an earlier one or one that is reached: "from 70 to 82"."""
    before = layout.before(candidate.start, 60)
    return (
        is_within(candidate.start, beside)
        or bool(_REACHED.search(before) or _EARLIER.search(before))
        or bool(_EARLIER_BEHIND.match(layout.text, candidate.end))
        or bool(_DIFFERENCE_BEHIND.match(layout.text, candidate.end))
    )


def _is_limit(layout: Layout, candidate: Candidate) -> bool:
    """Whether a number is only a limit, or the whole of which another is a part: "over 82", "7 of 12"."""
    before = layout.before(candidate.start, 30)
    return candidate.size is not None and bool(_LIMIT.search(before) or _WHOLE.search(before))


def _deny_lists(layout: Layout, candidates: Sequence[Candidate], stances: list[Stance]) -> None:
    """Deny all of "not A, B or C"."""
    joints = [match and match[0] for match in map(_LIST_GAP.fullmatch, gaps(layout.text, candidates))]
    first = 0
    for n in range(len(candidates)):
        if n < len(joints) and joints[n] is not None:
            continue
        is_choice = any("or" in (joint or "") for joint in joints[first:n])
        if is_choice and stances[first] is Stance.DENIED:
            stances[first : n + 1] = [Stance.DENIED] * (n + 1 - first)
        first = n + 1


def _retract_corrected(layout: Layout, candidates: Sequence[Candidate], stances: list[Stance]) -> None:
    """Retract what comes before a correction: 79 in "79. Wait, no: 82"."""
    pairs = zip(candidates, stances, strict=True)
    starts = [candidate.start for candidate, stance in pairs if stance is Stance.ASSERTED]
    last = 0
    for cue in _CORRECTION.finditer(layout.text):
        following = starts[(n := bisect_left(starts, cue.end())) : n + 1]
        if following and following[0] - cue.end() <= _CORRECTED_WITHIN:
            last = cue.start()
    for n, candidate in enumerate(candidates):
        if candidate.end <= last and stances[n] is not Stance.DENIED:
            stances[n] = Stance.RETRACTED


def _alternatives(layout: Layout, candidates: Sequence[Candidate]) -> set[int]:
    """The numbers of the values that are offered beside others."""
    doubted = layout.scopes(_DOUBT)
    found = {n for n, candidate in enumerate(candidates) if is_within(candidate.start, doubted)}
    for n, gap in enumerate(gaps(layout.text, candidates)):
        is_choice = len(gap) <= _NEAR and (_CHOICE.fullmatch(gap) or _DOUBT.search(gap))
        if is_choice or _is_range(layout, candidates[n], gap, candidates[n + 1]):
            found |= {n, n + 1}
    return found


def _is_range(layout: Layout, left: Candidate, gap: str, right: Candidate) -> bool:
    """Whether two numbers are the ends of a range, which is not calculated with: "70-82", "between 70 and 82"."""
    if left.size is None or layout.text[right.end :].lstrip().startswith("="):
        return False
    is_between = gap == " and " and layout.before(left.start, 9).endswith("between ")
    return is_between or _DASH.fullmatch(gap) is not None
