"""Approval of actions before they are executed: by a policy, or by a person at the terminal or in the viewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field

from controller.core.old_names import RenamedFields
from controller.core.options import SHOWN, Option, OptionGroup
from controller.core.safety_check import CheckPolicy
from controller.core.texts import count
from controller.episode.declared_part import (
    Badge,
    DeclaredPart,
    MakePart,
    PartAttempt,
    PartCheck,
    PartRun,
    StepNote,
)
from controller.episode.part import EpisodePart
from controller.parts.approval.request import APPROVAL_SECONDS, DecidedBy
from controller.records.event_values import number_of, text_of, texts_of
from controller.records.spending import Count, Record
from testbed.command import command
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.parts.approval.terminal import TerminalQuestions


class ApprovalOptions(OptionGroup):
    """Which actions are approved, and by whom."""

    approve: Annotated[CheckPolicy | Literal[""], Option(SHOWN, "WHO", after="user_base_url")] = ""
    """Actions that a vendor's safety check marks, and calls of destructive tools: ask (a person decides), never or
    always; default: what the agent does with its vendor's checks, and no questions about tools."""
    approve_seconds: Annotated[float, Option(SHOWN, "S", minimum=1, after="approve")] = Field(
        APPROVAL_SECONDS, gt=0
    )
    """Time limit of a person's decision with --approve ask, after which the action is denied."""


class ApprovalCounts(RenamedFields, Record):
    """The actions of an episode that needed approval.

    `approved` and `denied` together are all of them; some were `escalated` to a person, `timed_out` without a decision.
    """

    _old_names: ClassVar[Mapping[str, str]] = {"asked": "escalated"}

    escalated: Count = 0
    approved: Count = 0
    denied: Count = 0
    timed_out: Count = 0

    def __add__(self, other: ApprovalCounts) -> ApprovalCounts:
        return ApprovalCounts(
            **{name: getattr(self, name) + getattr(other, name) for name in ApprovalCounts.model_fields}
        )

    def __str__(self) -> str:
        needed = self.approved + self.denied
        late = f" ({self.timed_out} by the time limit)" if self.timed_out else ""
        return (
            f"{count(needed, 'action')} needed approval: {self.approved} approved, "
            f"{self.denied} denied{late}, {self.escalated} escalated to a person"
        )


class Approval(DeclaredPart):
    """Decides on actions that a vendor's safety check marks, and on calls of destructive tools."""

    title = "approval"
    options = ApprovalOptions
    record = ApprovalCounts
    old_field = "approvals"
    words = frozenset((*get_args(DecidedBy), *get_args(CheckPolicy)))

    def open(self, run: PartRun) -> MakePart:
        from controller.parts.approval.gate import ApprovalGate
        from controller.parts.approval.person import PersonApprover, RecordedApprover

        given: ApprovalOptions = run.given
        asks = given.approve == "ask" and not run.options.replay
        terminal = _terminal() if asks else None
        person = PersonApprover(run.folder, given.approve_seconds, run.tell, terminal)
        if asks:
            person.forget()

        def make(attempt: PartAttempt) -> EpisodePart:
            approver = RecordedApprover.of(attempt.replayed()) if run.options.replay else person
            return ApprovalGate(given.approve, approver, attempt)

        return make

    def check(self, run: PartCheck) -> None:
        from controller.records.open_viewers import is_viewed

        given: ApprovalOptions = run.given
        if given.approve == "ask" and not (run.options.replay or self.asks(given) or is_viewed(run.folder)):
            view = command(f"view {run.folder.parent}")
            raise UsageError(
                "--approve ask needs a person, and there is neither a terminal nor an open viewer of this run",
                hint=f"run it in a terminal, or open `{view}` before, or use --approve never",
            )

    def asks(self, given: ApprovalOptions) -> bool:
        return given.approve == "ask" and _terminal() is not None

    def total(self, records: Sequence[ApprovalCounts]) -> ApprovalCounts:
        return sum(records, ApprovalCounts())

    def explain(self, record: ApprovalCounts) -> str:
        return str(record)

    def note(self, event: Mapping[str, Any]) -> StepNote:
        approved = event.get("approved") is True
        by = next((known for known in get_args(DecidedBy) if known == event.get("by")), "policy")
        user, decided = text_of(event.get("user")), "Approved" if approved else "Denied"
        return StepNote(
            badge=Badge(f"{decided.lower()} ({by})", "idle" if approved else "warn"),
            title=f"{decided} ({f'{by}, {user}' if user else by})",
            seconds=number_of(event.get("seconds")) if by != "policy" else None,
            text="; ".join(texts_of(event.get("reasons"))),
        )


def _terminal() -> TerminalQuestions | None:
    """The terminal of this process, if a person is there."""
    from controller.parts.approval.terminal import TerminalQuestions

    return TerminalQuestions.open()


PART = Approval()
