"""Servers of the user's own in a headless guest: copied, offered, with their keys; and those that misbehave."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from controller.core.guest import HOME, Guest, ToolResult
from controller.episode.guest_results import without_secrets
from controller.guests.provider import HEADLESS, Provider
from controller.tasks.added_servers import AddedServers
from controller.tasks.servers import offer_servers
from controller.tasks.task_servers import TaskServers
from testbed.errors import SetupError

pytestmark = pytest.mark.guest

SCRIPT = Path(__file__).parent / "servers" / "misbehaving.py"
MODES = ("exits", "hangs", "empty", "twice", "many", "changes")
KEY = 'a "key" of $HOME\\ `value`'
ENTRY = """
[[server]]
id = "{id}"
purpose = "Says something."
command = ["/usr/bin/python3", "{{folder}}/misbehaving.py", "{mode}"]
folder = "servers"
"""
SECONDS = 120.0


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> AddedServers:
    """A well-behaved server, one with a key, three to misbehave in calls, and one for each mode."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "servers").mkdir()
    (folder / "servers" / SCRIPT.name).write_bytes(SCRIPT.read_bytes())
    entries = [ENTRY.format(id=name, mode="") for name in ("good", "one", "two", "three", "keyed")]
    entries[-1] += 'keys = { SECRET = "TESTBED_TEST_KEY" }\n'
    entries += [ENTRY.format(id=f"bad-{mode}", mode=mode) for mode in MODES]
    (folder / "own.toml").write_text("".join(entries))
    return AddedServers.read(folder / "own.toml")


@pytest.fixture(scope="module")
def headless(provider: Provider) -> Iterator[Guest]:
    guest = provider.start(HEADLESS)
    yield guest
    provider.stop(guest)


def call(guest: Guest, tool: str, text: str) -> ToolResult:
    return guest.call_tool(tool, {"text": text}, timeout=SECONDS)


def test_an_added_server_is_offered_beside_those_of_the_pool(headless: Guest, added: AddedServers) -> None:
    offer_servers(headless, TaskServers(("good", "calculator"), added))
    listed = {tool.name: tool for tool in headless.list_tools()}
    assert {"good_say", "calculator_calculate", "filesystem_read_file"} <= set(listed)
    assert listed["good_say"].app == "good"
    assert call(headless, "good_say", "hello").text == "hello"
    assert call(headless, "one_say", "hello").is_error


def test_a_key_is_its_servers_alone(
    headless: Guest, added: AddedServers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTBED_TEST_KEY", KEY)
    offer_servers(headless, TaskServers(("keyed",), added))
    assert call(headless, "keyed_secret", "").text == f"the key is {KEY}"
    searched = headless.run(
        [
            "sh",
            "-c",
            "cat /proc/[0-9]*/environ /etc/testbed/server_keys/* /opt/testbed/added_servers/*.keyed",
        ],
        as_user=True,
        check=False,
    )
    assert b"/usr/bin/python3" in searched.stdout
    assert b'a "key" of' not in searched.stdout
    process = headless.run(
        ["sh", "-c", "pgrep -f [m]isbehaving.py | xargs -I{} stat -c %U /proc/{}"]
    ).text.split()
    assert "user" not in process[-1:]
    shown = without_secrets(call(headless, "keyed_secret", ""), added.secrets(["keyed"]))
    assert shown.text == "the key is [key removed]"


def test_a_server_without_its_key_is_not_started(headless: Guest, added: AddedServers) -> None:
    with pytest.raises(SetupError, match="'keyed' needs a key, and TESTBED_TEST_KEY is not set"):
        offer_servers(headless, TaskServers(("keyed",), added))


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("exits", "misbehaving: there is no configuration"),
        ("empty", "it lists no tools"),
        ("twice", "it lists a tool 'say', which is no tool's name, or twice"),
        ("many", "it lists more than 500 tools"),
        ("hangs", "did not start within 40 s"),
    ],
)
def test_a_server_that_does_not_list_its_tools_fails_the_set_up(
    headless: Guest, added: AddedServers, mode: str, reason: str
) -> None:
    with pytest.raises(SetupError, match=rf"the servers good, bad-{mode} cannot be offered") as raised:
        offer_servers(headless, TaskServers(("good", f"bad-{mode}"), added))
    assert reason in raised.value.message
    offer_servers(headless, TaskServers(("good",), added))
    assert call(headless, "good_say", "still here").text == "still here"


def test_a_list_that_changes_does_not_change_what_is_offered(headless: Guest, added: AddedServers) -> None:
    offer_servers(headless, TaskServers(("bad-changes",), added))
    before = [tool.name for tool in headless.list_tools()]
    assert call(headless, "bad_changes_misbehave", "change").is_error
    assert call(headless, "bad_changes_say", "here").text == "here"
    assert [tool.name for tool in headless.list_tools()] == before
    gone = call(headless, "bad_changes_secret", "")
    assert gone.is_error
    assert gone.text == "there is no secret any more"
    assert headless.run(["test", "-f", f"{HOME}/changed"], check=False).exit_code == 0


def test_calls_that_misbehave_end_with_a_reason_and_leave_the_others_alone(
    headless: Guest, added: AddedServers
) -> None:
    offer_servers(headless, TaskServers(("good", "one", "two", "three"), added))
    died = call(headless, "one_misbehave", "die")
    assert died.is_error
    assert "the server of one_misbehave died during the call" in died.text
    assert call(headless, "one_say", "again").text == "again"
    flooded = call(headless, "one_misbehave", "flood")
    assert flooded.is_error
    assert "would have 20,000,000 characters, more than 1,000,000" in flooded.text
    nonsense = call(headless, "one_misbehave", "nonsense")
    assert nonsense.is_error
    assert "answered with malformed data" in nonsense.text
    done = threading.Event()

    def stays_usable() -> int:
        calls = 0
        while not done.wait(1.0):
            assert call(headless, "good_say", str(calls)).text == str(calls)
            calls += 1
        return calls

    with ThreadPoolExecutor(4) as pool:
        usable = pool.submit(stays_usable)
        texts = {"one": "hang", "two": "chatter", "three": "long line"}
        results = list(pool.map(lambda item: call(headless, f"{item[0]}_misbehave", item[1]), texts.items()))
        done.set()
        assert usable.result() > 10
    for result in results:
        assert result.is_error
        assert "did not finish within its limit of 60 s" in result.text
    for server in texts:
        assert call(headless, f"{server}_say", "again").text == "again"
