"""OSWorld's result tree: <actions>/<observation>/<model>/<domain>/<task>/ with traj.jsonl, result.txt and pictures.

OSWorld's scripts count the folders with a result.txt, so an episode without a verdict has none. A tree has one
epoch; several epochs become `epoch_<n>/` with a tree each.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from datetime import UTC, datetime
from pathlib import Path

from controller.results.export.episodes import EpisodeToExport, RunToExport

OBSERVATION = "screenshot"


def write(run: RunToExport, out: Path) -> list[str]:
    """Write the tree; returns remarks on its folder's name and on episodes without a result.txt."""
    options = run.info.options
    marks = run.loaded.provenance.marks
    name = _folder_name("_".join([run.info.agent.model or run.agent, *marks]))
    missing = 0
    for episode in run.episodes():
        root = out / f"epoch_{episode.epoch}" if options.epochs > 1 else out
        model = root / options.actions / OBSERVATION / name
        folder = model / episode.task.id
        folder.mkdir(parents=True)
        arguments = model / "args.json"
        if not arguments.exists():
            chosen = options.model_dump() | {
                "action_space": options.actions,
                "observation_type": OBSERVATION,
                "provenance": run.loaded.provenance.as_data(),
            }
            arguments.write_text(json.dumps(chosen, indent=4))
        _write_trajectory(episode, folder)
        if episode.result is None or episode.result.score is None:
            missing += 1
        else:
            (folder / "result.txt").write_text(f"{episode.result.score}\n")
    remarks = [f"the folder {name} names where the numbers come from"] if marks else []
    if missing:
        remarks.append(f"{missing} episodes have no verdict and therefore no result.txt")
    return remarks


def _write_trajectory(episode: EpisodeToExport, folder: Path) -> None:
    score = episode.result.score if episode.result else None
    last = episode.result.steps if episode.result else 0
    with (folder / "traj.jsonl").open("w", encoding="utf-8", errors="replace") as file:
        for step in episode.steps():
            moment = f"{datetime.fromtimestamp(step.time, UTC):%Y%m%d@%H%M%S}"
            picture = ""
            if step.screen:
                picture = f"step_{step.number}_{moment}{step.screen.suffix}"
                _link(step.screen, folder / picture)
            done = step.number == last
            line = {
                "step_num": step.number,
                "action_timestamp": moment,
                "action": step.action,
                "response": step.thought if step.first else "",
                "reward": score if done and score is not None else 0,
                "done": done,
                "info": {"result": step.text, "is_error": step.is_error, "refused": step.refused},
                "screenshot_file": picture,
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copyfile(source, target)


def _folder_name(text: str) -> str:
    """The name as a single, safe path component."""
    return re.sub(r"[^A-Za-z0-9_.@+-]", "_", text).lstrip(".") or "model"
