"""Inspect's log: its form, and what Inspect's own reader makes of it."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from controller.records.run_records import RunRecords
from controller.results.export import export
from controller.results.export.episodes import open_run
from tests.controller.results.export.inspect_reader import inspect_python, read


@pytest.fixture
def log(run: RunRecords, tmp_path: Path) -> Path:
    export(open_run(run.folder), "inspect", tmp_path / "out")
    (path,) = (tmp_path / "out").iterdir()
    return path


def test_the_log_has_what_its_readers_look_for(log: Path) -> None:
    assert log.suffix == ".eval"
    with zipfile.ZipFile(log) as file:
        content: dict[str, Any] = {name: json.loads(file.read(name)) for name in file.namelist()}
    assert set(content) == {
        "_journal/start.json",
        "samples/os.a_epoch_1.json",
        "samples/os.a_epoch_2.json",
        "samples/vlc.b_epoch_1.json",
        "samples/vlc.b_epoch_2.json",
        "summaries.json",
        "header.json",
    }
    header = content["header.json"]
    assert header["status"] == "cancelled" and header["eval"] == content["_journal/start.json"]["eval"]
    (score,) = header["results"]["scores"]
    assert score["metrics"]["accuracy"]["value"] == 0.25 and score["unscored_samples"] == 2
    sample = content["samples/os.a_epoch_1.json"]
    assert [message["role"] for message in sample["messages"]] == ["user", *["assistant", "tool"] * 3]
    assert len(sample["attachments"]) == 1
    assert sample["model_usage"]["m"]["input_tokens"] == 30
    assert content["samples/vlc.b_epoch_1.json"]["limit"]["type"] == "custom"
    assert "the guest is gone" in content["samples/os.a_epoch_2.json"]["error"]["message"]


@pytest.fixture(scope="session")
def python(request: pytest.FixtureRequest) -> Path:
    return inspect_python(request.config.cache.mkdir("inspect"))


@pytest.mark.pypi
def test_inspects_own_reader_reads_it(log: Path, python: Path, tmp_path: Path) -> None:
    found = read(python, log, tmp_path)
    assert found["listed"] == [log.name]
    header = found["header"]
    assert header["eval"]["model"] == "testbed/some/model:1" and found["headers_samples"] is None
    assert header["results"]["scores"][0]["metrics"]["accuracy"]["value"] == 0.25
    assert [(item["id"], item["epoch"], item["completed"]) for item in found["summaries"]] == [
        ("os.a", 1, True),
        ("vlc.b", 1, True),
        ("os.a", 2, False),
        ("vlc.b", 2, False),
    ]
    samples = {(item["id"], item["epoch"]): item for item in found["samples"]}
    sample = samples["os.a", 1]
    assert found["alone"] == sample
    assert sample["scores"]["checker"]["value"] == 1.0
    assert sample["scores"]["checker"]["answer"] == "<script>alert(1)</script>"
    assert sample["scores"]["checker"]["explanation"] == "met: it is there (yes)"
    assert [message["role"] for message in sample["messages"]] == ["user", *["assistant", "tool"] * 3]
    (called,) = sample["messages"][3]["tool_calls"]
    assert called["function"] == "a.count" and called["arguments"] == {"path": '=1+1,\n"x"'}
    assert sample["messages"][4]["tool_call_id"] == called["id"]
    pictures = [
        part["image"]
        for message in sample["messages"]
        if isinstance(message["content"], list)
        for part in message["content"]
        if part["type"] == "image"
    ]
    assert len(pictures) == 4
    for picture in pictures:
        kind, _, data = picture.partition(";base64,")
        assert kind == "data:image/png"
        assert Image.open(io.BytesIO(base64.b64decode(data, validate=True))).format == "PNG"
    assert sample["model_usage"]["m"]["input_tokens_cache_read"] == 60
    assert samples["vlc.b", 1]["messages"][2]["error"]["message"]
    assert samples["vlc.b", 1]["limit"]["type"] == "custom"
    failed = samples["os.a", 2]
    assert failed["scores"] is None and "the guest is gone" in failed["error"]["message"]


def test_an_environment_that_cannot_be_made_is_said_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    with pytest.raises(RuntimeError, match="could not be installed"):
        inspect_python(tmp_path)
    assert list(tmp_path.iterdir()) == []
