"""Life events that mislead on purpose: old addresses, prices, times and lists, and people who are easily confused."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from mcp_tools.personal.life.book import NOW
from mcp_tools.personal.life.country import products
from mcp_tools.personal.life.names import ROADS
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.schedule import FIRST_DAY
from mcp_tools.personal.life.words import THANKS, clock, euros, long_day, short_day


def old_address(scene: Scene) -> None:
    """A friend's former address in an old mail and in a file; the card has the new one, and so has a later chat."""
    cast, friend = scene.cast, scene.cast.groups["friend"][9]
    old = f"{scene.pick(ROADS)} {scene.random.randint(101, 180)}, {friend.home.rpartition(', ')[2]}"
    at = datetime.combine(FIRST_DAY + timedelta(days=8), time(17, 25))
    values = {"old": old, "home": friend.home, "name": friend.name, "day": long_day(scene.day)}
    scene.mail(
        at,
        friend,
        [cast.main],
        scene.phrase("[Where I live|How to find me]"),
        scene.letter(
            friend,
            cast.main,
            scene.say(
                friend,
                (
                    "[Letters reach me|You find me|Send the parcel] [at|to] {old}, [second bell|"
                    "the green door|through the yard].",
                ),
                **values,
            ),
        ),
    )
    scene.file(
        at + timedelta(days=1),
        f"People/{friend.name}.md",
        f"# {friend.name}\n\n{old}. Tea, no sugar. #people/friend",
    )
    scene.talk(
        scene.clock(scene.day, 9, 19),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[By the way|Before I forget]: we [live|are] at {home} [now|since last week], "
                "[the old flat|the other one] is [empty|let].",
            ),
            **values,
        ),
        scene.say(cast.main, THANKS, to=friend.first),
    )


def old_list(scene: Scene) -> None:
    """The list of presents of last winter beside that of the winter before, and a chat about the later one."""
    cast = scene.cast
    scene.day = date(2025, 11, 20)
    receivers = scene.some(cast.all_of("family", "friend"), 6, 6)
    for year in (2024, 2025):
        lines = [f"- {person.first} {person.last}: {scene.pick(products()).name}" for person in receivers]
        at = datetime(year, 11, 20, 20, 5)
        scene.page(
            at,
            "Household",
            f"Winter presents {year}",
            "\n".join(lines),
            properties={"Year": ("number", str(year))},
        )
    scene.talk(
        datetime(2025, 11, 21, 19, 10),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "[The list|My list] for this winter is in Notes, [not the one of 2024|beside last "
                "year's]. {who} [is still open|was hard].",
            ),
            who=receivers[2].first,
        ),
        scene.say(cast.partner, THANKS, to=cast.main.first),
    )


def duplicate_card(scene: Scene) -> None:
    """A second card of a friend with a telephone number that has gone, and the mail that says so."""
    cast, friend = scene.cast, scene.cast.groups["friend"][10]
    stale = f"{friend.phone[:-4]}{(int(friend.phone[-4:]) + 1234) % 9000 + 1000}"
    at = datetime.combine(FIRST_DAY, time(8))
    scene.card(
        at, cast.main, f"{friend.first} {friend.last[0]}.", phones=[stale], note="From the old telephone."
    )
    mail = scene.mail(
        scene.clock(scene.day, 9, 18),
        friend,
        [cast.main],
        scene.phrase("[New number|Other telephone]"),
        scene.letter(
            friend,
            cast.main,
            scene.say(
                friend,
                (
                    "[Please delete|Forget] {stale}, I [lost|gave back] that telephone. [From now "
                    "on|Now it is] {phone}.",
                ),
                stale=stale,
                phone=friend.phone,
            ),
        ),
    )
    scene.mail(
        scene.later(mail.at, 60, 900),
        cast.main,
        [friend],
        "",
        scene.letter(cast.main, friend, scene.say(cast.main, THANKS, to=friend.first)),
        answers=mail,
    )


def borrowed_name(scene: Scene) -> None:
    """A friend whose account in the messenger reads like another's name, and who writes from a second address."""
    cast = scene.cast
    friend, other = cast.groups["friend"][1], cast.groups["friend"][2]
    drafts = scene.talk(
        scene.clock(scene.day, 9, 19),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[It is me|This is], {name}; [the account was|I took over the account of] {other} "
                "and [cannot be renamed|the name sticks].",
            ),
            name=friend.name,
            other=other.first,
        ),
        scene.say(cast.main, THANKS, to=friend.first),
    )
    scene.mail(
        scene.later(drafts[-1].at, 100, 2000),
        friend.other_address,
        [cast.main],
        scene.phrase("[From work|Other address]"),
        scene.letter(
            friend,
            cast.main,
            scene.say(
                friend,
                (
                    "[This is my address|I write from my desk] at work; [better|please] [use|"
                    "keep] {address} for [private things|invitations].",
                ),
                address=friend.address,
            ),
        ),
    )


