"""The copy of the user's home folder, and of the data of servers with a user of their own, that a guest keeps from the
end of the set-up, and what differs from it."""

from __future__ import annotations

import io
from pathlib import Path, PurePosixPath
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from checkers.differences.changed_files import FileChange, FileKind, FileState
from checkers.differences.home_files import SERVER_DATA
from checkers.evidence import Unusable
from controller.core.guest import HOME, CommandResult, Guest
from controller.core.invalid_data import describe_invalid
from testbed.errors import CommandError

COPY = "/var/lib/testbed/home"
"""The folder of the copy in the guest; only root can open it."""
SECONDS = 30.0
"""Time limit of a command that makes or reads the copy, on a guest of the usual speed."""
_ERROR = 500


class _State(BaseModel):
    model_config = ConfigDict(extra="forbid")

    kind: FileKind
    mode: Annotated[int, Field(ge=0)]
    size: Annotated[int, Field(ge=0)]
    target: str
    length: Annotated[int, Field(ge=0)] | None


class _Output(BaseModel):
    """The first line of `home_copy.py changes`."""

    model_config = ConfigDict(extra="forbid")

    whole: bool
    changes: list[tuple[str, _State | None, _State | None]] = Field(max_length=50_000)


def keep_home(guest: Guest) -> None:
    """Copy the home folder as it is now, in the guest. A guest that cannot do it answers no `changed_files`.

    Raises GuestConnectionError, GuestTimeoutError.
    """
    _run(guest, "keep")


def note_home(guest: Guest) -> None:
    """Note the state of the home folder before an event of the task. Raises as `keep_home`."""
    _run(guest, "note")


def adopt_changes(guest: Guest) -> None:
    """Take over into the copy what an event of the task has changed. Raises as `keep_home`."""
    _run(guest, "adopt")


def changed_files(guest: Guest) -> list[FileChange]:
    """Return what differs from the copy. Raises as `ShowsChanges.changed_files`."""
    done = _run(guest, "changes")
    if done.exit_code != 0:
        problem = done.stderr.decode("utf-8", "replace").strip()[-_ERROR:]
        raise CommandError(f"the home folder cannot be compared to its copy in {COPY}: {problem}")
    head, _, contents = done.stdout.partition(b"\n")
    try:
        output = _Output.model_validate_json(head)
    except ValidationError as error:
        raise CommandError(
            f"the comparison of the home folder is malformed: {describe_invalid(error)}"
        ) from error
    if not output.whole:
        raise Unusable("the home folder has a usual number of files", "too many to compare")
    rest = io.BytesIO(contents)
    return [
        FileChange(str(PurePosixPath(HOME, path)), _file_state(before, rest), _file_state(after, rest))
        for path, before, after in output.changes
    ]


def _run(guest: Guest, command: Literal["keep", "note", "adopt", "changes"]) -> CommandResult:
    script = Path(__file__).with_name("home_copy.py").read_bytes()
    argv = ["/usr/bin/python3", "-I", "-", command, HOME, COPY, *SERVER_DATA]
    return guest.run(argv, stdin=script, timeout=SECONDS * guest.slowness, check=False)


def _file_state(state: _State | None, contents: io.BytesIO) -> FileState | None:
    """Return a state with its content, which is the next of `contents` if it has one."""
    if state is None:
        return None
    content = None
    if state.length is not None:
        content = contents.read(state.length)
        if len(content) < state.length:
            raise CommandError("the comparison of the home folder ends too early")
    return FileState(state.kind, state.mode, state.size, state.target, content)
