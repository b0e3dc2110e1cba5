"""Life events with friends and family: dinners, birthdays, parties, visits, concerts, presents."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import NOW
from mcp_tools.personal.life.country import places, products
from mcp_tools.personal.life.feed_traces import FeedScene as Scene
from mcp_tools.personal.life.standing import birthdays
from mcp_tools.personal.life.words import THANKS, WHEN, WHERE, YES, clock, euros, long_day, short_day

DISH = "[dumplings|onion tart|the trout|stuffed cabbage|barley soup|the goose|plum cake|pickled beans|mushroom pie|rye pancakes|bean stew|apple strudel]"
NEWS = (
    "[Since last month|These days|Until the summer] {first} [learns|plays|repairs|sells|collects] [the bassoon|old radios|kites|chess|puppets|clocks] {where}.",
    "[We painted|They painted|Somebody painted] the [door|shed|boat|kitchen|fence] [green|yellow|blue|in three colours] and {first} [fell off the ladder|ran out of paint|wants the same].",
    "[The new|Our new|My new] [neighbour|colleague|dog|lodger|landlord] [sings|snores|bakes|complains|whistles] {when}, [you would laugh|as if nobody heard|which {first} adores].",
    "[I have|We have] [started|given up|finished] [the garden course|the marathon plan|the long novel|the puzzle of {count} pieces|the family tree] {when}.",
    "[In|For] {count} days {first} [moves|marries|retires|sails off|starts school] and [nobody is ready|I have nothing to wear|the boxes are everywhere|I bake the cake].",
)


def news(scene: Scene) -> str:
    """Return a sentence or two of news."""
    people = scene.cast.all_of("friend", "family", "neighbour")
    texts = scene.some(NEWS, 1, 2)
    values = {"count": scene.random.randint(3, 90), "where": scene.phrase(WHERE), "when": scene.phrase(WHEN)}
    return " ".join(scene.say(scene.cast.main, (text,), **values, first=scene.pick(people).first) for text in texts)


def dinner(scene: Scene) -> None:
    """Dinner in a restaurant: a chat, a mail that confirms the table, an event with guests, a picture."""
    cast = scene.cast
    friend = scene.pick(cast.groups["friend"])
    place = scene.pick([item for item in places(cast.town) if item.kind == "restaurant" and item.closed_on != scene.day.weekday()])
    starts = scene.free([cast.main, cast.partner], scene.day, time(18), time(20), 120, days=1)
    if starts is None:
        return
    values = {"place": place.name, "street": place.address, "time": clock(starts), "day": long_day(scene.day), "dish": scene.phrase(DISH), "count": scene.random.randint(3, 6), "phone": place.phone}
    asked = scene.before(scene.day, 3, 8, 9, 21)
    first, second = (cast.main, friend) if scene.chance(0.6) else (friend, cast.main)
    drafts = scene.talk(asked, first, second, scene.say(first, (
        "t:{place}, {day}, {time}? I [book|ring {phone}].",
        "c:[I am dreaming of|Do you remember] the {dish} at {place}! [Come with us|Let us go] on {day}, say {time}?",
        "f:[Would you like to|Shall we] have dinner at {place} ({street}) on {day}? I [would book|could get] a table for {time}.",
        "[It has been too long|We never meet|{day} is free here]. {place} at {time}, [their|for the] {dish}?",
    ), **values), scene.say(second, (*YES, "[Later than|Not before] {time} [is hard|the trains are bad], [but yes|so exactly then], {place} [it is|sounds right].",), **values))  # fmt: skip
    scene.mail(scene.later(drafts[-1].at, 20, 200), f"tables@{''.join(mark for mark in place.name.lower() if mark.isalpha())}.test", [cast.main], f"Your table at {place.name}", scene.phrase(
        "[We have kept|Reserved for you]: a table for {count} on {day} at {time}, [by the window|near the stove|in the back room|on the terrace|under the stairs]. [Name|Under]: {name}. [If you are late call|Telephone] {phone}.", **values, name=cast.main.last))  # fmt: skip
    scene.event(scene.later(drafts[-1].at, 2, 15), starts, 120, f"Dinner at {place.name}", place=f"{place.name}, {place.address}", guests=[cast.partner, friend], is_family=True)
    if scene.chance(0.6):
        scene.picture(starts + timedelta(hours=2), cast.main, scene.say(cast.main, (
            "{dish} at {place}[ with {who}|]. [We stayed|Nobody left] until [the lights went off|eleven|they put the chairs up].",
        ), **values, who=friend.first), place, [friend])  # fmt: skip
    half = scene.random.randint(18, 64)
    scene.talk(starts + timedelta(hours=14), friend, cast.main, scene.say(friend, (
        "[What a|A] [lovely|long|loud] evening! [I owe you|My half is|You paid] {half} euros, [how do you want it|I bring it along].",
    ), half=half), scene.say(cast.main, THANKS, to=friend.first))  # fmt: skip


def birthday(scene: Scene) -> None:
    """Somebody's birthday: an all-day event, an idea for a present, wishes by chat or mail."""
    cast = scene.cast
    options = [(person, day) for person, day in birthdays(scene.shelf) if person.number not in scene.shelf.kept]
    person, day = min(options, key=lambda item: (abs((item[1] - scene.day).days), item[0].number))
    scene.shelf.kept.add(person.number)
    age = day.year - person.birthday.year
    made = datetime.combine(day - timedelta(days=60), time(20, scene.random.randint(0, 59)))
    made = min(made, NOW - timedelta(days=20, minutes=person.number))
    scene.event(made, datetime.combine(day, time()), 24 * 60 - 1, f"{person.first}'s birthday ({age})", is_family=True, all_day=True, reminder=4320)
    gift = scene.pick(products())
    values = {"who": person.first, "age": age, "gift": gift.name, "price": euros(gift.price), "day": long_day(day)}
    hint = scene.before(day, 5, 14, 9, 21)
    scene.talk(hint, cast.main, cast.partner, scene.say(cast.main, (
        "[What do we give|Any idea for] {who}? {day} [is close|comes soon]. [I thought of|How about] the {gift}, {price}.",
    ), **values), scene.say(cast.partner, (
        "t:[Good|Take it|Order it].", "[Rather|Better] {other} and [a card|a long letter|cake], {who} has [too many things|no room|everything].", "The {gift} [is perfect|again? no], [ask|talk to] {third} first.",
    ), **values, other=scene.phrase("[flowers|a voucher|theatre tickets|a day at the lake|a good bottle|a puzzle]"), third=scene.pick(cast.groups["family"]).first))  # fmt: skip
    scene.page(scene.later(hint, 60, 200), "Private", f"Present for {person.name}, {day.year}", scene.phrase("[Idea|Plan]: {gift}, {price}. [Wrapped in|Paper]: [blue|red|newspaper|a scarf]. [Last year|Before]: {before}.", **values, before=scene.phrase("[a book|gloves|a teapot|nothing, shame|a fern|a map of the coast]")), properties={"For": ("date", day.isoformat())})
    at = scene.clock(day, 8, 11)
    wish = scene.say(cast.main, (
        "[Happy birthday|All the best for your birthday], {who}! [{age} suits you|{age}, who would believe it]. [May|I hope] [the year|this year] [brings|has] {wish}.",
    ), **values, wish=scene.phrase("[little rain|many trains on time|a bigger garden|new strings for the banjo|less paper|good neighbours|a long summer|snow for the sledge]"))  # fmt: skip
    if person.relation == "family" and scene.chance(0.5):
        mail = scene.mail(at, cast.main, [person], f"Happy {age}th, {person.first}" if age % 10 not in (1, 2, 3) else f"{person.first}, all the best for {age}", scene.letter(cast.main, person, wish, news(scene)))
        scene.mail(scene.later(mail.at, 200, 1500), person, [cast.main], "", scene.letter(person, cast.main, scene.say(person, THANKS, to=cast.main.first), news(scene)), answers=mail)
    elif person.account:
        scene.talk(at, cast.main, person, wish, scene.say(person, THANKS, to=cast.main.first))


