import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_change, nothing_else

GRAPH = ".local/state/mcp/memory/memory.jsonl"
OBSERVATIONS = ["breakfast at ten", "we make 桂圆红枣粥"]


@judged
def check(guest: GuestView) -> Score:
    found = observations(guest, "Sunday")
    return Score.all_of(
        claim(f"Sunday has the observations {'; '.join(OBSERVATIONS)}", found == [OBSERVATIONS], found),
        nothing_else(guest, may_change(GRAPH, "item Sunday/member observations")),
    )


def observations(guest: GuestView, name: str) -> list[object]:
    """What is observed of the entities with a name in the knowledge graph."""
    lines = fetch(guest, f"/home/user/{GRAPH}").splitlines()
    try:
        items = [json.loads(line) for line in lines if line.strip()]
        return [item["observations"] for item in items if item.get("name") == name]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
