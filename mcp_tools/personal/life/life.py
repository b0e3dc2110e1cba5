"""The life of a number: its people, one year of life events up to now, and what lies ahead."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta

from mcp_tools.personal.life.book import NOW, TODAY, Book, moment
from mcp_tools.personal.life.cast import make_cast
from mcp_tools.personal.life.diary import Diary
from mcp_tools.personal.life.kinds import KINDS
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.schedule import Kind
from mcp_tools.personal.life.shelf import Shelf
from mcp_tools.personal.life.standing import settle
from mcp_tools.personal.tree import Tree

WEEKS_TRIED = 6


@dataclass(frozen=True, slots=True)
class LifeEvent:
    """Something that happened, with the type and id of each record that it wrote."""

    kind: str
    day: date
    records: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Life:
    """A person's life as the applications have it.

    Attributes:
        number: Its number, from which all follows.
        person: The id of the main person.
        people: The ids of those who have mailbox and calendar: the main person, one of the household, two colleagues.
        now: The moment up to which the year goes.
        tree: All records, as `import_tree` takes them.
        events: All life events by day.
    """

    number: int
    person: str
    people: tuple[str, ...]
    now: str
    tree: Tree = field(repr=False)
    events: tuple[LifeEvent, ...] = field(repr=False)


def make_life(number: int) -> Life:
    """Return the life of a number, which is the same in every process. Raises ValueError for a negative one."""
    if type(number) is not int or number < 0:
        raise ValueError(f"number is {number!r}; a life has a whole number from 0 on")
    cast = make_cast(number)
    shelf = Shelf(number, cast, Book(), Diary())
    scenes: list[Scene] = [*settle(shelf)]
    for kind in KINDS:
        for index, day in enumerate(kind.days(number)):
            scene = Scene(shelf, kind.name, day, index)
            _write(kind, scene)
            scenes.append(scene)
    tree = shelf.book.tree()
    events = [
        LifeEvent(
            scene.kind, scene.day, tuple((draft.kind, draft.key) for draft in scene.drafts if draft.is_kept)
        )
        for scene in scenes
    ]
    happened = [event for event in events if event.records]
    happened.sort(key=lambda event: event.day)
    people = tuple(person.id for person in cast.owners)
    return Life(number, cast.main.id, people, moment(NOW), tree, tuple(happened))


def _write(kind: Kind, scene: Scene) -> None:
    """Write a life event; where people have no time for it, some weeks further from today."""
    week = timedelta(days=7 if scene.day > TODAY else -7)
    for _ in range(WEEKS_TRIED if kind.times else 1):
        kind.write(scene)
        if scene.drafts:
            return
        scene.day += week
