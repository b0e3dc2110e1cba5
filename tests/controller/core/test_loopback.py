"""Pages of this host: their port, and whether a browser can show them."""

from __future__ import annotations

import socket

import pytest

from controller.core.loopback import has_desktop, host_name, listener
from testbed.errors import UsageError


def test_a_port_on_the_loopback_alone_answers_without_delay() -> None:
    with listener(0) as opened:
        host, port = opened.getsockname()
        assert host == "127.0.0.1"
        # asyncio turns Nagle's delay off for connections of a socket that names its protocol
        assert opened.proto == socket.IPPROTO_TCP
        with socket.create_connection((host, port)), opened.accept()[0] as accepted:
            assert accepted.proto == socket.IPPROTO_TCP
        with pytest.raises(UsageError, match=f"port {port} cannot be used") as refusal:
            listener(port)
        assert "--port" in refusal.value.hint
    with listener(port) as again:  # at once, though connections to the first are just closed
        assert again.getsockname()[1] == port


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]:80", "::1"),
        ("LOCALHOST", "localhost"),
        ("evil.example", "evil.example"),
        ("127.0.0.1@evil.example", "evil.example"),
        ("[", ""),
        ("", ""),
    ],
)
def test_the_name_in_a_host_header(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize(
    ("user", "display", "opens"), [(0, ":0", False), (1000, "", False), (1000, ":0", True)]
)
def test_a_browser_opens_on_a_desktop_and_not_as_root(
    user: int, display: str, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    if display:
        monkeypatch.setenv("DISPLAY", display)
    assert has_desktop() is opens
