"""The Python environment of OSWorld's evaluators and runners: their packages, pinned, apart from testbed's own."""

from __future__ import annotations

import hashlib
import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from testbed.errors import UsageError

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
RUNNER_REQUIREMENTS = REQUIREMENTS.with_name("runner_requirements.txt")
RUNNER = "runner"
EXTRAS = {
    "ocr": ("easyocr==1.7.2",),
    "audio": ("librosa==0.11.0",),
    RUNNER: ("--requirement", str(RUNNER_REQUIREMENTS)),
}
"""What pip gets for packages that are not always needed, by the name of `--with`: two that few tasks need and that are
large, and those that OSWorld's `run.py` and most of its other runners import beside the evaluators'."""
_READY = "ready.json"
_INSTALL_SECONDS = 3600.0


@dataclass(frozen=True)
class JudgePython:
    """A Python that has the evaluators' packages.

    Attributes:
        executable: Its program.
        folders: Folders that it reads: the environment, and the installation that it is based on.
    """

    executable: Path
    folders: tuple[Path, ...]

    @classmethod
    def of(cls, environment: Path) -> JudgePython:
        """Return the Python of a virtual environment."""
        executable = environment / "bin" / "python"
        return cls(executable, (environment, executable.resolve().parents[1]))


def prepared_python(extras: Sequence[str] = ()) -> JudgePython | None:
    """Return the prepared environment; None when there is none. One with more packages serves too."""
    for size in range(len(EXTRAS) + 1):
        for chosen in itertools.combinations(EXTRAS, size):
            folder = _folder(chosen)
            if set(extras) <= set(chosen) and (folder / _READY).is_file():
                return JudgePython.of(folder)
    return None


def prepare(extras: Sequence[str], progress: Callable[[str], None]) -> tuple[JudgePython, int]:
    """Create the environment unless it is there.

    Args:
        extras: Names of EXTRAS to install too.
        progress: Gets lines on what happens.

    Returns:
        The environment's Python, and its size in bytes.

    Raises:
        UsageError: An extra is unknown, or a package cannot be installed.
    """
    for extra in extras:
        if extra not in EXTRAS:
            raise UsageError(f"invalid value for --with: {extra!r} (use {', '.join(EXTRAS)})")
    folder = _folder(extras)
    if not (folder / _READY).is_file():
        shutil.rmtree(folder, ignore_errors=True)
        _install(folder, extras, progress)
        (folder / _READY).write_text(json.dumps({"bytes": _size(folder)}))
    return JudgePython.of(folder), json.loads((folder / _READY).read_text())["bytes"]


def _install(folder: Path, extras: Sequence[str], progress: Callable[[str], None]) -> None:
    whose = "evaluators' and runners'" if RUNNER in extras else "evaluators'"
    progress(f"installing the {whose} packages in {folder}")
    packages = [argument for extra in extras for argument in EXTRAS[extra]]
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in (
        [sys.executable, "-m", "venv", str(folder)],
        [*pip, "--requirement", str(REQUIREMENTS), *packages],
    ):
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=_INSTALL_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as error:
            raise UsageError(
                f"{command[0]} took more than {_INSTALL_SECONDS:.0f} s", hint="try again"
            ) from error
        if done.returncode:
            raise UsageError(
                f"the packages cannot be installed: {done.stderr.strip()[-500:]}",
                hint="check that pip reaches a package index, and the free space on the disk",
            )


def _folder(extras: Sequence[str]) -> Path:
    """Return the environment's folder: another one for other packages."""
    text = REQUIREMENTS.read_text() + "".join(sorted(extras)) + sys.version
    if RUNNER in extras:
        text += RUNNER_REQUIREMENTS.read_text()
    return _cache_folder() / "testbed" / "osworld" / hashlib.sha256(text.encode()).hexdigest()[:12]


def _cache_folder() -> Path:
    """The user's folder of caches; a relative one is to be ignored (XDG base directory specification)."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return named if named.is_absolute() else Path.home() / ".cache"


def _size(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
