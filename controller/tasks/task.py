"""A task of any source: its instruction, how the desktop is set up, how the result is judged."""

from __future__ import annotations

import json
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import asdict, dataclass, is_dataclass
from pathlib import Path
from typing import Any, Final, Literal

from checkers import GuestView, Score
from controller.core.guest import Guest
from controller.guests.provider import DESKTOP
from controller.tasks.added_servers import NONE, AddedServers
from controller.tasks.task_servers import TaskServers

EVALUATOR_ERROR: Final = "evaluator_error"
"""What the text of a claim begins with, before a colon, when a benchmark's own evaluator raised an error or returned no
score: the episode scores 0, and summaries count such episodes apart."""


@dataclass(frozen=True, slots=True)
class OpenedApplication:
    """An application that a task's set-up opens, with its documents' paths in the guest."""

    app: str
    files: tuple[str, ...] = ()


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

Level = Literal["L1", "L2", "L3"]
"""How long a task is: a step or two with one tool, about five steps, or more with several tools (MCPVerse)."""

InstructionForm = Literal["concrete", "fuzzy"]
"""A task's own instruction, or the one that says it as a user would, without names of tools and steps (MCP-Bench)."""


@dataclass(frozen=True, slots=True)
class JudgeNotes:
    """What a task's author wrote for judges played by a model. No agent sees it, but for the fuzzy form in a run of it.

    Attributes:
        key_points: What a successful episode must have done or found, one statement each.
        reference: The expected answer.
        fuzzy: The instruction as a user would say it, without names of tools and steps.
        dependencies: Which results other steps need, and what may be done at the same time.
        computed: Whether the expected answer is computed when an episode is judged (`Task.truth`); `reference` is then
            "" in a task's notes, and the computed answer in those of a judged episode.
    """

    key_points: tuple[str, ...] = ()
    reference: str = ""
    fuzzy: str = ""
    dependencies: str = ""
    computed: bool = False

    @property
    def decide(self) -> bool:
        """Whether a judge has a part in the task's score."""
        return bool(self.key_points or self.reference or self.computed)


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
    def nothing_else(self) -> bool:
        """Whether its checker claims that nothing has changed but what the task asks for."""
        return False

    @property
    def prompt(self) -> str:
        """The text that the agent is given: the instruction and, where it is judged, that nothing else may change."""
        return f"{self.instruction.rstrip()} {NOTHING_ELSE}" if self.nothing_else else self.instruction

    @property
    @abstractmethod
    def applications(self) -> tuple[str, ...]:
        """The applications that it is about, by id."""

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
    def domain(self) -> str:
        return self.id.partition("/")[0]

    @property
    def source(self) -> SourceRef:
        """The source that it comes from."""
        return TASKS_FOLDER

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites of its source that it belongs to."""
        return ()

    @property
    def has_fuzzy_form(self) -> bool:
        """Whether its instruction has a fuzzy form."""
        return False

    def with_form(self, form: InstructionForm) -> Task:  # noqa: ARG002
        """Return the task with its instruction in that form; the task itself if it has no fuzzy one."""
        return self

    @property
    def tools(self) -> tuple[str, ...]:
        """The annotated tools: those that help; empty also if its source only records that there are some."""
        return ()

    @property
    def servers(self) -> TaskServers:
        """The servers whose tools its set-up offers beside the guest's own."""
        return TaskServers()

    def with_servers(self, added: AddedServers, *, with_pool: bool = False) -> Task:  # noqa: ARG002
        """Return the task whose `servers` have these values; the task itself if it names none."""
        return self

    @property
    def tool_beneficial(self) -> bool:
        """Whether some tool helps."""
        return bool(self.tools)

    @property
    def feasible(self) -> bool:
        """Whether it can be done; an infeasible task is solved by calling it so."""
        return True

    @property
    def malformed(self) -> bool:
        """Whether its definition cannot be read at all, which its `skip_reason` says; it is then skipped."""
        return False

    @property
    def level(self) -> Level | None:
        """How long it is; None if its source does not record it."""
        return None

    @property
    def judge_notes(self) -> JudgeNotes:
        """What its author wrote for judges. Raises TaskError."""
        return JudgeNotes()

    @property
    def has_checker(self) -> bool:
        """Whether a script scores it; without one, only judges do."""
        return True

    def with_judge(self) -> Task:
        """Return the task for a run with a judge: one without a checker has none to complain of there."""
        return self

    @property
    def feasible_counterpart(self) -> str | None:
        """Id of the feasible task that an infeasible one is the counterpart of."""
        return None

    @property
    def folder(self) -> Path | None:
        """Folder with its reference solutions (`solve.py`); None if it has none."""
        return None

    @property
    def has_variants(self) -> bool:
        """Whether it can be played with other facts."""
        return False

    @property
    def variant(self) -> int:
        """The number of the variant that this is: 0 for the canonical one, and for a task without variants."""
        return 0

    @property
    def facts(self) -> object | None:
        """The facts of this variant, a frozen dataclass; None of a task without variants. Raises TaskError."""
        return None

    def with_variant(self, number: int) -> Task:  # noqa: ARG002
        """Return that variant of the task; the task itself if it has no variants."""
        return self

    def check_repeatable(self) -> None:  # noqa: B027  # most make no files
        """Raise TaskError if this variant's files would differ when they are made again, elsewhere and later."""

    @property
    def requirement(self) -> str:
        """What it needs beyond a guest, as "<kind>: <detail>" or "<kind>"; "" if its source does not record it."""
        return ""

    @property
    def skip_reason(self) -> str:
        """Why it cannot run on this host, as "<kind>: <detail>"; "" if it can. A run skips a task that cannot."""
        return ""

    @property
    def opened(self) -> tuple[OpenedApplication, ...]:
        """The applications that its set-up opens, in order, as far as it is known."""
        return ()

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

    def prepare_judging(self, guest: Guest, cancel: threading.Event) -> None:  # noqa: B027  # most need nothing
        """Bring the guest from the state in which the agent left it into the one that the checker reads.

        Raises:
            SetupError: It cannot be; the episode then scores 0.
            GuestConnectionError, CancelledError: As in `set_up`.
        """

    @property
    def checker_path(self) -> str:
        """Path of the checker, for error messages."""
        return self.path

    @abstractmethod
    def checker(self) -> Callable[[GuestView], Score]:
        """Return the function that judges a final state. Raises TaskError."""

    def truth(self) -> Callable[[GuestView], str] | None:
        """Return the function that computes the expected answer in a final state; None if there is none.

        Raises TaskError.
        """
        return None

    @property
    def truth_path(self) -> Path:
        """Path of `truth`, for error messages."""
        return Path(self.path)

    @property
    def weights(self) -> Mapping[str, float]:
        """How much claims of the checker count for partial credit, by their texts; those not named count 1."""
        return {}

    @property
    def has_safety_claims(self) -> bool:
        """Whether `safety_checker` returns one. Raises TaskError."""
        return self.safety_checker() is not None

    def safety_checker(self) -> Callable[[GuestView], Score] | None:
        """Return the function whose claims say what must not have happened; None if there is none. Raises TaskError."""
        return None


def servers_of(tasks: Sequence[Task]) -> TaskServers:
    """Return the servers of all tasks of a run, which have the same servers of the user's own."""
    added = next((task.servers.added for task in tasks if task.servers.added.servers), NONE)
    return TaskServers(tuple(dict.fromkeys(name for task in tasks for name in task.servers)), added)


def recorded_variant(task: Task) -> dict[str, Any]:
    """Return a task's variant and its facts as JSON has them, as fields of a record; none for a task without variants.

    Raises TaskError.
    """
    facts = task.facts
    if not is_dataclass(facts) or isinstance(facts, type):
        return {}
    return {"variant": task.variant, "facts": json.loads(json.dumps(asdict(facts), default=str))}
