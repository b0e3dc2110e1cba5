"""The viewer's server on a loopback port."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import uvicorn

from controller.core.interrupts import terminate_as_interrupt
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary


def serve(library: RunLibrary, port: socket.socket, on_start: Callable[[], None]) -> None:
    """Serve on a listening socket until Ctrl-C or SIGTERM. `on_start` is called once it accepts requests."""
    with terminate_as_interrupt(), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(ViewerServer(library, on_start).serve(sockets=[port]))


class ViewerServer(uvicorn.Server):
    """The viewer's server; `on_start` is called once it accepts requests."""

    def __init__(self, library: RunLibrary, on_start: Callable[[], None]) -> None:
        config = uvicorn.Config(
            Viewer(library).app,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_graceful_shutdown=2,
            lifespan="off",
        )
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start()
