"""LibreOffice's settings as trees: what differs, or once differed, from its own."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from checkers.archives import parse_xml, parsing
from checkers.differences.name_patterns import matches_any
from checkers.differences.settings.office_defaults import DEFAULTS
from checkers.differences.text_tree import encodable
from checkers.differences.tree import TreeNode
from checkers.office_settings import OOR

NOISE = (
    "Office.Calc/Dialogs/*",
    "Office.Calc/Input/LastFunctions",
    "Office.Calc/Layout/Zoom/*",
    "Office.Common/Filter/*",
    "Office.Common/Font/View/History*",
    "Office.Common/Misc/FilePicker*",
    "Office.Common/Misc/FirstRun",
    "Office.Common/Misc/LastTipOfTheDay*",
    "Office.Common/SearchOptions/*",
    "Office.Common/UserColors/Recent*",
    "Office.Histories/*",
    "Office.Impress/MultiPaneGUI/*",
    "Office.Linguistic/ServiceManager/*",
    "Office.Logging/*",
    "Office.Recovery/*",
    "Office.UI.*WindowState/*",
    "Office.UI.Sidebar/*",
    "Office.Views/*",
    "Office.Writer/Layout/Zoom/*",
    "Office.WriterWeb/Layout/Zoom/*",
    "Setup/L10N/ooLocale",
    "Setup/Office/*",
    "Setup/Product/*",
    "ucb.*",
)
"""Settings that LibreOffice sets as it is used: what was opened last and where, windows, bars and dialogs."""


def read_office_settings_tree(data: bytes, name: str) -> TreeNode:
    """Read registrymodifications.xcu: names such as "Office.Common/Save/Document/AutoSave", values as texts.

    b"" is a file that is not there. A setting that has LibreOffice's own value is one that is not set.

    Raises Unusable.
    """
    root = parse_xml(data, name) if data else Element("items")
    with parsing(name, "settings file"):
        settings = dict(setting for item in root.iterfind("item") for setting in _settings(item))
    return TreeNode(
        "settings",
        children=tuple(
            TreeNode("setting", encodable(key), {"value": encodable(value)}, optional=True)
            for key, value in sorted(settings.items())
            if DEFAULTS.get(key, "") != value and not matches_any(key, NOISE)
        ),
    )


def _settings(item: Element) -> Iterator[tuple[str, str]]:
    path = item.get(f"{OOR}path", "").removeprefix("/org.openoffice.")
    for part in item:
        yield from _values(part, path)


def _values(part: Element, path: str) -> Iterator[tuple[str, str]]:
    """Yield what a property, a set's member or a group of them sets."""
    name = f"{path}/{part.get(f'{OOR}name', '')}"
    if part.get(f"{OOR}op") == "remove":
        yield name, "removed"
    elif part.tag == "prop":
        yield name, "\n".join(_value(value) for value in part.iterfind("value"))
    elif part.tag == "value":
        yield path, _value(part)
    else:
        for inner in part:
            yield from _values(inner, name)


def _value(value: Element) -> str:
    items = [item.text or "" for item in value.iterfind("it")]
    return "\n".join(items) if items else value.text or ""
