"""The service: one process for all applications, whose caller cannot say for whom it calls."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mcp_tools.personal import client
from mcp_tools.personal.refused import Refused
from mcp_tools.personal.service import PERSON, Service
from mcp_tools.personal.store import Store
from mcp_tools.personal.tree import export_tree, import_tree
from tests.mcp_tools.personal.small_state import ADDRESS, JON, MARA, ROBIN, small_state

START = """
import os, sys
os.dup2(int(sys.argv[1]), 3, inheritable=True)
os.environ["LISTEN_PID"] = str(os.getpid())
os.execv(sys.executable, [sys.executable, "-m", "mcp_tools.personal.service", sys.argv[2]])
"""


def write_state(path: Path, person: str = ROBIN) -> Store:
    """A small state in a file."""
    store = Store(path)
    import_tree(store, export_tree(small_state()))
    store.set(PERSON, person)
    return store


@pytest.fixture
def state(tmp_path: Path) -> Path:
    write_state(tmp_path / "state.db").close()
    return tmp_path / "state.db"


@contextmanager
def listening(path: Path) -> Iterator[socket.socket]:
    """A socket as systemd makes it."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen(64)
        yield listener


@pytest.fixture
def calls(tmp_path: Path, state: Path) -> Iterator[Path]:
    """The socket of a running service."""
    path = tmp_path / "calls.sock"
    with listening(path) as listener:
        running = Service(listener, state)
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield path
        running.shutdown()
        thread.join()


def test_calls_of_several_callers_are_executed_one_after_the_other(calls: Path, state: Path) -> None:
    def send(number: int) -> None:
        text = {"to": [ADDRESS[MARA]], "subject": f"{number}", "body": ""}
        client.call("mail", "send", text, reference=f"step-{number}", path=calls)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store = Store(state)
    assert len(store.records("mail.message")) == 40
    assert {line["reference"] for line in store.log("calls")} == {f"step-{number}" for number in range(20)}


def test_a_refusal_comes_back_as_one(calls: Path) -> None:
    with pytest.raises(Refused, match="there is no card 'card-9'"):
        client.call("contacts", "read", {"card": "card-9"}, path=calls)
    with pytest.raises(Refused, match="a call has an app"):
        client.call("bank", "transfer", {}, path=calls)


@pytest.mark.parametrize(
    "line", [b"\n", b"[]\n", b"{\n", b"\xff\n", b"[" * 100_000 + b"\n", b"x" * 5_000_000]
)
def test_what_is_no_call_is_refused_and_harms_nobody(calls: Path, line: bytes) -> None:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(calls))
        try:
            connection.sendall(line)
            connection.shutdown(socket.SHUT_WR)
            answer = connection.makefile("rb").readline()
        except (BrokenPipeError, ConnectionResetError):  # it answered before it had read all
            answer = b'{"refused": ""}'
    assert "refused" in json.loads(answer)
    assert client.call("contacts", "read", {"card": "card-1"}, path=calls)["name"] == "Mara Lind"


def test_a_caller_who_sends_nothing_keeps_nobody_waiting(calls: Path) -> None:
    with socket.socket(socket.AF_UNIX) as idle:
        idle.connect(str(calls))
        assert client.call("contacts", "read", {"card": "card-1"}, path=calls)["name"] == "Mara Lind"


def test_a_call_names_no_person(calls: Path, state: Path) -> None:
    request = {"app": "mail", "tool": "list_folders", "arguments": {}, "person": MARA, "actor": MARA}
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(calls))
        connection.sendall(json.dumps(request).encode() + b"\n")
        assert "result" in json.loads(connection.makefile("rb").readline())
    assert [line["actor"] for line in Store(state).log("calls")] == [ROBIN]


def test_what_root_writes_into_the_state_is_seen_at_the_next_call(calls: Path, state: Path) -> None:
    assert client.call("contacts", "read", {"card": "card-1"}, path=calls)["note"] == ""
    root = Store(state)
    card = root.records("contacts.card")["card-1"]
    with root.transaction():
        root.put("contacts.card", "card-1", {**card, "note": "moved"})
    assert client.call("contacts", "read", {"card": "card-1"}, path=calls)["note"] == "moved"
    root.set(PERSON, JON)
    with pytest.raises(Refused, match="no card"):
        client.call("contacts", "read", {"card": "card-1"}, path=calls)


def test_a_process_serves_the_socket_that_it_is_given(tmp_path: Path, state: Path) -> None:
    path = tmp_path / "given.sock"
    with listening(path) as listener:
        command = [sys.executable, "-c", START, str(listener.fileno()), str(state)]
        with subprocess.Popen(command, pass_fds=[listener.fileno()]) as process:
            try:
                assert client.call("contacts", "read", {"card": "card-1"}, path=path)["name"] == "Mara Lind"
            finally:
                process.kill()
    assert os.environ.get("LISTEN_PID") is None


def test_the_service_imports_no_large_package() -> None:
    code = "import sys, mcp_tools.personal.service; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name.partition(".")[0] for name in done.stdout.split()}.isdisjoint(
        {"pydantic", "mcp", "jsonschema"}
    )
