import json

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged

GRAPH = "/home/user/.local/state/mcp/memory/memory.jsonl"
MEMBERS = {
    ("Ada Wren", "member"): ["lives in Dunholt", "sings alto"],
    ("Ines Faro", "member"): ["sings soprano"],
    ("Karl Benz", "member"): ["reads music", "sings bass"],
    ("Old Granary", "room"): ["60 seats", "rehearsals on Tuesdays"],
}
RELATIONS = [("Ada Wren", "has the key of", "Old Granary")]


@judged
def check(guest: GuestView) -> Score:
    entities, relations = graph(guest)
    return Score.all_of(
        claim("the members and the room are there", set(entities) == set(MEMBERS), sorted(entities)),
        claim("what is observed of them is right", entities == MEMBERS, entities),
        claim("Ada has the key, and there is no other relation", relations == RELATIONS, relations),
    )


def graph(guest: GuestView) -> tuple[dict[tuple[str, str], list[str]], list[tuple[str, str, str]]]:
    """The entities with their observations in alphabetical order, and the relations."""
    entities, relations = {}, []
    try:
        for line in fetch(guest, GRAPH).decode().splitlines():
            item = json.loads(line) if line.strip() else {}
            if item.get("type") == "entity":
                entities[item["name"], item["entityType"]] = sorted(item["observations"])
            elif item.get("type") == "relation":
                relations.append((item["from"], item["relationType"], item["to"]))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
    return entities, relations
