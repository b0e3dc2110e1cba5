"""Life events around books, recipes and advice, which go through chat, forum, feed, notes and vault."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.country import places, products
from mcp_tools.personal.life.feed_traces import FeedScene as Scene
from mcp_tools.personal.life.home import JOBS, STATE
from mcp_tools.personal.life.words import THANKS, WHERE, YES, euros, long_day, short_day

BASES = ("barley", "rye", "beetroot", "plum", "leek", "walnut", "trout", "lentil", "pear", "cabbage", "buckwheat", "poppy seed")
FORMS = ("soup", "cake", "pie", "dumplings", "bread", "salad", "pudding", "stew", "tart", "pancakes")
TITLES = (
    "[The|A] [Lighthouse|Locksmith's|Salt|Ferryman's|Glass|Last|Quiet|Paper|Northern|Slow|Borrowed|Second] [Winter|Garden|Daughter|Map|Orchard|Harbour|Letter|Clock|Bridge|Island|Season|Almanac]"
)
ADVICE = {
    "Home repairs": ("{job} {state}: [mend or replace|who has an idea]?", "[Since|For] {days} days {job} {state}. [I have tried|Done so far]: [oil|a new washer|turning it off|glue]. [What|Which part] [next|would you change], and what [should it cost|is fair]?"),
    "Kitchen table": ("[Too much|A glut of] {base}: [what now|ideas]?", "[We have|There are] {count} kilos of {base} {where}. [Not again|No more] {form}, please; [what else|what keeps] [until winter|for {days} days]?"),
    "Around town": ("{place} in {town}: [worth it|with children|when is it quiet]?", "[We go|I am] there on {day}. Is {place} [good|open long enough|too loud] for {count} people, and [where do we eat|what is near] afterwards?"),
    "Reading room": ("{title}: [who has finished it|does it get better]?", "I am on page {page} of {title} and [lost|bored|enchanted]. [Should I|Is it worth to] go on, or [take|read] {other} first?"),
    "Wheels and rails": ("[Bicycles|Luggage|A cello] on the train to {town}?", "On {day} I [travel|go] to {town} with [a bicycle|two cases|a pram]. [How early|Which coach], and is [the lift|platform {count}] [in order|still closed]?"),
    "Growing things": ("{base} on a balcony: [too late|which pot]?", "[Sown|Bought] on {day}, now {count} centimetres and [yellow|crooked|eaten]. [More water|Other soil|More light], or [wait|start again]?"),
}  # fmt: skip
ANSWERS = (
    "t:[Wait|Replace it|Do it|Leave it]. {days} days, then [again|you see].",
    "t:{count} euros, not more.",
    "c:[Oh, I know this|Been there]! {first} [did|tried] exactly that {where}, it took {days} days and [a lot of tape|three pots of tea|one finger nail]!",
    "c:[My grandmother|Our neighbour] would [laugh|say]: [more salt|less water|wait for the moon|ask at {place}]. It [helped|worked] {count} times!",
    "f:[In my experience|As far as I know] {count} euros [are|would be] [fair|usual]; [ask for|insist on] [a written offer|the old part|a receipt] [within|after] {days} days.",
    "f:[You could|I would] [begin|start] with [the simplest|the cheapest thing], then [after|wait] {days} days; [{place} in {town} lends the tools|somebody at {place} gives advice].",
)


def recipe(scene: Scene) -> None:
    """A recipe that was asked for in chat: a file of the vault, and sometimes a picture of the result."""
    cast = scene.cast
    cook = scene.pick(cast.all_of("friend", "family", "neighbour"))
    dish = f"{scene.pick(BASES)} {scene.pick(FORMS)}"
    at = scene.clock(scene.day, 9, 20)
    extra = scene.some(("caraway", "a bay leaf", "nutmeg", "sour cream", "marjoram", "two cloves", "orange peel", "mustard seed", "dill", "juniper"), 2, 3)
    values = {"dish": dish, "gram": scene.random.randint(4, 20) * 25, "minutes": scene.random.randint(5, 18) * 5, "degrees": scene.random.randint(16, 23) * 10, "a": extra[0], "b": extra[1], "cook": cook.first, "flour": scene.random.randint(3, 12) * 50, "eggs": scene.random.randint(1, 5)}
    drafts = scene.talk(at, cast.main, cook, scene.say(cast.main, (
        "[How do you make|What goes into] your {dish}? [I stand in|We are in] the shop.", "[May I have|Could you send me] the recipe of the {dish}? [{a} or {b}|With {a}]?",
    ), **values), scene.say(cook, (
        "{gram} grams, {minutes} minutes at {degrees} degrees, [and|with] {a}; {b} only [at the end|on Sundays|if you must].", "[Easy|Listen]: {flour} grams of flour, {eggs} eggs, {a}. {minutes} minutes. [Never|No] {b}!",
    ), **values), scene.say(cast.main, THANKS, to=cook.first))  # fmt: skip
    text = scene.phrase("# {title}\n\n[From|After] [[{cook}]]\n\n- {gram} g [of the main thing|chopped]\n- {flour} g flour\n- {eggs} eggs\n- {a}\n\n[Bake|Cook] {minutes} minutes at {degrees} degrees. {b} [last|before serving].\n\n#recipe/{form}".replace("[[{cook}]]", "{link}"), **values, title=dish.title(), link=f"[[{cook.name}]]", form=dish.split()[-1])
    scene.file(scene.later(drafts[-1].at, 20, 400), f"Recipes/{dish.title()}.md", text)
    if scene.chance(0.6):
        scene.picture(scene.later(drafts[-1].at, 300, 900), cast.main, scene.say(cast.main, ("{dish}, [second try|first try|as {cook} does it], {minutes} minutes and [one burnt thumb|nothing left|the smoke alarm].",), **values), None, [cook], ["#kitchen", f"#{dish.split()[-1]}"])


def reading_list(scene: Scene) -> None:
    """A book that somebody recommends: a chat, a page of the reading list with who lent it, a file with thoughts."""
    cast = scene.cast
    friend = scene.pick(cast.all_of("friend", "family", "online"))
    title = scene.phrase(TITLES)
    pages = scene.random.randint(120, 620)
    at = scene.clock(scene.day, 9, 21)
    values = {"title": title, "pages": pages, "page": scene.random.randint(11, pages), "where": scene.phrase(WHERE), "who": scene.pick(cast.groups["family"]).first}
    drafts = scene.talk(at, friend, cast.main, scene.say(friend, (
        "[Read|You must read] {title}[, I finished it {where}|]. {pages} pages and [no dull one|I wept at {page}|the dog dies, be warned].", "[Have you got|Do you know] {title}? [Page|From page] {page} [on|] [it is splendid|you will think of {who}].",
    ), **values), scene.say(cast.main, YES))  # fmt: skip
    state = scene.pick(("To read", "Reading", "Read", "Given up"))
    scene.page(scene.later(drafts[-1].at, 10, 200), "Private", title, scene.phrase("{pages} pages, recommended by {name} on {day}. [Lent by|Copy of]: {owner}.", **values, name=friend.name, day=short_day(scene.day), owner=scene.pick(("the town library", friend.first, cast.partner.first))), properties={"Reading": ("choice", state), "Pages": ("number", str(pages))})
    scene.file(scene.later(drafts[-1].at, 3000, 9000), f"Books/{title}.md", scene.phrase("# {title}\n\n[From|Through] {link}. [Page|See page] {page}: [the letter|the quarrel|the map|the storm]. [Like|Unlike] [the film|what {who} said|{other}].\n\n#book", **values, link=f"[[{friend.name}]]", other=scene.phrase(TITLES)))


def forum_question(scene: Scene) -> None:
    """A question in the forum with answers and votes, of which the main person tells somebody in chat."""
    cast = scene.cast
    online = cast.groups["online"]
    board = scene.pick(tuple(ADVICE))
    asks = cast.main if scene.chance(0.45) else scene.pick(online)
    town = cast.town
    place = scene.pick(places(town))
    words = {"job": scene.pick(JOBS[scene.pick(tuple(JOBS))]), "state": scene.phrase(STATE), "days": scene.random.randint(2, 30), "base": scene.pick(BASES), "form": scene.pick(FORMS), "count": scene.random.randint(2, 60), "place": place.name, "town": town, "day": long_day(scene.day + timedelta(days=8)), "title": scene.phrase(TITLES), "page": scene.random.randint(12, 400), "other": scene.phrase(TITLES), "where": scene.phrase(WHERE), "first": scene.pick(online).first}  # fmt: skip
    title, text = (scene.say(asks, (template,), **words) for template in ADVICE[board])
    at = scene.clock(scene.day, 7, 22)
    thread = scene.thread(at, asks, board, title, text)
    answers = []
    for writer in scene.some([person for person in (cast.main, *online) if person != asks], 2, 4):
        at = scene.later(max(at, thread.at), 10, 600)
        values = words | {"days": scene.random.randint(2, 40), "count": scene.random.randint(3, 95), "first": scene.pick(online).first, "where": scene.phrase(WHERE)}
        above = scene.pick(answers) if answers and scene.chance(0.3) else None
        answer = scene.answer(at, thread, writer, scene.say(writer, ANSWERS, **values), above)
        at = answer.at
        answers.append(answer)
        scene.votes(thread, answer, [person for person in scene.some(online, 0, 3) if person != writer], "up" if scene.chance(0.8) else "down")
    scene.votes(thread, None, [person for person in scene.some((cast.main, *online), 0, 4) if person != asks])
    friend = scene.pick(cast.groups["friend"])
    best = str(answers[0].values["text"]).split(". ")[0].rstrip(".!")
    scene.talk(scene.later(at, 30, 600), cast.main, friend, scene.say(cast.main, (
        "[In the forum|On the board {board}] somebody [says|writes] \"{best}\". [Do you believe|What do you say to] that, [you know|about] {topic}?",
    ), board=board, best=best[:120], topic=title.rstrip("?").split(":")[0]), scene.say(friend, YES))  # fmt: skip
    if scene.chance(0.5):
        scene.write("forum.saved", scene.later(at, 20, 90), owner=cast.main.id, thread=thread)


def recommendation(scene: Scene) -> None:
    """Somebody asks in chat for advice, which a post of the feed or a thread of the forum then gives."""
    cast, asks = scene.cast, scene.pick(scene.cast.groups["friend"])
    gives = scene.pick(cast.groups["online"])
    item = scene.pick(products())
    at = scene.clock(scene.day, 9, 20)
    values = {"item": item.name, "noun": item.name.split(" ", 1)[1], "maker": item.name.split()[0], "price": euros(item.price), "years": scene.random.randint(1, 9), "fault": scene.phrase("[the lid|the handle|the cable|the smell|the noise|the colour]"), "who": gives.handle}
    drafts = scene.talk(at, asks, cast.main, scene.say(asks, (
        "[Which|What] {noun} [would you buy|do you have]? [Ours|Mine] broke after {years} years.", "[You know about|Do you know] such things: a {noun} for [the flat|my mother|work]?",
    ), **values), scene.say(cast.main, ("[Wait|Patience], I [ask|look] [in the feed|around]; [{who} tests such things|somebody had one].",), **values))  # fmt: skip
    later = scene.later(drafts[-1].at, 60, 1500)
    text = scene.say(gives, (
        "{item} after {years} years: {fault} [annoys me|came off|is fine], [still|otherwise] [the best|worth it] for {price}.", "[Bought|Tested]: {item}, {price}. [I would skip|Mind] {fault}, [the rest|it] [lasts|outlives us].",
    ), **values)  # fmt: skip
    post = scene.publish(later, gives, text, [f"#{str(values['noun']).replace(' ', '')}", "#tested"], "", scene.phrase("[The|A] {noun} on [a table|the floor|a window sill|my desk]", **values))
    scene.responses(post, gives, [cast.main])
    scene.talk(scene.later(post.at, 60, 600), cast.main, asks, scene.say(cast.main, ("[Found|There]: {who} [likes|keeps] the {item}, {price}, only {fault} [is a weak point|is not perfect].",), **values), scene.say(asks, THANKS, to=cast.main.first))


def feed_picture(scene: Scene) -> None:
    """A picture in the feed, about which a chat follows."""
    cast = scene.cast
    followed = [person for person in cast.people if (cast.main.number, person.number) in scene.shelf.follows]
    author = cast.main if scene.chance(0.4) else scene.pick(followed)
    place = scene.pick(places(cast.town)) if scene.chance(0.6) else None
    values = {"place": place.name if place else scene.phrase(WHERE), "first": scene.pick(cast.groups["friend"]).first, "count": scene.random.randint(2, 70)}
    at = scene.clock(scene.day, 8, 21)
    post = scene.picture(at, author, scene.say(author, (
        "t:{place}. [Again|Finally|Too early].", "c:[Look what|Guess what] [I found|was waiting|{first} left] near {place}, [number {count}|all {count} of them|after {count} days]!",
        "f:[A quiet hour|An afternoon|Ten minutes] [at|near] {place}[, thanks to {first}|], {count} [steps|pages|photographs] later.", "{count} [days|times|tries], and [now|today] [it blooms|it works|nobody believes me], {place}.",
    ), **values), place)  # fmt: skip
    friend = scene.pick(cast.groups["friend"])
    one, other = (friend, cast.main) if author == cast.main else (cast.main, friend)
    whose = "your" if author == cast.main else f"{author.first}'s"
    scene.talk(scene.later(post.at, 60, 900), one, other, scene.say(one, (
        "[Have you seen|What is that on] {whose} picture[ from {place}|]? [It looks like|Is it] {guess}?",
    ), **values, whose=whose, guess=scene.phrase("[the old ferry|a very large onion|our school|my lost hat|snow in a jar|a goose]")), scene.say(other, YES))  # fmt: skip


def newsletter(scene: Scene) -> None:
    """A newsletter, which nobody answers."""
    cast = scene.cast
    sender, name = scene.pick((("letter@weir-baths.test", "Weir Baths"), ("news@town-library.test", "Town Library"), ("echo@evening-echo.test", "Evening Echo"), ("club@corner-shop.test", "Corner Shop"), ("board@allotments.test", "Allotment Board")))
    item = scene.pick(products())
    day = scene.day + timedelta(days=scene.random.randint(3, 20))
    text = scene.phrase("[From|On] {day} [we open|opening hours are] {hour} to {end}. [Also|New]: {news}. [Members|Readers] [get|save] {percent} percent on [{item}|the next visit|two tickets] until {until}.", day=long_day(day), hour=scene.random.randint(7, 11), end=scene.random.randint(17, 21), news=scene.phrase("[a bench of|talks on|a course in] [rope|glass|tides|moss|map folding|bees|radio] [by|with] {who}", who=scene.pick(cast.groups["online"]).name), percent=scene.random.randint(5, 25), item=item.name, until=short_day(day + timedelta(days=14)))
    scene.mail(datetime.combine(scene.day, time(6, scene.random.randint(0, 59))), sender, [cast.main], f"{name}: {scene.phrase('[letter|news|what is on]')}, {short_day(scene.day)}", text)
