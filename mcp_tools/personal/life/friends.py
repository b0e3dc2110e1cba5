"""Life events with friends and family: dinners, birthdays, parties, visits, concerts, presents."""

from __future__ import annotations

from datetime import time, timedelta

from mcp_tools.personal.life.country import open_places
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, WHEN, WHERE, YES, clock, long_day

DISH = (
    "[dumplings|onion tart|smoked trout|stuffed cabbage|barley soup|roast goose|plum cake|pickled beans|"
    "mushroom pie|rye pancakes|bean stew|apple strudel]"
)
NEWS = (
    "[Since last month|These days|Until the summer] {first} [learns|plays|repairs|sells|collects] "
    "[the bassoon|old radios|kites|chess|puppets|clocks] {where}.",
    "[We painted|They painted|Somebody painted] the [door|shed|boat|kitchen|fence] [green|yellow|"
    "blue|in three colours] and {first} [fell off the ladder|ran out of paint|wants the same].",
    "[The new|Our new|My new] [neighbour|colleague|dog|lodger|landlord] [sings|snores|bakes|"
    "complains|whistles] {when}, [you would laugh|as if nobody heard|which {first} adores].",
    "[I have|We have] [started|given up|finished] [the garden course|the marathon plan|the long "
    "novel|the puzzle of {count} pieces|the family tree] {when}.",
    "[In|For] {count} days {first} [moves|marries|retires|sails off|starts school] and [nobody is "
    "ready|I have nothing to wear|the boxes are everywhere|I bake the cake].",
)


def news(scene: Scene) -> str:
    """Return a sentence or two of news."""
    people = scene.cast.all_of("friend", "family", "neighbour")
    texts = scene.some(NEWS, 1, 2)
    values = {"count": scene.random.randint(3, 90), "where": scene.phrase(WHERE), "when": scene.phrase(WHEN)}
    return " ".join(
        scene.say(scene.cast.main, (text,), **values, first=scene.pick(people).first) for text in texts
    )


def dinner(scene: Scene) -> None:
    """Dinner in a restaurant: a chat, a mail that confirms the table, an event with guests, a picture."""
    cast = scene.cast
    friend = scene.pick(cast.groups["friend"])
    options = open_places(cast.town, ("restaurant",), scene.day, "18:00", "20:00")
    if not options:
        return
    place = scene.least_used("restaurant", options)
    latest = time(min(20, int(place.closes[:2]) - 2))
    starts = scene.free([cast.main, cast.partner], scene.day, time(18), latest, 120, days=1)
    if starts is None:
        return
    values = {
        "place": place.name,
        "street": place.address,
        "time": clock(starts),
        "day": long_day(scene.day),
        "dish": scene.phrase(DISH),
        "count": scene.random.randint(3, 6),
        "phone": place.phone,
    }
    asked = scene.before(scene.day, 3, 8, 9, 21)
    first, second = (cast.main, friend) if scene.chance(0.6) else (friend, cast.main)
    drafts = scene.talk(
        asked,
        first,
        second,
        scene.say(
            first,
            (
                "t:{place}, {day}, {time}? I [book|ring {phone}].",
                "c:[I am dreaming of|Do you remember] the {dish} at {place}! [Come with us|Let us "
                "go] on {day}, say {time}?",
                "f:[Would you like to|Shall we] have dinner at {place} ({street}) on {day}? I "
                "[would book|could get] a table for {time}.",
                "[It has been too long|We never meet|{day} is free here]. {place} at {time}, "
                "[their|for the] {dish}?",
            ),
            **values,
        ),
        scene.say(
            second,
            (
                *YES,
                "[Later than|Not before] {time} [is hard|the trains are bad], [but yes|so exactly "
                "then], {place} [it is|sounds right].",
            ),
            **values,
        ),
    )
    scene.mail(
        scene.later(drafts[-1].at, 20, 200),
        f"tables@{''.join(mark for mark in place.name.lower() if mark.isalpha())}.test",
        [cast.main],
        f"Your table at {place.name}",
        scene.phrase(
            "[We have kept|Reserved for you]: a table for {count} on {day} at {time}, [by the "
            "window|near the stove|in the back room|on the terrace|under the stairs]. [Name|"
            "Under]: {name}. [If you are late call|Telephone] {phone}.",
            **values,
            name=cast.main.last,
        ),
    )
    scene.event(
        scene.later(drafts[-1].at, 2, 15),
        starts,
        120,
        f"Dinner at {place.name}",
        place=f"{place.name}, {place.address}",
        guests=[cast.partner, friend],
        is_family=True,
    )
    if scene.chance(0.6):
        scene.picture(
            starts + timedelta(hours=2),
            cast.main,
            scene.say(
                cast.main,
                (
                    "{dish} at {place}[ with {who}|]. [We stayed|Nobody left] until [the lights "
                    "went off|eleven|they put the chairs up].",
                ),
                **values,
                who=friend.first,
            ),
            place,
            [friend],
        )
    half = scene.random.randint(18, 64)
    scene.talk(
        starts + timedelta(hours=14),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[What a|A] [lovely|long|loud] evening! [I owe you|My half is|You paid] {half} "
                "euros, [how do you want it|I bring it along].",
            ),
            half=half,
        ),
        scene.say(cast.main, THANKS, to=friend.first),
    )


