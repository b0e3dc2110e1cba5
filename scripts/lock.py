"""Writes the lists of Python packages with the hashes of their files, from the versions that are pinned.

    .venv/bin/python scripts/lock.py [--check]

`--check` changes nothing and exits with 1 if a list is not up to date. A list has the hashes of all files of a release,
so that it serves every platform and Python version; it names no registry.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
SCRIPTS = PROJECT / "scripts"
LOCKED = SCRIPTS / "locked"
PYAUTOGUI = PROJECT / "vm_images" / "extensions" / "osworld"
OLDEST_PYTHON = "3.11"
HEAD = "# Written by scripts/lock.py; do not edit.\n"
VERSION_LISTS = {
    SCRIPTS / "build-requirements.txt": LOCKED / "build.txt",
    SCRIPTS / "inspect-requirements.txt": LOCKED / "inspect.txt",
    PROJECT / "vm_images" / "requirements.txt": PROJECT / "vm_images" / "requirements.lock",
    PYAUTOGUI / "requirements.txt": PYAUTOGUI / "requirements.lock",
}
"""Complete lists of versions, and the file of each with hashes."""
EXTRAS = ("run", "vm", "dev")
"""The lists of the project itself. Each has what the ones before it lack; `run` is the project without an extra."""

_ENTRY = re.compile(r"^[A-Za-z0-9](?:.*\\\n)*.*\n", re.MULTILINE)


def main() -> int:
    """Write or compare the lists. Returns the exit code."""
    parser = argparse.ArgumentParser(description="Write the lists of Python packages with hashes.")
    parser.add_argument(
        "--check", action="store_true", help="change nothing; exit with 1 if a list is not up to date"
    )
    check = parser.parse_args().check
    stale = {path: text for path, text in lists().items() if not path.exists() or path.read_text() != text}
    for path, text in stale.items():
        if not check:
            path.write_text(text)
        print(f"{'not up to date' if check else 'written'}: {path.relative_to(PROJECT)}")
    return int(check and bool(stale))


def lists() -> dict[Path, str]:
    """Return the text of every list by its file."""
    texts = {
        target: HEAD + compile_lock("--no-deps", str(source)) for source, target in VERSION_LISTS.items()
    }
    written: set[str] = set()
    included = ""
    for extra in EXTRAS:
        options = () if extra == "run" else ("--extra", extra)
        constraints = ("--constraints", str(SCRIPTS / "constraints.txt"))
        entries = _ENTRY.findall(compile_lock(*constraints, *options, str(PROJECT / "pyproject.toml")))
        further = [entry for entry in entries if entry not in written]
        written.update(further)
        texts[LOCKED / f"{extra}.txt"] = HEAD + included + "".join(further)
        included += f"-r {extra}.txt\n"
    return texts


def compile_lock(*arguments: str) -> str:
    """Run uv's resolver for all platforms. Raises SystemExit with its message when there is no solution."""
    uv = Path(sys.executable).with_name("uv")
    options = (
        "--universal",
        "--python-version",
        OLDEST_PYTHON,
        "--generate-hashes",
        "--no-annotate",
        "--no-header",
    )
    done = subprocess.run(
        [str(uv), "pip", "compile", "--quiet", *options, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"lock: uv cannot resolve {arguments[-1]}:\n{done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
