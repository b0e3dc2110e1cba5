"""Life events of the household's money: repairs, orders, contracts, insurances."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.country import delivery, products
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, YES, clock, euros, long_day, short_day

SHOP = "orders@corner-shop.test"
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
STATE = (
    "[drips|rattles|sticks|smells odd|has come loose|makes a noise like a goose|hangs at an angle|is "
    "past saving]"
)


def repair(scene: Scene) -> None:
    """Something breaks: a chat about it, the tradesperson's quote, the appointment, and the price in a note."""
    cast = scene.cast
    trader = scene.pick(cast.groups["tradesperson"])
    job = scene.pick(JOBS[trader.role])
    noticed = scene.before(scene.day, 7, 12, 7, 20)
    price = scene.random.randint(7, 60) * 5
    values = {
        "job": job,
        "state": scene.phrase(STATE),
        "trader": trader.first,
        "firm": trader.organisation,
        "price": price,
        "since": long_day(noticed.date()),
        "role": trader.role,
    }
    scene.talk(
        noticed,
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "t:{job} {state}. I [write to|call] {firm}.",
                "[Have you noticed|Did you hear it]? {job} {state} [again|since breakfast|"
                "whenever it rains]. [I ask|Shall I ask] {firm}, [the {role}|{trader}]?",
            ),
            **values,
        ),
        scene.say(
            cast.partner,
            (
                *YES,
                "[At most|Not more than] {limit} euros, [please|if you ask me], [last time|the "
                "one before] was [dear|too much].",
            ),
            **values,
            limit=price + scene.random.randint(1, 9) * 5,
        ),
    )
    asked = scene.later(noticed, 30, 300)
    starts = scene.free([cast.main], scene.day, time(8), time(17), 60)
    if starts is None:
        return
    ask = scene.mail(
        asked,
        cast.main,
        [trader],
        scene.phrase("[Repair|Question|Could you look at this]: {job}", **values),
        scene.letter(
            cast.main,
            trader,
            scene.say(
                cast.main,
                (
                    "[Since {since}|For some days, since {since},] we have a problem: {job} "
                    "{state}. [Could you come|When would you have time], and "
                    "what [will it cost|do you reckon]?",
                ),
                **values,
            ),
        ),
    )
    quote = scene.mail(
        scene.later(ask.at, 100, 1500),
        trader,
        [cast.main],
        "",
        scene.letter(
            trader,
            cast.main,
            scene.say(
                trader,
                (
                    "For {job} I [reckon with|would take|ask] {price} euros, [material included|"
                    "all in]. I [can come|have time] on {day} at {time}. [Offer number|Job "
                    "number] {number}.",
                ),
                **values,
                day=long_day(starts.date()),
                time=clock(starts),
                number=scene.random.randint(2000, 9999),
            ),
        ),
        answers=ask,
        attachments=[f"offer-{trader.role.replace(' ', '-')}-{price}.pdf"],
    )
    scene.event(
        scene.later(quote.at, 5, 90),
        starts,
        60,
        f"{trader.organisation}: {job.removeprefix('the ')}",
        place=cast.home,
        is_family=True,
        note=scene.phrase(
            "[Key|Somebody must be in|Clear the way]; {trader} [rings twice|parks in the yard|brings a ladder]",
            **values,
        ),
    )
    guaranteed = starts.date() + timedelta(days=700)
    paid = price + scene.pick((0, 0, 15, -10))
    scene.page(
        starts + timedelta(hours=5),
        "Household",
        f"Repair: {job.removeprefix('the ')}, {short_day(starts.date())}",
        scene.phrase(
            "{firm}, [paid|bill]: {paid} euros ([quoted|offered] {price}). [Guarantee|Warranty] "
            "until {until}. [Next time|Note]: {note}.",
            **values,
            paid=paid,
            until=f"{short_day(guaranteed)} {guaranteed.year}",
            note=scene.phrase(
                "[turn the water off|buy the part ourselves|ask for {role} in spring|keep the old "
                "screws|move the shelf before]",
                **values,
            ),
        ),
        properties={"Cost": ("number", str(paid)), "Done": ("checkbox", "true")},
    )


