from dataclasses import dataclass
from pathlib import Path
from random import Random

SETTINGS = "settings.json"


@dataclass(frozen=True)
class Facts:
    old: int
    new: int


CANONICAL = Facts(old=80, new=100)


def facts(rng: Random) -> Facts:
    return Facts(rng.randint(60, 89), rng.randint(90, 160))


def settings(facts: Facts) -> str:
    """Those in files/ are of the canonical variant."""
    text = (Path(__file__).parent / "files" / SETTINGS).read_text()
    return text.replace('"editor.wordWrapColumn": 80', f'"editor.wordWrapColumn": {facts.old}')


def files(facts: Facts, folder: Path) -> None:
    (folder / SETTINGS).write_text(settings(facts))
