"""A redacted copy of a run: no text or picture of it remains, and all figures are the same."""

from __future__ import annotations

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.cli.main import call as run_command
from controller.records.redaction import Redactor
from controller.records.run_info import Failure
from controller.records.run_records import RunRecords
from tests.controller.made_runs import CLICK, add_episode, call, entry, made_run

SECRET = "Kanarienvogel"
TYPED: dict[str, Any] = {"type": "type", "text": f"my {SECRET}"}
LETTER: dict[str, Any] = {"type": "key", "keys": ["ctrl", "K"], "repeat": 2}
END: dict[str, Any] = {"type": "terminate", "status": "success", "answer": SECRET}
DRAG: dict[str, Any] = {
    "type": "drag",
    "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}],
    "button": "left",
    "modifiers": ["shift"],
}
RED = (255, 0, 0)


@pytest.fixture
def run(tmp_path: Path) -> RunRecords:
    """A run that has the secret in every kind of text, in a picture, and in names that others choose."""
    tasks = [entry("os/a", ["a.count"]).model_copy(update={"instruction": SECRET}), entry("os/b")]
    records = made_run(tmp_path / "run", tasks, agent="openai", model="m")
    info = json.loads((records.folder / "run.json").read_text())
    info["agent"]["prompts"], info["note"] = {"system": SECRET}, SECRET
    (records.folder / "run.json").write_text(json.dumps(info))
    tools = json.loads((records.folder / "tools.json").read_text())
    tools[0]["input_schema"] = {
        "type": "object",
        "properties": {"path": {"type": "string"}, "mode": {"enum": ["r", "w"]}},
    }
    (records.folder / "tools.json").write_text(json.dumps(tools))
    (records.folder / "log.jsonl").write_text(SECRET)
    records = RunRecords.open(records.folder)
    valid = call("a.count", path=SECRET, mode="w")
    invalid = call("a.count", **{SECRET: SECRET, "path": 3})
    unknown = {**call(f"x.{SECRET}", deep={SECRET: [SECRET]}), "refused": True}
    actions = [CLICK, TYPED, LETTER, DRAG, valid, invalid, unknown, END]
    claims = [{"text": SECRET, "holds": True, "found": SECRET}]
    error = Failure(type="AgentError", message=SECRET, hint=SECRET).model_dump()
    event = {"text": SECRET, "step": 1, "error": SECRET}
    known = {"answer": SECRET, "claims": claims, "safety": claims, "triggered_events": [event]}
    add_episode(records, "os/a", 1, actions, score=1.0, cost=0.25, input_tokens=70, **known)
    attempt = {"number": 1, "error": error, "seconds": 2.0}
    add_episode(records, "os/b", 1, [], status="agent_error", score=None, error=error, attempts=[attempt])
    recorder = records.recorder("os/a", 1)
    data = io.BytesIO()
    Image.new("RGB", (64, 48), RED).save(data, "PNG")
    screen = recorder.screen(data.getvalue())
    window = {"title": SECRET, "app": "vlc", "active": True}
    recorder.event(
        "observation", screen=screen, width=64, height=48, windows=[window], text=SECRET, steps_left=1
    )
    recorder.event(
        "decision", thought=SECRET, actions=[TYPED], details={"message": SECRET, "mistakes": [SECRET]}
    )
    recorder.event("mistake", step=9, answer=SECRET)
    recorder.event("triggered_event", **event, seconds=0.1)
    recorder.event("something_new", field=SECRET, nested={"text": [SECRET]})
    recorder.event("verdict", score=1.0, claims=claims)
    recorder.event("end", status="completed", score=1.0, steps=len(actions), error=error)
    recorder.exchange(exchange())
    recorder.end_attempt()
    (recorder.folder / "final").mkdir()
    (recorder.folder / "final" / "note.txt").write_text(SECRET)
    return records


