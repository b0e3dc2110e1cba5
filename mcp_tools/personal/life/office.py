"""Life events among colleagues: questions, leave, lunch, courses, newcomers."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.at_work import work_words
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.country import places
from mcp_tools.personal.life.projects import REPLY
from mcp_tools.personal.life.traces import Scene
from mcp_tools.personal.life.words import THANKS, YES, clock, long_day

QUESTION = (
    "t:[Who has|Where is] {thing}? [Last seen|Needed] {day}.",
    "c:[Silly question|A riddle]: [where do we keep|who knows about] {thing} [these days|since the move]? {who} [thinks|swears] it is [with|under] {part}.",
    "f:[May I ask|Could somebody tell me] who [looks after|last changed] {thing}? {client} [needs|asks for] it by {day}[ because of {part}|].",
)
HELP = (
    "The [printer|scanner|projector|label machine] [by|near] {part} [prints only in green|says error {count}|eats paper|hums]. [Any ideas|Who is brave|Turned off already]?",
    "I [cannot open|lost my password for|see two copies of] {thing} on the drive since {day}, error {count}. [Somebody else too|Only me]?",
)
FIX = (
    "t:[Restart|Second cable|Try now].",
    "c:[Turn it off, count to {count}, turn it on|Talk to it nicely|I gave it a pat], [works for {who}|that was all]!",
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
        values = words | {"who": scene.pick(cast.colleagues).first, "count": scene.random.randint(3, 60), "project": "this"}
        scene.post(at, helper, channel, scene.say(helper, answers, **values), thread=first)
    if not is_technical:
        sender = scene.pick([cast.boss, cast.mate])
        thing = str(words["thing"]).removeprefix("the ")
        stem = "".join(mark for mark in thing if mark.isalpha() or mark == " ").replace(" ", "-")
        name = f"{stem}-{scene.random.randint(2, 9)}.pdf"
        to = cast.main
        body = scene.letter(sender, to, scene.say(sender, (
            "[Here is|Attached is|You find below] {thing}, [version|copy] {count}. {part} [is new|has changed|is missing], [so use no older one|ask {who}].",
        ), **words))  # fmt: skip
        scene.mail(scene.later(at, 10, 200), sender, [to], scene.phrase("{thing}, [as asked|new version|for {who}]", **words | {"thing": f"{thing[0].upper()}{thing[1:]}"}),
                   body, attachments=[name])  # fmt: skip


def colleague_leave(scene: Scene) -> None:
    """A colleague is away: a mail that says who stands in, a post, and an all-day event."""
    cast = scene.cast
    away = scene.pick([cast.mate, *cast.groups["colleague"], *cast.groups["colleague"]])
    stands_in = scene.pick([person for person in (cast.main, *cast.colleagues) if person not in (away, cast.boss)])
    days = scene.random.randint(2, 9)
    back = scene.day + timedelta(days=days)
    words = work_words(scene) | {"first": long_day(scene.day), "back": long_day(back), "who": stands_in.first}
    at = scene.before(scene.day, 2, 6, 9, 17)
    text = scene.say(away, (
        "t:Away from {first}, back {back}. {who} has {thing}.",
        "c:[Off to the sea|I am leaving you to it|Holiday at last]! From {first} [to|until I return on] {back} please ask {who}, also about {thing}.",
        "f:I am [on leave|absent] from {first} and return on {back}. [In urgent cases|For {thing}] please turn to {who}.",
    ), **words)  # fmt: skip
    to = [cast.main, cast.boss]
    mail = scene.mail(at, away, to, scene.phrase("[Away|On leave|Absence] [until|back on] {back}", **words), scene.letter(away, cast.main, text))
    note = scene.post(scene.later(mail.at, 5, 60), away, "general", scene.say(away, (
        "[Gone|Away] till {back}[, {thing} is with {who}| and {who} waters the plant]. [Key|Folder] [is in|by] {part}.",
    ), **words))  # fmt: skip
    scene.post(scene.later(note.at, 3, 90), stands_in, "general", scene.say(stands_in, YES), thread=note)
    scene.event(scene.later(mail.at, 5, 100), datetime.combine(scene.day, time()), days * 24 * 60 - 1, f"{away.first} away ({stands_in.first} stands in)", all_day=True)


def team_lunch(scene: Scene) -> None:
    """Lunch with colleagues in a restaurant: a thread, an event, and who pays back whom in chat."""
    cast = scene.cast
    place = scene.pick([item for item in places(cast.town) if item.kind == "restaurant" and item.closed_on != scene.day.weekday()])
    starts = scene.free([cast.main, cast.mate], scene.day, time(12), time(13), 60, days=1)
    if starts is None:
        return
    at = scene.clock(scene.day, 8, 11)
    values = {"place": place.name, "street": place.address, "time": clock(starts), "what": scene.phrase("[soup|dumplings|the fish pie|lentils|the dish of the day|pancakes|leek tart]"), "who": scene.pick(cast.groups["colleague"]).first}
    first = scene.post(at, cast.mate, "lunch", scene.say(cast.mate, (
        "[Who comes to|Lunch at|Hungry people to] {place}, {street}, at {time}? [They have|Today there is] {what}[, says {who}|].",
    ), **values))  # fmt: skip
    eaters = [cast.main, *scene.some(cast.groups["colleague"], 1, 3)]
    for eater in eaters:
        at = scene.later(max(at, first.at), 1, 14)
        scene.post(at, eater, "lunch", scene.say(eater, (
            "t:[Me|In|Plus one].", "c:[Yes to|I dream of] {what}! [Keep me a chair|I come straight from {who}'s desk].", "f:I [join you|would like to come], [though I must be back by {back}|thank you].",
        ), **values, back=f"{starts.hour + 1}:{scene.pick(('00', '10', '15'))}"), thread=first)  # fmt: skip
    scene.event(scene.later(at, 2, 9), starts, 60, f"Lunch, {place.name}", place=f"{place.name}, {place.address}", guests=[cast.mate])
    sum_ = scene.random.randint(9, 24) + scene.pick((0, 0.5, 0.8))
    scene.talk(starts + timedelta(hours=2), cast.main, cast.mate,
               scene.say(cast.main, ("[I owe you|What do you get for {what}|You paid]: {sum} euros, [right|or more]?",), **values, sum=f"{sum_:.2f}"),
               scene.say(cast.mate, ("[Exactly|Right], {sum}. [Next time you|Buy me {what} next week|No hurry].",), **values, sum=f"{sum_:.2f}"))  # fmt: skip


def new_colleague(scene: Scene) -> None:
    """Somebody begins: the boss's post and mail, a first lunch, the main person's note of the name."""
    cast = scene.cast
    new = scene.pick(cast.groups["colleague"])
    at = scene.clock(scene.day, 8, 10)
    words = work_words(scene, after=at) | {"new": new.name, "role": new.role, "desk": scene.random.randint(3, 41)}
    text = scene.say(cast.boss, (
        "{new} [changes to our corridor|takes over new duties] as {role} [today|this week] and [looks after|begins with] {thing}. Desk {desk}, [near|beside] {part}.",
    ), **words)  # fmt: skip
    first = scene.post(at, cast.boss, "announcements", text)
    for greeter in (cast.main, cast.mate):
        scene.post(scene.later(first.at, 4, 80), greeter, "announcements", scene.say(greeter, (
            "[Welcome|Good to have you], {first}! [Coffee is|The good cups are] [behind|next to] {part}.",
        ), first=new.first, part=scene.pick(cast.employer.parts)), thread=first)  # fmt: skip
    mail = scene.mail(scene.later(first.at, 20, 90), new, [cast.main], scene.phrase("[First questions|Hello|Where do I find things]"), scene.letter(new, cast.main, scene.say(new, (
        "[Could you show me|Where do I find] {thing}? [{who} said|I was told] you know {part} best. [I am at|My desk is] desk {desk}.",
    ), **words)))  # fmt: skip
    scene.mail(scene.later(mail.at, 20, 200), cast.main, [new], "", scene.letter(cast.main, new, scene.say(cast.main, (
        "[It is|You find it] [with|next to] {part_two}, [ask|take it from] {who}. [Shall we|Let us] look at it on {day}.",
    ), **words)), answers=mail)  # fmt: skip


def course(scene: Scene) -> None:
    """A course of three evenings: confirmation, events, homework in the vault, a word to the household."""
    cast = scene.cast
    subject = scene.phrase("[Bookbinding|Sign language|Bread baking|First aid|Wood carving|Spreadsheet|Watercolour|Bicycle repair|Public speaking] [for beginners|in three evenings|, part two|, spring group]").replace(" ,", ",")
    library = scene.pick([item for item in places(cast.town) if item.kind in ("library", "museum")])
    days = [scene.day + timedelta(days=7 * week) for week in range(3)]
    slots = [scene.free([cast.main], day, time(18), time(19), 90, days=1) for day in days]
    if not all(slots):
        return
    fee = scene.random.randint(30, 90)
    room = scene.random.randint(2, 29)
    booked = scene.before(scene.day, 10, 20, 9, 20)
    starts = [slot for slot in slots if slot]
    teacher = scene.pick(cast.all_of("online", "neighbour"))
    values = {"subject": subject, "place": library.name, "room": room, "fee": fee, "first": long_day(days[0]), "time": clock(starts[0]), "teacher": teacher.name, "bring": scene.phrase("[an apron|a soft pencil|an old shirt|a notebook|your own mug]")}
    mail = scene.mail(booked, "courses@evening-school.test", [cast.main], f"Your place: {subject}", scene.phrase(
        "You are [registered|enrolled] for {subject}. It begins on {first} at {time} in {place}, room {room}; [teacher|led by]: {teacher}. The fee of {fee} euros is [due|paid] at the first lesson. Please bring {bring}.", **values))  # fmt: skip
    lessons = []
    for index, at in enumerate(starts, start=1):
        scene.event(mail.at + timedelta(minutes=20 + index), at, 90, f"{subject} ({index} of 3)", place=f"{library.name}, room {room}")
        lessons.append(scene.phrase(f"- lesson {index}, {long_day(at.date())}: [the others|we all|{{teacher}}] [practised|struggled with|laughed about] [edges|corners|names|patience|left hands|knots], [homework|next time]: {{bring}} and [page|exercise] {{page}}", **values, page=scene.random.randint(4, 90)))
    scene.file(starts[0] + timedelta(hours=3), f"Courses/{subject}.md", f"# {subject}\n\n{teacher.name}, {library.name}\n\n" + "\n".join(lessons) + "\n\n#course", edited=starts[-1] + timedelta(hours=3))
    scene.talk(scene.later(mail.at, 60, 300), cast.main, cast.partner,
               scene.say(cast.main, ("[I am enrolled|I have a place] in {subject}, {weekday}s at {time}. [Can you do supper|Supper is yours] on those [days|evenings]?",), **values, weekday=long_day(days[0]).split()[0]),
               scene.say(cast.partner, YES))  # fmt: skip


def hand_over(scene: Scene, *, giver: Somebody | None = None) -> None:
    """The main person takes over a thing: a mail with a list, a page of the handbook, a reminder in the calendar."""
    cast = scene.cast
    giver = giver or scene.pick(cast.groups["colleague"])
    at = scene.clock(scene.day, 9, 15)
    words = work_words(scene, after=at)
    lines = [scene.phrase("[every|each] [Monday|Tuesday|Thursday|Friday|first of the month]: [check|send|file|print] {thing}, [mind|not] {part}", **work_words(scene, after=at)) for _ in range(3)]
    body = "\n".join(f"{index}. {line}" for index, line in enumerate(lines, start=1))
    mail = scene.mail(at, giver, [cast.main], scene.phrase("[Hand-over|You take over]: {thing}", **words), scene.letter(giver, cast.main, scene.say(giver, ("From {day} {thing} is yours. [What I do|The routine]:",), **words), body))
    scene.page(scene.later(mail.at, 60, 400), "Team handbook", f"How we do {words['thing']} ({scene.phrase('{part}', **words)})", f"{body}\n\nFrom {giver.name} to {cast.main.name}.")
    slot = scene.free([cast.main], scene.day + timedelta(days=2), time(11), time(16), 30)
    if slot and slot.weekday() < 5:
        scene.event(scene.later(mail.at, 30, 90), slot, 30, scene.phrase("{giver} [shows|explains] {thing}", **words, giver=giver.first), guests=[giver], place=scene.phrase("[desk of|next to] {giver}", giver=giver.first))
    scene.mail(scene.later(mail.at, 100, 500), cast.main, [giver], "", scene.letter(cast.main, giver, scene.say(cast.main, THANKS, to=giver.first)), answers=mail)
