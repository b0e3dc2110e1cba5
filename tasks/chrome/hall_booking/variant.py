"""The rooms of a community centre, and the form that books one."""

from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random

ROOMS = (
    "Ash Room",
    "Birch Hall",
    "Cedar Room",
    "Elm Hall",
    "Hazel Room",
    "Larch Hall",
    "Maple Room",
    "Rowan Hall",
)
EXTRAS = ("kitchen", "stage", "piano")
EVENTS = ("harvest supper", "puppet play", "anniversary", "quiz evening", "summer party", "prize-giving")
NAMES = (
    "Nadia Okafor",
    "Piet Jansen",
    "Signe Dahl",
    "Tomas Rivera",
    "Ursula Weiss",
    "Vikram Nair",
    "Wanda Kozak",
)


@dataclass(frozen=True)
class Room:
    name: str
    seats: int
    extras: tuple[str, ...]


@dataclass(frozen=True)
class Facts:
    event: str
    name: str
    rooms: tuple[Room, ...]
    """In the order of the page."""
    need: str
    guests: int
    guests_before: int
    day: date

    @property
    def day_spoken(self) -> str:
        return f"{self.day:%A}, {self.day.day} {self.day:%B}, {self.day.year}"

    @property
    def room(self) -> Room:
        return min(self._of_use(self.guests), key=lambda room: room.seats)

    @property
    def room_for_all_invited(self) -> Room:
        """What would be right for the number of guests that was thought of at first."""
        return min(self._of_use(self.guests_before), key=lambda room: room.seats)

    @property
    def room_without_need(self) -> Room:
        """The smallest that holds the guests, whatever it has."""
        return min((room for room in self.rooms if room.seats >= self.guests), key=lambda room: room.seats)

    def _of_use(self, guests: int) -> list[Room]:
        return [room for room in self.rooms if room.seats >= guests and self.need in room.extras]


def facts(rng: Random) -> Facts:
    need, other, third = rng.sample(EXTRAS, 3)
    guests = rng.randint(41, 59)
    before = guests + rng.randint(7, 10)
    kinds = [
        (guests - rng.randint(3, 6), (need, other)),
        (guests + 1, (other, third)),
        (guests + rng.randint(2, 4), (need,)),
        (guests + 5, (third,)),
        (before + rng.randint(2, 9), (need, third)),
        (before + rng.randint(20, 40), EXTRAS),
    ]
    rooms = [
        Room(name, seats, extras) for name, (seats, extras) in zip(rng.sample(ROOMS, 6), kinds, strict=True)
    ]
    rng.shuffle(rooms)
    day = date(2027, 1, 4) + timedelta(days=rng.randint(0, 330))
    return Facts(rng.choice(EVENTS), rng.choice(NAMES), tuple(rooms), need, guests, before, day)


def page(facts: Facts) -> str:
    rows = "\n".join(
        f"<tr><td>{room.name}</td><td>{room.seats}</td><td>{', '.join(room.extras)}</td></tr>"
        for room in facts.rooms
    )
    options = "\n".join(
        f"<option>{room.name}</option>" for room in sorted(facts.rooms, key=lambda room: room.name)
    )
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Community centre: rooms</title>
<style>body {{ font: 15px/1.5 sans-serif; margin: 1em 4em }} td, th {{ padding-right: 2em; text-align: left }}
label {{ display: block; margin: .4em 0 }}</style></head><body>
<h1>Community centre: rooms</h1>
<table><tr><th>Room</th><th>Seats</th><th>It has</th></tr>
{rows}
</table>
<form method="post" action="/booking">
<label>Your name <input name="name" required></label>
<label>Room <select name="room" required><option value="">choose</option>
{options}
</select></label>
<label>Date, as 2027-01-31 <input name="date" required pattern="\\d{{4}}-\\d\\d-\\d\\d"></label>
<label>Number of guests <input name="guests" required inputmode="numeric"></label>
<button>Book the room</button>
</form>
</body></html>
"""


def files(facts: Facts, folder: Path) -> None:
    (folder / "site").mkdir()
    (folder / "site" / "index.html").write_text(page(facts))
    (folder / "site" / "booking-sent.html").write_text(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Thank you</title></head>'
        "<body><h1>Thank you</h1><p>We have your booking.</p></body></html>\n"
    )