def visit(scene: Scene) -> None:
    """Relatives come to stay: mails, the family's calendar, a chat of the household about beds and food."""
    cast, guest = scene.cast, scene.pick(scene.cast.groups["family"])
    arrival = scene.free([cast.main], scene.day, time(15), time(18), 60, days=1)
    if arrival is None:
        return
    nights = scene.random.randint(1, 3)
    leave = scene.day + timedelta(days=nights)
    values = {
        "day": long_day(scene.day),
        "time": clock(arrival),
        "nights": nights,
        "leave": long_day(leave),
        "food": scene.phrase(DISH),
        "first": guest.first,
    }
    asked = scene.mail(
        scene.before(scene.day, 10, 20, 8, 20),
        guest,
        [cast.main],
        scene.phrase("[Visit|Coming to see you|May I come]: {day}", **values),
        scene.letter(
            guest,
            cast.main,
            scene.say(
                guest,
                (
                    "[May I|Could I] [stay with|come to] you from {day} [until|to] {leave}? I "
                    "[would arrive|reach you] [at|about] {time} and [bring|carry] {food}.",
                ),
                **values,
            ),
            news(scene),
        ),
    )
    answer = scene.mail(
        scene.later(asked.at, 100, 900),
        cast.main,
        [guest],
        "",
        scene.letter(
            cast.main,
            guest,
            scene.say(
                cast.main,
                (
                    "{day} is [wonderful|good]; [I fetch you|somebody meets you] at {time}. [You "
                    "have|We give you] the [small room|sofa|attic|children's room].",
                ),
                **values,
            ),
            news(scene),
        ),
        answers=asked,
    )
    scene.event(
        scene.later(answer.at, 5, 30),
        arrival,
        60,
        f"{guest.first} arrives ({nights} night{'s' if nights > 1 else ''})",
        place=f"{cast.town} station",
        is_family=True,
    )
    scene.talk(
        scene.later(answer.at, 40, 300),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "{first} comes on {day} at {time} and stays until {leave}. [Can you|Who "
                "could] [make the bed|move the desk|buy sheets]?",
            ),
            **values,
        ),
        scene.say(
            cast.partner,
            (
                "[Again|Lovely|So soon]? [I do the bed|The sheets are in the chest], you [cook|"
                "hide the {thing}]. [Until {leave}|Days and days], [right|is that all]?",
            ),
            **values,
            thing=scene.phrase("[accordion|bills|good cheese|boxes]"),
        ),
    )


def catching_up(scene: Scene) -> None:
    """News among friends: a chat that leads to a coffee, with its event."""
    cast, friend = scene.cast, scene.pick(scene.cast.all_of("friend", "family"))
    at = scene.clock(scene.day, 8, 20)
    drafts = scene.talk(at, friend, cast.main, news(scene), news(scene))
    if scene.chance(0.2):
        text = scene.letter(cast.main, friend, news(scene), news(scene))
        scene.draft(
            scene.later(drafts[-1].at, 60, 900),
            [friend],
            scene.phrase("[What I forgot|News|For a quiet hour]"),
            text,
        )
    starts = scene.free([cast.main], scene.day + timedelta(days=2), time(15), time(19), 60, days=5)
    if starts is None:
        return
    options = open_places(
        cast.town,
        ("park", "restaurant", "library"),
        starts.date(),
        f"{starts:%H:%M}",
        f"{starts + timedelta(hours=1):%H:%M}",
    )
    if not options:
        return
    place = scene.pick(options)
    values = {"place": place.name, "day": long_day(starts.date()), "time": clock(starts)}
    more = scene.talk(
        scene.later(drafts[-1].at, 2, 20),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[Tell me the rest|All the rest] over [coffee|tea|a walk|cake]? {place}, {day}, {time}.",
                "[I want to hear it|Not in writing]: {day} at {time}, {place}, [my treat|you choose the cake]?",
            ),
            **values,
        ),
        scene.say(cast.main, YES),
    )
    scene.event(
        scene.later(more[-1].at, 2, 10),
        starts,
        60,
        f"{scene.phrase('[Coffee|Tea|A walk|Cake]')} with {friend.first}",
        place=place.name,
        guests=[friend],
    )
