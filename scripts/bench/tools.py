"""What the tools cost: latency on real documents, the server's start, what many calls leave behind.

    .venv/bin/python scripts/bench/tools.py [--calls 500]

Prints two tables. The latencies are shown with the project's targets and, measured in the same run, beside a call
that only computes, which is what the way to the guest and back takes on this machine.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import statistics
import time
from collections.abc import Callable, Iterator
from typing import Any

import openpyxl
import pptx
from pptx.util import Inches
from rich.console import Console
from rich.table import Table

from controller.adapters.tool_docs import list_bytes
from controller.core.guest import HOME, Guest
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.guests.nspawn import create
from controller.guests.provider import GuestOptions

CALC = "osworld_mcp_libreoffice_calc"
IMPRESS = "osworld_mcp_libreoffice_impress"
OS = "osworld_mcp_os"
TIMES = 20

USAGE = """
import json, os, subprocess
def of(pattern):
    pid = subprocess.run(["pgrep", "-o", "-f", pattern], capture_output=True, text=True).stdout.strip()
    status = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status"))
    return {"rss_mib": int(status["VmRSS"].split()[0]) / 1024, "threads": int(status["Threads"]),
            "fds": len(os.listdir(f"/proc/{pid}/fd"))}
states = subprocess.run(["ps", "-eo", "stat="], capture_output=True, text=True).stdout.split()
print(json.dumps({"server": of("P -m mcp_tools"), "LibreOffice": of("soffice.bin"),
                  "guest": {"processes": len(states), "zombies": sum(state.startswith("Z") for state in states)}}))
