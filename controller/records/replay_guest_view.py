"""A recorded final state as a GuestView: answers a changed checker in place of the guest."""

from __future__ import annotations

import posixpath
import socket
from collections.abc import Sequence
from pathlib import Path

from checkers import Termination
from checkers.base import CommandOutput
from checkers.differences.changed_files import FileChange
from controller.core.guest import FILE_LIMIT, HOME, CommandResult
from controller.records.final_state import (
    GuestQuery,
    QueryResult,
    State,
    command_query,
    read_blob,
    require_success,
)
from testbed.errors import CommandError, FileTooLargeError, NotRecordedError


class ReplayGuestView:
    """A GuestView over a recorded state; `unanswered` is the error of the first query it could not answer."""

    def __init__(self, state: State, folder: Path, termination: Termination | None) -> None:
        self.termination = termination
        self.unanswered: NotRecordedError | None = None
        self._state = state
        self._folder = folder
        self._commands = [answer for answer in state.answers if answer.query.kind == "run"]
        self._runs = 0
        self._turns: dict[tuple[GuestQuery, int], int] = {}

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,  # noqa: ARG002
        check: bool = True,
    ) -> CommandOutput:
        query = command_query("run", argv, as_user, stdin)
        if self._runs >= len(self._commands) or self._commands[self._runs].query != query:
            raise self._note_unanswered(query, "it may change the guest, and was not run at this point")
        answer = self._commands[self._runs]
        self._runs += 1
        return require_success(self._output(answer), check)

    def look(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,  # noqa: ARG002
    ) -> CommandOutput:
        query = command_query("look", argv, as_user, stdin)
        answer = self._recorded_answer(query)
        if answer is None:
            raise self._note_unanswered(query, self._missing_reason())
        return self._output(answer)

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        query = GuestQuery(kind="read", path=path)
        answer = self._recorded_answer(query)
        if answer is not None:
            if answer.problem == "missing":
                raise FileNotFoundError(path)
            if answer.problem == "too large" and limit <= answer.limit:
                raise FileTooLargeError(f"{path} is larger than {limit} bytes")
            if answer.problem == "error":
                raise CommandError(answer.errors)
            if answer.content is not None:
                return self._limit(path, self.content(answer.content), limit)
        return self._from_home(query, limit)

    def changed_files(self) -> list[FileChange]:
        query = GuestQuery(kind="changes")
        recorded = next((one for one in self._state.changes if one.after == self._runs), None)
        if recorded is None:
            raise self._note_unanswered(query, self._missing_reason())
        try:
            return recorded.answer(self.content)
        except NotRecordedError as error:
            raise self._note_unanswered(query, error.message) from error

    def relay(self, connection: socket.socket, port: int) -> None:
        del connection
        raise self._note_unanswered(
            GuestQuery(kind="connect", path=str(port)), "only a running guest can be connected to"
        )

    def _from_home(self, query: GuestQuery, limit: int) -> bytes:
        path, home = query.path, self._state.home
        if self._runs == 0 and posixpath.normpath(path) == path:
            if path in home.files:
                return self._limit(path, self.content(home.files[path]), limit)
            if home.whole and self._is_absent(path):
                raise FileNotFoundError(path)
        raise self._note_unanswered(
            query, "it is too large" if path in home.left_out else self._missing_reason()
        )

    def _is_absent(self, path: str) -> bool:
        """Whether the list of the user's files excludes the path: the last folder on its way is listed."""
        kinds = {entry.path: entry.kind for entry in self._state.home.entries}
        if not path.startswith(f"{HOME}/") or path in kinds:
            return False
        parts = path.removeprefix(f"{HOME}/").split("/")
        if any(part.startswith(".") for part in parts):
            return False
        for number in range(1, len(parts)):
            above = f"{HOME}/{'/'.join(parts[:number])}"
            if above not in kinds:
                return True
            if kinds[above] != "d":
                return False
        return True

    def _recorded_answer(self, query: GuestQuery) -> QueryResult | None:
        """Return the answer of the same turn, or of any turn if all were equal."""
        answers = [
            answer for answer in self._state.answers if answer.query == query and answer.after == self._runs
        ]
        turn = self._turns.get((query, self._runs), 0)
        self._turns[query, self._runs] = turn + 1
        if turn < len(answers):
            return answers[turn]
        return answers[-1] if answers and all(answer == answers[0] for answer in answers) else None

    def _output(self, answer: QueryResult) -> CommandResult:
        if answer.problem == "error":
            raise CommandError(answer.errors)
        if answer.content is None:
            raise self._note_unanswered(answer.query, "its output is too large")
        errors = answer.errors.encode()
        return CommandResult(answer.query.argv, answer.exit_code, self.content(answer.content), errors)

    def _limit(self, path: str, data: bytes, limit: int) -> bytes:
        if len(data) > limit:
            raise FileTooLargeError(f"{path} is larger than {limit} bytes")
        return data

    def content(self, name: str) -> bytes:
        """Return a recorded content by its name."""
        return read_blob(self._folder, name)

    def _missing_reason(self) -> str:
        reason = (
            f"; the user's files were not recorded: {self._state.home.reason}"
            if self._state.home.reason
            else ""
        )
        return f"it was not queried at this point{reason}"

    def _note_unanswered(self, query: GuestQuery, reason: str) -> NotRecordedError:
        error = NotRecordedError(
            f"the recorded final state does not answer {query}: {reason}", hint="start a new run"
        )
        self.unanswered = self.unanswered or error
        return error
