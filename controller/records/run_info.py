"""The data of a run's records: its configuration and how each episode ended."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError
from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from controller.core.installed import version
from controller.core.texts import encodable
from controller.models.prices import Prices
from controller.records.old_agents import old_properties
from controller.records.old_results import with_usage
from controller.records.part_records import PartRecords
from controller.records.run_options import RunOptions
from controller.records.spending import Count, Record, Spending
from controller.records.verdicts import Judged
from controller.tasks.domains import domain_of
from controller.tasks.task import SourceRef, Task, with_variant
from controller.tasks.task_info import Level
from testbed.command import DISTRIBUTION
from testbed.errors import TaskError

Status = Literal[
    "completed", "out_of_steps", "agent_error", "agent_broke_guest", "infra_error", "cancelled", "skipped"
]
STATUSES: tuple[Status, ...] = get_args(Status)
ERRORS: tuple[Status, ...] = ("agent_error", "agent_broke_guest", "infra_error")
"""The statuses of episodes that failed."""
_PACKAGES = ("anthropic", "bm25s", "google-genai", "httpx2", "mcp", "openai", "paramiko", "pydantic")


class AgentRecord(Record):
    """The agent of a run, with its prompts by name, and the warnings that the run began with.

    `is_baseline` and `knows_solution` are those of `AgentSpec`, `gui_only` that of `AgentCard`. Old records lack them;
    they are those of testbed's agent of that name then. `states_cost` is of the card, too.
    """

    name: str
    variant: str
    model: str
    models: tuple[str, ...] = ()
    prompts: dict[str, str]
    warnings: tuple[str, ...] = ()
    is_baseline: bool = False
    knows_solution: bool = False
    gui_only: bool = False
    states_cost: bool = False

    @model_validator(mode="before")
    @classmethod
    def _add_properties(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        properties = old_properties(data.get("name"), data.get("variant"))
        missing = {name: value for name, value in properties.items() if data.get(name) is None}
        return {**data, **missing}

    def is_same_as(self, other: AgentRecord) -> bool:
        """Whether both act alike, whatever they warn of; properties that old records lack do not count."""
        apart = {"warnings", *old_properties(self.name, self.variant)}
        return self.model_dump(exclude=apart) == other.model_dump(exclude=apart)


class TaskEntry(Record):
    """A selected task: the hash of its folder's content, its instruction, and what the metrics need.

    `tools` are the annotated ones; None if their names are not known, as of OSWorld's tasks that are tool-beneficial.
    Old records lack them, the level, the suites and the instruction (""). If the task has variants, `variants` has the
    instruction of each that the run plays, by its number; `instruction` is that of the first.
    """

    id: str
    hash: str
    domain: str
    tool_beneficial: bool
    feasible: bool
    tools: tuple[str, ...] | None = None
    instruction: str = ""
    level: Level | None = None
    suites: tuple[str, ...] = ()
    variants: dict[int, str] = Field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, variants: Iterable[int] = ()) -> TaskEntry:
        """Return the entry of a task of which these variants are played, if it has variants."""
        numbers = variants if task.variants else ()
        played = {number: _instruction(with_variant(task, number)) for number in numbers}
        return cls(
            id=task.id,
            hash=task.hash,
            domain=domain_of(task.id),
            tool_beneficial=task.info.tool_beneficial,
            feasible=task.info.feasible,
            tools=None if task.info.tool_beneficial and not task.info.tools else task.info.tools,
            instruction=next(iter(played.values())) if played else _instruction(task),
            level=task.info.level,
            suites=task.info.suites,
            variants=played,
        )

    def variant_in(self, epoch: int, options: RunOptions) -> int | None:
        """Return the variant that an epoch, from 1, plays; None of a task without variants."""
        return options.variants.in_epoch(epoch) if self.variants else None

    def in_epoch(self, epoch: int, options: RunOptions) -> TaskEntry:
        """Return the entry with the instruction of the variant that an epoch, from 1, plays."""
        if not self.variants:
            return self
        instruction = self.variants.get(options.variants.in_epoch(epoch), self.instruction)
        return self.model_copy(update={"instruction": instruction})


def _instruction(task: Task) -> str:
    """A task's instruction; "" if its variant is malformed, which its `skip_reason` says."""
    try:
        return task.instruction
    except TaskError:
        return ""


class SourceRecord(Record):
    """The source of a run's tasks: its name and place as `--suite` takes them, "" for the tasks folder; its options."""

    name: str = ""
    options: dict[str, str] = Field(default_factory=dict)

    @classmethod
    def of(cls, ref: SourceRef) -> SourceRecord:
        """Return the record of a source."""
        return cls(name=ref.name, options=dict(ref.options))

    @property
    def ref(self) -> SourceRef:
        """The source, as tasks name it."""
        return SourceRef(self.name, tuple(self.options.items()))


