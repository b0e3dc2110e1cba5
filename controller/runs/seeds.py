"""Seeds of episodes."""

from __future__ import annotations

import hashlib


def episode_seed(seed: int, task_id: str, epoch: int) -> int:
    """Return an episode's seed: 32 bits of a hash of the run's seed, the task and the epoch."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{task_id}/{epoch}".encode()).digest()[:4], "big")
