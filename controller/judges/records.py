"""What judges played by a model found of an episode, as records have it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from controller.core.old_names import RenamedFields
from controller.models.json_answer import UnreadableStatus
from controller.records.spending import PUBLIC, Count, Record, Spending
from controller.records.verdicts import ErrorClass

VoteStatus = Literal["read", UnreadableStatus, "request_refused", "api_error"]
"""Whether a vote could be read, and if not, why."""
VerdictStatus = Literal["decided", "tie", "no_majority", "unreadable"]
"""Whether the votes make a verdict, and if not, why: as many for as against it, fewer than half agree, or none was
read."""
_OLD_ERROR_JUDGE = "error_class"
"""The judge whose labels are classes of errors in records that lack `VerdictRecord.error_class`."""
_NO_ERROR = ("", "none")
"""Labels of it that are none."""
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
PublicText = Annotated[str, PUBLIC]


class VoteRecord(Record):
    """One vote of a judge.

    Attributes:
        status: Whether it could be read.
        detail: Why not, for people.
        passed: Whether the judge holds the episode for a success; None for a judge that gives scores.
        points: Whether each key point is met.
        scores: Scores by criterion, from 1 to 10.
        label: The class that the judge chooses, of a judge that classifies.
        order: The order in which the criteria were shown.
        reasoning: The judge's reasons, clipped.
        calls: How often the model was called for it.
    """

    status: VoteStatus
    detail: str = ""
    passed: bool | None = None
    points: tuple[bool, ...] = ()
    scores: Annotated[dict[str, int], PUBLIC] = Field(default_factory=dict)
    label: PublicText = ""
    order: Annotated[tuple[str, ...], PUBLIC] = ()
    reasoning: str = ""
    calls: Count = 1


class PointRecord(Record):
    """A key point, and whether most votes hold it for met."""

    text: str
    met: bool


class ControlCounts(RenamedFields, Record):
    """The number of control answers with a known verdict that a judge got, and the names of those it got wrong."""

    _old_names: ClassVar[Mapping[str, str]] = {"asked": "total"}

    total: Count
    wrong: Annotated[tuple[str, ...], PUBLIC] = ()


class VerdictRecord(Record):
    """The verdict of one judge, from its votes.

    Attributes:
        judge: The judge's name.
        model: The model that played it, as requested.
        prompt_hash: Hash of its prompt.
        status: Whether there is a verdict.
        detail: How the votes make it, or why they make none.
        decides: Whether the judge decides about success, rather than giving scores.
        passed: Whether the episode is a success; None without a verdict, and of a judge that gives scores.
        points: The key points.
        scores: Mean scores from 0 to 1, by criterion and by group.
        label: The class that most votes choose, of a judge that classifies.
        error_class: What made the episode fail, of a judge that classifies errors; None if it found none.
        votes: The votes.
        controls: How the judge did on the control answers; None if it was not asked about them.
    """

    judge: PublicText
    model: PublicText = ""
    prompt_hash: PublicText
    status: VerdictStatus
    detail: str = ""
    decides: bool = True
    passed: bool | None = None
    points: tuple[PointRecord, ...] = ()
    scores: Annotated[dict[str, Share], PUBLIC] = Field(default_factory=dict)
    label: PublicText = ""
    error_class: Annotated[ErrorClass | None, PUBLIC] = None
    votes: tuple[VoteRecord, ...] = ()
    controls: ControlCounts | None = None

    @model_validator(mode="before")
    @classmethod
    def _add_error_class(cls, data: Any) -> Any:
        if not isinstance(data, Mapping) or "error_class" in data or data.get("judge") != _OLD_ERROR_JUDGE:
            return data
        label = data.get("label", "")
        return data if label in _NO_ERROR else {**data, "error_class": label}

    @property
    def valid(self) -> tuple[VoteRecord, ...]:
        """The votes that could be read."""
        return tuple(vote for vote in self.votes if vote.status == "read")


class ControlRecord(Record):
    """A judge's verdict on a control answer; `passes` is the right verdict."""

    name: str
    passes: bool
    verdict: VerdictRecord

    @property
    def is_wrong(self) -> bool:
        """Whether the judge gave another verdict, or none."""
        return self.verdict.passed is not self.passes


