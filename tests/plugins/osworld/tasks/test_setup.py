from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from controller.core.guest import HOME, CommandResult, ToolResult
from controller.guests.fake.guest import FakeGuest, Faults
from controller.guests.provider import GuestOptions
from plugins.osworld.tasks import windows
from plugins.osworld.tasks.browser import is_same_page
from plugins.osworld.tasks.history import fill_history
from plugins.osworld.tasks.setup import StepContext, execute_steps, output_path
from plugins.osworld.tasks.steps import BrowseHistory, Step, WindowStep
from testbed.errors import CancelledError, GuestConnectionError, SetupError
from tests.plugins.osworld.tasks.conftest import MakeOSWorldTask, step
from tests.plugins.osworld.tasks.step_data import empty_history, make_step


class ScriptedGuest(FakeGuest):
    """A fake guest that keeps the commands it is given, and answers some as told: by their program."""

    def __init__(self) -> None:
        super().__init__("fake-test", GuestOptions(), Faults())
        self.commands: list[tuple[str, ...]] = []
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self.answers: dict[str, list[tuple[int, str]]] = {"wmctrl": [(1, "")]}

    def run(self, argv: Sequence[str], **options: Any) -> CommandResult:
        self.commands.append(tuple(argv))
        answers = self.answers.get(argv[0])
        if answers is None:
            return super().run(argv, **options)
        code, text = answers.pop(0) if len(answers) > 1 else answers[0]
        return CommandResult(tuple(argv), code, text.encode(), b"")

    def call_tool(
        self, name: str, arguments: Mapping[str, Any] | None = None, *, timeout: float | None = None
    ) -> ToolResult:
        self.calls.append((name, arguments or {}))
        return super().call_tool(name, arguments, timeout=timeout)


@pytest.fixture
def guest() -> Iterator[ScriptedGuest]:
    guest = ScriptedGuest()
    yield guest
    guest.stop()


def play(
    guest: FakeGuest, *steps: Step, files: Mapping[str, bytes] | None = None, exact: bool = False
) -> None:
    context = StepContext(guest, threading.Event(), lambda url, _name: (files or {})[url], exact_sleeps=exact)
    execute_steps("t1.json: config", steps, context)


def test_a_downloaded_file_is_the_users(guest: ScriptedGuest) -> None:
    files = [
        {"url": "a", "path": "/home/user/Desktop/a"},
        {"url": "a", "path": "~/b"},
        {"url": "a", "path": "c"},
    ]
    play(guest, make_step("download", files=files), files={"a": b"text"})
    for path in ("Desktop/a", "b", "c"):
        assert guest.read_file(f"{HOME}/{path}") == b"text"
    assert guest.run(["stat", "-c", "%U", f"{HOME}/b"]).text == "user\n"


@pytest.mark.parametrize(
    ("parameters", "argv"),
    [
        ({"command": ["printf", "%s", "a b"]}, ("printf", "%s", "a b")),
        ({"command": ["cat", "~/x", "a~/y"]}, ("cat", f"{HOME}/x", "a~/y")),
        ({"command": "printf '%s' 'a b'"}, ("printf", "%s", "a b")),
        ({"command": "echo $HOME | cat", "shell": True}, ("/bin/sh", "-c", "echo $HOME | cat")),
        ({"command": "echo a", "shell": "true"}, ("/bin/sh", "-c", "echo a")),
        ({"command": ["echo $0", "b"], "shell": True}, ("/bin/sh", "-c", "echo $0", "b")),
        (
            {"command": ["x", "{CLIENT_PASSWORD} {SCREEN_WIDTH}x{SCREEN_HEIGHT}"]},
            ("x", "password 1280x720"),
        ),
        ({"command": "click {SCREEN_WIDTH_HALF} {SCREEN_HEIGHT_HALF}"}, ("click", "640", "360")),
    ],
)
def test_a_command_is_what_osworld_would_execute(
    guest: ScriptedGuest, parameters: dict[str, Any], argv: tuple[str, ...]
) -> None:
    play(guest, make_step("execute", **parameters), make_step("command", **parameters))
    assert guest.commands == [argv, argv]


