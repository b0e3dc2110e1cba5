"""Life events at work: meetings, visits of clients, minutes."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import NOW, Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, clock, long_day
from mcp_tools.personal.life.work_words import decisions, work_words

ROOMS = (
    "Room 2",
    "Room 5",
    "the small meeting room",
    "the library corner",
    "Room 11",
    "the glass room",
    "the canteen annex",
)
ASK = (
    "t:[Need|I need] {minutes} minutes on {thing}: {day}, {time}, {room}. [Bring numbers.|Read it "
    "before.|Five points, no slides.]",
    "c:[Could we|Shall we] [sit together|put our heads together|have a proper talk] about "
    "{thing}? I [thought of|have put down] "
    "{day} at {time} in {room}, [with biscuits|and I bring the tea|before everybody vanishes|so "
    "that it is off the table].",
    "f:I would like to [discuss|go through|settle] {thing} with you on {day} at {time} in {room}. "
    "[The points are|We should speak of] "
    "{part} and [the open costs|the next date|who does what|what {client} has asked].",
)
AGENDA = (
    "[1. What is open in|1. Where we stand with|1. News of] {thing}\n2. [{part}|Questions about "
    "{part}|Decision on {part}]\n"
    "3. [Dates until {later}|Who does what by {later}|Costs and {later}]"
)
ACCEPT = (
    "t:[Noted|Fits|I come|Yes] ({time}).",
    "c:[Count me in|I shall be there|See you at {time}], [I have opinions about {part}|and yes "
    "please to biscuits|finally somebody asks]!",
    "f:Thank you for the invitation, I [shall attend|have accepted] and will [prepare {part}|"
    "bring the figures for {part}].",
)
WEEKLY = (
    "t:[Week in short|This week|Round|Quick]: {thing} {state}; {part} {state_two}.",
    "t:{thing}: {state}. [Also|Then]: {thing_two}, {part}.",
    "t:[Did|Finished|Saw to] {thing}. [Next|Now]: {thing_two}[ for {client}|]. {count} hours.",
    "c:[Morning all|Hello everybody|Good morning from the corner|Hello from under a pile of "
    "paper]! [My list|From me|Mine]: "
    "{thing} is {state}, {part} {state_two}[, and the plant is alive|, and there is cake|, otherwise sunny|].",
    "c:[I wrestled with|I sang to|I slept on] {thing} [and won|and lost|, a draw], and {who} "
    "[rescued|painted|found] {thing_two}! "
    "[Today|Now] {part}, [wish me luck|with tea|before {client} calls].",
    "f:[For the weekly meeting|My report|From my side]: {thing} is {state}; {part} is {state_two}. "
    "[Questions are welcome|{who} knows the details|I have {count} minutes for questions|Figures by {day}].",
    "f:[Since last Monday|This week] I have [completed|revised|prepared] {thing}[ for {client}|]; "
    "{thing_two} is {state}. "
    "[I should like to speak about|One question remains with|We must decide on] {part}.",
    "[Out of|Of] {count} [points|lines] in {thing} [all but two|nearly all|half] are {state}; "
    "{who} [has|takes] {part}.",
)


def weekly_meeting(scene: Scene) -> None:
    """The meeting of each week: an event, posts of what everybody does, and minutes of every second one."""
    cast, boss = scene.cast, scene.cast.boss
    starts = datetime.combine(scene.day, time(9, 30))
    if not scene.shelf.diary.is_free([cast.main.number, boss.number], starts, 45):
        return
    made = starts - timedelta(days=27, minutes=scene.random.randint(20, 400))
    words = work_words(scene, after=starts)
    guests = [cast.main, cast.mate]
    away = [cast.mate] if scene.chance(0.12) else []
    title = f"Weekly meeting, {long_day(scene.day).partition(' ')[2]}"
    scene.event(
        made,
        starts,
        45,
        title,
        place="Room 5",
        organiser=boss,
        guests=guests,
        declined=away,
        note=scene.say(boss, (AGENDA,), **words),
    )
    first = scene.post(starts - timedelta(minutes=50), boss, "general", scene.say(boss, WEEKLY, **words))
    at = first.at
    for author in scene.some([cast.main, cast.mate, *cast.groups["colleague"]], 1, 3):
        at = scene.later(at, 2, 9)
        scene.post(
            at, author, "general", scene.say(author, WEEKLY, **work_words(scene, after=starts)), thread=first
        )
    if scene.chance(0.45):
        minutes_of(scene, title, starts, [cast.main, boss, cast.mate])


def minutes_of(scene: Scene, title: str, starts: datetime, present: list[Somebody]) -> Draft:
    """The minutes of a meeting: a page of the team's notebook, and a post or a mail that tells of it."""
    writer = present[0] if scene.chance(0.6) else scene.cast.mate
    at = starts + timedelta(minutes=scene.random.randint(70, 260))
    after = starts + timedelta(days=1)
    others = scene.some(scene.cast.groups["colleague"], 0, 3)
    there = ", ".join(
        person.name for person in scene.random.sample([*present, *others], len(present) + len(others))
    )
    here = scene.phrase("[Present|There were|At the table|With us]")
    body = f"{here}: {there}\n\n{decisions(scene, scene.random.randint(2, 4), after)}"
    next_day = starts.date() + timedelta(days=7)
    page = scene.page(
        at,
        "Work",
        f"Minutes: {title}",
        body,
        properties={"Meeting": ("date", starts.date().isoformat()), "Written by": ("text", writer.name)},
    )
    words = work_words(scene, after=starts)
    if scene.chance(0.5):
        text = scene.say(
            writer,
            (
                "t:Minutes of [today|this morning] are in Notes. [Check|Mind] {part}.",
                "c:The minutes are [up|in the notebook], [typed with two fingers|complete with "
                "spelling mistakes]! Look at {part}, {who}.",
                "f:I have [entered|filed] the minutes of {title}. Please [correct|complete] what "
                "concerns {part} by {day}.",
            ),
            **words | {"title": title, "day": long_day(next_day)},
        )
        scene.post(at + timedelta(minutes=6), writer, "general", text)
    else:
        others = [person for person in present if person != writer and person in scene.cast.owners]
        body = scene.letter(
            writer,
            others[0],
            scene.say(
                writer,
                (
                    "[The minutes of|What we wrote down in|The page for] {title} [is|are] in "
                    "Notes under Work. [Please read|I am not sure about] the line on {part}.",
                ),
                **words | {"title": title},
            ),
        )
        scene.mail(
            at + timedelta(minutes=9), writer, others[:1], f"Minutes: {title}", body, copies=others[1:]
        )
    return page


