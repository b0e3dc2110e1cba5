"""The parts of a run's episodes, as its options want them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from controller.core.approval import Approver
from controller.episode.approval import EpisodeApproval
from controller.episode.own_parts import own_parts
from controller.episode.part import EpisodePart
from controller.models.client import ModelClient
from controller.records.run_options import RunOptions
from controller.tasks.task import Task
from controller.tasks.user import TaskUser, User
from controller.tasks.user_model import ModelUser, open_user_model


def parts_maker(
    options: RunOptions, task: Task, epoch: int, label: str, approvers: Iterator[Approver]
) -> Callable[[ModelClient], Sequence[EpisodePart]]:
    """Return what makes the parts of each attempt at an episode, with the attempt's client of model APIs.

    Args:
        options: The run's options.
        task: The task.
        epoch: The epoch, from 1.
        label: Names the episode for people.
        approvers: Who decides in each attempt.
    """

    def make(client: ModelClient) -> Sequence[EpisodePart]:
        def make_user(user: TaskUser) -> User:
            if not options.user_model:
                return user
            model = open_user_model(client, options.user_model, options.user_base_url)
            return ModelUser(user, task.instruction, model)

        approval = EpisodeApproval(options.approve or None, next(approvers), task.id, epoch, label)
        return own_parts(make_user, approval)

    return make
