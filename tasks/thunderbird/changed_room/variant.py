"""The mail about a talk, of which two later messages change the room."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

ROOMS = ("Garden Room", "Map Room", "Blue Room", "Music Room", "Chapel", "Long Gallery", "Workshop", "Attic")
TOPICS = (
    "owls",
    "sundials",
    "dry stone walls",
    "old maps",
    "moths",
    "tide mills",
    "bell ringing",
    "peat bogs",
)
HOSTS = ("Noor Haddad", "Willem Bos", "Marta Sousa", "Ida Lund")
CARETAKERS = ("Tom Ashby", "Greta Fink", "Paul Renard")


@dataclass(frozen=True)
class Facts:
    rooms: tuple[str, ...]
    topics: tuple[str, str]
    host: str
    caretaker: str
    talk: datetime
    other_hour: int

    @property
    def topic(self) -> str:
        return self.topics[0]

    @property
    def room(self) -> str:
        return self.rooms[2]

    @property
    def hour(self) -> str:
        return f"{self.talk:%H:%M}"


@dataclass(frozen=True)
class Message:
    """A message of the Inbox."""

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
            f"Dear Robin,\n\n{self.text[0].upper()}{self.text[1:]}\n\n{self.sender.split()[0]}\n\n"
        )


def facts(rng: Random) -> Facts:
    talk = datetime(2026, 4, 6, rng.randint(17, 19), rng.choice((15, 30, 45))) + timedelta(
        days=rng.randint(0, 60)
    )
    hours = [hour for hour in range(17, 21) if hour != talk.hour]
    topics = rng.sample(TOPICS, 2)
    return Facts(
        rooms=tuple(rng.sample(ROOMS, 5)),
        topics=(topics[0], topics[1]),
        host=rng.choice(HOSTS),
        caretaker=rng.choice(CARETAKERS),
        talk=talk,
        other_hour=rng.choice(hours),
    )


def messages(facts: Facts) -> list[Message]:
    """The messages of the Inbox, the oldest first."""
    first, second, third, other, free = facts.rooms
    day = f"{facts.talk:%A}, {facts.talk.day} {facts.talk:%B}"
    other_day = facts.talk + timedelta(days=1)
    texts = [
        (
            "talk1",
            facts.host,
            20,
            f"Your talk about {facts.topic}",
            f"it is settled: you talk about {facts.topic} on {day}, at {facts.hour}, in the {first}.",
        ),
        (
            "talk2",
            facts.host,
            16,
            f"Talk about {facts.topics[1]}",
            f"I forward this because you asked: the talk about {facts.topics[1]} is on {other_day:%A}, at "
            f"{facts.other_hour}:00, in the {other}. You need not do anything.",
        ),
        (
            "talk3",
            facts.host,
            12,
            "Another room",
            f"so many want to hear about {facts.topic} that the {first} is too small. You get the {second} instead. "
            "Day and hour stay as they are.",
        ),
        (
            "keys",
            facts.caretaker,
            9,
            "Keys",
            f"your key for the front door lies in the office. The {free} has a lock of its own.",
        ),
        (
            "paint",
            facts.caretaker,
            4,
            f"Painters in the {second}",
            f"the {second} will be painted in the week of your talk. All that was to be there in that week takes "
            f"place in the {third}.",
        ),
        (
            "thanks",
            facts.host,
            2,
            "Poster",
            f"the poster for {facts.topics[1]} hangs in the {free} now. Yours follows.",
        ),
    ]
    return [
        Message(name, sender, facts.talk - timedelta(days=days, minutes=37 * days), subject, text)
        for name, sender, days, subject, text in texts
    ]


def files(facts: Facts, folder: Path) -> None:
    (folder / "Inbox").write_text("".join(message.stored for message in messages(facts)))
