"""Random numbers of lives: a generator for each thing that is drawn, so that one more thing changes no other."""

from __future__ import annotations

from random import Random

SEED = 5113


def draw(number: int, *key: object) -> Random:
    """Return a generator that depends on the life's number and the key alone."""
    return Random("/".join(map(str, (SEED, number, *key))))
