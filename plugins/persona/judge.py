"""MCP-Persona's judge: the credit of each checkpoint, by what was called with which arguments, and what came of it.

It only grades: the state of the applications decides (`checkers.personal`). How far the two agree is its calibration
(`testbed personas calibrate`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from statistics import fmean, median_low
from typing import Any

from plugins.persona.record import ACC, JUDGE_NAME
from plugins.persona.section import CheckpointSection, PersonaSection
from testbed.extensions import (
    JUDGE_DATA_NOTICE,
    JUDGE_OPENING,
    AnswerFields,
    JudgeCase,
    UnreadableError,
    VerdictRecord,
    VoteRecord,
    describe_unreadable,
    make_verdict,
)
from testbed.tasks import JudgeNotes

CREDITS = (0, 0.5, 1)
VOTE_UNITS = 10
"""A vote has a credit as a whole number of tenths."""
PROMPT = f"""\
{JUDGE_OPENING}
You are given the task, its checkpoints in the order of the work, the agent's steps with the tools' results, and its
answer. A checkpoint says what must be so; some name a standard call, with which it can be reached.

{JUDGE_DATA_NOTICE}
Rules:
1. Credit 1: a step or the answer shows that the checkpoint is met. Another tool, other words or another order than the
   standard call's are as good if they come to the same.
2. Credit 0.5: the right record or person was found or changed, but a value is wrong, or it was done twice.
3. Credit 0: it was not done, failed, or concerns another record or person. A result that is an error changes nothing.
4. What the answer claims counts only if a result supports it.
5. null: the steps do not show it, because texts were clipped. Do not guess.

Answer with one JSON object and nothing else, without a code fence:
{{"reasoning": "what shows or does not show each checkpoint", "credits": [1, 0.5, 0, null]}}
- reasoning: text
- credits: for each checkpoint, in the order given, 0, 0.5, 1 or null
"""


class CheckpointsJudge:
    """Implements `Judge`."""

    name = JUDGE_NAME
    prompt = PROMPT
    decides = False

    def applies(self, notes: JudgeNotes) -> bool:
        return bool(_checkpoints(notes))

    can_judge = applies

    def ballots(self, votes: int) -> int:
        return votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:  # noqa: ARG002
        asked = [_described(item) for item in _checkpoints(case.notes)]
        return {"task": case.task, "checkpoints": asked, **case.document()}, ()

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:
        form = AnswerFields(fields, ("reasoning", "credits"))
        reasoning = form.text("reasoning")
        given = fields["credits"]
        if not isinstance(given, list):
            raise UnreadableError("wrong_type", "credits must be a list of 0, 0.5, 1 and null")
        if len(given) != (number := len(_checkpoints(case.notes))):
            raise UnreadableError("wrong_count", f"credits has {len(given)} values instead of {number}")
        for credit in given:
            if isinstance(credit, bool) or not isinstance(credit, int | float | None):
                raise UnreadableError("wrong_type", "credits must be a list of 0, 0.5, 1 and null")
            if credit is not None and credit not in CREDITS:
                raise UnreadableError("out_of_range", f"the credit {credit} is not 0, 0.5 or 1")
        scores = {
            str(place): int(credit * VOTE_UNITS)
            for place, credit in enumerate(given, 1)
            if credit is not None
        }
        return VoteRecord(status="read", scores=scores, reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:
        read = [vote for vote in votes if vote.status == "read"]
        counts = f"{len(read)} of {len(votes)} votes could be read"
        if 2 * len(read) <= len(votes):
            missing = [vote for vote in votes if vote.status != "read"]
            detail = f"{counts}, more than half are needed: {describe_unreadable(missing)}"
            return make_verdict(self, votes, "no_majority" if read else "unreadable", detail=detail)
        scores: dict[str, float] = {}
        for place in range(1, len(_checkpoints(case.notes)) + 1):
            given = [vote.scores[str(place)] for vote in read if str(place) in vote.scores]
            if 2 * len(given) > len(read):
                scores[str(place)] = median_low(given) / VOTE_UNITS
        abstained = len(_checkpoints(case.notes)) - len(scores)
        detail = f"{counts}; {abstained} checkpoints without a credit" if abstained else counts
        if scores:
            scores[ACC] = round(fmean(scores.values()), 6)
        return make_verdict(self, votes, "decided", detail=detail, scores=scores)


def _checkpoints(notes: JudgeNotes) -> tuple[CheckpointSection, ...]:
    section: PersonaSection | None = notes.sections.get("persona")
    return section.checkpoint if section else ()


def _described(item: CheckpointSection) -> dict[str, Any]:
    described: dict[str, Any] = {"checkpoint": item.claim, "kind": item.kind}
    return described | (
        {"standard_call": {"tool": item.tool, "arguments": item.arguments}} if item.tool else {}
    )


JUDGE = CheckpointsJudge()
