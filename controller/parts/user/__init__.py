"""The user of a task, whom the agent can ask as one of its tools."""

from __future__ import annotations

from controller.episode.part import EpisodePart
from controller.episode.part_spec import MakePart, PartAttempt, PartRun, PartSpec
from controller.tasks.user import TaskUser, User


def _open(run: PartRun) -> MakePart:
    from controller.parts.user.part import AskedUser
    from controller.tasks.user_model import ModelUser, open_user_model

    options = run.options

    def make(attempt: PartAttempt) -> EpisodePart:
        def make_user(user: TaskUser) -> User:
            if not options.user_model:
                return user
            model = open_user_model(attempt.client, options.user_model, options.user_base_url)
            return ModelUser(user, attempt.task.instruction, model)

        return AskedUser(make_user)

    return make


PART = PartSpec(title="user", open=_open)
