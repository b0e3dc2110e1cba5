"""The conformance suite of providers. A provider is conformant if it passes `self_check`.

Each check tests one property of a guest (`GUEST_CHECKS`) or of a provider (`PROVIDER_CHECKS`) and raises
`NotConforming`, with the expected and the actual value, if it is not met. Tests run the checks one by one.
"""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from PIL import Image

from controller.core.guest import GUI_PREFIX, HOME, USER, Guest
from controller.guests.provider import HEADLESS, ForkingProvider, Provider
from testbed.errors import (
    CommandError,
    FileTooLargeError,
    GuestConnectionError,
    GuestTimeoutError,
    ImageError,
    TestbedError,
)

GuestCheck = Callable[[Guest], None]
ProviderCheck = Callable[[Provider], None]
Subject = TypeVar("Subject", Guest, Provider)


class NotConforming(TestbedError):
    """A guest or a provider violates its protocol."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check.

    Attributes:
        name: The check's name.
        seconds: How long it took.
        fault: What is wrong; "" if the check passed.
    """

    name: str
    seconds: float
    fault: str


def self_check(provider: Provider) -> list[CheckResult]:
    """Run every check of the conformance suite.

    All checks of a guest share one guest; each check of the provider starts its own.

    Args:
        provider: The provider to test. It stays open.

    Returns:
        A result for each check, in order. The provider is conformant if none has a `fault`.

    Raises:
        GuestBootError: No guest boots.
    """
    guest = provider.start()
    try:
        results = [_run(check, guest) for check in GUEST_CHECKS]
    finally:
        provider.stop(guest)
    return results + [_run(check, provider) for check in PROVIDER_CHECKS]


def runs_as_root_and_as_user(guest: Guest) -> None:
    _require_equal(guest.run(["whoami"]).text.strip(), "root", "run() runs as")
    _require_equal(guest.run(["whoami"], as_user=True).text.strip(), USER, "run(as_user=True) runs as")


def user_has_the_session(guest: Guest) -> None:
    for name, value in (("DISPLAY", ":0"), ("HOME", HOME), ("XDG_RUNTIME_DIR", "/run/user/1000")):
        _require_equal(guest.run(["printenv", name], as_user=True).text.strip(), value, f"as_user's {name}")


def passes_stdin_and_arguments(guest: Guest) -> None:
    data = bytes(range(256)) * 4096
    _require_equal(guest.run(["cat"], stdin=data).stdout == data, True, "a megabyte through stdin comes back")
    words = "a  b '\"$HOME`;*\\ ü"
    _require_equal(guest.run(["printf", "%s", words]).text, words, "an argument with blanks and quotes")


def returns_exit_codes(guest: Guest) -> None:
    _require_equal(guest.run(["false"], check=False).exit_code, 1, "the exit code of false")
    _require_raises(CommandError, lambda: guest.run(["false"]), "run() of a failing command")
    _require_raises(CommandError, lambda: guest.run(["no-such-command"]), "run() of an unknown command")


def limits_a_command(guest: Guest) -> None:
    began = time.monotonic()
    _require_raises(GuestTimeoutError, lambda: guest.run(["sleep", "20"], timeout=0.5), "run() over its time")
    if time.monotonic() - began > 10:
        raise NotConforming("a command with a limit of 0.5 s was given up after over 10 s")


def writes_and_reads_files(guest: Guest) -> None:
    path = f"{HOME}/self check/ünïcode/data.bin"
    data = bytes(range(256)) * 8192
    guest.write_file(path, data)
    _require_equal(guest.read_file(path) == data, True, "two megabytes written are read back")
    _require_equal(
        guest.run(["stat", "-c", "%U %a", path]).text.strip(),
        f"{USER} 644",
        "a written file's owner and mode",
    )
    guest.write_file(path, b"", owner="root", mode=0o600)
    _require_equal(guest.read_file(path), b"", "a file written again")
    _require_equal(guest.run(["stat", "-c", "%U %a", path]).text.strip(), "root 600", "its owner and mode")


def rejects_what_is_not_a_file(guest: Guest) -> None:
    _require_raises(
        FileNotFoundError, lambda: guest.read_file(f"{HOME}/not there"), "read_file() of a missing file"
    )
    _require_raises(CommandError, lambda: guest.read_file(HOME), "read_file() of a folder")
    guest.write_file(f"{HOME}/large", b"x" * 1001)
    _require_raises(
        FileTooLargeError, lambda: guest.read_file(f"{HOME}/large", limit=1000), "read_file() over its limit"
    )
    _require_equal(len(guest.read_file(f"{HOME}/large", limit=1001)), 1001, "read_file() just at its limit")


