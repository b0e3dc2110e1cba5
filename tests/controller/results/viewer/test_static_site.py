"""The pages as a folder: every link leads to a file, nothing else is touched, nothing else is taken along."""

from __future__ import annotations

import functools
import itertools
import json
import os
import re
import shutil
from pathlib import Path, PurePosixPath
from urllib.parse import urljoin, urlsplit

import pytest

from controller.records.run_records import RunRecords
from controller.results.viewer import static_site
from controller.results.viewer.library import RunLibrary
from controller.results.viewer.static_site import write_site
from testbed.errors import UsageError
from tests.controller.made_runs import PNG, add_episode, made_run
from tests.controller.results.viewer.conftest import STEPS, TASKS, client_of, fill
from tests.controller.results.viewer.pages_checked import check_page
from tests.controller.results.viewer.test_app import hostile_run


def crawl(out: Path) -> set[str]:
    """Every file that can be reached from the page of runs, by its path; fails at a link that leads nowhere."""
    base = "http://site/"
    found: set[str] = set()
    waiting = ["index.html"]
    while waiting:
        path = waiting.pop()
        if path in found:
            continue
        found.add(path)
        assert (out / path).is_file(), path
        if path.endswith(".html"):
            page = check_page((out / path).read_text("utf-8"))
            assert "data-live" not in dict(next(item for item in page.elements if item[0] == "body")[1])
            named = (urlsplit(urljoin(base + path, address)) for address in page.addresses() if address)
            waiting += [target.path.lstrip("/") for target in named if target.netloc == "site"]
    return found


def files(out: Path) -> set[str]:
    return {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}


