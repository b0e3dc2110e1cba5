from dataclasses import dataclass
from pathlib import Path
from random import Random

SHOPS = ("bakery", "bookshop", "bicycle shop", "flower shop", "cheese counter", "tailor's shop")
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


@dataclass(frozen=True)
class Hours:
    opens: int
    closes: int

    @property
    def text(self) -> str:
        return f"{self.opens:02}:00 – {self.closes:02}:30"


@dataclass(frozen=True)
class Facts:
    shop: str
    day: str
    week: tuple[Hours, ...]
    new: Hours

    @property
    def opens_spoken(self) -> str:
        return f"{self.new.opens} in the morning"

    @property
    def closes_spoken(self) -> str:
        return f"half past {self.new.closes - 12} in the evening"

    def page(self, hours: Hours | None = None) -> str:
        """The page with these hours for the day; the old ones by default."""
        rows = [
            f"  <tr><td>{day}</td><td>{(hours if hours and day == self.day else old).text}</td></tr>\n"
            for day, old in zip(DAYS, self.week, strict=True)
        ]
        return (
            f'<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>Our {self.shop}</title></head>\n<body>\n'
            f"<h1>Opening hours of our {self.shop}</h1>\n<table>\n{''.join(rows)}</table>\n"
            f"<p>On the last {self.day} of the month the workshop is open too.</p>\n"
            '<p><a href="index.html">Back</a></p>\n</body>\n</html>\n'
        )

    @property
    def start_page(self) -> str:
        old = self.week[DAYS.index(self.day)]
        return (
            f'<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>Welcome</title></head>\n<body>\n'
            f"<h1>Our {self.shop}</h1>\n<p>Last year we were open until {old.closes}:30 on {self.day}.</p>\n"
            '<p><a href="contact.html">When we are there</a></p>\n</body>\n</html>\n'
        )


def facts(rng: Random) -> Facts:
    week = tuple(Hours(rng.randint(8, 10), rng.randint(16, 18)) for _ in DAYS)
    return Facts(rng.choice(SHOPS), rng.choice(DAYS), week, Hours(rng.randint(6, 7), rng.randint(19, 20)))


def files(facts: Facts, folder: Path) -> None:
    (folder / "website").mkdir()
    (folder / "website" / "contact.html").write_text(facts.page())
    (folder / "website" / "index.html").write_text(facts.start_page)
