"""Life events at home: errands, repairs, orders, contracts, neighbours, things lent."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import TODAY
from mcp_tools.personal.life.country import places
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, WHERE, YES, clock, long_day, short_day

GROCERIES = (
    "oat flakes",
    "two lemons",
    "the big onions",
    "rye bread",
    "washing powder",
    "candles",
    "a cabbage",
    "tea",
    "eggs",
    "lamp oil",
    "string",
    "vinegar",
    "dates",
    "butter",
    "batteries",
    "plums",
    "leeks",
    "yeast",
    "a mop head",
    "paper bags",
    "cinnamon",
    "a jar of olives",
    "beetroot",
    "cat litter",
    "pears",
    "mustard",
    "soap",
    "light bulbs",
    "barley",
    "a pot of basil",
    "crispbread",
    "honey",
    "matches",
    "chickpeas",
)


def errand(scene: Scene) -> None:
    """Shopping on the way home: a chat of two, and the list in the household's notebook."""
    cast = scene.cast
    if scene.shelf.diary.is_away(cast.main.number, scene.day):
        return
    one, other = (cast.main, cast.partner) if scene.chance(0.5) else (cast.partner, cast.main)
    at = scene.clock(scene.day, 11, 18)
    items = scene.some(GROCERIES, 3, 6)
    values = {
        "a": items[0],
        "b": items[1],
        "c": items[2],
        "where": scene.phrase(WHERE),
        "shop": scene.phrase(
            "[the market hall|the corner|the mill shop|Bell Street|the station kiosk|the late shop]"
        ),
        "time": f"{at.hour + 2}:{scene.pick(('10', '25', '40', '50'))}",
    }
    drafts = scene.talk(
        at,
        one,
        other,
        scene.say(
            one,
            (
                "t:[Bring|Need] {a}, {b}[, {c}|].",
                "c:[Are you near|If you pass] {shop}, [could you find|would you bring] {a} and "
                "{b}? [We are out of|I used the last of] {c}, [shame on me|as always]!",
                "f:[Could you please|Would you] [get|pick up] {a} and {b} [at|from] {shop}? {c} "
                "[is on the list|would be nice], [if they have it|no hurry].",
                "{a} and {b} [are missing|have run out], [shall I go|do you pass] [to|by] {shop}? "
                "[Home|Back] [at|by] {time}.",
            ),
            **values,
        ),
        scene.say(
            other,
            (
                "t:[OK|Got it|{a}, {b}]. [Back|Home] {time}.",
                "c:[I am {where} anyway|Already {where}], [so {a} it is|{a} in hand]! [What about|"
                "Do we want] {c} [as well|for tomorrow]?",
                "f:I shall bring {a} and {b}, [home|back] [by|about] {time}. {c} [was sold out|I "
                "leave for Saturday].",
                "{a} [yes|found], {b} [no|was gone], [took|so we have] {c} [instead|too]. [See "
                "you|Home] at {time}.",
            ),
            **values,
        ),
    )
    if scene.chance(0.4):
        scene.react(drafts[-1], one, scene.pick(("👍", "❤️", "🙏")))
    if scene.chance(0.55):
        body = "\n".join(f"- {item}" for item in items)
        week = f"{scene.day.isocalendar().week}/{scene.day.isocalendar().year}"
        title = f"Shopping, {short_day(scene.day)} (week {week})"
        scene.page(
            scene.later(at, 30, 90),
            "Household",
            title,
            body,
            properties={"Bought": ("checkbox", "true" if scene.chance(0.7) else "false")},
        )


def neighbour_favour(scene: Scene) -> None:
    """A neighbour asks for a favour: a chat, an event, a word to the household."""
    cast, neighbour = scene.cast, scene.pick(scene.cast.groups["neighbour"])
    favour = scene.phrase(
        "[water the tomatoes|feed the cat|take in the post|let the chimney sweep in|hold the "
        "ladder|look after the tortoise|carry a wardrobe|air the flat]"
    )
    starts = scene.free([cast.main], scene.day, time(17), time(19), 30)
    if starts is None:
        return
    values = {
        "favour": favour,
        "day": long_day(starts.date()),
        "time": clock(starts),
        "key": scene.phrase(
            "[under the blue pot|with the baker|in the meter box|on the hook|in the letter box]"
        ),
        "thing": scene.phrase(
            "[plum jam|a bottle of cider|fresh eggs|a bag of walnuts|concert tickets|bean seedlings]"
        ),
    }
    drafts = scene.talk(
        scene.before(starts.date(), 1, 4, 8, 20),
        neighbour,
        cast.main,
        scene.say(
            neighbour,
            (
                "[Could you|Would you mind if I asked you to] {favour} on {day}, [around|at] "
                "{time}? [The key is|Key:] {key}. [I owe you|You get] {thing}.",
            ),
            **values,
        ),
        scene.say(cast.main, YES),
        scene.say(neighbour, THANKS, to=cast.main.first),
    )
    scene.event(
        scene.later(drafts[1].at, 2, 10),
        starts,
        30,
        f"{neighbour.first}: {favour}",
        place=neighbour.home,
        is_family=True,
    )
    scene.talk(
        starts + timedelta(minutes=50),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "[Done at|I was at] {who}'s: {favour}. [We got|There is] {thing} [in the fridge|"
                "on the table|for Sunday].",
                "t:{favour}: done. {thing} in the hall.",
            ),
            **values,
            who=neighbour.first,
        ),
    )