def exchange() -> dict[str, Any]:
    usage = {
        "input_tokens": 70,
        "output_tokens": 7,
        "cache_read_tokens": 0,
        "cache_write_tokens": 0,
        "calls": 1,
    }
    return {
        "time": 5.0,
        "method": "POST",
        "url": "http://127.0.0.1:9/v1/responses",
        "requested_model": "m",
        "digest": "d",
        "request": {"model": "m", "input": SECRET},
        "request_bytes": 99,
        "attempts": [{"status": 500, "error": SECRET, "seconds": 1.0, "wait": 0.5}],
        "seconds": 2.0,
        "failure": SECRET,
        "response": {"status": 200, "headers": {"content-type": "a/b", "request-id": SECRET}, "body": SECRET},
        "served_model": "m",
        "uncounted": False,
        "usage": usage,
    }


def contents(folder: Path) -> dict[str, bytes]:
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: gzip.decompress(data) if name.endswith(".gz") else data for name, data in files.items()}


def scored(folder: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    capsys.readouterr()
    assert run_command(["score", str(folder), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out.replace(str(folder), "RUN"))
    assert figures.pop("note")
    return figures


def test_no_text_remains_and_the_figures_stay(
    run: RunRecords, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "copy"
    assert SECRET in "".join(map(str, contents(run.folder).values()))
    assert run_command(["export", str(run.folder), "--format", "run", "--redact", "--out", str(out)]) == 0
    files = contents(out)
    assert [name for name, data in files.items() if SECRET.encode() in data or SECRET in name] == []
    assert not any(name.startswith(("log", "episodes/os/a/1/final")) for name in files)
    assert scored(out, capsys) == scored(run.folder, capsys)
    assert run_command(["compare", str(run.folder), str(out)]) == 0
    assert run_command(["report", str(out), "--out", str(tmp_path / "report")]) == 0
    assert run_command(["view", str(out), "--static", str(tmp_path / "site")]) == 0


def test_structure_of_events_and_exchanges_stays(run: RunRecords, tmp_path: Path) -> None:
    out = tmp_path / "copy"
    assert run_command(["export", str(run.folder), "--format", "run", "--redact", "--out", str(out)]) == 0
    copy = RunRecords.open(out)
    lines = copy.episode("os/a", 1).events_file().read_text().splitlines()
    steps = [event for line in lines if (event := json.loads(line))["event"] == "step"]
    assert steps[0]["action"] == CLICK and steps[3]["action"] == DRAG
    assert steps[1]["action"] == {"type": "type", "text": f"[redacted: {len(TYPED['text'])} characters]"}
    assert steps[2]["action"] == {"type": "key", "keys": ["ctrl", "[redacted: 1 characters]"], "repeat": 2}
    redacted = f"[redacted: {len(SECRET)} characters]"
    assert steps[4]["action"]["arguments"] == {"path": redacted, "mode": "w"}
    assert steps[5]["action"]["arguments"] == {"redacted_1": redacted, "path": 3}
    [line] = copy.exchanges("os/a", 1)
    assert line["usage"] == exchange()["usage"] and line["attempts"][0]["status"] == 500
    assert line["request"] == {"model": "m"} and line["response"]["headers"] == {"content-type": "a/b"}
    pictures = sorted((copy.recorder("os/a", 1).folder / "screens").iterdir())
    assert [picture.name for picture in pictures] == sorted(
        picture.name for picture in (run.recorder("os/a", 1).folder / "screens").iterdir()
    )
    sizes = set()
    for file in pictures:
        with Image.open(file) as picture:
            sizes.add(picture.size)
            assert picture.convert("RGB").getcolors() == [(picture.width * picture.height, (128, 128, 128))]
    assert sizes == {(1, 1), (64, 48)}


@pytest.mark.parametrize("form", ["csv", "jsonl", "inspect", "osworld"])
def test_other_formats_are_redacted_too(form: str, run: RunRecords, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run_command(["export", str(run.folder), "--format", form, "--redact", "--out", str(out)]) == 0
    files = contents(out)
    assert files and [name for name, data in files.items() if SECRET.encode() in data] == []


def test_a_copy_without_redaction_is_refused(
    run: RunRecords, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(run.folder), "--format", "run", "--out", str(tmp_path / "out")]) == 2
    assert "--redact" in capsys.readouterr().err


def test_a_new_field_is_private_until_it_is_listed() -> None:
    event = Redactor([]).event(
        {"event": "new", "words": SECRET, "list": [{"x": SECRET, "y": 1}], "yes": True}
    )
    assert event["list"][0]["y"] == 1 and event["yes"] is True
    assert SECRET not in json.dumps(event)
