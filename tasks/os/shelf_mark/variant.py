from dataclasses import dataclass
from pathlib import Path
from random import Random

SUBJECTS = ("Bells", "Bridges", "Dyes", "Ferries", "Granaries", "Kilns", "Looms", "Mills", "Ropes", "Tides")
REGIONS = ("the Northern Coast", "the Upper Valley", "Old Harbour", "the Border Country", "the Salt Road")
FIRST_REQUEST = "request-{:03}.txt"


@dataclass(frozen=True)
class Book:
    title: str
    mark: str

    def line(self, mark: str) -> str:
        return f"{self.title} | {mark}"


@dataclass(frozen=True)
class Facts:
    number: int
    wanted: Book
    other_edition: Book
    other_unknown: Book
    known: tuple[Book, ...]

    @property
    def title(self) -> str:
        return self.wanted.title

    @property
    def request(self) -> str:
        return FIRST_REQUEST.format(self.number)

    def reading_list(self, *found: Book) -> str:
        """The list with the shelf marks of the known books and of those that were found."""
        one, *rest = self.known
        books = (one, self.other_edition, self.other_unknown, *rest, self.wanted)
        known = {*self.known, *found}
        return "".join(f"{book.line(book.mark if book in known else '?')}\n" for book in books)


def facts(rng: Random) -> Facts:
    region = rng.choice(REGIONS)
    subject, *subjects = rng.sample(SUBJECTS, 5)
    title = f"{subject} of {region}"
    unknown, *known = (_book(rng, f"{item} of {rng.choice(REGIONS)}") for item in subjects)
    wanted, other = _book(rng, title), _book(rng, f"{title}, second edition")
    return Facts(rng.randint(20, 800), wanted, other, unknown, tuple(known))


def _book(rng: Random, title: str) -> Book:
    return Book(title, f"{rng.choice('ABCDEFGHK')} {rng.randint(10, 99)}.{rng.randint(100, 999)}")


def files(facts: Facts, folder: Path) -> None:
    (folder / "reading-list.txt").write_text(facts.reading_list())
    (folder / "answer.txt").write_text(f"{facts.wanted.mark}\n")
    earlier = FIRST_REQUEST.format(facts.number - 7)
    for name, text in (("requests", facts.known[0].title), ("answers", facts.known[0].mark)):
        (folder / "archive" / name).mkdir(parents=True)
        (folder / "archive" / name / earlier).write_text(f"{text}\n")
