"""Reminders of unpaid invoices, some of which were paid since."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

FIRMS = (
    "Alder Joinery",
    "Brook Nursery",
    "Copper Kettle",
    "Dale Electric",
    "Elm Street Dental",
    "Fern Bookshop",
    "Grove Roofing",
    "Hill Farm Shop",
)
COUNT = 4


@dataclass(frozen=True)
class Invoice:
    firm: str
    number: int
    euros: int
    paid: bool

    @property
    def sender(self) -> str:
        return f"{self.firm} <accounts@{self.firm.split()[0].lower()}.example.test>"


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
            f"Dear Robin Hale,\n\n{self.text}\n\n"
        )


@dataclass(frozen=True)
class Facts:
    invoices: tuple[Invoice, ...]
    """The first two are of the same firm; of these one is paid."""
    order: tuple[int, ...]
    """In which the reminders came."""
    begins: datetime

    @property
    def paid(self) -> list[Invoice]:
        return [invoice for invoice in self.invoices if invoice.paid]

    @property
    def messages(self) -> list[Message]:
        """Those of the Inbox, the oldest first."""
        reminders = [
            (
                f"reminder{self.invoices[place].number}",
                self.invoices[place],
                "Reminder",
                f"our invoice {self.invoices[place].number} of {self.invoices[place].euros} euros is still open. "
                "Please pay it within ten days.",
            )
            for place in self.order
        ]
        confirmations = [
            (
                f"thanks{invoice.number}",
                invoice,
                "Thank you",
                f"we have received {invoice.euros} euros for invoice {invoice.number}. Nothing else is due on it.",
            )
            for invoice in self.paid
        ]
        return [
            Message(
                name,
                invoice.sender,
                self.begins + timedelta(days=2 * place, minutes=71 * place),
                subject,
                text,
            )
            for place, (name, invoice, subject, text) in enumerate([*reminders, *confirmations])
        ]

    @property
    def done(self) -> list[str]:
        """The ids of the reminders to delete."""
        return [f"reminder{invoice.number}" for invoice in self.paid]


def facts(rng: Random) -> Facts:
    firms = rng.sample(FIRMS, COUNT - 1)
    numbers = rng.sample(range(1001, 9999), COUNT)
    one, other = rng.choice(((True, False), (False, True)))
    paid = (one, other, *rng.choice(((True, False), (False, True))))
    invoices = [
        Invoice(firm, number, rng.randint(20, 400), each)
        for firm, number, each in zip((firms[0], *firms), numbers, paid, strict=True)
    ]
    order = rng.sample(range(COUNT), COUNT)
    return Facts(tuple(invoices), tuple(order), datetime(2026, 2, 2, 9) + timedelta(days=rng.randint(0, 40)))


def files(facts: Facts, folder: Path) -> None:
    (folder / "Inbox").write_text("".join(message.stored for message in facts.messages))
