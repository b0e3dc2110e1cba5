from __future__ import annotations

import pytest

from mcp_tools.windows import app_of


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
        (("eog", "Eog"), "picture", "eog"),
        (None, "", ""),
    ],
)
def test_application_of_a_window(wm_class: tuple[str, str] | None, title: str, app: str) -> None:
    assert app_of(wm_class, title) == app
