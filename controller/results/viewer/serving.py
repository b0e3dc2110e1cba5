"""The viewer on a port of this host's loopback."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import uvicorn

from controller.core.interrupts import terminate_as_interrupt
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary


def serve(library: RunLibrary, port: socket.socket, begun: Callable[[], None]) -> None:
    """Serve on a listening socket until Ctrl-C or SIGTERM. `begun` is called once it serves."""
    with terminate_as_interrupt(), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(ViewerServer(library, begun).serve(sockets=[port]))


class ViewerServer(uvicorn.Server):
    """Serves a library; `begun` is called once it does."""

    def __init__(self, library: RunLibrary, begun: Callable[[], None]) -> None:
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
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._begun()
