"""The endpoints that run programs: Python's own semantics, and the forms of the answers."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from plugins.osworld.tasks.server.facade import answer
from plugins.osworld.tasks.server.message import Request
from tests.plugins.osworld.tasks.server.local import LocalGuest


@pytest.fixture
def guest() -> Iterator[LocalGuest]:
    guest = LocalGuest()
    yield guest
    guest.stop()


def post(guest: LocalGuest, path: str, /, **fields: Any) -> tuple[int, Any]:
    response = answer(guest, Request("POST", path, fields))
    is_json = response.media_type == "application/json"
    return response.status, json.loads(response.body) if is_json else response.body.decode()


@pytest.mark.parametrize(
    ("fields", "output", "returncode"),
    [
        ({"command": ["echo", "a  b"]}, "a  b\n", 0),
        ({"command": "echo 'a  b' $HOME"}, "a  b $HOME\n", 0),
        ({"command": "echo 'a  b' | tr a c", "shell": True}, "c  b\n", 0),
        ({"command": "echo one && exit 3", "shell": "true"}, "one\n", 3),
        ({"command": ["echo $0 $1", "x", "y"], "shell": True}, "x y\n", 0),
        ({"command": ["sh", "-c", "kill -9 $$"]}, "", -9),
        ({"command": ["printf", "\\377"]}, "\ufffd", 0),
    ],
)
def test_a_command_is_run_as_python_does(
    guest: LocalGuest, fields: dict[str, Any], output: str, returncode: int
) -> None:
    for path in ("/execute", "/setup/execute", "/execute_with_verification"):
        status, result = post(guest, path, **fields)
        assert status == 200
        assert result == {"status": "success", "output": output, "error": "", "returncode": returncode}


def test_a_home_path_is_expanded_and_errors_are_apart(guest: LocalGuest) -> None:
    _, result = post(guest, "/execute", command=["echo", "~/x", "a~/x"])
    assert result["output"] == f"{Path.home()}/x a~/x\n"
    _, result = post(guest, "/execute", command=["sh", "-c", "echo wrong >&2"])
    assert (result["output"], result["error"]) == ("", "wrong\n")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["no-such-program"], "No such file or directory: 'no-such-program'"),
        ("echo 'open", "No closing quotation"),
    ],
)
def test_what_cannot_start_is_a_500(guest: LocalGuest, command: object, message: str) -> None:
    for path in ("/execute", "/setup/launch"):
        status, result = post(guest, path, command=command)
        assert (status, result["status"]) == (500, "error") and message in result["message"]


def test_a_command_that_takes_too_long(guest: LocalGuest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("plugins.osworld.tasks.programs.COMMAND_SECONDS", 0.3)
    status, result = post(guest, "/execute", command=["sleep", "30"])
    assert status == 500 and "timed out after 0.3 seconds" in result["message"]


def test_a_command_ends_though_it_leaves_a_process_behind(guest: LocalGuest) -> None:
    status, result = post(guest, "/execute", command="sleep 60 & echo $!", shell=True)
    os.kill(int(result["output"]), signal.SIGTERM)  # it runs on
    assert (status, result["returncode"]) == (200, 0)


def test_verification_waits_for_a_command(guest: LocalGuest, tmp_path: Path) -> None:
    file = tmp_path / "there"
    verified = {"command_success": f"test -e {file} || {{ touch {file}; false; }}"}
    fields: dict[str, Any] = {"command": ["echo", "x"], "verification": verified, "check_interval": 0.01}
    status, result = post(guest, "/execute_with_verification", **fields)
    assert (status, result["verification"], result["output"]) == (200, "passed", "x\n")
    assert 0 < result["wait_time"] < 10
    never = {"command_success": "false"}
    fields |= {"verification": never, "max_wait_time": 0.1}
    status, result = post(guest, "/execute_with_verification", **fields)
    assert (status, result["status"], result["wait_time"]) == (500, "verification_failed", 0.1)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (
            "print('x')",
            {"status": "success", "output": "x\n", "error": "", "return_code": 0, "message": "x\n"},
        ),
        ("exit(3)", {"status": "error", "error": "Process exited with code 3", "return_code": 3}),
    ],
)
def test_python_code(guest: LocalGuest, code: str, expected: dict[str, Any]) -> None:
    status, result = post(guest, "/run_python", code=code)
    assert status == 200 and result["need_more"] is False
    assert {key: result[key] for key in expected} == expected


def test_python_code_that_fails_or_is_missing(guest: LocalGuest) -> None:
    _, result = post(guest, "/run_python", code="print('a'); raise ValueError('b')")
    assert result["status"] == "error" and result["output"] == "a\n" and "ValueError: b" in result["error"]
    assert result["message"].startswith("a\n\nTraceback")
    assert post(guest, "/run_python") == (400, {"status": "error", "message": "Code not supplied!"})


def test_a_script_of_bash(guest: LocalGuest, tmp_path: Path) -> None:
    script = "pwd; echo wrong >&2; [[ x == x ]] && exit 4"
    status, result = post(guest, "/run_bash_script", script=script, working_dir=str(tmp_path))
    assert (status, result) == (
        200,
        {"status": "error", "output": f"{tmp_path}\nwrong\n", "error": "", "returncode": 4},
    )
    status, result = post(guest, "/run_bash_script", script="echo x")
    assert (status, result["status"], result["output"]) == (200, "success", "x\n")


@pytest.mark.parametrize(
    ("fields", "status", "output"),
    [
        ({}, 400, "Script not supplied!"),
        (
            {"script": "true", "working_dir": "/no/folder"},
            400,
            "Working directory does not exist: /no/folder",
        ),
        ({"script": "sleep 30", "timeout": 0.2}, 500, "Script execution timed out after 0.2 seconds"),
    ],
)
def test_a_script_that_cannot_be_run(
    guest: LocalGuest, fields: dict[str, Any], status: int, output: str
) -> None:
    result = {"status": "error", "output": output, "error": "", "returncode": -1}
    assert post(guest, "/run_bash_script", **fields) == (status, result)


def test_a_folder_is_listed(guest: LocalGuest, tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").touch()
    status, result = post(guest, "/list_directory", path=str(tmp_path))
    inner = {"type": "directory", "name": "sub", "children": [{"type": "file", "name": "a.txt"}]}
    tree = {"type": "directory", "name": tmp_path.name, "children": [inner]}
    assert (status, result) == (200, {"directory_tree": tree})
    assert post(guest, "/list_directory", path="/no/folder")[0] == 400
    assert post(guest, "/list_directory")[0] == 400


def test_other_paths_and_methods(guest: LocalGuest) -> None:
    assert answer(guest, Request("GET", "/nothing")).status == 404
    assert answer(guest, Request("GET", "/execute")).status == 405
