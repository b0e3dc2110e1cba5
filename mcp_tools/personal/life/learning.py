"""Life events in which somebody learns: courses, hand-overs, newcomers."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.book import NOW
from mcp_tools.personal.life.country import open_places
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, YES, clock, long_day
from mcp_tools.personal.life.work_words import work_words


def new_colleague(scene: Scene) -> None:
    """Somebody begins: the boss's post and mail, a first lunch, the main person's note of the name."""
    cast = scene.cast
    new = scene.pick(cast.groups["colleague"])
    at = scene.clock(scene.day, 8, 10)
    words = work_words(scene, after=at) | {
        "new": new.name,
        "role": new.role,
        "desk": scene.random.randint(3, 41),
    }
    text = scene.say(
        cast.boss,
        (
            "{new} [changes to our corridor|takes over new duties] as {role} [today|this week] "
            "and [looks after|begins with] {thing}. Desk {desk}, [near|beside] {part}.",
        ),
        **words,
    )
    first = scene.post(at, cast.boss, "announcements", text)
    for greeter in (cast.main, cast.mate):
        scene.post(
            scene.later(first.at, 4, 80),
            greeter,
            "announcements",
            scene.say(
                greeter,
                (
                    "[Welcome|Good to have you], {first}! [Coffee is|The good cups are] [behind|next to] {part}.",
                ),
                first=new.first,
                part=scene.pick(cast.employer.parts),
            ),
            thread=first,
        )
    mail = scene.mail(
        scene.later(first.at, 20, 90),
        new,
        [cast.main],
        scene.phrase("[First questions|Hello|Where do I find things]"),
        scene.letter(
            new,
            cast.main,
            scene.say(
                new,
                (
                    "[Could you show me|Where do I find] {thing}? [{who} said|I was told] you "
                    "know {part} best. [I am at|My desk is] desk {desk}.",
                ),
                **words,
            ),
        ),
    )
    scene.mail(
        scene.later(mail.at, 20, 200),
        cast.main,
        [new],
        "",
        scene.letter(
            cast.main,
            new,
            scene.say(
                cast.main,
                (
                    "[It is|You find it] [with|next to] {part_two}, [ask|take it from] {who}. "
                    "[Let us|We could] look at it on {day}[, if you like|].",
                ),
                **words,
            ),
        ),
        answers=mail,
    )


def course(scene: Scene) -> None:
    """A course of three evenings: confirmation, events, homework in the vault, a word to the household."""
    cast = scene.cast
    subject = scene.fresh(
        "course",
        "[Bookbinding|Sign language|Bread baking|First aid|Wood carving|Spreadsheet|Watercolour|"
        "Bicycle repair|Public speaking] [for beginners|in three evenings|, part two|, evening "
        "group]",
    ).replace(" ,", ",")
    options = open_places(cast.town, ("library", "museum"), scene.day, "18:00", "20:30")
    days = [scene.day + timedelta(days=7 * week) for week in range(3)]
    slots = [scene.free([cast.main], day, time(18), time(19), 90, days=1) for day in days]
    if not options or not all(slots):
        return
    library = scene.pick(options)
    fee = scene.random.randint(30, 90)
    room = scene.random.randint(2, 29)
    booked = scene.before(scene.day, 10, 20, 9, 20)
    starts = [slot for slot in slots if slot]
    teacher = scene.pick(cast.all_of("online", "neighbour"))
    values = {
        "subject": subject,
        "place": library.name,
        "room": room,
        "fee": fee,
        "first": long_day(days[0]),
        "time": clock(starts[0]),
        "teacher": teacher.name,
        "bring": scene.phrase("[an apron|a soft pencil|an old shirt|a notebook|your own mug]"),
    }
    mail = scene.mail(
        booked,
        "courses@evening-school.test",
        [cast.main],
        f"Your place: {subject}",
        scene.phrase(
            "You are [registered|enrolled] for {subject}. It begins on {first} at {time} in "
            "{place}, room {room}; [teacher|led by]: {teacher}. The fee of {fee} euros is [due|"
            "paid] at the first lesson. Please bring {bring}.",
            **values,
        ),
    )
    lessons: list[tuple[datetime, str]] = []
    for index, at in enumerate(starts, start=1):
        scene.event(
            mail.at + timedelta(minutes=20 + index),
            at,
            90,
            f"{subject} ({index} of 3)",
            place=f"{library.name}, room {room}",
        )
        lesson = scene.phrase(
            f"- lesson {index}, {long_day(at.date())}: [the others|we all|{{teacher}}] "
            "[practised|struggled with|laughed about] [edges|corners|names|patience|left "
            f"hands|knots], [homework|next time]: {{bring}} and [page|exercise] {{page}}",
            **values,
            page=scene.random.randint(4, 90),
        )
        if at < NOW - timedelta(hours=4):
            lessons.append((at, lesson))
    scene.file(
        starts[0] + timedelta(hours=3),
        f"Courses/{subject}.md",
        f"# {subject}\n\n{teacher.name}, {library.name}\n\n"
        + "\n".join(text for _, text in lessons)
        + "\n\n#course",
        edited=(lessons[-1][0] if lessons else starts[0]) + timedelta(hours=3),
    )
    scene.talk(
        scene.later(mail.at, 60, 300),
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "[I am enrolled|I have a place] in {subject}, {weekday}s at {time}. [Can you do "
                "supper|Supper is yours] on those [days|evenings]?",
            ),
            **values,
            weekday=long_day(days[0]).split()[0],
        ),
        scene.say(cast.partner, YES),
    )


def hand_over(scene: Scene) -> None:
    """The main person takes over a thing: a mail with a list, a page of the handbook, a reminder in the calendar."""
    cast = scene.cast
    giver = scene.pick(cast.groups["colleague"])
    at = scene.clock(scene.day, 9, 15)
    words = work_words(scene, after=at)
    lines = [
        scene.phrase(
            "[every|each] [Monday|Tuesday|Thursday|Friday|first of the month]: [check|send|file|"
            "print] {thing}, [mind|not] {part}",
            **work_words(scene, after=at),
        )
        for _ in range(3)
    ]
    body = "\n".join(f"{index}. {line}" for index, line in enumerate(lines, start=1))
    mail = scene.mail(
        at,
        giver,
        [cast.main],
        scene.phrase("[Hand-over|You take over]: {thing}", **words),
        scene.letter(
            giver,
            cast.main,
            scene.say(giver, ("From {day} {thing} is yours. [What I do|The routine]:",), **words),
            body,
        ),
    )
    scene.page(
        scene.later(mail.at, 60, 400),
        "Team handbook",
        f"How we do {words['thing']} ({scene.phrase('{part}', **words)})",
        f"{body}\n\nFrom {giver.name} to {cast.main.name}.",
    )
    slot = scene.free([cast.main], scene.day + timedelta(days=2), time(11), time(16), 30)
    if slot and slot.weekday() < 5:
        scene.event(
            scene.later(mail.at, 30, 90),
            slot,
            30,
            scene.phrase("{giver} [shows|explains] {thing}", **words, giver=giver.first),
            guests=[giver],
            place=scene.phrase("[desk of|next to] {giver}", giver=giver.first),
        )
    scene.mail(
        scene.later(mail.at, 100, 500),
        cast.main,
        [giver],
        "",
        scene.letter(cast.main, giver, scene.say(cast.main, THANKS, to=giver.first)),
        answers=mail,
    )
