"""Life events in forum and feed: questions, advice, pictures; and newsletters."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.advice import ADVICE, ANSWERS
from mcp_tools.personal.life.book import TODAY, Draft
from mcp_tools.personal.life.country import places, products, towns
from mcp_tools.personal.life.culture import BASES, FORMS, TITLES
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.upkeep import JOBS, STATE
from mcp_tools.personal.life.words import (
    MONTHS,
    NODS,
    THANKS,
    WEEKDAYS,
    WHERE,
    euros,
    long_day,
    short_day,
)


def forum_question(scene: Scene) -> None:
    """A question in the forum with answers and votes, of which the main person tells somebody in chat."""
    cast = scene.cast
    online = cast.groups["online"]
    board = scene.pick(tuple(ADVICE))
    asks = cast.main if scene.chance(0.45) else scene.pick(online)
    town = cast.town
    place = scene.pick(places(town))
    words = {
        "job": scene.pick(JOBS[scene.pick(tuple(JOBS))]),
        "state": scene.phrase(STATE),
        "days": scene.random.randint(2, 30),
        "base": scene.pick(BASES),
        "form": scene.pick(FORMS),
        "count": scene.random.randint(2, 60),
        "place": place.name,
        "town": town,
        "day": long_day(scene.day + timedelta(days=8)),
        "title": scene.phrase(TITLES),
        "page": scene.random.randint(12, 400),
        "other": scene.phrase(TITLES),
        "where": scene.phrase(WHERE),
        "first": scene.pick(online).first,
        "away": scene.pick([town for town in towns() if town.name != cast.town]).name,
        "month": MONTHS[scene.day.month % 12],
        "weekday": scene.pick(WEEKDAYS),
        "past": long_day(scene.day - timedelta(days=scene.random.randint(6, 30))),
        "platform": scene.random.randint(1, 9),
        "heat": scene.random.randint(14, 24) * 10,
    }
    title = scene.fresh("forum", ADVICE[board][0], **words)
    title, text = title[:1].upper() + title[1:], scene.say(asks, ADVICE[board][1:], **words)
    at = scene.clock(scene.day, 7, 22)
    thread = scene.thread(at, asks, board, title, text)
    answers: list[Draft] = []
    for writer in scene.some([person for person in (cast.main, *online) if person != asks], 2, 4):
        at = scene.later(max(at, thread.at), 10, 600)
        values = words | {
            "days": scene.random.randint(2, 40),
            "count": scene.random.randint(3, 95),
            "first": scene.pick(online).first,
            "where": scene.phrase(WHERE),
        }
        above = scene.pick(answers) if answers and scene.chance(0.3) else None
        answer = scene.answer(at, thread, writer, scene.say(writer, ANSWERS[board], **values), above)
        at = answer.at
        answers.append(answer)
        scene.votes(
            thread,
            answer,
            [person for person in scene.some(online, 0, 3) if person != writer],
            "up" if scene.chance(0.8) else "down",
        )
    scene.votes(thread, None, [person for person in scene.some((cast.main, *online), 0, 4) if person != asks])
    friend = scene.pick(cast.groups["friend"])
    best = str(answers[0].values["text"]).split(". ")[0].rstrip(".!")
    scene.talk(
        scene.later(at, 30, 600),
        cast.main,
        friend,
        scene.say(
            cast.main,
            (
                '[In the forum|On the board {board}] somebody [says|writes] "{best}". [Do you '
                "believe|What do you say to] that? [It was about|The question was]: {topic}.",
            ),
            board=board,
            best=best[:120],
            topic=title.rstrip("?").split(":")[0],
        ),
        scene.say(friend, NODS),
    )
    if scene.chance(0.5):
        scene.write("forum.saved", scene.later(at, 20, 90), owner=cast.main.id, thread=thread)


def recommendation(scene: Scene) -> None:
    """Somebody asks in chat for advice, which a post of the feed or a thread of the forum then gives."""
    cast, asks = scene.cast, scene.pick(scene.cast.groups["friend"])
    gives = scene.pick(cast.groups["online"])
    item = scene.pick(products())
    at = scene.clock(scene.day, 9, 20)
    values = {
        "item": item.name,
        "noun": item.name.split(" ", 1)[1],
        "maker": item.name.split()[0],
        "price": euros(item.price),
        "years": scene.random.randint(1, 9),
        "fault": scene.phrase("[the lid|the handle|the cable|the smell|the noise|the colour]"),
        "who": gives.handle,
    }
    drafts = scene.talk(
        at,
        asks,
        cast.main,
        scene.say(
            asks,
            (
                "[Which|What] {noun} [would you buy|do you have]? [Ours|Mine] broke after {years} years.",
                "[You know about|Do you know] such things: a {noun} for [the flat|my mother|work]?",
            ),
            **values,
        ),
        scene.say(
            cast.main,
            (
                "[Wait|Patience], I [ask|look] [in the feed|around]; [{who} tests such things|somebody had one].",
            ),
            **values,
        ),
    )
    later = scene.later(drafts[-1].at, 60, 1500)
    text = scene.say(
        gives,
        (
            "{item} after {years} years: {fault} [annoys me|came off|is fine], [still|otherwise] "
            "[the best|worth it] for {price}.",
            "[Bought|Tested]: {item}, {price}. [I would skip|Mind] {fault}, [the rest|it] [lasts|outlives us].",
        ),
        **values,
    )
    post = scene.publish(
        later,
        gives,
        text,
        [f"#{str(values['noun']).replace(' ', '')}", "#tested"],
        "",
        scene.phrase("[The|A] {noun} on [a table|the floor|a window sill|my desk]", **values),
    )
    scene.responses(post, gives, [cast.main])
    scene.talk(
        scene.later(post.at, 60, 600),
        cast.main,
        asks,
        scene.say(
            cast.main,
            (
                "[Found|There]: {who} [likes|keeps] the {item}, {price}, only {fault} [is a weak "
                "point|is not perfect].",
            ),
            **values,
        ),
        scene.say(asks, THANKS, to=cast.main.first),
    )


def feed_picture(scene: Scene) -> None:
    """A picture in the feed, about which a chat follows."""
    cast = scene.cast
    followed = [person for person in cast.people if (cast.main.number, person.number) in scene.shelf.follows]
    author = cast.main if scene.chance(0.4) else scene.pick(followed)
    place = scene.pick(places(cast.town)) if scene.chance(0.6) else None
    values = {
        "place": place.name if place else scene.phrase(WHERE),
        "first": scene.pick(cast.groups["friend"]).first,
        "count": scene.random.randint(2, 70),
    }
    at = scene.clock(scene.day, 8, 21)
    post = scene.picture(
        at,
        author,
        scene.say(
            author,
            (
                "t:{place}. [Again|Finally|Too early].",
                "c:[Look what|Guess what] [I found|was waiting|{first} left] near {place}, "
                "[number {count}|all {count} of them|after {count} days]!",
                "f:[A quiet hour|An afternoon|Ten minutes] [at|near] {place}[, thanks to {first}|"
                "], {count} [steps|pages|photographs] later.",
                "{count} [days|times|tries], and [now|today] [it blooms|it works|nobody believes me], {place}.",
            ),
            **values,
        ),
        place,
    )
    friend = scene.pick(cast.groups["friend"])
    one, other = (friend, cast.main) if author == cast.main else (cast.main, friend)
    whose = "your" if author == cast.main else f"{author.first}'s"
    scene.talk(
        scene.later(post.at, 60, 900),
        one,
        other,
        scene.say(
            one,
            (
                "[Have you seen|What is that on] {whose} picture[ from {place}|]? [It looks like|Is it] {guess}?",
            ),
            **values,
            whose=whose,
            guess=scene.phrase(
                "[the old ferry|a very large onion|our school|my lost hat|snow in a jar|a goose]"
            ),
        ),
        scene.say(other, NODS),
    )


def newsletter(scene: Scene) -> None:
    """A newsletter, which nobody answers."""
    cast = scene.cast
    sender, name = scene.pick(
        (
            ("letter@weir-baths.test", "Weir Baths"),
            ("news@town-library.test", "Town Library"),
            ("echo@evening-echo.test", "Evening Echo"),
            ("club@corner-shop.test", "Corner Shop"),
            ("board@allotments.test", "Allotment Board"),
        )
    )
    item = scene.pick(products())
    day = scene.day + timedelta(days=scene.random.randint(3, 20))
    text = scene.phrase(
        "[From|On] {day} [we open|opening hours are] {hour} to {end}. [Also|New]: {news}. "
        "[Members|Readers] [get|save] {percent} percent on [{item}|the next visit|two tickets] "
        "until {until}.",
        day=long_day(day),
        hour=scene.random.randint(7, 11),
        end=scene.random.randint(17, 21),
        news=scene.phrase(
            "[a bench of|talks on|a course in] [rope|glass|tides|moss|map folding|bees|radio] [by|with] {who}",
            who=scene.pick(cast.groups["online"]).name,
        ),
        percent=scene.random.randint(5, 25),
        item=item.name,
        until=short_day(day + timedelta(days=14)),
    )
    scene.mail(
        datetime.combine(scene.day, time(6, scene.random.randint(0, 59))),
        sender,
        [cast.main],
        f"{name}: {scene.phrase('[letter|news|what is on]')}, {short_day(scene.day)}",
        text,
        folder="Trash" if scene.chance(0.25) and scene.day < TODAY - timedelta(days=9) else "",
    )
