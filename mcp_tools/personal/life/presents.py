"""Life events of presents and moves: birthdays, a present of several people, a friend's new home."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import NOW
from mcp_tools.personal.life.country import products
from mcp_tools.personal.life.friends import news
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.standing import birthdays
from mcp_tools.personal.life.words import THANKS, YES, clock, euros, long_day, short_day


def birthday(scene: Scene) -> None:
    """Somebody's birthday: an all-day event, an idea for a present, wishes by chat or mail."""
    cast = scene.cast
    options = [
        (person, day)
        for person, day in birthdays(scene.shelf)
        if (person.number, day.year) not in scene.shelf.kept
    ]
    person, day = min(options, key=lambda item: (abs((item[1] - scene.day).days), item[0].number))
    scene.shelf.kept.add((person.number, day.year))
    scene.day = day
    age = day.year - person.birthday.year
    made = datetime.combine(day - timedelta(days=60), time(20, scene.random.randint(0, 59)))
    made = min(made, NOW - timedelta(days=20, minutes=person.number))
    scene.event(
        made,
        datetime.combine(day, time()),
        24 * 60 - 1,
        f"{person.first}'s birthday ({age})",
        is_family=True,
        all_day=True,
        reminder=4320,
    )
    gift = scene.pick(products())
    values = {
        "who": person.first,
        "age": age,
        "gift": gift.name,
        "price": euros(gift.price),
        "day": long_day(day),
    }
    hint = scene.before(day, 5, 14, 9, 21)
    scene.talk(
        hint,
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "[What do we give|Any idea for] {who}? {day} [is close|comes soon]. [I thought of|"
                "How about] the {gift}, {price}.",
            ),
            **values,
        ),
        scene.say(
            cast.partner,
            (
                "t:[Good|Take it|Order it].",
                "[Rather|Better] {other} and [a card|a long letter|cake], {who} has [too many "
                "things|no room|everything].",
                "The {gift} [is perfect|again? no], [ask|talk to] {third} first.",
            ),
            **values,
            other=scene.phrase(
                "[flowers|a voucher|theatre tickets|a day at the lake|a good bottle|a puzzle]"
            ),
            third=scene.pick(cast.groups["family"]).first,
        ),
    )
    scene.page(
        scene.later(hint, 60, 200),
        "Private",
        f"Present for {person.name}, {day.year}",
        scene.phrase(
            "[Idea|Plan]: {gift}, {price}. [Wrapped in|Paper]: [blue|red|newspaper|a scarf]. "
            "[Last year|Before]: {before}.",
            **values,
            before=scene.phrase("[a book|gloves|a teapot|nothing, shame|a fern|a map of the coast]"),
        ),
        properties={"For": ("date", day.isoformat())},
    )
    at = scene.clock(day, 8, 11)
    wish = scene.say(
        cast.main,
        (
            "[Happy birthday|All the best for your birthday], {who}! [{age} suits you|{age}, who "
            "would believe it]. [May the year bring|I hope this year brings|What I wish you:] {wish}.",
        ),
        **values,
        wish=scene.phrase(
            "[little rain|many trains on time|a bigger garden|new strings for the banjo|less "
            "paper|good neighbours|a long summer|snow for the sledge]"
        ),
    )
    if person.relation == "family" and scene.chance(0.5):
        mail = scene.mail(
            at,
            cast.main,
            [person],
            f"Happy {age}th, {person.first}"
            if age % 10 not in (1, 2, 3)
            else f"{person.first}, all the best for {age}",
            scene.letter(cast.main, person, wish, news(scene)),
        )
        scene.mail(
            scene.later(mail.at, 200, 1500),
            person,
            [cast.main],
            "",
            scene.letter(person, cast.main, scene.say(person, THANKS, to=cast.main.first), news(scene)),
            answers=mail,
        )
    elif person.account:
        scene.talk(at, cast.main, person, wish, scene.say(person, THANKS, to=cast.main.first))


