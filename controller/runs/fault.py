"""Whose fault a failure is: an agent must not turn its own failure into one of the infrastructure.

`infra_error` episodes are retried and excluded from the accuracy over the episodes that ran. A failing agent could
gain from this by stopping the guest's MCP server or blocking the checker. Therefore a guest failure after the agent's
first action is attributed to the agent, unless this host itself is in trouble.
"""

from __future__ import annotations

from checkers import Score
from controller.core.guest import Guest
from controller.guests.host_health import HostedElsewhere, HostHealth, disk_trouble, host_trouble
from controller.records.run_info import EpisodeResult, Status
from testbed.errors import (
    CheckerTimeoutError,
    GuestError,
    InfraError,
    JudgeError,
    PluginError,
    RequestRefusedError,
)

GUEST_ERRORS = (GuestError, CheckerTimeoutError)
"""Failures that a user of the guest can cause. A model's API, a checker that raises and the time limit are not."""
LASTING = {RequestRefusedError.__name__, PluginError.__name__, JudgeError.__name__}
"""Failures that another attempt would meet again."""


def fault_status(
    error: InfraError | PluginError, *, steps: int, since: HostHealth, guest: Guest | None = None
) -> tuple[Status, str]:
    """The status of an attempt that failed, and what is wrong with the host, if anything.

    Args:
        error: Why the attempt failed.
        steps: Actions that an agent which is not trusted has executed.
        since: This host's figures when the attempt began.
        guest: The attempt's guest; its host is asked, too.
    """
    if not steps or not isinstance(error, GUEST_ERRORS):
        return "infra_error", ""
    trouble = host_trouble(since)
    if not trouble and isinstance(guest, HostedElsewhere):
        trouble = guest.host_trouble()
    return ("infra_error" if trouble else "agent_broke_guest"), trouble


def may_pass(result: EpisodeResult) -> bool:
    """Whether an attempt failed for a reason that another one may not meet."""
    lasting = result.error is not None and result.error.type in LASTING
    return result.status == "infra_error" and not lasting


def check_disk(score: Score | None, guest: Guest) -> None:
    """Raise GuestError when a reference solution failed on a full disk, which is that of the guest's host.

    Other agents are judged on what they leave there: a guest that shares the host's disk could fill it.
    """
    if score is not None and score.value == 1.0:
        return
    if trouble := guest.disk_trouble() if isinstance(guest, HostedElsewhere) else disk_trouble():
        raise GuestError(f"the reference solution failed, and {trouble}", hint="free some space")
