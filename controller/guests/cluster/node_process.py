"""A node of a cluster: Ray's processes on this host, started with what the host offers, and cleaned up after.

`ray start --block` runs as a child. When it ends by itself (the head is gone, or the cluster took this node for dead),
guests that were left are removed, and the node joins again once the head answers. A node that has got a new image
leaves when no slot is in use, and joins again with that image.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from controller.guests.cluster.connection import OBJECT_STORE_BYTES, load_ray, without_secrets
from controller.guests.cluster.node_state import NODE_KEY, NodeState
from controller.guests.cluster.offer import NodeOffer
from controller.guests.leftovers import remove_leftovers
from testbed.errors import TestbedError, UsageError

HEAD_PORT = 6379
CLIENT_PORT = 10001
JOIN_SECONDS = 120.0
"""How long Ray may take to start on this host."""
END_SECONDS = 30.0
ANSWER_SECONDS = 5.0
CHECK_SECONDS = 2.0
"""How often slots whose process has ended are looked for."""
STARTS = 3
"""Ray gives a start up after 30 s, which a busy host may take."""
_ENDS_WITH_THIS = ("setpriv", "--pdeathsig", "TERM", "--")
"""Ray's processes end too when `testbed node start` is killed: nobody else would end them."""
_JOINED = "Ray runtime started"
_PASSING = ("timed out during startup", "No node info found for head node")
"""What Ray writes when a host is too busy, or the head is just starting."""


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """How this host becomes a node.

    Attributes:
        address: HOST:PORT of the head; "" to be the head.
        port: The head's port, if this is the head.
        client_port: The port for `ray://`, if this is the head.
        ip: The address by which other nodes reach this one; "" to let Ray find it.
        autoscaling: The file of Ray's cluster launcher (`ray up`), if this is its head; None for no autoscaler.
    """

    address: str = ""
    port: int = HEAD_PORT
    client_port: int = CLIENT_PORT
    ip: str = ""
    autoscaling: Path | None = None

    @property
    def joins(self) -> str:
        """The address of the cluster, for people."""
        return self.address or f"{self.ip or 'this host'}:{self.port}"


def start_command(options: NodeOptions, offer: NodeOffer) -> list[str]:
    """Return the command that starts Ray on this host."""
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--disable-usage-stats"]
    if options.address:
        command += ["--address", options.address]
    else:
        command += ["--head", "--port", str(options.port), "--include-dashboard", "false"]
        command += ["--ray-client-server-port", str(options.client_port)]
        if options.autoscaling is not None:
            command += ["--autoscaling-config", str(options.autoscaling)]
    if options.ip:
        command += ["--node-ip-address", options.ip]
    command += ["--object-store-memory", str(OBJECT_STORE_BYTES), "--resources", json.dumps(offer.resources)]
    return command


def require_head(address: str) -> None:
    """Raise UsageError when nothing listens at a head's address."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise UsageError(f"invalid value for --address: {address!r} (use HOST:PORT)")
    if not _answers(address):
        raise UsageError(
            f"no head of a Ray cluster answers at {address}",
            hint="start it there with `testbed node start --head`, and open its port to this host",
        )


def run_node(
    options: NodeOptions,
    make_offer: Callable[[str], NodeOffer],
    on_joined: Callable[[NodeOffer], None],
    on_left: Callable[[str], None],
) -> None:
    """Run a node until KeyboardInterrupt; join again when Ray ends by itself. The head is not started again.

    Args:
        options: How this host becomes a node.
        make_offer: Called for what it offers, with the profile of its image; "" for that it was started with.
        on_joined: Called with the offer when it has joined the cluster.
        on_left: Called with the reason when it has left the cluster.

    Raises:
        UsageError: Ray cannot start: it is not installed, has another version, or its token is refused.
    """
    load_ray()
    stopped = threading.Event()
    offer = make_offer("")
    has_joined = False

    def note_joined() -> None:
        nonlocal has_joined
        has_joined = True
        on_joined(offer)

    while True:
        try:
            reason, new_image = _stay(options, offer, note_joined, stopped)
        except UsageError as error:
            if not has_joined:
                raise
            reason, new_image = f"{error.message}; it is tried again", ""
        on_left(reason)
        if new_image:
            offer = make_offer(new_image)
            continue
        if not options.address:
            raise UsageError("Ray's head has ended", hint="start it again; nodes join again by themselves")
        stopped.wait(CHECK_SECONDS)
        while not _answers(options.address):
            stopped.wait(CHECK_SECONDS)


def _stay(
    options: NodeOptions, offer: NodeOffer, on_joined: Callable[[], None], stopped: threading.Event
) -> tuple[str, str]:
    """Be a node until Ray ends or a new image can be offered. Returns why it has ended, and the image's profile."""
    new_image = ""
    state_key = secrets.token_hex(8)
    state = NodeState(state_key)
    with _start_ray(options, offer, state_key) as (process, log):
        on_joined()
        try:
            while process.poll() is None and not new_image:
                stopped.wait(CHECK_SECONDS)
                _clean_up(state)
                if options.address and not state.slots():  # the head would take the cluster with it
                    new_image = state.new_image
        finally:
            _end(process)
            _clean_up(state)
            state.remove()
        return ("it has got a new image", new_image) if new_image else (_reason(log), "")


