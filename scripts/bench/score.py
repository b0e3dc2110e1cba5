"""Time and memory of `testbed score` for a large generated run.

    .venv/bin/python scripts/bench/score.py [--episodes 1083] [--steps 50] [--keep DIR]

361 tasks in three epochs, each step with an observation of six windows, a decision of 600 characters and a
result of 2,000. The command runs in a process of its own, and its wall time and peak memory are printed
beside the project's limits: 10 s, 500 MB.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from controller.records.run_info import AgentRecord, EpisodeResult, RunInfo, TaskEntry
from controller.records.run_options import RunOptions
from controller.records.run_records import RunRecords
from controller.records.verdicts import EpisodeVerdict

DOMAINS = ("chrome", "libreoffice_calc", "libreoffice_impress", "libreoffice_writer", "os", "vlc", "vs_code")
EPOCHS = 3
SECONDS, MEGABYTES = 10.0, 500.0
TOOLS = [
    {
        "name": f"server.tool_{number}",
        "description": "does " * 40,
        "app": "os",
        "input_schema": {
            "type": "object",
            "properties": {"path": {"type": "string"}, "count": {"type": "integer", "minimum": 0}},
            "required": ["path"],
        },
    }
    for number in range(158)
]
WINDOW = {"title": "t" * 60, "app": "os", "x": 0, "y": 0, "width": 900, "height": 600, "active": False}


def events(steps: int, chance: random.Random) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = [
        {"event": "start"},
        {"event": "tools", "names": [t["name"] for t in TOOLS]},
    ]
    look = {"event": "observation", "screen": "a" * 32, "windows": [WINDOW] * 6, "seconds": 0.5}
    for number in range(1, steps + 1):
        call = {"path": "/home/user/file", "count": chance.choice([1, "many"])}
        action: dict[str, Any] = {
            "type": "tool_call",
            "name": chance.choice(TOOLS)["name"],
            "arguments": call,
        }
        if chance.random() < 0.5:
            action = {"type": "click", "x": 1, "y": 2, "button": "left", "count": 1, "modifiers": []}
        result = {"text": "r" * 2000, "is_error": chance.random() < 0.1, "structured": None, "images": []}
        listed += [
            look,
            {"event": "decision", "thought": "t" * 600, "actions": [action], "details": {}, "seconds": 4.2},
            {
                "event": "step",
                "step": number,
                "action": action,
                "refused": False,
                "result": result,
                "seconds": 1,
            },
        ]
    return listed


def generate(folder: Path, episodes: int, steps: int) -> None:
    chance = random.Random(0)
    number = max(1, episodes // EPOCHS)
    tasks = tuple(
        TaskEntry(
            id=f"{DOMAINS[index % len(DOMAINS)]}/task_{index}",
            hash="h",
            domain=DOMAINS[index % len(DOMAINS)],
            tool_beneficial=index % 5 > 0,
            feasible=True,
            tools=tuple(f"server.tool_{tool}" for tool in range(index % 5)),
        )
        for index in range(number)
    )
    info = RunInfo(
        created="2026-01-01T00:00:00+00:00",
        options=RunOptions(agent="anthropic", epochs=EPOCHS, provider="fake"),
        agent=AgentRecord(name="anthropic", variant="", model="m", prompts={}),
        image_hash="i",
        tools_hash="t",
        tasks=tasks,
        versions={},
    )
    records = RunRecords.create(folder, info)
    records.paths.tools_file.write_text(json.dumps(TOOLS))
    for task, epoch in records.episodes():
        episode = records.episode(task, epoch)
        episode.path.mkdir(parents=True)
        lines = (json.dumps(event) for event in events(steps, chance))
        episode.events_file().write_text("\n".join(lines) + "\n")
        result = EpisodeResult(
            task=task,
            epoch=epoch,
            seed=0,
            status="completed",
            verdicts=(EpisodeVerdict(score=float(chance.random() < 0.4)),),
            steps=steps,
            tool_calls=steps // 2,
            gui_actions=steps // 2,
        )
        episode.result_file.write_text(result.model_dump_json(indent=2))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--episodes", type=int, default=1083)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--keep", type=Path, help="where to leave the records; used again when it is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or Path(scratch) / "run"
        if not folder.exists():
            generate(folder, options.episodes, options.steps)
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6
        started = time.monotonic()
        subprocess.run(
            [sys.executable, "-m", "testbed", "score", str(folder), "--json"],
            check=True,
            stdout=subprocess.DEVNULL,
        )
        seconds = time.monotonic() - started
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    peak, cpu = usage.ru_maxrss * 1024 / 1e6, usage.ru_utime + usage.ru_stime
    print(f"{options.episodes} episodes of {options.steps} steps, {size:.0f} MB of records")
    print(
        f"testbed score: {seconds:.1f} s (limit {SECONDS:.0f}; CPU {cpu:.1f} s), {peak:.0f} MB (limit {MEGABYTES:.0f})"
    )
    if seconds > SECONDS or peak > MEGABYTES:
        sys.exit(1)


if __name__ == "__main__":
    main()
