"""How attempts are judged, on a guest that answers as it is told."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from controller.core.guest import CommandResult
from controller.guests.fake.provider import FakeProvider
from controller.guests.security_check import ATTEMPTS
from controller.guests.security_check.attempt import Attempt
from controller.guests.security_check.check import run_attempt
from controller.guests.security_check.while_judged import LEFT_BEHIND
from testbed.errors import GuestTimeoutError

ATTEMPT = Attempt("become root", "root", "id -u | grep -qx 0")


def answer(monkeypatch: pytest.MonkeyPatch, result: CommandResult | GuestTimeoutError) -> list[bool]:
    """Let a fake guest's commands end so; returns whom they are run as."""
    users: list[bool] = []

    def run(_guest: object, _argv: Sequence[str], *, as_user: bool = False, **_: object) -> CommandResult:
        users.append(as_user)
        if isinstance(result, GuestTimeoutError):
            raise result
        return result

    monkeypatch.setattr("controller.guests.fake.guest.FakeGuest.run", run)
    return users


@pytest.mark.parametrize(
    ("result", "reached", "detail"),
    [
        (CommandResult(("sh",), 0, b"root\n", b"!"), True, "root\n!"),
        (CommandResult(("sh",), 1, b"", b"denied"), False, ""),
        (GuestTimeoutError("took over 20 s"), False, ""),
    ],
)
def test_an_attempt_reaches_its_goal_by_its_exit_code(
    result: CommandResult | GuestTimeoutError, reached: bool, detail: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider = FakeProvider()
    guest = provider.start()
    users = answer(monkeypatch, result)
    judged = run_attempt(guest, ATTEMPT)
    assert (judged.name, judged.group, judged.reached, judged.detail) == (
        "become root",
        "root",
        reached,
        detail,
    )
    assert users == [True]
    monkeypatch.undo()
    provider.close()


def test_every_attempt_has_its_name_and_a_script_that_can_be_read() -> None:
    names = [attempt.name for attempt in (*ATTEMPTS, *LEFT_BEHIND)]
    assert len(names) == len(set(names)) >= 80
    for attempt in ATTEMPTS:
        if attempt.python:
            compile(attempt.script, attempt.name, "exec")
    assert {attempt.group for attempt in ATTEMPTS} == {"root", "judge", "others", "host", "network", "limits"}