def loan(scene: Scene) -> None:
    """A thing is lent and comes back: a chat, a page of the list of loans, an entry for its return."""
    cast = scene.cast
    friend = scene.pick(cast.all_of("friend", "neighbour"))
    thing = scene.fresh(
        "loan",
        "[the long ladder|the tent|the cake tin|the drill|the cello case|the big suitcase|the "
        "projector|the sledge|the picnic rug|the steam cleaner|the fishing rod|the camping stove|"
        "the slide rule|the sewing machine]",
    )
    at, back = scene.clock(scene.day, 9, 20), scene.day + timedelta(days=scene.random.randint(10, 35))
    is_ours = scene.chance(0.6)
    asks, owner = (friend, cast.main) if is_ours else (cast.main, friend)
    values = {
        "thing": thing,
        "back": long_day(back),
        "why": scene.phrase(
            "[for the weekend|for my sister's move|until the shop has one|for a school play|to "
            "try it out|for the roof]"
        ),
    }
    drafts = scene.talk(
        at,
        asks,
        owner,
        scene.say(
            asks,
            (
                "t:Can I have {thing} {why}? Back {back}.",
                "[May I|Could I] borrow {thing} {why}? [You get it back|I bring it back] [on|by] "
                "{back}[, cleaned|, promise|].",
            ),
            **values,
        ),
        scene.say(owner, YES),
    )
    title = f"{'Lent' if is_ours else 'Borrowed'}: {thing.removeprefix('the ')} ({friend.first} {friend.last[0]}.)"
    is_back = scene.chance(0.7)
    page = scene.page(
        scene.later(drafts[-1].at, 5, 60),
        "Household",
        title,
        scene.phrase("{name}, since {since}, {why}.", **values, name=friend.name, since=short_day(scene.day)),
        edited=datetime.combine(back, time(20, 5)) if is_back else None,
        properties={
            "Due": ("date", back.isoformat()),
            "With": ("text", friend.name if is_ours else cast.main.name),
        },
    )
    scene.write(
        "notes.property",
        page.at,
        page=page,
        name="Returned",
        kind="checkbox",
        value="true" if is_back and back < TODAY else "false",
    )
    scene.event(
        scene.later(drafts[-1].at, 70, 90),
        datetime.combine(back, time()),
        24 * 60 - 1,
        f"{thing[4:5].upper()}{thing[5:]} back ({friend.first})",
        is_family=True,
        all_day=True,
    )
    if is_back:
        scene.talk(
            datetime.combine(back, time(18, 10)),
            asks,
            owner,
            scene.say(
                asks,
                (
                    "{thing} [is back|stands] [at your door|in your hall|with {who}], [it did "
                    "well|with one new scratch|many thanks].",
                ),
                **values,
                who=scene.pick(cast.groups["neighbour"]).first,
            ),
            scene.say(owner, THANKS, to=asks.first),
        )


def day_off_in_town(scene: Scene) -> None:
    """A morning in a place of the town: a question in chat, an event, a picture in the feed."""
    cast = scene.cast
    place = scene.pick(
        [
            item
            for item in places(cast.town)
            if item.kind in ("museum", "park", "library") and item.closed_on != scene.day.weekday()
        ]
    )
    friend = scene.pick(cast.groups["friend"])
    begins = time(max(10, int(place.opens[:2]) + 1))
    starts = scene.free([cast.main], scene.day, begins, time(15), 120, days=1)
    if starts is None:
        return
    values = {
        "place": place.name,
        "street": place.address,
        "time": clock(starts),
        "day": long_day(scene.day),
        "until": place.closes,
        "why": scene.phrase(
            "[the new hall|the roses|the map room|the pond|the reading corner|the old clocks|the view|the swans]"
        ),
    }
    drafts = scene.talk(
        scene.before(scene.day, 1, 5, 9, 21),
        cast.main,
        friend,
        scene.say(
            cast.main,
            (
                "[Have you seen|Do you know] {why} at {place}? [Shall we go|I want to go] on "
                "{day} at {time}, it is open until {until}.",
            ),
            **values,
        ),
        scene.say(friend, YES),
    )
    scene.event(
        scene.later(drafts[-1].at, 2, 20),
        starts,
        120,
        f"{place.name} with {friend.first}",
        place=f"{place.name}, {place.address}",
        guests=[friend],
    )
    scene.picture(
        starts + timedelta(hours=3),
        cast.main,
        scene.say(
            cast.main,
            (
                "{place}: {why} [and nobody else there|with {who}|in the best light|at last]. "
                "[Worth it|Go there] before {until}.",
            ),
            **values,
            who=friend.first,
        ),
        place,
        [friend],
    )