def test_a_command_may_fail(guest: ScriptedGuest) -> None:
    play(guest, make_step("execute", command=["false"]), make_step("execute", command=["nothing"]))
    assert len(guest.commands) == 2


def test_output_is_kept_for_the_judge(guest: ScriptedGuest) -> None:
    play(guest, make_step("execute", command=["echo", "a"], stdout="../out.txt"))
    assert output_path("../out.txt") == "/var/lib/testbed-osworld/out.txt"
    assert guest.read_file(output_path("out.txt")) == b"a\n"
    assert guest.run(["cat", output_path("out.txt")], as_user=True, check=False).exit_code != 0


def test_a_command_is_repeated_until_its_result_is_met(guest: ScriptedGuest) -> None:
    guest.answers["probe"] = [(1, ""), (1, "not yet"), (0, "ready")]
    play(guest, make_step("execute", command=["probe"], until={"stdout": "ready"}))
    assert len(guest.commands) == 3


def test_a_program_is_launched_without_waiting(guest: ScriptedGuest) -> None:
    guest.answers["systemd-run"] = [(1, "no such program")]
    play(
        guest,
        make_step("launch", command="vlc  --fullscreen {SCREEN_WIDTH}"),
        make_step("launch", command="sleep 9 & vlc", shell=True),
    )
    ends = [command[command.index("--") + 1 :] for command in guest.commands]
    assert ends == [("vlc", "--fullscreen", "{SCREEN_WIDTH}"), ("/bin/sh", "-c", "sleep 9 & vlc")]


def test_an_opened_file_is_there_when_its_window_is(guest: ScriptedGuest) -> None:
    guest.write_file(f"{HOME}/note.txt", b"x")
    guest.run(["testbed-open", "text_editor", f"{HOME}/note.txt"], as_user=True)
    guest.answers |= {"systemd-run": [(0, "")], "wmctrl": [(0, "")], "test": [(0, "")]}
    play(guest, make_step("open", path="~/note.txt"))
    assert ("wmctrl", "-F", "-a", "note.txt - Text Editor") in guest.commands
    assert any(command[-2:] == ("xdg-open", f"{HOME}/note.txt") for command in guest.commands)


