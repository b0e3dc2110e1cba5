"""What a task source offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from controller.core.options import OptionGroup, list_options
from controller.tasks.task import Task


class TaskSource(Protocol):
    """A collection of tasks."""

    def ids(self) -> list[str]:
        """Return the ids of all tasks, sorted. Raises UsageError when there is none or they cannot be read."""
        ...

    def load(self, task_id: str) -> Task:
        """Return the task of an id that `ids` has. Raises TaskError when its definition is malformed."""
        ...


@dataclass(frozen=True, slots=True)
class TaskSourceSpec:
    """The declaration of a task source. Users name it and a place as a suite, `--suite osworld:DIR`.

    Attributes:
        open_source: Returns the source, given the place and those of `options` that the user gave. Raises UsageError.
        place: The syntax of the place, for help and hints.
        options: Further options that it takes: what each does, by its name without dashes.
        guest: What its tasks ask of their guests, as fields of `GuestOptions`: {"profile": "osworld"}.
        run_options: The options that users give it on the command line, beside those of every run; None without any.
            `open_source` gets their values as text, by their flags without dashes.
    """

    open_source: Callable[[str, Mapping[str, str]], TaskSource]
    place: str = "DIR"
    options: Mapping[str, str] = field(default_factory=dict)
    guest: Mapping[str, Any] = field(default_factory=dict)
    run_options: type[OptionGroup] | None = None

    @property
    def option_names(self) -> tuple[str, ...]:
        """All options that it takes, by their names without dashes."""
        own = list_options(self.run_options) if self.run_options else ()
        return (*(item.flag.removeprefix("--") for item in own), *self.options)
