import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged
from checkers.nothing_else import may_change, nothing_else

GRAPH = ".local/state/mcp/memory/memory.jsonl"
MEMBERS = [
    ("Ada Wren", "member", ["lives in Dunholt", "sings alto"]),
    ("Ines Faro", "member", ["sings soprano"]),
    ("Karl Benz", "member", ["reads music", "sings bass"]),
]
RELATIONS = [("Ada Wren", "has the key of", "Old Granary")]


@judged
def check(guest: GuestView) -> Score:
    entities, relations = graph(guest)
    members = [entity for entity in entities if entity[0] != "Old Granary"]
    return Score.all_of(
        claim("the members are there, with what is observed of them", members == MEMBERS, members),
        claim("Ada has the key, and there is no other relation", relations == RELATIONS, relations),
        nothing_else(
            guest,
            may_change(GRAPH, "item Tom Rusk", what="removed"),
            may_change(GRAPH, "item Karl Benz", what="added"),
            may_change(GRAPH, "item Ada Wren/member observations", "item Ines Faro/member observations"),
            may_change(GRAPH, "item 5", "item 6"),  # the relations
        ),
    )


def graph(guest: GuestView) -> tuple[list[tuple[str, str, list[str]]], list[tuple[str, str, str]]]:
    """The entities and their observations, in alphabetical order, and the relations."""
    entities, relations = [], []
    try:
        for line in fetch(guest, f"/home/user/{GRAPH}").decode().splitlines():
            item = json.loads(line) if line.strip() else {}
            if item.get("type") == "entity":
                entities.append((item["name"], item["entityType"], sorted(item["observations"])))
            elif item.get("type") == "relation":
                relations.append((item["from"], item["relationType"], item["to"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return sorted(entities), relations
