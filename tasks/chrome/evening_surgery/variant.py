"""Doctors' practices, each with a page that has its hours, and a list of them."""

from dataclasses import dataclass
from pathlib import Path
from random import Random

TOWNS = ("Arlow", "Bexmouth", "Carden", "Dunfield", "Eastry", "Fenby")
DOCTORS = (
    "Adeyemi",
    "Bergmann",
    "Castellano",
    "Dvorak",
    "Eriksen",
    "Farouk",
    "Gallagher",
    "Horvat",
    "Ishikawa",
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")


@dataclass(frozen=True)
class Practice:
    doctor: str
    minutes: int
    """By bus."""
    takes_patients: bool
    closes: tuple[int, ...]
    """At which hour, on each of DAYS; before 13 it is closed in the afternoon."""
    telephone: str

    @property
    def file(self) -> str:
        return f"{self.doctor.lower()}.html"


@dataclass(frozen=True)
class Facts:
    town: str
    practices: tuple[Practice, ...]
    """In the order of the list."""
    weekday: int
    late: int

    @property
    def day(self) -> str:
        return DAYS[self.weekday]

    @property
    def hour(self) -> str:
        return f"{self.late}:00"

    @property
    def right(self) -> Practice:
        return min(self._open(takes_patients=True), key=lambda practice: practice.minutes)

    @property
    def right_but_farther(self) -> Practice:
        return max(self._open(takes_patients=True), key=lambda practice: practice.minutes)

    @property
    def full(self) -> Practice:
        return min(self._open(takes_patients=False), key=lambda practice: practice.minutes)

    @property
    def nearest(self) -> Practice:
        """Of those that take patients, whenever they are open."""
        takes = [practice for practice in self.practices if practice.takes_patients]
        return min(takes, key=lambda practice: practice.minutes)

    def _open(self, *, takes_patients: bool) -> list[Practice]:
        return [
            practice
            for practice in self.practices
            if practice.closes[self.weekday] > self.late and practice.takes_patients == takes_patients
        ]


def facts(rng: Random) -> Facts:
    weekday, late = rng.randrange(len(DAYS)), rng.randint(17, 18)
    minutes = sorted(rng.sample(range(4, 40), 6))
    kinds = [(False, True), (True, False), (True, True), (True, False), (True, True), (False, False)]
    numbers = rng.sample(range(1000, 9999), 6)
    practices = []
    for doctor, distance, (takes, is_open), number in zip(
        rng.sample(DOCTORS, 6), minutes, kinds, numbers, strict=True
    ):
        closes = [rng.choice((12, 16, late, late + 2)) for _ in DAYS]
        closes[weekday] = rng.choice((late + 1, late + 2)) if is_open else rng.choice((12, late - 1))
        practices.append(
            Practice(doctor, distance, takes, tuple(closes), f"0{rng.randint(310, 399)} 55{number}")
        )
    rng.shuffle(practices)
    return Facts(rng.choice(TOWNS), tuple(practices), weekday, late)


def frame(title: str, content: str) -> str:
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>body {{ font: 16px/1.5 sans-serif; margin: 1em 4em }} td, th {{ padding-right: 2em; text-align: left }}</style>
</head><body>
<h1>{title}</h1>
{content}
</body></html>
"""


def listing(facts: Facts) -> str:
    rows = "\n".join(
        f'<tr><td><a href="{practice.file}">Dr {practice.doctor}</a></td><td>{practice.minutes} minutes</td></tr>'
        for practice in facts.practices
    )
    return frame(
        f"Practices in {facts.town}", f"<table><tr><th>Practice</th><th>By bus</th></tr>\n{rows}\n</table>"
    )


def page(practice: Practice) -> str:
    rows = "\n".join(
        f"<tr><td>{day}</td><td>8:00 to 12:00{'' if closes < 13 else f', 14:00 to {closes}:00'}</td></tr>"
        for day, closes in zip(DAYS, practice.closes, strict=True)
    )
    news = (
        "We take new patients; please ring us first."
        if practice.takes_patients
        else "We cannot take new patients at present. We thank you for understanding it."
    )
    return frame(
        f"Dr {practice.doctor}",
        f"<table>\n{rows}\n</table>\n<p>{news}</p>\n<p>Telephone {practice.telephone}</p>\n"
        '<p><a href="index.html">All practices</a></p>',
    )


def files(facts: Facts, folder: Path) -> None:
    (folder / "practices").mkdir()
    (folder / "practices" / "index.html").write_text(listing(facts))
    for practice in facts.practices:
        (folder / "practices" / practice.file).write_text(page(practice))
