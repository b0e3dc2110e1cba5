"""Life events around books, recipes and advice, which go through chat, forum, feed, notes and vault."""

from __future__ import annotations

from datetime import time, timedelta

from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, WHERE, YES, clock, long_day, short_day

BASES = (
    "barley",
    "rye",
    "beetroot",
    "plum",
    "leek",
    "walnut",
    "trout",
    "lentil",
    "pear",
    "cabbage",
    "buckwheat",
    "poppy seed",
)
FORMS = ("soup", "cake", "pie", "dumplings", "bread", "salad", "pudding", "stew", "tart", "pancakes")
TITLES = (
    "[The|A] [Lighthouse|Locksmith's|Salt|Ferryman's|Glass|Last|Quiet|Paper|Northern|Slow|Borrowed|"
    "Second] [Winter|Garden|Daughter|Map|Orchard|Harbour|Letter|Clock|Bridge|Island|Season|Almanac]"
)


def recipe(scene: Scene) -> None:
    """A recipe that was asked for in chat: a file of the vault, and sometimes a picture of the result."""
    cast = scene.cast
    cook = scene.pick(cast.all_of("friend", "family", "neighbour"))
    dish = scene.fresh("dish", f"[{'|'.join(BASES)}] [{'|'.join(FORMS)}]")
    at = scene.clock(scene.day, 9, 20)
    extra = scene.some(
        (
            "caraway",
            "a bay leaf",
            "nutmeg",
            "sour cream",
            "marjoram",
            "two cloves",
            "orange peel",
            "mustard seed",
            "dill",
            "juniper",
        ),
        2,
        3,
    )
    values = {
        "dish": dish,
        "gram": scene.random.randint(4, 20) * 25,
        "minutes": scene.random.randint(5, 18) * 5,
        "degrees": scene.random.randint(16, 23) * 10,
        "a": extra[0],
        "b": extra[1],
        "cook": cook.first,
        "flour": scene.random.randint(3, 12) * 50,
        "eggs": scene.random.randint(1, 5),
    }
    drafts = scene.talk(
        at,
        cast.main,
        cook,
        scene.say(
            cast.main,
            (
                "[How do you make|What goes into] your {dish}? [I stand in|We are in] the shop.",
                "[May I have|Could you send me] the recipe of the {dish}? [{a} or {b}|With {a}]?",
            ),
            **values,
        ),
        scene.say(
            cook,
            (
                "{gram} grams, {minutes} minutes at {degrees} degrees, [and|with] {a}; {b} only "
                "[at the end|on Sundays|if you must].",
                "[Easy|Listen]: {flour} grams of flour, {eggs} eggs, {a}. {minutes} minutes. [Never|No] {b}!",
            ),
            **values,
        ),
        scene.say(cast.main, THANKS, to=cook.first),
    )
    text = scene.phrase(
        "# {title}\n\n[From|After] [[{cook}]]\n\n- {gram} g [of the main thing|chopped]\n- "
        "{flour} g flour\n- {eggs} eggs\n- {a}\n\n[Bake|Cook] {minutes} minutes at {degrees} "
        "degrees. {b} [last|before serving].\n\n#recipe/{form}".replace("[[{cook}]]", "{link}"),
        **values,
        title=dish.title(),
        link=f"[[{cook.name}]]",
        form=dish.split()[-1],
    )
    scene.file(scene.later(drafts[-1].at, 20, 400), f"Recipes/{dish.title()}.md", text)
    if scene.chance(0.6):
        scene.picture(
            scene.later(drafts[-1].at, 300, 900),
            cast.main,
            scene.say(
                cast.main,
                (
                    "{dish}, [second try|first try|as {cook} does it], {minutes} minutes and [one "
                    "burnt thumb|nothing left|the smoke alarm].",
                ),
                **values,
            ),
            None,
            [cook],
            ["#kitchen", f"#{dish.split()[-1]}"],
        )


