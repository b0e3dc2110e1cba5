"""The mail about an outing: a list of what is needed, and who brings what, or no longer."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

EVENTS = ("picnic", "boat trip", "barbecue", "bicycle tour", "hut weekend", "lantern walk")
THINGS = (
    "bread",
    "lemonade",
    "matches",
    "blankets",
    "mustard",
    "plates",
    "rope",
    "salad",
    "skittles",
    "torches",
    "tea",
    "whistle",
)
PEOPLE = ("Noor Haddad", "Willem Bos", "Marta Sousa", "Ida Lund", "Tom Ashby", "Greta Fink", "Paul Renard")
NEEDED = 7


@dataclass(frozen=True)
class Message:
    id: str
    sender: str
    sent: datetime
    subject: str
    text: str

    @property
    def stored(self) -> str:
        name = self.sender.split()[0].lower()
        return (
            f"From - {self.sent:%a %b %d %H:%M:%S %Y}\nX-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n"
            f"X-Mozilla-Keys: {'':80}\n"
            f"Date: {self.sent:%a, %d %b %Y %H:%M:%S} +0000\nFrom: {self.sender} <{name}@example.test>\n"
            f"To: Robin Hale <robin@example.test>\nSubject: {self.subject}\nMessage-ID: <{self.id}@mail.example.test>\n"
            'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 7bit\nMIME-Version: 1.0\n\n'
            f"Dear all,\n\n{self.text}\n\n{self.sender.split()[0]}\n\n"
        )


@dataclass(frozen=True)
class Facts:
    event: str
    things: tuple[str, ...]
    """What is on the list."""
    people: tuple[str, ...]
    """The first one wrote the list."""
    picks: tuple[int, ...]
    """The places on the list of: two things of the second, two of the third, one of the fourth and two others."""
    extra: str
    """Something that is brought and not on the list."""
    begins: datetime

    @property
    def gaps(self) -> list[str]:
        """What the third no longer brings and nobody else does, and what nobody ever wanted to bring."""
        dropped, never = self.thing(3), self.thing(6)
        return [thing for thing in self.things if thing in (dropped, never)]

    def thing(self, pick: int) -> str:
        return self.things[self.picks[pick]]

    @property
    def messages(self) -> list[Message]:
        """Those of the Inbox, the oldest first."""
        first, second, third, fourth = self.people
        subject = self.event.capitalize()
        lines = "\n".join(f"- {thing}" for thing in self.things)
        texts = (
            (
                "list",
                first,
                f"What we need for the {self.event}",
                f"for the {self.event} we need:\n\n{lines}\n\nWho brings what?",
            ),
            ("second", second, f"Re: {subject}", f"put me down for {self.thing(0)} and {self.thing(1)}."),
            (
                "third",
                third,
                subject,
                f"I take care of {self.thing(2)} and {self.thing(3)}, and I have {self.extra} as well.",
            ),
            (
                "fourth",
                fourth,
                f"The {self.event}",
                f"{self.thing(4)} will come from me. Does nobody have {self.thing(1)}? I have none.",
            ),
            (
                "change",
                third,
                "Sorry",
                f"my car is full: I cannot bring {self.thing(2)} and {self.thing(3)} after all.",
            ),
            (
                "rescue",
                second,
                "No problem",
                f"then {self.thing(2)} comes with me too, and {self.thing(5)} as I have just seen some.",
            ),
        )
        return [
            Message(name, sender, self.begins + timedelta(days=place, minutes=53 * place), subject, text)
            for place, (name, sender, subject, text) in enumerate(texts)
        ]


def facts(rng: Random) -> Facts:
    *things, extra = rng.sample(THINGS, NEEDED + 1)
    picks = rng.sample(range(NEEDED), NEEDED)
    begins = datetime(2026, 5, 4, 9) + timedelta(days=rng.randint(0, 60))
    return Facts(rng.choice(EVENTS), tuple(things), tuple(rng.sample(PEOPLE, 4)), tuple(picks), extra, begins)


def files(facts: Facts, folder: Path) -> None:
    (folder / "Inbox").write_text("".join(message.stored for message in facts.messages))
