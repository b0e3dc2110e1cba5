"""The connection of this process to a Ray cluster."""

from __future__ import annotations

import itertools
import os
import re
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import IO, Any

from controller.core.extras import import_extra
from controller.core.interrupts import terminate_as_interrupt
from controller.guests.cluster import token
from controller.guests.cluster.image_transfer import ImageAgent
from controller.guests.cluster.nodes import Node
from controller.guests.cluster.offer import NodeOffer, slot_resources
from controller.guests.cluster.remote import RemoteActor, RemoteSlot
from controller.guests.cluster.report import NodeReport, report_node
from controller.guests.cluster.slot import GuestSlot
from controller.guests.provider import GuestOptions
from testbed.errors import UsageError

LOCAL = "local"
AUTO = "auto"
CLIENT = "ray://"
USAGE = "auto, local, HOST:PORT or ray://HOST:PORT"
OBJECT_STORE_BYTES = 200 * 2**20
"""Memory for objects on their way; screenshots and files pass through it."""
CALLS = 8
"""Calls of a slot at the same time: an episode's, its set-up's and judge's, and the stop that ends them."""
CONNECT_SECONDS = 5.0
STARTS = 3
"""The head starts a process for each client of `ray://` and gives up after 30 s, which a busy host may take."""
REPORT_SECONDS = 60.0

_ADDRESS = re.compile(r"(?:ray://)?[A-Za-z0-9.-]+:(\d{1,5})")
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL")
_CLIENTS_PROCESS_ENDED = ("Starting Ray client server failed", "psutil.ZombieProcess")
"""How the head tells that the process it started for a client has ended; the second while it looks at the process."""
_LOOPBACK_ONLY = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Whether Ray uses addresses that other hosts reach; read when it is imported."""


def parse_address(text: str) -> str:
    """Return a cluster's address, as `--cluster` takes it. Raises UsageError."""
    port = _ADDRESS.fullmatch(text)
    if text in (LOCAL, AUTO) or (port and 0 < int(port[1]) < 65536):
        return text
    raise UsageError(f"invalid value for --cluster: {text!r} (use {USAGE})")


def load_ray() -> ModuleType:
    """Import Ray, quiet and without statistics sent to its makers. Raises UsageError when it is not installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")  # or it prints nodes' ends to stdout
    os.environ.setdefault("RAY_NUM_REDIS_GET_RETRIES", "5")  # attempts of a second to reach a head
    os.environ.setdefault(token.MODE, "token")
    return import_extra("ray")


def without_secrets(variables: dict[str, str]) -> dict[str, str]:
    """Return environment variables without keys of model APIs: what Ray's processes may inherit."""
    return {
        name: value
        for name, value in variables.items()
        if name in token.VARIABLES or not _SECRET.search(name.upper())
    }


class Cluster:
    """A cluster that this process has joined."""

    def __init__(self, ray: ModuleType, address: str) -> None:
        self._ray = ray
        self.address = address
        self._numbers = itertools.count(1)

    def nodes(self) -> list[Node]:
        """The nodes that are alive, in order of their addresses."""
        nodes = [Node.of(entry) for entry in self._ray.nodes() if entry["Alive"]]
        return sorted(nodes, key=lambda node: (node.host, node.address, node.id))

    def request_slot(
        self,
        provider: str,
        options: GuestOptions,
        run: str,
        image_hash: str,
        excluded: Sequence[str] = (),
    ) -> tuple[RemoteSlot, Any]:
        """Request a guest slot on a node with this provider and image, other than the excluded ones.

        Returns:
            The slot, and the reference to its opening: done once it has a place and a provider.
        """
        selector = {"ray.io/node-id": f"!in({','.join(excluded)})"} if excluded else None
        actor_class = self._ray.remote(_SlotActor).options(
            num_cpus=0,
            resources=slot_resources(provider, image_hash),
            max_restarts=0,
            max_task_retries=0,
            max_concurrency=CALLS,
            label_selector=selector,
            scheduling_strategy="SPREAD",
        )
        actor = actor_class.remote(provider, options, run, image_hash)
        return RemoteSlot(self._ray, actor, next(self._numbers)), actor.open.remote()

    def is_done(self, reference: Any, seconds: float) -> bool:
        """Wait so long for a reference; return whether it is done."""
        return bool(self._ray.wait([reference], timeout=seconds)[0])

    @contextmanager
    def image_agent(self, node: Node) -> Iterator[RemoteActor]:
        """Run an `ImageAgent` on a node meanwhile."""
        affinity = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node.id, soft=False)
        actor_class = self._ray.remote(num_cpus=0, max_restarts=0, max_task_retries=0)(ImageAgent)
        agent = RemoteActor(self._ray, actor_class.options(scheduling_strategy=affinity).remote(node.id))
        try:
            yield agent
        finally:
            agent.end()

    def reports(self, nodes: Sequence[Node]) -> dict[str, NodeReport | str]:
        """Return each node's report, or why there is none, by node id."""
        affinity = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy
        task = self._ray.remote(num_cpus=0, max_retries=0)(report_node)
        asked = {
            node.id: task.options(scheduling_strategy=affinity(node.id, soft=False)).remote(node.id)
            for node in nodes
        }
        return {node_id: self._report(reference) for node_id, reference in asked.items()}

    def _report(self, reference: Any) -> NodeReport | str:
        try:
            report: NodeReport = self._ray.get(reference, timeout=REPORT_SECONDS)
        except (self._ray.exceptions.RayError, ConnectionError) as error:
            return f"does not answer: {_last_line(error)}"
        return report


