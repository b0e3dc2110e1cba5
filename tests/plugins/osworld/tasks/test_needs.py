from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from plugins.osworld.tasks.files import EMPTY_HISTORY, HISTORY_NAME, FileCache, FileReference
from tests.plugins.osworld.tasks.conftest import INFEASIBLE, URL, MakeOSWorldTask, step

DOWNLOAD = step("download", files=[{"url": URL, "path": "/home/user/Desktop/note.txt"}])


@pytest.mark.parametrize(
    ("fields", "requirement"),
    [
        ({}, "runs offline"),
        ({"config": [DOWNLOAD]}, "needs files: 1 file"),
        (
            {"config": [step("execute", command="sudo apt-get install -y jq cowsay", shell=True)]},
            "needs packages: cowsay",
        ),
        ({"config": [step("execute", command=["pip", "install", "sympy"])]}, "needs packages: sympy"),
        ({"config": [step("execute", command=["pip", "install", "pysrt"])]}, "runs offline"),
        ({"config": [step("execute", command="pip install pygame", shell=True)]}, "runs offline"),
        ({"config": [step("execute", command="sudo apt install xsel -y", shell=True)]}, "runs offline"),
        (
            {
                "config": [
                    DOWNLOAD,
                    step("chrome_open_tabs", urls_to_open=["https://a.example/x", "b.example"]),
                ]
            },
            "needs live web: a.example, b.example",
        ),
        ({"config": [step("chrome_open_tabs", urls_to_open=["http://localhost:1"])]}, "runs offline"),
        (
            {"config": [step("googledrive", operation=["delete"], args=[{}])]},
            "needs a Google account: googledrive",
        ),
        (
            {"evaluator": {"func": "exact_match", "result": {"type": "googledrive_file"}}},
            "needs a Google account: googledrive_file",
        ),
    ],
)
def test_a_task_is_classified_by_its_json(
    osworld_task: MakeOSWorldTask, fields: dict[str, Any], requirement: str
) -> None:
    assert osworld_task(**fields).info.requirement == requirement


def test_the_files_of_a_task_are_those_of_steps_and_of_the_evaluator(osworld_task: MakeOSWorldTask) -> None:
    history = step("update_browse_history", history=[])
    gold = {
        "type": "cloud_file",
        "path": ["https://a/1", "https://a/2"],
        "dest": ["one", "two"],
        "multi": True,
    }
    evaluator = {
        "func": "exact_match",
        "result": {"type": "rule"},
        "expected": gold,
        "postconfig": [DOWNLOAD],
    }
    task = osworld_task(config=[history], evaluator=evaluator)
    assert [(file.url, file.target, file.for_setup) for file in task.files] == [
        (EMPTY_HISTORY, f"t1/{HISTORY_NAME}", True),
        (URL, "t1/4bf8f399-de69-56fc-ad56-5d799fb9aea0_note.txt", False),
        ("https://a/1", "t1/one", False),
        ("https://a/2", "t1/two", False),
    ]


@pytest.mark.parametrize(
    "place",
    [
        "t1/name.txt",
        "os/t1/a b.txt",
        "datasets--xlangai--ubuntu_osworld_file_cache/snapshots/abc/os/t1/a b.txt",
        "hub/datasets--xlangai--ubuntu_osworld_file_cache/snapshots/abc/os/t1/a b.txt",
        "snapshots/abc/os/t1/a b.txt",
    ],
)
def test_a_cache_has_any_of_three_layouts(tmp_path: Path, place: str) -> None:
    reference = FileReference(URL, "t1/name.txt", for_setup=True)
    assert FileCache(tmp_path).find(reference).path is None
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text("four")
    assert FileCache(tmp_path).find(reference).path == path
    assert FileCache(tmp_path).find(reference).size == 4


def test_a_pointer_of_a_clone_is_a_missing_file_of_known_size(tmp_path: Path) -> None:
    path = tmp_path / "os" / "t1" / "a b.txt"
    path.parent.mkdir(parents=True)
    path.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1234\n")
    cached = FileCache(tmp_path).find(FileReference(URL, "t1/name.txt", for_setup=True))
    assert (cached.path, cached.size) == (None, 1234)


def test_an_address_cannot_lead_out_of_the_cache(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "cache").mkdir()
    url = "https://huggingface.co/datasets/a/b/resolve/main/../secret"
    assert FileCache(tmp_path / "cache").find(FileReference(url, "t1/a", for_setup=True)).path is None


def test_a_missing_file_is_named_with_its_address_and_the_remedy(osworld_task: MakeOSWorldTask) -> None:
    skip_reason = osworld_task(config=[DOWNLOAD], evaluator=INFEASIBLE).skip_reason
    assert skip_reason.startswith("needs files: the cache lacks t1/4bf8f399-") and URL in skip_reason
    assert "osworld files" in skip_reason and "--missing" in skip_reason