def work_meeting(scene: Scene) -> None:
    """A meeting on one matter: the invitation by mail, the event with answers, a post, and often minutes."""
    cast = scene.cast
    asks = scene.pick([cast.main, cast.main, cast.boss, cast.mate])
    guests = [person for person in (cast.main, cast.boss, cast.mate) if person != asks]
    others = scene.some(cast.groups["colleague"], 1, 2)
    length = scene.pick((30, 45, 60, 90))
    starts = scene.free([cast.main, cast.boss, cast.mate], scene.day, time(10), time(16), length)
    if starts is None or starts.weekday() > 4:
        return
    room = scene.pick(ROOMS)
    words = work_words(scene, after=starts)
    subject = scene.fresh(
        "meeting",
        "[Meeting|Talk|Round]: {short}, {part}",
        short=_short(str(words["thing"])),
        part=words["part"],
    )
    values = words | {"minutes": length, "day": long_day(starts.date()), "time": clock(starts), "room": room}
    asked = scene.before(starts.date(), 3, 7, 8, 17)
    invitation = scene.mail(
        asked,
        asks,
        guests,
        subject,
        scene.letter(asks, guests[0], scene.say(asks, ASK, **values)),
        copies=others,
    )
    unsure = [guests[-1]] if scene.chance(0.15) and guests[-1] != cast.main else []
    scene.event(
        invitation.at,
        starts,
        length,
        subject,
        place=room,
        organiser=asks,
        guests=[*guests, *others],
        tentative=unsure,
        note=scene.say(asks, (AGENDA,), **words),
    )
    answer = scene.later(invitation.at, 20, 300)
    scene.mail(
        answer,
        guests[0],
        [asks],
        "",
        scene.letter(guests[0], asks, scene.say(guests[0], ACCEPT, **values)),
        answers=invitation,
    )
    if starts < NOW and scene.chance(0.5):
        minutes_of(scene, subject, starts, [asks, *guests])