@contextmanager
def _start_ray(
    options: NodeOptions, offer: NodeOffer, state_key: str
) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """Start Ray, more than once if the host is too busy, and wait until it runs; end it afterwards."""
    with tempfile.TemporaryDirectory(prefix="testbed-node-") as folder:
        for start in range(1, STARTS + 1):
            log = Path(folder) / f"log{start}"
            process = _popen(options, offer, state_key, log)
            try:
                _wait_until_joined(process, log, options)
            except UsageError:
                _end(process)
                written = log.read_text("utf-8", "replace")
                if start == STARTS or not any(text in written for text in _PASSING):
                    raise
            except BaseException:
                _end(process)
                raise
            else:
                break
        try:
            yield process, log
        finally:
            _end(process)


def _popen(options: NodeOptions, offer: NodeOffer, state_key: str, log: Path) -> subprocess.Popen[bytes]:
    environment = without_secrets(dict(os.environ)) | {NODE_KEY: state_key, "PYTHONUNBUFFERED": "1"}
    with log.open("wb") as output:
        return subprocess.Popen(
            [*_ENDS_WITH_THIS, *start_command(options, offer)],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=environment,
            start_new_session=True,
        )


def _wait_until_joined(process: subprocess.Popen[bytes], log: Path, options: NodeOptions) -> None:
    waiting = threading.Event()
    waited = 0.0
    while _JOINED not in (text := log.read_text("utf-8", "replace")):
        if process.poll() is not None or waited > JOIN_SECONDS:
            raise _refusal(text, options)
        waiting.wait(0.1)
        waited += 0.1


def _refusal(text: str, options: NodeOptions) -> UsageError:
    reason = _last_line(text)
    if "ersion mismatch" in text:
        reason = " ".join(text[text.index("ersion mismatch") - 1 :].split())[:400]
        return UsageError(
            f"this host cannot join {options.joins}: {reason}",
            hint="install the same versions of Ray and Python on all nodes",
        )
    if "uthenticat" in text:
        return UsageError(
            f"this host cannot join {options.joins}: the cluster's token is missing or refused",
            hint="copy ~/.ray/auth_token of the head node to this host, readable by its owner alone",
        )
    return UsageError(f"Ray did not start on this host: {reason}", hint="its logs are in /tmp/ray")


def _clean_up(state: NodeState) -> None:
    """Remove what slots left whose process has ended."""
    dead = state.dead_slots()
    if not dead:
        return
    try:
        remove_leftovers()
    except TestbedError as error:
        state.write_error(f"{type(error).__name__}: {error.message}"[:300])
    for record in dead:
        state.forget(record)


def _end(process: subprocess.Popen[bytes]) -> None:
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(address: str) -> bool:
    host, _, port = address.rpartition(":")
    try:
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
    except OSError:
        return False
    return True


def _reason(log: Path) -> str:
    return _last_line(log.read_text("utf-8", "replace")) if log.exists() else "it ended"


def _last_line(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    return lines[-1].strip() if lines else "it wrote nothing"
