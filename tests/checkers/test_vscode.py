import json
import os
from typing import Any

import pytest

from checkers import vscode
from tests.checkers.guests import ClockedGuest, LocalGuest

WINDOW: dict[str, Any] = {
    "focused": True,
    "folders": ["/p/shop", "/p/styles"],
    "groups": [
        {"column": 1, "tabs": [{"label": "a.py", "paths": ["/p/a.py"], "active": True, "dirty": False}]},
        {"column": 2, "tabs": [{"label": "b.py", "paths": ["/p/b.py"], "active": True, "dirty": False}]},
    ],
    "layout": {"orientation": 0, "groups": [{"size": 1}, {"size": 1}]},
    "editor": {"path": "/p/b.py", "line": 3, "character": 1, "dirty": False},
}


def answering(guest: LocalGuest, *lines: str) -> LocalGuest:
    """A guest whose windows answer these lines."""
    (guest.programs.parent / "answer").write_text("".join(line + "\n" for line in lines))
    guest.program("python3", f"cat >/dev/null; cat {guest.programs.parent}/answer")
    return guest


def window(**changes: object) -> str:
    return json.dumps({"id": 1, "result": {**WINDOW, **changes}})


def test_folders_may_come_in_any_order(local_guest: LocalGuest) -> None:
    guest = answering(local_guest, window())
    assert vscode.folders_are(guest, "/p/styles", "/p/shop").holds
    assert not vscode.folders_are(guest, "/p/shop").holds
    assert not vscode.folders_are(guest, "/p/styles", "/p/shop", "/p/more").holds


def test_the_cursor_is_in_one_line_of_one_file(local_guest: LocalGuest) -> None:
    guest = answering(local_guest, window())
    assert vscode.cursor_is_at(guest, "/p/b.py", 3).holds
    assert not vscode.cursor_is_at(guest, "/p/b.py", 4).holds
    assert not vscode.cursor_is_at(answering(local_guest, window(editor=None)), "/p/b.py", 3).holds


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ({"orientation": 0, "groups": [{}, {}]}, True),
        ({"orientation": 1, "groups": [{}, {}]}, False),
        ({"orientation": 1, "groups": [{"groups": [{}, {}]}]}, True),
        ({"orientation": 0, "groups": [{"groups": [{}, {}]}]}, False),
        ({"orientation": 0, "groups": [{}, {"groups": [{}, {}]}]}, False),
    ],
)
def test_side_by_side_is_one_row(local_guest: LocalGuest, layout: object, expected: bool) -> None:
    assert vscode.window(answering(local_guest, window(layout=layout))).side_by_side is expected


@pytest.mark.parametrize(
    "answers",
    [
        (),
        (window(), window()),
        ("not json",),
        ('{"id": 1, "error": "no"}',),
        (window(folders="/p/shop"),),
        (window(editor={"path": 1}),),
    ],
)
def test_a_missing_or_malformed_window_fails_the_claim(
    local_guest: LocalGuest, answers: tuple[str, ...]
) -> None:
    assert not vscode.folders_are(answering(local_guest, *answers), "/p/shop", "/p/styles").holds


def test_an_endless_answer_fails_the_claim(local_guest: LocalGuest) -> None:
    local_guest.program("python3", "head -c 3000000 /dev/zero")
    assert not vscode.folders_are(local_guest, "/p/shop").holds


@pytest.fixture
def settings(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    path = tmp_path / "settings.json"
    monkeypatch.setattr(vscode, "SETTINGS", str(path))
    return path


ORIGINAL = b'// mine\n{\n  "a.column": 80, // narrow\n  "b": {"x": true,},\n}\n'


def test_a_setting_is_compared_with_its_type(
    local_guest: LocalGuest, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vscode, "WRITE_SECONDS", 0.1)
    settings.write_bytes(b'{"a": 1, "n": null}')
    assert vscode.setting_is(local_guest, "a", 1).holds
    assert not vscode.setting_is(local_guest, "a", True).holds
    assert not vscode.setting_is(local_guest, "a", "1").holds
    assert not vscode.setting_is(local_guest, "missing", None).holds
    settings.unlink()
    assert not vscode.setting_is(local_guest, "a", 1).holds


@pytest.mark.parametrize(("seconds", "counts"), [(0.5, True), (vscode.WRITE_SECONDS + 1, False)])
def test_a_setting_that_is_about_to_be_written_counts(
    clocked_guest: ClockedGuest, settings: Any, seconds: float, counts: bool
) -> None:
    settings.write_bytes(b"{}")
    os.utime(settings, (began := clocked_guest.now, began))
    beside = settings.with_name("beside.json")
    beside.write_bytes(b'{"a": 1}')
    os.utime(beside, (began + seconds, began + seconds))
    clocked_guest.at(began + seconds, lambda: beside.replace(settings))
    assert vscode.setting_is(clocked_guest, "a", 1).holds is counts
    assert clocked_guest.now - began == pytest.approx(min(seconds, vscode.WRITE_SECONDS), abs=0.2)


@pytest.mark.parametrize(
    ("registered", "on_disk", "expected"),
    [
        ([{"identifier": {"id": "a.b"}, "version": "1.0"}], {"version": "1.0"}, True),
        ([{"identifier": {"id": "a.b"}, "version": "1.1"}], {"version": "1.0"}, False),
        ([{"identifier": {"id": "a.b"}, "version": "1.0"}], None, False),
        ([{"identifier": {"id": "a.b"}, "version": "1.0"}], {"version": "9"}, False),
        ([], {"version": "1.0"}, False),
        ({"a.b": "1.0"}, {"version": "1.0"}, False),
        ([{"identifier": "a.b"}], {"version": "1.0"}, False),
    ],
)
def test_an_extension_is_registered_and_on_the_disk(
    local_guest: LocalGuest,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    registered: object,
    on_disk: object,
    expected: bool,
) -> None:
    monkeypatch.setattr(vscode, "EXTENSIONS", str(tmp_path))
    (tmp_path / "extensions.json").write_text(json.dumps(registered))
    if on_disk is not None:
        (tmp_path / "a.b-1.0").mkdir()
        (tmp_path / "a.b-1.0" / "package.json").write_text(json.dumps(on_disk))
    assert vscode.extension_is_installed(local_guest, "a.b", "1.0").holds is expected


def test_claims_about_windows_are_marked_as_forgeable(local_guest: LocalGuest) -> None:
    """An extension of the agent's runs in the process that answers."""
    guest = answering(local_guest, window())
    assert vscode.folders_are(guest, "/p/styles", "/p/shop").forgeable
    assert vscode.cursor_is_at(guest, "/p/b.py", 3).forgeable
    assert vscode.cursor_is_at(answering(local_guest), "/p/b.py", 3).forgeable
    assert not vscode.setting_is(guest, "a", 1).forgeable
