import json
import re

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_add, may_change, nothing_else

GRAPH = ".local/state/mcp/memory/memory.jsonl"
PIXELS = {"leaf 1": 3870, "leaf 2": 6918, "leaf 3": 4800}
AREAS = {name: pixels / 100 / 25.4**2 for name, pixels in PIXELS.items()}
NEAR = 0.0006
"""A ring of pixels around a leaf is twice as much."""


@judged
def check(guest: GuestView) -> Score:
    """OpenCV's server leaves what it shows beside a picture."""
    entities = leaves(guest)
    written = {
        name: re.fullmatch(r"(\d\.\d{4}) square inches", texts[0].strip()) if len(texts) == 1 else None
        for name, (_, texts) in entities.items()
    }
    areas = {name: float(found[1]) if found else 0.0 for name, found in written.items()}
    return Score.all_of(
        claim("the graph has the three leaves", sorted(entities) == sorted(PIXELS), sorted(entities)),
        claim("their type is leaf", {kind for kind, _ in entities.values()} == {"leaf"}, entities),
        claim("each has one observation of that form", bool(written) and all(written.values()), entities),
        *(
            claim(f"the area of {name} is right", abs(areas.get(name, 0.0) - area) <= NEAR, areas)
            for name, area in AREAS.items()
        ),
        nothing_else(
            guest,
            may_change(GRAPH, *(f"item {name}" for name in PIXELS), what="added"),
            may_add("Pictures/herbarium/leaves_*_*.png"),
        ),
    )


def leaves(guest: GuestView) -> dict[str, tuple[str, list[str]]]:
    """The entities' types and observations by name; a graph of another form is no evidence."""
    entities = {}
    try:
        for line in fetch(guest, f"/home/user/{GRAPH}").decode().splitlines():
            item = json.loads(line) if line.strip() else {}
            if item.get("type") == "entity":
                entities[str(item["name"])] = (str(item["entityType"]), list(map(str, item["observations"])))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return entities
