"""The commit that is tested: what decides which cases are tried this time."""

from __future__ import annotations

import hashlib
import subprocess
from pathlib import Path

UNKNOWN_COMMIT = "no commit is known"


def commit(folder: Path) -> str:
    """Return the hash of a checkout's commit, or a fixed text where there is none."""
    command = ["git", "-C", str(folder), "rev-parse", "HEAD"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:  # there is no git on this host
        return UNKNOWN_COMMIT
    return done.stdout.strip() if done.returncode == 0 else UNKNOWN_COMMIT


def commit_seed(folder: Path) -> int:
    """Return the number that a checkout's commit gives to generators of cases."""
    return int.from_bytes(hashlib.sha256(commit(folder).encode()).digest()[:4])
