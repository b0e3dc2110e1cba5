"""One running guest, as the rest of the controller sees it. Knows no provider.

Root commands and files are for set-up and checks; everything an agent does is a tool call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from testbed.errors import GuestError

Model = TypeVar("Model", bound=BaseModel)

USER = "user"
HOME = "/home/user"
FILE_LIMIT = 64 * 2**20
"""Default size limit, in bytes, of a file fetched from a guest."""
GUI_PREFIX = "computer."
"""What the names of the GUI actions' tools begin with."""
CALL_SECONDS = 330.0
"""Longest a tool call may take in a guest that is not slow; every tool has a limit of its own below this."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """A finished command: its exit code and what it printed."""

    argv: tuple[str, ...]
    exit_code: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        return self.stdout.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the guest's MCP server lists it; `app` is the application it drives ("vlc", "os", ...).

    `output_schema` describes structured results; the hints are MCP's annotations.
    """

    name: str
    description: str
    input_schema: Mapping[str, Any]
    app: str
    output_schema: Mapping[str, Any] | None = None
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = False


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool call returned; `images` are PNG bytes."""

    text: str
    is_error: bool = False
    structured: Mapping[str, Any] | None = None
    images: tuple[bytes, ...] = field(default=(), repr=False)


def call_limit(slowness: float) -> float:
    """Seconds after which a tool call is given up in a guest so many times slower."""
    return CALL_SECONDS * slowness


class Guest(Protocol):
    """A running guest with its desktop up."""

    @property
    def name(self) -> str: ...

    @property
    def slowness(self) -> float:
        """How many times longer than on a processor of its own things may take in it."""
        ...

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        """Run a command as root, or as the desktop's user inside the session's environment.

        Raises CommandError (non-zero exit with `check`), GuestTimeoutError, GuestConnectionError.
        """
        ...

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        """Fetch a regular file, as root.

        Raises FileNotFoundError, FileTooLargeError (over `limit` bytes), CommandError (not a regular
        file), GuestConnectionError.
        """
        ...

    def write_file(self, path: str, data: bytes, *, owner: str = USER, mode: int = 0o644) -> None:
        """Write a file and its missing parent folders, all owned by `owner`.

        Raises CommandError, GuestConnectionError.
        """
        ...

    def list_tools(self) -> list[Tool]:
        """All tools of the guest's MCP server, `computer.*` included, sorted by name."""
        ...

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        """Call a tool over the guest's one open session; never executed twice, even across a reconnect.

        Without `timeout`, in seconds, it may take longer than any tool's own limit: see `call_limit`. A tool's
        own failure is a result with `is_error`. Raises GuestTimeoutError, GuestConnectionError.
        """
        ...

    def console_tail(self, lines: int = 20) -> str:
        """The console's last lines, for error messages."""
        ...


def parse_structured(model: type[Model], data: Mapping[str, Any] | None, tool: str) -> Model:
    """A tool's structured result, validated. Raises GuestError."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise GuestError(f"{tool} answered out of form: {error.errors()[0]['msg']}") from error
