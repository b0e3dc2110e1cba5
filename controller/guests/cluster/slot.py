"""A guest slot on a node: the process that holds one provider and one guest, and does what the driver asks of them.

An actor of Ray runs it. Errors that testbed raises on purpose are returned, not raised, so that they reach the driver
as they are. It knows nothing of tasks and agents. Requests to models pass through it only with `--model-calls node`,
each with its key, which is not kept.
"""

from __future__ import annotations

import platform
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from controller.core.guest import Guest, Tool
from controller.guests.cluster.node_state import NodeState, SlotRecord
from controller.guests.cluster.outcome import Outcome
from controller.guests.host_health import HostHealth, disk_trouble, host_trouble
from controller.guests.link import access as guest_access
from controller.guests.provider import GuestOptions, Provider
from controller.guests.registry import create_provider
from controller.models.http_sender import HttpRequest, OwnSender
from testbed.errors import (
    GuestBootError,
    GuestConnectionError,
    GuestTimeoutError,
    ImageError,
    NodeError,
    TestbedError,
    UsageError,
)
from vm_images.image import profile_of

METHODS = ("run", "read_file", "write_file", "list_tools", "call_tool", "console_tail")
"""The methods of a guest that the driver may call."""
LONGEST_ERROR = 300


@dataclass(frozen=True, slots=True)
class SlotInfo:
    """An open slot: its node, and what its provider says of itself."""

    node_id: str
    host: str
    provider: str
    image_hash: str
    snapshots: frozenset[str]
    guest_memory_mib: int


@dataclass(frozen=True, slots=True)
class GuestInfo:
    """A guest that has started. `tools` is None if they are those of the slot's guest before, as with one image."""

    name: str
    slowness: float
    tools: tuple[Tool, ...] | None = None


class GuestSlot:
    """One guest at a time, of a provider of its own. Calls may come from several threads."""

    def __init__(
        self, node_id: str, provider: str, options: GuestOptions, run: str, image_hash: str = ""
    ) -> None:
        self._node_id = node_id
        self._provider_name = provider
        self._options = options
        self._image_hash = image_hash
        self._state = NodeState.own(node_id)
        self._record = SlotRecord(run=run)
        self._provider: Provider | None = None
        self._guest: Guest | None = None
        self._tools: tuple[Tool, ...] | None = None
        self._health = HostHealth.now()
        self._sender: OwnSender | None = None
        self._lock = threading.Lock()

    def node(self) -> Outcome:
        """Return the id of the node, also of a slot that does not open."""
        return Outcome(self._node_id)

    def open(self) -> Outcome:
        """Create the provider, which removes what ended slots left on this host. Returns a SlotInfo."""

        def create() -> SlotInfo:
            options = self._options
            if not options.profile:  # this host may have images of several
                options = replace(options, profile=profile_of(self._image_hash))
            provider = self._provider = create_provider(self._provider_name, options)
            self._state.write(self._record)
            return SlotInfo(
                self._node_id,
                platform.node(),
                provider.name,
                provider.image_hash,
                provider.snapshots,
                provider.guest_memory_mib,
            )

        return self._outcome(create)

    def start(self, snapshot: str) -> Outcome:
        """Start a guest; not on a full disk. Returns a GuestInfo."""

        def start() -> GuestInfo:
            _require_disk()
            return self._began(self._opened.start(snapshot))

        return self._outcome(start)

    def reset(self, snapshot: str) -> Outcome:
        """Replace the guest by a fresh one; not on a full disk. Returns a GuestInfo."""

        def reset() -> GuestInfo:
            _require_disk()
            return self._began(self._opened.reset(self._running, snapshot))

        return self._outcome(reset)

    def host_trouble(self) -> Outcome:
        """Return what is wrong with this host, or was since the guest started; "" if nothing is."""
        return self._outcome(lambda: _on_host(host_trouble(self._health)))

    def disk_trouble(self) -> Outcome:
        """Return what is wrong with this host's disk; "" if nothing is."""
        return self._outcome(lambda: _on_host(disk_trouble()))

    def call(self, guest: str, method: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Outcome:
        """Call a method of the guest of that name."""
        if method not in METHODS:
            raise ValueError(f"the driver may not call {method!r} of a guest")

        def call() -> Any:
            running = self._running
            if running.name != guest:
                raise GuestConnectionError(f"{guest} has been stopped")
            return getattr(running, method)(*arguments, **options)

        return self._outcome(call)

    def send_http(self, request: HttpRequest, seconds: float) -> Outcome:
        """Send a request to a model from this host. Returns an HttpResponse or a SendFailure."""
        with self._lock:
            self._sender = sender = self._sender or OwnSender()
        return Outcome(sender.send_http(request, seconds))

    def close(self) -> Outcome:
        """Stop the guest and give the slot up."""

        def close() -> None:
            with self._lock:
                provider, self._provider, self._guest = self._provider, None, None
                sender, self._sender = self._sender, None
            if sender is not None:
                sender.close()
            if provider is not None:
                provider.close()
            self._state.forget(self._record)

        return self._outcome(close)

    @property
    def _opened(self) -> Provider:
        if self._provider is None:
            raise GuestConnectionError("the guest slot is closed")
        return self._provider

    @property
    def _running(self) -> Guest:
        if self._guest is None:
            raise GuestConnectionError("the guest slot has no guest")
        return self._guest

    def _began(self, guest: Guest) -> GuestInfo:
        with self._lock:
            self._guest, self._health = guest, HostHealth.now()
            self._record = self._record.with_guest(guest.name)
        self._state.write(self._record)
        guest_access.set_activity(guest.name, self._record.run)
        tools = tuple(guest.list_tools())  # listed here, they cost an episode no message
        known, self._tools = self._tools, tools
        return GuestInfo(guest.name, guest.slowness, None if tools == known else tools)

    def _outcome(self, work: Callable[[], Any]) -> Outcome:
        try:
            return Outcome(work())
        except (GuestConnectionError, GuestTimeoutError) as error:
            # The driver cannot see this host, so whether it is to blame is decided here.
            trouble = host_trouble(self._health)
            if not trouble:
                return Outcome(error=error)
            self._state.write_error(f"{trouble}; {_brief(error)}")
            return Outcome(error=NodeError(f"{error.message}, and on {platform.node()} {trouble}"))
        except (GuestBootError, ImageError, UsageError) as error:
            self._state.write_error(_brief(error))
            return Outcome(error=error)
        except (TestbedError, FileNotFoundError) as error:
            return Outcome(error=error)


def _require_disk() -> None:
    if trouble := _on_host(disk_trouble()):
        raise GuestBootError(f"no guest is started {trouble}", hint="free some space on the node")


def _on_host(trouble: str) -> str:
    return trouble and f"on {platform.node()}: {trouble}"


def _brief(error: TestbedError) -> str:
    return f"{type(error).__name__}: {error.message}"[:LONGEST_ERROR]
