"""The hash of a task folder: what a proof and a run's records are about."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from controller.tasks.sources.folder.fixtures import content

PROOF_FILE = "proof.json"
"""In a task's folder: how the task was proven (controller/proofs/proof_record.py)."""
_SUITES = re.compile(rb"^suites\s*=\s*\[[^]]*\]\n", re.MULTILINE)
_BESIDE = re.compile(rf"{re.escape(PROOF_FILE)}|\..*|.*~|#.*#")


def folder_hash(folder: Path) -> str:
    """Return the hash of a task folder's content: every file's path and bytes.

    Left out are the names of suites, which do not change what a task is, caches, the record of the task's proof, and
    what editors put beside the file that they have open.
    """
    digest = hashlib.sha256()
    for path in content(folder):
        if path.parent == folder and _BESIDE.fullmatch(path.name):
            continue
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        data = path.read_bytes()
        if path == folder / "task.toml":
            data = _SUITES.sub(b"", data, count=1)
        digest.update(hashlib.sha256(data).digest())
    return digest.hexdigest()
