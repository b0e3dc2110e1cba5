"""What `testbed view` takes for a large run: seconds to each kind of page, and memory, over generated records.

    .venv/bin/python scripts/bench/viewer.py [--episodes 361] [--steps 50] [--starts 5] [--keep DIR]

Each episode has a screenshot of its own for every step. Pages are requested from a viewer that was just started,
so that nothing is cached. The medians are printed beside the project's limits: the page of runs and that
of a run 1 s, an episode 0.3 s.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
from score import DOMAINS, TOOLS, events

from controller.metrics.run_loader import summary_of
from controller.records.run_folder import RunFolder
from controller.records.run_info import AgentRecord, EpisodeResult, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.verdicts import ClaimRecord, EpisodeVerdict

FIRST_PAGE, EPISODE_PAGE = 1.0, 0.3


def screenshots() -> Iterator[bytes]:
    """Pictures of 1280 x 720, no two the same."""
    rows = b"".join(b"\0" + bytes((x * y) % 251 for x in range(1280)) for y in range(0, 720, 90))
    pixels = zlib.compress(rows * 90)
    for number in itertools.count():
        yield b"\x89PNG\r\n\x1a\n" + b"".join(
            _chunk(kind, data)
            for kind, data in (
                (b"IHDR", (1280).to_bytes(4, "big") + (720).to_bytes(4, "big") + b"\x08\0\0\0\0"),
                (b"tEXt", b"number\0%d" % number),
                (b"IDAT", pixels),
                (b"IEND", b""),
            )
        )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")


def generate(folder: Path, episodes: int, steps: int) -> None:
    chance = random.Random(0)
    pictures = screenshots()
    tasks = tuple(
        TaskEntry(
            id=f"{DOMAINS[index % len(DOMAINS)]}/task_{index}",
            hash="h" * 64,
            domain=DOMAINS[index % len(DOMAINS)],
            tool_beneficial=index % 5 > 0,
            feasible=True,
            tools=tuple(f"server.tool_{tool}" for tool in range(index % 5)),
            instruction="Do what is asked for, and nothing else. " * 4,
        )
        for index in range(episodes)
    )
    info = RunInfo(
        created="2026-01-01T00:00:00+00:00",
        options=RunOptions(agent="anthropic", provider="fake"),
        agent=AgentRecord(name="anthropic", variant="", model="m", prompts={"system": "Act. " * 300}),
        image_hash="i" * 64,
        tools_hash="t" * 64,
        tasks=tasks,
        versions={},
    )
    records = RunRecords.create(folder, info)
    records.paths.tools_file.write_text(json.dumps(TOOLS))
    for task, epoch in records.episodes():
        recorder = records.recorder(task, epoch)
        recorder.begin_attempt()
        clock = 1_767_225_600.0
        lines = []
        for event in events(steps, chance):
            clock += 1.5
            if event["event"] == "observation":
                event = {**event, "screen": recorder.screen(next(pictures)), "width": 1280, "height": 720}
            lines.append(json.dumps({**event, "time": clock}))
        records.episode(task, epoch).events_file().write_text("\n".join(lines) + "\n")
        claims = tuple(
            ClaimRecord(text=f"thing {place} is done", holds=place > 0, found="f" * 60) for place in range(3)
        )
        recorder.result(
            EpisodeResult(
                task=task,
                epoch=epoch,
                seed=0,
                status="completed",
                verdicts=(EpisodeVerdict(score=float(chance.random() < 0.4), claims=claims),),
                steps=steps,
                tool_calls=steps // 2,
                gui_actions=steps // 2,
                seconds=200.0,
            )
        )
    records.write_summary(summary_of(records))


@contextmanager
def viewer(folder: Path) -> Iterator[tuple[httpx2.Client, int]]:
    """A viewer just started, which has answered nothing yet."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "testbed", "view", str(folder), "--port", str(port), "--no-open"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout and process.stdout.readline().startswith("http://"), "it did not begin"
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
            yield client, process.pid
    finally:
        process.terminate()
        process.wait()


def get(client: httpx2.Client, address: str, tag: str = "") -> tuple[float, httpx2.Response]:
    started = time.monotonic()
    answer = client.get(address, headers={"if-none-match": tag} if tag else {})
    seconds = time.monotonic() - started
    assert answer.status_code == (304 if tag else 200), f"{address}: {answer.status_code}"
    return seconds, answer


def peak(pid: int) -> float:
    """A process's largest resident memory in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    peak = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert peak
    return int(peak[1]) * 1024 / 1e6


def measure(shelf: Path, starts: int) -> dict[str, list[float]]:
    """Seconds by what was asked for; "memory" in MB."""
    run = f"/runs/{next(shelf.iterdir()).name}/"
    measured: dict[str, list[float]] = {}
    chance = random.Random(1)

    def note(what: str, seconds: float) -> None:
        measured.setdefault(what, []).append(seconds)

    for _ in range(starts):
        with viewer(shelf) as (client, _pid):
            note("page of runs, first", get(client, "/")[0])
        with viewer(shelf) as (client, pid):
            seconds, answer = get(client, run)
            note("page of the run, first", seconds)
            note("page of the run, nothing new", get(client, run, answer.headers["etag"])[0])
            addresses = re.findall(r'href="(?:\.\./)+(runs/[^"]+/\d+/)"', answer.text)
            for address in chance.sample(sorted(set(addresses)), min(20, len(addresses))):
                seconds, episode = get(client, f"/{address}")
                note("an episode, first", seconds)
                note("an episode, nothing new", get(client, f"/{address}", episode.headers["etag"])[0])
            picture = re.search(r'src="([^"]+/screens/[^"]+)"', episode.text)
            assert picture
            note(
                "a picture",
                get(client, f"/{address}{picture[1]}".replace(f"{address}../../../../../", ""))[0],
            )
            note("page of runs, nothing new", get(client, "/", get(client, "/")[1].headers["etag"])[0])
            note("memory", peak(pid))
    summary = RunFolder(next(shelf.iterdir())).summary_file
    content = summary.read_bytes()
    summary.unlink()
    with viewer(shelf) as (client, _pid):
        note("page of runs, first, without summary.json", get(client, "/")[0])
    summary.write_bytes(content)
    return measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--episodes", type=int, default=361)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--starts", type=int, default=5, help="how often the viewer is started anew")
    parser.add_argument("--keep", type=Path, help="where to leave the records; used again when it is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        shelf = options.keep or Path(scratch) / "runs"
        if not shelf.exists():
            generate(shelf / "large", options.episodes, options.steps)
        size = sum(path.stat().st_size for path in shelf.rglob("*") if path.is_file()) / 1e6
        pictures = sum(1 for _ in shelf.rglob("*.png"))
        measured = measure(shelf, options.starts)
    print(f"{options.episodes} episodes of {options.steps} steps, {pictures} screenshots, {size:.0f} MB")
    memory = measured.pop("memory")
    for what, seconds in measured.items():
        print(f"{what:<42} {statistics.median(seconds) * 1000:7.0f} ms  worst {max(seconds) * 1000:7.0f} ms")
    print(f"memory of the viewer: {max(memory):.0f} MB")
    limits = {
        "page of runs, first": FIRST_PAGE,
        "page of the run, first": FIRST_PAGE,
        "an episode, first": EPISODE_PAGE,
    }
    over = [what for what, limit in limits.items() if statistics.median(measured[what]) > limit]
    if over:
        sys.exit(f"over the limit: {', '.join(over)}")


if __name__ == "__main__":
    main()
