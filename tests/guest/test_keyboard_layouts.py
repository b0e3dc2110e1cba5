"""Typing and shortcuts with layouts, locks and held modifiers as a user may have left them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import unquote

import pytest

from controller.core.guest import HOME, Guest
from tests.guest.desktops import closed, open_window, saved_file, windows
from tests.waiting import poll

pytestmark = pytest.mark.guest

TEXT = "yz YZ -/@{}[]~ 1!2? ß é ^`´' €ж"
PAGE = """<!doctype html><meta charset=utf-8><title>start</title><textarea id=t autofocus>old</textarea><script>
t.oninput = () => { document.title = "text:" + encodeURIComponent(t.value); };
</script>"""
STATE = """
import sys
sys.path.insert(0, "/opt/testbed")
from Xlib.display import Display
from mcp_tools.computer import xkb
display = Display()
for locked in sys.argv[1:]:
    xkb.set_locks(display, int(locked))
state = xkb.state(display)
print(state.group, state.locked)
"""
SHIFT, CAPS_LOCK, NUM_LOCK = 1, 2, 16


def press(guest: Guest, *keys: str) -> None:
    pressed = guest.call_tool("computer.key", {"keys": list(keys)})
    assert not pressed.is_error, pressed.text


def type_text(guest: Guest, text: str) -> None:
    typed = guest.call_tool("computer.type", {"text": text})
    assert not typed.is_error, typed.text


def run(guest: Guest, code: str) -> None:
    done = guest.call_tool("computer.program", {"code": code})
    assert not done.is_error, done.text


def keyboard_state(guest: Guest, *locks: int) -> tuple[int, int]:
    """The active group, and the modifiers that are locked, after these were."""
    script = ["/opt/testbed/venv/bin/python", "-c", STATE, *map(str, locks)]
    group, locked = guest.run(script, as_user=True).text.split()
    return int(group), int(locked)


def active_title(guest: Guest) -> str:
    return next((str(window["title"]) for window in windows(guest) if window["active"]), "")


def set_layouts(guest: Guest, *layouts: str) -> None:
    listed = ", ".join(f"('xkb', '{layout}')" for layout in layouts)
    setting = ["gsettings", "set", "org.gnome.desktop.input-sources", "sources", f"[{listed}]"]
    guest.run(setting, as_user=True)
    names = ",".join(layout.partition("+")[0] for layout in layouts)

    def applied() -> bool:
        return f" {names}" in guest.run(["setxkbmap", "-query"], as_user=True).text

    assert poll(applied, bool)


@pytest.fixture(autouse=True)
def desktop_of_before(guest: Guest) -> Iterator[None]:
    yield
    closed(guest)
    set_layouts(guest, "us")


@pytest.fixture
def second_layout(guest: Guest) -> Callable[[str], None]:
    """Make a layout the active one of two, as a user does."""

    def choose(layout: str) -> None:
        set_layouts(guest, "us", layout)

        def chosen() -> bool:
            press(guest, "super", "space")
            return poll(lambda: keyboard_state(guest)[0], bool, seconds=3) == 1

        assert poll(chosen, bool)

    return choose


def typed_in_editor(guest: Guest, write: Callable[[], None], expected: str = TEXT) -> str:
    guest.write_file(f"{HOME}/note.txt", b"")
    open_window(guest, "text_editor", f"{HOME}/note.txt", title="note.txt")
    write()
    return saved_file(guest, f"{HOME}/note.txt", lambda: press(guest, "ctrl", "s"), expected)


@pytest.mark.parametrize("layout", ["de", "ru", "fr", "us+intl"])
def test_text_and_shortcuts_in_the_second_of_two_layouts(
    guest: Guest, second_layout: Callable[[str], None], layout: str
) -> None:
    second_layout(layout)
    assert typed_in_editor(guest, lambda: type_text(guest, TEXT)) == TEXT
    assert keyboard_state(guest) == (1, 0)


def test_a_browser_takes_shortcuts_in_a_layout_without_latin_letters(
    guest: Guest, second_layout: Callable[[str], None]
) -> None:
    second_layout("ru")
    guest.write_file(f"{HOME}/layouts.html", PAGE.encode())
    open_window(guest, "google_chrome", f"file://{HOME}/layouts.html", title="start")

    def title() -> str:
        return unquote(active_title(guest))

    press(guest, "ctrl", "a")
    type_text(guest, TEXT)
    assert f"text:{TEXT} " in poll(title, lambda shown: f"text:{TEXT} " in shown)
    press(guest, "ctrl", "a")
    press(guest, "ctrl", "x")
    assert poll(title, lambda shown: shown.startswith("text: ")).startswith("text: ")
    press(guest, "ctrl", "v")
    assert f"text:{TEXT} " in poll(title, lambda shown: f"text:{TEXT} " in shown)


def test_libreoffice_in_a_layout_without_latin_letters(
    guest: Guest, second_layout: Callable[[str], None]
) -> None:
    second_layout("ru")
    guest.write_file(f"{HOME}/layouts.csv", b"old\n")
    guest.run(["testbed-open", "libreoffice_calc", f"{HOME}/layouts.csv"], as_user=True)
    assert "Text Import" in poll(
        lambda: active_title(guest), lambda title: "Text Import" in title, seconds=90
    )
    guest.call_tool("computer.screenshot", {"limit_seconds": 10})
    press(guest, "Return")
    assert "Calc" in poll(lambda: active_title(guest), lambda title: "Calc" in title)
    guest.call_tool("computer.screenshot")
    text = TEXT.replace("'", "")  # which LibreOffice makes typographic
    type_text(guest, f"{text}\n")
    press(guest, "ctrl", "s")
    saved = poll(
        lambda: guest.read_file(f"{HOME}/layouts.csv").decode().strip(),
        lambda text: text != "old",
        seconds=10,
    )
    assert saved == text


@pytest.mark.parametrize("lock", [CAPS_LOCK, NUM_LOCK, SHIFT])
def test_locks_do_not_change_what_is_typed(guest: Guest, lock: int) -> None:
    assert keyboard_state(guest, lock)[1] == lock
    try:
        assert typed_in_editor(guest, lambda: type_text(guest, TEXT)) == TEXT
        assert keyboard_state(guest)[1] == lock
    finally:
        keyboard_state(guest, 0)


def test_the_keys_of_locks_lock(guest: Guest) -> None:
    press(guest, "Caps_Lock")
    assert keyboard_state(guest)[1] == CAPS_LOCK
    press(guest, "Caps_Lock")
    assert keyboard_state(guest)[1] == 0


@pytest.mark.parametrize("modifier", ["shift", "ctrl", "altright"])
def test_modifiers_that_are_down_do_not_change_what_is_typed(guest: Guest, modifier: str) -> None:
    down = "import Xlib.display as d; print(sum(map(int.bit_count, d.Display().query_keymap())))"

    def write() -> None:
        run(guest, f"pyautogui.keyDown({modifier!r})")
        type_text(guest, TEXT)
        keys_down = guest.run(["/opt/testbed/venv/bin/python", "-c", down], as_user=True).text.strip()
        run(guest, f"pyautogui.keyUp({modifier!r})")
        assert keys_down == "1"

    assert typed_in_editor(guest, write) == TEXT


def test_a_chord_leaves_modifiers_down_that_were_down(guest: Guest) -> None:
    def write() -> None:
        run(
            guest,
            "pyautogui.keyDown('shift'); pyautogui.press('A'); pyautogui.press('b'); pyautogui.write('cD')",
        )
        run(guest, "pyautogui.keyUp('shift')")

    assert typed_in_editor(guest, write, "ABCD") == "ABCD"