def party(scene: Scene) -> None:
    """A party at home: invitations by mail, an event with answers, a group chat about who brings what, a list."""
    cast = scene.cast
    why = scene.phrase("[Summer|House|Soup|Lantern|Games|Pancake|Harvest|Balcony] [party|evening]")
    starts = scene.free([cast.main, cast.partner], scene.day, time(16), time(19), 240, days=1)
    if starts is None:
        return
    guests = scene.some(cast.all_of("friend", "neighbour"), 4, 6)
    no, maybe = guests[0], guests[1]
    asked = scene.before(scene.day, 12, 20, 9, 20)
    values = {"why": why, "day": long_day(scene.day), "time": clock(starts), "home": cast.home, "dish": scene.phrase(DISH), "rsvp": long_day(scene.day - timedelta(days=5))}
    mail = scene.mail(asked, cast.main, guests, f"{why} on {short_day(scene.day)}", scene.letter(cast.main, "all", scene.say(cast.main, (
        "[Come to our|We give a] {why} on {day} from {time}, {home}. [We make|There will be] {dish}; bring [a chair|something to drink|a song|slippers]. [Tell us|Answer] by {rsvp}.",
    ), **values)))  # fmt: skip
    title = f"{why} at ours"
    scene.event(mail.at + timedelta(minutes=4), starts, 240, title, place=cast.home, guests=[cast.partner, *guests], declined=[no], tentative=[maybe], is_family=True)
    for guest in guests[:3]:
        answer = ("[We are away|That weekend I work|{day} is my sister's day], [sorry|a pity], [next time|save me some {dish}].",) if guest == no else (
            "[I must see whether|It depends on whether] {who} can [mind the dog|drive|swap], [I tell you|you hear from me] by {rsvp}.",) if guest == maybe else YES  # fmt: skip
        scene.mail(scene.later(mail.at, 60, 3000), guest, [cast.main], "", scene.letter(guest, cast.main, scene.say(guest, answer, **values, who=scene.pick(cast.groups["family"]).first)), answers=mail)
    group = scene.group(f"{why} {scene.day.year}", (cast.main, cast.partner, *guests[2:]))
    at = scene.before(scene.day, 3, 5, 9, 20)
    brought = []
    for guest in (cast.main, *guests[2:], cast.partner):
        at = scene.later(at, 2, 200)
        thing = scene.phrase("{dish}[, enough for {count}|, the small pot|, without nuts|]", dish=scene.phrase(DISH), count=scene.random.randint(4, 12))
        brought.append(f"- {guest.first}: {thing}")
        at = scene.chat(at, guest, group, scene.say(guest, ("[I bring|From me|Put me down for] {thing}[ and {extra}|].",), thing=thing, extra=scene.phrase("[two stools|a lamp|glasses|ice|records|an umbrella]"))).at
    scene.page(scene.later(at, 20, 100), "Household", f"{title}, {short_day(scene.day)} {scene.day.year}", "\n".join(brought), properties={"Guests": ("number", str(len(guests) - 1))})


