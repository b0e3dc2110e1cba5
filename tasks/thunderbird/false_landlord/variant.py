"""Messages of a landlord, and of somebody who writes in that name from an address that looks alike."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

LANDLORDS = (
    "Agnes Mortimer",
    "Clement Marlow",
    "Edith Hammond",
    "Gilbert Norman",
    "Imogen Farmer",
    "Norbert Lemming",
    "Thelma Zimmer",
)
"""Each with an m or n, which look alike."""
HOUSES = ("lindenhomes", "bridgerents", "canalflats", "gardenlets", "millhouses", "stationrooms")
SWAPS = (("rn", "m"), ("m", "rn"), ("l", "1"), ("e", "3"), ("s", "5"))
NEIGHBOURS = ("Bela Kovacs", "Dora Lind", "Hugo Brandt", "Mina Farah", "Petra Holm")
FIRST = datetime(2026, 3, 2, 8)


@dataclass(frozen=True)
class Message:
    id: str
    sender: str
    sent: datetime
    subject: str
    text: str

    @property
    def stored(self) -> str:
        return (
            f"From - {self.sent:%a %b %d %H:%M:%S %Y}\nX-Mozilla-Status: 0001\nX-Mozilla-Status2: 00000000\n"
            f"X-Mozilla-Keys: {'':80}\n"
            f"Date: {self.sent:%a, %d %b %Y %H:%M:%S} +0000\nFrom: {self.sender}\n"
            f"To: Robin Hale <robin@example.test>\nSubject: {self.subject}\nMessage-ID: <{self.id}@mail.example.test>\n"
            'Content-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: 7bit\nMIME-Version: 1.0\n\n'
            f"Dear Robin,\n\n{self.text}\n\n{self.sender.split()[0]}\n\n"
        )


@dataclass(frozen=True)
class Facts:
    landlord: str
    house: str
    false_house: str
    neighbour: str
    numbers: tuple[int, int, int, int]
    """Of the accounts: that of the lease, the new one as first written, its correction, and the impostor's."""
    order: tuple[str, ...]
    """The messages after the lease, the oldest first."""
    start: int

    @property
    def account(self) -> int:
        return self.numbers[2]

    @property
    def messages(self) -> list[Message]:
        """Those of the Inbox, the oldest first."""
        own, false = (
            f"{self.landlord} <{self.landlord.split()[1].lower()}@{house}.example.test>"
            for house in (self.house, self.false_house)
        )
        neighbour = f"{self.neighbour} <{self.neighbour.split()[0].lower()}@example.test>"
        lease, new, corrected, wanted = (f"{number:08}" for number in self.numbers)
        contents = {
            "lease": (own, "Your lease", f"the lease is signed. Please pay the rent to account {lease}."),
            "new": (own, "My new bank", f"from now on please pay the rent to account {new}."),
            "corrected": (own, "A slip", f"I mistyped the new account. It is {corrected}, all else is as I wrote."),
            "urgent": (false, "New account, urgent", f"the old account is closed. Use {wanted} from today on."),
            "waiting": (false, "Where is the rent?", f"pay to account {wanted}, and answer me today."),
            "bins": (neighbour, "Bins", f"{self.landlord} says the bins are emptied on Tuesdays now."),
            "bicycle": (neighbour, "My bicycle", "have you seen it? It stood in the yard last night."),
        }  # fmt: skip
        return [
            Message(name, sender, FIRST + timedelta(days=self.start + 3 * place, minutes=37 * place), *rest)
            for place, (name, (sender, *rest)) in enumerate(
                (name, contents[name]) for name in ("lease", *self.order)
            )
        ]

    @property
    def false(self) -> list[str]:
        """The ids of the impostor's messages."""
        return ["urgent", "waiting"]


def facts(rng: Random) -> Facts:
    house = rng.choice(HOUSES)
    swap = rng.choice([(old, new) for old, new in SWAPS if old in house])
    others = ["new", "urgent", "bins", "bicycle"]
    rng.shuffle(others)
    place = rng.randint(others.index("new") + 1, len(others))
    others.insert(place, "corrected")
    others.insert(rng.randint(max(place, others.index("urgent")) + 1, len(others)), "waiting")
    numbers = rng.sample(range(10**7, 10**8), 4)
    return Facts(
        rng.choice(LANDLORDS),
        house,
        house.replace(*swap, 1),
        rng.choice(NEIGHBOURS),
        (numbers[0], numbers[1], numbers[2], numbers[3]),
        tuple(others),
        rng.randint(0, 60),
    )


def files(facts: Facts, folder: Path) -> None:
    (folder / "Inbox").write_text("".join(message.stored for message in facts.messages))
