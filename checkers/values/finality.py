"""Which values an answer gives as its result: in a box, behind "Answer:", in bold type, alone, or as a conclusion."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from checkers.values.candidates import Candidate, Rank
from checkers.values.layout import STOP, Layout, gaps
from checkers.values.passage import BLANK, Passage
from checkers.values.spans import Span, is_within, merged

_LABEL = re.compile(
    r"\b(?:answer|solution|conclusion|tl;dr)\b(?: to [^.:;\n]{0,60}?)?"
    r"(?:(?: is| are| would be)\b|[ ]?[:=\u2013]| ?->)[\s:=\u2013]{0,5}"
)
_CONCLUSION = re.compile(
    r"\b(?:in total|total(?:s|l?ing)?|altogether|(?:all )?together|in all|overall|in sum|sum|so|therefore|thus|hence|"
    r"makes?|difference|which is|that is|(?:comes?|amounts?|adds? up) to|gives)\b"
)
_SUPERLATIVE = re.compile(
    r"(?<!\bat )(?<!second[ -])(?<!third[ -])(?<!next[ -])\b(?:best|worst|winner|(?:most|least)(?= (?!of\b)[a-z]{3})"
    r"|(?:cheap|dear|near|far|clos|long|short|high|low|wet|dri|warm|cold|cool|hot|old|young|new|earli|fast|quick|slow"
    r"|big|small|larg|great|few|heavi|light|busi|strong|weak|wide|tall|steep|sunni|windi|calm)\w?est)\b"
    r"(?! (?:of|among|between|from|in) \x00)"
)
_RESULT = re.compile(r"[=\u2192]")
_OTHER_CASES = re.compile(
    r"\b(?:(?<!\bi )(?<!\byou )(?<!\bwe )would|the others?|(?:second|third)(?= ?:)|"
    r"dearer|cheaper|more expensive|(?:second|next)[- ](?:best|cheapest|closest|nearest|lowest|"
    r"highest)|runner-up|(?:came|comes|finish\w{1,3}) (?:second|third|last)|(?:second|third) place|"
    r"(?:by|in) contrast|for comparison|too (?:late|early|expensive|far|windy|small|big))\b"
)
_FILLER = re.compile(
    r"\b(?:about|approximately|approx|roughly|around|ca|circa|exactly|only|just|it|is|it's|that|that's|this|the|a|an|"
    r"at|on|in|total|all|together|altogether|comes|to|so|and|i\.e)\b"
)
_PARAGRAPH = re.compile(r"\n[ ]*\n")
_ROUNDING = 0.011
"""How far the sum of rounded parts may be from their total."""
_DIGIT = re.compile(r"\d")
_LETTER = re.compile(r"[^\W\d_]")


def boxed(passage: Passage, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the values that are marked as the answer."""
    return [candidate for _, candidate in _overlapping(passage.boxed, candidates)]


def labelled(layout: Layout, candidates: Sequence[Candidate]) -> list[list[Candidate]]:
    """Return the values that follow the last "Answer:" or "the answer is": in its sentence, and in its paragraph."""
    labels = list(_LABEL.finditer(layout.text))
    if not labels:
        return []
    start = labels[-1].end()
    ends = [STOP.search(layout.text, start), _PARAGRAPH.search(layout.text, start)]
    following = [candidate for candidate in candidates if candidate.start >= start]
    return [
        [candidate for candidate in following if end is None or candidate.start < end.start()] for end in ends
    ]


def bold(passage: Passage, layout: Layout, candidates: Sequence[Candidate], least: Rank) -> list[Candidate]:
    """Return the values in bold type; those of a higher rank than `least` only if they stand there alone."""
    return [
        candidate
        for span, candidate in _overlapping(passage.bold, candidates)
        if candidate.rank <= least or (candidate.rank <= Rank.BARE and not _LETTER.search(layout.text, *span))
    ]


