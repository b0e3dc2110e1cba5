"""The viewer on a port of this host's loopback."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable

import uvicorn

from controller.crew import terminate_as_interrupt
from controller.viewer.app import Viewer
from controller.viewer.library import Library


def serve(library: Library, port: socket.socket, begun: Callable[[], None]) -> None:
    """Serve on a listening socket until Ctrl-C or SIGTERM. `begun` is called once it serves."""
    config = uvicorn.Config(
        Viewer(library).app,
        log_level="warning",
        access_log=False,
        ws="none",
        server_header=False,
        timeout_graceful_shutdown=2,
        lifespan="off",
    )
    with terminate_as_interrupt(), contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_Server(config, begun).serve(sockets=[port]))


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, begun: Callable[[], None]) -> None:
        super().__init__(config)
        self._begun = begun

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._begun()
