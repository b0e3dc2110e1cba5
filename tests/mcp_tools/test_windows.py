from __future__ import annotations

from pathlib import Path

import pytest

from mcp_tools import declarations
from mcp_tools.windows import app_of

DECLARED = Path(__file__).parents[2] / "vm_images" / "applications"


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the image has at another place."""
    monkeypatch.setattr(declarations, "FOLDER", DECLARED)


@pytest.mark.parametrize(
    ("wm_class", "title", "app"),
    [
        (("libreoffice", "libreoffice-calc"), "a.xlsx - LibreOffice Calc", "libreoffice_calc"),
        (("soffice", "Soffice"), "a.odt - LibreOffice Writer", "libreoffice_writer"),
        (("chromium (/tmp/profile)", "Chromium"), "page - Chromium", "google_chrome"),
        (("google-chrome", "Google-chrome"), "page", "google_chrome"),
        (("127.0.0.1__8443", "code"), "a.py - Visual Studio Code", "code"),
        (("org.gnome.Nautilus", "org.gnome.Nautilus"), "Home", "files"),
        (("gnome-terminal-server", "Gnome-terminal"), "Terminal", "terminal"),
        (("vlc", "vlc"), "VLC media player", "vlc"),
        (("gimp-2.10", "Gimp-2.10"), "*[moon] (imported)-1.0 – GIMP", "gimp"),
        (("Mail", "thunderbird"), "Inbox - Mozilla Thunderbird", "thunderbird"),
        (("chromium", "code"), "Open File", "code"),
        (("evince", "Evince"), "a.pdf", "document_viewer"),
        (("eog", "Eog"), "picture", "eog"),
        (None, "", ""),
    ],
)
def test_application_of_a_window(wm_class: tuple[str, str] | None, title: str, app: str) -> None:
    assert app_of(wm_class, title) == app
