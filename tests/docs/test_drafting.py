"""docs/drafting.md: its example is run as it stands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.synthesis.task_draft import LEAST_SOLVABILITY, LEAST_UTILITY
from plugins.mock_models.apis import VENDORS
from plugins.mock_models.base import ModelServer
from plugins.mock_models.script import play, read_script
from tests.docs.pages import DOCS

PAGE = DOCS / "drafting.md"


def block(kind: str) -> str:
    [found] = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.mark.slow
def test_the_example_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answers.jsonl").write_text(block("jsonl"))
    export, made, again = block("sh").splitlines()
    for setting in shlex.split(export)[1:]:
        monkeypatch.setenv(*setting.split("=", 1))
    with ModelServer(VENDORS["openai"].apis(), play(read_script(Path("answers.jsonl")), None)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        assert call(shlex.split(made)[1:]) == 0
        assert server.errors == []
    assert "chain: answer 1 of 3 is refused" in capsys.readouterr().err
    assert call(shlex.split(again)[1:]) == 0
    for folder in ("made", "again"):
        assert Path(folder, "drafts/synthetic/add_prices_01/solve.py").is_file()


def test_the_scores_are_those_of_the_code() -> None:
    assert f"drops the task below {LEAST_SOLVABILITY} and {LEAST_UTILITY}," in PAGE.read_text()
