"""The protocols of a laboratory, with their history as a stream for `git fast-import`."""

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random

BUFFERS = ("lysis", "washing", "elution", "storage", "running", "blocking")
SUBSTANCES = ("Tris", "NaCl", "MgCl2", "EDTA", "imidazole", "KCl", "glycine", "HEPES")
PEOPLE = ("Aino Lahti", "Bruno Keller", "Chiara Fonti", "Derya Aydin", "Emil Sand", "Farah Nasser")
MESSAGES = (
    "After the meeting on Monday",
    "Tidied up",
    "As discussed",
    "Small changes",
    "New order of the lines",
)
ZONE = timezone(timedelta(hours=1))


@dataclass(frozen=True)
class Commit:
    """A commit; `amounts` are those of the buffer in question and of the other one, by substance, in mM."""

    author: str
    made: datetime
    message: str
    amounts: tuple[tuple[int, ...], tuple[int, ...]]
    note: str


@dataclass(frozen=True)
class Facts:
    buffers: tuple[str, str]
    substances: tuple[str, ...]
    commits: tuple[Commit, ...]

    @property
    def buffer(self) -> str:
        return self.buffers[0]

    @property
    def substance(self) -> str:
        return self.substances[0]

    @property
    def values(self) -> list[int]:
        """What the substance had in each commit."""
        return [commit.amounts[0][0] for commit in self.commits]

    @property
    def number(self) -> int:
        """The place of the commit that brought the present value."""
        return self.values.index(self.values[-1])

    @property
    def who(self) -> str:
        return self.commits[self.number].author

    @property
    def before(self) -> int:
        return self.values[self.number - 1]


def facts(rng: Random) -> Facts:
    first, second, present, other = rng.sample(range(20, 500, 5), 4)
    people = rng.sample(PEOPLE, 5)
    rest = rng.sample(range(5, 20), 4)
    amounts = [
        ((first, rest[0], rest[1]), (first, rest[2], rest[3])),
        ((second, rest[0], rest[1]), (first, rest[2], rest[3])),
        ((present, rest[0], rest[1]), (first, rest[2], rest[3])),
        ((present, rest[0], rest[1]), (other, rest[2], rest[3])),
        ((present, rest[0] + 1, rest[1]), (other, rest[2], rest[3])),
    ]
    made = datetime(2025, 9, 1, 9, 30, tzinfo=ZONE) + timedelta(days=rng.randint(0, 60))
    commits = []
    for person, message, found, note in zip(
        people,
        rng.sample(MESSAGES, 5),
        amounts,
        ("", "", "Keep it cold.", "Keep it cold.", "Keep it cold, and no longer than a week."),
        strict=True,
    ):
        commits.append(Commit(person, made, message, found, note))
        made += timedelta(days=rng.randint(9, 40), minutes=rng.randint(0, 400))
    buffers = rng.sample(BUFFERS, 2)
    return Facts((buffers[0], buffers[1]), tuple(rng.sample(SUBSTANCES, 3)), tuple(commits))


def protocol(facts: Facts, commit: Commit, which: int) -> str:
    amounts = zip(facts.substances, commit.amounts[which], strict=True)
    lines = [f"- {name}: {amount} mM" for name, amount in amounts]
    note = [commit.note, ""] if commit.note and which == 0 else []
    return "\n".join([f"# {facts.buffers[which].capitalize()} buffer", "", *lines, "", *note])


def contents(facts: Facts) -> dict[str, bytes]:
    """The files as they are now, by name."""
    last = facts.commits[-1]
    return {f"{name}.md": protocol(facts, last, place).encode() for place, name in enumerate(facts.buffers)}


def files(facts: Facts, folder: Path) -> None:
    stream = b""
    for commit in facts.commits:
        address = commit.author.split()[0].lower()
        who = f"{commit.author} <{address}@example.org> {int(commit.made.timestamp())} +0100"
        stream += f"commit refs/heads/main\nauthor {who}\ncommitter {who}\n".encode() + data(commit.message)
        for place, name in enumerate(facts.buffers):
            stream += f"M 100644 inline {name}.md\n".encode() + data(protocol(facts, commit, place))
    (folder / "history.txt").write_bytes(stream)


def data(text: str) -> bytes:
    return b"data %d\n%b\n" % (len(text.encode()), text.encode())
