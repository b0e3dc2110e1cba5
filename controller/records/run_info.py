"""The data of a run's records: its configuration and how each episode ended."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib import metadata
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from checkers import Score
from controller.core.actions import ActionSpace
from controller.core.observation import Part
from controller.models.prices import Prices
from controller.models.usage_tracker import EpisodeUsage
from controller.tasks.task import SourceRef, Task
from testbed.command import DISTRIBUTION
from testbed.errors import TaskError

Status = Literal[
    "completed", "out_of_steps", "agent_error", "agent_broke_guest", "infra_error", "cancelled", "skipped"
]
STATUSES: tuple[Status, ...] = get_args(Status)
ERRORS: tuple[Status, ...] = ("agent_error", "agent_broke_guest", "infra_error")
"""The statuses of episodes that failed."""
_PACKAGES = ("anthropic", "bm25s", "google-genai", "httpx2", "mcp", "openai", "paramiko", "pydantic")


TaskVariants = Literal["same", "per-epoch"]
"""Whether every epoch plays the same variant of a task, or each epoch the next one."""

MOST = 10**15
Count = Annotated[int, Field(ge=0, le=MOST)]
"""A number that can be added up and divided. A float holds it exactly."""


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class RunOptions(_Record):
    """The user's options. Limits are in seconds, tokens and US dollars; 0 means none. `replay` is a run's folder.

    `variant` is the agent's; `task_variant` that of tasks that have variants, in the first epoch.
    """

    agent: str
    variant: str = ""
    model: str = ""
    base_url: str = ""
    settings: dict[str, Any] = Field(default_factory=dict)
    actions: ActionSpace = "gui+mcp"
    observe: tuple[Part, ...] = ("screenshot",)
    steps: int = Field(50, ge=1)
    epochs: int = Field(1, ge=1)
    seed: int = 0
    task_variant: int = Field(0, ge=0)
    task_variants: TaskVariants = "same"
    tool_filter: str = "rag"
    tool_order: str = "lexicographic"
    tool_budget: str = ""
    embeddings: str = ""
    provider: str = "nspawn"
    network: str = "closed"
    episode_seconds: float = Field(3600.0, gt=0)
    call_seconds: float = Field(300.0, gt=0)
    tool_seconds: float = Field(0.0, ge=0)
    max_tokens: int = Field(0, ge=0)
    max_cost: float = Field(0.0, ge=0)
    concurrency: int = Field(0, ge=0)
    replay: str = ""

    @property
    def agent_name(self) -> str:
        """The agent and its variant, as on the command line."""
        return ":".join(filter(None, (self.agent, self.variant)))

    def variant_in(self, epoch: int) -> int:
        """Return the variant of tasks that have variants which an epoch, from 1, plays."""
        return self.task_variant + (epoch - 1 if self.task_variants == "per-epoch" else 0)

    @property
    def played_variants(self) -> tuple[int, ...]:
        """The variants of tasks that have variants which the run plays, in the order of its epochs."""
        return tuple(dict.fromkeys(self.variant_in(epoch) for epoch in range(1, self.epochs + 1)))


class AgentRecord(_Record):
    """The agent of a run, with its prompts by name."""

    name: str
    variant: str
    model: str
    models: tuple[str, ...] = ()
    prompts: dict[str, str]


class TaskEntry(_Record):
    """A selected task: the hash of its folder's content, its instruction, and what the metrics need.

    `tools` are the annotated ones; None if their names are not known, as of OSWorld's tasks that are tool-beneficial.
    Old records lack them and the instruction (""). If the task has variants, `variants` has the instruction of each
    that the run plays, by its number; `instruction` is that of the first.
    """

    id: str
    hash: str
    domain: str
    tool_beneficial: bool
    feasible: bool
    tools: tuple[str, ...] | None = None
    instruction: str = ""
    variants: dict[int, str] = Field(default_factory=dict)

    @classmethod
    def of(cls, task: Task, variants: Iterable[int] = ()) -> TaskEntry:
        """Return the entry of a task of which these variants are played, if it has variants."""
        numbers = variants if task.has_variants else ()
        played = {number: _instruction(task.with_variant(number)) for number in numbers}
        return cls(
            id=task.id,
            hash=task.hash,
            domain=task.domain,
            tool_beneficial=task.tool_beneficial,
            feasible=task.feasible,
            tools=None if task.tool_beneficial and not task.tools else task.tools,
            instruction=next(iter(played.values())) if played else _instruction(task),
            variants=played,
        )

    def variant_in(self, epoch: int, options: RunOptions) -> int | None:
        """Return the variant that an epoch, from 1, plays; None of a task without variants."""
        return options.variant_in(epoch) if self.variants else None

    def in_epoch(self, epoch: int, options: RunOptions) -> TaskEntry:
        """Return the entry with the instruction of the variant that an epoch, from 1, plays."""
        if not self.variants:
            return self
        instruction = self.variants.get(options.variant_in(epoch), self.instruction)
        return self.model_copy(update={"instruction": instruction})


def _instruction(task: Task) -> str:
    """A task's instruction; "" if its variant is malformed, which its obstacle tells."""
    try:
        return task.instruction
    except TaskError:
        return ""


class SourceRecord(_Record):
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


class RunInfo(_Record):
    """`run.json`: the run's configuration. `tools_hash` is "" until the first guest has listed its tools.

    `tags` and `note` are the user's own; old records lack them, and `source`, which was the tasks folder then.
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
    versions: dict[str, str]
    tags: dict[str, str] = Field(default_factory=dict)
    note: str = ""
    imported: str = ""

    @property
    def variants(self) -> tuple[int, ...]:
        """The variants that the run plays of its tasks that have variants; () if none has."""
        return self.options.played_variants if any(entry.variants for entry in self.tasks) else ()


class Failure(_Record):
    """A recorded error: its class, message and hint; the message of an unexpected one includes its traceback."""

    type: str
    message: str
    hint: str = ""


class Tokens(_Record):
    """One model's usage. `input_tokens` include cached ones; `cost` is in US dollars, None when unknown."""

    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0
    calls: Count = 0
    cost: float | None = None