def twin_event(scene: Scene) -> None:
    """Two events of one title: one shared in the family's calendar, one private, on different days."""
    cast = scene.cast
    title = scene.phrase("[Piano tuning|Flea market|Cellar clearing|Lock museum|Choir rehearsal]")
    shared = scene.free([cast.main], scene.day, time(10), time(16), 60)
    own = scene.free([cast.main], scene.day + timedelta(days=16), time(17), time(20), 60)
    if shared is None or own is None:
        return
    made = scene.before(min(scene.day, NOW.date()), 5, 9, 9, 19)
    scene.event(
        made,
        shared,
        60,
        title,
        is_family=True,
        note=scene.phrase("[Bring|Take] [cash|boxes|the van|the key]"),
    )
    scene.event(
        made + timedelta(minutes=40),
        own,
        60,
        title,
        note=scene.phrase(
            "[Alone|Only me]; [ask for|talk to] {who}", who=scene.pick(cast.groups["neighbour"]).name
        ),
    )
    scene.talk(
        scene.later(made, 60, 200),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "{title} is on {day} for [all of us|the family], and once more on {other} [for me "
                "alone|without you].",
            ),
            title=title,
            day=long_day(shared.date()),
            other=long_day(own.date()),
        ),
        scene.say(cast.partner, THANKS, to=cast.main.first),
    )


def changed_price(scene: Scene) -> None:
    """An offer by mail that a later mail changes; the household's note has the first sum."""
    cast, trader = scene.cast, scene.cast.groups["tradesperson"][0]
    first = scene.random.randint(30, 60) * 10
    second = first + scene.random.randint(3, 9) * 10
    at = scene.clock(scene.day, 8, 16)
    values = {
        "first": euros(first),
        "second": euros(second),
        "what": scene.phrase("[the new cistern|the bath tap|the boiler service|the garden pipe]"),
        "number": scene.random.randint(3000, 8999),
    }
    offer = scene.mail(
        at,
        trader,
        [cast.main],
        f"Offer {values['number']}",
        scene.letter(
            trader,
            cast.main,
            scene.say(trader, ("For {what} I [offer|ask] {first}, [work included|all in].",), **values),
        ),
    )
    scene.page(
        scene.later(offer.at, 60, 300),
        "Household",
        f"Offer {values['number']}: {values['what']}",
        scene.phrase(
            "{firm}, {first}, [seen on|from] {day}.",
            **values,
            firm=trader.organisation,
            day=short_day(scene.day),
        ),
        properties={"Cost": ("number", str(first))},
    )
    change = scene.mail(
        offer.at + timedelta(days=3, hours=2),
        trader,
        [cast.main],
        "",
        scene.letter(
            trader,
            cast.main,
            scene.say(
                trader,
                (
                    "[The maker|My supplier] has raised the price: {what} [is|comes to] {second} "
                    "[now|instead of {first}]. Offer {number} [holds|stands] with this sum.",
                ),
                **values,
            ),
        ),
        answers=offer,
    )
    scene.mail(
        scene.later(change.at, 60, 400),
        cast.main,
        [trader],
        "",
        scene.letter(
            cast.main,
            trader,
            scene.say(
                cast.main,
                ("[All right|Agreed], {second} it is. [When can you|Please] [come|begin]?",),
                **values,
            ),
        ),
        answers=offer,
    )


def answer_taken_back(scene: Scene) -> None:
    """Somebody says by mail that they come, and by chat later that they do not; the event has the last word."""
    cast, friend = scene.cast, scene.cast.groups["friend"][11]
    starts = scene.free([cast.main, cast.partner], scene.day, time(18), time(20), 120, days=5)
    if starts is None:
        return
    what = scene.phrase("[Board games|Film evening|Fondue|Slide show|Singing round|Card evening]")
    values = {"what": what, "day": long_day(starts.date()), "time": clock(starts)}
    mail = scene.mail(
        scene.before(starts.date(), 9, 12, 9, 19),
        cast.main,
        [friend],
        f"{what}, {short_day(starts.date())}",
        scene.letter(
            cast.main,
            friend,
            scene.say(
                cast.main,
                (
                    "[Come|Would you come] to {what} on {day} at {time}? [There is soup|We are "
                    "five at most|No speeches].",
                ),
                **values,
            ),
        ),
    )
    scene.mail(
        scene.later(mail.at, 100, 900),
        friend,
        [cast.main],
        "",
        scene.letter(
            friend,
            cast.main,
            scene.say(friend, ("[Yes, I come|I am coming] to {what}, {day} [is free|is noted].",), **values),
        ),
        answers=mail,
    )
    scene.event(
        mail.at + timedelta(minutes=5),
        starts,
        120,
        what,
        place=cast.home,
        guests=[cast.partner, friend],
        declined=[friend],
        is_family=True,
    )
    scene.talk(
        scene.before(starts.date(), 1, 3, 9, 19),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[I have to take it back|I am so sorry]: I [cannot|do not] come to {what} on "
                "{day} after all, [night shift|a fever|my train is cancelled].",
            ),
            **values,
        ),
        scene.say(
            cast.main, ("[A pity|Get well|Next time], {first}[, we keep you a bowl|].",), first=friend.first
        ),
    )
