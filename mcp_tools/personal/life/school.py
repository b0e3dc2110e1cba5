"""Life events at school: events of a class, parents' evenings."""

from __future__ import annotations

from datetime import time, timedelta

from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, clock, long_day, short_day


def school_event(scene: Scene) -> None:
    """An event at school: the teacher's mail, the family's calendar, who goes and what to bring."""
    cast = scene.cast
    teacher, child = scene.pick(cast.groups["teacher"]), scene.pick(cast.groups["child"])
    what = scene.phrase(
        "[Class trip to the lock|Sports day|School concert|Science fair|Reading night|Book sale|"
        "Cycling test|Lantern walk|Museum visit|Theatre rehearsal|Swimming day]"
    )
    starts = scene.free([cast.main], scene.day, time(14), time(18), 90, days=3)
    if starts is None:
        return
    need = scene.phrase(
        "[a cake|rubber boots|four euros|an old sheet|a packed lunch|white clothes|a bicycle "
        "helmet|empty jars|a signed slip]"
    )
    values = {
        "what": what,
        "day": long_day(starts.date()),
        "time": clock(starts),
        "child": child.first,
        "need": need,
        "slip": long_day(starts.date() - timedelta(days=4)),
        "fee": scene.random.randint(2, 14),
    }
    mail = scene.mail(
        scene.before(starts.date(), 8, 15, 8, 16),
        teacher,
        [cast.main, cast.partner],
        scene.phrase("{what}, {day}", **values),
        scene.letter(
            teacher,
            "parents",
            scene.say(
                teacher,
                (
                    "[On|Please note: on] {day} at {time} is our {what}. {child} [needs|should "
                    "bring] {need}. The [slip|form] [is due|comes back] by {slip}, [costs|fee]: "
                    "{fee} euros.",
                ),
                **values,
            ),
        ),
    )
    drafts = scene.talk(
        scene.later(mail.at, 60, 700),
        cast.partner,
        cast.main,
        scene.say(
            cast.partner,
            (
                "[Did you see|Have you read] the mail about {what}? {child} needs {need} [by|on] {day}.",
                "{what} on {day}: [you or me|who goes]? [And|Also] {need}, [where do we get that|tonight, please].",
            ),
            **values,
        ),
        scene.say(
            cast.main,
            (
                "I [go|take it], [can you|you] [find|buy|borrow] {need}? {time} [is fine|means I leave early].",
            ),
            **values,
        ),
    )
    scene.event(
        scene.later(drafts[-1].at, 2, 20),
        starts,
        90,
        f"{what} ({child.first})",
        place="Weirside School",
        is_family=True,
        note=scene.phrase("[Bring|Do not forget] {need}", **values),
    )
    scene.mail(
        scene.later(mail.at, 800, 2500),
        cast.main,
        [teacher],
        "",
        scene.letter(
            cast.main,
            teacher,
            scene.say(
                cast.main,
                (
                    "{child} [comes|takes part] on {day}; [the slip|the fee of {fee} euros] [is "
                    "in the bag|follows tomorrow].",
                ),
                **values,
            ),
        ),
        answers=mail,
    )


def parents_evening(scene: Scene) -> None:
    """A parents' evening: invitation with a slot by mail, an event, questions in a note, what was said in chat."""
    cast = scene.cast
    teacher, child = cast.groups["teacher"][0], scene.pick(cast.groups["child"])
    starts = scene.free([cast.main, cast.partner], scene.day, time(18), time(20), 30, days=4)
    if starts is None:
        return
    room = f"{scene.random.randint(1, 3)}{scene.random.randint(10, 29)}"
    values = {
        "day": long_day(starts.date()),
        "time": clock(starts),
        "child": child.first,
        "room": room,
        "teacher": teacher.name,
        "subject": scene.phrase("[spelling|fractions|the class trip|gym|reading aloud|homework|geography]"),
        "other": scene.phrase("[the noise|the new seating|lunch|friendships|the violin]"),
    }
    mail = scene.mail(
        scene.before(starts.date(), 10, 18, 8, 16),
        teacher,
        [cast.main],
        scene.phrase("Parents' evening, {day}", **values),
        scene.letter(
            teacher,
            cast.main,
            scene.say(
                teacher,
                (
                    "[Your slot|We meet] on {day} [is|at] {time} in room {room}. I would like to "
                    "[speak about|look at] {subject} and {other} with you.",
                ),
                **values,
            ),
        ),
    )
    scene.mail(
        scene.later(mail.at, 60, 900),
        cast.main,
        [teacher],
        "",
        scene.letter(
            cast.main,
            teacher,
            scene.say(
                cast.main,
                (
                    "[Thank you|Noted], {time} in room {room} [suits us|is fine]. [We also have|"
                    "May we add] a question on {other}.",
                ),
                **values,
            ),
        ),
        answers=mail,
    )
    scene.event(
        scene.later(mail.at, 910, 990),
        starts,
        30,
        f"Parents' evening ({child.first})",
        place=f"Weirside School, room {room}",
        guests=[cast.partner],
        is_family=True,
    )
    scene.page(
        scene.before(starts.date(), 1, 3),
        "Household",
        f"Questions for {teacher.name}, {short_day(starts.date())}",
        scene.phrase(
            "- {subject}: [how much|what helps|which book]?\n- {other}: [who decides|since when|"
            "is it better]?\n- [Next|Dates of] [exams|trips]?",
            **values,
        ),
    )
    scene.talk(
        starts + timedelta(minutes=scene.random.randint(60, 100)),
        cast.main,
        cast.groups["family"][0],
        scene.say(
            cast.main,
            (
                "[Back from|We were at] school: {child} [does well in|must practise] {subject}, "
                "{other} [is no topic|is better|stays difficult].",
            ),
            **values,
        ),
        scene.say(cast.groups["family"][0], THANKS, to=cast.main.first),
    )
