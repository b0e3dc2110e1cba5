"""Life events at home: errands, repairs, orders, contracts, neighbours, things lent."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import TODAY
from mcp_tools.personal.life.country import delivery, places, products
from mcp_tools.personal.life.feed_traces import FeedScene as Scene
from mcp_tools.personal.life.words import THANKS, WHERE, YES, clock, euros, long_day, short_day

SHOP = "orders@corner-shop.test"
GROCERIES = (
    "oat flakes", "two lemons", "the big onions", "rye bread", "washing powder", "candles", "a cabbage", "tea", "eggs", "lamp oil", "string",
    "vinegar", "dates", "butter", "batteries", "plums", "leeks", "yeast", "a mop head", "paper bags", "cinnamon", "a jar of olives", "beetroot",
    "cat litter", "pears", "mustard", "soap", "light bulbs", "barley", "a pot of basil", "crispbread", "honey", "matches", "chickpeas",
)  # fmt: skip
JOBS = {
    "plumber": ("the kitchen tap", "the cistern", "the drain under the bath", "the hot water pipe"),
    "electrician": ("the hall light", "the fuse box", "the oven socket", "the doorbell"),
    "joiner": ("the back door", "the stuck window", "the bottom stair", "the wardrobe hinge"),
    "roofer": ("the gutter", "a loose tile", "the skylight seal", "the porch roof"),
    "gardener": ("the hedge", "the old pear tree", "the lawn edge", "the ivy on the wall"),
    "locksmith": ("the front lock", "the cellar key", "the letter box lock", "the shed padlock"),
    "painter": ("the stairwell", "the window frames", "the damp corner", "the garden gate"),
    "bicycle mechanic": ("the rear wheel", "the gears", "the dynamo", "the brake cable"),
    "chimney sweep": ("the stove pipe", "the flue", "the soot door", "the chimney cap"),
    "tailor": ("the winter coat", "the curtain hem", "the torn lining", "the suit trousers"),
}
STATE = "[drips|rattles|sticks|smells odd|has come loose|makes a noise like a goose|hangs at an angle|is past saving]"


def errand(scene: Scene) -> None:
    """Shopping on the way home: a chat of two, and the list in the household's notebook."""
    cast = scene.cast
    one, other = (cast.main, cast.partner) if scene.chance(0.5) else (cast.partner, cast.main)
    at = scene.clock(scene.day, 11, 18)
    items = scene.some(GROCERIES, 3, 6)
    values = {"a": items[0], "b": items[1], "c": items[2], "where": scene.phrase(WHERE), "shop": scene.phrase("[the market hall|the corner|the mill shop|Bell Street|the station kiosk|the late shop]"), "time": f"{at.hour + 2}:{scene.pick(('10', '25', '40', '50'))}"}
    drafts = scene.talk(at, one, other, scene.say(one, (
        "t:[Bring|Need] {a}, {b}[, {c}|].",
        "c:[Are you near|If you pass] {shop}, [could you find|would you bring] {a} and {b}? [We are out of|I used the last of] {c}, [shame on me|as always]!",
        "f:[Could you please|Would you] [get|pick up] {a} and {b} [at|from] {shop}? {c} [is on the list|would be nice], [if they have it|no hurry].",
        "{a} and {b} [are missing|have run out], [shall I go|do you pass] [to|by] {shop}? [Home|Back] [at|by] {time}.",
    ), **values), scene.say(other, (
        "t:[OK|Got it|{a}, {b}]. [Back|Home] {time}.",
        "c:[I am {where} anyway|Already {where}], [so {a} it is|{a} in hand]! [What about|Do we want] {c} [as well|for tomorrow]?",
        "f:I shall bring {a} and {b}, [home|back] [by|about] {time}. {c} [was sold out|I leave for Saturday].",
        "{a} [yes|found], {b} [no|was gone], [took|so we have] {c} [instead|too]. [See you|Home] at {time}.",
    ), **values))  # fmt: skip
    if scene.chance(0.4):
        scene.react(drafts[-1], one, scene.pick(("👍", "❤️", "🙏")))
    if scene.chance(0.55):
        body = "\n".join(f"- {item}" for item in items)
        week = f"{scene.day.isocalendar().week}/{scene.day.isocalendar().year}"
        title = f"Shopping, {short_day(scene.day)} (week {week})"
        scene.page(scene.later(at, 30, 90), "Household", title, body, properties={"Bought": ("checkbox", "true" if scene.chance(0.7) else "false")})


