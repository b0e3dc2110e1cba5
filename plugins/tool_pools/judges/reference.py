"""Success by a reference: whether the answer says the same as the expected one (MCPVerse)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from testbed.extensions import (
    JUDGE_DATA_NOTICE,
    JUDGE_OPENING,
    AnswerFields,
    JudgeCase,
    VerdictRecord,
    VoteRecord,
    majority_verdict,
)
from testbed.tasks import JudgeNotes

NAME = "reference"
PROMPT = f"""\
{JUDGE_OPENING}
You are given the task, the reference answer, which is right, and the agent's answer.

{JUDGE_DATA_NOTICE}
Rules:
1. The answer is correct if it says everything that the reference says, and nothing that contradicts it.
2. Other words, another language, another order, other notations of the same value and further true details are no
   faults. A number may differ only by rounding, unless the task names a precision.
3. An empty answer is not correct. An answer that names several alternatives is not correct, unless the reference does.

Answer with one JSON object and nothing else, without a code fence:
{{"reasoning": "how the answer compares with the reference", "correct": false}}
- reasoning: text
- correct: true or false
"""


class ReferenceJudge:
    """Implements `Judge`. It is shown no steps."""

    name = NAME
    prompt = PROMPT
    decides = True

    def applies(self, notes: JudgeNotes) -> bool:
        return bool(notes.reference or notes.computed)

    can_judge = applies

    def ballots(self, votes: int) -> int:
        return votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:  # noqa: ARG002
        return {"task": case.task, "reference": case.notes.reference, "answer": case.answer}, ()

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:  # noqa: ARG002
        form = AnswerFields(fields, ("reasoning", "correct"))
        reasoning = form.text("reasoning")
        return VoteRecord(status="read", passed=form.flag("correct"), reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:  # noqa: ARG002
        return majority_verdict(self, votes)


JUDGE = ReferenceJudge()
