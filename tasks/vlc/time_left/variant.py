from dataclasses import dataclass
from random import Random

LENGTH = 643
"""Seconds that files/rehearsal.ogg lasts."""
CHOIRS = ("chamber choir", "children's choir", "church choir", "jazz choir", "village choir")


@dataclass(frozen=True)
class Facts:
    choir: str
    day: int
    position: int

    @property
    def file(self) -> str:
        return f"rehearsal-{self.day:02}-march.ogg"

    @property
    def left(self) -> int:
        return LENGTH - self.position


def facts(rng: Random) -> Facts:
    return Facts(rng.choice(CHOIRS), rng.randint(1, 31), rng.randint(65, 560))
