"""Life events of invitations: parties of the main person's and of others."""

from __future__ import annotations

from datetime import time, timedelta

from mcp_tools.personal.life.book import NOW, TODAY
from mcp_tools.personal.life.friends import DISH
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import YES, clock, long_day, short_day


def party(scene: Scene) -> None:
    """A party at home: invitations by mail, an event with answers, a group chat about who brings what, a list."""
    cast = scene.cast
    why = scene.fresh("party", "[Candle|House|Soup|Lantern|Games|Pancake|Cheese|Music] [party|evening]")
    starts = scene.free([cast.main, cast.partner], scene.day, time(16), time(19), 240, days=1)
    if starts is None:
        return
    guests = scene.some(cast.all_of("friend", "neighbour"), 4, 6)
    no, maybe = guests[0], guests[1]
    asked = scene.before(scene.day, 12, 20, 9, 20)
    values = {
        "why": why,
        "day": long_day(scene.day),
        "time": clock(starts),
        "home": cast.home,
        "dish": scene.phrase(DISH),
        "rsvp": long_day(scene.day - timedelta(days=5)),
    }
    mail = scene.mail(
        asked,
        cast.main,
        guests,
        f"{why} on {short_day(scene.day)}",
        scene.letter(
            cast.main,
            "all",
            scene.say(
                cast.main,
                (
                    "[Come to our|We give a] {why} on {day} from {time}, {home}. [We make|There "
                    "will be] {dish}; bring [a chair|something to drink|a song|slippers]. [Tell "
                    "us|Answer] by {rsvp}.",
                ),
                **values,
            ),
        ),
    )
    title = f"{why} at ours"
    scene.event(
        mail.at + timedelta(minutes=4),
        starts,
        240,
        title,
        place=cast.home,
        guests=[cast.partner, *guests],
        declined=[no],
        tentative=[maybe],
        is_family=True,
    )
    for guest in guests[:3]:
        answer = (
            (
                "[We are away|That weekend I work|{day} is my sister's day], [sorry|a pity], "
                "[next time|save me some {dish}].",
            )
            if guest == no
            else (
                "[I must see whether|It depends on whether] {who} can [mind the dog|drive|swap], "
                "[I tell you|you hear from me] by {rsvp}.",
            )
            if guest == maybe
            else YES
        )
        scene.mail(
            scene.later(mail.at, 60, 3000),
            guest,
            [cast.main],
            "",
            scene.letter(
                guest,
                cast.main,
                scene.say(guest, answer, **values, who=scene.pick(cast.groups["family"]).first),
            ),
            answers=mail,
        )
    group = scene.group(f"{why} {scene.day.year}", (cast.main, cast.partner, *guests[2:]))
    at = scene.before(scene.day, 3, 5, 9, 20)
    brought = []
    for guest in (cast.main, *guests[2:], cast.partner):
        at = scene.later(at, 2, 200)
        thing = scene.phrase(
            "{dish}[, enough for {count}|, the small pot|, without nuts|]",
            dish=scene.phrase(DISH),
            count=scene.random.randint(4, 12),
        )
        brought.append(f"- {guest.first}: {thing}")
        at = scene.chat(
            at,
            guest,
            group,
            scene.say(
                guest,
                ("[I bring|From me|Put me down for] {thing}[ and {extra}|].",),
                thing=thing,
                extra=scene.phrase("[two stools|a lamp|glasses|ice|records|an umbrella]"),
            ),
        ).at
    scene.page(
        scene.later(at, 20, 100),
        "Household",
        f"{title}, {short_day(scene.day)} {scene.day.year}",
        "\n".join(brought),
        properties={"Guests": ("number", str(len(guests) - 1))},
    )


def invitation(scene: Scene) -> None:
    """A friend invites: a mail, an event that the main person answers or has not answered yet, a chat, the answer."""
    cast = scene.cast
    friends = cast.groups["friend"]
    host = scene.pick([*friends[:3], *friends[10:], *cast.groups["neighbour"]])
    starts = scene.free([cast.main, cast.partner], scene.day, time(15), time(19), 180, days=6)
    if starts is None:
        return
    what = scene.fresh(
        "invitation",
        "{host}'s [housewarming|garden party|reading|slide evening|bonfire|rehearsal|retirement|tasting|name day|"
        "boat launch|studio visit|soup night|farewell]",
        host=host.first,
    )
    others = scene.some([person for person in cast.groups["friend"] if person != host], 2, 4)
    values = {
        "what": what.partition(" ")[2],
        "day": long_day(starts.date()),
        "time": clock(starts),
        "home": host.home,
        "dish": scene.phrase(DISH),
        "first": scene.pick(others).first,
        "rsvp": long_day(starts.date() - timedelta(days=3)),
    }
    mail = scene.mail(
        min(scene.before(starts.date(), 9, 27, 9, 20), scene.before(TODAY, 1, 6, 9, 20)),
        host,
        [cast.main],
        scene.phrase("[Invitation|You are invited|Please come]: {what} on {day}", **values),
        scene.letter(
            host,
            cast.main,
            scene.say(
                host,
                (
                    "t:{what}, {day}, {time}, {home}. [Bring {dish}|{dish} for all]. [Yes or no|Answer] by {rsvp}.",
                    "c:[It is about time|Hold on to your hat]: on {day} from {time} is my {what}, "
                    "at {home}! {first} [sings|cooks|"
                    "comes too], there is {dish}, [you must come|say yes|bring everybody]. [Tell "
                    "me|A word] by {rsvp}!",
                    "f:I [would be delighted|should be glad] to see you at my {what} on {day} at {time}, {home}. "
                    "[There will be|We serve] {dish}. [May I ask for|Kindly send] an answer by {rsvp}.",
                ),
                **values,
            ),
        ),
    )
    is_open = starts > NOW
    scene.event(
        mail.at + timedelta(minutes=3),
        starts,
        180,
        what,
        place=host.home,
        organiser=host,
        guests=[cast.main, *others],
        tentative=others[1:2],
        open_=[cast.main] if is_open else [],
    )
    question = scene.say(
        cast.main,
        (
            "{host} [asks us|invites] to a {what} on {day}, {time}. [Do we go|Are you free|What do you say]?",
            "[Have we|Is there] anything on {day}? {what} [at|with] {host}, {dish}[, and {first}|].",
        ),
        **values,
        host=host.first,
    )
    reply = (
        *YES,
        "[Let me look|Ask me on Sunday], [I may work|the choir sings|my sister comes] [on {day}|that "
        "evening].",
    )
    drafts = scene.talk(
        scene.later(mail.at, 60, 900),
        cast.main,
        cast.partner,
        question,
        scene.say(cast.partner, reply, **values),
    )
    if not is_open:
        answer = (
            "[We come|I come|Yes], [with pleasure|gladly|of course], {day} at {time}. [We bring|I bring] {dish}.",
            "{day} [is ours|is noted]! [Who else comes|Does {first} come]? [I carry|You get] {dish}.",
        )
        text = scene.letter(
            cast.main, host, scene.say(cast.main, answer, **values | {"dish": scene.phrase(DISH)})
        )
        scene.mail(scene.later(drafts[-1].at, 20, 600), cast.main, [host], "", text, answers=mail)
