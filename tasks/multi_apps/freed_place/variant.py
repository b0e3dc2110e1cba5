import io
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

NAMES = (
    "Ada Bell", "Ben Okafor", "Cleo Hart", "Dario Fusco", "Eda Kurt", "Finn Walsh", "Greta Olsen", "Hugo Blanc",
    "Ivy Chen", "Jan Novak", "Kira Stein", "Leo Braun", "Mona Frey", "Nils Berg", "Olga Petrova", "Pia Wolf",
    "Quinn Marsh", "Rosa Diaz",
)  # fmt: skip
COURSES = ("pottery", "sailing", "bookbinding", "welding", "singing")
GROUPS = ("Monday", "Wednesday", "Friday")


@dataclass(frozen=True)
class Participant:
    name: str
    group: str

    @property
    def family(self) -> str:
        return self.name.split()[1]


@dataclass(frozen=True)
class Waiting:
    name: str
    group: str
    since: date
    state: str

    @property
    def mail(self) -> str:
        return f"{self.name.replace(' ', '.').lower()}@example.org"


@dataclass(frozen=True)
class Facts:
    course: str
    participants: tuple[Participant, ...]
    cancels: int
    """The place of the participant who cancels."""
    waiting: tuple[Waiting, ...]
    number: int
    """That of the message."""

    @property
    def file(self) -> str:
        return f"{self.course}-course.xlsx"

    @property
    def message(self) -> str:
        return f"cancellation-{self.number}.txt"

    @property
    def gone(self) -> Participant:
        return self.participants[self.cancels]

    @property
    def next(self) -> Waiting:
        """The one who gets the place."""
        return self.longest(self.gone.group)

    def longest(self, group: str, *, free: bool = True) -> Waiting:
        """Who has waited longest for a group, without a state or with any."""
        listed = [each for each in self.waiting if each.group == group and not (free and each.state)]
        return min(listed, key=lambda each: each.since)

    @property
    def longest_of_all(self) -> Waiting:
        return min((each for each in self.waiting if not each.state), key=lambda each: each.since)


def facts(rng: Random) -> Facts:
    """Who has waited longest for the group has a state; who has waited longest of all waits for another group."""
    names = rng.sample(NAMES, 17)
    participants = tuple(Participant(name, rng.choice(GROUPS)) for name in names[:9])
    cancels = rng.randrange(len(participants))
    group = participants[cancels].group
    others = [each for each in GROUPS if each != group]
    groups = [rng.choice(others), group, group, group, *(rng.choice(others) for _ in range(4))]
    states = ["", "offered", "", "", "withdrawn", "", "", ""]
    day, waiting = date(rng.randint(2026, 2028), rng.randint(1, 6), 3), []
    for name, wanted, state in zip(names[9:], groups, states, strict=True):
        waiting.append(Waiting(name, wanted, day, state))
        day += timedelta(days=rng.randint(1, 9))
    rng.shuffle(waiting)
    return Facts(rng.choice(COURSES), participants, cancels, tuple(waiting), rng.randint(14, 80))


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    participants = book.create_sheet("Participants")
    participants.append(["Name", "Group", "State"])
    for each in facts.participants:
        participants.append([each.name, each.group, None])
    waiting = book.create_sheet("Waiting")
    waiting.append(["Name", "Group", "Since", "E-mail", "State"])
    for each in facts.waiting:
        waiting.append([each.name, each.group, each.since, each.mail, each.state or None])
        waiting.cell(waiting.max_row, 3).number_format = "yyyy-mm-dd"
    for sheet in (participants, waiting):
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCDE", (18, 14, 14, 30, 12), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def message(name: str, group: str) -> str:
    return f"I am sorry that I have to give up my place on {group}s.\n\n{name}\n"


def files(facts: Facts, folder: Path) -> None:
    (folder / "course.xlsx").write_bytes(workbook(facts))
    (folder / "Inbox").mkdir()
    for place, name in enumerate(("Sven Tal", "Uma Rao"), start=2):
        old = folder / "Inbox" / f"cancellation-{facts.number - place}.txt"
        old.write_text(message(name, GROUPS[place % 3]))
    (folder / "cancellation.txt").write_text(message(facts.gone.name, facts.gone.group))
