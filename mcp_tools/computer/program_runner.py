"""Runs a program of the agent, given on standard input, in a process and a unit of its own.

`pyautogui` and `time` are imported already: agents expect that.
"""

from __future__ import annotations

import importlib
import linecache
import os
import sys
import time
import traceback
from pathlib import Path
from types import ModuleType

NAME = "<program>"
SHOWN_LINES = 3


def main() -> None:
    """Execute the program as `__main__`; exit with 1 and say where and what when it raises."""
    code = sys.stdin.read()
    linecache.cache[NAME] = (len(code), None, code.splitlines(keepends=True), NAME)
    module = ModuleType("__main__")
    sys.modules["__main__"] = module
    try:
        vars(module)["time"] = time
        if "pyautogui" in code:  # its import costs a third of a second
            vars(module)["pyautogui"] = importlib.import_module("pyautogui")
        exec(compile(code, NAME, "exec"), module.__dict__)
    except SystemExit as error:
        if error.code not in (None, 0):
            sys.stderr.write(f"the program exited with {error.code}\n")
            raise
    except BaseException as error:  # noqa: BLE001 - the program's own error, reported to its author
        sys.stdout.flush()
        sys.stderr.write(complaint(error))
        sys.exit(1)
    finally:
        sys.stdout.flush()
        if others := _others():
            sys.stderr.write(
                f"[what the program had started and left running was ended: {others} processes]\n"
            )


def complaint(error: BaseException) -> str:
    """What went wrong, with the lines of the program that led there."""
    if isinstance(error, SyntaxError) and error.filename == NAME:
        place = f"line {error.lineno}: {(error.text or '').strip()}\n"
        return f"{place}{type(error).__name__}: {error.msg}\n"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == NAME]
    places = [f"line {frame.lineno}: {frame.line}\n" for frame in frames[-SHOWN_LINES:]]
    return "".join([*places, *traceback.format_exception_only(error)])


def _others() -> int:
    """How many other processes there are in this unit."""
    _, _, group = Path("/proc/self/cgroup").read_text().strip().splitlines()[-1].split(":", 2)
    listing = Path(f"/sys/fs/cgroup{group}/cgroup.procs")
    members = listing.read_text().split() if listing.exists() else []
    return len([pid for pid in members if int(pid) != os.getpid()])


if __name__ == "__main__":
    main()
