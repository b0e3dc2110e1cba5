"""Slides of a trip without pictures, and songs of which the notes want one."""

import io
import wave
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pptx

from testbed.tasks import reproducible_zip

TRIPS = ("cycle tour", "choir trip", "class trip", "hiking week", "river journey", "ski week")
STOPS = (
    "Arrival",
    "At the lake",
    "Bad weather",
    "By train",
    "Evening fire",
    "Market day",
    "Old bridge",
    "Picnic",
    "Summit",
)
SONGS = ("anchor", "comet", "ferry", "lantern", "meadow", "orchard", "paper-moon", "sparrow", "windmill")
SINGERS = ("Anouk", "Bashir", "Celeste", "Dario", "Elin", "Farid", "Greta", "Henk")
RATE = 8000


@dataclass(frozen=True)
class Facts:
    trip: str
    year: int
    stops: tuple[str, ...]
    songs: tuple[str, str]
    singers: tuple[str, str]
    wanted: int
    """Of the four recordings, each of the songs by each of the singers."""

    @property
    def file(self) -> str:
        return f"{self.trip.replace(' ', '-')}.pptx"

    @property
    def folder(self) -> str:
        return f"songs-{self.year}"

    @property
    def recordings(self) -> list[str]:
        return [f"{song}-{singer.lower()}.wav" for song in self.songs for singer in self.singers]

    @property
    def recording(self) -> str:
        return self.recordings[self.wanted]

    @property
    def path(self) -> str:
        return f"/home/user/Music/{self.folder}/{self.recording}"

    @property
    def other_path(self) -> str:
        """The same song by the other singer."""
        return f"/home/user/Music/{self.folder}/{self.recordings[self.wanted ^ 1]}"

    @property
    def first_thought_path(self) -> str:
        """The other song by the same singer."""
        return f"/home/user/Music/{self.folder}/{self.recordings[self.wanted ^ 2]}"

    @property
    def count(self) -> int:
        """Of slides."""
        return len(self.stops) + 2

    @property
    def note(self) -> str:
        """What the first slide's notes say: first the other song and the other singer were wanted."""
        song, other = (
            self.songs[place].replace("-", " ") for place in (self.wanted // 2, 1 - self.wanted // 2)
        )
        singer, second = (self.singers[place] for place in (self.wanted % 2, 1 - self.wanted % 2))
        return (
            f"For the end we had thought of {other}, but most of us want {song}. "
            f"{second} sang it well; {singer} sang it better, take that recording."
        )


def facts(rng: Random) -> Facts:
    one, other = rng.sample(SONGS, 2)
    first, second = rng.sample(SINGERS, 2)
    stops = tuple(rng.sample(STOPS, rng.randint(4, 7)))
    return Facts(
        rng.choice(TRIPS), rng.randint(2019, 2029), stops, (one, other), (first, second), rng.randrange(4)
    )


def presentation(facts: Facts) -> bytes:
    deck = pptx.Presentation()
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text = f"Our {facts.trip}"
    first.placeholders[1].text = str(facts.year)
    first.notes_slide.notes_text_frame.text = facts.note
    for stop in facts.stops:
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = stop
        slide.notes_slide.notes_text_frame.text = f"Pictures: {stop.lower()}"
    last = deck.slides.add_slide(deck.slide_layouts[5])
    last.shapes.title.text = "Thanks to all!"
    out = io.BytesIO()
    deck.save(out)
    return reproducible_zip(out.getvalue())


def song(number: int) -> bytes:
    """Two seconds of a tone."""
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(1)
        file.setframerate(RATE)
        period = 20 + 6 * number
        file.writeframes(bytes(118 if place % period < period // 2 else 138 for place in range(2 * RATE)))
    return out.getvalue()


def files(facts: Facts, folder: Path) -> None:
    (folder / "trip.pptx").write_bytes(presentation(facts))
    (folder / "songs").mkdir()
    for number, name in enumerate(facts.recordings):
        (folder / "songs" / name).write_bytes(song(number))
