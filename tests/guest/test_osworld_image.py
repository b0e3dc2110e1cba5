"""The guest as OSWorld's tasks assume it: its programs, its user's rights, PyAutoGUI, the names of folders."""

from __future__ import annotations

import io
import json
import zipfile

import pytest

from controller.core.guest import HOME, Guest
from plugins.osworld.tasks.setup import HISTORY
from tests.guest.desktops import closed, open_window

pytestmark = pytest.mark.guest

PROGRAMS = (
    "python",
    "pip",
    "wmctrl",
    "socat",
    "xsel",
    "expect",
    "sar",
    "vim",
    "xz",
    "bc",
    "gedit",
    "totem",
    "google-chrome",
)


def said(guest: Guest, script: str) -> str:
    """What a shell script of the user prints."""
    return guest.run(["bash", "-c", script], as_user=True, timeout=60).text


def test_programs(osworld_guest: Guest) -> None:
    script = f"for name in {' '.join(PROGRAMS)}; do command -v $name >/dev/null || echo $name; done"
    assert said(osworld_guest, script) == ""


def test_the_user_becomes_root_with_the_password_only(osworld_guest: Guest) -> None:
    assert said(osworld_guest, "echo password | sudo -S id -un 2>/dev/null") == "root\n"
    wrong = osworld_guest.run(["bash", "-c", "echo wrong | sudo -S -k id"], as_user=True, check=False)
    assert wrong.exit_code == 1
    assert "root" not in wrong.text
    programs = said(osworld_guest, "find / -xdev -perm /6000 -type f 2>/dev/null || true")
    assert programs == "/usr/bin/sudo\n"


def test_the_ordinary_guest_has_neither(guest: Guest) -> None:
    assert guest.run(["sh", "-c", "command -v sudo"], as_user=True, check=False).exit_code != 0
    assert guest.run(["getent", "shadow", "user"]).text.split(":")[1] in ("!", "*", "!*")


def test_what_tasks_install_is_there_without_a_network(osworld_guest: Guest) -> None:
    commands = (
        "apt-get update -y",
        "apt install jq -y",
        "apt-get install -y unzip expect sysstat xsel",
        "pip install pygame pysrt",
    )
    script = " && ".join(f"echo password | sudo -S {command}" for command in commands)
    done = osworld_guest.run(["bash", "-c", script], as_user=True, timeout=120, check=False)
    assert done.exit_code == 0, done.text + done.stderr.decode()
    assert said(osworld_guest, "python -c 'import pygame, pysrt' | tail -1; echo '[1]' | jq '.[0]'").endswith(
        "1\n"
    )


def test_pyautogui_moves_presses_and_looks(osworld_guest: Guest) -> None:
    code = (
        "import pyautogui as p; p.moveTo(500, 400); p.click(); p.press('esc'); p.hotkey('ctrl', 'a');"
        "print(*p.size(), *p.position(), *p.screenshot().size, p.__version__)"
    )
    output = osworld_guest.run(["python", "-c", code], as_user=True, timeout=60).text
    assert output == "1920 1080 500 400 1920 1080 0.9.54\n"


def test_nothing_that_a_task_asks_for_is_so_from_the_start(osworld_guest: Guest) -> None:
    script = (
        "pulseaudio --start; pactl get-sink-volume @DEFAULT_SINK@ | grep -o '[0-9]*%' | head -1; date +%Z"
    )
    assert said(osworld_guest, script) == "50%\nHKT\n"
    assert said(osworld_guest, "gsettings get org.gnome.desktop.session idle-delay") == "uint32 3600\n"


def test_videos_are_not_opened_by_vlc_from_the_start(osworld_guest: Guest) -> None:
    types = "3gp avi flv mp4 mpeg ogg quicktime webm x-matroska x-ms-wmv x-theora"
    script = f"for name in {types}; do xdg-mime query default video/$name; done | sort -u"
    assert said(osworld_guest, script) == "org.gnome.Totem.desktop\n"


def test_vlcs_settings_have_no_presets(osworld_guest: Guest) -> None:
    settings = said(osworld_guest, "sed -n 's/=.*//p' ~/.config/vlc/vlcrc").split()
    asked_nothing = {"qt-privacy-ask", "qt-updates-notif", "qt-notification"}
    assert set(settings) == {"extraintf", "http-host", "http-port", "http-password"} | asked_nothing


def test_names_of_folders(osworld_guest: Guest) -> None:
    links = said(
        osworld_guest, "readlink ~/.config/google-chrome ~/.config/Code/User; ls ~/.config/Code/User/"
    )
    assert links == "chromium-testbed\n../../.local/share/code-server/User\nsettings.json\n"


def test_files_of_the_browser_can_be_put_before_it_is_started(osworld_guest: Guest) -> None:
    osworld_guest.write_file(HISTORY, b"history")
    assert osworld_guest.read_file(f"{HOME}/.config/chromium-testbed/Default/History") == b"history"


def test_preferences_of_the_browser_can_be_changed_before_it_is_started(osworld_guest: Guest) -> None:
    program = """
import json
path = "/home/user/.config/google-chrome/Default/Preferences"
preferences = json.load(open(path))
preferences["session"] = {"restore_on_startup": 4, "startup_urls": ["about:version"]}
json.dump(preferences, open(path, "w"))
"""
    osworld_guest.run(["/usr/bin/python3", "-c", program], as_user=True)
    osworld_guest.run(["rm", "-f", HISTORY])
    open_window(osworld_guest, "google_chrome", title="About Version")
    stored = osworld_guest.read_file(f"{HOME}/.config/chromium-testbed/Default/Preferences")
    assert json.loads(stored)["session"]["restore_on_startup"] == 4
    closed(osworld_guest)


def test_a_new_spreadsheet_is_saved_as_xlsx(osworld_guest: Guest) -> None:
    code = f"""
import subprocess, time, uno
from com.sun.star.beans import PropertyValue
office = subprocess.Popen(["soffice", "--headless", "--norestore", "--accept=pipe,name=probe;urp"])
local = uno.getComponentContext()
resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
for _ in range(300):
    try:
        context = resolver.resolve("uno:pipe,name=probe;urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
hidden = PropertyValue("Hidden", 0, True, 0)
document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
document.storeAsURL("file://{HOME}/new.out", ())
document.close(True)
desktop.terminate()
office.wait(30)
"""
    osworld_guest.run(["/usr/bin/python3", "-c", code], as_user=True, timeout=120)
    names = zipfile.ZipFile(io.BytesIO(osworld_guest.read_file(f"{HOME}/new.out"))).namelist()
    assert "xl/workbook.xml" in names