"""


def call(guest: Guest, name: str, **arguments: Any) -> None:
    result = guest.call_tool(name, arguments)
    if result.is_error:
        raise SystemExit(f"{name}: {result.text}")


def median_ms(action: Callable[[], Any]) -> float:
    action()
    durations = []
    for _ in range(TIMES):
        start = time.perf_counter()
        action()
        durations.append((time.perf_counter() - start) * 1000)
    return statistics.median(durations)


def sheet(rows: int, columns: int) -> bytes:
    book = openpyxl.Workbook()
    page = book.active
    assert page is not None
    page.append([f"Column {number}" for number in range(1, columns + 1)])
    for row in range(1, rows):
        page.append([f"Name {row}", *((row * 7919 * column) % 1000 for column in range(1, columns))])
    return save_to_bytes(book.save)


def deck(slides: int) -> bytes:
    presentation = pptx.Presentation()
    for number in range(slides):
        slide = presentation.slides.add_slide(presentation.slide_layouts[5])
        slide.shapes.title.text = f"Slide {number + 1}"
        for place in range(4):
            box = slide.shapes.add_textbox(Inches(1), Inches(2 + place), Inches(4), Inches(0.8))
            box.text_frame.text = f"Box {place + 1} of slide {number + 1}"
    return save_to_bytes(presentation.save)


def save_to_bytes(save: Callable[[io.BytesIO], None]) -> bytes:
    stream = io.BytesIO()
    save(stream)
    return stream.getvalue()


def show(guest: Guest, app: str, name: str, content: bytes) -> None:
    """Open a document and wait until it is in front."""
    guest.write_file(f"{HOME}/{name}", content)
    guest.run(["testbed-open", app, f"{HOME}/{name}"], as_user=True)
    wait_until(
        lambda: any(window.active and window.title.startswith(name) for window in windows_of(guest)),
        seconds=60,
        what=name,
    )
    guest.call_tool("computer.screenshot", {})


def latencies(guest: Guest) -> Iterator[tuple[str, float, float]]:
    """What was called, its median and its target, both in milliseconds."""
    yield "compute: calculator", median_ms(lambda: call(guest, f"{OS}.calculator", expression="6*7")), 15
    yield "settings: get_volume", median_ms(lambda: call(guest, f"{OS}.get_volume")), 15
    percents = itertools.cycle((30, 60))
    yield (
        "settings: set_volume",
        median_ms(lambda: call(guest, f"{OS}.set_volume", percent=next(percents))),
        15,
    )
    show(guest, "libreoffice_calc", "rows.xlsx", sheet(1000, 6))
    yield "Calc: get_workbook_info", median_ms(lambda: call(guest, f"{CALC}.get_workbook_info")), 15
    data = [str(number) for number in range(999)]
    edits: list[tuple[str, dict[str, Any]]] = [
        ("set_cell_value", {"cell": "B2", "value": "5"}),
        ("set_column_values", {"column_name": "B", "data": data}),
        ("sort_column", {"column_name": "C"}),
        ("format_range", {"range_str": "A1:F1000", "bold": True}),
        ("set_number_format", {"range_str": "B2:F1000", "format_type": "number", "decimal_places": 2}),
        ("transpose_range", {"source_range": "A1:F20", "target_cell": "H1"}),
        ("adjust_column_width", {"columns": "A:F", "autofit": True}),
    ]
    for name, arguments in edits:
        edit = median_ms(lambda name=name, arguments=arguments: call(guest, f"{CALC}.{name}", **arguments))
        yield f"Calc, 1,000 rows: {name}", edit, 60
    show(guest, "libreoffice_calc", "cells.xlsx", sheet(1000, 10))
    yield "Calc, 10,000 cells: env_info", median_ms(lambda: call(guest, f"{CALC}.env_info")), 300
    show(guest, "libreoffice_impress", "deck.pptx", deck(20))
    yield "Impress: get_slide_count", median_ms(lambda: call(guest, f"{IMPRESS}.get_slide_count")), 15
    yield "Impress, 20 slides: env_info", median_ms(lambda: call(guest, f"{IMPRESS}.env_info")), 15
    deck_edits: list[tuple[str, dict[str, Any]]] = [
        ("write_text", {"content": "New", "page_index": 3, "box_index": 1}),
        ("set_text_color", {"slide_index": 3, "box_index": 1, "color": "red"}),
        ("set_slide_font", {"slide_index": 3, "font_name": "Liberation Sans"}),
        ("set_slide_background", {"color": "#EEEEFF"}),
        ("duplicate_slide", {"slide_index": 2, "target_position": 12}),
    ]
    for name, arguments in deck_edits:
        edit = median_ms(lambda name=name, arguments=arguments: call(guest, f"{IMPRESS}.{name}", **arguments))
        yield f"Impress, 20 slides: {name}", edit, 60


def usage(guest: Guest) -> dict[str, dict[str, float]]:
    totals: dict[str, dict[str, float]] = json.loads(guest.run(["python3", "-c", USAGE], as_user=True).text)
    return totals


def many_calls(guest: Guest, number: int) -> list[dict[str, dict[str, float]]]:
    """What the guest uses after a warm-up, halfway and at the end of `number` calls on an open presentation."""
    mix: list[tuple[str, dict[str, Any]]] = [
        (f"{IMPRESS}.env_info", {"page_indices": [1]}),
        (f"{IMPRESS}.write_text", {"content": "Again", "page_index": 2, "box_index": 1}),
        (f"{IMPRESS}.set_text_color", {"slide_index": 2, "box_index": 1, "color": "blue"}),
        (f"{OS}.get_volume", {}),
        (f"{OS}.calculator", {"expression": "sqrt(2)"}),
        ("filesystem_list_directory", {"path": HOME}),
        ("filesystem_write_file", {"path": f"{HOME}/note.txt", "content": "note"}),
        ("computer.screenshot", {"settle": False}),
        ("computer.mouse_move", {"x": 200, "y": 300}),
        (f"{IMPRESS}.get_slide_count", {}),
    ]
    calls = itertools.cycle(mix)
    for name, arguments in itertools.islice(calls, 100):
        call(guest, name, **arguments)
    samples = [usage(guest)]
    for part in (number // 2, number - number // 2):
        for name, arguments in itertools.islice(calls, part):
            call(guest, name, **arguments)
        samples.append(usage(guest))
    return samples


def server_start(guest: Guest) -> float:
    """Seconds from a restart of the server to a complete list of its tools."""
    whole = len(guest.list_tools())
    start = time.perf_counter()
    guest.run(["systemctl", "--user", "restart", "testbed-mcp"], as_user=True)
    wait_until(lambda: len(guest.list_tools()) == whole, seconds=30, what="the complete list of tools")
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--calls", type=int, default=500)
    options = parser.parse_args()
    speed = Table("call", "median", "target", "of a computing call")
    left = Table(
        "after calls", "server MiB", "fds", "threads", "LibreOffice MiB", "fds", "processes", "zombies"
    )
    provider = create(GuestOptions())
    try:
        guest = provider.start()
        tools = guest.list_tools()
        start = server_start(guest)
        compute = 0.0
        for name, median, target in latencies(guest):
            compute = compute or median
            speed.add_row(name, f"{median:.1f} ms", f"<= {target:g} ms", f"{median / compute:.1f}x")
        for calls, rows in zip(
            (0, options.calls // 2, options.calls), many_calls(guest, options.calls), strict=True
        ):
            server, office, whole = rows["server"], rows["LibreOffice"], rows["guest"]
            left.add_row(
                str(calls),
                f"{server['rss_mib']:.1f}",
                str(server["fds"]),
                str(server["threads"]),
                f"{office['rss_mib']:.1f}",
                str(office["fds"]),
                str(whole["processes"]),
                str(whole["zombies"]),
            )
    finally:
        provider.close()
    console = Console(width=110)
    console.print(speed)
    console.print(left)
    console.print(f"server's start to the complete list of {len(tools)} tools: {start:.1f} s (target <= 3 s)")
    console.print(f"the list as sent to a model: {list_bytes(tools) / 1000:.1f} KB, computer.* included")


if __name__ == "__main__":
    main()
