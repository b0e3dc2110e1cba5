"""How a part of episodes is declared: what users see of it, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from controller.core.guest import Tool
from controller.core.options import OptionGroup
from controller.episode.part import EpisodePart
from controller.guests.provider import Provider
from controller.metrics.spec import MetricSpec
from controller.models.client import ModelClient
from controller.models.model_access import ModelAccess
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.spending import Spending
from controller.records.verdicts import EpisodeVerdict
from controller.tasks.task import Task

Look = Literal["idle", "warn", "bad"]
"""How a badge looks: a remark, something unusual, or something wrong."""
OnFailure = Literal["infra_error", "go_on"]
"""What becomes of an episode when one of its parts fails: it ends, or the part is out of it from then on."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A short remark."""

    text: str
    look: Look = "idle"


@dataclass(frozen=True, slots=True)
class StepNote:
    """What a part has to say about a step: a badge, and a text with a title and how many seconds it took."""

    badge: Badge
    title: str = ""
    text: str = ""
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class PartRun:
    """A run, as a part of its episodes sees it.

    Attributes:
        given: The part's own options; None if it declares none.
        options: Those of the run.
        folder: The folder of its records.
        tell: Shows people who watch the run one line about an episode: its label, the line.
        records: Its records; None of an episode that belongs to no run.
        replayed: Those of the run that it replays; None if it replays none.
        model_access: Prices of models, what the run may spend, and its limit of concurrent requests. A part charges
            requests that it sends by clients of its own to `model_access.limits`.
        provider: Has the guests; None of an episode that belongs to no run.
        episodes: Those that are to be played now, as task id and epoch.
    """

    given: Any
    options: RunOptions
    folder: Path
    tell: Callable[[str, str], None]
    records: RunRecords | None = None
    replayed: RunRecords | None = None
    model_access: ModelAccess = field(default_factory=ModelAccess)
    provider: Provider | None = None
    episodes: Sequence[tuple[str, int]] = ()


@dataclass(frozen=True, slots=True)
class PartAttempt:
    """An attempt at an episode of a run, before it has its guest.

    Attributes:
        task: The task, as `DeclaredPart.prepare` returned it.
        epoch: The epoch, from 1.
        label: Names the episode for people.
        number: The attempt, from 0.
        client: Sends requests to model APIs while the attempt is played; they are recorded, counted and priced as the
            agent's.
        replayed: Returns the recorded events of the attempt that is replayed; none in a run that replays none.
    """

    task: Task
    epoch: int
    label: str
    number: int = 0
    client: ModelClient = field(default_factory=ModelClient)
    replayed: Callable[[], Iterable[Mapping[str, Any]]] = tuple


@dataclass(frozen=True, slots=True)
class PartCheck:
    """A run that is about to begin or to go on, as a part checks it.

    Attributes:
        given: The part's own options; None if it declares none.
        options: Those of the run.
        folder: The folder of its records, which need not exist yet.
        tasks: The tasks that it plays.
        client: Sends requests to model APIs; in a replay it has no answers.
    """

    given: Any
    options: RunOptions
    folder: Path
    tasks: Sequence[Task]
    client: ModelClient


MakePart = Callable[[PartAttempt], EpisodePart | None]
"""Makes a part of one attempt; None if it has nothing to do in it."""