class RunInfo(Record):
    """`run.json`: the run's configuration. `tools_hash` is "" until the first guest has listed its tools.

    `tags` and `note` are the user's own; old records lack them, and `source`, which was the tasks folder then.
    `servers` has the hashes of the user's own servers that its tasks name, by id.
    `imported` is the folder of another program's results that the run was imported from (`testbed import-results`).
    """

    format: Literal[1] = 1
    created: str
    options: RunOptions
    agent: AgentRecord
    image_hash: str
    prices: Prices | None = None
    tools_hash: str = ""
    tasks: tuple[TaskEntry, ...]
    source: SourceRecord = SourceRecord()
    servers: dict[str, str] = Field(default_factory=dict)
    versions: dict[str, str]
    tags: dict[str, str] = Field(default_factory=dict)
    note: str = ""
    imported: str = ""

    @property
    def variants(self) -> tuple[int, ...]:
        """The variants that the run plays of its tasks that have variants; () if none has."""
        return (
            self.options.variants.in_epochs(self.options.epochs)
            if any(entry.variants for entry in self.tasks)
            else ()
        )


class Failure(Record):
    """A recorded error: its class, message and hint; the message of an unexpected one includes its traceback."""

    type: str
    message: str
    hint: str = ""


class ModelUse(Spending):
    """What an attempt at an episode used of models, and how its conversation with them went.

    Attributes:
        models: The models as served.
        leniencies: Malformed answers of the model that the agent accepted, by code.
        folds: How often the agent folded its conversation to stay within the model's context window, by what it folded.
        differences: Requests of a replay with a difference from the record that no earlier request had.
    """

    models: tuple[str, ...] = ()
    leniencies: dict[str, Count] = Field(default_factory=dict)
    folds: dict[str, Count] = Field(default_factory=dict)
    differences: Count = 0


class Attempt(Record):
    """An attempt at an episode that ended in an infrastructure failure; its fields are those of a result."""

    number: Count
    error: Failure
    usage: ModelUse = ModelUse()
    seconds: float
    timings: dict[str, float] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        return with_usage(data, ModelUse) if isinstance(data, Mapping) else data


class EpisodeResult(Judged):
    """`result.json`: how an episode ended.

    A `skipped` episode was not run because its task cannot run on this host; `error` has the reason.
    `variant` is that of the task; 0 for a task without variants, and in old records. A `Count` is an integer from 0 to
    10**15.

    `steps` and `tool_calls` count executed actions of the last attempt; refused calls are not in
    `tool_calls`, nor are questions to the user.
    `seconds` and `usage` are those of the last attempt. `parts` has the records of the parts of episodes, by name; that
    of a part which is not installed is as it was recorded.

    `seconds` runs from the beginning of the set-up to the verdict. `timings` has, in seconds: `wait`, waiting for a
    guest to become free; `boot`, waiting for one to boot or reset; `set_up`; `play`, the loop of decisions and
    actions, with `observe` and `act` in it; `judge`, with `keep`, the recording of the final state, in it. In old
    records `wait` and `boot` are missing, and `seconds` includes them.
    """

    task: str
    variant: int = 0
    epoch: Count
    seed: int
    status: Status
    steps: Count
    tool_calls: Count
    gui_actions: Count
    termination: Literal["success", "failure"] | None = None
    answer: str = ""
    error: Failure | None = None
    attempts: tuple[Attempt, ...] = ()
    usage: ModelUse = ModelUse()
    parts: PartRecords = Field(default_factory=dict)
    guest: str = ""
    seconds: float = 0.0
    timings: dict[str, float] = Field(default_factory=dict)

    @property
    def usages(self) -> tuple[ModelUse, ...]:
        """What its attempts used of models, the last one first."""
        return self.usage, *(attempt.usage for attempt in self.attempts)

    @model_validator(mode="before")
    @classmethod
    def _gather_usage(cls, data: Any) -> Any:
        return with_usage(data, ModelUse) if isinstance(data, Mapping) else data


class Recheck(Judged):
    """`recheck.json`: later verdicts, of a changed checker on an episode's final state, of parts, or of both.

    They replace those of `result.json`, of which that by the checker may be the first. `was` is the score there.
    `parts` has the records of the parts whose verdicts count.
    """

    was: float | None
    created: str
    parts: PartRecords = Field(default_factory=dict)


def versions(further: Sequence[str] = ()) -> dict[str, str]:
    """Return the versions of Python, the platform and packages, `further` ones included."""
    versions_by_name: dict[str, str] = {"python": platform.python_version(), "platform": platform.platform()}
    for package in ("testbed", *_PACKAGES, *further):
        try:
            versions_by_name[package] = version(DISTRIBUTION if package == "testbed" else package)
        except PackageNotFoundError:
            versions_by_name[package] = "not installed"
    return versions_by_name


def failure_of(error: BaseException) -> Failure:
    """Return an error as a record."""
    message: Any = getattr(error, "message", None) or str(error) or type(error).__name__
    return Failure(
        type=type(error).__name__,
        message=encodable(str(message)),
        hint=encodable(str(getattr(error, "hint", ""))),
    )
