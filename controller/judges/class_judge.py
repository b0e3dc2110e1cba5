"""A judge that names the class of an error: why an episode failed, in the classes of a paper or of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from controller.judges.contract import JUDGE_DATA_NOTICE, JUDGE_OPENING, JudgeCase
from controller.judges.majority import describe_unreadable, make_verdict
from controller.judges.records import VerdictRecord, VoteRecord
from controller.models.json_answer import AnswerFields, UnreadableError
from controller.tasks.task_judging import JudgeNotes

NONE = "none"
"""The label of an episode in which the judge sees no error."""


@dataclass(frozen=True)
class ClassJudge:
    """Implements `Judge`. It runs only if it is named with `--judge-by`, and changes no score.

    Attributes:
        name: The judge's name.
        classes: What each class means, in half a sentence, by its name: small letters and underscores.
        example: The class in the prompt's example of an answer.
        judges: Which episodes it can judge, by the notes of their tasks; by default all.
    """

    name: str
    classes: Mapping[str, str]
    example: str
    judges: Callable[[JudgeNotes], bool] = lambda _notes: True
    decides = False

    @property
    def prompt(self) -> str:
        """The prompt."""
        meanings = "\n".join(f'- "{name}": {meaning}' for name, meaning in self.classes.items())
        return f"""\
{JUDGE_OPENING}
You are given the task, the agent's steps with the tools' results, and its answer. Name the error that made the episode
fail. If there are several, name the first one that the agent did not make good.

{JUDGE_DATA_NOTICE}
Classes:
{meanings}
- "{NONE}": you see no error; the task is done.

Answer with one JSON object and nothing else, without a code fence:
{{"reasoning": "what went wrong, and at which step", "error": "{self.example}"}}
- reasoning: text
- error: one of the classes
"""

    def applies(self, notes: JudgeNotes) -> bool:  # noqa: ARG002
        return False

    def can_judge(self, notes: JudgeNotes) -> bool:
        return self.judges(notes)

    def ballots(self, votes: int) -> int:
        return votes

    def document(self, case: JudgeCase, random: Random) -> tuple[dict[str, Any], tuple[str, ...]]:  # noqa: ARG002
        return {"task": case.task, **case.document()}, ()

    def read(self, fields: Mapping[str, Any], case: JudgeCase) -> VoteRecord:  # noqa: ARG002
        form = AnswerFields(fields, ("reasoning", "error"))
        reasoning, error = form.text("reasoning"), form.text("error")
        if error not in (*self.classes, NONE):
            raise UnreadableError("out_of_range", f"error must be one of {', '.join((*self.classes, NONE))}")
        return VoteRecord(status="read", label=error, reasoning=reasoning)

    def tally(self, votes: Sequence[VoteRecord], case: JudgeCase) -> VerdictRecord:  # noqa: ARG002
        """Return the class that more than half of all votes name."""
        labels = Counter(vote.label for vote in votes if vote.status == "read")
        if not labels:
            return make_verdict(self, votes, "unreadable", detail=describe_unreadable(votes))
        counts = ", ".join(f"{number} for {label}" for label, number in sorted(labels.items()))
        label, number = labels.most_common(1)[0]
        detail = f"of {len(votes)} votes {counts}"
        if number <= len(votes) // 2:
            return make_verdict(self, votes, "no_majority", detail=detail)
        error = None if label == NONE else label
        return make_verdict(self, votes, "decided", detail=detail, label=label, error_class=error)
