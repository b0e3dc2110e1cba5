"""How a part of episodes is declared: what users see of it, and what makes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from controller.core.options import OptionGroup
from controller.episode.part import EpisodePart
from controller.metrics.spec import MetricSpec
from controller.models.client import ModelClient
from controller.records.run_options import RunOptions
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
        replays: Whether it replays another run.
    """

    given: Any
    options: RunOptions
    folder: Path
    tell: Callable[[str, str], None]
    replays: bool = False


@dataclass(frozen=True, slots=True)
class PartAttempt:
    """An attempt at an episode of a run, before it has its guest.

    Attributes:
        task: The task, as `PartSpec.prepare` returned it.
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


def _says_nothing(record: Any) -> str:  # noqa: ARG001
    return ""


def _has_no_facts(events: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, str]]:  # noqa: ARG001
    return ()


def _has_none(record: Any) -> None:  # noqa: ARG001
    return None


def _has_no_prompts(given: Any) -> Mapping[str, str]:  # noqa: ARG001
    return {}


def _has_no_names(given: Any) -> Iterable[str]:  # noqa: ARG001
    return ()


def _permits(run: PartCheck) -> None:
    """Nothing is wrong."""


def _asks_nobody(given: Any) -> bool:  # noqa: ARG001
    return False


def _unchanged(task: Task, given: Any) -> Task:  # noqa: ARG001
    return task


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSpec:
    """A part of episodes, declared once; everything that plays, records and shows episodes reads this declaration.

    Attributes:
        title: Its name for people, in lower case, such as "weather".
        open: Called once a run, returns what makes its part in each attempt. Raises UsageError.
        options: Its options: of the command line, of configuration and study files, in Python, and in `run.json` under
            `options.parts.<name>`.
        section: Its section of `task.toml`: the table of its name. Tasks have it in `Task.sections`.
        tell_section: Returns lines about a task that has such a section, for people.
        record: The type of `EpisodePart.record`, which `result.json` has under `parts.<name>`.
        metrics: Numbers over episodes, computed from the records: columns of `score`, reports, pages and files.
        badge: Returns the badge of an episode with that record.
        total: Returns what the records of several episodes, one or more, are together; None if that is not shown.
        explain: Returns in a few words what the part did, given an episode's record or such a total; "" for nothing.
        kinds: The kinds of the events that it records, if they are others than its name.
        words: The texts in these events that are no user's and no task's: copies of a run without texts keep them.
        note: Returns what to say about the step that one of these events, in which `step` is its number, is about.
        facts: Returns what to say about an episode with these events, as pairs of a name and a text.
        old_field: The field of `result.json` that had its record in earlier versions of testbed; "" for none.
        check: Raises UsageError if a run cannot be played, and ModelApiError; before it begins, and before it goes on.
        prompts: Returns its prompts in a run with these options of its own, by name: a run goes on with the same ones.
        models: Returns the models that it calls in such a run: limits of cost need their prices.
        marks: Returns remarks that stand beside the numbers of such a run.
        asks: Whether it asks at the terminal in a run with these options of its own.
        prepare: Returns the task as a run with these options of the part plays it.
        on_failure: What becomes of an episode when it fails.
    """

    title: str
    open: Callable[[PartRun], MakePart]
    options: type[OptionGroup] | None = None
    section: type[BaseModel] | None = None
    tell_section: Callable[[Any], Iterable[str]] = _has_no_names
    record: Any = None
    metrics: tuple[MetricSpec, ...] = ()
    badge: Callable[[Any], Badge | None] = _has_none
    total: Callable[[Sequence[Any]], Any] | None = None
    explain: Callable[[Any], str] = _says_nothing
    kinds: tuple[str, ...] = ()
    words: frozenset[str] = frozenset()
    facts: Callable[[Iterable[Mapping[str, Any]]], Iterable[tuple[str, str]]] = _has_no_facts
    note: Callable[[Mapping[str, Any]], StepNote | None] = _has_none
    check: Callable[[PartCheck], None] = _permits
    prompts: Callable[[Any], Mapping[str, str]] = _has_no_prompts
    models: Callable[[Any], Iterable[str]] = _has_no_names
    marks: Callable[[Any], Iterable[str]] = _has_no_names
    asks: Callable[[Any], bool] = _asks_nobody
    prepare: Callable[[Task, Any], Task] = _unchanged
    old_field: str = ""
    on_failure: OnFailure = "infra_error"
