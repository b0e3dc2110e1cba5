"""Life events among colleagues: questions, leave, lunch, courses, newcomers."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.country import places
from mcp_tools.personal.life.projects import REPLY
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import YES, clock, long_day
from mcp_tools.personal.life.work_words import work_words

QUESTION = (
    "t:[Who has|Where is] {thing}? [Last seen|Needed] {day}.",
    "c:[Silly question|A riddle]: [where do we keep|who knows about] {thing} [these days|since "
    "the move]? {who} [thinks|swears] it is [with|under] {part}.",
    "f:[May I ask|Could somebody tell me] who [looks after|last changed] {thing}? {client} [needs|"
    "asks for] it by {day}[ because of {part}|].",
)
HELP = (
    "The [printer|scanner|projector|label machine] [by|near] {part} [prints only in green|says "
    "error {count}|eats paper|hums]. [Any ideas|Who is brave|Turned off already]?",
    "I [cannot open|lost my password for|see two copies of] {thing} on the drive since {day}, "
    "error {count}. [Somebody else too|Only me]?",
)
FIX = (
    "t:[Restart|Second cable|Try now].",
    "c:[Turn it off, count to {count}, turn it on|Talk to it nicely|I gave it a pat], [works for "
    "{who}|that was all]!",
    "f:It was [the driver|a full disk|the permissions of {part}]; [solved|replaced] [just now|until {day}].",
)


def work_question(scene: Scene) -> None:
    """A question in a channel with answers, which one mail with a file follows."""
    cast = scene.cast
    asks = scene.pick([cast.main, cast.mate, *cast.groups["colleague"]])
    at = scene.clock(scene.day, 8, 16)
    words = work_words(scene, after=at)
    is_technical = scene.chance(0.25)
    channel, asked, answers = ("it-help", HELP, FIX) if is_technical else ("general", QUESTION, REPLY)
    first = scene.post(at, asks, channel, scene.say(asks, asked, **words))
    for helper in scene.some([person for person in cast.colleagues if person != asks], 1, 2):
        at = scene.later(max(at, first.at), 3, 50)
        values = words | {
            "who": scene.pick(cast.colleagues).first,
            "count": scene.random.randint(3, 60),
            "project": "this",
        }
        scene.post(at, helper, channel, scene.say(helper, answers, **values), thread=first)
    if not is_technical:
        sender = scene.pick([cast.boss, cast.mate])
        thing = str(words["thing"]).removeprefix("the ")
        stem = "".join(mark for mark in thing if mark.isalpha() or mark == " ").replace(" ", "-")
        name = f"{stem}-{scene.random.randint(2, 9)}.pdf"
        to = cast.main
        body = scene.letter(
            sender,
            to,
            scene.say(
                sender,
                (
                    "[Here is|Attached is|You find below] {thing}, [version|copy] {count}. {part} "
                    "[is new|has changed|is missing], [so use no older one|ask {who}].",
                ),
                **words,
            ),
        )
        scene.mail(
            scene.later(at, 10, 200),
            sender,
            [to],
            scene.phrase(
                "{thing}, [as asked|new version|for {who}]",
                **words | {"thing": f"{thing[0].upper()}{thing[1:]}"},
            ),
            body,
            attachments=[name],
        )


def colleague_leave(scene: Scene) -> None:
    """A colleague is away: a mail that says who stands in, a post, and an all-day event."""
    cast = scene.cast
    away = scene.pick(cast.groups["colleague"])
    stands_in = scene.pick(
        [person for person in (cast.main, *cast.colleagues) if person not in (away, cast.boss)]
    )
    days = scene.random.randint(2, 9)
    back = scene.day + timedelta(days=days)
    words = work_words(scene) | {"first": long_day(scene.day), "back": long_day(back), "who": stands_in.first}
    at = scene.before(scene.day, 2, 6, 9, 17)
    text = scene.say(
        away,
        (
            "t:Away from {first}, back {back}. {who} has {thing}.",
            "c:[Off to the sea|I am leaving you to it|Holiday at last]! From {first} [to|until I "
            "return on] {back} please ask {who}, also about {thing}.",
            "f:I am [on leave|absent] from {first} and return on {back}. [In urgent cases|For "
            "{thing}] please turn to {who}.",
        ),
        **words,
    )
    to = [cast.main, cast.boss]
    mail = scene.mail(
        at,
        away,
        to,
        scene.phrase("[Away|On leave|Absence] [until|back on] {back}", **words),
        scene.letter(away, cast.main, text),
    )
    note = scene.post(
        scene.later(mail.at, 5, 60),
        away,
        "general",
        scene.say(
            away,
            (
                "[Gone|Away] till {back}[, {thing} is with {who}| and {who} waters the plant]. "
                "[Key|Folder] [is in|by] {part}.",
            ),
            **words,
        ),
    )
    scene.post(scene.later(note.at, 3, 90), stands_in, "general", scene.say(stands_in, YES), thread=note)
    scene.event(
        scene.later(mail.at, 5, 100),
        datetime.combine(scene.day, time()),
        days * 24 * 60 - 1,
        f"{away.first} away ({stands_in.first} stands in)",
        all_day=True,
    )


def team_lunch(scene: Scene) -> None:
    """Lunch with colleagues in a restaurant: a thread, an event, and who pays back whom in chat."""
    cast = scene.cast
    place = scene.pick(
        [
            item
            for item in places(cast.town)
            if item.kind == "restaurant" and item.closed_on != scene.day.weekday()
        ]
    )
    starts = scene.free([cast.main, cast.mate], scene.day, time(12), time(13), 60, days=1)
    if starts is None:
        return
    at = scene.clock(scene.day, 8, 11)
    values = {
        "place": place.name,
        "street": place.address,
        "time": clock(starts),
        "what": scene.phrase("[soup|dumplings|the fish pie|lentils|the dish of the day|pancakes|leek tart]"),
        "who": scene.pick(cast.groups["colleague"]).first,
    }
    first = scene.post(
        at,
        cast.mate,
        "lunch",
        scene.say(
            cast.mate,
            (
                "[Who comes to|Lunch at|Hungry people to] {place}, {street}, at {time}? [They "
                "have|Today there is] {what}[, says {who}|].",
            ),
            **values,
        ),
    )
    eaters = [cast.main, *scene.some(cast.groups["colleague"], 1, 3)]
    for eater in eaters:
        at = scene.later(max(at, first.at), 1, 14)
        scene.post(
            at,
            eater,
            "lunch",
            scene.say(
                eater,
                (
                    "t:[Me|In|Plus one].",
                    "c:[Yes to|I dream of] {what}! [Keep me a chair|I come straight from {who}'s desk].",
                    "f:I [join you|would like to come], [though I must be back by {back}|thank you].",
                ),
                **values,
                back=f"{starts.hour + 1}:{scene.pick(('00', '10', '15'))}",
            ),
            thread=first,
        )
    scene.event(
        scene.later(at, 2, 9),
        starts,
        60,
        f"Lunch, {place.name}",
        place=f"{place.name}, {place.address}",
        guests=[cast.mate],
    )
    sum_ = scene.random.randint(9, 24) + scene.pick((0, 0.5, 0.8))
    scene.talk(
        starts + timedelta(hours=2),
        cast.main,
        cast.mate,
        scene.say(
            cast.main,
            ("[I owe you|What do you get for {what}|You paid]: {sum} euros, [right|or more]?",),
            **values,
            sum=f"{sum_:.2f}",
        ),
        scene.say(
            cast.mate,
            ("[Exactly|Right], {sum}. [Next time you|Buy me {what} next week|No hurry].",),
            **values,
            sum=f"{sum_:.2f}",
        ),
    )
