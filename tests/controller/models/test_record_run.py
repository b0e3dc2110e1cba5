"""What a run keeps of its requests to model APIs."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.models.exchange_recorder import read_exchanges, totals
from controller.records.gzip_lines import GzipLines, read_gzip_lines
from controller.records.run_records import RunRecords
from controller.tasks.selection import load_tasks
from plugins.mock_models.anthropic_messages import (
    RATE_LIMITED,
    AnthropicServer,
    reply,
    text,
    use,
)
from plugins.mock_models.anthropic_rules import KEY
from plugins.mock_models.solver import Solver
from plugins.mock_models.turns import BrokenBody, ErrorAnswer
from testbed.errors import RecordsError
from tests.controller.models.runs import TASKS, exchanges, prepare, read, results, run

WRITE = use("filesystem_write_file", {"path": "/home/user/note.txt", "content": "done\n"})


def test_every_request_and_answer_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = [reply(WRITE), RATE_LIMITED, reply(use("terminate", {"status": "success"}))]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
        requests = server.requests
    [folder] = (tmp_path / "run").glob("episodes/*/*/*")
    lines = exchanges(folder)
    assert [[item["status"] for item in line["attempts"]] for line in lines] == [[200], [429, 200]]
    assert "rate_limit_error" in lines[1]["attempts"][0]["error"]
    recorded = read_exchanges(lines)
    assert [item.exchange.requested_model for item in recorded] == ["claude-sonnet-5-5"] * 2
    texts = recorded[1].exchange.body["messages"][0]["content"]
    assert texts[0]["text"] == requests[-1]["messages"][0]["content"][0]["text"]
    picture = texts[1]["source"]["data"]
    assert (folder / "screens" / f"{picture['testbed_image']}.png").is_file()
    assert b'"tool_use"' in recorded[0].exchange.response.body  # type: ignore[union-attr]
    [result] = results(tmp_path / "run")
    assert (result["usage"]["calls"], result["usage"]["retries"]) == (2, 1)
    assert result["usage"]["request_bytes"] == sum(line["request_bytes"] for line in lines) > 5_000
    assert (
        result["usage"]["by_model"]["claude-sonnet-5-5"]["input_tokens"]
        == result["usage"]["input_tokens"]
        == 270
    )
    assert result["usage"]["cost"] == pytest.approx(
        (2 * 100 * 2 + 2 * 5 * 0.1 + 2 * 30 * 2.5 + 2 * 20 * 10) / 1e6
    )
    assert result["usage"]["model_seconds"] > 0
    assert (result["usage"]["endpoints"], result["usage"]["mock"]) == (
        [server.url.removeprefix("http://")],
        True,
    )
    assert {"set_up", "play", "judge", "observe", "act"} <= set(result["timings"])


def test_the_key_is_nowhere_in_the_runs_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    leaky = ErrorAnswer(
        500, "api_error", f"the key {KEY} met an error", {"retry-after-ms": "1", "request-id": KEY}
    )
    out = tmp_path / "run"
    script = [
        reply(WRITE),
        leaky,
        reply(text(f"I know {KEY}."), WRITE),
        ErrorAnswer(400, "invalid_request_error", KEY),
    ]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(out) == 1
    [result] = results(out)
    assert result["status"] == "infra_error"
    assert "[key]" in result["error"]["message"]
    printed = capsys.readouterr()
    assert KEY not in printed.out + printed.err
    files = [path for path in out.rglob("*") if path.is_file()]
    assert any(path.suffix == ".gz" for path in files)
    for path in files:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        assert KEY.encode() not in data, path


UNREADABLE = b'{"usage": {"input_tokens": 0, "output_tokens": 0}}'
"""A response without a message, whose tokens count."""


def test_tries_that_failed_are_kept_apart_and_counted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    done = reply(use("terminate", {"status": "success"}))
    with AnthropicServer([reply(WRITE), BrokenBody(UNREADABLE), reply(WRITE), done]) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    [folder] = (tmp_path / "run").glob("episodes/*/*/*")
    assert len(read_gzip_lines(folder / "attempts" / "1.exchanges.jsonl.gz")) == 2
    assert len(exchanges(folder)) == 2
    [result] = results(tmp_path / "run")
    [attempt] = result["attempts"]
    assert (attempt["usage"]["calls"], result["usage"]["calls"]) == (2, 2)
    assert attempt["usage"]["input_tokens"] == 135
    assert attempt["usage"]["cost"] == pytest.approx(result["usage"]["cost"] / 2)
    records = RunRecords.open(tmp_path / "run")
    assert totals(records.all_exchanges("os/write_note", 1)).calls == 4


def test_the_record_of_a_run_cut_short_is_read_as_far_as_it_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with AnthropicServer(Solver(load_tasks(["os/write_note"], TASKS))) as server:
        prepare(monkeypatch, server)
        assert run(tmp_path / "run") == 0
    [path] = (tmp_path / "run").glob("episodes/**/exchanges.jsonl.gz")
    whole = read_gzip_lines(path)
    data = path.read_bytes()
    for size in range(0, len(data), 97):
        path.write_bytes(data[:size])
        found = read_gzip_lines(path)
        assert found == whole[: len(found)]
    path.write_bytes(b"\x1f\x8b nonsense")
    with pytest.raises(RecordsError, match="cannot read"):
        RunRecords.open(tmp_path / "run").exchanges("os/write_note", 1)


def test_a_line_can_be_read_as_soon_as_it_is_written(tmp_path: Path) -> None:
    file = GzipLines(tmp_path / "lines.gz")
    for number in range(3):
        file.add({"number": number, "text": "ä" * 100})
        assert read_gzip_lines(tmp_path / "lines.gz")[-1]["number"] == number
    file.close()
    file.close()
    with gzip.open(tmp_path / "lines.gz", "rt") as whole:
        assert len(whole.readlines()) == 3


def test_an_error_that_aborts_the_run_is_recorded_and_does_not_block_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "run"
    script = [
        ErrorAnswer(401, "authentication_error"),
        reply(WRITE),
        reply(use("terminate", {"status": "success"})),
    ]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(out) == 2
        assert "refuses the key" in read(out / "error.json")["message"]
        assert "ANTHROPIC_API_KEY" in read(out / "error.json")["hint"]
        [events] = out.glob("episodes/*/*/*/events.jsonl")
        end = json.loads(events.read_text().splitlines()[-1])
        assert (end["event"], end["status"]) == ("end", "cancelled")
        assert "refuses the key" in end["error"]["message"]
        assert "refuses the key" in read(out / "summary.json")["error"]["message"]
        capsys.readouterr()
        assert call(["score", str(out)]) == 0
        assert "ABORTED by an error: UsageError: the model API refuses the key" in capsys.readouterr().out
        assert run(out) == 0
    assert f"was moved to {out}.aborted-1" in capsys.readouterr().err
    assert not (out / "error.json").exists()
    assert results(out)[0]["score"] == 1.0


def test_an_aborted_run_is_resumed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    out = tmp_path / "run"
    script = [
        ErrorAnswer(401, "authentication_error"),
        reply(WRITE),
        reply(use("terminate", {"status": "success"})),
    ]
    with AnthropicServer(script) as server:
        prepare(monkeypatch, server)
        assert run(out) == 2
        assert call(["resume", str(out), "--display", "none"]) == 0
    assert not (out / "error.json").exists()
    assert read(out / "summary.json")["error"] is None
