"""The endpoints that run programs."""

from __future__ import annotations

import json
import shlex
import time
from pathlib import Path
from typing import Any

from plugins.osworld.tasks import programs
from plugins.osworld.tasks.server.message import Request, Response
from plugins.osworld.tasks.steps import Launch
from testbed.errors import CommandError, GuestTimeoutError
from testbed.guests import Guest, windows_of

PYTHON = "/usr/bin/python3"
BASH = "#!/bin/bash"
PYTHON_SECONDS, SCRIPT_SECONDS, CHECK_SECONDS = 30.0, 100.0, 5.0
"""Time limits of OSWorld's server, beside that of a command; in a slow guest, that many times more."""
MARGIN_SECONDS = 10.0
_IN_GUEST = Path(__file__).parent / "in_guest"
_RUNNER, _PYTHON_SERVER = ((_IN_GUEST / name).read_text() for name in ("run_command.py", "python_server.py"))


def prepare_actions(guest: Guest) -> None:
    """Have the guest import PyAutoGUI once; without that, each action of OSWorld's agents does it, which takes longer.

    Raises GuestConnectionError.
    """
    in_background = 'setsid "$@" < /dev/null > /dev/null 2>&1 &'
    guest.run(["sh", "-c", in_background, "sh", PYTHON, "-c", _PYTHON_SERVER], as_user=True, check=False)


def run_in_guest(guest: Guest, seconds: float, **question: Any) -> dict[str, Any]:
    """Run a command as the user and return its `returncode`, `output` and `error`.

    Returns:
        `timeout` or `failure` instead, why it did not end or start.
    """
    seconds *= guest.slowness
    asked = json.dumps({**question, "seconds": seconds}).encode()
    try:
        done = guest.run(
            [PYTHON, "-I", "-S", "-c", _RUNNER], as_user=True, stdin=asked, timeout=seconds + MARGIN_SECONDS
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except GuestTimeoutError as error:
        return {"timeout": error.message}
    except (CommandError, ValueError) as error:
        return {"failure": str(error)}
    return answer


def execute(guest: Guest, request: Request) -> Response:
    """POST /execute: `command`, text or words; `shell`. The status is 200 whatever the command returns."""
    done = _execute(guest, request)
    return done if isinstance(done, Response) else Response.json(_success(done))


def execute_with_verification(guest: Guest, request: Request) -> Response:
    """POST /execute_with_verification: as /execute, then waits for a window's title or for a command's success."""
    done = _execute(guest, request)
    if isinstance(done, Response):
        return done
    verification = request.fields.get("verification") or {}
    if not verification:
        return Response.json(_success(done))
    longest = float(request.fields.get("max_wait_time", 10))
    began = time.monotonic()
    while (waited := time.monotonic() - began) < longest:
        if _holds(guest, verification):
            return Response.json({**_success(done), "verification": "passed", "wait_time": waited})
        time.sleep(float(request.fields.get("check_interval", 1)))
    failed = {
        **_success(done),
        "status": "verification_failed",
        "verification": "failed",
        "wait_time": longest,
    }
    return Response.json(failed, 500)


def launch(guest: Guest, request: Request) -> Response:
    """POST /setup/launch: start a program and answer at once."""
    shell = bool(request.fields.get("shell"))
    try:
        words = programs.argv_of(_command(request), shell=shell)
    except ValueError as error:
        return _error(str(error))
    found = guest.run(["sh", "-c", 'command -v -- "$1"', "sh", words[0]], as_user=True, check=False)
    if found.exit_code:
        return _error(f"[Errno 2] No such file or directory: {words[0]!r}")
    programs.launch(Launch(command=tuple(words)), guest)
    return Response.text(f"{words[2] if shell else ' '.join(words)} launched successfully")


def run_python(guest: Guest, request: Request) -> Response:
    """POST /run_python: `code`, run by the system's Python for at most 30 s."""
    code = request.fields.get("code")
    if not code:
        return Response.json({"status": "error", "message": "Code not supplied!"}, 400)
    done = run_in_guest(guest, PYTHON_SECONDS, command=[PYTHON], script=code, suffix=".py")
    if "returncode" not in done:
        late = "timeout" in done
        message = (
            "Execution timeout: Code took too long to execute"
            if late
            else f"Execution error: {done['failure']}"
        )
        error = "TimeoutExpired" if late else done["failure"]
        answer = {"status": "error", "message": message, "error": error, "need_more": False, "output": None}
        return Response.json(answer, 500)
    exit_code, output, error = done["returncode"], done["output"], done["error"]
    if exit_code and not error:
        error = f"Process exited with code {exit_code}"
    return Response.json(
        {
            "status": "error" if exit_code else "success",
            "message": "\n".join(part for part in (output, error) if part),
            "need_more": False,
            "output": output,
            "error": error,
            "return_code": exit_code,
        }
    )


def run_bash_script(guest: Guest, request: Request) -> Response:
    """POST /run_bash_script: `script`, `timeout` in seconds, `working_dir`; errors are in the output."""
    script = request.fields.get("script")
    if not script:
        return _script_failure("Script not supplied!", 400)
    folder = request.fields.get("working_dir")
    if folder:
        there = run_in_guest(guest, CHECK_SECONDS, command=["test", "-e", "."], folder=folder)
        if there.get("returncode") != 0:
            return _script_failure(f"Working directory does not exist: {folder}", 400)
    seconds = float(request.fields.get("timeout") or SCRIPT_SECONDS)
    text = script if BASH in script else f"{BASH}\n\n{script}"
    done = run_in_guest(
        guest, seconds, command=["/bin/bash"], script=text, suffix=".sh", merged=True, folder=folder
    )
    if "timeout" in done:
        return _script_failure(f"Script execution timed out after {seconds:g} seconds", 500)
    if "failure" in done:
        return _script_failure(f"Failed to execute script: {done['failure']}", 500)
    status = "error" if done["returncode"] else "success"
    return Response.json(
        {"status": status, "output": done["output"], "error": "", "returncode": done["returncode"]}
    )


def _execute(guest: Guest, request: Request) -> dict[str, Any] | Response:
    shell = bool(request.fields.get("shell"))
    command = _command(request)
    try:
        words = shlex.split(command) if isinstance(command, str) and not shell else command
    except ValueError as error:
        return _error(str(error))
    done = run_in_guest(guest, programs.COMMAND_SECONDS, command=words, shell=shell)
    return done if "returncode" in done else _error(done.get("timeout") or done["failure"])


def _command(request: Request) -> str | tuple[str, ...]:
    command = request.fields.get("command") or ""
    return command if isinstance(command, str) else tuple(map(str, command))


def _holds(guest: Guest, verification: dict[str, Any]) -> bool:
    name = verification.get("window_exists")
    if name is not None and not any(
        name.casefold() in window.title.casefold() for window in windows_of(guest)
    ):
        return False
    command = verification.get("command_success")
    return (
        command is None
        or run_in_guest(guest, CHECK_SECONDS, command=command, shell=True).get("returncode") == 0
    )


def _success(done: dict[str, Any]) -> dict[str, Any]:
    return {"status": "success", **{name: done[name] for name in ("output", "error", "returncode")}}


def _error(message: str) -> Response:
    return Response.json({"status": "error", "message": message}, 500)


def _script_failure(output: str, status: int) -> Response:
    return Response.json({"status": "error", "output": output, "error": "", "returncode": -1}, status)
