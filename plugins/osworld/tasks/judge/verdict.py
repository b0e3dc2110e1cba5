"""The verdict of OSWorld's evaluators on the state of a guest."""

from __future__ import annotations

import base64
import json
import posixpath
import shutil
import socket
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from plugins.osworld.tasks.judge.browser_connections import BrowserConnections
from plugins.osworld.tasks.judge.environment import JudgePython
from plugins.osworld.tasks.judge.sandbox import run_in_sandbox
from testbed.errors import CheckerError, CommandError, GuestTimeoutError, UsageError
from testbed.guests import HOME, GuestView
from testbed.results import encodable
from testbed.tasks import EVALUATOR_ERROR, Score, claim

PROGRAM = Path(__file__).with_name("in_sandbox")
_START = f"""
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module({PROGRAM.name!r}, run_name="__main__", alter_sys=True)
"""
SECONDS = 270.0
"""Time limit of a verdict; the judging of an episode has more."""
LINE_LIMIT = 2**20
"""Longest message from the sandbox, in bytes; the agent's code may have written it."""
IMPORT_HINT = "give the checkout of OSWorld that docs/osworld.md names"
SHOWN_CHARACTERS = 8000
"""Length of what is kept of an evaluator's own words."""


@dataclass(frozen=True)
class EvaluatorCall:
    """What an evaluation needs.

    Attributes:
        task: The task's JSON.
        checkout: The checkout that has the evaluators.
        inputs: Files for the evaluators' cache folder, by name.
        outputs: Files of the guest, by their name in that folder: outputs of steps.
        python: The Python that they run in.
    """

    task: Mapping[str, Any]
    checkout: Path
    inputs: Mapping[str, Path]
    outputs: Mapping[str, str]
    python: JudgePython


def evaluate(call: EvaluatorCall, view: GuestView) -> Score:
    """Call OSWorld's evaluators. One that raises, takes too long or returns no number from 0 to 1 scores 0.

    Raises:
        CheckerError: The sandbox cannot be started on this host, or the checkout's evaluators cannot be imported.
        GuestConnectionError: The guest cannot be reached.
        NotRecordedError: A recorded state does not answer.
    """
    with TemporaryDirectory(prefix="testbed-judge-inputs-") as folder:
        _fill(Path(folder), call, view)
        ours, theirs = socket.socketpair()
        command = _command(call.python, call.checkout, str(theirs.fileno()))
        readable = [*call.python.folders, call.checkout, PROGRAM]
        with (
            ours,
            theirs,
            run_in_sandbox(
                command,
                readable=readable,
                inputs=Path(folder),
                seconds=SECONDS,
                keep_open=[theirs.fileno()],
            ) as process,
        ):
            theirs.close()
            BrowserConnections(ours, view).start()
            timer = threading.Timer(SECONDS, process.kill)
            timer.start()
            try:
                assert process.stdin is not None and process.stdout is not None and process.stderr is not None
                errors = _Tail(process.stderr)
                started = _has_started(process.stdout)
                verdict = _exchange(call.task, process.stdin, process.stdout, view) if started else None
                errors.join(1)
            finally:
                timer.cancel()
    if not started:
        raise CheckerError(
            f"evaluators cannot be run in a sandbox on this host: {_last_line(errors.text)}",
            hint="run as root, or allow user namespaces; install util-linux and iproute2",
        )
    return _score(call, verdict, errors.text)


def import_evaluators(checkout: Path, python: JudgePython) -> tuple[int, int]:
    """Import all evaluators of a checkout in the sandbox.

    Returns:
        How many functions and getter types there are.

    Raises:
        UsageError: They cannot be imported; has the last line of the reason.
    """
    command = _command(python, checkout, "--import")
    readable = [*python.folders, checkout, PROGRAM]
    with (
        TemporaryDirectory() as inputs,
        run_in_sandbox(command, readable=readable, inputs=Path(inputs), seconds=SECONDS) as process,
    ):
        try:
            output, errors = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired as error:
            raise UsageError(f"importing the evaluators took more than {SECONDS:.0f} s") from error
    lines = output.splitlines()[1:]
    message: dict[str, Any] = json.loads(lines[-1]) if lines else {"error": errors.decode("utf-8", "replace")}
    if "error" in message:
        raise UsageError(
            f"the evaluators of {checkout} cannot be imported: {message['error'].strip().splitlines()[-1]}",
            hint=IMPORT_HINT,
        )
    return message["functions"], message["getters"]


