import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_change, nothing_else

GRAPH = ".local/state/mcp/memory/memory.jsonl"


@judged
def check(guest: GuestView) -> Score:
    plans = [item for item in entities(guest) if item.get("name") == "Washing"]
    return Score.all_of(
        claim("there is one entity Washing", len(plans) == 1, plans),
        claim("it is a plan", [item.get("entityType") for item in plans] == ["plan"], plans),
        claim(
            "its observation is 2027-05-12",
            [item.get("observations") for item in plans] == [["2027-05-12"]],
            plans,
        ),
        nothing_else(guest, may_change(GRAPH, "item Washing")),
    )


def entities(guest: GuestView) -> list[dict[str, object]]:
    lines = fetch(guest, f"/home/user/{GRAPH}").splitlines()
    try:
        items = [json.loads(line) for line in lines if line.strip()]
    except (ValueError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return [item for item in items if isinstance(item, dict) and item.get("type") == "entity"]