def visit(scene: Scene) -> None:
    """Relatives come to stay: mails, the family's calendar, a chat of the household about beds and food."""
    cast, guest = scene.cast, scene.pick(scene.cast.groups["family"])
    arrival = scene.free([cast.main], scene.day, time(15), time(18), 60, days=1)
    if arrival is None:
        return
    nights = scene.random.randint(1, 3)
    leave = scene.day + timedelta(days=nights)
    values = {"day": long_day(scene.day), "time": clock(arrival), "nights": nights, "leave": long_day(leave), "food": scene.phrase(DISH), "first": guest.first}
    asked = scene.mail(scene.before(scene.day, 10, 20, 8, 20), guest, [cast.main], scene.phrase("[Visit|Coming to see you|May I come]: {day}", **values), scene.letter(guest, cast.main, scene.say(guest, (
        "[May I|Could I] [stay with|come to] you from {day} [until|to] {leave}? I [would arrive|reach you] [at|about] {time} and [bring|carry] {food}.",
    ), **values), news(scene)))  # fmt: skip
    answer = scene.mail(scene.later(asked.at, 100, 900), cast.main, [guest], "", scene.letter(cast.main, guest, scene.say(cast.main, (
        "{day} is [wonderful|good]; [I fetch you|somebody meets you] at {time}. [You have|We give you] the [small room|sofa|attic|children's room].",
    ), **values), news(scene)), answers=asked)  # fmt: skip
    scene.event(scene.later(answer.at, 5, 30), arrival, 60, f"{guest.first} arrives ({nights} nights)", place=f"{cast.town} station", is_family=True)
    scene.talk(scene.later(answer.at, 40, 300), cast.main, cast.partner, scene.say(cast.main, (
        "{first} comes on {day} at {time} and stays {nights} [nights|times]. [Can you|Who could] [make the bed|move the desk|buy sheets]?",
    ), **values), scene.say(cast.partner, (
        "[Again|Lovely|So soon]? [I do the bed|The sheets are in the chest], you [cook|hide the {thing}]. [Until {leave}|{nights} nights], [right|is that all]?",
    ), **values, thing=scene.phrase("[accordion|bills|good cheese|boxes]")))  # fmt: skip


