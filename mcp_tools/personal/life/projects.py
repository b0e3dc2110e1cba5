"""Life events of projects: their channels, threads, mails, meetings, pages and files, which link each other."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from mcp_tools.personal.life.at_work import ROOMS, minutes_of
from mcp_tools.personal.life.book import NOW, Draft
from mcp_tools.personal.life.cast import Somebody
from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import THANKS, clock, long_day, short_day
from mcp_tools.personal.life.work_words import work_words

OPEN = (
    "t:{who}: {thing} for {project}, {part}? [Who has it|Where is it|Which version]?",
    "t:{project}: [need|missing] {thing} [by|before] {day}.",
    "c:[Quick one for|Who of you has] {project}: has anybody seen {thing}, the one about {part}? "
    "[I had it|It was] on [the green shelf|{who}'s desk|the drive] on {day}.",
    "c:[Good news|Guess what]! {client} [likes|signed off|has finally read] {thing}. Only {part} "
    "[makes them frown|is not to their taste|needs a second go].",
    "f:For {project} we [need|still lack] {thing} by {day}. {who}, could you [take over|look after|check] {part}?",
    "f:{client} has [asked for|sent] a new version of {thing}; [the difference is|what changed "
    "is] {part}. Costs: about {sum} euros.",
)
REPLY = (
    "t:[Mine|I take it]. Ready {day}.",
    "t:[Version|Copy] {count} is right, {part} [included|not yet].",
    "t:No. Ask {who}, {thing_two} comes first.",
    "c:[It is with me|I found it], under {thing_two}! [I bring it|You get it] on {day}, [promise|"
    "with a bow|once {part} is dry].",
    "c:[Hm|Oh dear|Well], {part} [worries me|is trickier than it looks|bites], [can {who}|who can|"
    "shall we] [have a look|hold "
    "the other end|hide it] [before|until] {day}?",
    "f:I have [checked|gone through] {part}: {count} [items|entries|points] are [in order|open], "
    "{thing} follows on {day}.",
    "f:According to {client} {part} may cost up to {sum} euros. I [would wait|suggest to wait] for {thing_two}.",
    "c:[You two|People|Dear all], {thing_two} [has coffee on it|fell behind the radiator|smells "
    "of paint]! I [print|write|beg for] "
    "a new one, {who} [signs|stamps|frames] it on {day}.",
    "f:[To be precise|For completeness|As to your question]: {thing_two} [lists|names|has] "
    "{count} [items|points|lines] for {part}, "
    "{client} [sees|counts|expects] {sum_two}.",
    "t:{part}: {count} [left|to do|open], {thing_two} [first|after that|goes too].",
    "[Please mind|Do not forget|Keep in mind|By the way]: {thing_two} [depends on|goes before|"
    "hangs on|refers to] {part}; "
    "{who} [wants it|expects it|asked for it] [on|by|before] {day}.",
)
CLIENT = (
    "t:{project}: {thing} [arrived|seen]. {part}: [no|not like that|change it]. [New one|Reply] by {day}.",
    "t:[When comes|Still waiting for] {thing}? {who} [said|promised] {day}.",
    "c:We [all crowded round|had a long look at|spread out] {thing} [at lunch|in the corridor] "
    "and [love|are puzzled by] {part}! Could it be [larger|cheaper|ready by {day}|a little "
    "quieter]?",
    "f:[Regarding|As to] {project}: we [have received|accept] {thing}, [but|and] {part} [exceeds|"
    "stays below] the agreed sum by {sum_two} euros. [Please explain|We ask for a word] by {day}.",
    "f:[Our board|Our committee] [discusses|decides on] {part} on {day}. [For this|Until then] we "
    "need {thing} in {count} copies[ and a short summary|].",
)
BRIEF = (
    "[We start|I am starting] {project} for {client} on {day}. [First comes|We begin with] "
    "{thing}, then {part}. [Budget|Money]: {budget} euros, end: {end}.",
    "{client} [has ordered|gave us] {project}. [You look after|Yours is] {part}, {who} [does|"
    "prepares] {thing}. The budget is {budget} euros and it [ends|is due] on {end}.",
)
STATUS = ("Planned", "Running", "Waiting", "Done")


def project(scene: Scene) -> None:
    """A project from its start to its end: eleven weeks of channel, mails, meetings, pages and files."""
    cast, shelf = scene.cast, scene.shelf
    names = [name for name in cast.employer.projects if _channel(name) not in shelf.channels]
    name, client = scene.pick(names), scene.pick(cast.groups["client"])
    team = [cast.main, cast.mate, *scene.some(cast.groups["colleague"], 2, 3)]
    lead = scene.pick([cast.boss, cast.main])
    team += [cast.boss]
    begun = datetime.combine(scene.day, time(9, scene.random.randint(0, 40)))
    end = scene.day + timedelta(days=scene.random.randint(60, 84))
    budget = scene.random.randint(12, 90) * 500
    words = work_words(scene, after=begun) | {
        "project": name,
        "client": client.organisation,
        "end": short_day(end),
        "budget": budget,
    }
    shelf.channels[_channel(name)] = scene.write(
        "team.channel",
        begun,
        name=_channel(name),
        is_private=scene.chance(0.4),
        members=[person.id for person in team],
        purpose=scene.phrase("{project} for {client}, [led by|with] {lead}", **words, lead=lead.name),
    )
    first = scene.post(
        begun + timedelta(minutes=5), lead, _channel(name), scene.say(lead, BRIEF, **words), pinned=True
    )
    scene.post(
        scene.later(first.at),
        cast.mate,
        _channel(name),
        scene.say(cast.mate, THANKS, to=lead.first),
        thread=first,
    )
    to = [person for person in (cast.main, cast.boss, cast.mate) if person != lead]
    mail = scene.mail(
        begun + timedelta(minutes=25),
        lead,
        to,
        scene.phrase("{project}: [start|kick-off|first steps]", **words),
        scene.letter(lead, to[0], scene.say(lead, BRIEF, **words)),
        attachments=[f"{_channel(name)}-plan.pdf"],
    )
    _pages(scene, name, client, lead, begun, end, budget)
    _kick_off(scene, name, lead, team, begun, mail)
    weeks = (min(end, NOW.date()) - scene.day).days // 7
    for week in range(1, weeks + 1):
        _week(scene, name, client, team, begun + timedelta(days=7 * week))
    _files(scene, name, client, lead, begun)
    if end < NOW.date():
        last = datetime.combine(end, time(15, 10))
        closing = scene.say(
            lead,
            (
                "{project} is [done|finished|handed over]. {client} [has paid|pays] {budget} "
                "euros, [spent|used]: {spent}. [Thank you all|Cake on {day}].",
            ),
            **words
            | {
                "spent": budget - scene.random.randint(1, 60) * 20,
                "day": long_day(end + timedelta(days=(4 - end.weekday()) % 7)),
            },
        )
        scene.post(last, lead, _channel(name), closing, pinned=True)


def _pages(
    scene: Scene, name: str, client: Somebody, lead: Somebody, begun: datetime, end: object, budget: int
) -> Draft:
    """The project's page with one for its budget and one for its open points."""
    done = str(end) < NOW.date().isoformat()
    edited = begun + timedelta(days=scene.random.randint(20, 60), minutes=scene.random.randint(0, 300))
    words = work_words(scene, after=begun) | {"project": name}
    page = scene.page(
        begun + timedelta(hours=2),
        "Work",
        name,
        scene.say(
            lead,
            (
                "{project}: [first|we begin with] {thing}, [later|after that] {thing_two}. [Tricky|Watch]: {part}.",
            ),
            **words,
        ),
        edited=edited,
        properties={
            "Status": ("choice", "Done" if done else scene.pick(STATUS[1:3])),
            "Lead": ("text", lead.name),
            "Client": ("text", client.organisation),
            "Due": ("date", str(end)),
        },
    )
    shares = [round(budget * share / 100) for share in scene.random.sample(range(8, 32), 3)]
    things = scene.some(scene.cast.employer.things, 3, 3)
    table = "\n".join(
        f"| {thing.removeprefix('the ')} | {share} |" for thing, share in zip(things, shares, strict=True)
    )
    body = f"| item | euros |\n|---|---|\n{table}\n| reserve | {budget - sum(shares)} |\n\nTotal: {budget} euros."
    scene.page(
        begun + timedelta(hours=3),
        "Work",
        f"{name}: budget",
        body,
        above=page,
        properties={"Budget": ("number", str(budget)), "Approved": ("checkbox", "true" if done else "false")},
    )
    points = [
        scene.phrase(
            scene.pick(REPLY[-1:] + OPEN[1:2]).removeprefix("t:"),
            **work_words(scene, after=begun),
            project=name,
        )
        for _ in range(3)
    ]
    scene.page(
        begun + timedelta(days=4, hours=5),
        "Work",
        f"{name}: open points",
        "\n".join(f"- {point}" for point in points),
        above=page,
        edited=edited,
    )
    return page


