"""Which tasks are proven afresh in the tests: another sample for each commit, within the time that it may take."""

from __future__ import annotations

import random
from collections.abc import Mapping

from controller.proofs.proof_record import Proof

BOOT_SECONDS = 10
"""What the guest of a claim takes beside the claim itself."""


def cost(proof: Proof) -> int:
    """Return about how many seconds of guests it takes to prove a task again."""
    return sum(claim.seconds + BOOT_SECONDS for claim in proof.claims.values())


def draw(costs: Mapping[str, int], seconds: int, seed: str) -> list[str]:
    """Return a sample of the tasks, sorted: one, and as many more as fit into the time.

    Args:
        costs: The seconds that each task takes.
        seconds: The time that all drawn ones may take together, the first apart.
        seed: What decides; the same seed draws the same of the same tasks.
    """
    order = sorted(costs)
    random.Random(seed).shuffle(order)
    drawn = order[:1]
    for task in order[1:]:
        if sum(costs[name] for name in drawn) + costs[task] <= seconds:
            drawn.append(task)
    return sorted(drawn)
