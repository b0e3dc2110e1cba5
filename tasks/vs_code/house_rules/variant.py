"""The rules of a newsletter, the settings of one who writes for it, and a copy that it hides."""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

FILES = Path(__file__).parent / "files"
SETTINGS = "settings.json"
ENDS = ("bak", "copy", "draft", "old", "orig", "prev", "swp", "tmp")
SECONDS = {
    500: "half a second",
    1000: "one second",
    1500: "one and a half seconds",
    2000: "two seconds",
    2500: "two and a half seconds",
    3000: "three seconds",
    3500: "three and a half seconds",
    4000: "four seconds",
    4500: "four and a half seconds",
    5000: "five seconds",
    7500: "seven and a half seconds",
    10_000: "ten seconds",
}


@dataclass(frozen=True)
class Facts:
    """`delay` and `end` are what the rules ask of writers, the others of photographers; `hidden` is hidden already."""

    delay: int
    other_delay: int
    hidden: str
    end: str
    other_end: str

    @property
    def settings(self) -> str:
        """Those in files/ are of the canonical variant, as its other texts are."""
        return (FILES / SETTINGS).read_text().replace("**/*.tmp", f"**/*.{self.hidden}")

    @property
    def newsletter(self) -> dict[str, str]:
        """Its files by name."""
        texts = {path.name: path.read_text() for path in (FILES / "newsletter").iterdir()}
        words = {
            "half a second": SECONDS[self.other_delay],
            "two and a half seconds": SECONDS[self.delay],
            ".orig": f".{self.other_end}",
            ".bak": f".{self.end}",
            ".tmp": f".{self.hidden}",
        }
        places = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
        texts["RULES.md"] = places.sub(lambda place: words[place[0]], texts["RULES.md"])
        texts[f"market.md.{self.end}"] = texts.pop("market.md.bak")
        return texts


CANONICAL = Facts(delay=2500, other_delay=500, hidden="tmp", end="bak", other_end="orig")


def facts(rng: Random) -> Facts:
    delay, other_delay = rng.sample(list(SECONDS), 2)
    hidden, end, other_end = rng.sample(ENDS, 3)
    return Facts(delay, other_delay, hidden, end, other_end)


def files(facts: Facts, folder: Path) -> None:
    (folder / SETTINGS).write_text(facts.settings)
    for path in (folder / "newsletter").iterdir():
        path.unlink()
    for name, text in facts.newsletter.items():
        (folder / "newsletter" / name).write_text(text)
