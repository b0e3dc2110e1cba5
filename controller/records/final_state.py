"""The final state of an episode, recorded so that a changed checker can judge it without the guest.

    final/state.json    the checker's queries and their answers, the user's files, and what changed in them
    final/<hash>        contents of files and outputs of commands, named by their content

A recorded state answers a query only when the guest's answer is on record; otherwise it raises NotRecordedError.
It never guesses: after a command that may have changed the guest, only answers given after the same commands count.
The content comes from a guest and is hostile: it is bounded, and passed to checkers as bytes.
"""

from __future__ import annotations

import hashlib
import shlex
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from checkers import GuestView, Termination
from checkers.base import CommandOutput
from checkers.differences.changed_files import FileChange, ShowsChanges
from controller.core.guest import FILE_LIMIT, HOME, CommandResult, Guest
from controller.core.invalid_data import describe_invalid
from controller.core.old_names import RenamedFields
from controller.core.ports import OffersPorts
from controller.records.bounded import read_bounded
from controller.records.recorded_changes import BlobName, HomeChanges
from testbed.errors import (
    CommandError,
    FileTooLargeError,
    GuestConnectionError,
    GuestError,
    RecordsError,
)

MARKER = "/run/testbed-set-up"
"""A file in the guest that was touched when the set-up was done."""
KEPT_FILE = 16 * 2**20
KEPT_TOTAL = 48 * 2**20
STATE_LIMIT = 16 * 2**20
ERROR_TEXT = 2000
CAPTURE_SECONDS = 10.0


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GuestQuery(_Record):
    """A checker's query: run a command (its stdin as a hash), read the file at `path`, connect to that port, or compare
    the home folder to what it was."""

    kind: Literal["run", "look", "read", "connect", "changes"]
    argv: tuple[str, ...] = ()
    as_user: bool = False
    stdin: str = ""
    path: str = ""

    def __str__(self) -> str:
        if self.kind == "read":
            return f"reading {self.path}"
        if self.kind == "connect":
            return f"connecting to port {self.path}"
        if self.kind == "changes":
            return "what has changed in the home folder"
        return f"running {shlex.join(self.argv)[:200]}{' as the user' if self.as_user else ''}"


class QueryResult(RenamedFields, _Record):
    """The guest's answer. `problem` is the reason for missing content; `limit` belongs to a file too large.

    `after` is the number of commands run before it that may have changed the guest.
    """

    _old_names: ClassVar[Mapping[str, str]] = {"question": "query"}

    query: GuestQuery
    after: int
    exit_code: int = 0
    content: BlobName | None = None
    errors: str = ""
    problem: Literal["", "missing", "too large", "error", "not kept"] = ""
    limit: int = 0


class Entry(_Record):
    """An entry of the user's home folder; `kind` is find's letter."""

    path: str
    kind: Literal["f", "d", "l", "o"]


class HomeFiles(RenamedFields, _Record):
    """The user's files before the checker's first query: the entries that are not hidden, all of them if `whole`.

    `reason` says why they were not listed; "" if they were.
    """

    _old_names: ClassVar[Mapping[str, str]] = {"why": "reason"}

    whole: bool = False
    reason: str = ""
    entries: tuple[Entry, ...] = ()
    files: dict[str, BlobName] = Field(default_factory=dict)
    left_out: tuple[str, ...] = ()


class State(RenamedFields, _Record):
    """`final/state.json`. `initial_state_hash` is the hash of the task's initial state (`Task.initial_state_hash`)."""

    _old_names: ClassVar[Mapping[str, str]] = {"premise": "initial_state_hash"}

    format: Literal[1] = 1
    initial_state_hash: str
    home: HomeFiles = HomeFiles()
    answers: tuple[QueryResult, ...] = ()
    changes: tuple[HomeChanges, ...] = ()


class _Capture(BaseModel):
    """The first line `home_files.py` prints."""

    model_config = ConfigDict(extra="forbid")

    whole: bool
    entries: list[tuple[str, Literal["f", "d", "l", "o"], int]] = Field(max_length=20_000)
    files: list[tuple[str, Annotated[int, Field(ge=0)]]] = Field(max_length=20_000)
    left_out: list[str] = Field(max_length=20_000)