class ControlsRecord(Record):
    """The verdicts of one judge on all control answers, and what they used.

    Attributes:
        key: Hash of what the verdicts depend on: judge, prompt, model, votes, and the control answers.
        judge: The judge's name.
        model: The model that played it, as requested.
        votes: How many votes it has.
        controls: The verdicts.
        usage: Tokens and dollars.
        created: When they were given.
    """

    key: str
    judge: str
    model: str
    votes: int = Field(ge=1)
    controls: tuple[ControlRecord, ...]
    usage: Spending = Spending()
    created: str

    @property
    def counts(self) -> ControlCounts:
        """Return how many there are, and which are wrong."""
        wrong = tuple(control.name for control in self.controls if control.is_wrong)
        return ControlCounts(total=len(self.controls), wrong=wrong)


class Judging(Record):
    """The verdicts of the judges of one episode, and what they used.

    Attributes:
        key: Hash of what the verdicts depend on: model, prompts, votes, seed, and what the judges were shown.
        model: The model that played the judges, as requested.
        votes: How many votes each judge has.
        verdicts: One verdict a judge.
        usage: Tokens and dollars, apart from the agent's.
        created: When they were given.
        differences: Requests of a replay with a difference from the record.
    """

    key: PublicText
    model: PublicText
    votes: int = Field(ge=1)
    verdicts: tuple[VerdictRecord, ...]
    usage: Spending = Spending()
    created: PublicText
    differences: Count = 0

    @model_validator(mode="before")
    @classmethod
    def _leave_score_out(cls, data: Any) -> Any:
        """Drop the checker's score, which earlier versions kept here."""
        return {key: data[key] for key in data if key != "checker"} if isinstance(data, Mapping) else data

    @property
    def deciding(self) -> tuple[VerdictRecord, ...]:
        """The verdicts of the judges that decide about success."""
        return tuple(verdict for verdict in self.verdicts if verdict.decides)

    @property
    def passed(self) -> bool | None:
        """Whether all judges that decide hold the episode for a success; None if one of them has no verdict, or none
        decides. One that holds it for a failure is enough for a failure."""
        verdicts = [verdict.passed for verdict in self.deciding]
        if False in verdicts:
            return False
        return None if None in verdicts or not verdicts else True

    @property
    def decided(self) -> bool:
        """Whether every judge has a verdict."""
        return all(verdict.status == "decided" for verdict in self.verdicts)

    def score_after(self, before: float) -> float | None:
        """Return an episode's score, given the checker's; None if it depends on a verdict that is missing."""
        if not self.deciding or before == 0.0:
            return before
        if self.passed is None:
            return None
        return before if self.passed else 0.0

    @property
    def undecided(self) -> str:
        """Why judges that decide gave no verdict, in words; "" if all gave one."""
        return _without_verdict(self.deciding)

    @property
    def control_errors(self) -> tuple[str, ...]:
        """A remark on each judge that gave wrong verdicts on control answers."""
        return tuple(
            f"{verdict.judge} by {verdict.model} errs on {len(verdict.controls.wrong)} of {verdict.controls.total} "
            "controls"
            for verdict in self.verdicts
            if verdict.controls and verdict.controls.wrong
        )

    @property
    def missing(self) -> str:
        """Why judges, those that only grade included, gave no verdict, in words; "" if all gave one."""
        return _without_verdict(self.verdicts)


def _without_verdict(verdicts: Iterable[VerdictRecord]) -> str:
    missing = (verdict for verdict in verdicts if verdict.status != "decided")
    return "; ".join(f"the judge gave no verdict: {item.judge}: {item.detail}" for item in missing)