def order(scene: Scene) -> None:
    """An order in the shop: confirmation and dispatch by mail, delivery in the calendar, a neighbour who takes it."""
    cast = scene.cast
    items = scene.some(products(), 1, 3)
    counts = [scene.pick((1, 1, 1, 2)) for _ in items]
    at = scene.clock(scene.day, 8, 21)
    number = 5001 + scene.random.randint(100, 4899)
    goods = round(sum(item.price * count for item, count in zip(items, counts, strict=True)), 2)
    total = round(goods + delivery(goods), 2)
    lines = "\n".join(
        f"{count} x {item.name}, {euros(item.price)} each" for item, count in zip(items, counts, strict=True)
    )
    why = scene.phrase(
        "[for the flat|for work|as a present for {who}|because ours broke|instead of the old one|for the balcony]",
        who=scene.pick(cast.groups["friend"]).first,
    )
    asked = scene.talk(
        at - timedelta(minutes=scene.random.randint(30, 90)),
        cast.partner,
        cast.main,
        scene.say(
            cast.partner,
            (
                "[Shall we|Do we] [order|get] the {item} {why}? [The one|I mean the one] for "
                "{price}[, not the other maker's|].",
                "t:{item}, {price}? {why}.",
            ),
            item=items[0].name,
            price=euros(items[0].price),
            why=why,
        ),
        scene.say(cast.main, YES),
    )
    at = max(at, scene.later(asked[-1].at, 3, 20))
    day = scene.day + timedelta(days=scene.random.randint(3, 6))
    scene.mail(
        at,
        SHOP,
        [cast.main],
        f"Your order {number}",
        f"Order {number} of {short_day(at.date())}\n\n{lines}\n\nGoods {euros(goods)}, delivery "
        f"{euros(total - goods)}, total {euros(total)}.\n\n"
        + scene.phrase(
            "[It goes|We send it] to {home}, [expected|arriving] {day}.", home=cast.home, day=long_day(day)
        ),
        folder="Bills",
    )
    sent = scene.before(day, 1, 1, 9, 18)
    parcel = f"P{scene.random.randint(100_000, 999_999)}"
    scene.mail(
        sent,
        SHOP,
        [cast.main],
        f"Order {number} is on its way",
        scene.phrase(
            "[Parcel|Your parcel] {parcel} [with|, which holds] {item} [left us today|is with the "
            "carrier]. [The carrier comes|It arrives] on {day} between {hour} and {later} o'clock.",
            parcel=parcel,
            item=" and ".join(item.name for item in items),
            day=long_day(day),
            hour=(hour := scene.random.randint(9, 15)),
            later=hour + 2,
        ),
    )
    scene.event(
        scene.later(sent, 10, 120),
        datetime.combine(day, time()),
        24 * 60 - 1,
        f"Parcel {parcel} ({items[0].name})",
        is_family=True,
        all_day=True,
    )
    neighbour = scene.pick(cast.groups["neighbour"])
    scene.talk(
        datetime.combine(day, time(hour, 20)),
        neighbour,
        cast.main,
        scene.say(
            neighbour,
            (
                "[I have|There is] a [parcel|box] for you here, [heavy|light|long|rattling], "
                "{parcel}. [Fetch it|I am in] [until|till] {till}.",
                "t:Parcel {parcel} with me. In till {till}.",
            ),
            parcel=parcel,
            till=f"{hour + 4}:{scene.pick(('00', '30'))}",
        ),
        scene.say(cast.main, THANKS, to=neighbour.first),
    )