class RecordingGuestView:
    """A GuestView that records every query and its answer."""

    def __init__(self, view: GuestView, guest: Guest, initial_state_hash: str) -> None:
        self.blobs: dict[str, bytes] = {}
        self._view = view
        self._guest = guest
        self._initial_state_hash = initial_state_hash
        self.capture_seconds = 0.0
        self._home: HomeFiles | None = None
        self._answers: list[QueryResult] = []
        self._changes: dict[int, HomeChanges] = {}
        self._seen: dict[int, Sequence[FileChange]] = {}
        self._runs = 0
        self._size = 0

    @property
    def termination(self) -> Termination | None:
        return self._view.termination

    @property
    def state(self) -> State:
        return State(
            initial_state_hash=self._initial_state_hash,
            home=self._home or HomeFiles(),
            answers=tuple(self._answers),
            changes=tuple(self._changes.values()),
        )

    def capture(self) -> None:
        """Record the user's files and what changed in them, whatever the checker will ask."""
        self._capture_home()
        self._compare_home()

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandOutput:
        self._capture_home()
        query = command_query("run", argv, as_user, stdin)
        try:
            done = self._query(
                query,
                lambda: self._view.run(argv, as_user=as_user, stdin=stdin, timeout=timeout, check=False),
            )
        finally:
            self._runs += 1
        return require_success(done, check)

    def look(
        self, argv: Sequence[str], *, as_user: bool = False, stdin: bytes = b"", timeout: float = 30.0
    ) -> CommandOutput:
        self._capture_home()
        query = command_query("look", argv, as_user, stdin)
        return self._query(
            query, lambda: self._view.look(argv, as_user=as_user, stdin=stdin, timeout=timeout)
        )

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        self._capture_home()
        query = GuestQuery(kind="read", path=path)
        try:
            data = self._view.read_file(path, limit=limit)
        except FileNotFoundError:
            self._store(QueryResult(query=query, after=self._runs, problem="missing"))
            raise
        except FileTooLargeError:
            self._store(QueryResult(query=query, after=self._runs, problem="too large", limit=limit))
            raise
        except CommandError as error:
            self._store(_failure(query, self._runs, error))
            raise
        self._store(QueryResult(query=query, after=self._runs), data)
        return data

    def changed_files(self) -> Sequence[FileChange]:
        self._capture_home()
        recorded = self._compare_home()
        # What is too large to be recorded is shown to the checker all the same.
        return self._seen.get(self._runs) or recorded.answer(self.blobs.__getitem__)

    def _compare_home(self) -> HomeChanges:
        if self._runs not in self._changes:
            self._changes[self._runs] = HomeChanges.of(self._runs, self._look_for_changes, self._keep)
        return self._changes[self._runs]

    def _look_for_changes(self) -> Sequence[FileChange]:
        if not isinstance(self._view, ShowsChanges):
            raise CommandError("the state before the agent began is not known")
        self._seen[self._runs] = self._view.changed_files()
        return self._seen[self._runs]

    def relay(self, connection: socket.socket, port: int) -> None:
        """Connect with a port of the guest. What passes is not recorded: a recorded state cannot be asked again."""
        self._capture_home()
        if not isinstance(self._view, OffersPorts):
            raise ConnectionRefusedError("the guest's ports cannot be reached")
        self._view.relay(connection, port)

    def _query(self, query: GuestQuery, ask: Callable[[], CommandOutput]) -> CommandResult:
        try:
            done = ask()
        except CommandError as error:
            self._store(_failure(query, self._runs, error))
            raise
        errors = getattr(done, "stderr", b"")
        answer = QueryResult(
            query=query,
            after=self._runs,
            exit_code=done.exit_code,
            errors=errors[:ERROR_TEXT].decode("utf-8", "replace"),
        )
        self._store(answer, done.stdout)
        return CommandResult(query.argv, done.exit_code, done.stdout, errors)

    def _store(self, answer: QueryResult, data: bytes | None = None) -> None:
        if data is not None:
            name = self._keep(data)
            answer = answer.model_copy(update={"content": name} if name else {"problem": "not kept"})
        self._answers.append(answer)

    def _keep(self, data: bytes) -> str:
        name = blob_name(data)
        if name in self.blobs:
            return name
        if len(data) > KEPT_FILE or self._size + len(data) > KEPT_TOTAL:
            return ""
        self._size += len(data)
        self.blobs[name] = data
        return name

    def _capture_home(self) -> None:
        if self._home is not None:
            return
        started = time.monotonic()
        script = Path(__file__).with_name("home_files.py").read_bytes()
        argv = ["/usr/bin/python3", "-I", "-", HOME, MARKER]
        try:
            done = self._guest.run(argv, stdin=script, timeout=CAPTURE_SECONDS)
            self._home = self._parse(done.stdout)
        except GuestConnectionError:
            raise
        except (GuestError, ValueError) as error:
            # The checker decides the score and can be answered without the files that it does not read.
            self._home = HomeFiles(reason=str(error)[:ERROR_TEXT])
        self.capture_seconds = time.monotonic() - started

    def _parse(self, output: bytes) -> HomeFiles:
        head, _, rest = output.partition(b"\n")
        capture = _Capture.model_validate_json(head)
        files, left_out = {}, list(capture.left_out)
        for path, size in capture.files:
            data, rest = rest[:size], rest[size:]
            if len(data) < size:
                raise ValueError("the user's files end too early")
            name = self._keep(data)
            if name:
                files[f"{HOME}/{path}"] = name
            else:
                left_out.append(path)
        return HomeFiles(
            whole=capture.whole,
            entries=tuple(Entry(path=f"{HOME}/{path}", kind=kind) for path, kind, _size in capture.entries),
            files=files,
            left_out=tuple(f"{HOME}/{path}" for path in left_out),
        )


