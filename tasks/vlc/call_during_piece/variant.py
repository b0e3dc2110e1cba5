"""A recording to listen to, and a message that arrives meanwhile."""

import io
import wave
from dataclasses import dataclass
from pathlib import Path
from random import Random

SHOPS = (
    "the bicycle workshop",
    "the cobbler",
    "the framer",
    "the optician",
    "the print shop",
    "the tailor",
    "the watchmaker",
)
THINGS = {
    "the bicycle workshop": "bicycle",
    "the cobbler": "pair of boots",
    "the framer": "picture",
    "the optician": "pair of glasses",
    "the print shop": "pile of leaflets",
    "the tailor": "coat",
    "the watchmaker": "clock",
}
PIECES = ("barcarole", "fanfare", "mazurka", "nocturne", "polonaise", "rondo", "serenade", "tarantella")
RATE = 8000
SECONDS = 300
"""How long the recording is: longer than an episode's first steps."""


@dataclass(frozen=True)
class Facts:
    shop: str
    stem: str
    number: int
    void: int
    euros: int
    hour: int

    @property
    def thing(self) -> str:
        return THINGS[self.shop]

    @property
    def file(self) -> str:
        return f"{self.stem}.wav"

    @property
    def message(self) -> str:
        return (
            f"From {self.shop}: your {self.thing} is ready. It is {self.euros} euros, and we are open "
            f"until {self.hour}:30.\n"
            f"Please do not come with {self.void}, the number on your slip. That one was given twice; yours is\n"
            f"{self.number} now.\n"
        )


def facts(rng: Random) -> Facts:
    number, void = rng.sample(range(1000, 10000), 2)
    return Facts(
        rng.choice(SHOPS), rng.choice(PIECES), number, void, rng.randint(12, 90), rng.randint(16, 19)
    )


def recording() -> bytes:
    """A low tone in steps."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        for second in range(SECONDS):
            period = 20 + second % 7 * 4
            file.writeframes(bytes(122 if place % period < period // 2 else 134 for place in range(RATE)))
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "piece.wav").write_bytes(recording())
    (folder / "message.txt").write_text(facts.message)
