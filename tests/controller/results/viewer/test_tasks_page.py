"""The page of tasks by runs, and the grid of a run's episodes."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from tests.controller.made_runs import entry, made_run
from tests.controller.results.viewer.conftest import client_of, fill
from tests.controller.results.viewer.pages_checked import Seen, check_page


def cells(page: Seen) -> list[str]:
    classes = (item.get("class", "") for tag, item in page.elements if tag == "td")
    return [name.removeprefix("score ") for name in classes if name.startswith("score ")]


def test_every_task_has_a_cell_for_every_run(client: TestClient) -> None:
    page = check_page(client.get("/tasks/").text)
    # one: os/a [1, 1, 0], os/b [1, None, 0], vlc/c not run; then the study's mcp and gui
    assert sorted(cells(page)) == sorted(
        ["warn", "warn", "idle", *["ok", "ok", "bad"], *["bad", "warn", "ok"]]
    )
    assert "../runs/table~mcp/os/a/1/" in page.addresses()
    assert "3 runs" in page.text and "Table 1" in page.text


def test_tasks_with_other_content_have_rows_of_their_own(tmp_path: Path) -> None:
    for name, content in (("a", "h1"), ("b", "h2")):
        fill(made_run(tmp_path / name, [entry("os/a", content=content)]), {"os/a": [1]})
    page = check_page(client_of(tmp_path).get("/tasks/").text)
    assert sorted(cells(page)) == ["idle", "idle", "ok", "ok"]
    assert "version h1" in page.text and "version h2" in page.text


def test_a_run_has_a_cell_for_every_episode(client: TestClient) -> None:
    page = check_page(client.get("/runs/deep~down~one/").text)
    shown = [
        item for tag, item in page.elements if item.get("class", "").startswith("cell ") and "title" in item
    ]
    assert len(shown) == 9
    assert [item["class"] for item in shown[:3]] == ["cell ok", "cell ok", "cell bad"]
    assert shown[2]["title"] == "os/a, epoch 3: 0, completed; not met: the file is there"
