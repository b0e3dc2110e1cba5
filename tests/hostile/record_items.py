"""Run folders made by a stranger, given to the viewer, to exports and reports."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from controller.models.exchange_recorder import read_exchanges
from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from controller.results.report.source import load_report_input
from controller.results.viewer.app import Viewer
from controller.results.viewer.library import RunLibrary
from testbed.errors import RecordsError, TestbedError
from tests.controller.made_runs import CLICK, END, add_episode, call, entry, made_run
from tests.controller.results.viewer.pages_checked import check_page
from tests.hostile.file_items import blank, png_claiming
from tests.hostile.guest_items import LIES, render
from tests.hostile.item import CANARY, Item, canary
from tests.hostile.record_parsers import EPISODE, place

TIB = 2**40
EXCHANGES = EPISODE / "exchanges.jsonl.gz"
FILES = (
    Path("run.json"), Path("tools.json"), Path("summary.json"), Path("error.json"), EPISODE / "events.jsonl",
    EPISODE / "result.json", EPISODE / "recheck.json", EXCHANGES,
)  # fmt: skip
"""What a stranger's run folder may have anything in place of."""


def fresh_run() -> Path:
    """A new run folder that testbed wrote, alone in its folder."""
    root = place() / "stranger"
    for earlier in (root, _outputs()):
        shutil.rmtree(earlier, ignore_errors=True)
    folder = root / "run"
    records = made_run(folder, [entry("os/a", ["a.count"]), entry("vlc/c")], agent="anthropic", model="m")
    add_episode(records, "os/a", actions=(CLICK, call("a.count", x=1), END))
    records.write_summary({"tasks": 2})
    (folder / EXCHANGES).write_bytes(gzip.compress(b"{}\n"))
    for name in ("error.json", EPISODE / "recheck.json"):
        (folder / name).write_text("{}")
    return folder


def show(folder: Path) -> None:
    """Everything that reads run folders: pages and files of the viewer, exports, a report; on the terminal, errors."""
    client = TestClient(
        Viewer(RunLibrary(folder.parent)).app, base_url="http://127.0.0.1", raise_server_exceptions=True
    )
    for address in ("/", "/tasks/", "/runs/run/", "/runs/run/os/a/1/"):
        response = client.get(address)
        assert response.status_code in (200, 404), response.status_code
        assert "default-src 'none'" in response.headers["content-security-policy"]
        assert CANARY not in response.text
        check_page(response.text)
    events = (
        client.get("/runs/run/os/a/1/events.jsonl") if _is_small(folder / EPISODE / "events.jsonl") else None
    )
    if events is not None and events.status_code == 200:
        assert events.headers["content-type"].startswith("text/plain")
        assert CANARY not in events.text
    for form in ("csv", "jsonl", "osworld"):
        out = Path(tempfile.mkdtemp(dir=_outputs()))
        _print_errors(lambda f=form, o=out: export(open_run(folder), f, o))  # type: ignore[misc]
        for path in out.rglob("*"):
            assert path.is_dir() or path.is_symlink() or CANARY.encode() not in path.read_bytes()
    _print_errors(lambda: load_report_input([folder]))


def _print_errors(work: Callable[[], object]) -> None:
    """Errors of testbed are for people, and printed."""
    try:
        work()
    except TestbedError as error:
        render(str(error))


def _is_small(path: Path) -> bool:
    return path.is_file() and path.stat().st_size < 2**24


def _outputs() -> Path:
    folder = place() / "out"
    folder.mkdir(exist_ok=True)
    return folder


def sparse(path: Path) -> None:
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(TIB)


