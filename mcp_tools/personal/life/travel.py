"""Life events away from home: trips by train with a night or two, and business journeys."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from mcp_tools.personal.life.book import Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.country import Place, Train, places, towns, trains
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import YES, euros, long_day, short_day
from mcp_tools.personal.life.work_words import work_words

SEAT = "coach {coach}, seat {seat}"
THINGS = (
    "rain coats",
    "the small rucksack",
    "travel chess",
    "swimming things",
    "sandwiches",
    "the map",
    "a torch",
    "walking boots",
    "sun hats",
    "plasters",
    "the thick novel",
    "a water bottle",
    "binoculars",
    "the blue scarf",
    "earplugs",
    "ginger sweets",
    "a sketch book",
    "spare socks",
    "the camera",
)


def trip(scene: Scene) -> None:
    """A trip of two: plan in chat, tickets and hotel by mail, calendar entries, a packing list, pictures."""
    cast = scene.cast
    pair = [cast.main, cast.partner]
    nights = scene.random.randint(1, 3)
    found = _connection(scene, cast.town, scene.day, nights)
    if found is None or not _all_free(scene, pair, nights):
        return
    out, home = found
    town = out.destination
    back = scene.day + timedelta(days=nights)
    hotel = scene.pick([item for item in places(town) if item.kind == "hotel"])
    values = {
        "town": town,
        "day": long_day(scene.day),
        "back": long_day(back),
        "hotel": hotel.name,
        "nights": nights,
        "departs": out.departs,
        "home": home.departs,
        "train": out.number,
        "street": hotel.address,
    }
    planned = scene.before(scene.day, 20, 40, 18, 21)
    drafts = scene.talk(
        planned,
        cast.partner,
        cast.main,
        scene.say(
            cast.partner,
            (
                "[Shall we|Let us] go to {town} from {day} to {back}? [I need|We both need] [air|"
                "other walls|the sea|a bed somebody else makes].",
                "{town}, from {day} [until|to] {back}? {hotel} [has rooms|looks friendly].",
            ),
            **values,
        ),
        scene.say(cast.main, YES),
        scene.say(
            cast.partner, ("[Then book|Take] the {departs} [train|one]; I [ask|write to] {hotel}.",), **values
        ),
    )
    tickets = _tickets(scene, drafts[-1], pair, out, home, back)
    price = scene.random.randint(58, 140)
    room = scene.mail(
        scene.later(tickets.at, 60, 900),
        f"desk@{''.join(mark for mark in hotel.name.lower() if mark.isalpha())}.test",
        [cast.partner],
        f"Your room in {town}",
        scene.phrase(
            "[We expect you|Booked]: {hotel}, {street}, {town}, from {day} to {back}, "
            "{price} euros [a night|each night]. [Breakfast|Keys] [from|"
            "until] {hour}. Booking {code}.",
            **values,
            price=price,
            hour=scene.random.randint(7, 10),
            code=f"H{scene.random.randint(1000, 9999)}",
        ),
        copies=[cast.main],
        folder="Travel",
    )
    start = datetime.combine(scene.day, time())
    scene.event(
        room.at + timedelta(minutes=9),
        start,
        (nights + 1) * 1440 - 1,
        f"{town} with {cast.partner.first}",
        place=town,
        guests=[cast.partner],
        is_family=True,
        all_day=True,
    )
    _leave(scene, pair, nights)
    packed = scene.some(THINGS, 6, 9)
    scene.file(
        scene.before(scene.day, 3, 6),
        f"Trips/{town} {scene.day.isoformat()}.md",
        "\n".join(
            [
                f"# {town}, {values['day']} to {values['back']}",
                "",
                f"Hotel: {hotel.name}, {hotel.address}. Out with {out.number} at {out.departs}.",
                "",
                "## Packing",
                *(f"- [ ] {item}" for item in packed),
                "",
                "#trip [[Papers overview]]",
            ]
        ),
    )
    sight = scene.pick([item for item in places(town) if item.kind in ("museum", "park")])
    _pictures(scene, cast.main, sight, cast.partner, 1)
    neighbour = scene.pick(cast.groups["neighbour"])
    scene.talk(
        scene.before(scene.day, 1, 2, 9, 20),
        cast.main,
        neighbour,
        scene.say(
            cast.main,
            (
                "We are in {town} until {back}. [Could you|Would you] [empty the letter box|look "
                "after the plants|feed the fish]? [Key as always|The key hangs inside].",
            ),
            **values,
        ),
        scene.say(neighbour, YES),
    )


def business_journey(scene: Scene) -> None:
    """A journey to a client in another town: request by mail, ticket, calendar, a post, the costs in a note."""
    cast = scene.cast
    found = _connection(scene, cast.town, scene.day, 0)
    if found is None or not _all_free(scene, [cast.main], 0):
        return
    out, home = found
    client = scene.pick(cast.groups["client"])
    words = work_words(scene, after=datetime.combine(scene.day, time(9))) | {
        "town": out.destination,
        "org": client.organisation,
        "day": long_day(scene.day),
    }
    asked = scene.mail(
        scene.before(scene.day, 8, 14, 8, 17),
        client,
        [cast.main],
        scene.phrase("[Meeting|Inspection|Talk] in {town}, {day}", **words),
        scene.letter(
            client,
            cast.main,
            scene.say(
                client,
                (
                    "[Could you come|We would like you] to {town} on {day}? [It is|There is] "
                    "{thing} [to look at|to decide on], and {part} [should be seen|is only here].",
                ),
                **words,
            ),
        ),
        copies=[cast.boss],
    )
    scene.mail(
        scene.later(asked.at, 60, 400),
        cast.main,
        [client],
        "",
        scene.letter(
            cast.main,
            client,
            scene.say(
                cast.main,
                (
                    "I [come|shall be there] on {day} and take the {departs} train, {number}. "
                    "[Please have|Lay out] {thing_two}.",
                ),
                **words,
                departs=out.departs,
                number=out.number,
            ),
        ),
        answers=asked,
    )
    tickets = _tickets(scene, asked, [cast.main], out, home, scene.day)
    scene.event(
        tickets.at + timedelta(minutes=6),
        datetime.combine(scene.day, time()),
        1439,
        f"{client.organisation} in {out.destination}",
        place=out.destination,
        all_day=True,
    )
    _leave(scene, [cast.main], 0)
    post = scene.post(
        scene.before(scene.day, 1, 2, 9, 16),
        cast.main,
        "general",
        scene.say(
            cast.main,
            (
                "On {day} I am in {town} [for|with] {org}. [Calls|Questions on {part}] [before "
                "{departs}|to {who}], please.",
            ),
            **words,
            departs=out.departs,
        ),
    )
    scene.post(
        scene.later(post.at, 5, 90),
        cast.boss,
        "general",
        scene.say(
            cast.boss,
            ("[Bring back|Ask for] {thing}[ and a signature|]. [Costs|Meals] up to {sum_two} euros.",),
            **words,
        ),
        thread=post,
    )
    fares = out.fare(scene.day) + home.fare(scene.day)
    meals = scene.random.randint(8, 30)
    scene.page(
        datetime.combine(scene.day + timedelta(days=1), time(9, 40)),
        "Work",
        f"Journey: {out.destination}, {short_day(scene.day)}",
        f"| item | euros |\n|---|---|\n| {out.number} and {home.number} | {fares:.2f} |\n| meals |"
        f" {meals:.2f} |\n\n"
        + scene.phrase("{org}: {part} [agreed|still open], {thing} [follows|came along].", **words),
        properties={
            "Cost": ("number", f"{fares + meals:g}"),
            "Paid back": ("checkbox", "true" if scene.chance(0.6) else "false"),
        },
    )


def _connection(scene: Scene, town: str, day: date, nights: int) -> tuple[Train, Train] | None:
    """A train to another town on a day, and one back some nights later."""
    options = [item.name for item in towns() if item.name != town]
    for other in scene.random.sample(options, len(options)):
        out = [
            train
            for train in trains()[town, other]
            if train.runs(day) and train.departs < train.arrives < "14:45"
        ]
        back = [
            train
            for train in trains()[other, town]
            if train.runs(day + timedelta(days=nights))
            and train.departs > "15"
            and train.arrives > train.departs
        ]
        if out and back:
            return scene.pick(out), scene.pick(back)
    return None


def _tickets(
    scene: Scene, above: Draft, travellers: list[Somebody], out: Train, home: Train, back: date
) -> Draft:
    """The mail with the tickets, and the two trains in the calendar."""
    cast = scene.cast
    seats = len(travellers)
    total = seats * (out.fare(scene.day) + home.fare(back))
    reference = f"B{scene.random.randint(2000, 9999)}"
    coach, seat = scene.random.randint(2, 9), scene.random.randint(11, 88)
    body = (
        f"Booking {reference} for {', '.join(person.name for person in travellers)}\n\n"
        f"{long_day(scene.day)}: {out.number} {out.origin} {out.departs} to {out.destination} "
        f"{out.arrives}, coach {coach}, seat {seat}\n"
        f"{long_day(back)}: {home.number} {home.origin} {home.departs} to {home.destination} "
        f"{home.arrives}\n\nTotal {euros(total)}, {seats} x {euros(out.fare(scene.day))} out, "
        f"{seats} x {euros(home.fare(back))} back."
    )
    mail = scene.mail(
        scene.later(above.at, 20, 200),
        "tickets@transit-desk.test",
        [cast.main],
        f"Tickets {reference}: {out.origin} to {out.destination}",
        body,
        attachments=[f"{reference}.pdf"],
        folder="Travel",
    )
    others = travellers[1:]
    for index, (train, day) in enumerate(((out, scene.day), (home, back)), start=1):
        starts = datetime.combine(day, time.fromisoformat(train.departs))
        scene.event(
            mail.at + timedelta(minutes=index),
            starts,
            train.minutes,
            f"{train.number} {train.origin} to {train.destination}",
            place=f"{train.origin} station",
            guests=others,
            note=f"Booking {reference}" + (f", coach {coach}, seat {seat}" if train is out else ""),
        )
    return mail


def _all_free(scene: Scene, people: list[Somebody], nights: int) -> bool:
    diary = scene.shelf.diary
    return all(
        diary.is_free(
            [person.number for person in people],
            datetime.combine(scene.day + timedelta(days=night), time(0, 1)),
            1437,
        )
        for night in range(nights + 1)
    )


def _leave(scene: Scene, people: list[Somebody], nights: int) -> None:
    scene.shelf.diary.leave([person.number for person in people], scene.day, nights + 1)


def _pictures(scene: Scene, author: Somebody, place: Place, other: Somebody, offset: int) -> None:
    at = scene.clock(scene.day + timedelta(days=offset), 10, 19)
    text = scene.say(
        author,
        (
            "{place} in {town}: [one could stay|we stayed] [until they close|the whole afternoon|"
            "far too long], {who} [counted|sketched|photographed] [every clock|all the steps|the "
            "ducks|each window].",
        ),
        place=place.name,
        town=place.town,
        who=other.first,
    )
    scene.picture(at, author, text, place, [other], [f"#{place.town.lower()}", "#away"])
