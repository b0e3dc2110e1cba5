"""The real guest of `settle.py`: records its scenes there, or plays them to its server."""

from __future__ import annotations

import io
import json
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from settle_corpus import CLOCK, FOLDER, from_recorder, save
from settle_scenes import CLIP_COMMAND, FILES, GROUPS, SERVER, SERVER_PROGRAM, Call, Scene

from controller.core.guest import HOME, Guest
from controller.core.waiting import wait_until
from controller.core.windows import windows_of
from controller.guests.registry import create_provider
from mcp_tools.computer.tiles import TILE

PYTHON = "/opt/testbed/venv/bin/python"
RECORDER = "/tmp/settle_recorder.py"
BEFORE_SECONDS = 2.5
FINAL_PICTURES = 5
"""Pictures taken after the long wait of a live trial: where they differ, the screen moves by itself."""
FINAL_PAUSE_SECONDS = 0.3


def record(groups: list[str]) -> None:
    """Record groups of scenes on a guest each and write their files."""
    for name in groups:
        recordings = []
        for guest, scene in _scenes(name):
            wish = {
                "tool": scene.action.tool,
                "arguments": scene.action.arguments,
                "before": BEFORE_SECONDS,
                "after": scene.seconds,
            }
            result = guest.run([PYTHON, RECORDER, json.dumps(wish)], as_user=True, timeout=90)
            recordings.append(from_recorder(scene.name, result.stdout))
            print(f"{scene.name}: {len(result.stdout)} bytes", flush=True)
        path = FOLDER / f"{name}.npz"
        save(path, recordings)
        print(f"{path.name}: {len(recordings)} actions, {path.stat().st_size} bytes")


def play_live(groups: list[str]) -> None:
    """Play groups of scenes and print how often, and after what time, the server's settled picture is the final one."""
    waits, wrong = [], []
    for name in groups:
        for guest, scene in _scenes(name):
            before = _picture(guest, settle=True)
            time.sleep(BEFORE_SECONDS)
            _call(guest, scene.action)
            asked = time.monotonic()
            settled = _picture(guest, settle=True)
            waits.append(time.monotonic() - asked)
            time.sleep(scene.seconds)
            final = []
            for _ in range(FINAL_PICTURES):
                final.append(_picture(guest, settle=False))
                time.sleep(FINAL_PAUSE_SECONDS)
            correct = _is_final(before, settled, final)
            print(f"{scene.name}: {waits[-1]:.2f} s {'' if correct else 'WRONG'}", flush=True)
            if not correct:
                wrong.append(scene.name)
    print(f"{len(waits) - len(wrong)} of {len(waits)} correct, median wait {statistics.median(waits):.2f} s")


def _scenes(name: str) -> Iterator[tuple[Guest, Scene]]:
    """A group's scenes, each with its guest in the state in which the action is due."""
    group = GROUPS[name]
    provider = create_provider("nspawn")
    try:
        guest = provider.start()
        for file, content in FILES.items():
            guest.write_file(f"{HOME}/{file}", content.encode())
        guest.write_file(SERVER, SERVER_PROGRAM.encode())
        guest.write_file(RECORDER, (Path(__file__).parent / "settle_recorder.py").read_bytes())
        guest.run(["systemd-run", "--user", f"--working-directory={HOME}", "python3", SERVER], as_user=True)
        if group.app == "vlc":
            guest.run(CLIP_COMMAND, as_user=True, timeout=120)
        if group.app:
            guest.run(["testbed-open", group.app, *group.files], as_user=True)
            wait_until(
                lambda: any(window.active and group.title in window.title for window in windows_of(guest)),
                seconds=120,
                what=lambda: f"a window with {group.title!r}: {windows_of(guest)}",
            )
        guest.call_tool("computer.screenshot", {"limit_seconds": 10})
        for scene in group.scenes:
            for call in scene.before:
                _call(guest, call)
                guest.call_tool("computer.screenshot", {"limit_seconds": 5})
            yield guest, scene
    finally:
        provider.close()


def _call(guest: Guest, call: Call) -> None:
    result = guest.call_tool(call.tool, call.arguments)
    if result.is_error:
        raise SystemExit(f"{call.tool}: {result.text}")


def _picture(guest: Guest, *, settle: bool) -> NDArray[np.uint8]:
    result = guest.call_tool("computer.screenshot", {"settle": settle})
    return np.asarray(Image.open(io.BytesIO(result.images[0])).convert("RGB"))


def _is_final(before: NDArray[np.uint8], settled: NDArray[np.uint8], final: list[NDArray[np.uint8]]) -> bool:
    """Whether a picture equals the final one but for what moves there and the clock."""
    moving = np.any([_differing(picture, final[-1]) for picture in final], axis=0)
    wrong = _differing(settled, final[-1]) & ~moving
    wrong[CLOCK] = False
    begun = _differing(settled, before) | ~np.all([_differing(picture, before) for picture in final], axis=0)
    return not wrong.any() and bool(begun[moving].mean() >= 0.8 if moving.any() else True)


def _differing(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> NDArray[np.bool_]:
    differs = (one != other).any(axis=2)
    rows = np.logical_or.reduceat(differs, range(0, differs.shape[0], TILE), axis=0)
    return np.asarray(np.logical_or.reduceat(rows, range(0, differs.shape[1], TILE), axis=1))
