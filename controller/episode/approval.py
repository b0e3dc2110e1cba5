"""Approval of an episode's actions before they are executed."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from controller.core.actions import Action, describe_action
from controller.core.approval import (
    ApprovalDecision,
    ApprovalPolicy,
    ApprovalRequest,
    Approver,
    SafetyCheck,
)
from controller.core.guest import ToolResult
from controller.episode.bounds import seconds_since
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.records.run_info import ApprovalCounts
from testbed.errors import UsageError

DESTRUCTIVE = "the tool {name} may overwrite or delete"
DENIED = "Not executed: {cause}. Do without it."
CAUSES = {
    "policy": "this run approves no action of this kind",
    "terminal": "the user did not approve it",
    "viewer": "the user did not approve it",
    "time limit": "it was not approved within the time limit",
}


class NoApprover:
    """Stands where nobody can be asked."""

    def ask(self, request: ApprovalRequest, cancel: threading.Event) -> ApprovalDecision:  # noqa: ARG002
        """Raises UsageError."""
        raise UsageError(
            "there is no terminal and no viewer to approve actions", hint="use the policy always or never"
        )


@dataclass(frozen=True, slots=True)
class EpisodeApproval:
    """How the actions of an episode are approved.

    Attributes:
        policy: The run's policy; None for the checks' own, and without questions about destructive tools.
        approver: Decides if the policy is `ask`.
        task: The task's id.
        epoch: The epoch, from 1.
        label: Names the episode for people.
    """

    policy: ApprovalPolicy | None = None
    approver: Approver = field(default_factory=NoApprover)
    task: str = ""
    epoch: int = 1
    label: str = ""


class ApprovalGate(EpisodePart):
    """Decides on actions by the policy of the episode; records and counts the decisions."""

    def __init__(self, approval: EpisodeApproval) -> None:
        self._approval = approval

    def begin(self, episode: PlayedEpisode) -> None:
        """The desktop knows the tools."""
        self._episode = episode

    def before(self, pending: PendingActions) -> Denials:
        """Decide on actions that are about to be executed. Raises CancelledError, RecordsError."""
        desktop, progress = self._episode.desktop, self._episode.progress
        decided, place = pending.decided, pending.place
        results: list[ToolResult | None] = []
        for index, action in enumerate(pending.actions):
            check = next((check for check in pending.checks if check.first == place + index), None)
            destructive = desktop.destructive_tool(action) if self._approval.policy else ""
            if not (check or destructive) or desktop.refusal(action):
                results.append(None)
                continue
            started = time.monotonic()
            further = decided[place + index + 1 : place + index + (check.count if check else 1)]
            result, decision = self._decide(progress.steps + 1, [action, *further], check, destructive)
            results.append(result)
            progress.approvals = _count(progress.approvals, decision)
            progress.add_timing("approve", started)
            self._episode.extend(time.monotonic() - started)
        return results

    def _decide(
        self, step: int, actions: Sequence[Action], check: SafetyCheck | None, destructive: str
    ) -> tuple[ToolResult | None, ApprovalDecision]:
        """Decide on actions, the first of which would be this step, and record it.

        Returns:
            The result that the first one has instead of being executed, None if they are approved; and the decision.
        """
        reasons = [check.reason or "a safety check of the model's vendor"] if check else []
        reasons += [DESTRUCTIVE.format(name=destructive)] if destructive else []
        policy = self._approval.policy or (check.default if check else "always")
        request = ApprovalRequest(
            self._approval.task,
            self._approval.epoch,
            self._approval.label,
            step,
            tuple(map(describe_action, actions)),
            tuple(reasons),
        )
        started = time.monotonic()
        if policy == "ask":
            decision = self._approval.approver.ask(request, self._episode.cancel)
        else:
            decision = ApprovalDecision(policy == "always", "policy")
        self._episode.recorder.event(
            "approval",
            step=step,
            actions=list(request.actions),
            reasons=reasons,
            safety_check=check is not None,
            tool=destructive,
            policy=policy,
            approved=decision.approved,
            by=decision.by,
            user=decision.user,
            seconds=seconds_since(started),
        )
        if decision.approved:
            return None, decision
        return ToolResult(DENIED.format(cause=CAUSES[decision.by]), is_error=True, denied=True), decision


def _count(counts: ApprovalCounts | None, decision: ApprovalDecision) -> ApprovalCounts:
    return (counts or ApprovalCounts()) + ApprovalCounts(
        escalated=int(decision.by != "policy"),
        approved=int(decision.approved),
        denied=int(not decision.approved),
        timed_out=int(decision.by == "time limit"),
    )
