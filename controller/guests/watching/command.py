"""What `testbed guest view` does once it has a guest and two ports."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import tempfile
import webbrowser
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console

from controller.core.loopback import has_desktop
from controller.guests.link.ssh_guest import SshGuest
from controller.guests.watching.novnc import novnc_folder
from controller.guests.watching.password import OneTimePassword, typed_password, url_password
from controller.guests.watching.screen import connect_screen
from controller.guests.watching.view import View
from testbed.errors import ImageError

_REDIRECT = """<!doctype html><title>testbed</title><script>location.replace("{address}")</script>"""


def show_view(
    guest: SshGuest,
    page: socket.socket,
    clients: socket.socket,
    alive: Callable[[], bool],
    *,
    browser: bool,
    view_only: bool,
    tell: Console,
    hear: Callable[[bytes], None] | None = None,
    note: str = "Ctrl-C ends the view",
    gone: str = "",
) -> None:
    """Show a guest's screen on two listening sockets until Ctrl-C, or until `alive` says no.

    `hear` is told of every message of a viewer that acts on the guest; `note` says how the view ends, and `gone`
    that `alive` said no, by default that the guest has stopped.
    """

    def say(door: str, text: str) -> None:
        tell.print(f"{door:<11} {text}", markup=False, soft_wrap=True)

    def opens_page(password: str) -> None:
        say("browser", address(password) if password else "closed: too many wrong passwords")

    def opens_clients(password: str) -> None:
        where = f"127.0.0.1:{clients.getsockname()[1]}"
        say("VNC client", f"{where} password {password}" if password else "closed: too many wrong passwords")

    def address(password: str) -> str:
        return f"http://127.0.0.1:{page.getsockname()[1]}/#password={password}"

    page_password = OneTimePassword(url_password, opens_page)
    client_password = OneTimePassword(typed_password, opens_clients)
    try:
        novnc: Path | None = novnc_folder()
    except ImageError as error:
        novnc = None
        say("no browser", f"{error.message}; {error.hint}")
    view = View(
        guest.name,
        lambda: connect_screen(guest),
        novnc,
        page_password,
        client_password,
        view_only=view_only,
        hear=hear,
    )

    def begun() -> None:
        if novnc:
            opens_page(page_password.current)
        opens_clients(client_password.current)
        say("", f"each password works once; {note}")
        if novnc and browser and has_desktop():
            webbrowser.open(opened.as_uri())

    with _private_page(address(page_password.current)) as opened, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(view.serve(page, clients, alive, begun))
        if not alive():
            say("", gone or f"{guest.name} has stopped")


@contextlib.contextmanager
def _private_page(address: str) -> Iterator[Path]:
    """A file only this user can read that leads to an address: on a command line all users would see it."""
    with tempfile.NamedTemporaryFile("w", prefix="testbed-view-", suffix=".html") as file:
        file.write(_REDIRECT.format(address=address))
        file.flush()
        yield Path(file.name)
