"""What the viewer must refuse: addresses that are none of its own, and links that lead out."""

from __future__ import annotations

import shutil
import socket
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.testclient import TestClient

from tests.controller.made_runs import PNG
from tests.controller.results.viewer.conftest import EPISODE, RUN, client_of
from tests.controller.results.viewer.pages_checked import check_page

ODD = (
    "/../../etc/passwd",
    "/runs/../table~gui/",
    "/runs/./",
    "/runs//",
    "//etc/passwd",
    "/runs/table~gui/../../../etc/passwd",
    "/runs/table%2Fgui/",
    "/runs/table~gui%2F",
    "/runs/%2e%2e/",
    "/runs/table~gui/os/a/1/screens/..%2f..%2fresult.json",
    "/runs/table~gui/os/a/1/screens/../result.json",
    "/runs/table~gui/os/a/1/screens//etc/passwd",
    "/runs/table~gui/os/a/1/screens/%00.png",
    "/runs/table~gui/os/a%00/1/",
    "/runs/table~gui/os/a/1/..%5c..%5crun.json",
    "/runs/table~gui/os/../1/",
    "/runs/table~gui/../gui/1/",
    "/runs/table~gui/os/a/0/",
    "/runs/table~gui/os/a/2/",
    "/runs/table~gui/os/a/-1/",
    "/runs/table~gui/os/a/1e0/",
    "/runs/table~gui/os/a/99999999999999999999/",
    "/runs/table~gui/os/a/1/attempt-0/",
    "/runs/table~gui/os/a/1/attempt-1/",
    "/runs/table~gui/os/a/1/attempt-../",
    "/runs/table~gui/os/z/1/",
    "/runs/table~gui/run.json",
    "/runs/table~gui/os/a/1/result.json",
    "/runs/table/gui/",
    "/runs/.hidden/",
    "/runs/~/",
    "/runs/~etc/",
    "/compare/table~gui/..%2f/",
    "/compare/table~gui/x/",
    "/assets/../app.py",
    "/assets/%2e%2e%2fapp.py",
    "/assets/app.py",
    "/assets/",
    "/runs/\xff/",
)


@pytest.mark.parametrize("address", ODD)
def test_addresses_that_are_none_are_not_found(address: str, client: TestClient) -> None:
    answer = client.get(f"http://127.0.0.1{address}")
    assert answer.status_code == 404
    check_page(answer.text)


def test_addresses_that_are_none_are_not_found_as_they_are_sent(address: str) -> None:
    """Without a client that tidies them up first."""
    port = urlsplit(address).port
    assert port
    for odd in (*ODD, "http://evil.example/runs/", "\\etc\\passwd", "/runs/table~gui/os/a/1/screens/....//"):
        with socket.create_connection(("127.0.0.1", port), timeout=30) as link:
            link.sendall(
                f"GET {odd} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode("latin-1")
            )
            said = b""
            while part := link.recv(65536):
                said += part
        assert said.split(b" ", 2)[1] in (b"404", b"400"), odd


def test_links_that_lead_out_are_not_followed(shelf: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(PNG + b"secret")
    folder = shelf / "table" / "gui" / "episodes" / "os/a" / "1"
    name = f"{'e' * 32}.png"
    (folder / "screens" / name).symlink_to(secret)
    client = client_of(shelf)
    assert client.get(f"{EPISODE}screens/{name}").status_code == 404
    # A picture of another run, and a folder of pictures elsewhere
    other = next((shelf / "table/mcp/episodes/os/a/1/screens").iterdir())
    (folder / "screens" / f"{'f' * 32}.png").symlink_to(other)
    assert client.get(f"{EPISODE}screens/{'f' * 32}.png").status_code == 404
    shutil.rmtree(folder / "screens")
    (folder / "screens").symlink_to(other.parent)
    assert client.get(f"{EPISODE}screens/{other.name}").status_code == 404
    # The record, and the folder of a whole episode
    (folder / "events.jsonl").unlink()
    (folder / "events.jsonl").symlink_to(secret)
    answer = client.get(EPISODE)
    assert answer.status_code == 404 and b"leads out of the run" in answer.content
    assert client.get(f"{EPISODE}events.jsonl").status_code == 404
    shutil.rmtree(folder)
    folder.symlink_to(shelf / "table/mcp/episodes/os/a/1")
    assert client.get(EPISODE).status_code == 404
    assert client.get(RUN).status_code == 200