def repair(scene: Scene) -> None:
    """Something breaks: a chat about it, the tradesperson's quote, the appointment, and the price in a note."""
    cast = scene.cast
    trader = scene.pick(cast.groups["tradesperson"])
    job = scene.pick(JOBS[trader.role])
    noticed = scene.before(scene.day, 7, 12, 7, 20)
    price = scene.random.randint(7, 60) * 5
    values = {"job": job, "state": scene.phrase(STATE), "trader": trader.first, "firm": trader.organisation, "price": price, "since": long_day(noticed.date()), "role": trader.role}
    scene.talk(noticed, cast.main, cast.partner, scene.say(cast.main, (
        "t:{job} {state}. I [write to|call] {firm}.",
        "[Have you noticed|Did you hear it]? {job} {state} [again|since breakfast|whenever it rains]. [I ask|Shall I ask] {firm}, [the {role}|{trader}]?",
    ), **values), scene.say(cast.partner, (*YES, "[At most|Not more than] {limit} euros, [please|if you ask me], [last time|the one before] was [dear|too much].",), **values, limit=price + scene.random.randint(1, 9) * 5))  # fmt: skip
    asked = scene.later(noticed, 30, 300)
    starts = scene.free([cast.main], scene.day, time(8), time(17), 60)
    if starts is None:
        return
    ask = scene.mail(asked, cast.main, [trader], scene.phrase("[Repair|Question|Could you look at this]: {job}", **values), scene.letter(cast.main, trader, scene.say(cast.main, (
        "{job} {state} since {since}. [Could you come|When would you have time], and what [will it cost|do you reckon]?",
    ), **values)))  # fmt: skip
    quote = scene.mail(scene.later(ask.at, 100, 1500), trader, [cast.main], "", scene.letter(trader, cast.main, scene.say(trader, (
        "For {job} I [reckon with|would take|ask] {price} euros, [material included|all in]. I [can come|have time] on {day} at {time}. [Offer number|Job number] {number}.",
    ), **values, day=long_day(starts.date()), time=clock(starts), number=scene.random.randint(2000, 9999))), answers=ask, attachments=[f"offer-{trader.role.replace(' ', '-')}-{price}.pdf"])  # fmt: skip
    scene.event(scene.later(quote.at, 5, 90), starts, 60, f"{trader.organisation}: {job.removeprefix('the ')}", place=cast.home, is_family=True, note=scene.phrase("[Key|Somebody must be in|Clear the way]; {trader} [rings twice|parks in the yard|brings a ladder]", **values))
    paid = price + scene.pick((0, 0, 15, -10))
    scene.page(starts + timedelta(hours=5), "Household", f"Repair: {job.removeprefix('the ')}, {short_day(starts.date())}", scene.phrase("{firm}, [paid|bill]: {paid} euros ([quoted|offered] {price}). [Guarantee|Warranty] until {until}. [Next time|Note]: {note}.", **values, paid=paid, until=short_day(starts.date() + timedelta(days=700)), note=scene.phrase("[turn the water off|buy the part ourselves|ask for {role} in spring|keep the old screws|move the shelf before]", **values)), properties={"Cost": ("number", str(paid)), "Done": ("checkbox", "true")})