def blob_name(data: bytes) -> str:
    """Return the name of a recorded content: 32 hexadecimal digits of its SHA-256."""
    return hashlib.sha256(data).hexdigest()[:32]


def state_file(folder: Path) -> Path:
    """Return the file of the state in an episode's folder `final`."""
    return folder / "state.json"


def read_state(folder: Path) -> State | None:
    """Read the state in an episode's folder `final`; None when there is none. Raises RecordsError."""
    path = state_file(folder)
    if not path.is_file():
        return None
    try:
        return State.model_validate_json(_read_bounded(path, STATE_LIMIT))
    except ValidationError as error:
        raise RecordsError(
            f"cannot read {path}: {describe_invalid(error)}", hint="start a new run"
        ) from error


def read_blob(folder: Path, name: str) -> bytes:
    """Read a recorded content. Raises RecordsError when it is missing or was changed."""
    data = _read_bounded(folder / name, KEPT_FILE)
    if blob_name(data) != name:
        raise RecordsError(f"{folder / name} was changed after it was recorded", hint="start a new run")
    return data


def _read_bounded(path: Path, limit: int) -> bytes:
    try:
        return read_bounded(path, limit)
    except OSError as error:
        raise RecordsError(f"cannot read {path}: {error.strerror}", hint="start a new run") from error


def command_query(
    kind: Literal["run", "look"], argv: Sequence[str], as_user: bool, stdin: bytes
) -> GuestQuery:
    digest = hashlib.sha256(stdin).hexdigest() if stdin else ""
    return GuestQuery(kind=kind, argv=tuple(argv), as_user=as_user, stdin=digest)


def _failure(query: GuestQuery, after: int, error: CommandError) -> QueryResult:
    return QueryResult(query=query, after=after, problem="error", errors=error.message[:ERROR_TEXT])


def require_success(done: CommandResult, check: bool) -> CommandResult:
    if check and done.exit_code:
        message = done.stderr.decode("utf-8", "replace").strip()
        raise CommandError(
            f"{shlex.join(done.argv)[:200]} exited with {done.exit_code}: {message[:ERROR_TEXT]}"
        )
    return done
