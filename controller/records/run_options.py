"""The options of a run that its record keeps (`run.json`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from controller.core.actions import ActionSpace, Calling
from controller.core.observation import PARTS, Part, parse_parts
from controller.core.options import (
    AGENT,
    GUESTS,
    LIMITS,
    SELECTION,
    SHOWN,
    Option,
    OptionGroup,
    list_options,
    option_groups,
)
from controller.guests.network_access import CLOSED
from controller.guests.screen_size import USAGE as SCREEN_USAGE
from controller.guests.screen_size import check_scale
from controller.models.platforms import Platform
from controller.models.settings import parse_base_url, parse_settings
from controller.records.part_options import PartOptions, default_options, option_models, with_groups
from controller.records.spending import Record
from controller.tasks.play_options import InstructionForm
from controller.tool_filter.base import DEFAULT_FILTER

VariantChoice = Literal["same", "per-epoch"]
"""Whether every epoch plays the same variant of a task, or each epoch the next one."""
ModelCalls = Literal["driver", "node"]
"""What sends an agent's requests to models: the process of the run, or the node of the episode's guest."""


def _parse_observe(given: str | Iterable[Part]) -> tuple[Part, ...]:
    parts = tuple(given) if not isinstance(given, str) else ()
    known = all(part in PARTS for part in parts)  # others are reported with their position
    return parse_parts(given if isinstance(given, str) else ",".join(parts)) if known else parts


def _parse_settings(given: Mapping[str, Any] | Iterable[str]) -> dict[str, Any]:
    return dict(given) if isinstance(given, Mapping) else parse_settings(given)


class VariantOptions(OptionGroup):
    """Which variants of tasks that have variants a run plays; each epoch plays one."""

    task_variant: Annotated[int, Option(SELECTION, "N", flag="--variant", keyword="variant")] = Field(
        default=0, ge=0
    )
    """Variant of tasks that have variants; 0 is the canonical one."""
    task_variants: Annotated[
        VariantChoice, Option(SELECTION, "HOW", flag="--variants", keyword="variants")
    ] = "same"
    """same: every epoch plays the same variant; per-epoch: each epoch the next one, from --variant on."""

    def in_epoch(self, epoch: int) -> int:
        """Return the variant that an epoch, from 1, plays."""
        return self.task_variant + (epoch - 1 if self.task_variants == "per-epoch" else 0)

    def in_epochs(self, epochs: int) -> tuple[int, ...]:
        """Return the variants that so many epochs play, in their order."""
        return tuple(dict.fromkeys(self.in_epoch(epoch) for epoch in range(1, epochs + 1)))


class RunLimits(OptionGroup):
    """The limits of a run, in seconds, tokens and US dollars; 0 means none."""

    episode_seconds: Annotated[float, Option(LIMITS, "S", default=None, minimum=1, on_resume=True)] = Field(
        default=3600.0, gt=0
    )
    """Time limit of an episode; default: 3600."""
    call_seconds: Annotated[float, Option(LIMITS, "S", default=None, minimum=1, on_resume=True)] = Field(
        default=300.0, gt=0
    )
    """Time limit of one decision of the agent; default: 300."""
    tool_seconds: Annotated[float, Option(LIMITS, "S", default=None, on_resume=True)] = Field(
        default=0.0, ge=0
    )
    """Time limit of one tool call; default: the tool's own limit."""
    max_tokens: Annotated[int, Option(LIMITS, "N", default=None, on_resume=True, study="")] = Field(
        default=0, ge=0
    )
    """Stop the run after this many tokens; 0: no limit."""
    max_cost: Annotated[float, Option(LIMITS, "USD", default=None, on_resume=True, study="")] = Field(
        default=0.0, ge=0
    )
    """Stop the run when its cost reaches this amount; 0: no limit."""
    concurrency: Annotated[int, Option(LIMITS, "N", default=None, on_resume=True)] = Field(default=0, ge=0)
    """Maximum number of concurrent requests to a model API; 0: no limit."""


