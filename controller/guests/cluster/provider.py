"""Guests on the nodes of a cluster, behind the interface of a provider: a guest pool does not know the difference.

The episode, the agent, the checker, the records and the limits stay in the driver; a node only boots guests and does
what is asked of them. So no task reaches a node, and one process writes a run's folder. Keys of models reach a
node only with `--model-calls node`.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from controller.core.guest import Guest
from controller.guests.booting import require_snapshot
from controller.guests.cluster.connection import Cluster
from controller.guests.cluster.nodes import Choice, choose
from controller.guests.cluster.remote import (
    BOOT_SECONDS,
    OPEN_SECONDS,
    RemoteGuest,
    RemoteSlot,
)
from controller.guests.cluster.slot import GuestInfo, SlotInfo
from controller.guests.provider import DESKTOP, GuestOptions
from controller.models.exchange import HttpResponse
from controller.models.http_sender import HttpRequest, SendFailure
from testbed.errors import CancelledError, GuestBootError, ImageError, NodeError, UsageError

PLACES = 5
"""A guest whose slot is lost while it starts is started elsewhere, at most at this many places."""
STRIKES = 2
"""After this many failed boots in a row a node gets no further guest of the run."""
NO_NODE_SECONDS = 600.0
"""How long a slot may be waited for while no node offers one."""
_POLL_SECONDS = 0.5
log = logging.getLogger(__name__)


class ClusterProvider:
    """Implements `Provider` and `WaitingProvider`. `slots` is the number of slots that the cluster had at first."""

    def __init__(self, cluster: Cluster, choice: Choice, options: GuestOptions, run: str = "") -> None:
        self._cluster = cluster
        self._choice = choice
        self._options = options
        self._run = run
        self._lock = threading.Lock()
        self._guests: dict[str, RemoteGuest] = {}
        self._idle: list[RemoteSlot] = []
        self._strikes: Counter[str] = Counter()
        self._stopping = threading.Event()
        self.slots = choice.slots
        # The first slot is opened before a run begins: a fault of a node is reported before anything is recorded.
        first = self._open()
        assert first.info is not None
        self._info: SlotInfo = first.info
        self._idle.append(first)

    @property
    def name(self) -> str:
        return self._choice.provider

    @property
    def image_hash(self) -> str:
        return self._choice.image_hash

    @property
    def max_guests(self) -> int | None:
        return None

    @property
    def guest_memory_mib(self) -> int:
        return self._info.guest_memory_mib

    @property
    def snapshots(self) -> frozenset[str]:
        return self._info.snapshots

    def start(self, snapshot: str = DESKTOP) -> Guest:
        """Start a guest in a free slot, waiting for one; see `Provider.start`."""
        require_snapshot(self, snapshot)
        failure = ""
        for _ in range(PLACES):
            slot = self._take_idle() or self._open()
            try:
                return self._boot_on(slot, slot.ask("start", snapshot, seconds=BOOT_SECONDS))
            except NodeError as error:
                failure = error.message
                log.warning("a guest is started elsewhere: %s", failure)
            except GuestBootError as error:
                self._give_up(slot, error)
                failure = error.message
            except BaseException:
                slot.close()
                raise
        raise GuestBootError(f"no guest came up at {PLACES} places of the cluster; at the last: {failure}")

    def reset(self, guest: Guest, snapshot: str = DESKTOP) -> Guest:
        """Reset a guest in its slot, or start one elsewhere when the slot is lost; see `Provider.reset`."""
        require_snapshot(self, snapshot)
        used = self._withdraw(guest)
        if used is None:
            return self.start(snapshot)
        try:
            return self._boot_on(used.slot, used.slot.ask("reset", snapshot, seconds=BOOT_SECONDS))
        except NodeError as error:
            log.warning("a guest is started elsewhere: %s", error.message)
        except GuestBootError as error:
            self._give_up(used.slot, error)
        except BaseException:
            used.slot.close()
            raise
        return self.start(snapshot)

    def stop(self, guest: Guest) -> None:
        """Stop a guest and give its slot up; see `Provider.stop`."""
        used = self._withdraw(guest)
        if used is not None:
            used.slot.close()

    def send_http(self, request: HttpRequest, seconds: float) -> HttpResponse | SendFailure:
        """Send a request to a model from a node that has a slot of this run; see `HttpSender`. Raises NodeError."""
        with self._lock:
            slots = [*self._idle, *(guest.slot for guest in self._guests.values())]
        if not slots:
            raise NodeError(
                "no guest slot of the run is open", hint="`testbed node list` shows the cluster's nodes"
            )
        return slots[0].send_http(request, seconds)

    def stop_waiting(self) -> None:
        """See `WaitingProvider.stop_waiting`."""
        with self._lock:
            stopping, self._stopping = self._stopping, threading.Event()
        stopping.set()

    def close(self) -> None:
        """Stop all guests and give all slots up."""
        self.stop_waiting()
        with self._lock:
            guests, idle = list(self._guests.values()), self._idle
            self._idle = []
        for slot in idle:
            slot.close()
        if guests:
            with ThreadPoolExecutor(len(guests), thread_name_prefix="stop") as stops:
                list(stops.map(self.stop, guests))

    def _take_idle(self) -> RemoteSlot | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _boot_on(self, slot: RemoteSlot, info: GuestInfo) -> RemoteGuest:
        guest = RemoteGuest(slot, info)
        with self._lock:
            self._strikes.pop(slot.node_id, None)
            self._guests[guest.name] = guest
        return guest

    def _withdraw(self, guest: Guest) -> RemoteGuest | None:
        with self._lock:
            known = self._guests.pop(guest.name, None)
        if known is not None:
            known.stopped = True
        return known

    def _open(self) -> RemoteSlot:
        """Return an open slot; waits until a node has room. Raises GuestBootError, CancelledError, UsageError."""
        stopping = self._stopping
        while True:
            slot, opening = self._cluster.request_slot(
                self._choice.provider,
                self._options,
                self._run,
                self._choice.image_hash,
                self._excluded_nodes(),
            )
            try:
                self._wait_for_place(opening, stopping)
                slot.info = slot.result(opening, OPEN_SECONDS)
                self._check(slot.info)
            except NodeError as error:
                log.warning("a slot is requested again: %s", error.message)
                if stopping.is_set():
                    raise CancelledError("interrupted") from error
            except (ImageError, UsageError) as error:
                if not self._exclude(slot):
                    raise
                log.warning("a slot is requested elsewhere: %s", error.message)
            except BaseException:
                slot.end()
                raise
            else:
                return slot

    def _exclude(self, slot: RemoteSlot) -> bool:
        """Use the node of a slot that does not open no more, and end the slot. Return whether there is another node."""
        try:
            node: str = slot.ask("node", seconds=OPEN_SECONDS)
        except NodeError:
            return True
        slot.end()
        with self._lock:
            self._strikes[node] = STRIKES
        return bool(self._usable())

    def _wait_for_place(self, opening: object, stopping: threading.Event) -> None:
        without_node_since: float | None = None
        while not self._cluster.is_done(opening, _POLL_SECONDS):
            if stopping.is_set():
                raise CancelledError("interrupted")
            if self._usable():
                without_node_since = None
                continue
            now = time.monotonic()
            without_node_since = without_node_since or now
            if now - without_node_since > NO_NODE_SECONDS:
                raise GuestBootError(
                    f"for {NO_NODE_SECONDS:.0f} s no node of the cluster has offered a guest slot of this run",
                    hint="`testbed node list` shows the nodes; start one and resume the run",
                )

    def _check(self, info: SlotInfo | None) -> None:
        """Raise ImageError when a node runs another image than it announced."""
        if info is not None and info.image_hash != self.image_hash:
            raise ImageError(
                f"{info.host} announced the image {self.image_hash[:12]} and now has {info.image_hash[:12]}",
                hint="restart `testbed node start` there, with the --profile that the run's suite needs",
            )

    def _usable(self) -> Sequence[str]:
        """The ids of the nodes that may get a guest."""
        try:
            nodes = choose(self._cluster.nodes(), self.name, self.image_hash).nodes
        except UsageError:
            return ()
        excluded = self._excluded_nodes()
        return [node.id for node in nodes if node.id not in excluded]

    def _excluded_nodes(self) -> list[str]:
        with self._lock:
            return sorted(node for node, strikes in self._strikes.items() if strikes >= STRIKES)

    def _give_up(self, slot: RemoteSlot, error: GuestBootError) -> None:
        """Close a slot whose guest did not boot; raise the error if there is no other node to start one on."""
        slot.close()
        if not self._strike(slot):
            raise error
        log.warning("a guest is started elsewhere: it did not boot on %s: %s", slot.place, error.message)

    def _strike(self, slot: RemoteSlot) -> bool:
        """Count a failed boot against a node. Return whether a guest can be started elsewhere instead."""
        with self._lock:
            self._strikes[slot.node_id] += 1
        others = [node for node in self._usable() if node != slot.node_id]
        if not others:
            with self._lock:
                self._strikes.clear()  # no node is better: the pool counts the failures
        return bool(others)
