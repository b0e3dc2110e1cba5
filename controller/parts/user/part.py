"""The user of a task whom the agent can ask, as one of its tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.core.guest import ToolResult
from controller.episode.part import EpisodePart, PlayedEpisode
from controller.tasks.user import ASK_USER, TaskUser, User


class AskedUser(EpisodePart):
    """Offers the tool in a task that has a user. The record is the number of questions."""

    record: int | None = None

    def __init__(self, make_user: Callable[[TaskUser], User]) -> None:
        """`make_user` returns who answers for the task's user."""
        self._make_user = make_user

    def begin(self, episode: PlayedEpisode) -> None:
        """Offer the tool."""
        user = self._make_user(episode.task.sections["user"])
        self.record = self.record or 0

        def answer(arguments: Mapping[str, Any]) -> ToolResult:
            self.record = (self.record or 0) + 1
            return user.answer(arguments)

        episode.desktop.offer(ASK_USER, answer)
