"""Guests with OSWorld's ports on this host's loopback, which OSWorld's processes lease.

A process of OSWorld takes a guest over a Unix socket that only this user can open:

    POST /take              {"id": "...", "address": "localhost:<server>:<browser>:<vnc>:<vlc>"}
    POST /release {"id"}    the guest is reset for the next one

The address is what OSWorld's docker provider returns.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from plugins.osworld.serving.forwarding import ForwardedPort
from plugins.osworld.serving.http import make_app
from plugins.osworld.serving.served_app import ServedApp
from plugins.osworld.serving.vlc import ServedVlc
from plugins.osworld.tasks.accessibility import expose_elements
from plugins.osworld.tasks.server.commands import prepare_actions
from testbed.errors import CancelledError, GuestError, TestbedError
from testbed.guests import Guest, GuestPool, OffersPorts

DESKTOP = "desktop"
"""The snapshot that is leased: a guest whose desktop is up."""
BROWSER_PORT, VNC_PORT = 9222, 8006
"""Ports of the guest that OSWorld's clients use besides the server's and VLC's."""


class ServedDesktop:
    """A guest whose OSWorld server and other ports can be reached on loopback until it is closed."""

    def __init__(self, guest: Guest, port: int = 0) -> None:
        """Serve on `port`; 0 for a free one. Raises OSError, GuestError."""
        self.guest = guest
        expose_elements(guest)
        prepare_actions(guest)
        listening = socket.create_server(("127.0.0.1", port))
        self._server = ServedApp(make_app(guest), listening, f"osworld {guest.name}")
        self._others: list[ForwardedPort | ServedVlc] = []
        if isinstance(guest, OffersPorts):
            self._others += [ForwardedPort(guest, number) for number in (BROWSER_PORT, VNC_PORT)]
            self._others.append(ServedVlc(guest))

    @property
    def address(self) -> str:
        """Host, and the ports of the server, the browser, VNC and VLC, as OSWorld's providers return them."""
        ports = [self._server.port, *(other.port for other in self._others)]
        return ":".join(["localhost", *map(str, ports)])

    def close(self) -> None:
        """Serve no more. The guest runs on."""
        for other in self._others:
            other.close()
        self._server.close()


class Leases:
    """Guests of a pool that OSWorld's processes hold, at most `guests` at once. Thread-safe.

    As many boot at once, and after each `take` one more boots ahead if there is room.
    """

    def __init__(self, pool: GuestPool, cancel: threading.Event, guests: int = 1) -> None:
        self._pool = pool
        self._cancel = cancel
        self._held: dict[str, ServedDesktop] = {}
        self._lock = threading.Lock()
        self._ends = ThreadPoolExecutor(guests, thread_name_prefix="release")
        self._ending: list[Future[None]] = []
        for _ in range(guests):
            pool.expect(DESKTOP)

    def take(self) -> ServedDesktop:
        """Wait for a fresh guest and serve it. Raises GuestBootError, GuestError, OSError, CancelledError."""
        try:
            guest = self._pool.take(self._cancel, DESKTOP)
        finally:
            self._pool.expect(DESKTOP)
        try:
            desktop = ServedDesktop(guest)
        except (GuestError, OSError):
            self._pool.give_back(guest)
            raise
        with self._lock:
            self._held[desktop.guest.name] = desktop
        return desktop

    def release(self, name: str) -> bool:
        """Begin to end the serving of a guest and to give it back; False if nobody holds it."""
        with self._lock:
            desktop = self._held.pop(name, None)
            if desktop is None:
                return False
            self._ending.append(self._ends.submit(self._end, desktop))
        return True

    def close(self) -> None:
        """Release all guests and wait until they are given back. Raises what went wrong with that."""
        with self._lock:
            names = list(self._held)
        for name in names:
            self.release(name)
        self._ends.shutdown()
        for end in self._ending:
            end.result()

    def _end(self, desktop: ServedDesktop) -> None:
        desktop.close()
        self._pool.give_back(desktop.guest)


class LeaseServer:
    """Answers OSWorld's processes on a Unix socket until it is closed."""

    def __init__(self, leases: Leases, path: Path) -> None:
        """Listen at `path`, in a folder that nobody else can read. Raises OSError."""
        self._leases = leases
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(str(path))
        listening.listen()
        routes = [
            Route(f"/{name}", getattr(self, f"_{name}"), methods=["POST"]) for name in ("take", "release")
        ]
        self._server = ServedApp(Starlette(routes=routes), listening, "leases")

    def close(self) -> None:
        """Answer no more."""
        self._server.close()

    async def _take(self, _request: Request) -> Response:
        try:
            desktop = await run_in_threadpool(self._leases.take)
        except (TestbedError, CancelledError) as error:
            return JSONResponse({"error": str(error)}, 503)
        return JSONResponse({"id": desktop.guest.name, "address": desktop.address})

    async def _release(self, request: Request) -> Response:
        named: dict[str, Any] = await request.json()
        released = await asyncio.to_thread(self._leases.release, str(named.get("id")))
        return JSONResponse({"released": released})