def _command(python: JudgePython, checkout: Path, last: str) -> list[str]:
    return [str(python.executable), "-I", "-c", _START, str(PROGRAM.parent), str(checkout), "/cache", last]


def _fill(folder: Path, call: EvaluatorCall, view: GuestView) -> None:
    for name, source in call.inputs.items():
        shutil.copyfile(source, folder / Path(name).name)
    for name, path in call.outputs.items():
        try:
            (folder / Path(name).name).write_bytes(view.read_file(path))
        except FileNotFoundError:
            continue  # the step had no output; the evaluator sees that


def _has_started(messages: IO[bytes]) -> bool:
    """Whether the program in the sandbox runs: it says so before it imports an evaluator."""
    return messages.readline(LINE_LIMIT) == b'{"started": true}\n'


def _exchange(
    task: Mapping[str, Any], questions: IO[bytes], answers: IO[bytes], view: GuestView
) -> Mapping[str, Any] | None:
    """Answer the evaluators' questions until they give a verdict; None if they end without one."""
    try:
        _send(task, questions)
        while line := answers.readline(LINE_LIMIT):
            message = json.loads(line)
            if "score" in message or "error" in message:
                return dict(message)
            _send(_answer(message, view), questions)
    except (BrokenPipeError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return None


def _send(message: Mapping[str, Any], stream: IO[bytes]) -> None:
    stream.write(json.dumps(message).encode() + b"\n")
    stream.flush()


def _answer(question: Mapping[str, Any], view: GuestView) -> dict[str, Any]:
    if "run" in question:
        argv = [str(word) for word in question["run"]]
        limit = float(question["timeout"])
        limit = limit if 0 < limit < SECONDS else SECONDS
        try:
            result = view.look(argv, as_user=True, timeout=limit)
        except (GuestTimeoutError, CommandError):  # a recorded time-out is a CommandError
            return {"timeout": True}
        return {
            "returncode": result.exit_code,
            "output": _encode(result.stdout),
            "error": _encode(getattr(result, "stderr", b"")),
        }
    path = str(question["file"])
    if not path:
        return {}
    try:
        return {"data": _encode(view.read_file(posixpath.join(HOME, path)))}
    except (FileNotFoundError, CommandError):
        return {}


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


class _Tail(threading.Thread):
    """Keeps the end of what a stream has, so that its writer never waits."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(name="judge errors", daemon=True)
        self._stream = stream
        self.text = ""
        self.start()

    def run(self) -> None:
        for line in iter(lambda: self._stream.readline(65536), b""):
            self.text = (self.text + line.decode("utf-8", "replace"))[-4000:]


def _score(call: EvaluatorCall, verdict: Mapping[str, Any] | None, errors: str) -> Score:
    functions: str | Sequence[str] = call.task["evaluator"]["func"]
    name = functions if isinstance(functions, str) else ", ".join(functions)
    if verdict is None:
        found = f"the evaluators ended without a verdict within {SECONDS:.0f} s: {errors[-1500:]}"
        return Score.all_of(claim(f"{EVALUATOR_ERROR}: {name} gives a verdict", False, found))
    if "error" in verdict and verdict.get("import") is False:
        raise CheckerError(
            f"the evaluators of {call.checkout} cannot be imported: "
            f"{_last_line(_printable(str(verdict['error'])))}",
            hint=IMPORT_HINT,
        )
    if "error" in verdict:
        traceback = _printable(str(verdict["error"]))
        found = (
            f"{traceback.splitlines()[-1]}\n{traceback}" if traceback else "it raised an error without a text"
        )
        return Score.all_of(claim(f"{EVALUATOR_ERROR}: {name} gives a verdict", False, found))
    value = verdict["score"]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        found = f"it returned {_printable(repr(value))[:500]}"
        return Score.all_of(claim(f"{EVALUATOR_ERROR}: {name} returns a number from 0 to 1", False, found))
    return Score(float(value), (claim(f"{name} is satisfied", value == 1, f"{value:g}"),))


def _last_line(text: str) -> str:
    return (text.strip().splitlines() or ["it ended at once"])[-1][:500]


def _printable(text: str) -> str:
    """The end of a text from the sandbox, without what no file can hold."""
    return encodable(text[-SHOWN_CHARACTERS:]).strip()
