"""OSWorld's result tree: <actions>/<observation>/<model>/<domain>/<task>/ with traj.jsonl, result.txt and pictures.

OSWorld's scripts count the folders with a result.txt, so an episode without a verdict has none, and one that never
began has no folder. As OSWorld-MCP's runner does, each trajectory begins with the screen after the set-up
(`step_reset_<time>.png`), and each line has the text in which its scripts look for calls of tools (`prediction`), with
the names of its list. A tree has one epoch; several epochs become `epoch_<n>/` with a tree each.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from plugins.osworld.export.actions import to_osworld
from plugins.osworld.export.published import has_folder, prediction_of, result_text
from testbed.results import EpisodeToExport, ExportedStep, ExportFormat, RunToExport

OBSERVATION = "screenshot"


def write(run: RunToExport, out: Path) -> list[str]:
    """Write the tree; returns remarks on its folder's name and on episodes without a result.txt."""
    options = run.info.options
    marks = run.loaded.provenance.marks
    name = _folder_name("_".join([run.info.agent.model or run.agent, *marks]))
    missing = not_begun = 0
    for episode in run.episodes():
        root = out / f"epoch_{episode.epoch}" if options.epochs > 1 else out
        model = root / options.actions / OBSERVATION / name
        model.mkdir(parents=True, exist_ok=True)
        arguments = model / "args.json"
        if not arguments.exists():
            chosen = options.by_name() | {
                "action_space": options.actions,
                "observation_type": OBSERVATION,
                "max_steps": options.steps,
                "provenance": run.loaded.provenance.as_data(),
            }
            arguments.write_text(json.dumps(chosen, indent=4))
        if not has_folder(episode):
            not_begun += 1
            continue
        folder = model / episode.task.id
        folder.mkdir(parents=True)
        _write_trajectory(episode, folder)
        if (text := result_text(episode)) is None:
            missing += 1
        else:
            (folder / "result.txt").write_text(text)
    remarks = [f"the folder {name} names where the numbers come from"] if marks else []
    if missing:
        remarks.append(f"{missing} episodes have no verdict and therefore no result.txt")
    if not_begun:
        remarks.append(f"{not_begun} episodes were not run and have no folder")
    return remarks


def _write_trajectory(episode: EpisodeToExport, folder: Path) -> None:
    score = episode.result.score if episode.result else None
    with (folder / "traj.jsonl").open("w", encoding="utf-8", errors="replace") as file:
        for line in (_first_line(episode, folder), *(_line(step, folder, score) for step in episode.steps())):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _first_line(episode: EpisodeToExport, folder: Path) -> dict[str, Any]:
    began, _ = episode.span()
    moment = _moment(began)
    return {
        "step_num": 0,
        "instruction": episode.task.instruction,
        "action_timestamp": moment,
        "action": "reset",
        "reward": 0,
        "done": False,
        "info": {},
        "screenshot_file": _add_picture(episode.first_screen(), folder, f"step_reset_{moment}"),
    }


def _line(step: ExportedStep, folder: Path, score: float | None) -> dict[str, Any]:
    moment = _moment(step.time)
    done = step.action.get("type") == "terminate"
    action, end = to_osworld(step.action)
    return {
        "step_num": step.number,
        "action_timestamp": moment,
        "action": action,
        "response": step.thought if step.first else "",
        "prediction": prediction_of(step),
        "reward": score if done and score is not None else 0,
        "done": done,
        "info": {"result": step.text, "is_error": step.is_error, "refused": step.refused, **end},
        "screenshot_file": _add_picture(step.screen, folder, f"step_{step.number}_{moment}"),
    }


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y%m%d@%H%M%S}"


def _add_picture(picture: Path | None, folder: Path, name: str) -> str:
    """Add a picture to the folder and return its file's name; "" without one."""
    if picture is None:
        return ""
    _link(picture, folder / f"{name}{picture.suffix}")
    return f"{name}{picture.suffix}"


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copyfile(source, target)


def _folder_name(text: str) -> str:
    """The name as a single, safe path component."""
    return re.sub(r"[^A-Za-z0-9_.@+-]", "_", text).lstrip(".") or "model"


EXPORT = ExportFormat(write)