def test_everything_that_is_written_can_be_reached_and_every_link_leads_to_it(
    shelf: Path, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    again = RunRecords.open(shelf / "deep/down/one")
    add_episode(again, "os/a", 3, STEPS, score=1.0)  # its first try is kept
    written = write_site(RunLibrary(shelf), out)
    reached = crawl(out)
    assert files(out) - reached == {"viewer.json"}
    assert (written.runs, written.episodes, written.pairs, written.skipped) == (3, 12, 1, [])
    assert "compare/table~gui/table~mcp/index.html" in reached
    assert {
        "runs/deep~down~one/os/a/3/index.html",
        "runs/deep~down~one/os/a/3/attempt-1/index.html",
    } <= reached
    for path in reached:
        assert PurePosixPath(path).name == "index.html" or not path.endswith(".html")


def test_its_pages_are_those_that_are_served(shelf: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(RunLibrary(shelf), out)
    client = client_of(shelf)
    for address in ("runs/table~gui/", "runs/table~gui/os/a/1/", "compare/table~gui/table~mcp/"):
        served = check_page(client.get(f"/{address}").text)
        kept = check_page((out / address / "index.html").read_text("utf-8"))
        private = (
            "user_base_url–",
            "judge_base_url–",
            "base_url–",
            "cluster–",
            "replay–",
            "servers–",
            "skills–",
            "branch_from–",
        )
        commands = re.findall(r"Go on from here\n.*\n# another agent .* --epochs N", served.text)
        only_served = ("swap A and B", *private, *commands, "Save as GIF, MP4")
        assert kept.text == functools.reduce(
            lambda text, part: text.replace(part, ""), only_served, served.text
        )
        assert bool(commands) == address.endswith("/1/"), "they name a folder of this host"


def test_pictures_are_linked_and_what_may_grow_is_copied(shelf: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(RunLibrary(shelf), out)
    place = "os/a/1"
    source = shelf / "table/gui/episodes" / place
    (picture,) = (source / "screens").iterdir()
    kept = out / "runs/table~gui" / place
    assert (kept / "screens" / picture.name).samefile(picture)
    assert (kept / "events.jsonl").read_bytes() == (source / "events.jsonl").read_bytes()
    assert not (kept / "events.jsonl").samefile(source / "events.jsonl")


def test_pictures_are_copied_where_they_cannot_be_linked(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "link", refuse)
    written = write_site(RunLibrary(shelf), tmp_path / "site")
    pictures = list((tmp_path / "site").rglob("*.png"))
    assert len(pictures) == written.pictures == 12
    assert {picture.read_bytes() for picture in pictures} == {PNG}


def test_an_earlier_export_is_written_over_and_other_files_stay(shelf: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    write_site(RunLibrary(shelf), out)
    (out / "notes.txt").write_text("mine")
    shutil.rmtree(shelf / "table" / "mcp")
    write_site(RunLibrary(shelf), out)
    assert not (out / "compare").exists() and not (out / "runs/table~mcp").exists()
    assert files(out) - crawl(out) == {"viewer.json", "notes.txt"}
    assert (out / "notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "mark", [None, "", "[]", '{"format": "another"}', '{"format": "testbed view 2", "files": []}']
)
def test_a_folder_with_anything_else_is_refused(mark: str | None, shelf: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine"
    out.mkdir()
    (out / "work.txt").write_text("mine")
    if mark is not None:
        (out / "viewer.json").write_text(mark)
    before = {path: path.read_bytes() for path in out.iterdir()}
    with pytest.raises(UsageError, match="is not an export") as refusal:
        write_site(RunLibrary(shelf), out)
    assert "empty" in refusal.value.hint
    assert {path: path.read_bytes() for path in out.iterdir()} == before


def test_a_list_of_files_that_leads_out_removes_nothing_there(shelf: Path, tmp_path: Path) -> None:
    out = tmp_path / "site"
    out.mkdir()
    outside, linked = tmp_path / "outside.txt", tmp_path / "folder" / "other.txt"
    outside.write_text("mine")
    linked.parent.mkdir()
    linked.write_text("mine")
    (out / "way").symlink_to(linked.parent)
    names = ["../outside.txt", str(outside), "way/other.txt", "gone.html"]
    (out / "viewer.json").write_text(json.dumps({"format": "testbed view 1", "files": names}))
    write_site(RunLibrary(shelf), out)
    assert outside.read_text() == linked.read_text() == "mine"


@pytest.mark.parametrize("place", [".", "..", "../.."])
def test_runs_are_not_written_over(place: str, shelf: Path) -> None:
    with pytest.raises(UsageError, match="contains the runs to export"):
        write_site(RunLibrary(shelf / "table"), shelf / "table" / place)


def test_a_file_in_its_place_is_refused(shelf: Path, tmp_path: Path) -> None:
    (tmp_path / "site").write_text("mine")
    with pytest.raises(UsageError, match="is not an export"):
        write_site(RunLibrary(shelf), tmp_path / "site")


def test_an_export_below_the_runs_is_no_run(shelf: Path) -> None:
    write_site(RunLibrary(shelf), shelf / "site")
    here = RunLibrary(shelf)
    assert len(here.overview().cards) == 3
    write_site(here, shelf / "site")
    crawl(shelf / "site")


def test_damaged_runs_are_named_and_the_rest_is_written(shelf: Path, tmp_path: Path) -> None:
    (shelf / "table/gui/run.json").write_text("{")
    (shelf / "table/mcp/episodes/os/a/1/result.json").write_text("{")
    fill(made_run(shelf / "begun", TASKS), {"os/a": [1]})
    out = tmp_path / "site"
    write_site(RunLibrary(shelf), out)
    crawl(out)
    text = check_page((out / "index.html").read_text("utf-8")).text
    assert "gui/run.json" in text and "mcp/episodes/os/a/1/result.json" in text


def test_only_so_many_pairs_have_a_page_and_it_is_said(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "abc":
        fill(made_run(shelf / name, TASKS), {task.id: [1] for task in TASKS})
    monkeypatch.setattr(static_site, "MOST_PAIRS", 4)
    written = write_site(RunLibrary(shelf), tmp_path / "site")
    complete = 5
    assert (written.pairs, written.pairs_left) == (
        4,
        len(list(itertools.combinations(range(complete), 2))) - 4,
    )
    page = check_page((tmp_path / "site" / "index.html").read_text("utf-8"))
    assert "6 more pairs have no page here" in page.text
    crawl(tmp_path / "site")


def test_hostile_runs_are_written_inside(tmp_path: Path) -> None:
    root = tmp_path / "runs"
    hostile_run(root / "x.." / "<b>'\"&?#%41")
    secret = tmp_path / "secret.png"
    secret.write_bytes(PNG)
    episode = next(root.rglob("events.jsonl")).parent
    (shown,) = (episode / "screens").iterdir()
    shown.unlink()
    shown.symlink_to(secret)
    out = tmp_path / "site"
    written = write_site(RunLibrary(root), out)
    crawl(out)
    assert not list(out.rglob("*.png")) and written.pictures == 0
    assert files(tmp_path) == {f"site/{path}" for path in files(out)} | {
        f"runs/{path}" for path in files(root)
    } | {"secret.png"}


def test_what_cannot_be_read_has_a_page_that_says_so_and_no_path_of_this_host_is_told(
    shelf: Path, tmp_path: Path
) -> None:
    place = "table/gui/episodes/os/a/1"
    (shelf / place / "events.jsonl").rename(tmp_path / "events.jsonl")
    (shelf / place / "events.jsonl").symlink_to(tmp_path / "events.jsonl")
    (shelf / "table/mcp/episodes/os/a/1/result.json").write_text("{")
    data = json.loads((shelf / "table/mcp/run.json").read_text())
    data["options"] |= {
        "base_url": "http://key@inside.example",
        "user_base_url": "http://key@user.example",
        "replay": str(tmp_path / "secret"),
    }
    (shelf / "table/mcp/run.json").write_text(json.dumps(data))
    out = tmp_path / "site"
    written = write_site(RunLibrary(shelf), out)
    crawl(out)
    (skipped,) = written.skipped
    assert "leads out of the run's folder" in skipped
    assert "leads out" in (out / "runs/table~gui/os/a/1/index.html").read_text("utf-8")
    for path in out.rglob("*.html"):
        text = path.read_text("utf-8")
        assert str(tmp_path) not in text and "key@" not in text, path
        assert "user.example" not in text, path
        assert "inside.example" not in text.replace("endpoint inside.example", ""), path


def test_an_export_that_was_broken_off_can_be_done_again(
    shelf: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"

    def interrupt(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(static_site, "compare_page", interrupt)
        with pytest.raises(KeyboardInterrupt):
            write_site(RunLibrary(shelf), out)
    assert (out / "runs/table~gui/index.html").is_file()
    shutil.rmtree(shelf / "table" / "gui")
    write_site(RunLibrary(shelf), out)
    assert files(out) - crawl(out) == {"viewer.json"}
