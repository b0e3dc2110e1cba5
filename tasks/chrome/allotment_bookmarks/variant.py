"""The bookmarks of somebody with an allotment, in no order."""

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random
from uuid import NAMESPACE_URL, uuid5

GARDEN = (
    ("Sowing calendar", "http://garden.example.test/calendar"),
    ("Allotment society", "http://allotments.example.test/"),
    ("Frost warnings", "http://weather.example.test/frost"),
    ("Compost guide", "http://garden.example.test/compost"),
    ("Slugs and snails", "http://garden.example.test/slugs"),
    ("Old apple varieties", "http://orchard.example.test/apples"),
    ("Tool hire", "http://hire.example.test/garden"),
    ("Water butt prices", "http://shop.example.test/water-butts"),
)
OTHERS = (
    ("Bus times", "http://bus.example.test/stops/mill-lane"),
    ("Library", "http://library.example.test/my-account"),
    ("Weather at sea", "http://weather.example.test/sea"),
    ("Choir", "http://choir.example.test/"),
    ("Garden museum", "http://museum.example.test/garden"),
    ("School menu", "http://school.example.test/menu"),
    ("Tide tables", "http://weather.example.test/tides"),
)
MEETINGS = ("Seed swap", "Plant fair", "Harvest supper", "Hedge day", "Open gate day")
FOLDERS = ("Allotment", "Plot 14", "Garden", "Vegetables")
ADDED = "13380000000000000"


@dataclass(frozen=True)
class Link:
    name: str
    url: str


@dataclass(frozen=True)
class Facts:
    folder: str
    meeting: str
    bar: tuple[Link, ...]
    """All bookmarks, in the bar's order."""
    garden: tuple[Link, ...]
    """Those for the folder but this year's meeting, in the order of the instruction."""

    @property
    def names(self) -> str:
        return ", ".join(link.name for link in self.garden)

    @property
    def former(self) -> Link:
        return last_year(self.meeting)

    @property
    def moved(self) -> list[Link]:
        """Those for the folder, in the bar's order."""
        return [link for link in self.bar if link in (*self.garden, this_year(self.meeting))]

    @property
    def others(self) -> list[Link]:
        return [link for link in self.bar if link not in (*self.moved, self.former)]


def this_year(meeting: str) -> Link:
    return Link(meeting, _address(meeting, 2026))


def last_year(meeting: str) -> Link:
    return Link(f"{meeting} (last year)", _address(meeting, 2025))


def _address(meeting: str, year: int) -> str:
    return f"http://allotments.example.test/{meeting.lower().replace(' ', '-')}-{year}"


def facts(rng: Random) -> Facts:
    garden = tuple(Link(*each) for each in rng.sample(GARDEN, 3))
    others = [Link(*each) for each in rng.sample(OTHERS, 3)]
    meeting = rng.choice(MEETINGS)
    bar = [*garden, *others, this_year(meeting), last_year(meeting)]
    rng.shuffle(bar)
    return Facts(rng.choice(FOLDERS), meeting, tuple(bar), garden)


def files(facts: Facts, folder: Path) -> None:
    roots = {"bookmark_bar": "Bookmarks bar", "other": "Other bookmarks", "synced": "Mobile bookmarks"}
    links = [
        _entry(number, "url", link.name, url=link.url, date_last_used="0")
        for number, link in enumerate(facts.bar, start=len(roots) + 2)
    ]
    stored = {
        "roots": {
            root: _entry(
                number,
                "folder",
                name,
                children=links if root == "bookmark_bar" else [],
                date_last_used="0",
                date_modified="0",
            )
            for number, (root, name) in enumerate(roots.items(), start=1)
        },
        "version": 1,
    }
    (folder / "Bookmarks").write_text(json.dumps(stored, indent=3))


def _entry(number: int, kind: str, name: str, **more: object) -> dict[str, object]:
    guid = {1: "0bc5d13f-2cba-5d74-951f-3f233fe6c908", 2: "82b081ec-3dd3-529c-8475-ab6c344590dd"}
    return {
        "date_added": ADDED,
        "guid": guid.get(number, str(uuid5(NAMESPACE_URL, f"{number} {name}"))),
        "id": str(number),
        "name": name,
        "type": kind,
        **more,
    }
