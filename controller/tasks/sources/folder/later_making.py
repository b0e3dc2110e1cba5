"""Make a variant's files again in another process, with another order of sets and another time of day.

    python -m controller.tasks.sources.folder.later_making FOLDER TASK_ID NUMBER

prints the SHA-256 of each file as JSON.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from controller.tasks.sources.folder.fixtures import Fixture, difference, make, not_repeatable
from testbed.errors import TaskError, TestbedError

LATER = 40 * 24 * 3600 + 12_345
"""How far ahead the other process' clock is, in seconds."""
SECONDS = 120


def check_later_making(
    folder: Path, task_id: str, number: int, made: Mapping[PurePosixPath, Fixture]
) -> None:
    """Raise TaskError if the files of a variant are not those that were made, or cannot be made again."""
    argv = [sys.executable, "-m", __name__, str(folder.resolve()), task_id, str(number)]
    seed = "1" if os.environ.get("PYTHONHASHSEED") == "0" else "0"
    paths = os.pathsep.join(filter(None, sys.path))
    try:
        done = subprocess.run(
            argv,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
        )
    except subprocess.TimeoutExpired as error:
        raise TaskError(f"{folder}: variant {number} was not made within {SECONDS} s") from error
    if done.returncode != 0:
        last = done.stderr.strip().rpartition("\n")[2]
        raise TaskError(
            f"{folder}: variant {number} cannot be made in another process: {last}",
            hint="make it of the facts alone",
        )
    digests = {PurePosixPath(path): digest for path, digest in json.loads(done.stdout).items()}
    if (path := difference(_digests(made), digests)) is not None:
        raise not_repeatable(folder, path)


def _digests(made: Mapping[PurePosixPath, Fixture]) -> dict[PurePosixPath, str]:
    return {
        path: hashlib.sha256(file.data).hexdigest() + ("x" if file.executable else "")
        for path, file in made.items()
    }


class _AlsoBase(type):
    """Instances of the class below are instances of this one, too: libraries compare types."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, cls.__mro__[1])


def _be_later() -> None:
    """Set the clock of this process ahead, as far as Python code reads it."""
    now, local, utc, formatted, shown = time.time, time.localtime, time.gmtime, time.strftime, time.asctime

    class LaterDatetime(datetime.datetime, metaclass=_AlsoBase):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> LaterDatetime:
            return cls.fromtimestamp(now() + LATER, tz)

        @classmethod
        def utcnow(cls) -> LaterDatetime:
            return cls.now(datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> LaterDatetime:
            return cls.now()

    class LaterDate(datetime.date, metaclass=_AlsoBase):
        @classmethod
        def today(cls) -> LaterDate:
            return cls.fromtimestamp(now() + LATER)

    replaced: dict[Any, dict[str, Any]] = {
        time: {
            "time": lambda: now() + LATER,
            "time_ns": lambda: int((now() + LATER) * 1e9),
            "strftime": lambda form, moment=None: formatted(form, moment or time.localtime()),
            "asctime": lambda moment=None: shown(moment or time.localtime()),
            "ctime": lambda seconds=None: shown(time.localtime(seconds)),
            "localtime": lambda seconds=None: local(now() + LATER if seconds is None else seconds),
            "gmtime": lambda seconds=None: utc(now() + LATER if seconds is None else seconds),
        },
        datetime: {"datetime": LaterDatetime, "date": LaterDate},
    }
    for module, values in replaced.items():
        for name, value in values.items():
            setattr(module, name, value)


def main(folder: str, task_id: str, number: str) -> None:
    """Print the digests of a variant's files, made by this process' clock set ahead."""
    from controller.tasks.sources.folder.variants import draw_facts

    _be_later()
    try:
        place = Path(folder)
        made = make(place, draw_facts(place, task_id, int(number)))
    except TestbedError as error:
        sys.exit(error.message)
    json.dump({str(path): digest for path, digest in _digests(made).items()}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
