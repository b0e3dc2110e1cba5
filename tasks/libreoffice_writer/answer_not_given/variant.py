import io
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

NOON = time(12)
EVENTS = ("apiary", "printing works", "fire station", "observatory", "tree nursery", "lock gates")
WOMEN = ("Ines Falk", "Maud Peters", "Runa Holm", "Vera Stone")
MEN = ("Paul Werner", "Colin Abbey", "Emil Sands", "Otto Lang")
WORDS = {
    "ENTRY": (
        "4 euros",
        "6 euros",
        "7.50 euros",
        "two jars of honey",
        "whatever you like to give",
        "3.50 euros",
    ),
    "PARKING": (
        "behind the town hall",
        "on the meadow by the weir",
        "at the swimming pool",
        "in Mill Lane",
        "next to the brickworks",
        "along the old railway",
    ),
    "FOOD": (
        "soup and bread",
        "pancakes",
        "potato salad",
        "plum cake and coffee",
        "grilled vegetables",
        "waffles with cherries",
    ),
}


@dataclass(frozen=True)
class Gap:
    name: str
    answer: str
    """What she wrote last, or "" where she wrote nothing."""
    guess: str
    earlier: str
    """What she had written before, or ""."""
    guess_first: bool

    @property
    def mark(self) -> str:
        return f"[{self.name}]"


@dataclass(frozen=True)
class Facts:
    event: str
    her: str
    him: str
    day: date
    """On which the first comment was made."""
    gaps: tuple[Gap, ...]

    @property
    def file(self) -> str:
        return f"open-day-{self.event.replace(' ', '-')}.docx"

    @property
    def filled(self) -> tuple[str, ...]:
        """The words where she answered, the gap where she did not."""
        return tuple(gap.answer or gap.mark for gap in self.gaps)

    @property
    def unanswered(self) -> Gap:
        return next(gap for gap in self.gaps if not gap.answer)


def facts(rng: Random) -> Facts:
    """She changed her mind about one gap; on another his guess is later than her answer; on one she wrote nothing."""
    corrected, overtaken, unanswered = rng.sample(range(len(WORDS)), len(WORDS))
    gaps = []
    for place, (name, words) in enumerate(WORDS.items()):
        answer, guess, earlier = rng.sample(words, 3)
        guess_first = place != overtaken and rng.random() < 0.5
        answer = "" if place == unanswered else answer
        gaps.append(Gap(name, answer, guess, earlier if place == corrected else "", guess_first))
    day = date(rng.randint(2025, 2027), rng.randint(3, 5), rng.randint(2, 14))
    return Facts(rng.choice(EVENTS), rng.choice(WOMEN), rng.choice(MEN), day, tuple(gaps))


def paragraphs(words: tuple[str, ...], facts: Facts) -> list[str]:
    """The leaflet's texts with these words in its gaps."""
    entry, parking, food = words
    return [
        f"Open day at the {facts.event}",
        f"On the last Saturday in June of {facts.day.year} we open our doors from ten to five.",
        f"Entry: {entry}. Children under twelve come in free of charge.",
        f"Where to park: {parking}. By bicycle you may ride up to the door.",
        f"What there is to eat: {food}. Drinks are at the bar.",
        "Dogs are welcome on a lead. In heavy rain we meet under the roof.",
    ]


def document(facts: Facts) -> bytes:
    """The leaflet with its gaps and the comments on them."""
    made = docx.Document()
    for text in paragraphs(tuple(gap.mark for gap in facts.gaps), facts):
        paragraph = made.add_paragraph()
        gap = next((gap for gap in facts.gaps if gap.mark in text), None)
        if gap is None:
            paragraph.add_run(text)
            continue
        before, after = text.split(gap.mark)
        paragraph.add_run(before)
        run = paragraph.add_run(gap.mark)
        paragraph.add_run(after)
        for author, comment, days in comments(facts, gap):
            initials = "".join(word[0] for word in author.split())
            added = made.add_comment(run, comment, author=author, initials=initials)
            added._comment_elm.date = datetime.combine(facts.day + timedelta(days=days), NOON, UTC)
    out = io.BytesIO()
    made.save(out)
    return reproducible_zip(out.getvalue())


def comments(facts: Facts, gap: Gap) -> list[tuple[str, str, int]]:
    """Those on a gap: whose, what, and how many days after the first."""
    guess = (facts.him, gap.guess, 0 if gap.guess_first else 12)
    written = [(gap.answer, 9), (gap.earlier, 2)]
    hers = [(facts.her, text, days) for text, days in written if text]
    return [guess, *hers] if gap.guess_first else [*reversed(hers), guess]


def files(facts: Facts, folder: Path) -> None:
    (folder / "leaflet.docx").write_bytes(document(facts))