def _kick_off(
    scene: Scene, name: str, lead: Somebody, team: list[Somebody], begun: datetime, mail: Draft
) -> None:
    cast = scene.cast
    people = [cast.main, cast.boss, cast.mate]
    starts = scene.free(people, begun.date() + timedelta(days=2), time(9), time(16), 60)
    if starts is None or starts.weekday() > 4:
        return
    room = scene.pick(ROOMS)
    guests = [person for person in team if person != lead]
    title = f"{name}: kick-off"
    scene.event(
        mail.at + timedelta(minutes=5),
        starts,
        60,
        title,
        place=room,
        organiser=lead,
        guests=guests,
        note=scene.phrase(
            "[Bring|Please read] {thing}; [we begin with|first] {part}.", **work_words(scene, after=starts)
        ),
    )
    answer = scene.later(mail.at, 30, 200)
    others = [person for person in people if person != lead]
    scene.mail(
        answer,
        others[0],
        [lead],
        "",
        scene.letter(
            others[0],
            lead,
            scene.phrase(
                "{day} at {time} in {room} [is noted|suits me]. [I bring|You get] {thing} [before|then].",
                day=long_day(starts.date()),
                time=clock(starts),
                room=room,
                thing=scene.pick(cast.employer.things),
            ),
        ),
        answers=mail,
    )
    if starts < NOW:
        minutes_of(scene, title, starts, [lead, *others])


