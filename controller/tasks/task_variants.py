"""A task that can be played with other facts."""

from __future__ import annotations

from abc import ABC, abstractmethod


class TaskVariants(ABC):
    """What a task with variants has for the variant that is played (`PlayOptions.variant`)."""

    @property
    @abstractmethod
    def facts(self) -> object:
        """The facts of the variant, a frozen dataclass. Raises TaskError."""

    def check_repeatable(self) -> None:  # noqa: B027  # most make no files
        """Raise TaskError if the variant's files would differ when they are made again, elsewhere and later."""