def lists_tools(guest: Guest) -> None:
    names = [tool.name for tool in guest.list_tools()]
    _require_equal(names, sorted(set(names)), "the names of the tools, sorted, each once")
    for name in ("computer.screenshot", "computer.click", "computer.type", "computer.windows"):
        _require_equal(name in names, True, f"{name} is listed")


def shows_the_screen(guest: Guest) -> None:
    shot = guest.call_tool("computer.screenshot", {})
    facts = _require_structured(shot.structured)
    _require_equal(
        (shot.is_error, len(shot.images)), (False, 1), "a screenshot's error flag and number of images"
    )
    with Image.open(io.BytesIO(shot.images[0]), formats=("PNG",)) as image:
        _require_equal(image.size, (facts["width"], facts["height"]), "the screenshot's size")
        if len(image.convert("RGB").getcolors(image.width * image.height) or []) < 3:
            raise NotConforming("the screen shows nothing but the pointer")


def moves_the_mouse(guest: Guest) -> None:
    for x, y in ((300, 200), (640, 360)):
        _require_equal(
            guest.call_tool("computer.mouse_move", {"x": x, "y": y}).is_error, False, "mouse_move fails"
        )
        facts = _require_structured(guest.call_tool("computer.cursor_position", {}).structured)
        _require_equal((facts["x"], facts["y"]), (x, y), "the pointer's place after a move")


def rejects_wrong_calls(guest: Guest) -> None:
    wrong: tuple[tuple[str, dict[str, Any]], ...] = (
        ("no.such_tool", {}),
        ("computer.click", {"x": "left"}),
        ("computer.type", {"text": "\ud83d"}),
    )
    for name, arguments in wrong:
        result = guest.call_tool(name, arguments)
        _require_equal(
            (result.is_error, bool(result.text)),
            (True, True),
            f"{name} with {arguments} is an error with a reason",
        )


def serves_several_threads(guest: Guest) -> None:
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda n: guest.run(["echo", str(n)]).text.strip(), range(12)))
        sizes = list(pool.map(lambda _: guest.call_tool("computer.screen_size", {}).is_error, range(12)))
    _require_equal(texts, [str(n) for n in range(12)], "the output of commands run at once")
    _require_equal(sizes, [False] * 12, "the error flags of tools called at once")


def resets_to_the_image(provider: Provider) -> None:
    guest = provider.start()
    path = f"{HOME}/left behind"
    guest.write_file(path, b"x")
    fresh = provider.reset(guest)
    try:
        _require_raises(
            FileNotFoundError,
            lambda: fresh.read_file(path),
            "read_file() of the old guest's file after a reset",
        )
        _require_equal(
            fresh.call_tool("computer.screen_size", {}).is_error, False, "a tool fails after a reset"
        )
    finally:
        provider.stop(fresh)


def isolates_guests(provider: Provider) -> None:
    with ThreadPoolExecutor(2) as pool:
        one, two = pool.map(lambda _: provider.start(), range(2))
    try:
        _require_equal(one.name != two.name, True, "two guests have different names")
        one.write_file(f"{HOME}/mine", b"x")
        _require_raises(
            FileNotFoundError, lambda: two.read_file(f"{HOME}/mine"), "read_file() of another guest's file"
        )
    finally:
        provider.stop(one)
        provider.stop(two)


def stops_for_good(provider: Provider) -> None:
    guest = provider.start()
    provider.stop(guest)
    provider.stop(guest)
    _require_raises(GuestConnectionError, lambda: guest.run(["true"]), "run() on a stopped guest")
    _require_raises(
        GuestConnectionError, lambda: guest.call_tool("computer.screen_size", {}), "a tool of a stopped guest"
    )


