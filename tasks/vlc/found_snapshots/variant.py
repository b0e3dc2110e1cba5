"""Where VLC saves snapshots, and recordings, too."""

import io
import wave
from dataclasses import dataclass
from pathlib import Path
from random import Random

PLACES = ("Documents", "Desktop", "Downloads", "Music", "Public", "Videos")
FOLDERS = (
    "birds",
    "frames",
    "garden",
    "lectures",
    "nest",
    "proofs",
    "scenes",
    "slides",
    "stills",
    "wildlife",
)
PREFIXES = ("cam", "clip", "frame", "img", "owl", "scene", "shot", "still", "talk", "view")


@dataclass(frozen=True)
class Facts:
    folder: str
    records: str
    prefix: str
    form: str


def facts(rng: Random) -> Facts:
    places, folders = rng.sample(PLACES, 2), rng.sample(FOLDERS, 2)
    folder, records = (f"/home/user/{place}/{name}" for place, name in zip(places, folders, strict=True))
    return Facts(folder, records, f"{rng.choice(PREFIXES)}{rng.randint(11, 99)}-", rng.choice(("jpg", "png")))


def files(_facts: Facts, folder: Path) -> None:
    """A recording of silence."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(8000)
        file.writeframes(bytes([128]) * 8000 * 30)
    (folder / "hoot.wav").write_bytes(out.getvalue())
