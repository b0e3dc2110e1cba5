"""The page and the folder: structure, no scripts, nothing from elsewhere, records' text escaped, bad records."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import shutil
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from controller.cli.main import call as command
from controller.records.run_options import RunOptions
from controller.records.study_folder import StudyRecord
from controller.results.report.plots import Plot
from controller.results.report.source import ReportInput, load_report_input
from controller.results.report.write import make_plots, make_tables
from tests.controller.made_runs import CLICK, add_episode, call, entry, made_run
from tests.controller.parsed_html import Parsed
from tests.controller.results.report.conftest import HOSTILE, SCRIPT, TASKS, fill, folders, make_runs

pytestmark = pytest.mark.slow

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the drawing of figures, which takes most of a report's time, where only texts and tables are read."""
    monkeypatch.setattr(Plot, "_draw", lambda *_: b"<svg/>")


def report(out: Path, *arguments: object) -> Parsed:
    assert command(["report", *map(str, arguments), "--out", str(out)]) == 0
    return Parsed((out / "report.html").read_text("utf-8"))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a report of all runs, made once for the tests that only read."""
    folder = tmp_path_factory.mktemp("report")
    report(folder / "out", *make_runs(folder))
    return folder


@pytest.fixture(scope="module")
def page(made: Path) -> Parsed:
    return Parsed((made / "out/report.html").read_text("utf-8"))


def test_the_page_and_its_files(made: Path, page: Parsed) -> None:
    sections = [item["id"] for item in page.all("section")]
    assert sections == [
        *("overview", "modes", "tasks_by_runs", "by_domain", "table1", "table2", "table3", "joint"),
        *("pairs", "figure4", "figure5_relations", "figure5_tools", "statuses", "rates", "cost", "runs"),
        *("tasks", "glossary"),
    ]
    assert [item["href"].removeprefix("#") for item in page.all("a")] == sections
    assert len(list(page.all("figure"))) == 7 and len(list(page.all("details"))) == len(TASKS)
    assert [item.get("class") for item in page.all("tbody")].count("paper") == 4
    text = "".join(page.text)
    assert "43.3" in text and "The paper, Table 1 (arXiv:2510.24563)" in text
    names = {path.relative_to(made / "out").as_posix() for path in (made / "out").rglob("*.*")}
    drawn = ("accuracy", "accuracy_cost_steps", "tasks_by_runs", "by_domain", *sections[9:12])
    figures = {f"figures/{name}.{form}" for name in drawn for form in ("png", "svg")}
    tables = {f"tables/{name}.{form}" for name in sections[:-2] for form in ("csv", "tex")}
    assert names == {"report.html", "report.json", *figures, *tables}
    data = json.loads((made / "out/report.json").read_text())
    assert data["paper"]["tasks"]["total"] == 361
    assert [run["name"] for run in data["runs"]] == ["gui", "mcp", "every"]
    assert data["runs"][0]["tasks"] == {"os/a": "h", "os/b": "h", "vlc/c": "h"}
    assert [len(table["rows"]) for table in data["tables"].values()] == [
        len(table.rows) for table in make_tables(load_report_input(folders(made)))
    ]


def test_the_paper_can_be_left_out(made: Path, page: Parsed, tmp_path: Path) -> None:
    assert [item["id"] for item in page.all("input")] == ["paper"]
    ours = report(tmp_path / "ours", *folders(made), "--no-paper")
    assert "paper" not in [item.get("class") for item in ours.all("tbody")]
    assert not list(ours.all("input")) and "arXiv" not in "".join(ours.text)
    assert not [item for item in ours.all("td") if "of-paper" in item.get("class", "")]
    data = json.loads((tmp_path / "ours/report.json").read_text())
    assert data["paper"] is None and len(data["tables"]["table1"]["rows"]) == 5
    assert ",paper," not in (tmp_path / "ours/tables/table1.csv").read_text()
    drawn = [
        (folder / "figures/figure5_relations.svg").read_bytes()
        for folder in (made / "out", tmp_path / "ours")
    ]
    assert drawn[0] != drawn[1]


@pytest.mark.usefixtures("undrawn")
def test_a_mock_models_rows_are_marked_in_every_table(tmp_path: Path) -> None:
    records = made_run(tmp_path / "run", TASKS, agent="anthropic", model="m_1")
    fill(records, {"os/a": [1], "os/b": [1], "vlc/c": [0]}, mock=True, endpoints=("127.0.0.1:9",), calls=1)
    page = report(tmp_path / "out", tmp_path / "run")
    warning = "".join(page.text).partition("Runs: accuracy")[0]
    assert "run: mock; endpoint 127.0.0.1:9" in warning
    for name in ("overview", "table1", "statuses", "cost", "runs"):
        with (tmp_path / f"out/tables/{name}.csv").open(newline="") as file:
            ours = [row for row in csv.DictReader(file) if row["source"] != "paper"]
        assert [row["agent"] for row in ours] == ["anthropic m_1 [mock; endpoint 127.0.0.1:9]"], name


def test_wide_tables_are_turned_unless_their_sections_tell_rows_apart(made: Path, page: Parsed) -> None:
    assert len([item for item in page.all("table") if item.get("class") == "turned"]) >= 3
    whole = (made / "out/report.html").read_text("utf-8")
    by_domain = whole.partition('<section id="by_domain">')[2].partition("</section>")[0]
    assert 'class="turned"' not in by_domain
    assert by_domain.count('<th class="section"') == 3, "a heading for each run"
    assert "a task without a verdict is empty" in whole
    assert "Wilson" in "".join(page.text) and "Minimum detectable effect" in "".join(page.text)


def test_nothing_is_from_elsewhere_and_nothing_runs(made: Path, page: Parsed) -> None:
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "iframe", "object", "embed", "form", "base", "svg"}
    for tag, attributes in page.elements:
        assert not any(name.startswith("on") for name in attributes), tag
        for name in ("src", "srcset", "href"):
            assert attributes.get(name, "#").startswith(("#", "data:image/svg+xml;base64,"))
    policies = [item["content"] for item in page.all("meta") if item.get("http-equiv")]
    assert policies == ["default-src 'none'; style-src 'unsafe-inline'; img-src data:"]
    whole = (made / "out/report.html").read_text()
    assert not re.search(r"url\(|@import|https?://", whole)


def test_hostile_text_is_text(tmp_path: Path) -> None:
    """In a task's instruction, tool call and result, claim, error, answer, model and settings."""
    tasks = [TASKS[0], entry("os/d", [SCRIPT]), entry("os/e")]
    records = made_run(
        tmp_path / "run", tasks, agent="anthropic", model=f"m{HOSTILE}$x_1$", settings={"a": HOSTILE}
    )
    claim = {"text": f"claim {HOSTILE}", "holds": False, "found": HOSTILE}
    actions = [call(f"a.{HOSTILE}", path=HOSTILE), call("漢字.$\\alpha_"), CLICK]
    add_episode(
        records, "os/a", 1, actions, answer=f"It is {HOSTILE}", claims=[claim], models=(f"s{HOSTILE}",)
    )
    add_episode(records, "os/d", 1, actions, answer=SCRIPT, substitutions=(("a", SCRIPT),))
    error = {"type": "GuestError", "message": f"gone {HOSTILE}"}
    add_episode(records, "os/e", 1, status="infra_error", score=None, error=error)
    events = tmp_path / "run/episodes/os/a/1/events.jsonl"
    events.write_text(events.read_text().replace('"text": "said"', json.dumps({"text": HOSTILE})[1:-1]))
    page = report(tmp_path / "out", tmp_path / "run")
    assert not {tag for tag, _ in page.elements} & {"script"}
    assert all(item.get("src", "").startswith("data:") for item in page.all("img"))
    text = "".join(page.text)
    for said in ("Count ", "It is ", "claim ", "gone ", "a."):
        assert f"{said}{SCRIPT}" in text, said
    assert "\u202e" not in text
    for svg in (tmp_path / "out/figures").glob("*.svg"):
        assert not [item for item in ElementTree.parse(svg).iter() if item.tag.endswith("script")]
    assert SCRIPT not in (tmp_path / "out/tables/figure4.tex").read_text()