def starts_without_a_desktop(provider: Provider) -> None:
    """A provider without the snapshot `headless` has nothing to check."""
    if HEADLESS not in provider.snapshots:
        return
    guest = provider.start(HEADLESS)
    try:
        _require_headless(guest)
        for name, arguments in (("computer.screenshot", {}), ("computer.click", {"x": 1, "y": 1})):
            result = guest.call_tool(name, arguments)
            _require_equal(
                (result.is_error, "headless" in result.text),
                (True, True),
                f"{name} in a headless guest is an error that says why",
            )
        path = f"{HOME}/headless.txt"
        written = guest.call_tool("filesystem_write_file", {"path": path, "content": "x"})
        _require_equal(
            written.is_error, False, f"filesystem_write_file fails in a headless guest: {written.text}"
        )
        _require_equal(guest.read_file(path), b"x", "the file that a tool wrote in a headless guest")
        guest = provider.reset(guest, HEADLESS)
        _require_raises(
            FileNotFoundError, lambda: guest.read_file(path), "read_file() of a file from before the reset"
        )
        _require_headless(guest)
    finally:
        provider.stop(guest)


def forks_in_mid_work(provider: Provider) -> None:
    """Of a `ForkingProvider`; another provider passes."""
    if not isinstance(provider, ForkingProvider):
        return
    guests = [provider.start()]

    def write(guest: Guest, name: str) -> None:
        arguments = {"path": f"{HOME}/{name}.txt", "content": "x"}
        written = guest.call_tool("filesystem_write_file", arguments)
        _require_equal(
            written.is_error, False, f"filesystem_write_file fails beside a checkpoint: {written.text}"
        )

    def start(checkpoint: str) -> Guest:
        guests.append(provider.start(checkpoint))
        return guests[-1]

    try:
        original = guests[0]
        write(original, "before")
        checkpoint = provider.checkpoint(original)
        write(original, "original")
        first, second = start(checkpoint), start(checkpoint)
        write(first, "first")
        deeper = provider.checkpoint(first)
        third = start(deeper)
        for name in (checkpoint, deeper):
            provider.discard(name)
        expected = {"before": (*guests,), "original": (original,), "first": (first, third)}
        for name, having in expected.items():
            for number, guest in enumerate((original, first, second, third)):
                there = guest.run(["test", "-e", f"{HOME}/{name}.txt"], check=False).exit_code == 0
                _require_equal(there, guest in having, f"guest {number} of four has the file {name!r}")
        _require_raises(ImageError, lambda: provider.start(checkpoint), "start() of a discarded checkpoint")
        provider.stop(second)
        _require_raises(
            GuestConnectionError, lambda: provider.checkpoint(second), "checkpoint() of a stopped guest"
        )
    finally:
        for guest in guests:
            provider.stop(guest)


def _require_headless(guest: Guest) -> None:
    names = [tool.name for tool in guest.list_tools()]
    _require_equal("filesystem_write_file" in names, True, "a headless guest lists filesystem_write_file")
    of_screen = [name for name in names if name.startswith(GUI_PREFIX)]
    _require_equal(of_screen, [], "a headless guest's tools for the screen")


GUEST_CHECKS: tuple[GuestCheck, ...] = (
    runs_as_root_and_as_user,
    user_has_the_session,
    passes_stdin_and_arguments,
    returns_exit_codes,
    limits_a_command,
    writes_and_reads_files,
    rejects_what_is_not_a_file,
    lists_tools,
    shows_the_screen,
    moves_the_mouse,
    rejects_wrong_calls,
    serves_several_threads,
)
PROVIDER_CHECKS: tuple[ProviderCheck, ...] = (
    resets_to_the_image,
    isolates_guests,
    stops_for_good,
    starts_without_a_desktop,
    forks_in_mid_work,
)


def _run(check: Callable[[Subject], None], subject: Subject) -> CheckResult:
    began = time.monotonic()
    fault = ""
    try:
        check(subject)
    except TestbedError as error:
        fault = str(error)
    return CheckResult(check.__name__, time.monotonic() - began, fault)


def _require_equal(actual: object, expected: object, what: str) -> None:
    if actual != expected:
        raise NotConforming(f"{what}: expected {expected!r}, got {actual!r}")


def _require_raises(kind: type[Exception], work: Callable[[], object], what: str) -> None:
    try:
        work()
    except kind:
        return
    except TestbedError as error:
        raise NotConforming(f"{what} raised {type(error).__name__}, not {kind.__name__}: {error}") from error
    raise NotConforming(f"{what} did not raise {kind.__name__}")


def _require_structured(data: Any) -> Any:
    if not data:
        raise NotConforming("a tool's result has no structured content")
    return data