def order(scene: Scene) -> None:
    """An order in the shop: confirmation and dispatch by mail, delivery in the calendar, a neighbour who takes it."""
    cast = scene.cast
    items = scene.some(products(), 1, 3)
    counts = [scene.pick((1, 1, 1, 2)) for _ in items]
    at = scene.clock(scene.day, 8, 21)
    number = 5001 + scene.random.randint(100, 4899)
    goods = round(sum(item.price * count for item, count in zip(items, counts, strict=True)), 2)
    total = round(goods + delivery(goods), 2)
    lines = "\n".join(f"{count} x {item.name}, {euros(item.price)} each" for item, count in zip(items, counts, strict=True))
    why = scene.phrase("[for the flat|for work|as a present for {who}|because ours broke|instead of the old one|for the balcony]", who=scene.pick(cast.groups["friend"]).first)
    asked = scene.talk(at - timedelta(minutes=scene.random.randint(30, 90)), cast.partner, cast.main, scene.say(cast.partner, (
        "[Shall we|Do we] [order|get] the {item} {why}? [The one|I mean the one] for {price}[, not the other maker's|].", "t:{item}, {price}? {why}.",
    ), item=items[0].name, price=euros(items[0].price), why=why), scene.say(cast.main, YES))  # fmt: skip
    at = max(at, scene.later(asked[-1].at, 3, 20))
    day = scene.day + timedelta(days=scene.random.randint(3, 6))
    scene.mail(at, SHOP, [cast.main], f"Your order {number}", f"Order {number} of {short_day(at.date())}\n\n{lines}\n\nGoods {euros(goods)}, delivery {euros(total - goods)}, total {euros(total)}.\n\n" + scene.phrase("[It goes|We send it] to {home}, [expected|arriving] {day}.", home=cast.home, day=long_day(day)), folder="Bills")  # fmt: skip
    sent = scene.before(day, 1, 1, 9, 18)
    parcel = f"P{scene.random.randint(100_000, 999_999)}"
    scene.mail(sent, SHOP, [cast.main], f"Order {number} is on its way", scene.phrase("[Parcel|Your parcel] {parcel} [with|holds] {item} [left us today|is with the carrier]. [The carrier comes|It arrives] on {day} between {hour} and {later} o'clock.", parcel=parcel, item=" and ".join(item.name for item in items), day=long_day(day), hour=(hour := scene.random.randint(9, 15)), later=hour + 2))
    scene.event(scene.later(sent, 10, 120), datetime.combine(day, time()), 24 * 60 - 1, f"Parcel {parcel} ({items[0].name})", is_family=True, all_day=True)
    neighbour = scene.pick(cast.groups["neighbour"])
    scene.talk(datetime.combine(day, time(hour, 20)), neighbour, cast.main, scene.say(neighbour, (
        "[I have|There is] a [parcel|box] for you here, [heavy|light|long|rattling], {parcel}. [Fetch it|I am in] [until|till] {till}.", "t:Parcel {parcel} with me. In till {till}.",
    ), parcel=parcel, till=f"{hour + 4}:{scene.pick(('00', '30'))}"), scene.say(cast.main, THANKS, to=neighbour.first))  # fmt: skip


def subscription(scene: Scene) -> None:
    """A contract is renewed at another price: a mail, an entry with the last day to leave, and a line in a note."""
    cast = scene.cast
    what, address = scene.pick((("Evening Echo", "readers@evening-echo.test"), ("Clearline internet", "service@clearline.test"), ("Tramcard", "cards@tramways.test"), ("Swim pass", "desk@weir-baths.test"), ("Vegetable box", "box@greenfield.test"), ("Cloud drive", "billing@nimbus.test")))
    at = scene.clock(scene.day, 6, 12)
    old = scene.random.randint(8, 39) + 0.9
    new = old + scene.pick((1.5, 2, 3))
    last = scene.day + timedelta(days=scene.random.randint(20, 40))
    number = scene.random.randint(10_000, 99_999)
    values = {"what": what, "old": euros(old), "new": euros(new), "last": long_day(last), "number": number, "year": scene.day.year}
    mail = scene.mail(at, address, [cast.main], scene.phrase("{what}: [your contract|renewal|new price] {year}", **values), scene.phrase(
        "[Your contract|Contract] {number} for {what} [is renewed|runs on]. [From|Beginning with] next month it costs {new} a month [instead of|, until now it was] {old}. You may leave [by|until] {last}.", **values), folder="Bills")  # fmt: skip
    scene.talk(scene.later(mail.at, 60, 600), cast.main, cast.partner, scene.say(cast.main, (
        "{what} [wants|is to cost] {new} now, it was {old}. [Do we still use it|Keep it]? [We would have to|One must] [write|cancel] by {last}.",
    ), **values), scene.say(cast.partner, (
        "t:[Keep|Cancel|Think till Sunday].", "[I use it|We need it] [every week|on Sundays|more than you think], [keep it|leave it running].", "[For {new} a month|At that price] I [would stop|can live without it], [you decide|ask the children].",
    ), **values))  # fmt: skip
    scene.event(scene.later(mail.at, 700, 900), datetime.combine(last, time()), 24 * 60 - 1, f"Last day to leave: {what}", is_family=True, all_day=True, reminder=2880)
    scene.page(scene.later(mail.at, 1000, 1400), "Household", f"Contract: {what} ({scene.day.year})", scene.phrase("Number {number}. [Costs|Price]: {new} a month, [before|earlier] {old}. [Ends|Leave by]: {last}.", **values), properties={"Price": ("number", f"{new:g}"), "Leave by": ("date", last.isoformat())})