def test_the_same_records_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    report(tmp_path / "again", *folders(made))
    sums = []
    for out in (made / "out", tmp_path / "again"):
        files = sorted(path for path in out.rglob("*") if path.is_file())
        sums.append([hashlib.sha256(path.read_bytes()).hexdigest() for path in files])
    assert sums[0] == sums[1]


def test_figures_are_pictures_of_both_themes(report_input: ReportInput) -> None:
    for plot in make_plots(report_input, make_tables(report_input)):
        png = plot.png()
        width, height = struct.unpack(">II", png[16:24])
        assert png.startswith(b"\x89PNG") and b"Software" not in png and 1500 < width < 2200 and height > 150
        light, dark = plot.svg("light"), plot.svg("dark")
        assert light != dark and b"#1a1d23" in dark and b"<dc:date>" not in light
        assert ElementTree.fromstring(light).tag.endswith("svg")


def test_no_episode_and_all_infrastructure_errors(tmp_path: Path, capsys: Printed) -> None:
    made_run(tmp_path / "empty", TASKS, agent="oracle", epochs=3)
    errors = made_run(tmp_path / "errors", TASKS, agent="oracle", actions="gui", tool_filter="none")
    fill(errors, {"os/a": [None], "os/b": [None], "vlc/c": [None]}, tools=False)
    page = report(tmp_path / "out", tmp_path / "empty", tmp_path / "errors")
    assert "INCOMPLETE: oracle, gui, 50 steps: 3 episodes have no verdict" in capsys.readouterr().out
    warning = "".join(page.text).partition("Table 1")[0]
    assert "oracle, gui, 50 steps: 3 of 3 (none has a verdict)" in warning
    assert "oracle, gui+mcp, 50 steps: 9 of 9 (none has a verdict)" in warning
    with (tmp_path / "out/tables/statuses.csv").open(newline="") as file:
        rows = {row["actions"]: row for row in csv.DictReader(file)}
    assert (rows["gui"]["selected_accuracy"], rows["gui"]["ran_accuracy"]) == ("0.0", "")
    assert (rows["gui+mcp"]["cancelled"], rows["gui+mcp"]["ran"]) == ("9", "0")
    assert "are not compared: none of the 3 common tasks has a verdict" in "".join(page.text)


