"""A uvicorn server that stops at once: uvicorn itself only looks ten times a second whether it should, and has."""

from __future__ import annotations

import asyncio
import socket

import uvicorn

CLOSE_SECONDS = 1.0
"""What a response may still take when the server stops; then it is cancelled."""
POLL_SECONDS = 0.002


class PromptServer(uvicorn.Server):
    """Runs in a thread; another thread stops it."""

    def stop(self) -> None:
        """Stop serving; `run` returns soon after. Call it once `started` is true."""
        self.should_exit = True
        self._loop.call_soon_threadsafe(self._stopped.set)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        await super().startup(sockets)

    async def main_loop(self) -> None:
        ticks = asyncio.create_task(super().main_loop())
        await self._stopped.wait()
        ticks.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        state = self.server_state
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in list(state.connections):
            connection.shutdown()
        end = self._loop.time() + CLOSE_SECONDS
        while (state.connections or state.tasks) and self._loop.time() < end:
            await asyncio.sleep(POLL_SECONDS)
        for task in list(state.tasks):
            task.cancel()
