"""What the server pool costs in a headless guest: listing all tools, a call through the mount, memory.

    sudo .venv/bin/python -m scripts.bench.servers [--times 30] [--json FILE]

A call through the mount is measured in the guest beside the same call of the server's own client (of a personal
application: of its service), in turns, so that what else the machine does meets both; their difference is what the
mount adds. Memory is the guest's, PSS.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from controller.core.guest import Guest
from controller.guests.link.diagnostics import used_mib
from controller.guests.provider import HEADLESS
from controller.guests.registry import create_provider
from controller.tasks.servers import offer_servers
from controller.tasks.task_servers import TaskServers
from tests.guest.test_server_pool import CASES, SERVERS
from vm_images.server_pool import OFFERED_SERVERS

CALLS = {
    "calculator": ("calculate", {"expression": "6*7"}),
    "mail": ("list_folders", {}),
    "memory": ("read_graph", {}),
    "time": ("get_current_time", {"timezone": "UTC"}),
}
"""Calls that take their servers little time: in Python, of a personal application, in Node.js, in Python."""
PERSONAL = ("calendar", "contacts", "feed", "forum", "mail", "messenger", "notes", "team", "vault")
TEN = (
    "calculator",
    "chess",
    "everything",
    "howtocook",
    "memory",
    "random-number",
    "sqlite",
    "taskmanager",
    "time",
    "unit-converter",
)
BESIDE = """
import asyncio, json, sys, time
from contextlib import nullcontext
from mcp_tools.calls import in_thread
from mcp_tools.personal.client import call
from mcp_tools.server_pool import pool_servers
from mcp_tools.turns import Turns
from mcp_tools.upstream import Mount, client_of

async def measure(name, tool, arguments, times):
    server = next(server for server in pool_servers() if server.app == name)
    if server.folder:
        server.folder.mkdir(parents=True, exist_ok=True)
    mount, turns = Mount(server), Turns()
    async with nullcontext() if server.service else client_of(server) as client:
        ways = {
            "own": lambda: client.call_tool(tool, arguments) if client else in_thread(
                tool, lambda: call(name, tool, arguments)
            ),
            "mounted": lambda: mount.call(server.prefix + tool, arguments, turns),
        }
        taken = {way: [] for way in ways}
        for number in range(times + 1):
            for way in sorted(ways, reverse=number % 2 == 1):
                began = time.perf_counter()
                result = await ways[way]()
                assert not getattr(result, "is_error", False), result
                if number:  # the first call starts what is not running yet
                    taken[way].append((time.perf_counter() - began) * 1000)
    await mount.stop()
    print(json.dumps(taken))

asyncio.run(measure(*json.loads(sys.argv[1])))
"""


def listing_seconds(guest: Guest, times: int) -> tuple[int, float, float]:
    """Return the number of tools of all servers, and the seconds of the first list and of later ones (median)."""
    guest.write_file(OFFERED_SERVERS, "\n".join(SERVERS).encode(), owner="root")
    seconds = []
    for _ in range(times + 1):
        began = time.perf_counter()
        tools = guest.list_tools()
        seconds.append(time.perf_counter() - began)
    return len(tools), seconds[0], statistics.median(seconds[1:])


def call_milliseconds(guest: Guest, server: str, times: int) -> tuple[float, float]:
    """Return the medians of a call by the server's own client and through the mount, in the guest."""
    tool, arguments = CALLS[server]
    program = ["env", "PYTHONPATH=/opt/testbed", "/opt/testbed/venv/bin/python", "-P", "-c", BESIDE]
    given = json.dumps([server, tool, arguments, times])
    taken = json.loads(guest.run([*program, given], as_user=True, timeout=300).stdout)
    return statistics.median(taken["own"]), statistics.median(taken["mounted"])


def awake_mib(guest: Guest, servers: tuple[str, ...]) -> tuple[float, float]:
    """Return the guest's memory before and after servers have been called."""
    before = used_mib(guest)
    offer_servers(guest, TaskServers(servers))
    for name in servers:
        tool, arguments = CASES[name].calls[0]
        result = guest.call_tool(SERVERS[name].prefix + tool, arguments, timeout=180)
        if result.is_error:
            raise SystemExit(f"{name}: {result.text}")
    return before, used_mib(guest)


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(description="Measure the server pool in a headless guest.")
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    provider = create_provider("nspawn")
    try:
        began = time.perf_counter()
        guest = provider.start(HEADLESS)
        boot = time.perf_counter() - began
        before, personal = awake_mib(guest, PERSONAL)
        others, after = awake_mib(guest, TEN)
        tools, first, warm = listing_seconds(guest, options.times)
        calls = {server: call_milliseconds(guest, server, options.times) for server in CALLS}
    finally:
        provider.close()
    rows = {
        "headless guest usable after (s)": boot,
        f"tools/list of all servers, {tools} tools: first (s)": first,
        "the same, warm (s)": warm,
        "memory of the guest, no server awake (MiB)": before,
        "nine personal applications awake (MiB more)": personal - before,
        "ten other servers awake (MiB more)": after - others,
    }
    for server, (own, mounted) in calls.items():
        rows[f"call of {server}: its own client (ms)"] = own
        rows[f"call of {server}: through the mount (ms)"] = mounted
    if options.json:
        options.json.write_text(json.dumps(rows, indent=2) + "\n")
    table = Table("", "", title=f"medians of {options.times}, load {os.getloadavg()[0]:.1f}")
    for name, value in rows.items():
        table.add_row(name, f"{value:.2f}")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