def _week(scene: Scene, name: str, client: Somebody, team: list[Somebody], around: datetime) -> None:
    """A week of a project: a thread or two, and now and then a mail to the client and its answer."""
    cast = scene.cast
    for _ in range(scene.random.randint(1, 2)):
        at = scene.clock((around + timedelta(days=scene.random.randint(0, 3))).date(), 8, 16)
        at -= timedelta(days=max(0, at.weekday() - 4))
        author = scene.pick(team)
        words = work_words(scene, after=at) | {"project": name, "client": client.organisation}
        mentioned = (
            [scene.pick([person for person in team if person != author])] if scene.chance(0.35) else []
        )
        text = scene.say(author, OPEN, **words)
        text = f"<@{mentioned[0].member}> {text}" if mentioned else text
        first = scene.post(at, author, _channel(name), text, mentions=mentioned)
        for _ in range(scene.random.randint(1, 3)):
            at = scene.later(max(at, first.at), 3, 140)
            answering = scene.pick([person for person in team if person != author])
            values = work_words(scene, after=at) | {
                key: words[key] for key in ("project", "client", "thing", "part")
            }
            scene.post(at, answering, _channel(name), scene.say(answering, REPLY, **values), thread=first)
    if scene.chance(0.4):
        at = scene.clock((around + timedelta(days=1)).date(), 9, 16)
        words = work_words(scene, after=at) | {"project": name, "client": client.organisation}
        subject = scene.phrase(
            "{project}: {short} [and|with] {part}", **words, short=str(words["thing"]).removeprefix("the ")
        )
        writer = scene.pick([cast.main, cast.main, cast.mate])
        asked = scene.mail(
            at,
            client,
            [writer],
            subject,
            scene.letter(client, writer, scene.say(client, CLIENT, **words)),
            copies=[cast.boss] if writer == cast.main else [cast.main],
        )
        scene.mail(
            scene.later(asked.at, 40, 900),
            writer,
            [client],
            "",
            scene.letter(writer, client, scene.say(writer, REPLY, **words)),
            answers=asked,
        )


