"""A task of one of the papers' releases: headless, on servers, scored by judges."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from plugins.tool_pools.sources.files import SuiteFile
from plugins.tool_pools.sources.names import server_names
from testbed.command import command
from testbed.errors import GuestConnectionError, GuestError, SetupError, TaskError
from testbed.guests import (
    HEADLESS,
    AddedServers,
    Guest,
    GuestView,
    TaskServers,
    offer_servers,
    tool_of_server,
)
from testbed.tasks import JudgeNotes, Level, PlayOptions, Score, SourceRef, Task, TaskInfo, TaskJudging

READY = "runs with the pool"
_AS_READ = PlayOptions()


@dataclass(frozen=True, slots=True)
class ServerNeed:
    """A server that a task needs: any of `names`, the release's; for `tool`, if its task names that alone."""

    names: tuple[str, ...]
    tool: str = ""


@dataclass(frozen=True)
class SuiteTask(Task):
    """A task as a release has it.

    Attributes:
        suite: The source's name.
        task_id: `<domain>/<the release's id>`.
        text: What the agent is given.
        notes: What judges are given.
        file: The file that has the task.
        entry: The task as the file has it.
        needs: The servers that it needs.
        files: The files that it reads.
        named: The tools that the release names as those which solve it, by their own names.
        unscored: Why testbed cannot score it, as "<kind>: <detail>"; "" if a judge can.
        length: Its level.
        origin: The checkout.
        play: How a run plays it.
    """

    suite: str
    task_id: str
    text: str
    notes: JudgeNotes
    file: Path
    entry: Mapping[str, Any]
    needs: tuple[ServerNeed, ...]
    origin: SourceRef
    files: tuple[SuiteFile, ...] = ()
    named: tuple[str, ...] = ()
    unscored: str = ""
    length: Level | None = None
    play: PlayOptions = _AS_READ

    @property
    def id(self) -> str:
        return self.task_id

    @property
    def instruction(self) -> str:
        return self.text

    @property
    def path(self) -> str:
        return str(self.file)

    @property
    def source(self) -> SourceRef:
        return self.origin

    @cached_property
    def info(self) -> TaskInfo:
        """Some tool always helps: nothing but tools can do it. What it requires is beyond the pool."""
        return TaskInfo(
            applications=("os",),
            tools=self._tools(),
            tool_beneficial=True,
            level=self.length,
            requirement=self._resolve(AddedServers())[1] or self._other_obstacle or READY,
        )

    @property
    def judging(self) -> SuiteJudging:
        return SuiteJudging(self)

    def with_play(self, play: PlayOptions) -> SuiteTask:
        play = replace(self.play, added=play.added, with_pool=play.with_pool, judged=play.judged)
        return self if play == self.play else replace(self, play=play)

    @cached_property
    def servers(self) -> TaskServers:
        """The servers that its set-up offers: for each need one at hand, preferably one that is offered anyway."""
        return TaskServers(self._resolve(self.play.added)[0], self.play.added, self.play.with_pool)

    def _tools(self) -> tuple[str, ...]:
        """Return the tools that the release names, by their names in a guest.

        Empty if the pool's version of a server lacks one of them, or the release names none of one of its servers: what
        is needed is not known then, and filters take all tools of its servers.
        """
        found: dict[str, str] = {}
        for name in self.named:
            places = ((server, tool_of_server(server, name)) for server in self.servers)
            server, tool = next((place for place in places if place[1]), ("", None))
            if tool is None:
                return ()
            found[tool] = server
        return tuple(found) if set(found.values()) == set(self.servers) else ()

    def _resolve(self, added: AddedServers) -> tuple[tuple[str, ...], str]:
        """Return the servers at hand for its needs, and what is missing as a reason to skip it; "" if nothing is."""
        id_of = server_names(self.suite).id_of
        chosen: dict[str, None] = {}
        missing: dict[str, None] = {}
        at_hand = {
            need: [name for name in map(id_of, need.names) if not TaskServers((name,), added).skip_reason()]
            for need in self.needs
        }
        for need, ids in sorted(at_hand.items(), key=lambda item: len(item[1])):
            if not ids:
                names = " or ".join(dict.fromkeys(map(id_of, need.names))) or "no server of the checkout"
                missing[f"{need.tool} ({names})" if need.tool else names] = None
            elif not any(name in chosen for name in ids):
                chosen[ids[0]] = None
        return tuple(sorted(chosen)), f"needs servers: {', '.join(missing)}" if missing else ""

    @cached_property
    def _other_obstacle(self) -> str:
        problem = next((file.problem for file in self.files if file.problem), "")
        return self.unscored or (f"needs files: {problem}" if problem else "")

    @cached_property
    def skip_reason(self) -> str:
        return self._resolve(self.play.added)[1] or self._other_obstacle

    @cached_property
    def hash(self) -> str:
        digest = hashlib.sha256(json.dumps([self.suite, self.entry], sort_keys=True).encode())
        digest.update(self.initial_state_hash.encode())
        return digest.hexdigest()

    @cached_property
    def initial_state_hash(self) -> str:
        digest = hashlib.sha256("\0".join((self.instruction, *self.servers)).encode())
        for file in self.files:
            file.add_to(digest)
        return digest.hexdigest()

    def select_snapshot(self, available: Set[str]) -> str:
        return HEADLESS if HEADLESS in available else super().select_snapshot(available)

    def definition(self) -> Mapping[str, Any]:
        return {
            "instruction": self.instruction,
            "servers": self.servers.ids,
            "tools": self.info.tools,
            "level": self.info.level,
            "key_points": self.notes.key_points,
            "reference": self.notes.reference,
            "dependencies": self.notes.dependencies,
            "files": [file.path for file in self.files],
            "requirement": self.info.requirement,
            "skip_reason": self.skip_reason,
            "entry": self.entry,
        }

    def describe_setup(self) -> Sequence[str]:
        offered = [f"offer the servers {', '.join(self.servers)}"] if self.servers else []
        return [*(f"copy {file.path} to {file.to}" for file in self.files), *offered]

    def set_up(self, guest: Guest, cancel: threading.Event) -> None:  # noqa: ARG002  # no step waits
        for file in self.files:
            try:
                if file.problem:
                    raise SetupError(file.problem, hint="restore it in the checkout")
                file.copy(guest)
            except GuestConnectionError:
                raise
            except (GuestError, OSError) as error:
                raise SetupError(f"{self.path}: {file.path} cannot be copied: {error}") from error
        if self.servers:
            offer_servers(guest, self.servers)


@dataclass(frozen=True)
class SuiteJudging(TaskJudging):
    """The judges of a task, which no script scores."""

    task: SuiteTask

    @property
    def checker_path(self) -> str:
        return self.task.path

    @property
    def has_checker(self) -> bool:
        return False

    def checker(self) -> Callable[[GuestView], Score]:
        """In a run with a judge one without claims. Raises TaskError in another."""
        if self.task.play.judged:
            return _nothing_to_check
        raise TaskError(
            f"{self.task.id}: only a judge can score this task",
            hint=f"name the judge's model: `{command('run --judge MODEL')}`",
        )

    @property
    def notes(self) -> JudgeNotes:
        return self.task.notes


def _nothing_to_check(_guest: GuestView) -> Score:
    return Score.all_of()
