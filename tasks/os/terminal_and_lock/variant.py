from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Facts:
    columns: int
    rows: int
    minutes: int
    seconds: int


CANONICAL = Facts(columns=110, rows=32, minutes=12, seconds=30)


def facts(rng: Random) -> Facts:
    columns, rows = rng.randint(85, 140), rng.randint(26, 45)
    return Facts(columns, rows, rng.choice((2, 3, 4, 8, 10, 12, 15)), rng.choice((10, 20, 30, 60, 90)))
