"""Servers of the user's own: the file that declares them, their folders, keys and hosts; runs that use them."""

from __future__ import annotations

import io
import tarfile
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.cli.main import call
from controller.core.guest import ToolResult
from controller.episode.guest_results import without_secrets
from controller.guests.fake.guest import FakeGuest
from controller.guests.network_access import with_hosts
from controller.records.run_records import RunRecords
from controller.tasks.added_servers import NONE, AddedServers
from controller.tasks.servers import offer_servers
from controller.tasks.task import Task
from controller.tasks.task_servers import TaskServers
from testbed.errors import SetupError, UsageError

MakeTask = Callable[..., Task]
SERVER = """
[[server]]
id = "weather"
purpose = "Forecasts."
command = ["python3", "{folder}/weather.py"]
folder = "weather"
keys = { API_KEY = "WEATHER_KEY" }
network = ["api.example.org"]
"""
PLAIN = '[[server]]\nid = "{id}"\npurpose = "Does."\ncommand = ["does"]\n'
TASK = (
    'instruction = "Say the weather."\napplications = ["os"]\nservers = ["weather"]\nsnapshot = "headless"\n'
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    folder = tmp_path / "weather"
    (folder / "lib").mkdir(parents=True)
    (folder / "weather.py").write_text("import lib\n")
    (folder / "lib" / "start").write_text("#!/bin/sh\n")
    (folder / "lib" / "start").chmod(0o700)
    (folder / "lib" / "link").symlink_to("start")
    (tmp_path / "own.toml").write_text(SERVER)
    return tmp_path / "own.toml"


def test_a_file_is_read_with_its_folders(file: Path) -> None:
    added = AddedServers.read(file)
    [server] = added.select(["calculator", "weather", "weather"])
    assert server.prefix == "weather_"
    assert server.category == "own"
    with tarfile.open(fileobj=io.BytesIO(added.archive("weather"))) as archive:
        members = {member.name: member for member in archive}
    assert list(members) == ["lib", "lib/link", "lib/start", "weather.py"]
    assert (members["lib/start"].mode, members["weather.py"].mode) == (0o755, 0o644)
    assert members["lib/link"].linkname == "start"
    assert {member.uid for member in members.values()} == {0}


def test_the_hash_is_of_the_entry_and_the_folder(file: Path) -> None:
    before = AddedServers.read(file).hash_of("weather")
    (file.parent / "weather" / "weather.py").touch()
    assert AddedServers.read(file).hash_of("weather") == before
    (file.parent / "weather" / "weather.py").write_text("import other\n")
    changed = AddedServers.read(file).hash_of("weather")
    file.write_text(SERVER.replace("Forecasts", "Forecasts more"))
    assert len({before, changed, AddedServers.read(file).hash_of("weather")}) == 3


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[[server", "not valid TOML"),
        ("", "server: is missing"),
        (PLAIN.format(id="A b"), "server[0].id"),
        (PLAIN.format(id="own") + 'colour = "red"\n', "server[0].colour"),
        (PLAIN.format(id="own") + 'package = "x"\n', "put what yours needs into a folder"),
        (PLAIN.format(id="own") + 'network = ["no host"]\n', "'no host' is neither a host name nor an IPv4"),
        (PLAIN.format(id="own") + 'network = ["10.0.0.1"]\n', "10.0.0.1"),
        (PLAIN.format(id="own") + 'keys = { "A-B" = "C" }\n', "server[0].keys"),
        (PLAIN.format(id="own") + 'folder = "nothing"\n', "the folder 'nothing' of own is not there"),
        (PLAIN.format(id="time"), "time: the pool has a server of that name"),
        (PLAIN.format(id="vlc"), "vlc: there is an application of that name"),
        (PLAIN.format(id="own") + PLAIN.format(id="own-b"), "tools that begin with own_b_"),
        (PLAIN.format(id="time-zones"), "tools that begin with time_zones_"),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, text: str, problem: str) -> None:
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(UsageError, match=r"own\.toml: ") as raised:
        AddedServers.read(tmp_path / "own.toml")
    assert problem in raised.value.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read .*none\.toml: No such file"):
        AddedServers.read(tmp_path / "none.toml")


def test_too_large_a_folder_is_refused(file: Path) -> None:
    with (file.parent / "weather" / "data").open("wb") as data:
        data.truncate(65 * 2**20)
    with pytest.raises(UsageError, match=r"'weather' of weather has more than 64 MiB"):
        AddedServers.read(file)


@pytest.mark.parametrize("value", ["", "short", "with\nlines in it"])
def test_a_value_that_is_no_key_is_missing(file: Path, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    added = AddedServers.read(file)
    monkeypatch.setenv("WEATHER_KEY", value)
    assert [variable for _, variable in added.missing_keys(["weather"])] == ["WEATHER_KEY"]
    assert list(added.missing_keys(["calculator"])) == []
    monkeypatch.setenv("WEATHER_KEY", "a-key-of-enough-characters")
    assert list(added.missing_keys(["weather"])) == []
    assert added.secrets(["weather"]) == ("a-key-of-enough-characters",)


def test_secrets_are_removed_from_results_in_every_notation() -> None:
    secret = 'key/with "quotes"'
    result = ToolResult(f"it is {secret}", structured={"key": [secret], "other": 1})
    cleaned = without_secrets(result, [secret])
    assert cleaned.text == "it is [key removed]"
    assert cleaned.structured == {"key": ["[key removed]"], "other": 1}
    assert without_secrets(result, ()) is result


@pytest.mark.parametrize(
    ("network", "hosts", "widened"),
    [
        ("closed", [], "closed"),
        ("closed", ["a.org", "b.org", "a.org"], "allow:a.org,b.org"),
        ("open", ["a.org"], "open"),
        ("allow:a.org", ["www.a.org"], "allow:a.org"),
        ("allow:a.org,192.0.43.8", ["b.org"], "allow:a.org,192.0.43.8,b.org"),
        ("allow:a.org", ["ba.org"], "allow:a.org,ba.org"),
    ],
)
def test_the_network_is_opened_as_far_as_hosts_need(network: str, hosts: list[str], widened: str) -> None:
    assert with_hosts(network, hosts) == widened


def test_a_server_without_its_key_is_not_offered(
    file: Path, fake_guest: FakeGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    added = AddedServers.read(file)
    monkeypatch.delenv("WEATHER_KEY", raising=False)
    with pytest.raises(SetupError, match="'weather' needs a key, and WEATHER_KEY is not set"):
        offer_servers(fake_guest, TaskServers(("weather",), added))


def run(folder: Path, *options: str) -> int:
    return call(
        ["run", "--provider", "fake", "--agent", "noop", "--out", str(folder), "--display", "none", *options]
    )


def test_a_run_skips_a_task_whose_server_nobody_has_and_goes_on(
    task_folder: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task_folder("os/one", toml=TASK)
    task_folder("os/two", toml=TASK.replace("weather", "calculater"))
    task_folder("os/three", toml=TASK.replace("weather", "memory"))
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    assert run(tmp_path / "run") == 0
    assert "2 of 3 tasks cannot run on this host and are skipped: 2 server" in capsys.readouterr().err
    results = {task: result for (task, _), result in RunRecords.open(tmp_path / "run").results().items()}
    assert {task: result.status for task, result in results.items()} == {
        "os/one": "skipped",
        "os/two": "skipped",
        "os/three": "completed",
    }
    errors = [result.error.message for result in results.values() if result.error]
    assert (
        "server: neither the pool nor --servers has 'weather' (servers of your own: --servers FILE)" in errors
    )
    assert "server: neither the pool nor --servers has 'calculater' (did you mean 'calculator'?)" in errors


def test_a_run_needs_the_keys_before_a_guest_starts(
    task_folder: Callable[..., Path],
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task_folder("os/one", toml=TASK)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.delenv("WEATHER_KEY", raising=False)
    file.write_text(SERVER.replace('network = ["api.example.org"]\n', ""))
    assert run(tmp_path / "run", "--servers", str(file)) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert "the server 'weather' needs a key of 8 printable characters or more in WEATHER_KEY" in printed
    assert not (tmp_path / "run").exists()


def test_a_run_records_the_servers_without_their_keys_and_resumes_with_the_same_ones(
    task_folder: Callable[..., Path],
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    key = "a-key-of-enough-characters"
    task_folder("os/one", toml=TASK)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("WEATHER_KEY", key)
    file.write_text(SERVER.replace('network = ["api.example.org"]\n', ""))
    assert run(tmp_path / "run", "--servers", str(file)) == 1  # the fake guest runs no servers
    records = RunRecords.open(tmp_path / "run")
    assert records.info.servers == {"weather": AddedServers.read(file).hash_of("weather")}
    [result] = records.results().values()
    assert result.status == "infra_error"
    written = [path for path in (tmp_path / "run").rglob("*") if path.is_file()]
    assert written
    assert [path for path in written if key.encode() in path.read_bytes()] == []
    (file.parent / "weather" / "weather.py").write_text("changed\n")
    capsys.readouterr()
    assert call(["resume", str(tmp_path / "run")]) == 2
    assert "the servers weather of" in capsys.readouterr().err


def test_a_provider_that_opens_no_network_is_refused(
    task_folder: Callable[..., Path],
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    task_folder("os/one", toml=TASK)
    monkeypatch.setenv("TESTBED_TASKS", str(tmp_path / "tasks"))
    monkeypatch.setenv("WEATHER_KEY", "a-key-of-enough-characters")
    assert run(tmp_path / "run", "--servers", str(file)) == 2
    printed = " ".join(capsys.readouterr().err.split())
    assert "guests reach api.example.org, which servers of" in printed


def test_without_a_file_nothing_is_added(make_task: MakeTask, cancel: threading.Event) -> None:
    task = make_task(toml=TASK)
    assert task.skip_reason.startswith("server: neither the pool nor --servers has 'weather'")
    assert task.servers.secrets == ()
    assert NONE.hosts(["weather"]) == {}
    assert list(NONE.servers) == []
