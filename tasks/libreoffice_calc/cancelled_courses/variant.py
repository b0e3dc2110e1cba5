import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import openpyxl
from openpyxl.styles import Font

from testbed.tasks import reproducible_zip

COURSES = (
    "Basket weaving", "Beekeeping", "Book binding", "Bread baking", "Calligraphy", "Chess", "Drawing", "First aid",
    "French", "Furniture repair", "Knitting", "Latin", "Photography", "Piano", "Pottery", "Spanish", "Tai chi",
    "Upholstery",
)  # fmt: skip
TEACHERS = ("Abel", "Boone", "Carey", "Doyle", "Ellis", "Frost", "Grant")
STATES = ("cancelled", "full", "postponed")


@dataclass(frozen=True)
class Course:
    title: str
    teacher: str
    places: int
    state: str
    remark: str


@dataclass(frozen=True)
class Facts:
    year: int
    term: str
    state: str
    spring: tuple[Course, ...]
    autumn: tuple[Course, ...]

    @property
    def file(self) -> str:
        return f"courses-{self.year}.xlsx"

    @property
    def sheet(self) -> str:
        return self.term.capitalize()

    @property
    def terms(self) -> dict[str, tuple[Course, ...]]:
        return {"Spring": self.spring, "Autumn": self.autumn}

    def rows(self, *states: str) -> list[int]:
        """The rows of the term's courses in one of these states; the first course is in row 2."""
        return [row for row, each in enumerate(self.terms[self.sheet], start=2) if each.state in states]


def facts(rng: Random) -> Facts:
    state = rng.choice(STATES)
    return Facts(
        rng.randint(2025, 2029),
        rng.choice(("spring", "autumn")),
        state,
        _courses(rng, state),
        _courses(rng, state),
    )


def _courses(rng: Random, state: str) -> tuple[Course, ...]:
    """Some remarks name the state, of courses that are in another one."""
    others = [each for each in ("open", *STATES) if each != state]
    states = [state] * rng.randint(3, 4) + [rng.choice(others) for _ in range(rng.randint(7, 9))]
    rng.shuffle(states)
    named = rng.sample([place for place, each in enumerate(states) if each != state], 2)
    titles = rng.sample(COURSES, len(states))
    return tuple(
        Course(
            title,
            rng.choice(TEACHERS),
            rng.randint(6, 20),
            states[place],
            f"was {state} last year" if place in named else "",
        )
        for place, title in enumerate(titles)
    )


def workbook(facts: Facts) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    book.remove(book.active)
    for name, courses in facts.terms.items():
        sheet = book.create_sheet(name)
        sheet.append(["Course", "Teacher", "Places", "State", "Remark"])
        for each in courses:
            sheet.append([each.title, each.teacher, each.places, each.state, each.remark or None])
        for cell in sheet[1]:
            cell.font = Font(bold=True)
        for letter, width in zip("ABCDE", (20, 12, 9, 12, 26), strict=True):
            sheet.column_dimensions[letter].width = width
    out = io.BytesIO()
    book.save(out)
    return reproducible_zip(out.getvalue())


def files(facts: Facts, folder: Path) -> None:
    (folder / "courses.xlsx").write_bytes(workbook(facts))
