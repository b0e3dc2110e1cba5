"""Six scores in three groups (MCP-Bench), averaged over seeded orders of the criteria, since order biases models.

It grades; it does not decide about success. A score from 1 to 10 becomes a tenth of it. The score of a group is the
mean of its criteria, `overall` that of the groups.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

from testbed.extensions import (
    JUDGE_DATA_NOTICE,
    JUDGE_OPENING,
    AnswerFields,
    JudgeCase,
    VerdictRecord,
    VoteRecord,
    describe_unreadable,
    make_verdict,
)
from testbed.tasks import JudgeNotes

NAME = "rubric"
SHUFFLES = 5
"""Orders of the criteria for each vote."""
LOWEST, HIGHEST = 1, 10
GROUPS: Final = {
    "completion": ("task_fulfilment", "information_grounding"),
    "tool_use": ("tool_appropriateness", "parameter_accuracy"),
    "planning": ("dependency_awareness", "parallelism_and_efficiency"),
}
"""The criteria by group."""
OVERALL = "overall"
CRITERIA: Final = {
    "task_fulfilment": "How much of what the task asks for is done and answered, with the exact values that it names.",
    "information_grounding": "How much of what the answer says is supported by results of the steps. Invented values "
    "count heavily.",
    "tool_appropriateness": "Whether the tools that were called are the right ones of those that were there.",
    "parameter_accuracy": "Whether the calls have complete and correct arguments, at the first attempt.",
    "dependency_awareness": "Whether steps that need results of others come after them and use these results.",
    "parallelism_and_efficiency": "Whether no step is repeated or useless, and independent steps are not held up.",
}
PROMPT = f"""\
{JUDGE_OPENING}
You grade how well it worked, by the criteria in the document, each on its own. You are given the task, also as the user
said it if that differs, an analysis of its dependencies if there is one, the tools that the agent could call, the
number of rounds, the agent's steps with the tools' results, and its answer. The steps of a round were decided together.

{JUDGE_DATA_NOTICE}
Rules:
1. Each criterion gets a whole number from {LOWEST} to {HIGHEST}: {LOWEST} means not at all, {HIGHEST} without a fault.
   For each tenth of the requirements that is not met, take one off. In doubt between two numbers, give the lower one.
2. Nothing but the steps and the answer counts. An episode without steps and without an answer gets {LOWEST} everywhere.

Answer with one JSON object and nothing else, without a code fence. It has the field reasoning, a text, and for each
criterion one field of its name, a whole number. For example:
{{"reasoning": "what was done well and badly", "{'": 5, "'.join(CRITERIA)}": 5}}
"""


class RubricJudge:
    """Implements `Judge`."""

    name = NAME
    prompt = PROMPT
    decides = False

    def applies(self, notes: JudgeNotes) -> bool:
        return bool(notes.fuzzy or notes.dependencies)

    def can_judge(self, notes: JudgeNotes) -> bool:  # noqa: ARG002
        return True

    def ballots(self, votes: int) -> int:
        return SHUFFLES * votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:
        order = random.sample(list(CRITERIA), len(CRITERIA))
        notes = {
            "task_as_the_user_says_it": case.notes.fuzzy,
            "dependencies": case.notes.dependencies,
            "offered_tools": dict(case.offered),
            "rounds": case.rounds,
        }
        return {
            "criteria": [{"name": name, "asks": CRITERIA[name]} for name in order],
            "task": case.task,
            **{name: value for name, value in notes.items() if value},
            **case.document(),
        }, tuple(order)

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:  # noqa: ARG002
        form = AnswerFields(fields, ("reasoning", *CRITERIA))
        reasoning = form.text("reasoning")
        scores = {name: form.score(name, LOWEST, HIGHEST) for name in CRITERIA}
        return VoteRecord(status="read", scores=scores, reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:  # noqa: ARG002
        read = [vote for vote in votes if vote.status == "read"]
        counts = f"{len(read)} of {len(votes)} orders of the criteria could be read"
        if 2 * len(read) <= len(votes):
            missing = [vote for vote in votes if vote.status != "read"]
            detail = f"{counts}, more than half are needed: {describe_unreadable(missing)}"
            return make_verdict(self, votes, "no_majority" if read else "unreadable", detail=detail)
        means = {name: _mean([vote.scores[name] / HIGHEST for vote in read]) for name in CRITERIA}
        groups = {group: _mean([means[name] for name in names]) for group, names in GROUPS.items()}
        scores = {**means, **groups, OVERALL: _mean(list(groups.values()))}
        return make_verdict(self, votes, "decided", detail=counts, scores=scores)


def _mean(values: Sequence[float]) -> float:
    return round(math.fsum(values) / len(values), 6)


JUDGE = RubricJudge()
