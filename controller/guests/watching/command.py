"""`testbed guest view`, given a guest and two ports."""

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
from controller.guests.watching.password import OneTimePassword, make_password, url_password
from controller.guests.watching.screen import connect_screen
from controller.guests.watching.view import View
from testbed.command import command
from testbed.errors import ImageError
from vm_images.image import BUILD_COMMAND, list_images

_NOVNC = "opt/testbed/npm/node_modules/@novnc/novnc"
"""Where npm puts noVNC, pinned by the recipe's lock file, in a layer of the image."""
_REDIRECT = """<!doctype html><title>testbed</title><script>location.replace("{address}")</script>"""


def show_view(
    guest: SshGuest,
    page: socket.socket,
    clients: socket.socket,
    alive: Callable[[], bool],
    *,
    browser: bool,
    view_only: bool,
    console: Console,
    on_input: Callable[[bytes], None] | None = None,
    note: str = "Ctrl-C ends the view",
    end_note: str = "",
) -> None:
    """Show a guest's screen on two listening sockets until Ctrl-C, or until `alive` is false.

    Args:
        guest: The guest, connected.
        page: Listening socket for browsers.
        clients: Listening socket for VNC clients.
        alive: Whether the guest still runs.
        browser: Open the page in a browser if this host has a desktop.
        view_only: Drop the viewers' input.
        console: Where addresses and passwords are printed.
        on_input: Called with every message of a viewer that acts on the guest.
        note: Printed at the start: how the view ends.
        end_note: Printed when `alive` is false; by default that the guest has stopped.
    """

    def show(label: str, text: str) -> None:
        console.print(f"{label:<11} {text}", markup=False, soft_wrap=True)

    def opens_page(password: str) -> None:
        show("browser", address(password) if password else "closed: too many wrong passwords")

    def opens_clients(password: str) -> None:
        where = f"127.0.0.1:{clients.getsockname()[1]}"
        show("VNC client", f"{where} password {password}" if password else "closed: too many wrong passwords")

    def address(password: str) -> str:
        return f"http://127.0.0.1:{page.getsockname()[1]}/#password={password}"

    page_password = OneTimePassword(url_password, opens_page)
    client_password = OneTimePassword(make_password, opens_clients)
    try:
        novnc: Path | None = novnc_folder()
    except ImageError as error:
        novnc = None
        show("no browser", f"{error.message}; {error.hint}")
    view = View(
        guest.name,
        lambda: connect_screen(guest),
        novnc,
        page_password,
        client_password,
        view_only=view_only,
        on_input=on_input,
    )

    def announce() -> None:
        if novnc:
            opens_page(page_password.current)
        opens_clients(client_password.current)
        show("", f"each password works once; {note}")
        if novnc and browser and has_desktop():
            webbrowser.open(opened.as_uri())

    with _private_page(address(page_password.current)) as opened, contextlib.suppress(KeyboardInterrupt):
        asyncio.run(view.serve(page, clients, alive, announce))
        if not alive():
            show("", end_note or f"{guest.name} has stopped")


@contextlib.contextmanager
def _private_page(address: str) -> Iterator[Path]:
    """A file, readable by this user alone, that redirects to an address: all users can see command lines."""
    with tempfile.NamedTemporaryFile("w", prefix="testbed-view-", suffix=".html") as file:
        file.write(_REDIRECT.format(address=address))
        file.flush()
        yield Path(file.name)


def novnc_folder() -> Path:
    """Find noVNC in the newest image that has it. Raises ImageError when none has."""
    for image in list_images():
        for layer in image.layers:
            if (layer / _NOVNC / "core/rfb.js").is_file():
                return layer / _NOVNC
    raise ImageError(
        "the browser's VNC client comes with the guest image, and no image is here",
        hint=command(BUILD_COMMAND),
    )