def _replacements() -> Iterator[tuple[str, Callable[[Path], None]]]:
    yield "a sparse file of a tebibyte", sparse
    yield "a pipe", lambda path: (path.unlink(missing_ok=True), os.mkfifo(path))[0]
    yield "a link to a file of this host", lambda path: (path.unlink(), path.symlink_to(canary()))[0]
    yield "a link to a device", lambda path: (path.unlink(), path.symlink_to("/dev/zero"))[0]
    yield "a link to itself", lambda path: (path.unlink(), path.symlink_to(path))[0]
    yield "a folder", lambda path: (path.unlink(), path.mkdir())[0]
    yield "nothing", lambda path: path.write_bytes(b"") and None
    yield "bytes that are no text", lambda path: path.write_bytes(bytes(range(256)) * 64) and None
    yield "lists in lists", lambda path: path.write_bytes(b"[" * 300_000) and None
    yield "seven million lists", lambda path: path.write_bytes(b"[" + b"[]," * 7_000_000 + b"[]]\n") and None
    yield "a number of a million digits", lambda path: path.write_bytes(b"9" * 10**6) and None
    yield (
        "numbers that are none",
        lambda path: path.write_bytes(b'{"event":"end","score":NaN,"steps":1e999}\n') and None,
    )


def _replacement_items() -> Iterator[Item]:
    for file in FILES:
        for what, replace in _replacements():

            def make(file: Path = file, replace: Callable[[Path], None] = replace) -> Path:
                folder = fresh_run()
                replace(folder / file)
                return folder

            yield Item(f"a run whose {file.name} is {what}", make, show)


def _with_events(*events: object) -> Callable[[], Path]:
    def make() -> Path:
        folder = fresh_run()
        lines = [event if isinstance(event, bytes) else json.dumps(event).encode() for event in events]
        (folder / EPISODE / "events.jsonl").write_bytes(b"\n".join(lines) + b"\n")
        return folder

    return make


def _events_of(text: str) -> list[dict[str, Any]]:
    """A story in which every text is the same one."""
    look = {"event": "observation", "time": 1.0, "screen": text, "width": 9, "height": 9, "text": text,
            "windows": [{"title": text, "app": text, "active": True}]}  # fmt: skip
    action = {"type": "tool_call", "name": text, "arguments": {text[:100]: text}}
    claim = {"text": text, "holds": False, "found": text}
    return [
        {"event": "start", "task": text, "time": 1.0}, {"event": "guest", "name": text, "snapshot": text},
        {"event": "tools", "names": [text]}, look,
        {"event": "decision", "thought": text, "actions": [action], "details": {"model": text, "mistakes": [text],
         "searches": [{"query": text, "found": [text]}], "unknown_tools": [text]}},
        {"event": "step", "step": 1, "action": action,
         "result": {"text": text, "is_error": True, "structured": {"a": text}, "images": [text]}},
        {"event": "mistake", "step": 2, "answer": text}, look,
        {"event": "triggered_event", "step": text, "text": text, "error": text},
        {"event": "verdict", "score": 0, "claims": [claim], "safety": [claim]},
        {"event": "end", "status": text, "error": {"type": text, "message": text, "hint": text}},
    ]  # fmt: skip


def _stories() -> Iterator[Item]:
    for what, text in LIES.items():
        yield Item(f"a run's events: {what}", _with_events(*_events_of(text)), show)
        yield Item(f"a run's result: {what}", lambda t=text: _with_result(t), show)  # type: ignore[misc]
        yield Item(f"a run's description: {what}", lambda t=text: _with_description(t), show)  # type: ignore[misc]
    for size in (10**5, 10**12, 10**30, -1):
        look = {"event": "observation", "screen": "0" * 32, "width": size, "height": size}
        yield Item(f"a run's screen of {size} pixels a side", _with_events(look), show)
    yield Item("a run of a million damaged lines", _with_events(b"{\n" * 10**6), show)
    yield Item("a run with a line of 70 MiB", _with_events(b'{"event": "' + b"x" * 70 * 2**20 + b'"}'), show)
    yield Item(
        "a run with events of 200 MiB", _with_events(*[b'{"event": "' + b"x" * 2**20 + b'"}'] * 200), show
    )
    deep = {"event": "step", "action": {"type": "tool_call", "name": "a.count", "arguments": _nest(150)}}
    yield Item("a run with arguments nested deep", _with_events(deep), show)


