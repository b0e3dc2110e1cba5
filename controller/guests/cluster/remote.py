"""The driver's side of a guest slot: the actor's calls with a time limit, and the guest as the episode sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from controller.core.guest import (
    FILE_LIMIT,
    USER,
    CommandResult,
    Tool,
    ToolResult,
    call_limit,
)
from controller.core.texts import first_line
from controller.guests.cluster.outcome import Outcome
from controller.guests.cluster.slot import GuestInfo, SlotInfo
from controller.models.exchange import HttpResponse
from controller.models.http_sender import HttpRequest, SendFailure
from testbed.errors import GuestConnectionError, NodeError
from vm_images.server_pool import OFFERED_SERVERS

OPEN_SECONDS = 300.0
"""How long a placed slot may take to create its provider."""
BOOT_SECONDS = 900.0
"""How long a slot may take to start or reset a guest; the providers' own limits are below this."""
STOP_SECONDS = 120.0
"""How long a slot may take to stop its guest."""
FILE_SECONDS = 600.0
"""How long a file may take."""
LIST_SECONDS = 60.0
"""How long a guest may take to list its tools again."""
GRACE_SECONDS = 30.0
"""How much longer than its time limit a call may take until the node counts as lost."""


class RemoteActor:
    """An actor on a node whose methods return an `Outcome`."""

    def __init__(self, ray: ModuleType, actor: Any) -> None:
        self._ray = ray
        self._actor = actor
        self.lost = False

    @property
    def title(self) -> str:
        """What it is and where, for messages."""
        return "the node's process"

    def ask(self, method: str, *arguments: Any, seconds: float) -> Any:
        """Call a method of the actor.

        Raises:
            NodeError: Its process or node is lost, or does not answer in time.
            TestbedError, FileNotFoundError: What the method raised on the node.
        """
        if self.lost:
            raise NodeError(f"{self.title} is lost")
        return self.result(getattr(self._actor, method).remote(*arguments), seconds)

    def result(self, reference: Any, seconds: float) -> Any:
        """Wait for what a call of the actor returns; raises as `ask`."""
        errors = self._ray.exceptions
        try:
            outcome: Outcome = self._ray.get(reference, timeout=seconds)
        except errors.GetTimeoutError as error:
            raise self._lost_error(f"did not answer within {seconds:g} s") from error
        except errors.RayTaskError:
            raise  # a defect of the slot's own code
        except (errors.RayError, ConnectionError) as error:
            raise self._lost_error(f"is lost: {first_line(str(error)) or type(error).__name__}") from error
        if outcome.error is not None:
            raise outcome.error
        return outcome.value

    def end(self) -> None:
        """End its process, or withdraw the request for it."""
        self.lost = True
        try:
            self._ray.kill(self._actor)
        except (self._ray.exceptions.RayError, ConnectionError, ValueError):
            return  # it has ended, with its node or with the cluster

    def _lost_error(self, what: str) -> NodeError:
        self.end()
        return NodeError(f"{self.title} {what}", hint="`testbed node list` shows the cluster's nodes")


class RemoteSlot(RemoteActor):
    """A guest slot on a node. `info` is set once it is open."""

    def __init__(self, ray: ModuleType, actor: Any, number: int) -> None:
        super().__init__(ray, actor)
        self.number = number
        self.info: SlotInfo | None = None
        self.tools: tuple[Tool, ...] = ()

    @property
    def node_id(self) -> str:
        """The id of the node that it is on; "" before it is open."""
        return self.info.node_id if self.info else ""

    @property
    def place(self) -> str:
        """The slot's node and number, for guests' names and messages."""
        return f"{self.info.host}.{self.number}" if self.info else f"slot {self.number}"

    @property
    def title(self) -> str:
        return f"the guest slot {self.place}"

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        """See `HttpSender`. Raises NodeError."""
        sent: HttpResponse | SendFailure = self.ask(
            "send_http", request, seconds, seconds=max(seconds, 0) + GRACE_SECONDS
        )
        return sent

    def close(self) -> None:
        """Stop its guest and end its process; no error if it is lost."""
        try:
            self.ask("close", seconds=STOP_SECONDS)
        except NodeError:
            return
        finally:
            self.end()


class RemoteGuest:
    """A guest on a node; see `Guest`."""

    def __init__(self, slot: RemoteSlot, info: GuestInfo) -> None:
        self.slot = slot
        self._info = info
        if info.tools is not None:
            slot.tools = info.tools
        self._tools = slot.tools
        self._lists_others = False
        self._name = f"{info.name}@{slot.place}"
        self.stopped = False

    @property
    def name(self) -> str:
        return self._name

    @property
    def slowness(self) -> float:
        return self._info.slowness

    def run(
        self,
        argv: Sequence[str],
        *,
        as_user: bool = False,
        stdin: bytes = b"",
        timeout: float = 30.0,
        check: bool = True,
    ) -> CommandResult:
        options = {"as_user": as_user, "stdin": stdin, "timeout": timeout, "check": check}
        result: CommandResult = self._call("run", [list(argv)], options, timeout)
        return result

    def read_file(self, path: str, *, limit: int = FILE_LIMIT) -> bytes:
        data: bytes = self._call("read_file", [path], {"limit": limit}, FILE_SECONDS)
        return data

    def write_file(self, path: str, data: bytes, *, owner: str = USER, mode: int = 0o644) -> None:
        self._call("write_file", [path, data], {"owner": owner, "mode": mode}, FILE_SECONDS)
        self._lists_others |= path == OFFERED_SERVERS

    def list_tools(self) -> list[Tool]:
        self._require_running()
        if self._lists_others:
            self._tools = tuple(self._call("list_tools", [], {}, LIST_SECONDS))
            self._lists_others = False
        return list(self._tools)

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        limit = call_limit(self.slowness) if timeout is None else timeout
        given = None if arguments is None else dict(arguments)
        result: ToolResult = self._call("call_tool", [name, given], {"timeout": timeout}, limit)
        return result

    def console_tail(self, lines: int = 20) -> str:
        try:
            text: str = self._call("console_tail", [lines], {}, GRACE_SECONDS)
        except (NodeError, GuestConnectionError):
            return ""
        return text

    def host_trouble(self) -> str:
        """See `HostedElsewhere`; a node that is lost is in trouble."""
        try:
            trouble: str = self.slot.ask("host_trouble", seconds=GRACE_SECONDS)
        except NodeError as error:
            return error.message
        return trouble

    def disk_trouble(self) -> str:
        """See `HostedElsewhere`. Raises NodeError."""
        trouble: str = self.slot.ask("disk_trouble", seconds=GRACE_SECONDS)
        return trouble

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        """See `HttpSender`. Raises NodeError."""
        return self.slot.send_http(request, seconds)

    def _call(self, method: str, arguments: list[Any], options: Mapping[str, Any], seconds: float) -> Any:
        self._require_running()
        own = self._info.name
        return self.slot.ask("call", own, method, arguments, options, seconds=seconds + GRACE_SECONDS)

    def _require_running(self) -> None:
        if self.stopped:
            raise GuestConnectionError(f"{self.name} has been stopped")
