"""Why an episode failed, in LiveMCPBench's four classes. Runs only if it is named with `--judge-by`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from testbed.extensions import (
    ERROR_CLASSES,
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

NAME = "error_class"
NONE = "none"
CLASSES = (*ERROR_CLASSES, NONE)
PROMPT = f"""\
{JUDGE_OPENING}
You are given the task, the agent's steps with the tools' results, and its answer. Name the error that made the episode
fail. If there are several, name the first one that the agent did not make good.

{JUDGE_DATA_NOTICE}
Classes:
- "query": the agent searched for no tool where it needed one, or for something else than what the task needs, or for
  too much or too little at once.
- "retrieve": the agent's search was right, but it was not shown a fitting tool.
- "tool": a fitting tool was there, but the agent did not call it, called a wrong one, called it with wrong arguments,
  or read its result wrongly.
- "other": anything else, such as a service that failed, a time limit, or an answer that leaves out what was found.
- "none": you see no error; the task is done.

Answer with one JSON object and nothing else, without a code fence:
{{"reasoning": "what went wrong, and at which step", "error": "tool"}}
- reasoning: text
- error: one of the classes
"""


class ErrorClassJudge:
    """Implements `Judge`."""

    name = NAME
    prompt = PROMPT
    decides = False

    def applies(self, notes: JudgeNotes) -> bool:  # noqa: ARG002
        return False

    def can_judge(self, notes: JudgeNotes) -> bool:  # noqa: ARG002
        return True

    def ballots(self, votes: int) -> int:
        return votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:  # noqa: ARG002
        return {"task": case.task, **case.document()}, ()

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:  # noqa: ARG002
        form = AnswerFields(fields, ("reasoning", "error"))
        reasoning, error = form.text("reasoning"), form.text("error")
        if error not in CLASSES:
            raise UnreadableError("out_of_range", f"error must be one of {', '.join(CLASSES)}")
        return VoteRecord(status="read", label=error, reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:  # noqa: ARG002
        """Return the class that more than half of all votes name."""
        labels = Counter(vote.label for vote in votes if vote.status == "read")
        if not labels:
            return make_verdict(self, votes, "unreadable", detail=describe_unreadable(votes))
        counts = ", ".join(f"{number} for {label}" for label, number in sorted(labels.items()))
        label, number = labels.most_common(1)[0]
        if number <= len(votes) // 2:
            return make_verdict(self, votes, "no_majority", detail=f"of {len(votes)} votes {counts}")
        error = next((error for error in ERROR_CLASSES if error == label), None)
        detail = f"of {len(votes)} votes {counts}"
        return make_verdict(self, votes, "decided", detail=detail, label=label, error_class=error)


JUDGE = ErrorClassJudge()