def test_a_run_without_tasks(tmp_path: Path) -> None:
    made_run(tmp_path / "run", [], agent="oracle")
    page = report(tmp_path / "out", tmp_path / "run")
    assert "The runs have no tasks" in "".join(page.text)


@pytest.mark.usefixtures("undrawn")
def test_damage_is_named_with_its_line(runs: list[Path], tmp_path: Path, capsys: Printed) -> None:
    episode = runs[1] / "episodes/os/a"
    lines = (episode / "1/events.jsonl").read_text().splitlines()
    lines[3] = lines[3][:10]
    (episode / "1/events.jsonl").write_text("\n".join(lines) + "\n")
    (episode / "2/result.json").write_text('{"task": "os/a",\n<script>')
    page = report(tmp_path / "out", *runs)
    err = capsys.readouterr().err
    assert "events.jsonl:4:" in err and "result.json" in err
    text = "".join(page.text)
    assert "mcp/episodes/os/a/1/events.jsonl:4:" in text and "mcp/episodes/os/a/2/result.json:2:" in text
    assert str(tmp_path) not in (tmp_path / "out/report.html").read_text()
    assert "anthropic m_1 (rag), gui+mcp, 15 steps: 1 of 9" in text


@pytest.mark.usefixtures("undrawn")
def test_runs_of_other_tasks_are_refused_or_cut_to_what_is_common(
    runs: list[Path], tmp_path: Path, capsys: Printed
) -> None:
    changed = [TASKS[0], entry("os/b", ["a.count", "b.open"], content="other"), entry("os/new")]
    other = made_run(tmp_path / "other", changed, agent="oracle")
    fill(other, {"os/a": [1], "os/b": [1], "os/new": [1]})
    arguments = ["report", str(runs[0]), str(other.folder), "--out", str(tmp_path / "out")]
    assert command(arguments) == 2
    err = capsys.readouterr().err
    assert (
        "1 are the same in all runs, 3 are missing" in err
        and "os/b, os/new, vlc/c" in err
        and "--common" in err
    )
    assert not (tmp_path / "out").exists()
    page = report(tmp_path / "out", runs[0], other.folder, "--common")
    text = "".join(page.text)
    assert "over the same 1 task," in text and "Tasks left out" in text and "os/new" in text
    assert "LEFT OUT: 3 tasks" in capsys.readouterr().out
    apart = made_run(tmp_path / "apart", [entry("os/z")], agent="oracle")
    assert command(["report", str(runs[0]), str(apart.folder), "--common"]) == 2
    assert "no task in common" in capsys.readouterr().err
    noop = made_run(tmp_path / "other_noop", [entry("os/z")])
    assert command(["report", str(runs[0]), "--baseline", str(noop.folder)]) == 2
    assert "no task in common with the report" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_another_baseline_that_lacks_tasks_says_so(runs: list[Path], tmp_path: Path) -> None:
    baseline = made_run(tmp_path / "random", [TASKS[0], entry("os/z")], agent="random")
    fill(baseline, {"os/a": [0], "os/z": [0]})
    page = report(tmp_path / "out", runs[0], "--baseline", baseline.folder)
    assert "random, gui+mcp, 50 steps: 1 of 3" in "".join(page.text)


