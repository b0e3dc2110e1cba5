import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx
import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

FIRST = ("Anna", "Ben", "Clara", "David", "Eva", "Finn", "Hanna", "Jan", "Klara", "Lukas")
LAST = ("Weber", "Meyer", "Horn", "Vogel", "Lang", "Busch", "Kern", "Roth", "Seidel", "Winkler")
STREETS = (
    "Elm Street",
    "Mill Lane",
    "Station Road",
    "Harbour Row",
    "Castle Walk",
    "Orchard Way",
    "Long Acre",
)
TOWNS = ("Kelbridge", "Norham", "Easterly", "Sandford", "Withern")
GROUPS = ("Adult", "Youth", "Family", "Senior")


@dataclass(frozen=True)
class Member:
    number: int
    name: str
    street: str
    town: str
    group: str
    joined: int


@dataclass(frozen=True)
class Facts:
    members: tuple[Member, ...]
    meant: int
    """The place of the member the letter is to."""
    fees: tuple[float, ...]
    """By group; last year's are in the column before."""
    old_fees: tuple[float, ...]
    year: int

    @property
    def member(self) -> Member:
        return self.members[self.meant]

    @property
    def name(self) -> str:
        return self.member.name

    @property
    def joined(self) -> int:
        return self.member.joined

    @property
    def group(self) -> str:
        return self.member.group

    @property
    def namesakes(self) -> list[Member]:
        """The other members of that name."""
        return [each for each in self.members if each.name == self.name and each != self.member]

    @property
    def letter(self) -> str:
        return f"letter-{self.name.split()[1].lower()}.docx"

    def gaps(self, member: Member, *, last_year: bool = False) -> dict[str, str]:
        """What belongs into the letter if it is to this member."""
        fee = (self.old_fees if last_year else self.fees)[GROUPS.index(member.group)]
        return {
            "[STREET]": member.street,
            "[TOWN]": member.town,
            "[NUMBER]": str(member.number),
            "[FEE]": f"{fee:.2f}",
        }


def facts(rng: Random) -> Facts:
    year = rng.randint(2025, 2028)
    names = [f"{one} {other}" for one, other in zip(rng.sample(FIRST, 8), rng.sample(LAST, 8), strict=True)]
    names += [names[0], names[0]]
    rng.shuffle(names)
    numbers = rng.sample(range(100, 999), len(names))
    joined = rng.sample(range(year - 30, year), len(names))
    same = [place for place, name in enumerate(names) if names.count(name) == 3]
    groups = dict(zip(same, rng.sample(GROUPS, 3), strict=True))
    members = tuple(
        Member(
            numbers[place],
            name,
            f"{rng.choice(STREETS)} {rng.randint(2, 98)}",
            rng.choice(TOWNS),
            groups.get(place) or rng.choice(GROUPS),
            joined[place],
        )
        for place, name in enumerate(names)
    )
    old = [rng.randrange(2000, 9000, 250) / 100 for _ in GROUPS]
    new = tuple(fee + rng.randrange(150, 900, 150) / 100 for fee in old)
    return Facts(members, rng.choice(same), new, tuple(old), year)


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    members = book.active
    assert members is not None
    members.title = "Members"
    members.append(["Number", "Name", "Street", "Town", "Group", "Joined"])
    for each in facts.members:
        members.append([each.number, each.name, each.street, each.town, each.group, each.joined])
    fees = book.create_sheet("Fees")
    fees.append(["Group", f"{facts.year - 1}", f"{facts.year}"])
    for row in zip(GROUPS, facts.old_fees, facts.fees, strict=True):
        fees.append(list(row))
    for sheet in (members, fees):
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCDEF", (10, 18, 20, 14, 10, 9), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def lines(facts: Facts, words: dict[str, str]) -> list[str]:
    """The letter's texts with these words in its gaps."""
    texts = [
        facts.name,
        "[STREET]",
        "[TOWN]",
        f"Your fee for {facts.year}",
        f"Dear {facts.name},",
        f"your fee for {facts.year} is [FEE] euros. Please give your member number, [NUMBER], when you pay.",
        "The fee has changed since last year, as the members decided in March.",
        "With kind regards, the treasurer",
    ]
    for gap, word in words.items():
        texts = [text.replace(gap, word) for text in texts]
    return texts


def files(facts: Facts, folder: Path) -> None:
    (folder / "members.xlsx").write_bytes(workbook(facts))
    document = docx.Document()
    for text in lines(facts, {}):
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "letter.docx").write_bytes(reproducible_zip(out.getvalue()))
