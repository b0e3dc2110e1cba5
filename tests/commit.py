"""The commit that is tested: what decides which cases are tried this time."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

UNKNOWN_COMMIT = "no commit is known"


def commit(folder: Path) -> str:
    """Return the hash of a checkout's commit, or a fixed text where there is none."""
    return _git(folder, "rev-parse", "HEAD") or UNKNOWN_COMMIT


def clean_commit(folder: Path) -> str:
    """Return the hash of a checkout's commit if the work tree has that commit's content, else ""."""
    head = _git(folder, "rev-parse", "HEAD")
    return head if head and _git(folder, "status", "--porcelain") == "" else ""


def git_folder(folder: Path) -> Path:
    """Return the folder of a checkout's own Git files (`.git`, or that of a linked work tree)."""
    found = _git(folder, "rev-parse", "--absolute-git-dir")
    assert found, f"{folder} is in no Git checkout"
    return Path(found)


def _git(folder: Path, *arguments: str) -> str | None:
    """Return what a Git command prints; None where it fails or there is no Git on this host."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=False
        )
    except FileNotFoundError:
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def commit_seed(folder: Path) -> int:
    """Return the number that a checkout's commit gives to generators of cases."""
    return int.from_bytes(hashlib.sha256(commit(folder).encode()).digest()[:4])
