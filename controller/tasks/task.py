"""A task of any source: its instruction, what is known of it, how it is played, set up and judged."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Set
from dataclasses import asdict, dataclass, is_dataclass, replace
from pathlib import Path
from typing import Any, Final

from controller.core.guest import Guest
from controller.guests.provider import DESKTOP
from controller.tasks.added_servers import NONE, AddedServers
from controller.tasks.play_options import AS_LOADED, InstructionForm, PlayOptions
from controller.tasks.task_info import TaskInfo
from controller.tasks.task_judging import TaskJudging
from controller.tasks.task_servers import TaskServers
from controller.tasks.task_variants import TaskVariants

EVALUATOR_ERROR: Final = "evaluator_error"
"""What the text of a claim begins with, before a colon, when a benchmark's own evaluator raised an error or returned no
score: the episode scores 0, and summaries count such episodes apart."""


@dataclass(frozen=True, slots=True)
class SourceRef:
    """How a run's record names the source of its tasks, so that `resume` opens it again.

    Attributes:
        name: The source's name and place as `--suite` takes them, such as "osworld:/data/evaluation_examples".
            "" for the tasks folder of the host, which TESTBED_TASKS names.
        options: Further options of the source, by the name of their command line option.
    """

    name: str = ""
    options: tuple[tuple[str, str], ...] = ()


TASKS_FOLDER = SourceRef()
"""The tasks folder of the host."""

NOTHING_ELSE = "Nothing on the computer may change but what this asks for."
"""What the prompt adds to the instruction of a task whose checker claims it."""

CONTEXT = "Context:"
"""What stands above the context of a run in the prompt."""


class Task(ABC):
    """A task of a task source.

    Selection, runs, records and results know no more of a task than this. Instances are immutable.
    """

    @property
    @abstractmethod
    def id(self) -> str:
        """`<domain>/<name>`, unique in its source."""

    @property
    @abstractmethod
    def instruction(self) -> str:
        """What is to be done, in the words of the task's author."""

    @property
    @abstractmethod
    def info(self) -> TaskInfo:
        """What is known of it before it is played."""

    @property
    @abstractmethod
    def judging(self) -> TaskJudging:
        """What judges it."""

    @property
    def variants(self) -> TaskVariants | None:
        """What it has for the variant that is played; None if it cannot be played with other facts."""
        return None

    @property
    def play(self) -> PlayOptions:
        """How a run plays it, where it has a choice."""
        return AS_LOADED

    def with_play(self, play: PlayOptions) -> Task:  # noqa: ARG002
        """Return the task as a run plays it; the task itself if it has no such choice."""
        return self

    @property
    @abstractmethod
    def path(self) -> str:
        """Path of its definition, for error messages and listings."""

    @property
    @abstractmethod
    def hash(self) -> str:
        """Hash of all that defines it. A run can only be resumed while it is the same."""

    @property
    @abstractmethod
    def initial_state_hash(self) -> str:
        """Hash of what an episode begins with: the instruction, the set-up and the files it copies."""

    @property
    def source(self) -> SourceRef:
        """The source that it comes from."""
        return TASKS_FOLDER

    @property
    def servers(self) -> TaskServers:
        """The servers whose tools its set-up offers beside the guest's own."""
        return TaskServers()

    @property
    def folder(self) -> Path | None:
        """Folder with its reference solutions (`solve.py`); None if it has none."""
        return None

    @property
    def skip_reason(self) -> str:
        """Why it cannot run on this host, as "<kind>: <detail>"; "" if it can. A run skips a task that cannot."""
        return ""

    @property
    def sections(self) -> Mapping[str, Any]:
        """What it tells parts of episodes, by the part's name; reading a value raises TaskError.

        Of testbed's own parts: `events`, a sequence of `TaskEvent`; `user`, the `TaskUser` whom the agent can ask. Of
        others an object of `DeclaredPart.section`.
        """
        return {}

    def select_snapshot(self, available: Set[str]) -> str:  # noqa: ARG002
        """Return the snapshot that its episodes start from, one of `available` or the plain desktop."""
        return DESKTOP

    @abstractmethod
    def definition(self) -> Mapping[str, Any]:
        """Return the fields of its definition, as JSON has them."""

    @abstractmethod
    def describe_setup(self) -> Sequence[str]:
        """Return one line for each set-up step."""

    @abstractmethod
    def set_up(self, guest: Guest, cancel: threading.Event) -> None:
        """Bring a fresh guest into the initial state.

        Raises:
            SetupError: A step failed; the message names it and its place.
            GuestConnectionError: The guest cannot be reached.
            CancelledError: `cancel` was set.
        """


def prompt_of(task: Task) -> str:
    """Return the text that an agent is given.

    It is the instruction, where it is judged that nothing else may change, and the run's context.
    """
    asked = f"{task.instruction.rstrip()} {NOTHING_ELSE}" if task.judging.nothing_else else task.instruction
    return "\n\n".join([asked.rstrip(), CONTEXT, *task.play.context]) if task.play.context else asked


def with_variant(task: Task, number: int) -> Task:
    """Return that variant of the task; the task itself if it has no variants."""
    return task.with_play(replace(task.play, variant=number))


def canonical(task: Task) -> Task:
    """Return variant 0 of the task; the task itself if it has no variants."""
    return with_variant(task, 0)


def with_form(task: Task, form: InstructionForm) -> Task:
    """Return the task with its instruction in that form; the task itself if it has no fuzzy one."""
    return task.with_play(replace(task.play, form=form))


def has_fuzzy_form(task: Task) -> bool:
    """Whether the instruction has a fuzzy form. Its text is not read."""
    return with_form(task, "fuzzy").play.form == "fuzzy"


def with_servers(task: Task, added: AddedServers) -> Task:
    """Return the task with servers of the user's own; the task itself if it names no servers."""
    return task.with_play(replace(task.play, added=added))


def with_judge(task: Task) -> Task:
    """Return the task for a run with a judge: one without a checker has none to complain of there."""
    return task.with_play(replace(task.play, judged=True))


def servers_of(tasks: Sequence[Task]) -> TaskServers:
    """Return the servers of all tasks of a run, which have the same servers of the user's own."""
    added = next((task.servers.added for task in tasks if task.servers.added.servers), NONE)
    return TaskServers(tuple(dict.fromkeys(name for task in tasks for name in task.servers)), added)


def facts_of(task: Task) -> object | None:
    """Return the facts of the variant that is played; None for a task without variants. Raises TaskError."""
    return task.variants.facts if task.variants else None


def recorded_variant(task: Task) -> dict[str, Any]:
    """Return a task's variant and its facts as JSON has them, as fields of a record; none for a task without variants.

    Raises TaskError.
    """
    facts = facts_of(task)
    if not is_dataclass(facts) or isinstance(facts, type):
        return {}
    return {"variant": task.play.variant, "facts": json.loads(json.dumps(asdict(facts), default=str))}
