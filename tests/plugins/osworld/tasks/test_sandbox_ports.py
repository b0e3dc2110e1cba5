from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from mcp_tools import vlc_http
from plugins.osworld.tasks.judge.in_sandbox.environment import GUEST_VLC_PASSWORD, GUEST_VLC_PORT
from plugins.osworld.tasks.judge.in_sandbox.ports import _forward


class AnsweringGuest:
    """Stands for the guest: keeps the words of a command and answers with a page."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def run(self, argv: Sequence[str]) -> dict[str, Any]:
        self.words = list(argv)
        return {"output": b"200\n<root/>", "error": b"", "returncode": 0}


def asked(url: str, password: str) -> list[str]:
    """The address and the headers that reach the guest."""
    guest: Any = AnsweringGuest()
    assert _forward(guest, "get", url, {"auth": ("", password)}) == (200, b"<root/>")
    method, *asked = guest.words[4:]
    assert method == "GET"
    return asked


def header(password: str) -> str:
    return "Authorization: Basic " + base64.b64encode(f":{password}".encode()).decode()


def test_the_tools_and_the_judge_mean_the_same_vlc() -> None:
    assert (GUEST_VLC_PORT, GUEST_VLC_PASSWORD) == (vlc_http.PORT, vlc_http.PASSWORD)


def test_vlc_is_asked_at_its_own_port_with_its_own_password() -> None:
    wanted = [f"http://127.0.0.1:{vlc_http.PORT}/requests/status.xml", header(vlc_http.PASSWORD)]
    assert asked("http://127.0.0.1:8080/requests/status.xml", "password") == wanted


def test_another_password_or_port_stays() -> None:
    for url, password in (("http://127.0.0.1:8080/x", "other"), ("http://127.0.0.1:8090/x", "password")):
        assert asked(url, password) == [url, header(password)]
