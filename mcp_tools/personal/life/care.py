"""Life events of health, sport and school: appointments, runs, school events, parents' evenings."""

from __future__ import annotations

from datetime import time, timedelta

from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import YES, clock, long_day, short_day

BRING = (
    "[the old X-rays|your insurance card|a list of your medicines|comfortable shoes|the referral|your "
    "glasses|an empty stomach]"
)
ROUTES = (
    "[along the canal|over Mill Meadow|up to the water tower|round the reservoir|to the old lock|"
    "through the allotments|by the quarry path|across both bridges]"
)


def medical_appointment(scene: Scene) -> None:
    """An appointment that the surgery moves: two mails, an event with the later time, a chat of the household."""
    cast = scene.cast
    doctor = scene.pick(cast.groups["doctor"])
    first = scene.free([cast.main], scene.day, time(8), time(16), 30)
    if first is None or first.weekday() > 4:
        return
    moved = (
        scene.free(
            [cast.main], first.date() + timedelta(days=scene.random.randint(2, 6)), time(8), time(16), 30
        )
        if scene.chance(0.6)
        else None
    )
    if moved and moved.weekday() > 4:
        moved = None
    last = moved or first
    number = scene.random.randint(1000, 9999)
    who = (
        scene.pick(["you", cast.groups["child"][0].first])
        if doctor.role in ("dentist", "eye doctor")
        else cast.groups["child"][0].first
        if doctor.role == "paediatrician"
        else "you"
    )
    values = {
        "doctor": doctor.name,
        "surgery": doctor.organisation,
        "day": long_day(first.date()),
        "time": clock(first),
        "bring": scene.phrase(BRING),
        "number": number,
        "who": who,
        "role": doctor.role,
    }
    mail = scene.mail(
        scene.before(first.date(), 12, 25, 8, 17),
        doctor,
        [cast.main],
        scene.phrase("[Appointment|Your appointment] {number}", **values),
        scene.phrase(
            "[Appointment|We expect {who}]: {day} at {time}, {surgery}. Please bring {bring}[ and "
            "come ten minutes early|]. [If you cannot come|To cancel], [ring|write] [two days|one "
            "day] before.",
            **values,
        ),
    )
    chat = scene.later(mail.at, 60, 600)
    scene.talk(
        chat,
        cast.main,
        cast.partner,
        scene.say(
            cast.main,
            (
                "[I see the|There is the|I have to go to the] {role} on {day} at {time}[, for {child}|]. [Can you|"
                "Who can] [cook|fetch the children|take the car in|be home for the parcel]?",
            ),
            **values,
            child=who if who != "you" else "the annual check",
        ),
        scene.say(cast.partner, YES),
    )
    title = f"{doctor.role[0].upper()}{doctor.role[1:]}: {doctor.organisation}" + (
        f" ({who})" if who != "you" else ""
    )
    if moved:
        new = values | {"new_day": long_day(moved.date()), "new_time": clock(moved)}
        change = scene.mail(
            scene.before(first.date(), 1, 4, 9, 16),
            doctor,
            [cast.main],
            "",
            scene.phrase(
                "[We must move|Unfortunately we have to change] appointment {number} from {day}, "
                "{time} to {new_day} at {new_time}. [The doctor is|We are] [ill|at a course|short "
                "of staff]. [The rest stays|Bring {bring} all the same].",
                **new,
            ),
            answers=mail,
        )
        scene.mail(
            scene.later(change.at, 20, 200),
            cast.main,
            [doctor],
            "",
            scene.letter(
                cast.main,
                doctor,
                scene.say(cast.main, ("{new_day} at {new_time} [is fine|suits me|works].",), **new),
            ),
            answers=mail,
        )
        scene.talk(
            scene.later(change.at, 210, 300),
            cast.main,
            cast.partner,
            scene.say(
                cast.main,
                (
                    "[Forget|Not] {day}: the {role} is on {new_day} now, {new_time}. [Same plan|Still all right]?",
                ),
                **new,
            ),
            scene.say(cast.partner, YES),
        )
    scene.event(
        mail.at + timedelta(minutes=15),
        last,
        30,
        title,
        place=doctor.organisation,
        is_family=True,
        note=scene.phrase("Appointment {number}; bring {bring}", **values),
    )
    after = scene.phrase(
        "[Next check|Come back] in {months} months; [blood pressure|left side|everything else] "
        "[fine|to watch|as before]. [Takes|Use] [drops|the ointment|a splint|nothing] for {days} "
        "days.",
        months=scene.random.randint(3, 12),
        days=scene.random.randint(5, 21),
    )
    scene.page(
        last + timedelta(hours=3),
        "Private",
        f"{doctor.role[0].upper()}{doctor.role[1:]}, {short_day(last.date())}",
        after,
        properties={"Doctor": ("text", doctor.name)},
    )


COMES = (
    "t:[In|Me|Coming|Yes|Count me][.|, slowly.|, with the dog.|, ten minutes late.]",
    "c:[Yes yes yes|Hurrah|My shoes are by the door], [I need it|wait for me|who brings the "
    "plasters|no hills please]!",
    "f:I [join you|take part|shall be there][, provided it stays dry|, with pleasure|, at my own "
    "pace|, and bring water].",
)


def run_together(scene: Scene) -> None:
    """A run with friends: who comes, in the group, and an event."""
    cast = scene.cast
    runners = cast.groups["friend"][4:8]
    starts = scene.free([cast.main], scene.day, time(8), time(10), 60, days=1)
    if starts is None:
        return
    group = scene.group("Sunday run", (cast.main, *runners))
    route = scene.phrase(ROUTES)
    at = scene.before(scene.day, 1, 2, 9, 21)
    values = {
        "day": long_day(scene.day),
        "time": clock(starts),
        "route": route,
        "km": scene.random.randint(5, 16),
    }
    asks = scene.pick((cast.main, *runners))
    first = scene.chat(
        at,
        asks,
        group,
        scene.say(
            asks,
            (
                "t:{time}, {route}, {km} km?",
                "c:[Who is brave|Shoes on]! {day}, {time}, {route}, [only|about] {km} kilometres!",
                "f:[Shall we run|I propose] {route} on {day}, {km} kilometres, [start|meeting] at {time}?",
            ),
            **values,
        ),
    )
    coming = []
    for runner in scene.some([person for person in (cast.main, *runners) if person != asks], 2, 4):
        at = scene.later(max(at, first.at), 2, 90)
        comes = scene.chance(0.7) or runner == cast.main
        coming += [runner] if comes else []
        answer = (
            (*COMES, "[In|Coming], if we [stop|turn] at [the kiosk|the bench|kilometre {half}].")
            if comes
            else ("[Not me|Without me], [knee|cold|{excuse}] [since {since}|again|, sorry].",)
        )
        scene.chat(
            at,
            runner,
            group,
            scene.say(
                runner,
                answer,
                half=int(str(values["km"])) // 2,
                excuse=scene.phrase("[visitors|night shift|a birthday|the roof]"),
                since=short_day(scene.day - timedelta(days=scene.random.randint(2, 9))),
            ),
            answers=first,
        )
    scene.event(
        scene.later(at, 2, 30),
        starts,
        60,
        f"Run {route}",
        guests=[runner for runner in coming if runner != cast.main],
        note=f"{values['km']} km",
    )
    if scene.chance(0.25):
        scene.plain(
            starts + timedelta(hours=2),
            cast.main,
            scene.say(
                cast.main,
                ("{km} kilometres {route}, [{who} won|in the rain|with a stitch|slower than the dog].",),
                **values,
                who=scene.pick(runners).first,
            ),
            ["#sundayrun"],
        )
