from dataclasses import dataclass
from pathlib import Path
from random import Random

LETTERS = {
    "cancel-subscription": "Dear Sir or Madam,\n\nplease cancel my subscription number {number} by the end of {month}."
    "\n\nJo Berg\n",
    "offer": "Dear {lady},\n\nthank you for the offer of {day} {month}.\nI should like to accept it.\n\n"
    "Yours, Jo Berg\n",
    "heating": "Dear {lady},\n\nthe heating has been cold since {day} {month}. My contract has the number {number}.\n\n"
    "Jo Berg\n",
    "library": "Dear {lady},\n\nI have found book {number}, which was due on {day} {month}. I am sorry.\n\nJo Berg\n",
}
NOTES = {
    "winter": "Dear {name},\n\nthe lake was still frozen when we came.\nMore when we see each other.\n\nJo\n",
    "birthday": "Dear {name},\n\nhappy birthday! The parcel is late, forgive us.\n\nJo and all\n",
    "thanks": "Dear {name},\n\nthank you for the plum jam. Two jars are empty already.\n\nJo\n",
}
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October")
NAMES = ("Mira", "Tor", "Ana", "Bela", "Edda", "Finn", "Juno", "Lars", "Nils", "Vera")
LADIES = ("Ms Okafor", "Ms Brandt", "Ms Silva", "Ms Koch", "Ms Duval")


@dataclass(frozen=True)
class Facts:
    year: int
    subfolder: str
    letters: tuple[tuple[str, str], ...]
    """Paths, relative to the folder of letters, and texts."""
    others: tuple[tuple[str, str], ...]
    """Those of the files that are no letters."""

    @property
    def archive(self) -> str:
        return f"/home/user/Backups/letters-{self.year}.tar.gz"


CANONICAL = Facts(
    2026,
    "family",
    (
        ("cancel-subscription.txt", LETTERS["cancel-subscription"].format(number=40817, month="June")),
        ("family/mira-winter.txt", NOTES["winter"].format(name="Mira")),
        ("family/tor-birthday.txt", NOTES["birthday"].format(name="Uncle Tor")),
        ("offer.txt", LETTERS["offer"].format(lady="Ms Okafor", day=3, month="March")),
    ),
    (
        ("family/print.log", "printed 1 page\nprinted 2 pages\n"),
        ("offer.txt.tmp", "draft, half a sentence and\n"),
    ),
)


def facts(rng: Random) -> Facts:
    subfolder = rng.choice(("family", "friends", "private", "school", "club"))
    chosen = rng.sample(sorted(LETTERS), 2)
    letters = [
        (
            f"{kind}.txt",
            LETTERS[kind].format(
                number=rng.randint(10000, 99999),
                lady=rng.choice(LADIES),
                day=rng.randint(1, 28),
                month=rng.choice(MONTHS),
            ),
        )
        for kind in chosen
    ]
    for name in rng.sample(NAMES, rng.randint(2, 3)):
        kind = rng.choice(sorted(NOTES))
        letters.append((f"{subfolder}/{name.lower()}-{kind}.txt", NOTES[kind].format(name=name)))
    pages = "".join(f"printed {page} pages\n" for page in range(2, 2 + rng.randint(1, 4)))
    others = ((f"{subfolder}/print.log", pages), (f"{chosen[0]}.txt.tmp", "draft, half a sentence and\n"))
    return Facts(rng.randint(2019, 2026), subfolder, tuple(sorted(letters)), others)


def files(facts: Facts, folder: Path) -> None:
    for path, text in facts.letters + facts.others:
        target = folder / "letters" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
