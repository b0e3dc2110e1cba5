"""docs/plugins.md: its package, installed into an environment of its own, adds one extension of each kind."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from testbed.extension_points import extension_points

PROJECT = Path(__file__).parents[2]
DOC = PROJECT / "docs" / "plugins.md"
TASKS = PROJECT / "tests" / "controller" / "data" / "tasks"
TASK = "os/write_note"
SECONDS = 120


SERVE = """
import contextlib, io, json, os, sys
from controller.cli.main import call

for line in sys.stdin:
    words, os.environ["TESTBED_TASKS"] = json.loads(line)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        code = call(words)
    print(json.dumps([code, printed.getvalue()]), flush=True)
"""
"""Calls testbed's commands in one process: to start testbed takes longer than most of them."""


class Environment:
    """Python's path with packages installed, and a run that was played with their extensions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.run = folder / "runs" / "first"
        self._commands: subprocess.Popen[str] | None = None

    def call(self, *command: str) -> str:
        """Run Python with arguments and return its output, of both kinds."""
        done = subprocess.run(
            [sys.executable, *command],
            env=self._variables(),
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        assert done.returncode == 0, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout + done.stderr

    def testbed(self, *arguments: str, code: int = 0, tasks: Path = TASKS) -> str:
        """Call one of testbed's commands and return its output, of both kinds."""
        if self._commands is None:
            self._commands = subprocess.Popen(
                [sys.executable, "-c", SERVE],
                env=self._variables(),
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
        assert self._commands.stdin and self._commands.stdout
        self._commands.stdin.write(f"{json.dumps([arguments, str(tasks)])}\n")
        self._commands.stdin.flush()
        returned, printed = json.loads(self._commands.stdout.readline())
        assert returned == code, f"{arguments}: {returned}\n{printed}"
        return str(printed)

    def close(self) -> None:
        """End the process of the commands."""
        if self._commands:
            self._commands.communicate(timeout=SECONDS)

    def listed(self, distribution: str) -> list[dict[str, str]]:
        plugins: list[dict[str, str]] = json.loads(self.call("-m", "testbed", "plugins", "--json"))
        return [item for item in plugins if item["distribution"] == distribution]

    def _variables(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("TESTBED")}
        path = f"{self.folder / 'site'}{os.pathsep}{PROJECT}"
        return {**kept, "PYTHONPATH": path, "TESTBED_TASKS": str(TASKS), "COLUMNS": "200"}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    environment = Environment(tmp_path_factory.mktemp("plugins"))
    for path, text in re.findall(r"^```\w+\n# (lab/\S+)\n(.*?)^```$", DOC.read_text(), re.M | re.S):
        (environment.folder / path).parent.mkdir(exist_ok=True)
        (environment.folder / path).write_text(text)
    install(environment, "./lab")
    (environment.folder / "tasks.txt").write_text(f"{TASK}\n")
    chosen = ["--agent", "quitter", "--provider", "memory", "--suite", "listed:tasks.txt"]
    environment.testbed("run", *chosen, "--tool-filter", "shortest", "--out", str(environment.run))
    yield environment
    environment.close()


def install(environment: Environment, package: str) -> None:
    options = ["-q", "--no-deps", "--no-index", "--no-build-isolation", "--target", "site"]
    environment.call("-m", "pip", "install", *options, package)


def record(run: Path, name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((run / name).read_text())
    return content


def test_there_is_one_of_each_kind_and_each_can_be_used(environment: Environment) -> None:
    listed = environment.listed("lab 0.1")
    assert [item["kind"] for item in listed] == [point.kind for point in extension_points()]
    assert {item["problem"] for item in listed} == {""}


def test_the_page_names_every_kind_as_the_code_does() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \| `(testbed\.\w+)` \| `(\w+)", DOC.read_text(), re.M)
    assert rows == [(point.kind, point.group, point.attribute) for point in extension_points()]
    for point in extension_points():
        assert (PROJECT / point.page).is_file(), point.page


def test_a_run_is_played_with_the_agent_the_provider_the_source_and_the_filter(
    environment: Environment,
) -> None:
    info, summary = record(environment.run, "run.json"), record(environment.run, "summary.json")
    assert (info["agent"]["name"], info["options"]["provider"]) == ("quitter", "memory")
    assert [task["id"] for task in info["tasks"]] == [TASK]
    assert info["options"]["tool_filter"] == "shortest" and info["versions"]["lab"] == "0.1"
    assert summary["overall"]["selected"]["longest"] == 1.0
    assert environment.testbed("resume", str(environment.run))


def test_run_has_the_options_of_the_source_that_it_names(environment: Environment) -> None:
    command = (
        "run",
        "--suite",
        "listed:two.txt",
        "--provider",
        "fake",
        "--agent",
        "noop",
        "--display",
        "none",
    )
    (environment.folder / "two.txt").write_text("os/add_total\nos/write_note\n")
    assert "--first-letter" not in environment.testbed("run", "--help")
    text = environment.testbed("run", "--suite", "listed:two.txt", "--help")
    assert re.search(r"--first-letter +LETTER +Only the tasks whose names begin with it\.", text)
    environment.testbed(*command, "--first-letter", "a", "--out", "runs/a")
    info = record(environment.folder / "runs" / "a", "run.json")
    assert [task["id"] for task in info["tasks"]] == ["os/add_total"]
    (environment.folder / "w.toml").write_text(
        'suite = "listed:two.txt"\nfirst_letter = "w"\nagent = "noop"\n'
    )
    environment.testbed("run", "--config", "w.toml", "--provider", "fake", "--out", "runs/w")
    info = record(environment.folder / "runs" / "w", "run.json")
    assert [task["id"] for task in info["tasks"]] == ["os/write_note"]
    problem = environment.testbed(*command, "--first-leter", "p", code=2)
    assert "there is no option --first-leter" in problem and "did you mean --first-letter" in problem
    problem = environment.testbed("run", "--task", "os/w*", "--first-letter", "p", code=2)
    assert "there is no option --first-letter" in problem
    replay = ("run", "--replay", "runs/a", "--suite", "listed:two.txt", "--first-letter", "p")
    assert "--replay takes --suite, --first-letter from the recorded run" in environment.testbed(
        *replay, code=2
    )


def test_every_command_with_a_suite_has_the_options_of_the_source(environment: Environment) -> None:
    (environment.folder / "both.txt").write_text("os/add_total\nos/write_note\n")
    chosen = ("--suite", "listed:both.txt", "--first-letter", "w", "--json")
    for command in (("tasks", "list"), ("tasks", "show", "os/*")):
        listed = json.loads(environment.testbed(*command, *chosen))
        assert [task["id"] for task in listed] == ["os/write_note"], command
    audited = json.loads(environment.testbed("tasks", "audit", *chosen, code=1))
    assert (audited["tasks"], [each["kind"] for each in audited["findings"]]) == (1, ["changes not judged"])
    proofs = json.loads(environment.testbed("tasks", "proofs", *chosen))
    assert [state["task"] for state in proofs] == ["os/write_note"]
    (environment.folder / "other").mkdir()
    (environment.folder / "other" / "scores.txt").write_text("os/add_total 1 1.0\n")
    chosen = ("import-results", "other", "--format", "scores", *chosen, "--out", "runs/other")
    assert json.loads(environment.testbed(*chosen))["tasks"] == 1
    for command in (
        ("tasks", "validate"),
        ("tasks", "attack"),
        ("tools", "eval"),
        ("import-results", "other"),
    ):
        assert "--first-letter" in environment.testbed(*command, "--suite", "listed:both.txt", "--help")
        problem = environment.testbed(*command, "--first-letter", "w", code=2)
        assert "there is no option --first-letter" in problem
    problem = environment.testbed("import-results", "other", "--cache", "files", code=2)
    assert "--cache needs a task source that takes it" in problem and "use --suite osworld:DIR" in problem


def test_help_names_them(environment: Environment) -> None:
    text = environment.testbed("run", "--help")
    assert all(name in text for name in ("quitter", "memory", "shortest", "polite"))
    assert "hello" in environment.testbed("--help")
    assert "lab 0.1" in environment.testbed("agents", "list")


ASK = """
import json
import sys
import urllib.request

from plugins.mock_models.openai_chat import ChatServer
from plugins.mock_models.turns import MockAnswer
from testbed.actions import Terminate, Wait

done = MockAnswer((Terminate(status="success"),), mark="solve-01234567-0-")
with ChatServer([done, MockAnswer((Wait(seconds=1),))]) as server:
    for _ in range(2):
        messages = [{"role": "system", "content": sys.argv[1]}, {"role": "user", "content": "Go."}]
        body = json.dumps({"model": "gpt-4.1", "messages": messages}).encode()
        headers = {"authorization": "Bearer test-key-of-no-account", "content-type": "application/json"}
        request = urllib.request.Request(f"{server.url}/v1/chat/completions", body, headers)
        try:
            print(json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"])
        except urllib.error.HTTPError as error:
            print(json.load(error)["error"]["message"])
"""


def test_the_mock_model_answers_in_the_text_protocol(environment: Environment) -> None:
    lines = environment.call("-c", ASK, "Answer with one line: END.").splitlines()
    assert lines == ["END success [solve-01234567-0-]", "mock-model: there is no line for wait"]
    assert "the request does not offer it" in environment.call("-c", ASK, "Answer with two lines.")


def test_the_judge_is_loaded_by_name(environment: Environment) -> None:
    code = "from controller.judges.registry import load_judge; print(load_judge('polite').ballots(3))"
    assert environment.call("-c", code).strip() == "3"
    problem = environment.testbed(
        "judge", str(environment.run), "--judge", "m", "--judge-by", "polit", code=2
    )
    assert "did you mean 'polite'" in problem


def test_a_run_is_exported_and_imported(environment: Environment) -> None:
    folder = environment.folder / "scores"
    assert "1 episodes" in environment.testbed(
        "export", str(environment.run), "--format", "scores", "--out", "scores"
    )
    assert (folder / "scores.txt").read_text() == f"{TASK} 1 0.0\n"
    environment.testbed("import-results", "scores", "--format", "scores", "--out", "runs/imported")
    summary = record(environment.folder / "runs" / "imported", "summary.json")
    assert summary["overall"]["selected"]["accuracy"] == 0.0 and summary["tasks"] == 1


def test_the_viewer_and_the_report_show_what_is_added(environment: Environment) -> None:
    environment.testbed("view", str(environment.run), "--static", "site-of-run", "--no-open")
    (page,) = (environment.folder / "site-of-run").glob("runs/*/pages/answers/index.html")
    assert "<li>I give up, sorry.</li>" in page.read_text() and "<h1>Answers</h1>" in page.read_text()
    assert (
        'href="../../runs/first/pages/answers/index.html">Answers</a>'
        in (page.parents[2] / "index.html").read_text()
    )
    environment.testbed("report", str(environment.run), "--out", "report")
    table = (environment.folder / "report" / "tables" / "unsolved.csv").read_text().splitlines()
    assert table == ["source,section,run,unsolved", "run,,first,1"]
    assert "Unsolved episodes" in (environment.folder / "report" / "report.html").read_text()


def test_score_shows_what_is_added(environment: Environment) -> None:
    text = environment.testbed("score", str(environment.run))
    assert re.search(rf"{TASK} +17\b", text), text
    assert json.loads(environment.testbed("score", str(environment.run), "--json"))["answers"] == {TASK: 17}


def test_the_doctor_and_the_command_line_have_it(environment: Environment) -> None:
    done = environment.call(
        "-c", "from controller.guests.doctor.doctor import plugin_findings as f; print(f())"
    )
    assert "the lab's Python" in done
    assert environment.testbed("hello", "world") == "hello, world\n"


def test_a_plugin_that_cannot_be_used_is_listed_and_breaks_nothing_else(environment: Environment) -> None:
    folder = environment.folder / "broken"
    folder.mkdir()
    (folder / "broken.py").write_text("import nowhere_to_be_found\n")
    groups = "".join(f'"{point.group}" = {{ odd = "broken" }}\n' for point in extension_points())
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        f'[project]\nname = "broken"\nversion = "1"\n[tool.setuptools]\npy-modules = ["broken"]\n'
        f"[project.entry-points]\n{groups}"
    )
    other = Environment(environment.folder / "second")
    other.folder.mkdir()
    install(other, str(folder))
    listed = other.listed("broken 1")
    assert len(listed) == len(extension_points())
    assert all("nowhere_to_be_found" in item["problem"] and "broken 1" in item["problem"] for item in listed)
    with closing(other):
        assert "Cannot be used" in other.testbed("--help")
        assert "pip uninstall broken" in other.testbed("odd", code=2)
        assert "nowhere_to_be_found" in other.testbed("run", "--agent", "odd", "--provider", "fake", code=2)


QUOTA = '[quota]\ncalls = 0\nreason = "not today"\n'
FREE = ["run", "--task", TASK, "--provider", "fake", "--agent", "oracle:mcp", "--tool-filter", "all"]


def quota_of(run: Path) -> dict[str, Any]:
    options: dict[str, Any] = record(run, "run.json")["options"]["parts"]["quota"]
    return options


def test_a_part_has_its_option_everywhere(environment: Environment) -> None:
    """In help, on the command line, in files of options and studies, in Python, and in `run.json`."""
    runs = environment.folder / "runs"
    (environment.folder / "quota.toml").write_text("call_quota = 2\n")
    study = 'agents = ["noop"]\ncall_quotas = [3, 4]\n[tasks]\nids = ["os/write_note"]\n'
    (environment.folder / "quotas.toml").write_text(study)
    assert "--call-quota" in environment.testbed(*FREE, "--call-quota", "-1", code=2)
    quota = environment.testbed("run", "--help").partition("─ Quota ─")[2]
    assert "--call-quota" in quota and "Most calls of tools in an episode" in quota
    environment.testbed(*FREE, "--call-quota", "1", "--display", "none", "--out", "runs/one")
    environment.testbed(*FREE, "--config", "quota.toml", "--display", "none", "--out", "runs/two")
    environment.testbed("run", "--config", "runs/two", "--display", "none", "--out", "runs/two-again")
    environment.testbed("study", "quotas.toml", "--provider", "fake", "--display", "none", "--out", "study")
    code = "import testbed; testbed.run({!r}, agent='noop', provider='fake', call_quota=5, out='runs/five')"
    environment.call("-c", code.format(TASK))
    chosen = {
        name: quota_of(runs / name)["call_quota"] for name in ("first", "one", "two", "two-again", "five")
    }
    assert chosen == {"first": 0, "one": 1, "two": 2, "two-again": 2, "five": 5}
    found = [
        quota_of(path.parent)["call_quota"] for path in (environment.folder / "study").glob("*/run.json")
    ]
    assert sorted(found) == [3, 4]
    assert record(runs / "one", "run.json")["versions"]["lab"] == "0.1"


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("[quota]\ncalls = -1\n", 2, "quota.calls: should be greater than or equal to 0, not -1"),
        ("[quota]\ncalls = 1\nlimit = 2\n", 3, "quota.limit: is no field of the section quota"),
        ("[[quota]]\ncalls = 1\n", 1, "quota: is a section"),
        ("[quotas]\ncalls = 1\n", 1, "quotas: is no field of a task"),
    ],
)
def test_a_part_has_its_section_checked(
    environment: Environment, tmp_path: Path, text: str, line: int, problem: str
) -> None:
    shutil.copytree(TASKS, tmp_path / "tasks")
    file = tmp_path / "tasks" / TASK / "task.toml"
    lines = file.read_text().count("\n")
    file.write_text(file.read_text() + text)
    told = environment.testbed("tasks", "show", TASK, code=2, tasks=tmp_path / "tasks")
    assert f"task.toml:{lines + line}: {problem}" in " ".join(told.split())


def test_what_a_part_records_is_shown_everywhere(environment: Environment) -> None:
    """In `score`, the report, the viewer and a table for other programs; without the part all is read but its own."""
    tasks = environment.folder / "tasks"
    shutil.copytree(TASKS, tasks)
    file = tasks / TASK / "task.toml"
    file.write_text(f"{file.read_text()}{QUOTA}")
    commands = (
        [*FREE, "--display", "none", "--out", "runs/none"],
        ["tasks", "show", TASK, "--json"],
        ["score", "runs/none"],
        ["score", "runs/none", "--json"],
        ["report", "runs/none", "--out", "quota-report"],
        ["export", "runs/none", "--format", "csv", "--out", "quota-csv"],
        ["view", "runs/none", "--static", "quota-site", "--no-open"],
    )
    _, task, score, score_as_json, *_ = (environment.testbed(*words, tasks=tasks) for words in commands)
    [result] = (environment.folder / "runs" / "none").glob("episodes/**/result.json")
    counted = {"quota": {"executed": 0, "denied": 1}}
    assert json.loads(result.read_text())["parts"] == counted
    assert "not today" in task
    assert "quota: 0 calls within the quota, 1 denied" in score and "over quota" in score
    shown = json.loads(score_as_json)
    assert (shown["overall"]["selected"]["over_quota"], shown["parts"]) == (1.0, counted)
    report = environment.folder / "quota-report"
    assert "0 calls within the quota, 1 denied" in (report / "report.html").read_text()
    assert any("over_quota" in path.read_text() for path in (report / "tables").glob("*.csv"))
    heads = [path.read_text().splitlines()[0] for path in (environment.folder / "quota-csv").glob("*.csv")]
    assert any("over_quota" in head for head in heads)
    pages = [path.read_text() for path in (environment.folder / "quota-site").rglob("index.html")]
    [page] = [text for text in pages if "<h2>Verdict</h2>" in text]
    [of_run] = [text for text in pages if "<h1>" in text and "over quota</span>" in text and text != page]
    assert "<dd>0 calls within the quota, 1 denied</dd>" in page and f"task-{TASK}" in of_run
    assert '<p class="quota"><b>Over quota</b>: not today</p>' in page
    assert page.count("over quota</span>") == 3, (
        "the badge of the episode at its head and its end, and of the step"
    )
    without = Environment(environment.folder / "without")
    (without.folder / "site").mkdir(parents=True)
    code = "import testbed; run = testbed.load_run('../runs/none'); print(next(iter(run.results.values())).parts)"
    assert without.call("-c", code).strip() == str(counted)
