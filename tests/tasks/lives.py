"""Digests of the lives that tasks play: `python -m tests.tasks.lives` adds those of new tasks."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path

from mcp_tools.personal.life.life import make_life

DIGESTS = Path(__file__).with_name("lives.json")
TASKS = Path(__file__).parents[2] / "tasks/personal"


def played_lives() -> list[int]:
    """Return the numbers of the lives that tasks play."""
    files = TASKS.glob("*/task.toml")
    return sorted({tomllib.loads(file.read_text())["persona"].get("life", 0) for file in files})


def digest(number: int) -> str:
    """Return a hash of a life's records."""
    life = make_life(number)
    return hashlib.sha256(json.dumps([life.person, life.now, life.tree], sort_keys=True).encode()).hexdigest()


def main() -> None:
    """Add the digests that are missing; those that are there stay, whatever the lives are now."""
    known = json.loads(DIGESTS.read_text()) if DIGESTS.is_file() else {}
    found = {str(number): digest(number) for number in played_lives()} | known
    DIGESTS.write_text(
        json.dumps(dict(sorted(found.items(), key=lambda item: int(item[0]))), indent=2) + "\n"
    )


if __name__ == "__main__":
    main()
