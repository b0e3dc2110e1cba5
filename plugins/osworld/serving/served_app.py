"""An application served over HTTP by a thread of this process."""

from __future__ import annotations

import socket
import threading

import uvicorn
from starlette.applications import Starlette

STOP_SECONDS = 10.0


class ServedApp:
    """Serves an application on a listening socket until it is closed."""

    def __init__(self, app: Starlette, listening: socket.socket, name: str) -> None:
        self._listening = listening
        self._server = uvicorn.Server(
            uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, ws="none", lifespan="off"
            )
        )
        self._thread = threading.Thread(target=self._server.run, args=([listening],), name=name, daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """The port of a TCP socket."""
        port: int = self._listening.getsockname()[1]
        return port

    def close(self) -> None:
        """Serve no more."""
        self._server.should_exit = True
        self._thread.join(STOP_SECONDS)
        self._listening.close()
