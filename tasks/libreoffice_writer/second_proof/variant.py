"""An article, the editor's first proof of it, and the second one, which arrives when the article was saved."""

import io
from dataclasses import dataclass
from pathlib import Path
from random import Random

import docx

from testbed.tasks import reproducible_zip

THINGS = (
    "footbridge",
    "bandstand",
    "jetty",
    "lookout",
    "bread oven",
    "tram shelter",
    "sundial",
    "drinking fountain",
)
STREETS = ("Mill Lane", "Canal Street", "Elm Row", "Station Road", "Tanner's Yard", "Weir Walk")
NAMES = (
    ("Hanssen", "Hansen"),
    ("Meier", "Mayer"),
    ("Clarke", "Clerk"),
    ("Johnston", "Johnson"),
    ("Thomson", "Thompson"),
    ("Petersen", "Pedersen"),
    ("Schmitt", "Schmidt"),
)
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
TIMES = ("Easter", "Whitsun", "midsummer", "harvest time", "the end of August", "All Saints")


@dataclass(frozen=True)
class Article:
    thing: str
    street: str
    name: str
    people: int
    day: str
    opens: str
    cost: int
    paint: str

    @property
    def slug(self) -> str:
        return self.thing.replace(" ", "-")

    @property
    def texts(self) -> list[str]:
        return [
            f"The {self.thing} is back",
            f"The {self.thing} in {self.street} can be used again. {self.name} of the building office handed it over "
            f"to the {self.people} people who had come.",
            f"The ceremony was on {self.day}. From {self.opens} on the {self.thing} is open to everybody, at first "
            "from nine to five.",
            f"The repair cost {self.cost} euros, of which the town paid a half. Only the paint is missing; it shall "
            f"be done by {self.paint}.",
            f"Whoever has pictures of the old {self.thing} may send them to us. We print the best in the next issue.",
        ]


@dataclass(frozen=True)
class Facts:
    written: Article
    name: str
    people: int
    """As the first proof has them; the second one takes that back."""
    day: str
    paint: str
    other: Article
    other_name: str
    other_people: int
    other_day: str

    @property
    def slug(self) -> str:
        return self.written.slug

    @property
    def file(self) -> str:
        return f"{self.slug}.docx"

    @property
    def first(self) -> str:
        return proof(self.written, self.name, self.people, self.day)

    @property
    def second(self) -> str:
        return (
            f"Second proof: {self.written.texts[0]}\n\n"
            f"- There were {self.written.people} people after all, as you had it. I was wrong, please put that back.\n"
            f"- The paint: not by {self.written.paint}, but by {self.paint}.\n\nThe rest is right now.\n"
        )

    def text(self, *, people: int, paint: str) -> list[str]:
        """The article with the name and the day of the first proof."""
        article = self.written
        return Article(
            article.thing, article.street, self.name, people, self.day, article.opens, article.cost, paint
        ).texts

    @property
    def right(self) -> list[str]:
        return self.text(people=self.written.people, paint=self.paint)


def proof(article: Article, name: str, people: int, day: str) -> str:
    return (
        f"First proof: {article.texts[0]}\n\n"
        f"- The name is {name}, not {article.name}.\n"
        f"- There were {people} people, not {article.people}.\n"
        f"- The ceremony was on {day}. That it is open from {article.opens} on is right.\n"
    )


def facts(rng: Random) -> Facts:
    """Each article says the same wrong day twice; the proof corrects the first."""
    (thing, other), (street, other_street) = rng.sample(THINGS, 2), rng.sample(STREETS, 2)
    (wrong, name), (other_wrong, other_name) = rng.sample(NAMES, 2)
    people, corrected, other_people, other_corrected = rng.sample(range(40, 190), 4)
    opens, day, other_opens, other_day = rng.sample(DAYS, 4)
    before, paint, other_paint = rng.sample(TIMES, 3)
    written = Article(thing, street, wrong, people, opens, opens, 100 * rng.randint(90, 480), before)
    beside = Article(
        other,
        other_street,
        other_wrong,
        other_people,
        other_opens,
        other_opens,
        100 * rng.randint(90, 480),
        other_paint,
    )
    return Facts(written, name, corrected, day, paint, beside, other_name, other_corrected, other_day)


def files(facts: Facts, folder: Path) -> None:
    document = docx.Document()
    for text in facts.written.texts:
        document.add_paragraph(text)
    out = io.BytesIO()
    document.save(out)
    (folder / "article.docx").write_bytes(reproducible_zip(out.getvalue()))
    (folder / "Proofs").mkdir()
    (folder / "Proofs" / f"{facts.slug}-1.txt").write_text(facts.first)
    other = proof(facts.other, facts.other_name, facts.other_people, facts.other_day)
    (folder / "Proofs" / f"{facts.other.slug}-1.txt").write_text(other)
    done = f"Second proof: {facts.other.texts[0]}\n\nAll is right now, do not change anything more.\n"
    (folder / "Proofs" / f"{facts.other.slug}-2.txt").write_text(done)
    (folder / "second.txt").write_text(facts.second)
