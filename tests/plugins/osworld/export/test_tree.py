from __future__ import annotations

import json
from pathlib import Path

from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from tests.controller.made_runs import CLICK, PNG, add_episode, call, entry, made_run


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
    assert remarks == [
        "1 episodes have no verdict and therefore no result.txt",
        "1 episodes were not run and have no folder",
    ]
    tree = out / "epoch_1/gui+mcp/screenshot/some_model_1"
    assert osworld_results(tree) == {"os/a": 1.0, "vlc/b": 0.0}
    second = out / "epoch_2/gui+mcp/screenshot/some_model_1"
    assert osworld_results(second) == {} and not (second / "vlc").exists()
    arguments = json.loads((tree / "args.json").read_text())
    assert (arguments["action_space"], arguments["observation_type"]) == ("gui+mcp", "screenshot")
    assert arguments["max_steps"] == 50


def test_the_trajectory_has_the_first_screen_and_the_texts_of_calls(run: RunRecords, tmp_path: Path) -> None:
    export(open_run(run.folder), "osworld", tmp_path / "out")
    folder = tmp_path / "out/epoch_1/gui+mcp/screenshot/some_model_1/os/a"
    lines = [json.loads(line) for line in (folder / "traj.jsonl").read_text().splitlines()]
    assert [line["step_num"] for line in lines] == [0, 1, 2, 3]
    assert [(line["done"], line["reward"]) for line in lines[1:]] == [(False, 0), (False, 0), (True, 1.0)]
    assert lines[0]["action"] == "reset"
    assert lines[1]["action"] == CLICK and lines[1]["response"] == "thought 1"
    assert lines[2]["action"] == {"action_type": "a.count", "parameters": {"path": '=1+1,\n"x"'}}
    assert lines[2]["prediction"].startswith(
        'thought 2\n<tool_call>\n{"name": "a.count", "arguments": {"path": '
    )
    assert lines[3]["action"] == "DONE" and lines[3]["info"]["answer"] == "done"
    for line in lines:
        name = f"step_{line['step_num'] or 'reset'}_{line['action_timestamp']}.png"
        assert line["screenshot_file"] == name and (folder / name).read_bytes() == PNG


def test_tools_have_the_names_of_osworld_mcps_list(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", [entry("os/a")])
    names = ("git_status", "osworld_mcp_os.calculator", "osworld_mcp_vlc.play", "my.tool")
    add_episode(records, "os/a", actions=[call(name) for name in names])
    export(open_run(records.folder), "osworld", tmp_path / "out")
    (file,) = (tmp_path / "out").rglob("traj.jsonl")
    lines = [json.loads(line) for line in file.read_text().splitlines()][1:]
    listed = ["git_git_status", "osworld_mcp_test.calculator_add", "osworld_mcp_vlc.play", "my.tool"]
    assert [line["action"]["action_type"] for line in lines] == listed
    assert all(
        f'{{"name": "{name}", ' in line["prediction"] for name, line in zip(listed, lines, strict=True)
    )