class RunOptions(Record):
    """The options of a run, as recorded: defaults of the agent and the host are resolved. `RunKeywords` describes each.

    `variant` is the agent's, `variants` those of tasks that have variants. `replay` is the folder of the run that this
    one replays. `parts` has the options of the parts of episodes by their names, each as its part declares them; those
    of a part that is not installed are as they were recorded. Old records lack some.

    A field without `Option` is not given by users, but for those of its groups. The order of fields is that of the keys
    in `run.json`.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)

    agent: Annotated[
        str,
        Option(
            AGENT,
            "A[:VARIANT]",
            doc='Agent, with its variant after a colon; "" for anthropic if its key or a model is given, else oracle.',
            default="",
            study="grid",
            study_key="agents",
        ),
    ]
    """Agent: {agents}; default: anthropic when ANTHROPIC_API_KEY is set, else oracle."""
    variant: str = ""
    model: Annotated[str, Option(AGENT, "M", study="grid", study_key="models")] = ""
    """Model of the agent."""
    base_url: Annotated[str, Option(AGENT, "URL", parse=parse_base_url, study="agent", local=True)] = ""
    """URL of the model API; default: the vendor's."""
    via: Annotated[Platform, Option(AGENT, "PLATFORM", study="agent")] = ""
    """Cloud platform of the agent's model: {platforms}."""
    settings: Annotated[
        dict[str, Any],
        Option(
            AGENT,
            "KEY=VALUE",
            doc="Settings of the agent.",
            flag="--set",
            parse=_parse_settings,
            study="agent",
        ),
    ] = Field(default_factory=dict)
    """Setting of the agent, as a TOML value or text; repeatable."""
    calling: Annotated[Calling | Literal[""], Option(AGENT, "C", study="agent")] = ""
    """How the model calls tools: native (its API's calls) or prompt (definitions in the system prompt, calls in the
    text); default: the agent's own."""
    instructions: Annotated[InstructionForm, Option(SHOWN)] = "concrete"
    """concrete: the tasks' instructions; fuzzy: their fuzzy forms, which name no tools and no steps."""
    actions: Annotated[ActionSpace, Option(SHOWN, "SPACE", study="grid")] = "gui+mcp"
    """Action space: gui, mcp or gui+mcp."""
    observe: Annotated[
        tuple[Part, ...], Option(SHOWN, "P,...", doc="What an observation holds.", parse=_parse_observe)
    ] = ("screenshot",)
    """Observation: one or more of {parts}, separated by commas."""
    steps: Annotated[int, Option(LIMITS, "N", study="grid")] = Field(50, ge=1)
    """Maximum number of steps of an episode."""
    epochs: Annotated[int, Option(SELECTION, "N")] = Field(1, ge=1)
    """Number of times every task is run."""
    seed: Annotated[int, Option(AGENT, "N")] = 0
    """Random seed."""
    variants: VariantOptions = VariantOptions()
    tool_filter: Annotated[
        str,
        Option(
            SHOWN,
            "F",
            doc='Tool filter; "" for the agent\'s default.',
            default="",
            study="grid",
            study_key="filters",
        ),
    ] = DEFAULT_FILTER
    """Tool filter: {filters}; default: rag, with the agent oracle oracle."""
    tool_order: Annotated[str, Option(SHOWN, "O", study="grid", study_key="orders")] = "lexicographic"
    """Order of the tools: {orders}."""
    tool_budget: Annotated[str, Option(SHOWN, "N|Nt")] = ""
    """Maximum number of tools shown (25), or of tokens of their definitions (4000t)."""
    embeddings: Annotated[str, Option(SHOWN, "MODEL")] = ""
    """Embedding model for semantic ranking in rag: name or folder of a sentence-transformers model."""
    provider: Annotated[str, Option(GUESTS, "P", default="", python=False, on_replay=True, study="")] = (
        "nspawn"
    )
    """Provider that runs the guests: {providers}; default: libvirt where KVM works, else nspawn."""
    network: Annotated[str, Option(GUESTS, "N")] = CLOSED
    """What guests reach outside: {networks}. This host and private networks stay out of reach."""
    screen: Annotated[str, Option(GUESTS, SCREEN_USAGE, study="grid", study_key="screens")] = ""
    """Size of the guests' screens in pixels, such as 1920x1080; default: 1280x720 times --scale."""
    scale: Annotated[int, Option(GUESTS, "N", parse=check_scale, study="grid", study_key="scales")] = Field(
        1, ge=1
    )
    """How many times larger than usual the desktop and its applications draw: 1 or 2 (HiDPI)."""
    servers: Annotated[
        str, Option(GUESTS, "FILE", type=Path | None, default=None, parse=str, study="", local=True)
    ] = ""
    """Servers of your own (TOML), which tasks can name beside those of the pool; see docs/servers.md."""
    cluster: Annotated[str, Option(GUESTS, "ADDRESS", on_replay=True, study="", local=True)] = ""
    """Run the guests on the nodes of a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, or local for a private one on
    this host."""
    model_calls: Annotated[ModelCalls, Option(GUESTS, study="")] = "driver"
    """With --cluster: who sends requests to models: this process, or the node of the episode's guest, which then gets
    the key with each request."""
    limits: RunLimits = RunLimits()
    parts: PartOptions = Field(default_factory=dict)
    replay: str = ""

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, data: Any) -> Any:
        return with_groups(data, cls) if isinstance(data, Mapping) else data

    @classmethod
    def further_options(cls) -> Iterable[type[OptionGroup]]:
        """Return the option models of the parts of episodes, whose options stand among those of a run."""
        return option_models().values()

    def changed(self, values: Mapping[str, Any]) -> RunOptions:
        """Return the options with other values of some, those of groups and parts included, by name."""
        return RunOptions.model_validate(self.model_dump() | dict(values))

    def by_name(
        self, mode: Literal["json", "python"] = "json", without: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the values by name, those of groups and parts beside the run's own.

        Args:
            mode: As JSON has them, or as they are.
            without: Names of values that are left out.
        """
        values: dict[str, Any] = {}
        for name, value in self.model_dump(mode=mode).items():
            if name == "parts":
                values |= self._values_of_parts(mode)
            else:
                values |= value if name in _GROUPS else {name: value}
        return {name: value for name, value in values.items() if name not in without}

    def _values_of_parts(self, mode: Literal["json", "python"]) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, given in (default_options() | self.parts).items():
            values |= given.model_dump(mode=mode) if isinstance(given, BaseModel) else {name: given}
        return values

    def chosen(self) -> dict[str, Any]:
        """Return the values that are not the defaults, by name as JSON has them; those of groups and parts, too."""
        known = (given for given in self.parts.values() if isinstance(given, BaseModel))
        values = self.model_dump(mode="json", exclude_defaults=True, exclude={"parts", *_GROUPS})
        for given in (*(getattr(self, name) for name in _GROUPS), *known):
            values |= given.model_dump(mode="json", exclude_defaults=True)
        return values

    def of_part(self, name: str) -> Any:
        """Return the options of a part: those of this run, or its defaults; None if it declares none."""
        return self.parts.get(name, default_options().get(name))

    @property
    def epochs_differ(self) -> bool:
        """Whether epochs play other forms of a task than the first one."""
        return len(self.variants.in_epochs(self.epochs)) > 1

    def same_form(self, other: RunOptions, epoch: int) -> bool:
        """Whether the first epoch plays the form of a task that an epoch of another run plays."""
        ours, theirs = self.variants.in_epoch(1), other.variants.in_epoch(epoch)
        return ours == theirs and self.instructions == other.instructions

    @property
    def agent_name(self) -> str:
        """The agent and its variant, as on the command line."""
        return ":".join(filter(None, (self.agent, self.variant)))

    @property
    def screen_text(self) -> str:
        """The guests' screen in words, such as "2560x1440 at scale 2"; "" if it is the usual one of the suite."""
        scaled = f"at scale {self.scale}" if self.scale != 1 else ""
        return " ".join(filter(None, (self.screen, scaled)))


_GROUPS = option_groups(RunOptions)


def local_options() -> frozenset[str]:
    """Return the names of options with addresses or paths of this host, which shared pages must not show."""
    return frozenset({"replay", *(item.name for item in list_options(RunOptions) if item.option.local)})
