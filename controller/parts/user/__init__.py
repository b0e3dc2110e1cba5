"""The user of a task, whom the agent can ask as one of its tools."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from controller.core.options import SHOWN, Option, OptionGroup
from controller.core.texts import count
from controller.episode.declared_part import DeclaredPart, MakePart, PartAttempt, PartCheck, PartRun
from controller.episode.part import EpisodePart
from controller.models.settings import parse_base_url
from controller.parts.user.metrics import QUESTIONS
from controller.tasks.task import Task
from controller.tasks.user import ASK_USER, TaskUser, User
from testbed.command import command
from testbed.errors import UsageError


class UserOptions(OptionGroup):
    """Who answers for the users of tasks."""

    user_model: Annotated[str, Option(SHOWN, "M", after="observe")] = ""
    """Model that answers questions to the user of tasks that have one; default: their user.toml."""
    user_base_url: Annotated[
        str, Option(SHOWN, "URL", parse=parse_base_url, after="user_model", local=True)
    ] = ""
    """URL of that model's API; default: the vendor's."""


class AskableUser(DeclaredPart):
    """Lets agents ask the `TaskUser` that `Task.sections` has. The record is the number of questions."""

    title = "user"
    options = UserOptions
    own_tools = (ASK_USER,)
    record = int
    metrics = (QUESTIONS,)
    old_field = "questions"

    def open(self, run: PartRun) -> MakePart:
        given: UserOptions = run.given

        def make(attempt: PartAttempt) -> EpisodePart | None:
            if "user" not in attempt.task.sections:
                return None
            from controller.parts.user.part import AskedUser

            def make_user(user: TaskUser) -> User:
                if not given.user_model:
                    return user
                from controller.parts.user.model import ModelUser, open_user_model

                model = open_user_model(attempt.client, given.user_model, given.user_base_url)
                return ModelUser(user, attempt.task.instruction, model)

            return AskedUser(make_user)

        return make

    def check(self, run: PartCheck) -> None:
        given: UserOptions = run.given
        if given.user_base_url and not given.user_model:
            raise UsageError(
                "--user-base-url is given without a model",
                hint="name one with --user-model MODEL, or leave it out",
            )
        if not given.user_model:
            return
        if not any("user" in task.sections for task in run.tasks):
            raise UsageError(
                f"none of the {len(run.tasks)} selected tasks has a user to ask, but --user-model "
                f"{given.user_model} is given",
                hint=f"leave it out, or select tasks that have one; see `{command('tasks list')}`",
            )
        from controller.parts.user.model import open_user_model

        try:
            open_user_model(run.client, given.user_model, given.user_base_url).check_served()
        except UsageError as error:
            raise UsageError(
                f"--user-model {given.user_model}: {error.message}",
                hint="mend that, or leave --user-model out: the tasks' user.toml answers then",
            ) from error

    def prompts(self, given: UserOptions, tasks: Sequence[Task]) -> Mapping[str, str]:  # noqa: ARG002
        if not given.user_model:
            return {}
        from controller.parts.user.model import SYSTEM

        return {"user": SYSTEM}

    def models(self, given: UserOptions) -> Iterable[str]:
        return (given.user_model,) if given.user_model else ()

    def marks(self, given: UserOptions, records: Sequence[int]) -> Iterable[str]:  # noqa: ARG002
        return [f"user: {model}" for model in self.models(given)]

    def explain(self, record: int) -> str:
        return count(record, "question")

    def tell_section(self, section: TaskUser) -> Iterable[str]:
        return [f"the user knows: {known.answer}" for known in section.knowledge]


PART = AskableUser()
