"""A break of a few minutes, its signal, and pieces of which two fill the rest."""

import io
import wave
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from random import Random

EVENTS = (
    "carnival revue",
    "chess evening",
    "dance class",
    "quiz night",
    "school concert",
    "spelling bee",
    "street party",
)
TITLES = (
    "beguine",
    "foxtrot",
    "galop",
    "habanera",
    "java",
    "musette",
    "polka",
    "quickstep",
    "samba",
    "tango",
    "waltz",
)
RATE = 4000
PIECES = 6


@dataclass(frozen=True)
class Piece:
    title: str
    length: int
    """In seconds."""

    @property
    def name(self) -> str:
        return f"{self.title}-{self.length // 60}m{self.length % 60:02}s.wav"


@dataclass(frozen=True)
class Facts:
    event: str
    year: int
    signal: int
    pieces: tuple[Piece, ...]
    chosen: tuple[int, int]

    @property
    def folder(self) -> str:
        return f"break-{self.year}"

    @property
    def fillers(self) -> list[Piece]:
        """Those to queue, the shorter one first."""
        return sorted((self.pieces[place] for place in self.chosen), key=lambda piece: piece.length)

    @property
    def without_signal(self) -> list[Piece]:
        """Two pieces that fill the break alone."""
        pairs = combinations(sorted(self.pieces, key=lambda piece: piece.length), 2)
        return next([*pair] for pair in pairs if sum(piece.length for piece in pair) == self.total)

    @property
    def total(self) -> int:
        return self.signal + sum(piece.length for piece in self.fillers)

    @property
    def minutes(self) -> int:
        return self.total // 60

    @property
    def seconds(self) -> int:
        return self.total % 60


def facts(rng: Random) -> Facts:
    """Lengths of which one pair fits with the signal, and another one without it."""
    while True:
        signal = rng.randint(7, 19)
        lengths = rng.sample(range(50, 126), PIECES - 1)
        one, other = rng.sample(lengths, 2)
        rest = [length for length in lengths if length not in (one, other)]
        lengths.append(one + other + signal - rest[0])
        sums = [sum(pair) for pair in combinations(lengths, 2)]
        fits = (one + other + signal) % 60 > 1 and len(set(lengths)) == PIECES
        alone = sums.count(one + other) == 1 == sums.count(one + other + signal)
        if fits and alone and 40 <= lengths[-1] <= 150:
            break
    rng.shuffle(lengths)
    pieces = [Piece(*each) for each in zip(rng.sample(TITLES, PIECES), lengths, strict=True)]
    chosen = (lengths.index(one), lengths.index(other))
    return Facts(rng.choice(EVENTS), rng.randint(2019, 2029), signal, tuple(pieces), chosen)


def recording(seconds: int) -> bytes:
    """Silence."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        file.writeframes(bytes([128]) * RATE * seconds)
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "signal.wav").write_bytes(recording(facts.signal))
    (folder / "pieces").mkdir()
    for piece in facts.pieces:
        (folder / "pieces" / piece.name).write_bytes(recording(piece.length))
