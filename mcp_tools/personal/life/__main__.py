"""Writes a life, or checks many.

python -m mcp_tools.personal.life NUMBER             the life as JSON
python -m mcp_tools.personal.life check FIRST COUNT  the broken invariants of so many lives, and the time
"""

from __future__ import annotations

import json
import sys
import time

from mcp_tools.personal.life.invariants import broken_invariants
from mcp_tools.personal.life.life import make_life
from mcp_tools.personal.life.rules import RULES


def main(arguments: list[str]) -> int:
    """Run the command line and return its exit status."""
    match arguments:
        case [number] if number.isdecimal():
            life = make_life(int(number))
            fields = {"person": life.person, "people": life.people, "now": life.now, "tree": life.tree}
            json.dump(fields, sys.stdout, ensure_ascii=False, indent=1)
            sys.stdout.write("\n")
            return 0
        case ["check", first, count] if first.isdecimal() and count.isdecimal():
            return check(int(first), int(count))
        case _:
            print(__doc__, file=sys.stderr)
            return 2


def check(first: int, count: int) -> int:
    """Check lives, and print those that are broken and the time. Returns 1 if one is."""
    broken, seconds, sizes = 0, [], []
    for number in range(first, first + count):
        begun = time.process_time()
        life = make_life(number)
        seconds.append(time.process_time() - begun)
        sizes.append(sum(len(event.records) for event in life.events))
        if found := broken_invariants(life):
            broken += 1
            print(f"life {number}:", *found, sep="\n  ", flush=True)
    print(
        f"{count} lives, {broken} broken, {len(RULES)} invariants; processor seconds a life: mean"
        f" {sum(seconds) / max(1, count):.3f}, max {max(seconds, default=0):.3f};"
        f" records: {min(sizes, default=0)} to {max(sizes, default=0)}"
    )
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
