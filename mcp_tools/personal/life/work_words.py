"""What texts at work are about, and what meetings decide."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from mcp_tools.personal.life.scene import Scene
from mcp_tools.personal.life.words import long_day

DECIDED = (
    "[{who}|We agreed that {who}] [finishes|checks|rewrites|sends out] {thing} [by|until] {day}[, "
    "{part} first|; {part} can wait|]",
    "[{client} gets|We give {client}] [an answer|a new price|a date] about {part} [on|before] {day}",
    "[Costs of|Budget for] {thing}: at most {sum} euros, [of which|and] {sum_two} for {part}",
    "{part}: [nobody knows yet|still open|{who} asks {client}], [back on the list|again] on {day}",
)
STATES = (
    "done",
    "half done",
    "late by two days",
    "waiting for {client}",
    "with {who}",
    "on my desk",
    "nearly ready",
    "stuck on {part}",
    "sent on {day}",
    "out for comments",
    "in need of a second look",
    "cheaper than we thought",
)


def work_words(scene: Scene, *, after: datetime | None = None) -> dict[str, object]:
    """Return values that work texts are about."""
    employer, cast = scene.cast.employer, scene.cast
    thing, other = scene.some(employer.things, 2, 2)
    part, part_two = scene.some(employer.parts, 2, 2)
    day = (after or datetime.combine(scene.day, time(9))).date() + timedelta(days=scene.random.randint(2, 9))
    day += timedelta(days=(7 - day.weekday()) if day.weekday() > 4 else 0)
    base: dict[str, object] = {
        "thing": thing,
        "thing_two": other,
        "part": part,
        "part_two": part_two,
        "client": scene.pick(scene.cast.groups["client"]).organisation,
        "who": scene.pick(cast.colleagues).first,
        "day": long_day(day),
        "later": long_day(day + timedelta(days=7)),
        "sum": scene.random.randint(4, 96) * 50,
        "sum_two": scene.random.randint(3, 39) * 5,
        "count": scene.random.randint(3, 48),
    }
    base["state"] = scene.phrase(scene.pick(STATES), **base)
    base["state_two"] = scene.phrase(scene.pick(STATES), **base)
    return base


def decisions(scene: Scene, count: int, after: datetime) -> str:
    """Return a list of what a meeting has decided."""
    lines = [scene.phrase(scene.pick(DECIDED), **work_words(scene, after=after)) for _ in range(count)]
    return "\n".join(f"- {line[0].upper()}{line[1:]}" for line in lines)
