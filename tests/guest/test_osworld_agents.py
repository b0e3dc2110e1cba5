"""What OSWorld's agents emit runs on the guest as `DesktopEnv.step` sends it: read from a checkout if one is given."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx2
import openpyxl
import pytest

from controller.core.guest import HOME, Guest
from controller.core.windows import windows_of
from plugins.osworld.serving.desktops import ServedDesktop
from tests.guest.osworld_agents import emitted_calls, emitted_imports, target
from tests.waiting import poll

pytestmark = pytest.mark.guest

IMPORTED = "import pyautogui; import time; pyautogui.FAILSAFE = False; "
"""What the environment's controller puts before every program."""
FEWEST_CALLS = 40
OPENED_PORT = """
import subprocess, time, uno
subprocess.run(["soffice", "--accept=socket,host=localhost,port=2002;urp;StarOffice.Service"], check=True)
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
context = resolver.resolve("uno:socket,host=localhost,port=2002;urp;StarOffice.ComponentContext")
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
sheet = next(iter(desktop.Components)).Sheets.getByIndex(0)
sheet.getCellByPosition(1, 0).setString("set")
print(sheet.getCellByPosition(0, 0).getString(), sheet.getCellByPosition(1, 0).getString())
"""
"""Some agents set cells so: they let the running LibreOffice listen on a port."""


def sources() -> list[str]:
    """Sources of agents, and of the controller that makes programs of computer_13's actions."""
    checkout = os.environ.get("OSWORLD_DIR")
    if not checkout:
        return [(Path(__file__).parent / "osworld_agent_stand_in.py").read_text()]
    root = Path(checkout)
    root = root.parent if root.name == "evaluation_examples" else root
    files = [*sorted(root.glob("mm_agents/**/*.py")), root / "desktop_env/controllers/python.py"]
    return [file.read_text() for file in files]


@pytest.fixture(scope="module")
def client(osworld_guest: Guest) -> Iterator[httpx2.Client]:
    desktop = ServedDesktop(osworld_guest)
    host, server = desktop.address.split(":")[:2]
    with httpx2.Client(base_url=f"http://{host}:{server}", timeout=180) as client:
        yield client
    desktop.close()


def run(client: httpx2.Client, code: str) -> dict[str, object]:
    response = client.post("/execute", json={"command": ["python", "-c", IMPORTED + code]})
    assert response.status_code == 200, response.text
    result: dict[str, object] = response.json()
    return result


def test_every_call_runs_and_moves_the_pointer_where_it_says(client: httpx2.Client) -> None:
    calls = emitted_calls(sources())
    assert len(calls) >= FEWEST_CALLS
    failed = []
    for call in calls:
        done = run(client, call)
        if (done["returncode"], done["error"]) != (0, ""):
            failed.append(f"{call}: {done['error']}")
        goal = target(call)
        if goal and tuple(client.get("/cursor_position").json()) != goal:
            failed.append(f"{call}: the pointer is elsewhere")
    assert not failed


def test_every_import_succeeds(client: httpx2.Client) -> None:
    statements = emitted_imports(sources())
    assert "import uno" in statements and "import subprocess" in statements
    done = run(client, "\n" + "\n".join(["import uno", *statements]))
    assert (done["returncode"], done["error"]) == (0, "")


def test_what_is_typed_arrives(client: httpx2.Client, osworld_guest: Guest) -> None:
    command = ["gnome-terminal", "--title=typed", "--", "sh", "-c", "cat >typed"]
    client.post("/setup/launch", json={"command": command})
    waited = {"window_exists": "typed"}
    shown = client.post(
        "/execute_with_verification",
        json={"command": "true", "shell": True, "verification": waited, "max_wait_time": 60},
    )
    assert shown.status_code == 200
    client.post("/setup/activate_window", json={"window_name": "typed"})
    for call in (
        "typewrite('It is ', interval=0.03); pyautogui.hotkey('shift', ','); pyautogui.typewrite('5 & \"quoted\"\\n')",
        "write('x = {1: 2}~\\\\'); pyautogui.press(['enter'])",
        "hotkey('shift', 'b'); pyautogui.keyDown('shift'); pyautogui.press('c'); pyautogui.keyUp('shift')",
        "press('enter'); pyautogui.hotkey('ctrl', 'd')",
    ):
        assert run(client, f"pyautogui.{call}")["error"] == ""
    expected = b'It is <5 & "quoted"\nx = {1: 2}~\\\nBC\n'
    assert poll(lambda: osworld_guest.read_file(f"{HOME}/typed"), expected.__eq__) == expected


def test_the_shortcut_for_a_terminal(client: httpx2.Client, osworld_guest: Guest) -> None:
    run(client, "pyautogui.hotkey('ctrl', 'alt', 't')")
    shown = poll(
        lambda: [window.title for window in windows_of(osworld_guest)],
        lambda titles: any("user@" in title for title in titles),
    )
    assert any("user@" in title for title in shown)


def test_the_running_libreoffice_listens_on_a_port(
    client: httpx2.Client, osworld_guest: Guest, tmp_path: Path
) -> None:
    workbook = openpyxl.Workbook()
    assert workbook.active is not None
    workbook.active["A1"] = "first"
    workbook.save(tmp_path / "cells.xlsx")
    osworld_guest.write_file(f"{HOME}/cells.xlsx", (tmp_path / "cells.xlsx").read_bytes())
    assert client.post("/setup/open_file", json={"path": f"{HOME}/cells.xlsx"}).status_code == 200
    done = poll(lambda: run(client, OPENED_PORT), lambda done: done["returncode"] == 0)
    assert (done["output"], done["error"]) == ("first set\n", "")