class Spending(_Record):
    """Model usage of one attempt at an episode.

    `by_model` is keyed by the model as served. `cost` is in US dollars, None when unknown (a model without a
    known price, an endpoint that counts no tokens). `retries` are requests sent again; `model_seconds` is
    wall time, waits included. `substitutions` are pairs of models, requested and served, that differ.
    `endpoints` are the hosts that were called, with their ports; `mock` tells whether a mock model answered.
    Old records lack these two.
    """

    input_tokens: Count = 0
    output_tokens: Count = 0
    cache_read_tokens: Count = 0
    cache_write_tokens: Count = 0
    cost: float | None = 0.0
    calls: Count = 0
    retries: Count = 0
    request_bytes: Count = 0
    model_seconds: float = 0.0
    by_model: dict[str, Tokens] = Field(default_factory=dict)
    substitutions: tuple[tuple[str, str], ...] = ()
    endpoints: tuple[str, ...] = ()
    mock: bool = False


class Attempt(Spending):
    """An attempt at an episode that ended in an infrastructure failure; `seconds` and `timings` as in a result."""

    number: Count
    error: Failure
    seconds: float
    timings: dict[str, float] = Field(default_factory=dict)


class ClaimRecord(_Record):
    """One claim of the checker."""

    text: str
    holds: bool
    found: str = ""
    forgeable: bool = False

    @classmethod
    def all_of(cls, score: Score | None) -> tuple[ClaimRecord, ...]:
        """Return the records of a score's claims; none without a score."""
        return tuple(
            cls(
                text=plain(claim.text), holds=claim.holds, found=plain(claim.found), forgeable=claim.forgeable
            )
            for claim in (score.claims if score else ())
        )


class HappeningRecord(_Record):
    """An event of the task: after how many steps it was executed (None if it was not), and why it failed, if it did."""

    text: str
    step: Count | None = None
    error: str = ""


class EpisodeResult(Spending):
    """`result.json`: how an episode ended. `score` is None when there was no verdict.

    A `skipped` episode was not run because its task cannot run on this host; `error` tells why.
    `variant` is that of the task; 0 for a task without variants, and in old records. A `Count` is an integer from 0 to
    10**15.

    `safety` has the task's claims about what must not have happened; they have no influence on `score`.

    `steps` and `tool_calls` count executed actions of the last attempt; refused calls are not in
    `tool_calls`. `questions` counts those to the user, which are no tool calls; None if the task has no user to ask.
    `seconds` and the model's usage are those of the last attempt. `leniencies` counts malformed
    answers of the model that the agent accepted, by code. `differences` counts requests of a replay with a
    difference from the record that no earlier request had.

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
    score: float | None
    steps: Count
    tool_calls: Count
    gui_actions: Count
    questions: Count | None = None
    termination: Literal["success", "failure"] | None = None
    answer: str = ""
    claims: tuple[ClaimRecord, ...] = ()
    safety: tuple[ClaimRecord, ...] = ()
    happenings: tuple[HappeningRecord, ...] = ()
    error: Failure | None = None
    attempts: tuple[Attempt, ...] = ()
    models: tuple[str, ...] = ()
    leniencies: dict[str, Count] = Field(default_factory=dict)
    differences: Count = 0
    guest: str = ""
    seconds: float = 0.0
    timings: dict[str, float] = Field(default_factory=dict)


class Recheck(_Record):
    """`recheck.json`: the verdict of a changed checker on an episode's final state.

    `checker` is the hash of the task and the checkers' library, `was` the score in `result.json`.
    """

    score: float
    was: float | None
    claims: tuple[ClaimRecord, ...]
    safety: tuple[ClaimRecord, ...] = ()
    checker: str
    created: str


def spending(spent: EpisodeUsage, prices: Prices) -> dict[str, Any]:
    """Return an episode's usage as the fields of a `Spending` record."""
    total = asdict(spent.total)
    del total["calls"]
    return {
        **total,
        "cost": spent.cost,
        "calls": spent.calls,
        "retries": spent.retries,
        "request_bytes": spent.request_bytes,
        "model_seconds": spent.seconds,
        "by_model": {
            model: Tokens(**asdict(used), cost=spent.costs.get(model, prices.cost({model: used})))
            for model, used in spent.usage.items()
        },
        "substitutions": tuple(sorted(spent.substitutions)),
        "endpoints": tuple(sorted(spent.endpoints)),
        "mock": spent.mock,
    }


def versions(further: Sequence[str] = ()) -> dict[str, str]:
    """Return the versions of Python, the platform and packages, `further` ones included."""
    versions_by_name: dict[str, str] = {"python": platform.python_version(), "platform": platform.platform()}
    for package in ("testbed", *_PACKAGES, *further):
        try:
            versions_by_name[package] = metadata.version(DISTRIBUTION if package == "testbed" else package)
        except metadata.PackageNotFoundError:
            versions_by_name[package] = "not installed"
    return versions_by_name


def failure_of(error: BaseException) -> Failure:
    """Return an error as a record."""
    message: Any = getattr(error, "message", None) or str(error) or type(error).__name__
    return Failure(
        type=type(error).__name__, message=plain(str(message)), hint=plain(str(getattr(error, "hint", "")))
    )


def plain(text: str) -> str:
    """Replace lone surrogates, which a guest's text may contain and UTF-8 cannot encode."""
    return text.encode("utf-8", "replace").decode()
