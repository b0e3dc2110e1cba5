"""Mutants that set something of a program that a task need not be about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from controller.core.guest import HOME
from controller.proofs.mutants.additive.state_mutant import Files, StateMutant, StateRule

_ADDED = {
    "shell": (".bash_aliases", "alias ls='ls -a'\n"),
    "git": (".gitconfig", "[core]\n\teditor = nano\n"),
    "ssh": (".ssh/config", "Host printer\n\tUser robin\n"),
    "default programs": (".config/mimeapps.list", "[Default Applications]\ntext/plain=vlc.desktop\n"),
    "Nautilus": (".config/gtk-3.0/bookmarks", f"file://{HOME}/Music added\n"),
    "programs": (
        ".local/share/applications/added.desktop",
        "[Desktop Entry]\nType=Application\nName=Added\nExec=/bin/true\n",
    ),
    "a command": (".local/bin/added", "#!/bin/sh\nexit 0\n"),
    "LibreOffice": (
        ".config/libreoffice/4/user/registrymodifications.xcu",
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry">'
        '<item oor:path="/org.openoffice.Office.Common/Save/Document"><prop oor:name="CreateBackup" oor:op="fuse">'
        "<value>true</value></prop></item></oor:items>\n",
    ),
    "LibreOffice's dictionary": (
        ".config/libreoffice/4/user/wordbook/added.dic",
        "OOoUserDict1\n---\nadded\n",
    ),
    "the keys of VS Code": (
        ".local/share/code-server/User/keybindings.json",
        '[{"key": "ctrl+k", "command": "a"}]\n',
    ),
    "GIMP": (".config/GIMP/2.10/gimprc", "(undo-levels 31)\n"),
    "VLC": (".config/vlc/vlcrc", "repeat=1\n"),
    "VS Code": (".local/share/code-server/User/settings.json", '{"editor.fontSize": 31}\n'),
}
"""What is set, in a file that is only there if somebody has set something."""


def _add_settings(files: Files) -> Iterator[StateMutant]:
    for program, (name, content) in _ADDED.items():
        path = f"{HOME}/{name}"
        if path not in files:
            yield StateMutant(f"{program}: set", path, partial(dict, {path: content.encode()}))


RULES: tuple[StateRule, ...] = (_add_settings,)
