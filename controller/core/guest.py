"""One running guest, whatever provider runs it.

Root's commands and files are for set-up and checks. Everything an agent does is a tool call.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from controller.core.invalid_data import describe_invalid
from testbed.errors import GuestError

Model = TypeVar("Model", bound=BaseModel)

USER = "user"
HOME = "/home/user"
"""Home folder of the guest's user."""
FILE_LIMIT = 64 * 2**20
"""Default size limit, in bytes, of a file fetched from a guest."""
GUI_PREFIX = "computer."
"""What the names of the GUI actions' tools begin with."""
CALL_SECONDS = 390.0
"""Longest a tool call may take in a guest that is not slow; waiting and the tool's own limit are below this."""


@dataclass(frozen=True, slots=True)
class CommandResult:
    """A finished command.

    Attributes:
        argv: The command.
        exit_code: Its exit code; negative if a signal ended it.
        stdout: What it wrote to its standard output.
        stderr: What it wrote to its standard error.
    """

    argv: tuple[str, ...]
    exit_code: int
    stdout: bytes
    stderr: bytes

    @property
    def text(self) -> str:
        """Its standard output as text; bytes that are not UTF-8 are replaced."""
        return self.stdout.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the guest's MCP server lists it.

    Attributes:
        name: Its name, as `Guest.call_tool` takes it.
        description: What it does, for the model.
        input_schema: JSON schema of its arguments.
        app: The application it drives, such as "vlc" or "os".
        output_schema: JSON schema of its structured result; None without one.
        read_only: It changes nothing (MCP's annotation, as the two that follow).
        destructive: It may overwrite or delete.
        idempotent: Repeating it with the same arguments has no further effect.
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
    """What a tool call returned.

    Attributes:
        text: The result as text, for the model.
        is_error: Whether the tool failed; `text` then says why.
        structured: The result as data that fits the tool's `output_schema`; None without one.
        images: Pictures as PNG bytes.
        denied: Whether the action was not executed because a part of the episode denied it; `is_error` is set then.
    """

    text: str
    is_error: bool = False
    structured: Mapping[str, Any] | None = None
    images: tuple[bytes, ...] = field(default=(), repr=False)
    denied: bool = False


def is_headless(names: Iterable[str]) -> bool:
    """Whether a guest that lists tools of these names has no screen; one that lists none is broken, not headless."""
    listed = list(names)
    return bool(listed) and not any(name.startswith(GUI_PREFIX) for name in listed)


def call_limit(slowness: float) -> float:
    """The time limit of a tool call, in seconds, in a guest that is so many times slower."""
    return CALL_SECONDS * slowness


class Guest(Protocol):
    """A running guest with its desktop up.

    Its methods may be called from several threads. An example that needs neither root nor an image:

        from testbed.guests import create_provider

        provider = create_provider("fake")
        guest = provider.start()
        guest.write_file("/home/user/note.txt", b"hello")
        text = guest.run(["cat", "/home/user/note.txt"], as_user=True).text
        tools = [tool.name for tool in guest.list_tools()]
        screen = guest.call_tool("computer.screenshot")
        size = (screen.structured["width"], screen.structured["height"])  # native pixels, as screen.images[0]
        provider.close()
    """

    @property
    def name(self) -> str:
        """Its name; no other running guest of this host has it."""
        ...

    @property
    def slowness(self) -> float:
        """Factor by which time limits are multiplied, e.g. under emulation."""
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
        """Run a command and wait until it ends.

        Args:
            argv: The command and its arguments; no shell interprets them.
            as_user: Run it as the desktop's user in the session's environment instead of as root.
            stdin: What it reads from its standard input.
            timeout: Time limit in seconds, after which it is killed.
            check: Raise an error if its exit code is not 0.

        Raises:
            CommandError: Its exit code is not 0, and `check` is set.
            GuestTimeoutError: It took longer than `timeout`.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        """Fetch a regular file, as root.

        Args:
            path: Absolute path in the guest.
            limit: Most bytes that it may have.

        Raises:
            FileNotFoundError: There is no such file.
            FileTooLargeError: It has more than `limit` bytes.
            CommandError: It is not a regular file.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def write_file(self, path: str, data: bytes, *, owner: str = USER, mode: int = 0o644) -> None:
        """Write a file, replacing one that is there, and create its missing parent folders.

        Args:
            path: Absolute path in the guest.
            data: The file's content.
            owner: Account that owns the file and the folders that are created.
            mode: The file's permission bits.

        Raises:
            CommandError: It cannot be written.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def list_tools(self) -> list[Tool]:
        """List all tools of the guest's MCP server, `computer.*` included, sorted by name.

        Raises:
            GuestError: The server does not list them.
            GuestTimeoutError: It takes too long.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        """Call a tool over the guest's one open session. It is never executed twice, even across a reconnect.

        Args:
            name: A tool of `list_tools`.
            arguments: Values of its parameters. Coordinates are in native pixels from the top left.
            timeout: Time limit in seconds; by default `call_limit`, which is longer than any tool's own limit.

        Returns:
            The result. A failure of the tool itself, an unknown name and wrong arguments are results with
            `is_error` set, not exceptions.

        Raises:
            GuestTimeoutError: The call took longer than `timeout`.
            GuestConnectionError: The guest cannot be reached.
        """
        ...

    def console_tail(self, lines: int = 20) -> str:
        """Return the last lines of the guest's console, for error messages; "" without a console."""
        ...


def unsendable(name: str, arguments: Mapping[str, Any]) -> str:
    """Return why no guest can be sent a call, "" if there is no reason: UTF-8 must be able to hold it."""
    try:
        json.dumps([name, arguments], ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError:
        return "the arguments hold half of a surrogate pair (U+D800 to U+DFFF); write the whole character"
    return ""


def parse_structured(model: type[Model], data: Mapping[str, Any] | None, tool: str) -> Model:
    """Validate a tool's structured result.

    Args:
        model: What the result must fit.
        data: The result, `ToolResult.structured`.
        tool: The tool's name, for the error message.

    Raises:
        GuestError: It does not fit.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise GuestError(f"{tool} returned malformed data: {describe_invalid(error)}") from error
