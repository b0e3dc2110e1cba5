"""What a life has before its year begins: people, mailboxes, calendars, address books, channels, boards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from mcp_tools.personal.apps.mail import STANDARD
from mcp_tools.personal.life.book import TODAY, Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.schedule import FIRST_DAY
from mcp_tools.personal.life.shelf import Shelf
from mcp_tools.personal.life.words import long_day

START = datetime.combine(FIRST_DAY - timedelta(days=30), datetime.min.time()).replace(hour=8)
MAIN_FOLDERS = (*STANDARD, "Bills", "Travel")
BOARDS = (
    ("Home repairs", "Taps, roofs, floors and what they cost"),
    ("Kitchen table", "Recipes and what to do with a glut of plums"),
    ("Around town", "Places, events and openings in the eight towns"),
    ("Reading room", "Books, read and unread"),
    ("Wheels and rails", "Bicycles, trains and how to get there"),
    ("Growing things", "Gardens, balconies and window sills"),
)
CHANNELS = (
    ("general", "Everything that concerns all of us", False),
    ("announcements", "News from the head of the team", False),
    ("lunch", "Who eats where and with whom", False),
    ("it-help", "Printers, passwords and other weather", False),
)
GROUPS = {
    "family": "Family",
    "friend": "Friends",
    "client": "Clients",
    "tradesperson": "Tradespeople",
    "doctor": "Health",
    "teacher": "School",
    "neighbour": "Neighbours",
    "colleague": "Work",
    "boss": "Work",
    "mate": "Work",
    "partner": "Family",
    "child": "Family",
    "online": "Internet",
}
CARD_NOTES = {
    "friend": "[Allergic to|Does not eat|Cannot stand] [nuts|fish|celery|cheese|mushrooms|sesame|eggs|rye]; "
    "[likes|collects|is fond of] [detective stories|tin toys|sea glass|brass bands|old maps|"
    "crosswords|blue irises|chess problems].",
    "family": "[Shoe size|Glove size|Hat size] {size}; [drinks|takes] [black tea|coffee with milk|"
    "peppermint tea|cocoa|no coffee]; "
    "[likes|asks for] [wool|puzzles|ginger biscuits|seed packets|marmalade|calendars].",
    "tradesperson": "[Recommended by|We have the number from|Known through] {other}; [comes only|best reached|"
    "answers] "
    "[before eight|in the evening|on weekdays|at lunch time|by telephone]; [takes|asks] {rate} euros an hour.",
    "client": "[Prefers|Wants] [telephone|mail|short reports|printed papers]; [assistant|deputy|secretary]: "
    "{other}; "
    "[not available|never there] on {weekday}s.",
    "doctor": "[Ring|Entrance by] [at the side door|the second bell|the courtyard|the lift to floor two]; "
    "file number {file}.",
    "neighbour": "[Has|Keeps] our [spare key|ladder|second bin|long cable|parcel box key]; [cat|dog|parrot|"
    "tortoise] is called "
    "[Pepper|Biscuit|Admiral|Moss|Juno|Pickle|Socks|Tulip].",
    "teacher": "[Office hour|Reachable] on {weekday} [at eight|at noon|after two|in the long break]; [room|"
    "door] {file}.",
}
ABOUT = (
    "[Mostly|Mainly|Only] [bread|birds|bridges|bicycles|ferns|maps|socks|soup|stamps|clocks] [and|"
    "with a little|besides some] "
    "[rain|chess|singing|tea|dust|moss|salt|wool]. [{town}|From {town}|Somewhere near {town}]."
)


def settle(shelf: Shelf) -> tuple[Scene, ...]:
    """Write what there is before the first event, and return the scenes of it."""
    base = Scene(shelf, "settled", START.date(), 0)
    for owner in shelf.cast.owners:
        names = MAIN_FOLDERS if owner == shelf.cast.main else STANDARD
        for name in names:
            shelf.folders[owner.number, name] = base.write("mail.folder", START, owner=owner.id, name=name)
    for owner in shelf.cast.owners:
        made = base.write("calendar.calendar", START, owner=owner.id, name=owner.first)
        shelf.calendars[owner.number, "own"] = made
        if owner == shelf.cast.main:
            members = [shelf.cast.partner.id]
            family = base.write("calendar.calendar", START, owner=owner.id, name="Family", members=members)
            shelf.calendars[owner.number, "family"] = family
    _notebooks(base)
    for name, about in BOARDS:
        shelf.boards[name] = base.write("forum.board", START, name=name, about=about)
    team = [person.id for person in (shelf.cast.main, *shelf.cast.colleagues)]
    for name, purpose, is_private in CHANNELS:
        shelf.channels[name] = base.write(
            "team.channel", START, name=name, purpose=purpose, is_private=is_private, members=team
        )
    others = [person.id for person in shelf.cast.colleagues if person != shelf.cast.mate][:4]
    shelf.channels["pay-round"] = base.write(
        "team.channel",
        START,
        name="pay-round",
        purpose="Salaries, for those who decide",
        is_private=True,
        members=others,
    )
    base.file(
        START,
        "Papers/Papers overview.md",
        "# Papers overview\n\nBlue folder: insurances. Red folder: the flat. #papers",
    )
    return (base, *(_acquaintance(shelf, person, index) for index, person in enumerate(shelf.cast.people)))


def _notebooks(scene: Scene) -> None:
    cast, shelf = scene.cast, scene.shelf
    for name, owner, members in (
        ("Household", cast.main, [cast.partner.id]),
        ("Work", cast.main, [cast.boss.id, cast.mate.id]),
        ("Private", cast.main, []),
        ("Team handbook", cast.boss, [cast.main.id, cast.mate.id]),
    ):
        shelf.notebooks[name] = scene.write(
            "notes.notebook", START, owner=owner.id, name=name, members=members
        )


def _acquaintance(shelf: Shelf, person: Somebody, index: int) -> Scene:
    """The person, how the main person has noted them, and what the feed and the team know of them."""
    scene = Scene(shelf, "acquaintance", START.date(), index)
    cast = shelf.cast
    scene.write(
        "people.person",
        START,
        name=person.name,
        address=person.address,
        phone=person.phone,
        account=person.account,
        member=person.member,
        handle=person.handle,
        birthday=person.birthday,
    )
    if person != cast.main and (person.relation != "online" or index % 3 == 0):
        _card(scene, cast.main, person)
    for owner in cast.owners[1:]:
        near = person.relation in {
            "partner": ("main", "child", "doctor"),
            "boss": ("main", "mate", "colleague"),
        }.get(owner.relation, ("main", "boss", "client"))
        if near and owner != person:
            scene.card(
                START, owner, person.name, addresses=_known(person.address), phones=_known(person.phone)
            )
    if person.handle and person.relation in (
        "main",
        "partner",
        "friend",
        "online",
        "family",
        "mate",
        "neighbour",
    ):
        about = scene.phrase(ABOUT, town=cast.town)
        is_private = person.relation == "family" and index % 2 == 0
        scene.write("feed.profile", START, of=person.id, about=about, is_private=is_private)
        _follows(scene, person, is_private, index)
    if person.member and index % 4 == 2:
        _status(scene, person)
    return scene


def _card(scene: Scene, owner: Somebody, person: Somebody) -> Draft:
    template = CARD_NOTES.get(person.relation, "")
    values = {
        "size": scene.random.randint(36, 46),
        "rate": scene.random.randint(38, 75),
        "file": scene.random.randint(104, 989),
        "other": scene.pick(scene.cast.people[4:]).name,
        "weekday": scene.pick(("Monday", "Tuesday", "Wednesday", "Thursday", "Friday")),
    }
    role = (
        f"{person.role[0].upper()}{person.role[1:]}. " if person.role and person.relation != "child" else ""
    )
    return scene.card(
        START,
        owner,
        person.name,
        addresses=_known(person.address, person.other_address),
        phones=_known(person.phone),
        organisation=person.organisation,
        home=person.home if person.relation in ("family", "friend", "neighbour") else "",
        birthday=person.birthday
        if person.relation in ("family", "friend", "partner", "child", "mate")
        else "",
        groups=[GROUPS[person.relation]],
        note=role + scene.phrase(template, **values) if template else role.strip(),
    )


def _follows(scene: Scene, person: Somebody, is_private: bool, index: int) -> None:
    cast = scene.cast
    for follower in (cast.main, cast.partner):
        if (
            person == follower
            or (follower.number, person.number) in scene.shelf.follows
            or (follower == cast.partner and index % 3)
        ):
            continue
        if person.relation == "online" and index % 4 == 3:
            continue
        scene.write("feed.follow", START, follower=follower.id, followed=person.id, is_accepted=True)
        scene.shelf.follows.add((follower.number, person.number))
    back = person.number, cast.main.number
    if person != cast.main and index % 2 and not is_private and back not in scene.shelf.follows:
        scene.write("feed.follow", START, follower=person.id, followed=cast.main.id, is_accepted=True)
        scene.shelf.follows.add((person.number, cast.main.number))


def _status(scene: Scene, person: Somebody) -> None:
    until = scene.day + timedelta(days=396 + scene.random.randint(1, 9))
    text = scene.phrase(
        "[Away|On leave|Working from home|Only by mail|At a fair|In the workshop] until {day}",
        day=long_day(until),
    )
    scene.write(
        "team.status",
        START,
        person=person.id,
        text=text,
        until=datetime(until.year, until.month, until.day, 18),
    )


def _known(*values: str) -> list[str]:
    return [value for value in values if value]


def birthdays(shelf: Shelf) -> Iterator[tuple[Somebody, date]]:
    """Return those whose birthdays are kept, with the birthday of the year."""
    for person in shelf.cast.all_of("family", "friend", "child"):
        day = person.birthday.replace(year=FIRST_DAY.year)
        if day < FIRST_DAY:
            day = day.replace(year=day.year + 1)
        yield person, day
        if (again := day.replace(year=day.year + 1)) < TODAY + timedelta(days=40):
            yield person, again
