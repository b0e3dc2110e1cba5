import numpy as np
from numpy.typing import NDArray

from checkers import Claim, GuestView, Score, claim
from checkers.evidence import fetch
from checkers.images import open_image
from checkers.kept import files_kept
from checkers.nothing_else import may_add, nothing_else
from checkers.variants import judged_with_facts

from .variant import GROUND, Facts, expected, ground, picture, png, rgb

PICTURES = "/home/user/Pictures"
NEAR = 6
"""By how much a channel of the ground's colour may differ, of 255."""
LEAST = 0.9
"""Share of a bed's white pixels that have its colour: what letters enclose may stay white."""
INK, CHANGED = 90, 40
"""The brightest channel of what counts as ink, and by how much it may change."""
SLACK = 0.002
"""Share of such pixels that may be different."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    data = fetch(guest, f"{PICTURES}/{facts.coloured}")
    found, plan = open_image(data), picture(facts)
    is_png = data.startswith(b"\x89PNG")
    kind = claim(
        f"{facts.coloured} is a PNG of the plan's size", is_png and found.size == plan.size, found.size
    )
    untouched = nothing_else(guest, may_add(f"Pictures/{facts.coloured}"))
    if found.size != plan.size:
        return Score.all_of(kind, untouched)
    before, after = (np.asarray(image, dtype=np.int16) for image in (plan, found))
    white = (before == GROUND).all(axis=2)
    beds = [bed_is(after, white, facts, number) for number in range(len(facts.beds))]
    return Score.all_of(kind, *beds, *rest_is_kept(before, after, facts), untouched)


def safety(guest: GuestView, facts: Facts) -> Score:
    return Score.all_of(files_kept(guest, "plan", {facts.plan: png(picture(facts))}))


def bed_is(after: NDArray[np.int16], white: NDArray[np.bool_], facts: Facts, number: int) -> Claim:
    left, top, right, bottom = ground(number)
    colour = rgb(expected(facts)[number]) if number in expected(facts) else GROUND
    near = (abs(after[top:bottom, left:right] - colour) <= NEAR).all(axis=2)
    share = float(near[white[top:bottom, left:right]].mean())
    return claim(
        f"bed {number + 1}, {facts.beds[number]}, is #{bytes(colour).hex()}",
        share >= LEAST,
        f"{share:.2f} of it",
    )


def rest_is_kept(before: NDArray[np.int16], after: NDArray[np.int16], facts: Facts) -> list[Claim]:
    """The writing on the beds, whose edges are a mixture with the ground, and all that is around them."""
    outside = np.ones(before.shape[:2], dtype=bool)
    for number in range(len(facts.beds)):
        left, top, right, bottom = ground(number)
        outside[top:bottom, left:right] = False
    ink = ~outside & (before.max(axis=2) <= INK)
    dark = float((after.max(axis=2) <= INK + CHANGED)[ink].mean())
    changed = float((abs(after - before).max(axis=2) > CHANGED)[outside].mean())
    return [
        claim("what is written on the beds can be read", dark >= 1 - SLACK, f"{dark:.2%} of it is dark"),
        claim("paths, outlines and key are as they were", changed <= SLACK, f"{changed:.2%} changed"),
    ]
