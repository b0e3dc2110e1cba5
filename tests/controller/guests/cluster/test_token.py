"""The token of a new cluster, in a home that never saw Ray."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from controller.guests.cluster.token import make_token
from tests.controller.guests.cluster.ray_nodes import HEAD_IP, descendants, free_port, name_of, node
from tests.waiting import eventually

TOKEN_MODE = {"RAY_AUTH_MODE": "token"}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def test_a_token_is_made_once_for_its_owner_alone(home: Path) -> None:
    path = make_token(TOKEN_MODE)
    assert path == home / ".ray" / "auth_token"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600 and len(path.read_text()) == 64
    assert make_token(TOKEN_MODE) is None


@pytest.mark.parametrize(
    "environment", [{"RAY_AUTH_MODE": "disabled"}, {}, {**TOKEN_MODE, "RAY_AUTH_TOKEN_PATH": "/etc/token"}]
)
def test_none_is_made_where_none_is_needed(home: Path, environment: dict[str, str]) -> None:
    assert make_token(environment) is None
    assert list(home.iterdir()) == []


@pytest.mark.slow
@pytest.mark.long
def test_the_first_command_of_the_page_starts_a_head_that_ends_with_it(home: Path) -> None:
    port = free_port()
    ports = ("--port", str(port), "--client-port", str(port + 1), "--ip", HEAD_IP)
    with node("--head", *ports, "--max-guests", "1", variables={"HOME": str(home)}, token="") as head:
        head.wait_for(f"{home}/.ray/auth_token is the new cluster's token")
        head.wait_for("head of a cluster")
        started = descendants(head.process.pid)
        assert head.raylet() in started
        head.process.kill()
        eventually(lambda: not any(map(name_of, started)), what="Ray's processes to end", seconds=60)