class DeclaredPart:
    """A part of episodes, declared once; everything that plays, records and shows episodes asks this object.

    A part of yours is a class with what it needs of these members. Failures of `open`, `check`, `prompts`, `models`,
    `asks` and `prepare` stop a run before it begins; what cannot be shown because another one fails is left out.

    Attributes:
        title: Its name for people, in lower case, such as "weather".
        on_failure: What becomes of an episode when its part in it fails.
        options: Its options: of the command line, of configuration and study files, in Python, and in `run.json` under
            `options.parts.<name>`.
        section: Its section of `task.toml`: the table of its name. Tasks have it in `Task.sections`.
        own_tools: The tools that its episodes may offer agents beside those of guests (`Desktop.offer`), in tasks that
            have its section.
        record: The type of `EpisodePart.record`, which `result.json` has under `parts.<name>`.
        metrics: Numbers over episodes, computed from the records: columns of `score`, reports, pages and files.
        kinds: The kinds of the events that it records, if they are others than its name.
        words: The texts in these events that are no user's and no task's: copies of a run without texts keep them.
        old_field: The field of `result.json` that had its record in earlier versions of testbed; "" for none.
    """

    title: str
    on_failure: OnFailure = "infra_error"
    options: type[OptionGroup] | None = None
    section: type[BaseModel] | None = None
    own_tools: tuple[Tool, ...] = ()
    record: Any = None
    metrics: tuple[MetricSpec, ...] = ()
    kinds: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    old_field: str = ""

    def open(self, run: PartRun) -> MakePart:
        """Return what makes its part in each attempt of a run. Raises UsageError."""
        raise NotImplementedError

    def check(self, run: PartCheck) -> None:
        """Raise UsageError if a run cannot be played, and ModelApiError; before it begins, and before it goes on."""

    def prepare(self, task: Task, given: Any) -> Task:  # noqa: ARG002
        """Return the task as a run with these options of the part plays it."""
        return task

    def order(
        self,
        given: Any,  # noqa: ARG002
        episodes: Sequence[tuple[str, int]],
        guests: int,  # noqa: ARG002
    ) -> Sequence[tuple[str, int]]:
        """Return the episodes of a run, as task id and epoch, in the order in which so many guests are to play them."""
        return episodes

    def prompts(self, given: Any, tasks: Sequence[Task]) -> Mapping[str, str]:  # noqa: ARG002
        """Return its prompts in a run of these tasks with these options of the part, by name.

        A run goes on with the same ones.
        """
        return {}

    def models(self, given: Any) -> Iterable[str]:  # noqa: ARG002
        """Return the models that it calls in a run with these options of the part: `--max-cost` needs their prices."""
        return ()

    def advice(self, given: Any, tasks: Sequence[Task]) -> Iterable[str]:  # noqa: ARG002
        """Return lines for a person who starts a run of these tasks with these options of the part."""
        return ()

    def asks(self, given: Any) -> bool:  # noqa: ARG002
        """Whether it asks at the terminal in a run with these options of the part."""
        return False

    def marks(self, given: Any, records: Sequence[Any]) -> Iterable[str]:  # noqa: ARG002
        """Return remarks to show beside the figures of a run with these options of the part.

        `records` are those of the episodes that the numbers are about.
        """
        return ()

    def verdict(self, record: Any, before: float) -> EpisodeVerdict | None:  # noqa: ARG002
        """Return what it makes of an episode's score, given its record and that score; None if it leaves it as it is.

        It is asked when an episode has ended, and again when the checker or a part before it gives another score.
        """
        return None

    def usage(self, record: Any) -> Spending | None:  # noqa: ARG002
        """Return what an episode's requests by clients of the part's own used; None without any."""
        return None

    def tell_section(self, section: Any) -> Iterable[str]:  # noqa: ARG002
        """Return lines about a task that has such a section, for people."""
        return ()

    def total(self, records: Sequence[Any]) -> Any:  # noqa: ARG002
        """Return what the records of several episodes, one or more, are together; None if that is not shown."""
        return None

    def explain(self, record: Any) -> str:  # noqa: ARG002
        """Return in a few words what it did, given an episode's record or such a total; "" for nothing."""
        return ""

    def badge(self, record: Any) -> Badge | None:  # noqa: ARG002
        """Return the badge of an episode with that record."""
        return None

    def note(self, event: Mapping[str, Any]) -> StepNote | None:  # noqa: ARG002
        """Return what to say about the step that one of its events, in which `step` is its number, is about."""
        return None

    def command_from(
        self,
        folder: Path,  # noqa: ARG002
        episode: tuple[str, int],  # noqa: ARG002
        steps: int,  # noqa: ARG002
    ) -> tuple[str, str] | None:
        """Return a title, and a command that goes on from an episode after so many steps; None without one.

        The run is that of a folder, the episode a task id and an epoch.
        """
        return None

    def facts(self, events: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        """Return what to say about an episode with these events of it, as pairs of a name and a text."""
        return ()
