"""The applications of a life in memory: solutions are played on them, and checkers judge what is left."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import tempfile
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mcp.server.mcpserver.exceptions import ToolError

from checkers.differences.changed_files import FileChange, FileState
from mcp_tools.fixtures.servers import FIXTURES
from mcp_tools.personal.apps import APPS
from mcp_tools.personal.calls import execute
from mcp_tools.personal.life.state import write_state
from mcp_tools.personal.store import Data, Store
from plugins.persona.generation.lived import Lived
from plugins.persona.state_log import STATE
from testbed.actions import Terminate, ToolCall
from testbed.agents import Observation
from testbed.guests import ToolResult
from testbed.tasks import Score

NO_SCREEN = 1


@dataclass(frozen=True, slots=True)
class Played:
    """What a solution has left.

    Attributes:
        before: The file of the state before it.
        after: The file of the state after it.
        answer: What it answered.
        refused: Why calls of it were refused.
    """

    before: bytes
    after: bytes
    answer: str = ""
    refused: tuple[str, ...] = ()


class LeftGuest:
    """A guest of which nothing is known but what was done with the applications."""

    def __init__(self, played: Played) -> None:
        self._states = [
            FileState("f", 0o600, len(data), content=data) for data in (played.before, played.after)
        ]
        self.termination = Terminate(status="success", answer=played.answer)

    def changed_files(self) -> list[FileChange]:
        """Return the change of the state's file, if there is one."""
        before, after = self._states
        return [FileChange(STATE, before, after)] if before != after else []


class Desk:
    """A life's applications, and the servers of the country that it is in."""

    def __init__(self, lived: Lived, folder: Path) -> None:
        self.person = lived.me
        self._folder = folder
        file = folder / "life.db"
        write_state(lived.life, file)
        self.state = file.read_bytes()
        self._fixtures = {
            name.replace("-", "_"): fixture(folder / f"{name}.db") for name, fixture in FIXTURES.items()
        }

    def changed(self, records: Mapping[str, Data]) -> bytes:
        """Return the state in which some records, given as "mail.message mail-12", are others."""
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            file = Path(folder) / "state.db"
            file.write_bytes(self.state)
            store = Store(file)
            with store.transaction():
                for record, data in records.items():
                    kind, key = record.split()
                    store.put(kind, key, data)
            store.close()
            return file.read_bytes()

    def play(self, solution: Generator[Any, Observation, None], state: bytes = b"") -> Played:
        """Play a solution, by default on the life as it is."""
        begin = state or self.state
        with tempfile.TemporaryDirectory(dir=self._folder) as folder:
            file = Path(folder) / "state.db"
            file.write_bytes(begin)
            store = Store(file)
            answer, refused = self._play(solution, store)
            store.close()
            return Played(begin, file.read_bytes(), answer, tuple(refused))

    def _play(self, solution: Generator[Any, Observation, None], store: Store) -> tuple[str, list[str]]:
        refused: list[str] = []
        results: tuple[ToolResult, ...] = ()
        try:
            action = next(solution)
            while True:
                if isinstance(action, Terminate):
                    return action.answer, refused
                result = self._call(store, action)
                if result.is_error:
                    refused.append(f"{action.name}: {result.text}")
                results = (result,)
                action = solution.send(Observation(b"", NO_SCREEN, NO_SCREEN, (), results))
        except StopIteration:
            return "", refused

    def _call(self, store: Store, call: ToolCall) -> ToolResult:
        app, _, tool = call.name.partition("_")
        if app in APPS:
            outcome = execute(store, APPS[app], tool, call.arguments, self.person)
            text = outcome.refused or json.dumps(outcome.result, ensure_ascii=False)
            return ToolResult(text=text, is_error=bool(outcome.refused))
        for name, fixture in self._fixtures.items():
            if call.name.startswith(f"{name}_"):
                try:
                    value = getattr(fixture, call.name.removeprefix(f"{name}_"))(**call.arguments)
                except (ToolError, TypeError) as error:
                    return ToolResult(text=str(error), is_error=True)
                wrapped = value if isinstance(value, dict) else {"result": value}
                return ToolResult(text=json.dumps(value, ensure_ascii=False), structured=wrapped)
        return ToolResult(text=f"there is no tool {call.name}", is_error=True)


def judged(check: Callable[[Any], Score], played: Played) -> Score:
    """Return what a checker says of what a solution has left."""
    return check(LeftGuest(played))


def load(path: Path) -> ModuleType:
    """Return a script of a task's folder as a module."""
    spec = importlib.util.spec_from_file_location(f"_{path.parent.name}_{path.stem}", path)
    assert spec and spec.loader, "it is a Python file"
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def records_of(state: bytes) -> Mapping[tuple[str, str], str]:
    """Return the records of a state's file as JSON, by type and id."""
    with sqlite3.connect(":memory:") as database:
        database.deserialize(state)
        return {(row[0], row[1]): row[2] for row in database.execute("SELECT type, id, data FROM records")}
