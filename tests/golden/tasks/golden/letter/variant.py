from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True)
class Facts:
    word: str


CANONICAL = Facts("apple")


def facts(rng: Random) -> Facts:
    return Facts("".join(rng.choice("abcdefgh") for _ in range(8)))


def files(facts: Facts, folder: Path) -> None:
    (folder / "letter.txt").write_text(f"Dear {facts.word}")
