"""Inspect's own reader of logs, in an environment of its own: its packages and the project's do not go together."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

REQUIREMENTS = Path(__file__).resolve().parents[4] / "scripts" / "locked" / "inspect.txt"
READ = Path(__file__).with_name("read_log.py")
INSTALL_SECONDS = 900
READ_SECONDS = 120


def inspect_python(cache: Path) -> Path:
    """The Python of an environment with Inspect, made in `cache` when it is not there for these requirements.

    Raises RuntimeError with pip's words when it cannot be made.
    """
    home = cache / hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()[:16]
    python = Path("bin") / "python"
    if not (home / python).exists():
        # Made beside its place and then moved there: what is there is whole, whoever else makes one.
        making = Path(tempfile.mkdtemp(dir=cache))
        try:
            _run([sys.executable, "-m", "venv", "--without-pip", str(making)])
            pip = [
                sys.executable,
                "-m",
                "pip",
                "--python",
                str(making / python),
                "--disable-pip-version-check",
            ]
            options = ("-q", "--no-deps", "--no-compile", "--require-hashes", "--only-binary=:all:")
            _run([*pip, "install", *options, "-r", str(REQUIREMENTS)])
            try:
                making.rename(home)
            except OSError:  # another made it meanwhile
                if not home.exists():
                    raise
        finally:
            shutil.rmtree(making, ignore_errors=True)
    return home / python


def read(python: Path, log: Path, home: Path) -> dict[str, Any]:
    """What Inspect's reader makes of a log; `home` is where Inspect may write."""
    done = subprocess.run(
        [str(python), "-W", "ignore", str(READ), str(log)],
        capture_output=True,
        text=True,
        timeout=READ_SECONDS,
        env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home)},
        cwd=home,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    if done.returncode:
        raise RuntimeError(
            f"Inspect, which reads the exported log, could not be installed (from PyPI, once for each "
            f"{REQUIREMENTS.name}): {' '.join(command)}\n{done.stderr.strip() or done.stdout.strip()}"
        )