def alone(layout: Layout, candidates: Sequence[Candidate], *, is_list: bool) -> list[Candidate]:
    """Return the values in sentences and lines that consist of nothing else: of one value, or of a list."""
    sentences: dict[Span, list[Candidate]] = {}
    for candidate in candidates:
        sentences.setdefault(layout.sentence(candidate.start), []).append(candidate)
    return [
        candidate
        for (start, end), group in sentences.items()
        if (is_list or all(not candidate.values.isdisjoint(group[0].values) for candidate in group))
        and not _LETTER.search(_FILLER.sub("", layout.text[start:end].replace(BLANK, " ")))
        for candidate in group
    ]


def concluded(layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the values that words such as "together" or "so" belong to."""
    return _marked(_CONCLUSION, layout, candidates)


def calculated(layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the values behind a sign of equality."""
    starts = [candidate.start for candidate in candidates]
    places = ((sign.end(), bisect_left(starts, sign.end())) for sign in _RESULT.finditer(layout.text))
    return [
        candidates[n]
        for end, n in places
        if n < len(starts)
        and starts[n] < layout.phrase(end)[1]
        and not _DIGIT.search(layout.text, end, starts[n])
    ]


def superlative(layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the values that words such as "wettest" belong to: of all values one is asked for."""
    return _marked(_SUPERLATIVE, layout, candidates)


def _marked(cue: re.Pattern[str], layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    return [candidates[n] for n in sorted(set(_numbers_marked(cue, layout, candidates)))]


def _numbers_marked(cues: re.Pattern[str], layout: Layout, candidates: Sequence[Candidate]) -> Iterator[int]:
    starts = [candidate.start for candidate in candidates]
    for cue in cues.finditer(layout.text):
        start, end = layout.phrase(cue.end())
        n = bisect_left(starts, cue.end())
        has_next, has_last = n < len(starts) and starts[n] < end, n > 0 and starts[n - 1] >= start
        between = layout.text[cue.end() : starts[n]] if has_next else ""
        if has_next and not (has_last and ":" in between):  # "82 in all: 62 and 20"
            yield n
        elif has_last:
            yield n - 1


def total(layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the first or the last value if it is the sum of the others; a mere list of numbers has no total."""
    for whole in (*candidates[:1], *candidates[-1:]):
        parts = [item for item in candidates if item.values.isdisjoint(whole.values)]
        sizes = [part.size for part in parts if part.size is not None]
        if whole.size is None or len(sizes) < max(2, len(parts)) or abs(sum(sizes) - whole.size) > _ROUNDING:
            continue
        if any(map(str.isalpha, "".join(gaps(layout.text, candidates)))):
            return [item for item in candidates if not item.values.isdisjoint(whole.values)]
    return []


def main(passage: Passage, layout: Layout, candidates: Sequence[Candidate]) -> list[Candidate]:
    """Return the values that are neither details in brackets nor in a sentence about other cases."""
    details = [span for span in layout.brackets if _is_detail(passage.text, span, candidates)]
    others = merged(layout.sentence(match.start()) for match in _OTHER_CASES.finditer(layout.text))
    return [
        candidate
        for candidate in candidates
        if not is_within(candidate.start, details) and not is_within(candidate.start, others)
    ]


def _is_detail(text: str, brackets: Span, candidates: Sequence[Candidate]) -> bool:
    """Whether brackets have more in them than values, such as "(Corvin 30, Hollin 52)" and "(62 + 20)"."""
    rest, at = "", brackets[0] + 1
    first = bisect_left(candidates, at, key=lambda candidate: candidate.start)
    for candidate in islice(candidates, first, None):
        if candidate.start >= brackets[1]:
            break
        rest, at = rest + text[at : candidate.start], candidate.end
    return bool((rest + text[at : brackets[1] - 1]).strip(" ,;.:=\n"))


def _overlapping(spans: Sequence[Span], candidates: Sequence[Candidate]) -> Iterator[tuple[Span, Candidate]]:
    """The values that are in parts of a text, at least with an end, each with the part."""
    for span in spans:
        first = bisect_right(candidates, span[0], key=lambda candidate: candidate.end)
        for candidate in islice(candidates, first, None):
            if candidate.start >= span[1]:
                break
            yield span, candidate