def test_a_window_that_never_comes_ends_the_set_up(
    guest: ScriptedGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plugins.osworld.tasks.programs.WINDOW_SECONDS", 0.1)
    guest.answers |= {"systemd-run": [(0, "")], "test": [(0, "")]}
    with pytest.raises(
        SetupError, match=r"config\[0\] \(open\) failed: .*'sheet\.xlsx' in its title; windows:"
    ):
        play(guest, make_step("open", path="/home/user/sheet.xlsx"))


def test_what_is_neither_file_nor_program_cannot_be_opened(guest: ScriptedGuest) -> None:
    guest.answers["sh"] = [(1, "")]
    with pytest.raises(SetupError, match="/home/user/x: there is no such file or program"):
        play(guest, make_step("open", path="/home/user/x"))


@pytest.mark.parametrize(
    ("parameters", "options"),
    [
        ({}, ()),
        ({"strict": True}, ("-F",)),
        ({"by_class": True}, ("-x",)),
        ({"strict": True, "by_class": True}, ("-F", "-x")),
    ],
)
def test_a_window_is_named_as_for_wmctrl(
    guest: ScriptedGuest, parameters: dict[str, Any], options: tuple[str, ...]
) -> None:
    guest.answers["wmctrl"] = [(0, "")]
    play(
        guest,
        make_step("activate_window", window_name="Mail.thunderbird", **parameters),
        make_step("close_window", window_name="Mail.thunderbird", **parameters),
    )
    assert guest.commands == [("wmctrl", *options, request, "Mail.thunderbird") for request in ("-a", "-c")]


def test_a_guest_without_wmctrl_is_named(guest: ScriptedGuest) -> None:
    guest.answers["wmctrl"] = [(127, "")]
    with pytest.raises(SetupError, match=r"activate_window\) failed: there is no wmctrl in the guest"):
        play(guest, make_step("activate_window", window_name="x"))


def test_a_window_that_is_not_there_is_no_error_and_has_another_name_perhaps(guest: ScriptedGuest) -> None:
    guest.answers["wmctrl"] = [(1, "")]
    play(guest, make_step("activate_window", window_name="A page - Google Chrome", strict=True))
    assert [command[-1] for command in guest.commands] == ["A page - Google Chrome", "A page - Chromium"]


@pytest.mark.parametrize(
    ("name", "parameters", "is_found"),
    [
        ("NOTE.TXT", {}, True),
        ("note", {"strict": True}, False),
        ("note.txt - Text Editor", {"strict": True}, True),
        ("q", {}, False),
        ("mail.Thunderbird", {"by_class": True}, True),
        ("mail.Thunderbird", {"by_class": True, "strict": True}, False),
    ],
)
def test_a_window_is_waited_for_by_its_name(
    guest: ScriptedGuest, name: str, parameters: dict[str, bool], is_found: bool
) -> None:
    guest.run(["testbed-open", "text_editor", f"{HOME}/note.txt"], as_user=True)
    guest.answers["wmctrl"] = [(0, "0x03400003  0 Mail.thunderbird      desktop Inbox\n")]
    guest.calls.clear()
    guest.commands.clear()
    windows.wait_for(WindowStep(window_name=name, **parameters), guest, 1.0, threading.Event())
    looks = len(guest.commands) + len(guest.calls)
    assert (looks == 1) == is_found


def test_a_sleep_waits_for_the_screen_and_the_next_window(guest: ScriptedGuest) -> None:
    guest.run(["testbed-open", "text_editor", f"{HOME}/note.txt"], as_user=True)
    guest.answers["wmctrl"] = [(0, "")]
    play(guest, make_step("sleep", seconds=600), make_step("activate_window", window_name="note.txt"))
    assert ("computer.screenshot", {"limit_seconds": 30.0}) in guest.calls


def test_a_sleep_is_no_longer_than_it_says_when_the_window_does_not_come(guest: ScriptedGuest) -> None:
    play(guest, make_step("sleep", seconds=0.05), make_step("activate_window", window_name="never"))
    assert ("computer.screenshot", {"limit_seconds": 0.05}) in guest.calls


def test_an_exact_sleep_looks_at_nothing_and_can_be_interrupted(guest: ScriptedGuest) -> None:
    play(guest, make_step("sleep", seconds=0.01), exact=True)
    assert guest.calls == []
    context = StepContext(guest, threading.Event(), lambda _url, _name: b"", exact_sleeps=True)
    context.cancel.set()
    with pytest.raises(CancelledError):
        execute_steps("x", [make_step("sleep", seconds=3600)], context)


def test_tabs_are_opened_and_the_first_one_closed(guest: ScriptedGuest) -> None:
    pages = '[{"id": "A", "url": "about:blank", "type": "page"}, {"id": "B", "url": "x", "type": "worker"}]'
    guest.answers["/usr/bin/python3"] = [(7, ""), (0, pages), (0, "{}"), (0, ""), (0, "{}")]
    play(guest, make_step("chrome_open_tabs", urls_to_open=["https://a.example/?q=a b", "b.example"]))
    requests = [command[-2:] for command in guest.commands]
    base = "http://127.0.0.1:9222/json"
    assert requests == [
        ("GET", f"{base}/list"),
        ("GET", f"{base}/list"),
        ("PUT", f"{base}/new?https://a.example/?q=a%20b"),
        ("GET", f"{base}/close/A"),
        ("PUT", f"{base}/new?b.example"),
    ]


def test_a_browser_that_does_not_answer_ends_the_set_up(
    guest: ScriptedGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plugins.osworld.tasks.browser.ANSWER_SECONDS", 0.1)
    guest.answers["/usr/bin/python3"] = [(1, "")]
    with pytest.raises(SetupError, match=r"\(chrome_open_tabs\) failed: .*DevTools port 9222"):
        play(guest, make_step("chrome_open_tabs", urls_to_open=["a"]))


def test_tabs_are_closed_by_their_address(guest: ScriptedGuest) -> None:
    pages = '[{"id": "A", "url": "https://www.a.example/", "type": "page"}]'
    guest.answers["/usr/bin/python3"] = [(0, pages), (0, "")]
    play(guest, make_step("chrome_close_tabs", urls_to_close=["https://a.example", "https://b.example"]))
    assert [command[-1].rpartition("/json/")[2] for command in guest.commands] == ["list", "close/A"]


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("https://www.a.example/", "https://A.example", True),
        ("a.example", "http://a.example", True),
        ("http://a.example", "https://a.example", False),
        ("https://a.example/x", "https://a.example/y", False),
        ("https://a.example/x?q=1", "https://a.example/x", False),
    ],
)
def test_addresses_of_one_page(first: str, second: str, same: bool) -> None:
    assert is_same_page(first, second) == same


