"""The parts that every episode has."""

from __future__ import annotations

from collections.abc import Callable

from controller.episode.approval import ApprovalGate, EpisodeApproval
from controller.episode.asked_user import AskedUser
from controller.episode.part import EpisodePart
from controller.episode.task_events import TaskEvents
from controller.tasks.user import TaskUser, User


def own_parts(
    make_user: Callable[[TaskUser], User] = lambda user: user,
    approval: EpisodeApproval = EpisodeApproval(),  # noqa: B008  # frozen
) -> tuple[EpisodePart, ...]:
    """Return the parts of one attempt, in the order in which they are asked.

    Args:
        make_user: Returns who answers for the task's user.
        approval: How actions are approved.
    """
    return TaskEvents(), AskedUser(make_user), ApprovalGate(approval)
