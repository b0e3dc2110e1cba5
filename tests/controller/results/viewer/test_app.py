"""The viewer's application: pages, and what they tell of a run that goes on, is damaged or odd."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from controller.records.run_info import Failure, RunInfo
from controller.records.run_records import RunRecords
from controller.records.verdicts import ClaimRecord
from tests.controller.made_runs import CLICK, END, PNG, add_episode, call, entry, made_run
from tests.controller.results.viewer.conftest import EPISODE, RUN, STEPS, TASKS, client_of, fill
from tests.controller.results.viewer.pages_checked import HOSTILE, Seen, check_page

BESIDE = "/compare/table~gui/table~mcp/os/a/1/"
PAGES = ("/", "/tasks/", RUN, "/runs/deep~down~one/", EPISODE, "/compare/table~gui/table~mcp/", BESIDE)


def links(page: Seen) -> list[str]:
    return [str(attributes.get("href")) for tag, attributes in page.elements if tag == "a"]


@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_served_for_reading_alone(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    check_page(answer.text)
    headers = answer.headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    assert "access-control-allow-origin" not in headers
    assert headers["cache-control"] == "no-cache"
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        refused = client.request(method, address)
        assert refused.status_code == 405
        check_page(refused.text)
    assert client.head(address).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "[", "10.0.0.1:80"])
def test_another_name_than_the_loopbacks_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 421 and "runs" not in answer.text


@pytest.mark.parametrize("host", ["localhost:81", "127.0.0.1", "[::1]:9"])
def test_the_loopbacks_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_the_page_of_runs(client: TestClient) -> None:
    page = check_page(client.get("/").text)
    assert "3 runs, 1 study, 12 episodes" in page.text
    assert "Table 1" in page.text and "Not started: later" in page.text
    assert "6 of 9 (3 epochs)" in page.text and "ran: 60.0" in page.text
    assert "./runs/deep~down~one/" in links(page)


def test_the_page_of_a_run(client: TestClient) -> None:
    page = check_page(client.get(RUN).text)
    assert "anthropic m1" in page.text and "3 of 3 episodes done" in page.text
    assert "not met: the file is there" in page.text
    assert "../../runs/table~gui/os/a/1/" in links(page)
    assert "image" in page.text and "tool_order" in page.text  # hashes and options
    of_epochs = check_page(client.get("/runs/deep~down~one/").text)
    assert "epoch 3" in of_epochs.text and "infra error, 3 steps" in of_epochs.text
    assert "3 episodes" not in of_epochs.text and "4 episodes of 9 have no verdict" in of_epochs.text


@pytest.mark.parametrize(
    ("query", "tasks"),
    [
        ("", ["os/a", "os/b", "vlc/c"]),
        ("domain=vlc", ["vlc/c"]),
        ("text=/B", ["os/b"]),
        ("status=infra_error", ["os/b"]),
        ("status=waiting&domain=os", []),
        ("status=waiting", ["vlc/c"]),
        ("status=%3Cscript%3E&text=%22%3E", []),
    ],
)
def test_tasks_are_chosen_by_domain_status_and_text(client: TestClient, query: str, tasks: list[str]) -> None:
    page = check_page(client.get(f"/runs/deep~down~one/?{query}").text)
    shown = [
        attributes["id"] for tag, attributes in page.elements if tag == "tr" and "data-domain" in attributes
    ]
    assert shown == [f"task-{task}" for task in tasks]
    assert f"{len(tasks)} of 3 tasks" in page.text


def test_two_runs_are_compared_task_by_task(client: TestClient) -> None:
    chosen = client.get("/compare?a=table~gui&b=table~mcp")
    assert chosen.status_code == 303 and chosen.headers["location"] == "compare/table~gui/table~mcp/"
    page = check_page(client.get("/compare/table~gui/table~mcp/").text)
    assert "2 won by B, 1 lost by B, 0 the same." in page.text
    assert "actions gui / gui+mcp" in page.text and "McNemar's exact test" in page.text
    for run in ("table~gui", "table~mcp"):
        assert f"../../../runs/{run}/vlc/c/1/" in links(page)


@pytest.mark.parametrize(
    ("query", "code"), [("", 400), ("a=table~gui", 400), ("a=table~gui&b=table~gui", 400), ("a=x&b=y", 404)]
)
def test_a_choice_of_fewer_than_two_runs_is_told(client: TestClient, query: str, code: int) -> None:
    answer = client.get(f"/compare?{query}")
    assert answer.status_code == code
    check_page(answer.text)


def test_runs_of_other_tasks_are_compared_only_when_asked(shelf: Path) -> None:
    other = [TASKS[0], entry("os/b", content="changed"), entry("os/d")]
    fill(made_run(shelf / "other", other), {"os/a": [1], "os/b": [1], "os/d": [1]})
    client = client_of(shelf)
    refusal = check_page(client.get("/compare/table~gui/other/").text)
    assert "the runs have different tasks" in refusal.text
    assert "Compare the common tasks: 1 task" in refusal.text
    assert "Only in A: 1 task" in refusal.text and "With different content: 1 task" in refusal.text
    assert "won by B" not in refusal.text
    common = check_page(client.get("/compare/table~gui/other/?common=1").text)
    assert "1 won by B" in common.text and "LEFT OUT: 1 tasks are only in A" in common.text


def test_runs_without_a_task_in_common_are_not_compared(shelf: Path) -> None:
    fill(made_run(shelf / "other", [entry("os/z")]), {"os/z": [1]})
    page = check_page(client_of(shelf).get("/compare/table~gui/other/?common=1").text)
    assert "no task in common" in page.text


@pytest.mark.parametrize("address", [*PAGES, f"{EPISODE}attempt-1/"])
def test_a_page_that_did_not_change_is_not_sent_again(shelf: Path, address: str) -> None:
    RunRecords.open(shelf / "table" / "gui").recorder("os/a", 1).begin_attempt()
    client = client_of(shelf)
    first = client.get(address)
    tag = first.headers["etag"]
    again = client.get(address, headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address, headers={"if-none-match": '"other"'}).text == first.text
    assert client_of(shelf).get(address).headers["etag"] != tag  # of another viewer


def test_pages_follow_a_run_at_work(shelf: Path) -> None:
    records = made_run(shelf / "live", TASKS)
    client = client_of(shelf)
    run, episode = "/runs/live/", "/runs/live/os/a/1/"
    tags = {address: client.get(address).headers["etag"] for address in ("/", run)}

    def news(address: str) -> Seen | None:
        answer = client.get(address, headers={"if-none-match": tags.get(address, "")})
        tags[address] = answer.headers["etag"]
        return check_page(answer.text) if answer.status_code == 200 else None

    def every(page: Seen | None) -> str | None:
        assert page
        return next(attributes for tag, attributes in page.elements if tag == "body").get("data-live")

    with records.lock():
        for address in ("/", run):
            assert every(news(address)) == "2"
        recorder = records.recorder("os/a", 1)
        recorder.begin_attempt()
        begun = news(run)
        assert begun and "running" in begun.text and news("/")
        assert every(news(episode)) == "2"
        assert news(episode) is news(run) is news("/") is None
        recorder.event("decision", thought="I press it", actions=[CLICK], usage={}, details={}, seconds=1.0)
        recorder.event("step", step=1, action=CLICK, refused=False, result={"text": "pressed"}, seconds=0.1)
        grown = news(episode)
        assert grown and "I press it" in grown.text
        page = news(run)
        assert page and {
            attributes.get("data-value") for tag, attributes in page.elements if tag == "td"
        } >= {"1"}
        add_episode(records, "os/a", 1, STEPS, score=1.0)
        assert every(news(episode)) == "10"
        done = news(run)
        assert done and "1 of 3 episodes done" in done.text
    assert every(news("/")) == every(news(run)) == "10"


def test_pictures_are_served_for_good_and_only_as_pictures(shelf: Path) -> None:
    screens = shelf / "table" / "gui" / "episodes" / "os/a" / "1" / "screens"
    (picture,) = screens.iterdir()
    client = client_of(shelf)
    answer = client.get(f"{EPISODE}screens/{picture.name}")
    assert answer.content == PNG and answer.headers["content-type"] == "image/png"
    assert "immutable" in answer.headers["cache-control"]
    page, jpeg, empty = (screens / f"{letter * 32}.png" for letter in "abc")
    page.write_bytes(b"<html><script>alert(1)</script>")
    jpeg.write_bytes(b"\xff\xd8\xff\xe0 some")
    empty.touch()
    (screens / "notes.txt").write_text("x")
    assert client.get(f"{EPISODE}screens/{jpeg.name}").headers["content-type"] == "image/jpeg"
    for name in (page.name, empty.name, "notes.txt", f"{'d' * 32}.png", f"{picture.stem}.svg", picture.stem):
        assert client.get(f"{EPISODE}screens/{name}").status_code == 404


def test_the_record_itself_is_text(client: TestClient, shelf: Path) -> None:
    answer = client.get(f"{EPISODE}events.jsonl")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.content == (shelf / "table/gui/episodes/os/a/1/events.jsonl").read_bytes()
    assert client.get(f"{EPISODE}attempt-1/events.jsonl").status_code == 404


def test_a_run_that_goes_while_it_is_served(shelf: Path) -> None:
    client = client_of(shelf)
    assert client.get(RUN).status_code == client.get(EPISODE).status_code == 200
    shutil.rmtree(shelf / "table" / "gui")
    for address in (RUN, EPISODE, "/compare/table~gui/table~mcp/"):
        answer = client.get(address)
        assert answer.status_code == 404
        check_page(answer.text)
    assert "table~gui" not in client.get("/").text
    shutil.rmtree(shelf)
    answer = client.get("/")
    assert answer.status_code == 404 and "cannot read" in answer.text


def test_records_half_written_or_damaged_are_shown_as_far_as_they_go(shelf: Path) -> None:
    episode = shelf / "table" / "gui" / "episodes" / "os/a" / "1"
    with (episode / "events.jsonl").open("a") as file:
        file.write('{"event": "step", "st')
    (episode / "result.json").write_text("{")
    (shelf / "table" / "mcp" / "run.json").write_text("{")
    client = client_of(shelf)
    assert "aborted" in check_page(client.get(EPISODE).text).text
    run = check_page(client.get(RUN).text)
    assert "table/gui/episodes/os/a/1/result.json:1" in run.text and "aborted" in run.text
    runs = check_page(client.get("/").text)
    assert "table/mcp/run.json:1" in runs.text and "damaged" in runs.text
    answer = client.get("/runs/table~mcp/")
    assert answer.status_code == 404 and "the file is cut short" in check_page(answer.text).text


@pytest.mark.parametrize("scores", [{}, {"os/a": [None], "os/b": [None], "vlc/c": [None]}])
def test_runs_without_a_verdict(tmp_path: Path, scores: dict[str, list[float | None]]) -> None:
    fill(made_run(tmp_path / "a", TASKS), scores)
    fill(made_run(tmp_path / "b", TASKS), scores)
    client = client_of(tmp_path)
    assert "ran: –" in check_page(client.get("/").text).text
    assert "3 episodes of 3 have no verdict" in check_page(client.get("/runs/a/").text).text
    compared = check_page(client.get("/compare/a/b/").text)
    assert "none of the 3 common tasks has a verdict" in compared.text


def test_pages_show_a_screen_that_is_not_the_usual_one(tmp_path: Path) -> None:
    scores: dict[str, list[float | None]] = {"os/a": [1.0], "os/b": [0.0], "vlc/c": [0.0]}
    fill(made_run(tmp_path / "a", TASKS), scores)
    client = client_of(tmp_path)
    assert "filterstarted" in check_page(client.get("/").text).text
    fill(made_run(tmp_path / "b", TASKS, screen="2560x1440", scale=2), scores)
    text = "2560x1440 at scale 2"
    for address in ("/", "/runs/b/", "/runs/b/os/a/1/", "/compare/a/b/", "/tasks/"):
        assert text in check_page(client.get(address).text).text, address
    assert "filterscreenstarted" in check_page(client.get("/").text).text
    assert text not in check_page(client.get("/runs/a/").text).text
    assert "screen (usual) / 2560x1440; scale 1 / 2" in check_page(client.get("/compare/a/b/").text).text


def test_a_run_without_tasks_and_a_folder_without_runs(tmp_path: Path) -> None:
    client = client_of(tmp_path)
    assert "There is no run yet" in check_page(client.get("/").text).text
    made_run(tmp_path / "a", [])
    assert "The run has no tasks" in check_page(client.get("/runs/a/").text).text


def hostile_run(folder: Path) -> RunRecords:
    """A run whose every text is hostile."""
    odd = HOSTILE.replace("\ud800", "")  # which records hold as an escape alone
    task = entry("os/a", ["a.count"]).model_copy(
        update={"hash": odd, "domain": odd, "instruction": odd, "tools": (odd,)}
    )
    records = made_run(folder, [task], agent=odd, model=odd, variant=odd, tool_filter=odd, tool_order=odd)
    info: dict[str, Any] = json.loads((folder / "run.json").read_text())
    info |= {"created": odd, "image_hash": odd, "tools_hash": odd, "versions": {odd: odd}}
    info["agent"] |= {"name": odd, "model": odd, "variant": odd, "prompts": {odd: odd}, "models": [odd]}
    info["options"] |= {"tool_budget": odd, "base_url": odd, "provider": odd, "settings": {odd: odd}}
    (folder / "run.json").write_text(RunInfo.model_validate(info).model_dump_json())
    records = RunRecords.open(folder)
    recorder_actions = [CLICK, call(HOSTILE, **{HOSTILE: HOSTILE}), END | {"answer": HOSTILE}]
    add_episode(
        records,
        "os/a",
        1,
        recorder_actions,
        status="agent_error",
        score=0.5,
        answer=odd,
        guest=odd,
        models=(odd,),
        leniencies={odd: 1},
        claims=(
            ClaimRecord(text=odd, holds=False, found=odd),
            ClaimRecord(text=odd, holds=True, forgeable=True),
        ),
        error=Failure(type=odd, message=odd, hint=odd),
        timings={odd: 1.0},
        cost=0.5,
    )
    return records


def test_hostile_text_in_every_field_is_text(tmp_path: Path) -> None:
    for name in ("a", "b"):
        hostile_run(tmp_path / "<b>x" / name)
    study = {"format": 1, "title": HOSTILE[:-9], "budget": "separate", "tasks": {}, "runs": {}}
    (tmp_path / "<b>x" / "study.json").write_text(json.dumps(study))
    client = client_of(tmp_path)
    run = "/runs/=3Cb=3Ex~a/"
    pair = "/compare/=3Cb=3Ex~a/=3Cb=3Ex~b/"
    for address in ("/", "/tasks/", run, f"{run}os/a/1/", pair, f"{pair}os/a/1/"):
        answer = client.get(address)
        assert answer.status_code == 200
        page = check_page(answer.text)
        assert "<script>alert(1)</script>" in page.text
        pictures = [attributes.get("src") for tag, attributes in page.elements if tag == "img"]
        assert "x" not in pictures


def test_a_claim_that_an_application_could_forge_is_marked(tmp_path: Path) -> None:
    records = made_run(tmp_path / "a", TASKS)
    claims = (ClaimRecord(text="the window is there", holds=True, forgeable=True),)
    add_episode(records, TASKS[0].id, 1, STEPS, claims=claims)
    page = client_of(tmp_path).get(f"/runs/a/{TASKS[0].id}/1/").text
    assert "met, forgeable" in check_page(page).text


def test_long_evidence_stands_open_where_a_claim_fails(tmp_path: Path) -> None:
    records = made_run(tmp_path / "a", TASKS)
    claims = tuple(ClaimRecord(text=f"holds: {holds}", holds=holds, found="a\nb") for holds in (True, False))
    add_episode(records, TASKS[0].id, 1, STEPS, claims=claims)
    page = check_page(client_of(tmp_path).get(f"/runs/a/{TASKS[0].id}/1/").text)
    following = zip(page.elements, page.elements[1:], strict=False)
    folded = [
        (item["class"], tag, "open" in inner)
        for (_, item), (tag, inner) in following
        if item.get("class") in ("holds", "fails")
    ]
    assert folded == [("holds", "details", False), ("fails", "details", True)]


def test_numbers_that_are_none_are_shown(tmp_path: Path) -> None:
    records = made_run(tmp_path / "a", TASKS)
    made_run(tmp_path / "b", TASKS)
    for task in TASKS:
        add_episode(records, task.id, 1, STEPS, score=float("nan"), seconds=float("inf"))
    client = client_of(tmp_path)
    for address in ("/", "/runs/a/", "/runs/a/os/a/1/", "/compare/a/b/", "/compare/a/b/?common=1"):
        check_page(client.get(address).text)


def test_many_requests_at_once(shelf: Path, address: str) -> None:
    with httpx2.Client(base_url=address, timeout=60) as client, ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(client.get, [page.lstrip("/") for page in PAGES * 6]))
    assert {answer.status_code for answer in answers} == {200}