def concert(scene: Scene) -> None:
    """A concert or a play: a question in chat, tickets by mail with seats, the event, and a post."""
    cast, friend = scene.cast, scene.pick([person for person in scene.cast.groups["friend"]])
    what = scene.phrase("[The Tin Whistle Four|Salt and Amber|Night Ferry Quartet|The Long Winter|A Clock for Two|Harbour Brass|Paper Lanterns|Seven Umbrellas]")
    starts = scene.free([cast.main], scene.day, time(19), time(20), 150, days=1)
    if starts is None:
        return
    hall = scene.phrase("[Corn Exchange|Weir Theatre|Town Hall|Old Foundry|Rope Hall]")
    price, row, seat = scene.random.randint(12, 48), scene.random.randint(2, 22), scene.random.randint(1, 30)
    values = {"what": what, "hall": hall, "day": long_day(scene.day), "time": clock(starts), "price": price, "row": row, "seat": seat, "next": seat + 1, "name": friend.first}
    drafts = scene.talk(scene.before(scene.day, 10, 25, 9, 21), friend, cast.main, scene.say(friend, (
        "{what} [play|is on] in the {hall} on {day}. [Come along|Interested]? [About|Only] {price} euros [each|a seat].",
    ), **values), scene.say(cast.main, YES), scene.say(friend, ("[You|Would you] [buy|get] the tickets? [I pay|You get the money] [there|on the day|with a drink on top].",)))  # fmt: skip
    mail = scene.mail(scene.later(drafts[-1].at, 20, 200), "tickets@boxoffice.test", [cast.main], f"Tickets: {what}", scene.phrase(
        "2 tickets for {what}, {hall}, {day} at {time}. Row {row}, seats {seat} and {next}. {price} euros each, booking {code}. [Doors open|Entrance] [half an hour|forty minutes] before.", **values, code=f"K{scene.random.randint(10_000, 99_999)}"), attachments=[f"tickets-{scene.random.randint(1000, 9999)}.pdf"])  # fmt: skip
    scene.event(mail.at + timedelta(minutes=7), starts, 150, what, place=hall, guests=[friend])
    scene.plain(starts + timedelta(hours=3), cast.main, scene.say(cast.main, (
        "{what} in the {hall}: [second half better than the first|I hum since then|too loud, too long, wonderful|{name} fell asleep|go if you can].",
    ), **values), ["#concert", "#evenings"], hall, [friend])  # fmt: skip


def catching_up(scene: Scene) -> None:
    """News among friends: a chat that leads to a coffee, with its event."""
    cast, friend = scene.cast, scene.pick(scene.cast.all_of("friend", "family"))
    at = scene.clock(scene.day, 8, 20)
    drafts = scene.talk(at, friend, cast.main, news(scene), news(scene))
    starts = scene.free([cast.main], scene.day + timedelta(days=2), time(15), time(19), 60, days=5)
    if starts is None:
        return
    place = scene.pick([item for item in places(cast.town) if item.kind in ("park", "restaurant", "library") and item.closed_on != starts.weekday()])
    values = {"place": place.name, "day": long_day(starts.date()), "time": clock(starts)}
    more = scene.talk(scene.later(drafts[-1].at, 2, 20), friend, cast.main, scene.say(friend, (
        "[Tell me the rest|All the rest] over [coffee|tea|a walk|cake]? {place}, {day}, {time}.", "[I want to hear it|Not in writing]: {day} at {time}, {place}, [my treat|you choose the cake]?",
    ), **values), scene.say(cast.main, YES))  # fmt: skip
    scene.event(scene.later(more[-1].at, 2, 10), starts, 60, f"{scene.phrase('[Coffee|Tea|A walk|Cake]')} with {friend.first}", place=place.name, guests=[friend])


