import numpy as np

from checkers import GuestView, Score, claim
from checkers.evidence import fetch
from checkers.images import open_image
from checkers.nothing_else import may_add, nothing_else
from checkers.variants import judged_with_facts

from .variant import Facts, drawing, picture

SLACK = 0.002
"""Share of the pixels that may differ: single grains."""


@judged_with_facts
def check(guest: GuestView, facts: Facts) -> Score:
    name = f"{facts.sketch}-bw.png"
    data = fetch(guest, f"/home/user/Pictures/{name}")
    found, sketch = open_image(data), picture(facts)
    size = (sketch.shape[1], sketch.shape[0])
    kind = claim(
        f"{name} is a PNG of the sketch's size",
        data.startswith(b"\x89PNG") and found.size == size,
        found.size,
    )
    untouched = nothing_else(guest, may_add(f"Pictures/{name}"))
    if found.size != size:
        return Score.all_of(kind, untouched)
    pixels = np.asarray(found)
    black, white = (pixels == 0).all(axis=2), (pixels == 255).all(axis=2)
    ink = np.asarray(drawing(facts)[0]) > 127
    return Score.all_of(
        kind,
        claim(
            "it has black and white alone",
            bool((black | white).all()),
            f"{1 - (black | white).mean():.2%} else",
        ),
        claim("the ink is black", float(black[ink].mean()) >= 1 - SLACK, f"{black[ink].mean():.2%} of it"),
        claim("all else is white", float(white[~ink].mean()) >= 1 - SLACK, f"{white[~ink].mean():.2%} of it"),
        untouched,
    )