@pytest.mark.usefixtures("undrawn")
def test_a_study_with_runs_that_are_not_begun_or_cannot_be_read(
    runs: list[Path], tmp_path: Path, capsys: Printed
) -> None:
    options = RunOptions(agent="noop")
    names = ["gui", "mcp", "broken", "later"]
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/run.json").write_text("{")
    kept = StudyRecord(title="My study", budget="separate", tasks={}, runs=dict.fromkeys(names, options))
    (tmp_path / "study.json").write_text(kept.model_dump_json())
    page = report(tmp_path / "out", tmp_path)
    text = "".join(page.text)
    assert (
        "My study" in text
        and "Runs of the study that have not started:later" in text
        and "broken/run.json" in text
    )
    assert "not started: later" in capsys.readouterr().out
    odd = kept.model_copy(update={"runs": {"../gui": options}})
    (tmp_path / "study.json").write_text(odd.model_dump_json())
    assert command(["report", str(tmp_path)]) == 1
    assert "not in its folder" in capsys.readouterr().err


@pytest.mark.usefixtures("undrawn")
def test_a_folder_is_written_over_only_when_it_is_a_report(
    made: Path, runs: list[Path], tmp_path: Path, capsys: Printed
) -> None:
    shutil.copytree(made / "out", tmp_path / "out")
    report(tmp_path / "out", runs[0], runs[1])
    data = json.loads((tmp_path / "out/report.json").read_text())
    assert [run["name"] for run in data["runs"]] == ["gui", "mcp"]
    assert command(["report", str(runs[0]), "--out", str(runs[1])]) == 2
    assert "is not a report" in capsys.readouterr().err
    assert command(["report", str(tmp_path / "nowhere")]) == 2
    assert "Not a run folder" in capsys.readouterr().err
