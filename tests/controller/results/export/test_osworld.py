from __future__ import annotations

import json
from pathlib import Path

from controller.records.run_folder import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from tests.controller.made_runs import PNG


def osworld_results(tree: Path) -> dict[str, float]:
    """What OSWorld's own counting takes from a tree: <domain>/<task>/result.txt."""
    return {
        f"{domain.name}/{task.name}": float((task / "result.txt").read_text())
        for domain in tree.iterdir()
        if domain.is_dir()
        for task in domain.iterdir()
        if task.is_dir() and "result.txt" in [path.name for path in task.iterdir()]
    }


def test_the_tree_is_osworlds(run: RunRecords, tmp_path: Path) -> None:
    out = tmp_path / "out"
    remarks = export(open_run(run.folder), "osworld", out)
    assert remarks == ["2 episodes have no verdict and therefore no result.txt"]
    tree = out / "epoch_1/gui+mcp/screenshot/some_model_1"
    assert osworld_results(tree) == {"os/a": 1.0, "vlc/b": 0.0}
    assert osworld_results(out / "epoch_2/gui+mcp/screenshot/some_model_1") == {}
    arguments = json.loads((tree / "args.json").read_text())
    assert (arguments["action_space"], arguments["observation_type"]) == ("gui+mcp", "screenshot")
    lines = [json.loads(line) for line in (tree / "os/a/traj.jsonl").read_text().splitlines()]
    assert [line["step_num"] for line in lines] == [1, 2, 3]
    assert [(line["done"], line["reward"]) for line in lines] == [(False, 0), (False, 0), (True, 1.0)]
    assert lines[0]["action"]["type"] == "click" and lines[0]["response"] == "thought 1"
    for line in lines:
        assert line["screenshot_file"] == f"step_{line['step_num']}_{line['action_timestamp']}.png"
        assert (tree / "os/a" / line["screenshot_file"]).read_bytes() == PNG
