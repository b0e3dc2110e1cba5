"""A guest's screen on two ports of this host's loopback: a page for browsers, and VNC for its clients."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from controller.guests.watching import rfb
from controller.guests.watching.byte_stream import ByteStream, StreamClosedError, relay
from controller.guests.watching.input_filter import InputBlocker, InputObserver
from controller.guests.watching.page import Page
from controller.guests.watching.password import OneTimePassword
from testbed.errors import GuestError

GREETING_SECONDS = 120.0
"""How long a VNC client may take, which includes a person typing the password."""
ALIVE_SECONDS = 1.0
"""How often the guest is checked to be running, in seconds."""


class View:
    """Serves a screen until the guest stops. `connect` opens a stream to its VNC server.

    Without noVNC's folder the page cannot show it, and only VNC clients can. `on_input` is called with every
    message of a viewer that acts on the guest.
    """

    def __init__(
        self,
        name: str,
        connect: Callable[[], socket.socket],
        novnc: Path | None,
        browser_password: OneTimePassword,
        client_password: OneTimePassword,
        *,
        view_only: bool,
        on_input: Callable[[bytes], None] | None = None,
    ) -> None:
        self._connect = connect
        self._on_input = on_input
        self._view_only = view_only
        self._client_password = client_password
        about: dict[str, object] = {"guest": name, "viewOnly": view_only}
        self._page = Page(novnc, browser_password, about, self._to_browser)

    async def serve(
        self,
        page: socket.socket,
        clients: socket.socket,
        alive: Callable[[], bool],
        on_start: Callable[[], None],
    ) -> None:
        """Serve on two listening sockets until interrupted, or until `alive` is false.

        `on_start` is called once it serves.
        """
        config = uvicorn.Config(
            self._page.app,
            log_level="warning",
            access_log=False,
            ws="websockets-sansio",
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
            lifespan="off",
        )
        server = uvicorn.Server(config)
        vnc_server = await asyncio.start_server(self._to_client, sock=clients)
        watching = asyncio.create_task(self._stop_when_gone(server, alive, on_start))
        try:
            await server.serve(sockets=[page])
        finally:
            watching.cancel()
            vnc_server.close()

    async def _stop_when_gone(
        self, server: uvicorn.Server, alive: Callable[[], bool], on_start: Callable[[], None]
    ) -> None:
        while not server.started:
            await asyncio.sleep(0.01)
        on_start()
        while await asyncio.to_thread(alive):
            await asyncio.sleep(ALIVE_SECONDS)
        server.should_exit = True

    async def _to_browser(self, viewer: ByteStream) -> None:
        await self._show(viewer, rfb.NO_SECURITY)

    async def _to_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._show(ByteStream.over(reader, writer), rfb.VNC_PASSWORD)
        finally:
            writer.close()

    async def _show(self, viewer: ByteStream, security: int) -> None:
        """Serve one viewer from handshake to end. Its errors end its own connection alone."""
        with contextlib.suppress(OSError, ValueError, StreamClosedError, rfb.RfbError, TimeoutError):
            async with asyncio.timeout(GREETING_SECONDS):
                await rfb.handshake(viewer, security)
                if security == rfb.VNC_PASSWORD and not await rfb.check_password(
                    viewer, self._client_password.redeem
                ):
                    await rfb.reject(viewer, "this password is wrong or was used before")
                    return
            try:
                screen = await asyncio.to_thread(self._connect)
            except GuestError as error:
                await rfb.reject(viewer, f"the guest cannot be reached: {error.message}")
                return
            await self._join(viewer, screen)

    async def _join(self, viewer: ByteStream, screen: socket.socket) -> None:
        reader, writer = await asyncio.open_connection(sock=screen)
        guest = ByteStream.over(reader, writer)
        try:
            try:
                async with asyncio.timeout(GREETING_SECONDS):
                    await rfb.open_screen(guest)
            except (rfb.RfbError, StreamClosedError, TimeoutError) as error:
                reason = str(error) or "it closed the connection"
                await rfb.reject(viewer, f"the guest's screen cannot be reached: {reason}")
                return
            await rfb.accept(viewer)
            await relay(viewer, guest, self._through())
        finally:
            writer.close()

    def _through(self) -> Callable[[bytes], bytes]:
        if self._view_only:
            return InputBlocker()
        return InputObserver(self._on_input or (lambda _: None))
