"""The site of a choir, and a page of 2023, with its telephone number."""

import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

FILES = Path(__file__).parent / "files"
PLACES = ("Altstadt", "Grünau", "Kleefeld", "Lindenau", "Neuhof", "Oberwald", "Seebach", "Weidental")


@dataclass(frozen=True)
class Facts:
    """Telephone numbers; `similar` is the bookshop's, whose digits are almost those of `old`."""

    place: str
    old: str
    new: str
    similar: str
    fax: str
    conductor: str

    def pages(self, folder: str, *, number: str) -> dict[str, bytes]:
        """The texts of a folder, by name, with `number` as the choir's; those in files/ are canonical."""
        words = {
            CANONICAL.old: number,
            CANONICAL.similar: self.similar,
            CANONICAL.fax: self.fax,
            CANONICAL.conductor: self.conductor,
            f"{CANONICAL.place} ": f"{self.place} ",
        }
        places = re.compile("|".join(map(re.escape, words)))
        return {
            path.name: places.sub(lambda place: words[place[0]], path.read_text("utf-8")).encode()
            for path in sorted((FILES / folder).iterdir())
        }


CANONICAL = Facts(
    place="Lindenau",
    old="0341 555 0172",
    new="0341 555 0264",
    similar="0341 555 0127",
    fax="0341 555 0179",
    conductor="0341 555 0190",
)


def facts(rng: Random) -> Facts:
    area = f"0{rng.randint(200, 989)} 555"
    tens, ones, last = rng.sample(range(1, 10), 3)
    old = f"{area} 01{tens}{ones}"
    return Facts(
        place=rng.choice(PLACES),
        old=old,
        new=f"{area} 0{rng.randint(201, 989)}",
        similar=f"{area} 01{ones}{tens}",
        fax=f"{old[:-1]}{last}",
        conductor=f"{area} 01{last}0",
    )


def files(facts: Facts, folder: Path) -> None:
    for name in ("site", "archive-2023"):
        for page, text in facts.pages(name, number=facts.old).items():
            (folder / name / page).write_bytes(text)
