import re

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/simulation"
LIST = "desktop_commander_list_directory"
READ = "desktop_commander_read_multiple_files"
START = "desktop_commander_start_process"
KILL = "desktop_commander_kill_process"
WRITE = "desktop_commander_write_file"


def mcp() -> Solution:
    yield ToolCall(name=LIST, arguments={"path": FOLDER})
    paths = [f"{FOLDER}/run{number}.log" for number in (3, 4, 5)]
    seen = yield ToolCall(name=READ, arguments={"paths": paths})
    diverged = re.search(
        r"run(\d)\.log[^\0]*?energy ([\d.]+)\s+step \d+ diverged", last_log(seen.results[0].text)
    )
    assert diverged is not None, seen.results[0].text
    yield from ended(diverged[1], f"run {diverged[1]}, energy {diverged[2]}")


def wrong_other_run(_guest: Guest) -> Solution:
    yield from ended("3", "run 4, energy 312.6")


def wrong_first_energy(_guest: Guest) -> Solution:
    yield from ended("4", "run 4, energy 4.03")


def wrong_all_ended(_guest: Guest) -> Solution:
    for number in ("3", "4", "5"):
        yield from ended(number, "run 4, energy 312.6")


def wrong_all_ended_and_two_restarted(_guest: Guest) -> Solution:
    for number in ("3", "4", "5"):
        yield from ended(number, "run 4, energy 312.6")
    starts = " ".join(f"setsid python3 {FOLDER}/simulate.py --run {number} </dev/null &" for number in (3, 5))
    yield ToolCall(name=START, arguments={"command": starts, "timeout_ms": 3000})


def last_log(text: str) -> str:
    """The answer from the name of the log on that says "diverged"."""
    end = text.index("diverged") + len("diverged")
    return text[text.rindex(".log", 0, end) - len("run0") : end]


def ended(number: str, note: str) -> Solution:
    command = f"pgrep -f '^python3 .*simulate[.]py --run {number}'"
    seen = yield ToolCall(name=START, arguments={"command": command, "timeout_ms": 3000})
    process = re.search(r"^(\d+)\s*$", seen.results[0].text, re.MULTILINE)
    assert process is not None, seen.results[0].text
    yield ToolCall(name=KILL, arguments={"pid": int(process[1])})
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/ended.txt", "content": f"{note}\n"})
