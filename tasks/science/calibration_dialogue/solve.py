import re

from testbed.actions import ToolCall
from testbed.tasks import Guest, Solution

FOLDER = "/home/user/balance"
START = "desktop_commander_start_process"
INPUT = "desktop_commander_interact_with_process"
OUTPUT = "desktop_commander_read_process_output"
SESSIONS = "desktop_commander_list_sessions"
END = "desktop_commander_force_terminate"
PROCESSES = "desktop_commander_list_processes"
WRITE = "desktop_commander_write_file"
PRINTED = re.compile(r"factor ([\d.]+), code (\d+)")


def mcp() -> Solution:
    yield from calibrated(("100.42", "100.38", "100.47"))
    yield ToolCall(name=PROCESSES)


def wrong_reading_twice(_guest: Guest) -> Solution:
    yield from calibrated(("100.42", "100.38", "100.38"))


def wrong_still_watching(_guest: Guest) -> Solution:
    yield from calibrated(("100.42", "100.38", "100.47"), ended=False)


def calibrated(readings: tuple[str, ...], *, ended: bool = True) -> Solution:
    start = {"command": f"exec python3 {FOLDER}/calibrate.py", "timeout_ms": 3000}
    seen = yield ToolCall(name=START, arguments=start)
    number = re.search(r"PID (\d+)", seen.results[0].text)
    assert number is not None
    process = {"pid": int(number[1])}
    printed = ""
    for reading in readings:
        given = {**process, "input": reading, "timeout_ms": 2000}
        seen = yield ToolCall(name=INPUT, arguments=given)
        printed += seen.results[0].text
    seen = yield ToolCall(name=OUTPUT, arguments={**process, "timeout_ms": 2000, "offset": 0})
    found = PRINTED.search(printed + seen.results[0].text)
    assert found is not None, printed
    yield ToolCall(name=SESSIONS)
    if ended:
        yield ToolCall(name=END, arguments=process)
    text = f"factor {found[1]}\ncode {found[2]}\n"
    yield ToolCall(name=WRITE, arguments={"path": f"{FOLDER}/result.txt", "content": text})