def test_a_history_is_filled_with_visits(tmp_path: Path) -> None:
    visit = {"url": "https://a.example/", "title": "A", "visit_time_from_now_in_seconds": 3600}
    visits = BrowseHistory.model_validate(
        {"history": [visit, visit | {"visit_time_from_now_in_seconds": 60}]}
    )
    (tmp_path / "filled").write_bytes(fill_history(empty_history(tmp_path / "empty"), visits.history))
    with closing(sqlite3.connect(tmp_path / "filled")) as database:
        ((first, second),) = [
            [row[0] for row in database.execute("SELECT visit_time FROM visits ORDER BY id")]
        ]
        assert abs(second - first - 3540 * 10**6) < 10**6
        assert database.execute("SELECT count(*) FROM urls WHERE title = 'A'").fetchone() == (2,)


def test_a_damaged_history_is_named() -> None:
    visit = {"url": "a", "title": "a", "visit_time_from_now_in_seconds": 1}
    visits = BrowseHistory.model_validate({"history": [visit]}).history
    with pytest.raises(SetupError, match="no database of Chromium"):
        fill_history(b"x" * 200, visits)


def test_a_google_account_is_not_there(guest: ScriptedGuest) -> None:
    with pytest.raises(SetupError, match=r"\(login\) failed: it needs a Google account"):
        play(guest, make_step("login", settings_file="x", platform="googledrive"))


def test_a_task_is_set_up_from_its_cache(
    osworld_task: MakeOSWorldTask, guest: ScriptedGuest, tmp_path: Path
) -> None:
    config = [step("download", files=[{"url": "https://example.org/a", "path": "/home/user/a"}])]
    cache = tmp_path / "cache"
    cache.mkdir()
    task = osworld_task(config=config, options={"cache": str(cache)})
    with pytest.raises(SetupError, match=r"t1\.json: config\[0\] \(download\) failed: the cache lacks t1/"):
        task.set_up(guest, threading.Event())
    (cache / "t1").mkdir()
    (cache / task.files[0].target).write_bytes(b"cached")
    task.set_up(guest, threading.Event())
    assert guest.read_file("/home/user/a") == b"cached"


def test_the_set_up_ends_when_what_it_launched_is_on_the_screen(
    osworld_task: MakeOSWorldTask, guest: ScriptedGuest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plugins.osworld.tasks.setup.LAUNCH_SECONDS", 600.0)
    guest.answers["systemd-run"] = [(0, "")]
    looks = [0]

    def windows_so_far(_guest: FakeGuest) -> list[int]:
        looks[0] += 1  # another window at each look
        return list(range(looks[0]))

    monkeypatch.setattr("plugins.osworld.tasks.setup.windows_of", lambda _guest: [])
    monkeypatch.setattr("plugins.osworld.tasks.windows.windows_of", windows_so_far)
    config = [
        step("launch", command=["vlc"]),
        step("launch", command="gimp x"),
        step("launch", command=["socat"]),
    ]
    osworld_task(config=config).set_up(guest, threading.Event())
    assert looks == [2]
    assert guest.calls[-1] == ("computer.screenshot", {"limit_seconds": 30.0})


def test_a_lost_guest_is_told_apart(osworld_task: MakeOSWorldTask, guest: ScriptedGuest) -> None:
    guest.stop()
    with pytest.raises(GuestConnectionError):
        osworld_task(config=[step("execute", command=["true"])]).set_up(guest, threading.Event())
