from collections.abc import Sequence

from testbed.actions import Key, ToolCall, TypeText
from testbed.tasks import Guest, Solution, act_until

from .variant import Facts, collected

CLUB = "/home/user/Club"
MINUTES = f"{CLUB}/Minutes"


def mcp(_facts: Facts) -> Solution:
    """Read all minutes, and write what they decide."""
    found = yield ToolCall(name="filesystem_search_files", arguments={"path": MINUTES, "pattern": "*.txt"})
    paths = sorted(found.results[0].text.splitlines())
    seen = yield ToolCall(name="filesystem_read_multiple_files", arguments={"paths": paths})
    lines = []
    for part in seen.results[0].text.split("\n---\n"):
        path, _, text = part.partition(":\n")
        day = path.rpartition("/")[2].removesuffix(".txt")
        lines += [
            line.replace("Decision", day, 1) for line in text.splitlines() if line.startswith("Decision: ")
        ]
    yield write(lines)


def gui(_facts: Facts) -> Solution:
    """Type the command, and have the shell close its window when it is done."""
    yield TypeText(
        text=f"cd {MINUTES} && grep '^Decision: ' *.txt | sed 's/[.]txt:Decision//' > ../decisions.txt && exit"
    )
    yield from act_until(Key(keys=("Return",)), lambda seen: not seen.windows)


def also_with_windows_line_ends(guest: Guest, facts: Facts) -> Solution:
    guest.write_file(f"{CLUB}/decisions.txt", "\r\n".join(facts.wanted).encode())
    yield from ()


def also_with_a_line_between_meetings(_guest: Guest, facts: Facts) -> Solution:
    yield write([line for meeting in facts.approved for line in (*collected((meeting,)), "")])


def wrong_draft_too(_guest: Guest, facts: Facts) -> Solution:
    yield write(collected(facts.meetings))


def wrong_newest_first(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts.wanted[::-1])


def wrong_without_dates(_guest: Guest, facts: Facts) -> Solution:
    yield write([line.partition(": ")[2] for line in facts.wanted])


def wrong_postponed_too(guest: Guest, _facts: Facts) -> Solution:
    command = f"cd {MINUTES} && grep '^Decision' *.txt | sed 's/[.]txt:Decision//' > ../decisions.txt"
    guest.run(["sh", "-c", command], as_user=True)
    yield from ()


def wrong_among_the_minutes(_guest: Guest, facts: Facts) -> Solution:
    yield write(facts.wanted, f"{MINUTES}/decisions.txt")


def wrong_draft_deleted(guest: Guest, facts: Facts) -> Solution:
    guest.run(["rm", "-r", f"{MINUTES}/drafts"])
    yield write(facts.wanted)


def write(lines: Sequence[str], path: str = f"{CLUB}/decisions.txt") -> ToolCall:
    text = "".join(f"{line}\n" for line in lines)
    return ToolCall(name="filesystem_write_file", arguments={"path": path, "content": text})
