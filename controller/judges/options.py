"""Which model plays which judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from controller.core.options import JUDGES, Option, OptionGroup
from controller.models.settings import parse_base_url
from testbed.errors import UsageError

if TYPE_CHECKING:
    from controller.judges.contract import Judge
    from controller.models.client import ModelClient
    from controller.models.completion import TextModel
    from controller.tasks.task import Task

NAME = "judge"
MAX_TOKENS = 8_192


def _parse_names(given: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(given))


class JudgeOptions(OptionGroup):
    """Which model plays which judges; without names, those that a task is for."""

    judge: Annotated[str, Option(JUDGES, "M", after="via")] = ""
    """Model that judges what the agent did and answered, for tasks with key points or a reference."""
    judge_base_url: Annotated[str, Option(JUDGES, "URL", parse=parse_base_url, after="judge", local=True)] = (
        ""
    )
    """URL of that model's API; default: the vendor's."""
    judge_votes: Annotated[int, Field(ge=1), Option(JUDGES, "K", after="judge_base_url")] = 1
    """Votes of each judge, an odd number; more than half of them must agree."""
    judge_by: Annotated[
        tuple[str, ...],
        Option(
            JUDGES,
            "J",
            doc="Names of the judges; none for those that each task is for.",
            parse=_parse_names,
            after="judge_votes",
        ),
    ] = ()
    """Judge: {judges}; repeatable; default: those that a task is for."""

    def check(self) -> None:
        """Raise UsageError for options that make no sense."""
        if not self.judge:
            given = {
                "--judge-base-url": self.judge_base_url,
                "--judge-by": self.judge_by,
                "--judge-votes": self.judge_votes > 1,
            }
            useless = [option for option, value in given.items() if value]
            if useless:
                raise UsageError(
                    f"{useless[0]} is given without a model",
                    hint="name one with --judge MODEL, or leave it out",
                )
            return
        if self.judge_votes % 2 == 0:
            raise UsageError(
                f"--judge-votes {self.judge_votes} can end in a tie",
                hint=f"use an odd number, such as {self.judge_votes + 1}",
            )
        from controller.judges.registry import load_judge

        for name in self.judge_by:
            load_judge(name)

    def judges(self, task: Task) -> list[Judge]:
        """Return the judges of a task. Raises UsageError, TaskError."""
        from controller.judges.registry import judges_for

        return judges_for(task.judging.notes, self.judge_by)

    def check_served(self, client: ModelClient) -> None:
        """Check that the model is served to the key. Raises UsageError, ModelApiError."""
        try:
            self.open(client).check_served()
        except UsageError as error:
            raise UsageError(
                f"--judge {self.judge}: {error.message}", hint="mend that, or name another model"
            ) from error

    def open(self, client: ModelClient) -> TextModel:
        """Open the model of the judges. Raises UsageError."""
        from controller.models.completion import ModelSettings
        from controller.models.completion_models import open_model

        return open_model(client, NAME, ModelSettings(self.judge, self.judge_base_url, max_tokens=MAX_TOKENS))
