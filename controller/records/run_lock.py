"""The lock of a run, which one process at a time holds."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager

from controller.records.files import reporting_write_errors
from controller.records.run_folder import RunFolder
from testbed.errors import UsageError


@contextmanager
def lock_run(folder: RunFolder) -> Iterator[None]:
    """Lock a run for this process. Raises UsageError when another process holds it."""
    with reporting_write_errors(folder.path):
        file = folder.lock_file.open("w")
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                f"{folder.path} is being run by another process", hint="wait for it, or stop it first"
            ) from error
        yield