def neighbour_favour(scene: Scene) -> None:
    """A neighbour asks for a favour: a chat, an event, a word to the household."""
    cast, neighbour = scene.cast, scene.pick(scene.cast.groups["neighbour"])
    favour = scene.phrase("[water the tomatoes|feed the cat|take in the post|let the chimney sweep in|hold the ladder|look after the tortoise|carry a wardrobe|air the flat]")
    starts = scene.free([cast.main], scene.day, time(17), time(19), 30)
    if starts is None:
        return
    values = {"favour": favour, "day": long_day(starts.date()), "time": clock(starts), "key": scene.phrase("[under the blue pot|with the baker|in the meter box|on the hook|in the letter box]"), "thing": scene.phrase("[plum jam|a bottle of cider|fresh eggs|a bag of walnuts|concert tickets|bean seedlings]")}
    drafts = scene.talk(scene.before(starts.date(), 1, 4, 8, 20), neighbour, cast.main, scene.say(neighbour, (
        "[Could you|Would you mind if I asked you to] {favour} on {day}, [around|at] {time}? [The key is|Key:] {key}. [I owe you|You get] {thing}.",
    ), **values), scene.say(cast.main, YES), scene.say(neighbour, THANKS, to=cast.main.first))  # fmt: skip
    scene.event(scene.later(drafts[1].at, 2, 10), starts, 30, f"{neighbour.first}: {favour}", place=neighbour.home, is_family=True)
    scene.talk(starts + timedelta(minutes=50), cast.main, cast.partner, scene.say(cast.main, (
        "[Done at|I was at] {who}'s: {favour}. [We got|There is] {thing} [in the fridge|on the table|for Sunday].", "t:{favour}: done. {thing} in the hall.",
    ), **values, who=neighbour.first))  # fmt: skip


def loan(scene: Scene) -> None:
    """A thing is lent and comes back: a chat, a page of the list of loans, an entry for its return."""
    cast = scene.cast
    friend = scene.pick(cast.all_of("friend", "neighbour"))
    thing = scene.phrase("[the long ladder|the tent|the cake tin|the drill|the cello case|the big suitcase|the projector|the sledge|the picnic rug|the steam cleaner|the fishing rod|the camping stove|the slide rule|the sewing machine]")
    at, back = scene.clock(scene.day, 9, 20), scene.day + timedelta(days=scene.random.randint(10, 35))
    is_ours = scene.chance(0.6)
    asks, owner = (friend, cast.main) if is_ours else (cast.main, friend)
    values = {"thing": thing, "back": long_day(back), "why": scene.phrase("[for the weekend|for my sister's move|until the shop has one|for a school play|to try it out|for the roof]")}
    drafts = scene.talk(at, asks, owner, scene.say(asks, (
        "t:Can I have {thing} {why}? Back {back}.", "[May I|Could I] borrow {thing} {why}? [You get it back|I bring it back] [on|by] {back}[, cleaned|, promise|].",
    ), **values), scene.say(owner, YES))  # fmt: skip
    title = f"{'Lent' if is_ours else 'Borrowed'}: {thing.removeprefix('the ')} ({friend.first} {friend.last[0]}.)"
    is_back = scene.chance(0.7)
    page = scene.page(scene.later(drafts[-1].at, 5, 60), "Household", title, scene.phrase("{name}, since {since}, {why}.", **values, name=friend.name, since=short_day(scene.day)), edited=datetime.combine(back, time(20, 5)) if is_back else None, properties={"Due": ("date", back.isoformat()), "With": ("text", friend.name if is_ours else cast.main.name)})
    scene.write("notes.property", page.at, page=page, name="Returned", kind="checkbox", value="true" if is_back and back < TODAY else "false")
    scene.event(scene.later(drafts[-1].at, 70, 90), datetime.combine(back, time()), 24 * 60 - 1, f"{thing[4:5].upper()}{thing[5:]} back ({friend.first})", is_family=True, all_day=True)
    if is_back:
        scene.talk(datetime.combine(back, time(18, 10)), asks, owner, scene.say(asks, (
            "{thing} [is back|stands] [at your door|in your hall|with {who}], [it did well|with one new scratch|many thanks].",
        ), **values, who=scene.pick(cast.groups["neighbour"]).first), scene.say(owner, THANKS, to=asks.first))  # fmt: skip