def subscription(scene: Scene) -> None:
    """A contract is renewed at another price: a mail, an entry with the last day to leave, and a line in a note."""
    cast = scene.cast
    what, address = scene.least_used(
        "contract",
        (
            ("Evening Echo", "readers@evening-echo.test"),
            ("Clearline internet", "service@clearline.test"),
            ("Tramcard", "cards@tramways.test"),
            ("Swim pass", "desk@weir-baths.test"),
            ("Vegetable box", "box@greenfield.test"),
            ("Cloud drive", "billing@nimbus.test"),
        ),
    )
    at = scene.clock(scene.day, 6, 12)
    old = scene.random.randint(8, 39) + 0.9
    new = old + scene.pick((1.5, 2, 3))
    last = scene.day + timedelta(days=scene.random.randint(20, 40))
    number = scene.random.randint(10_000, 99_999)
    values = {
        "what": what,
        "old": euros(old),
        "new": euros(new),
        "last": long_day(last),
        "number": number,
        "year": scene.day.year,
    }
    mail = scene.mail(
        at,
        address,
        [cast.main],
        scene.phrase("{what}: [your contract|renewal|new price] {year}", **values),
        scene.phrase(
            "[Your contract|Contract] {number} for {what} [is renewed|runs on]. [From|Beginning "
            "with] next month it costs {new} a month [instead of|, until now it was] {old}. You "
            "may leave [by|until] {last}.",
            **values,
        ),
        folder="Bills",
    )
    scene.talk(
        scene.later(mail.at, 60, 600),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "{what} [wants|is to cost] {new} now, it was {old}. [Do we still use it|Keep it]? "
                "[We would have to|One must] [write|cancel] by {last}.",
            ),
            **values,
        ),
        scene.say(
            cast.partner,
            (
                "t:[Keep|Cancel|Think till Sunday].",
                "[I use it|We need it] [every week|on Sundays|more than you think], [keep it|leave it running].",
                "[For {new} a month|At that price] I [would stop|can live without it], [you "
                "decide|ask the children].",
            ),
            **values,
        ),
    )
    scene.event(
        scene.later(mail.at, 700, 900),
        datetime.combine(last, time()),
        24 * 60 - 1,
        f"Last day to leave: {what}",
        is_family=True,
        all_day=True,
        reminder=2880,
    )
    scene.page(
        scene.later(mail.at, 1000, 1400),
        "Household",
        f"Contract: {what} ({scene.day.year})",
        scene.phrase(
            "Number {number}. [Costs|Price]: {new} a month, [before|earlier] {old}. [Ends|Leave by]: {last}.",
            **values,
        ),
        properties={"Price": ("number", f"{new:g}"), "Leave by": ("date", last.isoformat())},
    )


def insurance_letter(scene: Scene) -> None:
    """A letter from an insurance: the mail, a file in the vault, and the household asks where it is."""
    cast = scene.cast
    kind = scene.fresh("insurance", "[household|bicycle|travel|liability|glass|legal|dental]")
    number = f"{kind[:2].upper()}-{scene.random.randint(100_000, 999_999)}"
    at = scene.clock(scene.day, 7, 12)
    sum_ = scene.random.randint(40, 290)
    until = scene.day + timedelta(days=365)
    values = {
        "kind": kind,
        "number": number,
        "sum": sum_,
        "until": f"{short_day(until)} {until.year}",
        "limit": scene.random.randint(2, 40) * 500,
    }
    mail = scene.mail(
        at,
        "policies@harbour-mutual.test",
        [cast.main],
        f"Your {kind} insurance, policy {number}",
        scene.phrase(
            "[Please find|We send you] the [certificate|papers] of your {kind} insurance. [Policy|"
            "Number]: {number}. [Premium|You pay]: {sum} euros a year, valid until {until}. Own "
            "share in a claim: {share} euros.",
            **values,
            share=scene.random.randint(2, 30) * 10,
        ),
        attachments=[f"{number}.pdf"],
        folder="Bills",
    )
    scene.file(
        scene.later(mail.at, 60, 600),
        f"Papers/{kind.title()} insurance {scene.day.year}.md",
        scene.phrase(
            "# {title} insurance\n\nPolicy {number}, {sum} euros a year, until {until}. [Covers|"
            "Pays] up to {limit} euros.\n\nSee {link}. #papers",
            **values,
            title=kind.title(),
            link="[[Papers overview]]",
        ),
    )
    scene.talk(
        scene.later(mail.at, 900, 2000),
        cast.partner,
        cast.main,
        scene.say(
            cast.partner,
            ("[Where is|Do we have] the {kind} insurance? [What was|I need] the number[, for the form|].",),
            **values,
        ),
        scene.say(
            cast.main,
            (
                "[Policy|It is] {number}, [runs|valid] until {until}. [The letter is|Papers are] "
                "in [the blue folder|my mail|the drawer].",
            ),
            **values,
        ),
    )
