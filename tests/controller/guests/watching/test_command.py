"""What `testbed guest view` prints and opens."""

from __future__ import annotations

import io
import re
import socket
import stat
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from controller.guests.watching import command
from controller.guests.watching.command import novnc_folder, show_view
from testbed.errors import ImageError
from vm_images.image import Image


@pytest.fixture
def images(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Image]:
    """An image without and an older one with noVNC."""
    folder = tmp_path / "apps/opt/testbed/npm/node_modules/@novnc/novnc/core"
    folder.mkdir(parents=True)
    (folder / "rfb.js").write_text("export default class RFB {}")
    (tmp_path / "base").mkdir()
    layers = [
        Image("new", "2", "debian-12", (tmp_path / "base",), tmp_path / "new.json"),
        Image("old", "1", "debian-12", (tmp_path / "base", tmp_path / "apps"), tmp_path / "old.json"),
    ]
    monkeypatch.setattr(command, "list_images", lambda: layers)
    return layers


@dataclass
class Shown:
    """What was printed, and the ports of the page and of VNC clients."""

    text: str
    page: int
    clients: int


def show(*, browser: bool = True) -> Shown:
    """What is printed for a guest that stops as soon as it is looked at."""
    guest: Any = SimpleNamespace(name="tb-1")
    out = io.StringIO()
    with socket.create_server(("127.0.0.1", 0)) as page, socket.create_server(("127.0.0.1", 0)) as clients:
        ports = page.getsockname()[1], clients.getsockname()[1]
        console = Console(file=out, width=200)
        show_view(guest, page, clients, lambda: False, browser=browser, view_only=False, console=console)
    return Shown(out.getvalue(), *ports)


def test_novnc_is_found_in_an_image(images: list[Image]) -> None:
    assert novnc_folder().name == "novnc"
    images.pop()
    with pytest.raises(ImageError) as raised:
        novnc_folder()
    assert "testbed image build" in raised.value.hint


def test_both_addresses_are_printed_and_the_end_too(images: list[Image]) -> None:
    view = show()
    assert re.search(rf"http://127\.0\.0\.1:{view.page}/#password=\S{{32}}\n", view.text)
    assert re.search(rf"127\.0\.0\.1:{view.clients} password \w{{8}}\n", view.text)
    assert "tb-1 has stopped" in view.text


def test_without_novnc_vnc_clients_can_still_watch(images: list[Image]) -> None:
    images.clear()
    view = show()
    assert "testbed image build" in view.text and "http://" not in view.text
    assert f"127.0.0.1:{view.clients} password" in view.text


def test_a_browser_gets_the_password_from_a_private_file(
    images: list[Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[tuple[int, str, str]] = []

    def browse(address: str) -> bool:
        file = Path(address.removeprefix("file://"))
        opened.append((stat.S_IMODE(file.stat().st_mode), file.read_text(), address))
        return True

    monkeypatch.setattr("webbrowser.open", browse)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setenv("DISPLAY", ":9")
    view = show()
    ((mode, text, address),) = opened
    assert mode == 0o600
    match = re.search(r"http://\S+#password=[\w-]+", view.text)
    assert match and match[0] in text
    assert not Path(address.removeprefix("file://")).exists()

    assert "http://" in show(browser=False).text
    assert len(opened) == 1
