"""OSWorld's protocol over HTTP: bodies, files, and who may ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from controller.guests.fake.provider import FakeProvider
from plugins.osworld.serving.http import make_app


@pytest.fixture
def client() -> Iterator[TestClient]:
    provider = FakeProvider()
    yield TestClient(make_app(provider.start()), base_url="http://localhost:5000")
    provider.close()


def test_a_file_goes_there_and_back(client: TestClient) -> None:
    sent = client.post(
        "/setup/upload", data={"file_path": "notes/a.txt"}, files={"file_data": ("a.txt", b"\x00text")}
    )
    assert (sent.status_code, sent.text) == (200, "File Uploaded: 5 bytes")
    for path in ("/home/user/notes/a.txt", "~/notes/a.txt", "$HOME/notes/a.txt"):
        assert client.post("/file", data={"file_path": path}).content == b"\x00text"
    missing = client.post("/file", data={"file_path": "/home/user/no"})
    assert (missing.status_code, missing.json()) == (404, {"error": "File not found"})
    assert client.post("/file").status_code == 400


def test_the_screen(client: TestClient) -> None:
    picture = client.get("/screenshot")
    assert picture.headers["content-type"] == "image/png" and picture.content.startswith(b"\x89PNG")
    size = client.post("/screen_size").json()
    assert set(size) == {"width", "height"} and size["width"] > 0
    assert client.get("/platform").text == "Linux"


@pytest.mark.parametrize("body", [b"{", b"[1]", b"[" * 100_000])
def test_a_body_that_is_no_object(client: TestClient, body: bytes) -> None:
    answered = client.post("/execute", content=body, headers={"Content-Type": "application/json"})
    assert answered.status_code == 400 and "the body is no JSON" in answered.text


def test_only_names_of_this_host(client: TestClient) -> None:
    assert client.get("/platform", headers={"Host": "evil.example"}).status_code == 403
    for host in ("127.0.0.1:5000", "[::1]:5000", "localhost"):
        assert client.get("/platform", headers={"Host": host}).status_code == 200
