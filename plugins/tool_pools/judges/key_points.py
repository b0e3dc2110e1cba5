"""Success by key points: each must be met by what was done and answered (LiveMCPBench's LiveMCPEval).

Unlike the release, the judge also sees the results of calls, and a verdict is a field of a strict form, not any text
with the word "success".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from testbed.extensions import (
    JUDGE_DATA_NOTICE,
    JUDGE_OPENING,
    AnswerFields,
    JudgeCase,
    UnreadableError,
    VerdictRecord,
    VoteRecord,
    majority_verdict,
)
from testbed.tasks import JudgeNotes

NAME = "key_points"
PROMPT = f"""\
{JUDGE_OPENING}
You are given the task, the key points of its solution, the agent's steps with the tools' results, and its answer.

{JUDGE_DATA_NOTICE}
Rules:
1. A key point is met only if a step or the answer shows it. An answer that no result of a step supports is invented,
   unless the task needs no tool.
2. Results of tools outrank what the answer says about them. Do not use knowledge of your own about values that change
   with time, such as prices, dates and weather.
3. The verdict is "success" only if every key point is met and the answer, if the task asks for one, is complete.
   It is "failure" otherwise.
4. Style, length, language and the way to the result do not matter.

Answer with one JSON object and nothing else, without a code fence:
{{"reasoning": "what shows or does not show each key point", "key_points": [true, false], "verdict": "failure"}}
- reasoning: text
- key_points: for each key point, in the order given, whether it is met
- verdict: "success" or "failure"
"""


class KeyPointsJudge:
    """Implements `Judge`."""

    name = NAME
    prompt = PROMPT
    decides = True

    def applies(self, notes: JudgeNotes) -> bool:
        return bool(notes.key_points)

    can_judge = applies

    def ballots(self, votes: int) -> int:
        return votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:  # noqa: ARG002
        task = {"task": case.task, "key_points": list(case.notes.key_points)}
        return {**task, **case.document()}, ()

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:
        form = AnswerFields(fields, ("reasoning", "key_points", "verdict"))
        reasoning = form.text("reasoning")
        points = form.flags("key_points", len(case.notes.key_points))
        verdict = form.text("verdict")
        if verdict not in ("success", "failure"):
            raise UnreadableError("out_of_range", 'verdict must be "success" or "failure"')
        if verdict == "success" and not all(points):
            raise UnreadableError("contradiction", "verdict is success, but a key point is not met")
        return VoteRecord(status="read", passed=verdict == "success", points=points, reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:
        return majority_verdict(self, votes, case.notes.key_points)


JUDGE = KeyPointsJudge()