def moved_meeting(scene: Scene) -> None:
    """A meeting that is moved: the mail says the old time; the event and a later post say the new one."""
    cast, asks = scene.cast, scene.pick([scene.cast.boss, scene.cast.mate])
    guests = [person for person in (cast.main, cast.boss, cast.mate) if person != asks]
    old = scene.free([cast.main, cast.boss, cast.mate], scene.day, time(9), time(12), 60)
    if old is None:
        return
    new = scene.free(
        [cast.main, cast.boss, cast.mate], old.date() + timedelta(days=1), time(13), time(16), 60
    )
    if new is None or new.weekday() > 4 or old.weekday() > 4:
        return
    words = work_words(scene, after=new)
    room = scene.pick(ROOMS)
    values = words | {"minutes": 60, "day": long_day(old.date()), "time": clock(old), "room": room}
    subject = scene.fresh(
        "meeting", "{short} [and|with] {part}", short=_short(str(words["thing"])), part=words["part"]
    )
    asked = scene.before(old.date(), 4, 8, 8, 15)
    invitation = scene.mail(
        asked, asks, guests, subject, scene.letter(asks, guests[0], scene.say(asks, ASK, **values))
    )
    scene.event(invitation.at, new, 60, subject, place=room, organiser=asks, guests=guests)
    text = scene.say(
        asks,
        (
            "t:[Change|Moved]: {subject} is now {new_day}, {new_time}. [Not|No longer] {day}.",
            "c:[Sorry, sorry|Small earthquake]! We do {subject} on {new_day} at {new_time} "
            "instead, [my fault|{client} wants me|the room was gone].",
            "f:I have to move {subject} from {day} to {new_day} at {new_time}. [The room stays|"
            "Please change your notes].",
        ),
        **values | {"new_day": long_day(new.date()), "new_time": clock(new), "subject": subject},
    )
    moved = scene.post(
        scene.clock(old.date() - timedelta(days=1), 10, 16), asks, "general", text, mentions=guests
    )
    scene.post(
        scene.later(moved.at, 4, 60),
        cast.main,
        "general",
        scene.say(cast.main, THANKS, to=asks.first),
        thread=moved,
    )


def client_visit(scene: Scene) -> None:
    """A client comes: their mail, the answer, the event, a post that asks for a room, and thanks afterwards."""
    cast, client = scene.cast, scene.pick(scene.cast.groups["client"])
    starts = scene.free([cast.main], scene.day, time(10), time(16), 90)
    if starts is None or starts.weekday() > 4:
        return
    words = work_words(scene, after=starts)
    values = words | {"day": long_day(starts.date()), "time": clock(starts), "org": client.organisation}
    asked = scene.before(starts.date(), 5, 10, 8, 17)
    body = scene.letter(
        client,
        cast.main,
        scene.say(
            client,
            (
                "t:[We come by|I come] on {day} at {time}. [It is about|Topic:] {thing}. [Two of "
                "us.|Half an hour may do.]",
                "c:[We have been staring at|Everybody here talks about] {thing}, and {part} "
                "[puzzles us|makes us nervous]. May we visit on {day} at {time}?",
                "f:[On behalf of {org}|For {org}] I would like to visit you on {day} at {time} to "
                "look at {thing}, [especially|in particular] {part}.",
            ),
            **values,
        ),
    )
    subject = scene.phrase("[Visit|Our visit|Appointment] on {day}", day=values["day"])
    asking = scene.mail(asked, client, [cast.main], subject, body)
    answer = scene.later(asking.at, 60, 600)
    scene.mail(
        answer,
        cast.main,
        [client],
        "",
        scene.letter(
            cast.main,
            client,
            scene.say(
                cast.main,
                (
                    "{day} at {time} [suits us|is fine|is in the calendar]. [I shall have|We will "
                    "lay out] {thing} and [the figures for {part}|something to drink].",
                ),
                **values,
            ),
        ),
        answers=asking,
    )
    room = scene.pick(ROOMS)
    scene.event(
        answer,
        starts,
        90,
        f"Visit of {client.organisation}",
        place=room,
        guests=[client],
        note=scene.phrase(
            "[Show|Explain|Ask about]: {thing}, {part}; [contact|comes]: {name}", **words, name=client.name
        ),
    )
    note = scene.post(
        scene.later(answer, 10, 90),
        cast.main,
        "general",
        scene.say(
            cast.main,
            (
                "[Who can|Can somebody] [keep|tidy|heat] {room} [for|on] {day} from {time}? {org} "
                "[comes|is coming] [about|because of] {thing}.",
            ),
            **values | {"room": room},
        ),
    )
    helper = scene.pick(cast.groups["colleague"])
    scene.post(
        scene.later(note.at, 3, 60),
        helper,
        "general",
        scene.say(
            helper,
            (
                "t:[I do it.|Done.|Room is yours.]",
                "c:[Leave it to me|I will hide the boxes], and I [buy rolls|find a cloth] [for {org}|on the way]!",
                "f:I have [reserved|prepared] {room} for {day}[ and ordered coffee for {count}|].",
            ),
            **values | {"room": room},
        ),
        thread=note,
    )
    scene.mail(
        starts + timedelta(hours=scene.random.randint(3, 26)),
        client,
        [cast.main],
        "",
        scene.letter(
            client,
            cast.main,
            scene.say(
                client,
                (
                    "[Thank you for|We enjoyed] the [visit|talk] [on|of] {day}. [Please send|We "
                    "wait for] {thing} by {later}; {part} [is fine as it is|may cost {sum} euros "
                    "more].",
                ),
                **values,
            ),
        ),
        answers=asking,
    )


def _short(thing: str) -> str:
    """A thing without its article, as subjects have it."""
    return thing.removeprefix("the ")[:1].upper() + thing.removeprefix("the ")[1:]
