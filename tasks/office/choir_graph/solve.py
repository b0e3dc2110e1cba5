from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

READ = "memory_read_graph"
SEARCH = "memory_search_nodes"
OPEN = "memory_open_nodes"
CREATE = "memory_create_entities"
RELATE = "memory_create_relations"
OBSERVE = "memory_add_observations"
DELETE = "memory_delete_entities"
FORGET = "memory_delete_observations"
UNRELATE = "memory_delete_relations"


def mcp() -> Solution:
    yield ToolCall(name=READ)
    yield ToolCall(name=SEARCH, arguments={"query": "Corvin"})
    yield from changed()
    yield ToolCall(name=OPEN, arguments={"names": ["Ada Wren", "Ines Faro", "Karl Benz"]})


def wrong_tom_stays(_guest: Guest) -> Solution:
    yield from changed(gone=False)


def wrong_ada_still_lives_in_corvin(_guest: Guest) -> Solution:
    yield from changed(left=("on leave until March",))


def wrong_key_by_other_words(_guest: Guest) -> Solution:
    yield from changed(key="has the key")


def changed(
    *,
    gone: bool = True,
    left: tuple[str, ...] = ("on leave until March", "lives in Corvin"),
    key: str = "has the key of",
) -> Solution:
    if gone:
        yield ToolCall(name=DELETE, arguments={"entityNames": ["Tom Rusk"]})
    deletions = [{"entityName": name, "observations": list(left)} for name in ("Ada Wren", "Ines Faro")]
    yield ToolCall(name=FORGET, arguments={"deletions": deletions})
    stands_in = {"from": "Ada Wren", "to": "Ines Faro", "relationType": "stands in for"}
    yield ToolCall(name=UNRELATE, arguments={"relations": [stands_in]})
    moved = {"entityName": "Ada Wren", "contents": ["lives in Dunholt"]}
    yield ToolCall(name=OBSERVE, arguments={"observations": [moved]})
    has_key = {"from": "Ada Wren", "to": "Old Granary", "relationType": key}
    yield ToolCall(name=RELATE, arguments={"relations": [has_key]})
    member = {"name": "Karl Benz", "entityType": "member", "observations": ["sings bass", "reads music"]}
    yield ToolCall(name=CREATE, arguments={"entities": [member]})