def _files(scene: Scene, name: str, client: Somebody, lead: Somebody, begun: datetime) -> None:
    """The main person's own notes of a project in the vault."""
    words = work_words(scene, after=begun) | {"project": name}
    log = []
    for week in range(scene.random.randint(2, 4)):
        day = begun + timedelta(days=7 * week + scene.random.randint(1, 3))
        if day < NOW:
            log.append(
                (
                    day,
                    scene.phrase(
                        "[talked to|rang|met] {who} [about|because of] {thing}, {part} {state}",
                        **work_words(scene, after=day),
                    ),
                )
            )
    people = f"People/{client.name}"
    idea = scene.phrase(
        "[What if|Perhaps|Try]: {thing_two} [before|without|instead of] {thing}; ask {who}.", **words
    )
    lines = "\n".join(f"- {short_day(day.date())}: {text}" for day, text in log)
    text = (
        f"# {name}\n\nClient: [[{client.name}]], {client.organisation}. Lead: {lead.name}. "
        f"#project\n\n## Log\n{lines}\n\n"
        f"## Ideas\n{idea}"
    )
    last = log[-1][0] if log else begun
    scene.file(begun + timedelta(hours=6), f"Projects/{name}.md", text, edited=last + timedelta(minutes=50))
    about = scene.phrase(
        "[Talks|Writes|Answers] [quickly|slowly|in long sentences]; [careful with|interested in] {part}.",
        **words,
    )
    scene.file(
        begun + timedelta(hours=7),
        f"{people}.md",
        f"# {client.name}\n\n{client.organisation}, see [[{name}]]. {about}\n\n#people/client",
    )


def budget(scene: Scene) -> None:
    """The yearly budget of the team: this year's page beside last year's, a mail and a post."""
    cast = scene.cast
    scene.day = date(2026, 2, scene.random.randint(2, 6))
    lines, rows = scene.some(cast.employer.things, 5, 6), []
    for year in (2025, 2026):
        values = [scene.random.randint(5, 80) * 25 for _ in lines]
        rows.append(values)
        table = "\n".join(
            f"| {item.removeprefix('the ')} | {value} |" for item, value in zip(lines, values, strict=True)
        )
        at = datetime.combine(scene.day.replace(year=year), time(11, 20))
        scene.page(
            at,
            "Work",
            f"Team budget {year}",
            f"| item | euros |\n|---|---|\n{table}\n\nTotal: {sum(values)} euros.",
            properties={"Year": ("number", str(year)), "Total": ("number", str(sum(values)))},
        )
    words = work_words(scene, after=datetime.combine(scene.day, time(12))) | {
        "item": lines[0].removeprefix("the "),
        "sum": rows[1][0],
        "old": rows[0][0],
    }
    text = scene.say(
        cast.boss,
        (
            "[The budget for|Our budget of] 2026 is in Notes. For {item} we have {sum} euros "
            "[this year|now], [last year|in 2025] it was {old}. [Objections|Wishes] by {day}.",
        ),
        **words,
    )
    sent = scene.mail(
        datetime.combine(scene.day, time(12, 5)),
        cast.boss,
        [cast.main, cast.mate],
        "Team budget 2026",
        scene.letter(cast.boss, cast.main, text),
    )
    scene.post(
        scene.later(sent.at, 30, 90),
        cast.mate,
        "general",
        scene.say(
            cast.mate,
            (
                "[Has anybody|Did you] [seen|read] the budget? {item} [with|at] {sum} euros, "
                "[that is brave|I had hoped for more|and {part} gets nothing].",
            ),
            **words,
        ),
    )


def _channel(name: str) -> str:
    return "-".join("".join(mark if mark.isalnum() else " " for mark in name.lower()).split())
