"""Judging without interference: what the agent left running is stopped meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from checkers.guest_scripts import PYTHON, guest_script
from controller.core.guest import USER, Guest
from testbed.errors import CommandError, GuestConnectionError, GuestError, GuestTimeoutError

SECONDS = 30.0
_SCRIPT = Path(__file__).with_name("stop_processes.py")
_NO_PROGRAM = 127
_ENTRIES = TypeAdapter(list[tuple[int, str, str]])


@contextmanager
def pause_processes(guest: Guest) -> Iterator[list[str]]:
    """Stop the user's processes that give no evidence; let them run on at the end.

    Yields:
        The programs of the stopped processes, sorted.

    A guest without Python, such as a fake one, has no processes to stop.

    Raises:
        CommandError: They cannot be stopped.
        GuestError: The guest failed.
    """
    script = guest_script(_SCRIPT)
    seconds = SECONDS * guest.slowness
    output = guest.run([*PYTHON, "stop", USER], stdin=script, timeout=seconds, check=False)
    if output.exit_code == _NO_PROGRAM:
        yield []
        return
    if output.exit_code:
        raise CommandError(output.stderr.decode("utf-8", "replace").strip()[-500:])
    try:
        entries = _ENTRIES.validate_json(output.stdout)
    except ValidationError as error:
        raise GuestError(
            f"stopping processes of {guest.name} printed no list: {output.text[:200]!r}"
        ) from error
    try:
        yield sorted({program for _, _, program in entries})
    finally:
        listed = _ENTRIES.dump_json(entries).decode()
        with suppress(
            GuestConnectionError, GuestTimeoutError
        ):  # the verdict stands; a lost guest shows at its next use
            guest.run([*PYTHON, "continue", listed], stdin=script, timeout=seconds, check=False)
