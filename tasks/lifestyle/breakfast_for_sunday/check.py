import json
from pathlib import Path

from checkers import GuestView, Score, claim
from checkers.evidence import Unusable, fetch, judged

GRAPH = "/home/user/.local/state/mcp/memory/memory.jsonl"
ORIGINAL = Path(__file__).parent / "files" / "memory.jsonl"
MADE = "we make 桂圆红枣粥"


@judged
def check(guest: GuestView) -> Score:
    before, now = graph(ORIGINAL.read_bytes()), graph(fetch(guest, GRAPH))
    added = sorted(set(now) - set(before))
    expected = "Sunday (occasion): breakfast at ten; " + MADE
    return Score.all_of(
        claim(f"Sunday has the observation: {MADE}", added == [expected], added),
        claim(
            "everything else stays",
            sorted(set(before) - set(now)) == ["Sunday (occasion): breakfast at ten"]
            and len(now) == len(before),
            now,
        ),
    )


def graph(data: bytes) -> list[str]:
    """The entities and relations of a knowledge graph, each as a sentence."""
    try:
        items = [json.loads(line) for line in data.decode().splitlines() if line.strip()]
        return [
            f"{item['from']} {item['relationType']} {item['to']}"
            if item["type"] == "relation"
            else f"{item['name']} ({item['entityType']}): {'; '.join(item['observations'])}"
            for item in items
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Unusable("the knowledge graph can be read", error) from error
