"""Two episodes of one task side by side."""

from __future__ import annotations

from pathlib import Path

from starlette.testclient import TestClient

from controller.records.run_records import RunRecords
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.static_site import write_site
from tests.controller.made_runs import CLICK, call, entry, made_run
from tests.controller.results.viewer.conftest import client_of
from tests.controller.results.viewer.pages_checked import check_page
from tests.controller.results.viewer.stories import DONE, Story

PAIR = "/compare/a/b/os/x/1/"


def two_runs(root: Path) -> tuple[RunRecords, RunRecords]:
    tasks = [entry("os/x", ["a.count"])]
    a, b = (made_run(root / name, tasks, agent="anthropic", model=name) for name in "ab")
    Story(a, "os/x").look().do(CLICK, thought="I click.").do(DONE).end(score=0.0)
    Story(b, "os/x").look().do(CLICK).do(call("a.count"), thought="I count.").do(DONE).end()
    return a, b


def test_steps_stand_side_by_side_up_to_the_longer_episode(tmp_path: Path) -> None:
    two_runs(tmp_path)
    page = check_page(client_of(tmp_path).get(PAIR).text)
    rows = [item["id"] for tag, item in page.elements if item.get("class") == "row"]
    assert rows == ["row-1", "row-2", "row-3"]
    assert "A has no such step." in page.text and "I count." in page.text
    ids = {item["id"] for tag, item in page.elements if tag == "article"}
    assert ids == {"A-1", "A-2", "B-1", "B-2", "B-3", "A-end", "B-end"}


def test_the_first_different_action_is_named(tmp_path: Path) -> None:
    two_runs(tmp_path)
    page = check_page(client_of(tmp_path).get(PAIR).text)
    assert "The first different action: step 2." in page.text
    assert "#row-2" in page.addresses()
    same = check_page(client_of(tmp_path).get("/compare/a/a/os/x/1/").text)
    assert "The same actions to the end." in same.text


def test_it_is_linked_from_the_comparison_of_the_runs(tmp_path: Path) -> None:
    two_runs(tmp_path)
    client = client_of(tmp_path)
    assert "../../../compare/a/b/os/x/1/" in check_page(client.get("/compare/a/b/").text).addresses()


def test_episodes_that_are_not_there_have_no_page(client: TestClient) -> None:
    pair = "/compare/table~gui/table~mcp"
    assert client.get(f"{pair}/os/a/1/").status_code == 200
    for place in ("os/a/2/", "os/none/1/", "os/a/0/", "os/a/x/"):
        assert client.get(f"{pair}/{place}").status_code == 404
    assert client.get("/compare/table~gui/none/os/a/1/").status_code == 404


def test_a_static_export_has_it_too(tmp_path: Path) -> None:
    two_runs(tmp_path / "runs")
    write_site(RunLibrary(tmp_path / "runs"), tmp_path / "site")
    text = (tmp_path / "site/compare/a/b/os/x/1/index.html").read_text("utf-8")
    pictures = [address for address in check_page(text).addresses() if "/screens/" in address]
    folder = tmp_path / "site/compare/a/b/os/x/1"
    assert pictures and all((folder / address).is_file() for address in pictures)