class _SlotActor(GuestSlot):
    """A guest slot that learns its node from Ray."""

    def __init__(self, provider: str, options: GuestOptions, run: str, image_hash: str) -> None:
        node_id = import_extra("ray").get_runtime_context().get_node_id()
        super().__init__(node_id, provider, options, run, image_hash)


@contextmanager
def join_cluster(address: str, offer: Callable[[], NodeOffer]) -> Iterator[Cluster]:
    """Join a cluster, or start a private one for `local`; leave it or end it afterwards.

    Args:
        address: As `--cluster` takes it.
        offer: Called for what this host offers to a private cluster.

    Raises:
        UsageError: Ray is not installed, or there is no such cluster, or it has other versions.
    """
    quiet: dict[str, Any] = {"namespace": "testbed", "log_to_driver": False, "logging_level": "error"}
    if address == LOCAL:
        private = {
            "address": LOCAL,
            "resources": offer().resources,
            "object_store_memory": OBJECT_STORE_BYTES,
            "include_dashboard": False,
        }
        with _environment(without_secrets(dict(os.environ)) | {_LOOPBACK_ONLY: "0"}):
            ray = load_ray()
            _init(ray, address, private | quiet)
    else:
        _require_listener(address)
        ray = load_ray()
        _init(ray, address, {"address": address, **quiet})
    try:
        with terminate_as_interrupt():  # Ray's own way would end this process without records
            yield Cluster(ray, address)
    finally:
        ray.shutdown()


def _init(ray: ModuleType, address: str, options: dict[str, Any]) -> None:
    for start in range(1, STARTS + 1):
        with tempfile.TemporaryFile() as written:
            try:
                with _stderr_to(written):
                    ray.init(**options)
                return
            except Exception as error:  # Ray raises errors of many kinds, plain Exception among them
                written.seek(0)
                text = written.read().decode("utf-8", "replace")
                if start == STARTS or not any(sign in f"{error}\n{text}" for sign in _CLIENTS_PROCESS_ENDED):
                    raise _refusal(address, error, text) from error


@contextmanager
def _stderr_to(file: IO[bytes]) -> Iterator[None]:
    """Have what this process writes to its standard error in a file: Ray's library says there why it fails."""
    sys.stderr.flush()
    before = os.dup(2)
    try:
        os.dup2(file.fileno(), 2)
        yield
    finally:
        sys.stderr.flush()
        os.dup2(before, 2)
        os.close(before)


def _refusal(address: str, error: Exception, written: str = "") -> UsageError:
    text = f"{error}\n{written}"
    if "ersion mismatch" in text:
        reason = " ".join(str(error).split())
        remedy = "install the same versions of Ray and Python on this host as on the cluster's nodes"
    elif "uthenticat" in text:
        reason = "it refuses this host's token"
        remedy = "copy ~/.ray/auth_token of the head node here (`testbed node start --head` writes it)"
    elif address == AUTO:
        reason = "no Ray runs on this host"
        remedy = "name the cluster (HOST:PORT), or join it first: `testbed node start --address HOST:PORT`"
    elif address == LOCAL:
        reason = _last_line(error)
        remedy = "try again when this host is less busy; Ray's logs are in /tmp/ray"
    else:
        reason = _last_line(error)
        remedy = (
            "with HOST:PORT this host must be a node (`testbed node start`); with ray://HOST:PORT it need not"
        )
    return UsageError(f"cannot join the Ray cluster {address}: {reason}", hint=remedy)


def _require_listener(address: str) -> None:
    """Raise UsageError when nothing listens at the address of a cluster."""
    if address == AUTO:
        return
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    try:
        socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
    except OSError as error:
        raise UsageError(
            f"no Ray cluster answers at {address}: {error.strerror or error}",
            hint="start its head with `testbed node start --head`; the port is 6379, with ray:// 10001",
        ) from error


@contextmanager
def _environment(variables: dict[str, str]) -> Iterator[None]:
    """Have these environment variables and no others meanwhile."""
    before = dict(os.environ)
    try:
        os.environ.clear()
        os.environ.update(variables)
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


def _last_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else type(error).__name__
