"""An environment with the project's wheel installed, outside the clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).parents[2]
SOURCES = (
    "testbed",
    "controller",
    "plugins",
    "mcp_tools",
    "checkers",
    "vm_images",
    "tasks",
    "studies",
    "scripts",
    "docs",
)
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md")
BUILD_SECONDS = 600
RUN_SECONDS = 900


@dataclass(frozen=True)
class WheelEnvironment:
    """A virtual environment: the wheel, and the dependencies of the environment that runs the tests.

    Attributes:
        wheel: The wheel's file.
        python: The environment's Python.
        folder: An empty folder to run in.
    """

    wheel: Path
    python: Path
    folder: Path

    def run(self, *arguments: str, **environment: str) -> str:
        """Run the environment's Python and return its output; fails the test if it fails."""
        done = subprocess.run(
            [str(self.python), *arguments],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env={**os.environ, **environment},
            timeout=RUN_SECONDS,
        )
        assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout


def make_environment(place: Path) -> WheelEnvironment:
    """Build the wheel from a copy of the project and install it, with this environment's setuptools."""
    source = place / "source"
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in SOURCES:
        shutil.copytree(PROJECT / name, source / name, ignore=ignored, symlinks=True)
    for name in FILES:
        shutil.copy(PROJECT / name, source)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    _run(
        [
            *pip,
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "--wheel-dir",
            str(place / "wheels"),
            str(source),
        ]
    )
    (wheel,) = (place / "wheels").glob("*.whl")
    home = place / "environment"
    _run([sys.executable, "-m", "venv", "--without-pip", str(home)])
    python = home / "bin" / "python"
    _run([*pip, "--python", str(python), "install", "-q", "--no-deps", "--no-index", str(wheel)])
    packages = next((home / "lib").glob("python3*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    folder = place / "elsewhere"
    folder.mkdir()
    return WheelEnvironment(wheel, python, folder)


def _run(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
