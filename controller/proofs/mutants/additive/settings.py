"""Edits of the settings of applications that are kept as lines: LibreOffice's, Thunderbird's, VLC's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import PurePosixPath

from controller.proofs.mutants.additive.edits import Edit, Editor, Rule, shorten
from controller.proofs.mutants.additive.plain import Text
from controller.proofs.mutants.mutant import other_number, other_words

_OFFICE_ITEM = (
    '<item oor:path="/org.openoffice.Office.Common/Save/Document">'
    '<prop oor:name="{name}" oor:op="fuse"><value>true</value></prop></item>'
)
_OFFICE_SETTING = (
    r'<item oor:path="/org\.openoffice\.Office\.(?!Histories|Linguistic|Recovery|UI|Views)[^"]+">'
    r'<prop oor:name="(?!FirstRun|LastFunctions)[^"]+"[^>]*><value>(?P<value>[^<]+)</value>'
)
_MAIL_SETTING = (
    r'^user_pref\("mail\.(?:identity|smtpserver|server\.\w+\.(?:hostname|name|port|check_\w+|userName))[^"]*", '
    r'"?(?P<value>[^"\n]+?)"?\);'
)
"""What a user sets; the others hold what LibreOffice and Thunderbird note for themselves."""
_OFFICE_NAMES = ("CreateBackup", "EditProperty", "PrettyPrinting")


def settings_editor(path: str) -> Editor[Text] | None:
    """Return the editor of an application's settings by the name of their file; None of other files."""
    rules = _RULES.get(PurePosixPath(path).name)
    return None if rules is None else Editor(open=Text.parse, save=Text.serialize, rules=rules)


def _change_values(pattern: str) -> Rule[Text]:
    """Change the values that a pattern's group `value` matches."""
    setting = re.compile(pattern, re.MULTILINE)

    def edits(text: Text) -> Iterator[Edit]:
        for match in setting.finditer(text.content):
            start, end = match.span("value")
            content = text.content[:start] + _other(match["value"]) + text.content[end:]
            yield Edit(shorten(match[0]), partial(setattr, text, "content", content))

    return edits


def _add_office_setting(text: Text) -> Iterator[Edit]:
    """Set what has its default so far."""
    end = text.content.rfind("</oor:items>")
    for name in _OFFICE_NAMES:
        if end >= 0 and f'oor:name="{name}"' not in text.content:
            yield Edit(name, partial(text.insert, end, _OFFICE_ITEM.format(name=name)))


def _append(line: str) -> Rule[Text]:
    def edits(text: Text) -> Iterator[Edit]:
        yield Edit("the end", partial(text.append_line, line))

    return edits


def _add_to_sections(line: str) -> Rule[Text]:
    def edits(text: Text) -> Iterator[Edit]:
        for match in re.finditer(r"^\[.+\][^\n]*\n", text.content, re.MULTILINE):
            yield Edit(shorten(match[0]), partial(text.insert, match.end(), f"{line}\n"))

    return edits


def _other(value: str) -> str:
    opposites = {"true": "false", "false": "true", "1": "0", "0": "1"}
    return opposites.get(value) or (other_number(value) if value.isdecimal() else other_words(value))


_RULES: dict[str, dict[str, Rule[Text]]] = {
    "registrymodifications.xcu": {
        "setting changed": _change_values(_OFFICE_SETTING),
        "setting added": _add_office_setting,
    },
    "prefs.js": {
        "setting changed": _change_values(_MAIL_SETTING),
        "setting added": _append('user_pref("mailnews.message_display.disable_remote_image", false);'),
    },
    "vlcrc": {
        "setting changed": _change_values(r"^[\w-]+=(?P<value>.+)$"),
        "setting added": _add_to_sections("repeat=1"),
    },
    "msgFilterRules.dat": {
        "setting changed": _change_values(r'^(?:name|enabled|condition|actionValue)="(?P<value>.+)"$'),
        "setting added": _append(
            'name="added"\nenabled="yes"\ntype="17"\naction="Mark read"\ncondition="AND (subject,contains,added)"'
        ),
    },
}
