from dataclasses import dataclass
from pathlib import Path
from random import Random

SETTINGS = "settings.json"


@dataclass(frozen=True)
class Facts:
    old: int
    new: int
    font_size: int


CANONICAL = Facts(old=80, new=100, font_size=15)


def facts(rng: Random) -> Facts:
    return Facts(rng.choice((60, 64, 70, 72, 80, 84)), rng.randint(90, 160), rng.randint(11, 19))


def settings(facts: Facts) -> str:
    """Those in files/ are of the canonical variant."""
    text = (Path(__file__).parent / "files" / SETTINGS).read_text()
    for key, value in (("wordWrapColumn", facts.old), ("fontSize", facts.font_size)):
        line = next(line for line in text.splitlines() if f'"editor.{key}":' in line)
        head, _, rest = line.partition(": ")
        text = text.replace(line, f"{head}: {value},{rest.partition(',')[2]}")
    return text


def files(facts: Facts, folder: Path) -> None:
    (folder / SETTINGS).write_text(settings(facts))