def gift_plan(scene: Scene) -> None:
    """Several people give a present together: a group, sums, a note of who has paid."""
    cast = scene.cast
    receiver, *givers = scene.some(cast.groups["friend"], 4, 5)
    gift = scene.pick([item for item in products() if item.price > 30])
    share = round(gift.price / (len(givers) + 1) + 0.49)
    group = scene.group(f"Present for {receiver.first} ({scene.day.year}/{scene.day.month})", (cast.main, *givers))
    at = scene.clock(scene.day, 9, 19)
    values = {"gift": gift.name, "price": euros(gift.price), "who": receiver.first, "share": share, "day": long_day(scene.day + timedelta(days=9))}
    first = scene.chat(at, cast.main, group, scene.say(cast.main, ("[Shall we|We could] give {who} the {gift} [together|from all of us]? {price}, so {share} euros each [by|until] {day}.",), **values))
    paid = []
    for giver in givers:
        at = scene.later(max(at, first.at), 4, 300)
        does = scene.chance(0.6)
        paid.append(f"- {giver.first}: {'paid' if does else 'open'}")
        scene.chat(at, giver, group, scene.say(giver, ("[Sent|Here you are]: {share}. [The {gift} is a good idea|Who writes the card|Wrap it in blue].",) if does else ("[In|With you], but I pay {share} [next week|when we meet|after {day}].",), **values), answers=first)
    scene.page(scene.later(at, 20, 60), "Private", f"Present for {receiver.first}: who has paid ({short_day(scene.day)})", "\n".join(paid) + f"\n\n{share} euros each, {gift.name}.", properties={"Collected": ("number", str(share * sum(line.endswith('paid') for line in paid)))})


def house_move(scene: Scene) -> None:
    """A friend moves: a mail with the new address, help on a Saturday, a chat, and a changed line in a file."""
    cast, friend = scene.cast, scene.pick(scene.cast.groups["friend"][3:])
    starts = scene.free([cast.main], scene.day, time(9), time(11), 240, days=1)
    if starts is None:
        return
    values = {"day": long_day(scene.day), "time": clock(starts), "home": friend.home, "first": friend.first, "floor": scene.pick(("second", "third", "fourth", "top"))}
    mail = scene.mail(scene.before(scene.day, 9, 20, 9, 20), friend, [cast.main], scene.phrase("[I am moving|New address|Boxes]"), scene.letter(friend, cast.main, scene.say(friend, (
        "[From|After] {day} [you find me|I live] at {home}, {floor} floor. [Could you|Would you] help [carry|with the piano|with the wardrobe] from {time}?",
    ), **values)))  # fmt: skip
    scene.talk(scene.later(mail.at, 60, 500), cast.main, friend, scene.say(cast.main, YES), scene.say(friend, ("[Gloves|Old shoes|A strong back] [needed|would help], [soup|bread and cheese] [is on me|afterwards] [at|in] {home}.",), **values))
    scene.event(scene.later(mail.at, 600, 700), starts, 240, f"Help {friend.first} move", place=friend.home, guests=[cast.partner] if scene.chance(0.5) and scene.shelf.diary.is_free([cast.partner.number], starts, 240) else [])
    scene.file(scene.later(mail.at, 700, 900), f"People/{friend.name}.md", scene.phrase("# {name}\n\n[Lives|New home]: {home}, {floor} floor, since {day}. [Bell|Door]: {bell}. #people/friend", **values, name=friend.name, bell=scene.phrase("[third from the top|no name yet|the brass one]")))