def gift_plan(scene: Scene) -> None:
    """Several people give a present together: a group, sums, a note of who has paid."""
    cast = scene.cast
    receiver, *givers = scene.some(cast.groups["friend"], 4, 5)
    gift = scene.pick([item for item in products() if item.price > 30])
    share = round(gift.price / (len(givers) + 1) + 0.49)
    group = scene.group(f"Present for {receiver.first}, {short_day(scene.day)}", (cast.main, *givers))
    at = scene.clock(scene.day, 9, 19)
    values = {
        "gift": gift.name,
        "price": euros(gift.price),
        "who": receiver.first,
        "share": share,
        "day": long_day(scene.day + timedelta(days=9)),
    }
    first = scene.chat(
        at,
        cast.main,
        group,
        scene.say(
            cast.main,
            (
                "[Shall we|We could] give {who} the {gift} [together|from all of us]? {price}, so "
                "{share} euros each [by|until] {day}.",
            ),
            **values,
        ),
    )
    paid = []
    for giver in givers:
        at = scene.later(max(at, first.at), 4, 300)
        does = scene.chance(0.6)
        paid.append(f"- {giver.first}: {'paid' if does else 'open'}")
        scene.chat(
            at,
            giver,
            group,
            scene.say(
                giver,
                (
                    "[Sent|Here you are]: {share}. [The {gift} is a good idea|Who writes the card|"
                    "Wrap it in blue].",
                )
                if does
                else ("[In|With you], but I pay {share} [next week|when we meet|after {day}].",),
                **values,
            ),
            answers=first,
        )
    scene.page(
        scene.later(at, 20, 60),
        "Private",
        f"Present for {receiver.first}: who has paid ({short_day(scene.day)})",
        "\n".join(paid) + f"\n\n{share} euros each, {gift.name}.",
        properties={"Collected": ("number", str(share * sum(line.endswith("paid") for line in paid)))},
    )


def house_move(scene: Scene) -> None:
    """A friend moves: a mail with the new address, help on a Saturday, a chat, and a changed line in a file."""
    cast, friend = scene.cast, scene.least_used("mover", scene.cast.groups["friend"][3:9])
    starts = scene.free([cast.main], scene.day, time(9), time(11), 240, days=1)
    if starts is None:
        return
    values = {
        "day": long_day(scene.day),
        "time": clock(starts),
        "home": friend.home,
        "first": friend.first,
        "floor": scene.pick(("second", "third", "fourth", "top")),
    }
    mail = scene.mail(
        scene.before(scene.day, 9, 20, 9, 20),
        friend,
        [cast.main],
        scene.phrase("[I am moving|New address|Boxes]"),
        scene.letter(
            friend,
            cast.main,
            scene.say(
                friend,
                (
                    "[From|After] {day} [you find me|I live] at {home}, {floor} floor. [Could you|"
                    "Would you] help [carry|with the piano|with the wardrobe] from {time}?",
                ),
                **values,
            ),
        ),
    )
    scene.talk(
        scene.later(mail.at, 60, 500),
        cast.main,
        friend,
        scene.say(cast.main, YES),
        scene.say(
            friend,
            (
                "[Gloves|Old shoes|A strong back] [needed|would help], [soup|bread and cheese] "
                "[is on me|afterwards] [at|in] {home}.",
            ),
            **values,
        ),
    )
    scene.event(
        scene.later(mail.at, 600, 700),
        starts,
        240,
        f"Help {friend.first} move",
        place=friend.home,
        guests=[cast.partner]
        if scene.chance(0.5) and scene.shelf.diary.is_free([cast.partner.number], starts, 240)
        else [],
    )
    scene.file(
        scene.later(mail.at, 700, 900),
        f"People/{friend.name}.md",
        scene.phrase(
            "# {name}\n\n[Lives|New home]: {home}, {floor} floor, since {day}. [Bell|Door]: {bell}. #people/friend",
            **values,
            name=friend.name,
            bell=scene.phrase("[third from the top|no name yet|the brass one]"),
        ),
    )
