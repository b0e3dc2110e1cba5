"""Approval of an episode's actions before they are executed."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Literal

from controller.core.actions import Action, describe_action
from controller.core.guest import ToolResult
from controller.core.safety_check import CheckPolicy, SafetyCheck
from controller.episode.bounds import seconds_since
from controller.episode.declared_part import PartAttempt
from controller.episode.groups import Denials
from controller.episode.part import EpisodePart, PendingActions, PlayedEpisode
from controller.parts.approval import ApprovalCounts
from controller.parts.approval.request import ApprovalDecision, ApprovalRequest, Approver

DESTRUCTIVE = "the tool {name} may overwrite or delete"
DENIED = "Not executed: {cause}. Do without it."
CAUSES = {
    "policy": "this run approves no action of this kind",
    "terminal": "the user did not approve it",
    "viewer": "the user did not approve it",
    "time limit": "it was not approved within the time limit",
}


class ApprovalGate(EpisodePart):
    """Decides on actions by the policy of the run; records and counts the decisions."""

    record: ApprovalCounts | None = None

    def __init__(self, policy: CheckPolicy | Literal[""], approver: Approver, attempt: PartAttempt) -> None:
        """Without a policy, that of each check counts, and nobody is asked about destructive tools."""
        self._policy = policy
        self._approver = approver
        self._attempt = attempt

    def begin(self, episode: PlayedEpisode) -> None:
        """Keep the episode: its tools tell which calls are destructive."""
        self._episode = episode

    def before(self, pending: PendingActions) -> Denials:
        """Decide on actions that are about to be executed. Raises CancelledError, RecordsError."""
        desktop, progress = self._episode.desktop, self._episode.progress
        decided, place = pending.decided, pending.place
        results: list[ToolResult | None] = []
        for index, action in enumerate(pending.actions):
            check = next((check for check in pending.checks if check.first == place + index), None)
            destructive = desktop.destructive_tool(action) if self._policy else ""
            if not (check or destructive) or desktop.refusal(action):
                results.append(None)
                continue
            started = time.monotonic()
            further = decided[place + index + 1 : place + index + (check.count if check else 1)]
            result, decision = self._decide(progress.steps + 1, [action, *further], check, destructive)
            results.append(result)
            self.record = _count(self.record, decision)
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
        policy = self._policy or (check.default if check else "always")
        request = ApprovalRequest(
            self._attempt.task.id,
            self._attempt.epoch,
            self._attempt.label,
            step,
            tuple(map(describe_action, actions)),
            tuple(reasons),
        )
        started = time.monotonic()
        if policy == "ask":
            decision = self._approver.ask(request, self._episode.cancel)
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