def _nest(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": [value]}
    return value


def _with_result(text: str) -> Path:
    folder = fresh_run()
    path = folder / EPISODE / "result.json"
    claims = [{"text": text, "holds": False, "found": text}]
    known = json.loads(path.read_text()) | {"answer": text, "guest": text, "models": [text]}
    known |= {"claims": claims, "safety": claims}
    path.write_text(json.dumps(known))
    return folder


def _with_description(text: str) -> Path:
    folder = fresh_run()
    path = folder / "run.json"
    known = json.loads(path.read_text())
    known |= {"note": text, "tags": {text[:100]: text}, "created": text, "image_hash": text}
    known["agent"] |= {"model": text, "prompts": {text[:100]: text}}
    known["tasks"][0]["instruction"] = text
    path.write_text(json.dumps(known))
    return folder


def _changed_run(**changes: Any) -> Path:
    folder = fresh_run()
    path = folder / "run.json"
    known = json.loads(path.read_text())
    path.write_text(json.dumps({**known, **changes}))
    return folder


def _descriptions() -> Iterator[Item]:
    task = {"hash": "h", "domain": "os", "tool_beneficial": False, "feasible": True}
    for name in (
        "../../etc",
        "/etc/passwd",
        "os/../../x",
        "os",
        "os/a/b",
        "os/\x1b[2J",
        ".git/config",
        "os/ü",
    ):
        yield Item(
            f"a run with a task named {name[:20]!r}",
            lambda n=name: _changed_run(tasks=[{"id": n, **task}]),  # type: ignore[misc]
            open_run,
            RecordsError,
            "a task named",
        )
    one = {"id": "os/a", **task}
    yield Item("a run of 10^18 epochs", lambda: _changed_run(tasks=[one], options={"agent": "a", "epochs": 10**18}),
               open_run, RecordsError, "episodes")  # fmt: skip
    yield Item(
        "a run with a task twice", lambda: _changed_run(tasks=[one, one]), open_run, RecordsError, "twice"
    )
    yield Item("a run of another format", lambda: _changed_run(format=2), open_run, RecordsError, "format")
    yield Item("a run with an unknown field", lambda: _changed_run(evil=1), open_run, RecordsError, "evil")


def _pictures() -> Iterator[Item]:
    pictures: tuple[tuple[str, Callable[[], bytes]], ...] = (
        ("a page with a script", lambda: b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
        ("13000 pixels a side", lambda: blank("PNG", 13_000, 13_000)),
        ("2^31 pixels a side", lambda: png_claiming(2**31 - 1, 2**31 - 1)),
        ("half a picture", lambda: blank("PNG", 64, 48)[:50]),
    )
    for what, make in pictures:
        yield Item(f"a run's picture: {what}", lambda m=make: _with_picture(m()), _play)  # type: ignore[misc]


def _with_picture(data: bytes) -> Path:
    name = "0" * 32
    look = {"event": "observation", "screen": name, "width": 64, "height": 48}
    step = {"event": "step", "step": 1, "action": {"type": "click", "x": 1, "y": 1}}
    folder = _with_events(look, {"event": "decision", "actions": []}, step, look)()
    (folder / EPISODE / "screens").mkdir(exist_ok=True)
    (folder / EPISODE / "screens" / f"{name}.png").write_bytes(data)
    return folder


def _play(folder: Path) -> None:
    """The picture itself is only served as one, and an episode's film is made without it."""
    client = TestClient(Viewer(RunLibrary(folder.parent)).app, base_url="http://127.0.0.1")
    response = client.get(f"/runs/run/os/a/1/screens/{'0' * 32}.png")
    assert response.status_code == 404 or response.headers["content-type"] == "image/png"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert client.get("/runs/run/os/a/1/episode.gif").content.startswith(b"GIF89a")


def _exchanges(folder: Path) -> object:
    return read_exchanges(RunRecords.open(folder).exchanges("os/a", 1))


def _with_exchanges(*lines: bytes) -> Callable[[], Path]:
    def make() -> Path:
        folder = fresh_run()
        (folder / EXCHANGES).write_bytes(gzip.compress(b"".join(lines), 9))
        return folder

    return make


def _record(request: object) -> bytes:
    fields = {
        "time": 1.0, "method": "POST", "url": "https://a.test", "requested_model": "m", "digest": "d",
        "request": request, "request_bytes": 1, "attempts": [], "seconds": 1.0, "failure": "",
        "response": None, "served_model": "", "uncounted": False, "usage": None,
    }  # fmt: skip
    return json.dumps(fields).encode() + b"\n"


def _laughs() -> list[bytes]:
    """Requests of parts that each are ten times the one before."""
    first: object = {"testbed_part": 0, "is": ["ha"] * 10}
    later = [{"testbed_part": n, "is": [{"testbed_again": n - 1}] * 10} for n in range(1, 20)]
    return [_record(part) for part in (first, *later)]


def _recordings() -> Iterator[Item]:
    items: tuple[tuple[str, Callable[[], Path], str], ...] = (
        ("a gzip bomb of one line", _with_exchanges(bytes(300 * 2**20)), "unpacks to over"),
        ("a gzip bomb of many lines", _with_exchanges(b"1\n" * (60 * 2**20)), "over .* values"),
        ("lists in lists", _with_exchanges(b"[" * 10**6, b"\n"), "nested too deep|values"),
        ("fifty million lists", _with_exchanges(b"[" + b"[]," * 20_000_000 + b"[]]\n"), "values"),
        ("parts of parts", _with_exchanges(*_laughs()), "over .* values"),
        ("a part that is missing", _with_exchanges(_record({"testbed_again": 7})), "missing"),
        (
            "a part that is a list",
            _with_exchanges(_record({"testbed_part": [1], "is": 1})),
            "no number of a part",
        ),
        ("another line", _with_exchanges(b"7\n"), "."),
    )
    for what, make, message in items:
        yield Item(f"recorded requests: {what}", make, _exchanges, RecordsError, message)


def _catalogues() -> Iterator[Item]:
    doubling = {f"d{n}": {"allOf": [{"$ref": f"#/$defs/d{n + 1}"}] * 2} for n in range(60)}
    schemas: tuple[tuple[str, Any], ...] = (
        ("a pattern that takes for ever", {"properties": {"x": {"pattern": "^(a+)+$"}}}),
        ("many patterns in one", {"properties": {"x": {"pattern": "a*" * 40 + "b"}}}),
        ("names of patterns", {"patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}),
        ("references that double", {"$ref": "#/$defs/d0", "$defs": {**doubling, "d60": {}}}),
        ("a reference to itself", {"$ref": "#"}),
        ("a reference to a file", {"$ref": f"file://{canary()}"}),
        ("a reference to an address", {"$ref": "http://127.0.0.1:9/x"}),
        ("a pattern that is none", {"properties": {"x": {"pattern": "["}}}),
        ("nested deep", _nest(200)),
        ("a list", [1]),
    )
    for what, schema in schemas:
        yield Item(f"a run's tools: a schema of {what}", lambda s=schema: _with_schema(s), show)  # type: ignore[misc]


def _with_schema(schema: Any) -> Path:
    text = "a" * 40 + "b"
    action = {"type": "tool_call", "name": "a.count", "arguments": {"x": text, text: 1}}
    folder = _with_events({"event": "step", "step": 1, "action": action, "result": {"text": ""}})()
    (folder / "tools.json").write_text(json.dumps([{"name": "a.count", "input_schema": schema}]))
    described = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**described, "tools_hash": "t"}))
    return folder


def record_items() -> list[Item]:
    """All items of run folders."""
    return [
        *_replacement_items(),
        *_stories(),
        *_descriptions(),
        *_pictures(),
        *_recordings(),
        *_catalogues(),
    ]
