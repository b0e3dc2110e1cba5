"""docs/judges.md: its example is run as it stands, and its lists are those of the code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import get_args

import pytest

from controller.cli.main import call
from controller.judges.records import VoteStatus
from controller.records.run_records import RunRecords
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.script import play, read_script
from plugins.tool_pools.judges.rubric import GROUPS
from testbed.extension_points import JUDGES
from tests.docs.pages import DOCS, table

PAGE = DOCS / "judges.md"
PORT = "8765"


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)


@pytest.mark.slow
def test_the_example_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("words/shop/price")
    folder.mkdir(parents=True)
    task, answers = blocks("toml")
    [solve] = blocks("python")
    [labels] = blocks("csv")
    [commands] = blocks("sh")
    (folder / "task.toml").write_text(task)
    (folder / "solve.py").write_text(solve)
    Path("answers.toml").write_text(answers)
    Path("labels.csv").write_text(labels)
    export, *calls = commands.splitlines()
    for setting in shlex.split(export)[1:]:
        monkeypatch.setenv(*setting.split("=", 1))
    with ModelServer(VENDORS["openai"].apis(), play(read_script(Path("answers.toml")), None)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        outputs = []
        for line in calls:
            assert call([*shlex.split(line)[1:], *(["--display", "none"] if " run " in line else [])]) == 0
            outputs.append(capsys.readouterr().out)
        assert server.errors == []
    assert [result.score for result in RunRecords.open(Path("made")).results().values()] == [1.0]
    assert "agreement 0.0%" in outputs[-1]
    for more, accuracy in (([], "0.0"), (["--original"], "100.0")):
        assert call(["score", "made", *more]) == 0
        row = next(line for line in capsys.readouterr().out.splitlines() if line.split()[:1] == ["overall"])
        assert row.split()[2] == accuracy


def test_the_port_of_the_example_is_the_mock_models_own() -> None:
    assert f"http://127.0.0.1:{PORT}/v1" in PAGE.read_text()
    assert f"http://127.0.0.1:{PORT}" in (DOCS / "mock_model.md").read_text()


def test_the_judges_their_groups_and_the_statuses_are_those_of_the_code() -> None:
    text = PAGE.read_text()
    assert tuple(
        re.findall(r"^\| `(\w+)` \| .* \| (?:LiveMCPBench|MCPVerse|MCP-Bench|MCP-Persona) \|$", text, re.M)
    ) == (JUDGES.own_names())
    named = {name for row in table(PAGE, "What is no verdict") for name in re.findall(r"\w+", row[0])}
    assert named == set(get_args(VoteStatus)) - {"read"}
    rows = {row[0]: tuple(re.findall(r"\w+", row[1])) for row in table(PAGE, "Votes")}
    assert rows == GROUPS
