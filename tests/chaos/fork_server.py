"""A program that starts controllers without importing everything each time: it imports `testbed` once and forks.

It reads one JSON object a line: `{"do": "start", …}` (the fields of `Start`) is answered by `{"pid": …}`, and
`{"do": "wait", "pid": …, "seconds": …}` by `{"code": …}`: the exit code, negative for a signal, null after the time.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import sys
from pathlib import Path
from typing import Any

import anthropic
import google.genai
import jsonschema
import openai

from controller.cli import main as cli
from controller.guests.fake import provider as fake_provider
from tests.chaos.in_controller import InnerFaults, install

PRELOADED = (anthropic, google.genai, jsonschema, openai, fake_provider)


def main() -> int:
    """Serve requests until standard input ends, then kill the controllers that still run.

    In a forked child, run the command line and return its exit code.
    """
    running: set[int] = set()
    cli._commands()
    gc.freeze()
    while line := sys.stdin.readline():
        request = json.loads(line)
        if request.pop("do") == "wait":
            code = _wait(**request)
            if code is not None:
                running.discard(request["pid"])
            _reply(code=code)
            continue
        pid = os.fork()
        if pid == 0:
            return _become_controller(**request)
        running.add(pid)
        _reply(pid=pid)
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    return 0


def _become_controller(
    arguments: list[str], environment: dict[str, str], output: str, inner: dict[str, Any]
) -> int:
    os.setsid()
    for descriptor, path, flags in (
        (0, os.devnull, os.O_RDONLY),
        (1, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
        (2, output, os.O_WRONLY | os.O_CREAT | os.O_APPEND),
    ):
        opened = os.open(path, flags, 0o644)
        os.dup2(opened, descriptor)
        os.close(opened)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.update(environment)
    sys.argv[0] = str(Path(sys.prefix) / "bin" / "testbed")
    install(InnerFaults(**inner))
    return cli.call(arguments)


def _wait(pid: int, seconds: float) -> int | None:
    descriptor = os.pidfd_open(pid)
    try:
        ended, _, _ = select.select([descriptor], [], [], seconds)
    finally:
        os.close(descriptor)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) if ended else None


def _reply(**values: object) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