def reading_list(scene: Scene) -> None:
    """A book that somebody recommends: a chat, a page of the reading list with who lent it, a file with thoughts."""
    cast = scene.cast
    friend = scene.pick(cast.all_of("friend", "family", "online"))
    title = scene.fresh("book", TITLES)
    pages = scene.random.randint(120, 620)
    at = scene.clock(scene.day, 9, 21)
    values = {
        "title": title,
        "pages": pages,
        "page": scene.random.randint(11, pages),
        "where": scene.phrase(WHERE),
        "who": scene.pick(cast.groups["family"]).first,
    }
    drafts = scene.talk(
        at,
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "[Read|You must read] {title}[, I finished it {where}|]. {pages} pages and [no "
                "dull one|I wept at {page}|the dog dies, be warned].",
                "[Have you got|Do you know] {title}? [Page|From page] {page} [on|] [it is "
                "splendid|you will think of {who}].",
            ),
            **values,
        ),
        scene.say(cast.main, YES),
    )
    state = scene.pick(("To read", "Reading", "Read", "Given up"))
    scene.page(
        scene.later(drafts[-1].at, 10, 200),
        "Private",
        title,
        scene.phrase(
            "{pages} pages, recommended by {name} on {day}. [Lent by|Copy of]: {owner}.",
            **values,
            name=friend.name,
            day=short_day(scene.day),
            owner=scene.pick(("the town library", friend.first, cast.partner.first)),
        ),
        properties={"Reading": ("choice", state), "Pages": ("number", str(pages))},
    )
    scene.file(
        scene.later(drafts[-1].at, 3000, 9000),
        f"Books/{title}.md",
        scene.phrase(
            "# {title}\n\n[From|Through] {link}. [Page|See page] {page}: [the letter|the quarrel|"
            "the map|the storm]. [Like|Unlike] [the film|what {who} said|{other}].\n\n#book",
            **values,
            link=f"[[{friend.name}]]",
            other=scene.phrase(TITLES),
        ),
    )


def concert(scene: Scene) -> None:
    """A concert or a play: a question in chat, tickets by mail with seats, the event, and a post."""
    cast, friend = scene.cast, scene.pick(scene.cast.groups["friend"])
    what = scene.fresh(
        "concert",
        "[The Tin Whistle Four|Salt and Amber|Night Ferry Quartet|The Long Winter|A Clock for Two|"
        "Harbour Brass|Paper Lanterns|Seven Umbrellas|Moss and Marble|The Weather Station|Three "
        "Blind Organs|Low Tide Choir|Uncle's Violin|The Ninth Lamp]",
    )
    starts = scene.free([cast.main], scene.day, time(19), time(20), 150, days=1)
    if starts is None:
        return
    hall = scene.phrase("[Corn Exchange|Weir Theatre|Town Hall|Old Foundry|Rope Hall]")
    price, row, seat = scene.random.randint(12, 48), scene.random.randint(2, 22), scene.random.randint(1, 30)
    values = {
        "what": what,
        "hall": hall,
        "day": long_day(scene.day),
        "time": clock(starts),
        "price": price,
        "row": row,
        "seat": seat,
        "next": seat + 1,
        "name": friend.first,
    }
    drafts = scene.talk(
        scene.before(scene.day, 10, 25, 9, 21),
        friend,
        cast.main,
        scene.say(
            friend,
            (
                "{what} [plays|is on] in the {hall} on {day}. [Come along|Interested]? [About|"
                "Only] {price} euros [each|a seat].",
            ),
            **values,
        ),
        scene.say(cast.main, YES),
        scene.say(
            friend,
            (
                "[You|Would you] [buy|get] the tickets? [I pay|You get the money] [there|on the "
                "day|with a drink on top].",
            ),
        ),
    )
    mail = scene.mail(
        scene.later(drafts[-1].at, 20, 200),
        "tickets@boxoffice.test",
        [cast.main],
        f"Tickets: {what}",
        scene.phrase(
            "2 tickets for {what}, {hall}, {day} at {time}. Row {row}, seats {seat} and {next}. "
            "{price} euros each, booking {code}. [Doors open|Entrance] [half an hour|forty "
            "minutes] before.",
            **values,
            code=f"K{scene.random.randint(10_000, 99_999)}",
        ),
        attachments=[f"tickets-{scene.random.randint(1000, 9999)}.pdf"],
    )
    scene.event(mail.at + timedelta(minutes=7), starts, 150, what, place=hall, guests=[friend])
    scene.plain(
        starts + timedelta(hours=3),
        cast.main,
        scene.say(
            cast.main,
            (
                "{what} in the {hall}: [second half better than the first|I hum since then|too "
                "loud, too long, wonderful|{name} fell asleep|go if you can].",
            ),
            **values,
        ),
        ["#concert", "#evenings"],
        hall,
        [friend],
    )