def insurance_letter(scene: Scene) -> None:
    """A letter from an insurance: the mail, a file in the vault, and the household asks where it is."""
    cast = scene.cast
    kind = scene.phrase("[household|bicycle|travel|liability|glass|legal]")
    number = f"{kind[:2].upper()}-{scene.random.randint(100_000, 999_999)}"
    at = scene.clock(scene.day, 7, 12)
    sum_ = scene.random.randint(40, 290)
    until = scene.day + timedelta(days=365)
    values = {"kind": kind, "number": number, "sum": sum_, "until": short_day(until), "limit": scene.random.randint(2, 40) * 500}
    mail = scene.mail(at, "policies@harbour-mutual.test", [cast.main], f"Your {kind} insurance, policy {number}", scene.phrase(
        "[Please find|We send you] the [certificate|papers] of your {kind} insurance. [Policy|Number]: {number}. [Premium|You pay]: {sum} euros a year, valid until {until}. Own share in a claim: {share} euros.", **values, share=scene.random.randint(2, 30) * 10), attachments=[f"{number}.pdf"], folder="Bills")  # fmt: skip
    scene.file(scene.later(mail.at, 60, 600), f"Papers/{kind.title()} insurance {scene.day.year}.md", scene.phrase("# {title} insurance\n\nPolicy {number}, {sum} euros a year, until {until}. [Covers|Pays] up to {limit} euros.\n\nSee {link}. #papers", **values, title=kind.title(), link="[[Papers overview]]"))
    scene.talk(scene.later(mail.at, 900, 2000), cast.partner, cast.main, scene.say(cast.partner, (
        "[Where is|Do we have] the {kind} insurance? [What was|I need] the number[, for the form|].",
    ), **values), scene.say(cast.main, ("[Policy|It is] {number}, [runs|valid] until {until}. [The letter is|Papers are] in [the blue folder|my mail|the drawer].",), **values))  # fmt: skip


def day_off_in_town(scene: Scene) -> None:
    """A morning in a place of the town: a question in chat, an event, a picture in the feed."""
    cast = scene.cast
    place = scene.pick([item for item in places(cast.town) if item.kind in ("museum", "park", "library") and item.closed_on != scene.day.weekday()])
    friend = scene.pick(cast.groups["friend"])
    starts = scene.free([cast.main], scene.day, time(10), time(15), 120, days=1)
    if starts is None:
        return
    values = {"place": place.name, "street": place.address, "time": clock(starts), "day": long_day(scene.day), "until": place.closes, "why": scene.phrase("[the new hall|the roses|the map room|the pond|the reading corner|the old clocks|the view|the swans]")}
    drafts = scene.talk(scene.before(scene.day, 1, 5, 9, 21), cast.main, friend, scene.say(cast.main, (
        "[Have you seen|Do you know] {why} at {place}? [Shall we go|I want to go] on {day} at {time}, it is open until {until}.",
    ), **values), scene.say(friend, YES))  # fmt: skip
    scene.event(scene.later(drafts[-1].at, 2, 20), starts, 120, f"{place.name} with {friend.first}", place=f"{place.name}, {place.address}", guests=[friend])
    scene.picture(starts + timedelta(hours=3), cast.main, scene.say(cast.main, (
        "{place}: {why} [and nobody else there|with {who}|in the best light|at last]. [Worth it|Go there] before {until}.",
    ), **values, who=friend.first), place, [friend])  # fmt: skip
