"""The parsers of files and answers that checkers read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checkers import (
    archives,
    browser,
    desktop,
    document_tables,
    files,
    jsonc,
    mail,
    media,
    office_settings,
    sheet_layout,
    text_objects,
    vscode,
)
from checkers.evidence import Unusable
from checkers.images import difference, open_image
from checkers.parser_server import PARSERS
from controller.core.guest import CommandResult
from tests.checkers.guests import FileGuest
from tests.checkers.office_files import zipped
from tests.hostile import seeds
from tests.hostile.host_parser import PLACE, HostParser

BAD_FILE = (Unusable,)


class AnsweringGuest(FileGuest):
    """A guest in which every program prints the same and every path has the same content."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self.data = data

    def execute(self, argv: Sequence[str], stdin: bytes, timeout: float) -> CommandResult:
        return CommandResult(tuple(argv), 0, self.data, b"")

    def content(self, path: str) -> bytes:
        return self.data


def _ask(*looks: Callable[[AnsweringGuest], object]) -> Callable[[bytes], object]:
    def parse(data: bytes) -> None:
        problem = None
        for look in looks:
            try:
                look(AnsweringGuest(data))
            except Unusable as error:
                problem = error
        if problem:
            raise problem

    return parse


def _archive(data: bytes) -> None:
    with archives.open_package(data, "x.zip") as archive:
        for member in archive.namelist():
            archives.read(archive, member)


def _picture(data: bytes) -> None:
    picture = open_image(data)
    difference(picture, picture.resize((3, 3)))


_TABS = [
    {"type": "page", "url": "https://a.test/", "title": "A", "id": "1"},
    {"type": "x", "url": "", "title": ""},
]
_BOOKMARKS = {
    "roots": {
        "bookmark_bar": {
            "type": "folder",
            "name": "bar",
            "children": [
                {"type": "url", "url": "u", "name": "n"},
                {"type": "folder", "name": "f", "children": []},
            ],
        }
    }
}
_OFFICE_SETTINGS = (
    b'<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Common/Save">'
    b'<prop oor:name="AutoSave" oor:op="fuse"><value>true</value></prop></item></oor:items>'
)
_VLC = {
    "currentplid": 4, "position": 0.5, "length": 10, "state": "playing", "fullscreen": False,
    "children": [{"type": "node", "name": "Playlist", "children": [
        {"type": "leaf", "id": "4", "uri": "file:///a%20b", "current": "current"}]}],
}  # fmt: skip
_WINDOW = {
    "id": 1,
    "result": {
        "folders": ["/home/user"],
        "groups": [
            {"column": 1, "tabs": [{"label": "a", "paths": ["/a", None], "active": True, "dirty": False}]}
        ],
        "layout": {"orientation": 0, "groups": [{"groups": []}]},
        "editor": {"path": "/a", "line": 1, "character": 1},
    },
}
_SETTINGS = b'{\n  // a comment\n  "a": [1, 2,], /* b */ "c": "//d", "e": {"f": null,},\n}\n'
_EXTENSIONS = [{"identifier": {"id": "a.b"}, "version": "1.0"}]
_MAIL = (
    b"From - Mon\r\nX-Mozilla-Status: 0001\r\nMessage-ID: <a@b>\r\nFrom: A <a@b>\r\n"
    b"Subject: =?utf-8?q?x=C3=BC?=\r\n\tmore\r\n\r\nbody\r\n\r\nFrom - Tue\nX-Mozilla-Status: 0008\n\nx\n"
)

PARSERS_OF_CHECKERS = [
    *(
        HostParser(
            kind, lambda data, kind=kind: PARSERS[kind](data, f"a.{kind}"), make, BAD_FILE, form, apart=True
        )  # type: ignore[misc]
        for kind, make, form in (
            ("docx", seeds.docx_files, "zip"),
            ("xlsx", seeds.xlsx_files, "zip"),
            ("pptx", seeds.pptx_files, "zip"),
            ("odt", seeds.odt_files, "zip"),
            ("ods", seeds.ods_files, "zip"),
            ("odp", seeds.odp_files, "zip"),
            ("pdf", seeds.pdf_files, "bytes"),
        )
    ),
    HostParser(
        "zip", _archive, lambda: [*seeds.odt_files(), zipped({"a": b"b", "c/d": b"e" * 99})], BAD_FILE, "zip"
    ),
    HostParser(
        "xml", lambda data: archives.parse_xml(data, "x"), lambda: [b"<a b='c'><d>e&amp;</d>f</a>"], BAD_FILE
    ),
    HostParser(
        "tar", lambda data: files.tar_archive(AnsweringGuest(data), PLACE), seeds.tar_files, BAD_FILE, "tar"
    ),
    HostParser(
        "sheet layout",
        lambda data: sheet_layout.read_layout(AnsweringGuest(data), "a.xlsx", "Sheet"),
        seeds.xlsx_files,
        BAD_FILE,
        "zip",
    ),
    HostParser(
        "text objects",
        lambda data: text_objects.read_text_objects(AnsweringGuest(data), "a.docx"),
        seeds.docx_files,
        BAD_FILE,
        "zip",
    ),
    HostParser(
        "document tables",
        lambda data: document_tables.read_document_tables(AnsweringGuest(data), "a.docx"),
        seeds.docx_files,
        BAD_FILE,
        "zip",
    ),
    HostParser("picture", _picture, seeds.pictures, BAD_FILE),
    HostParser("png picture", _picture, seeds.png_files, BAD_FILE, "png"),
    HostParser(
        "settings", lambda data: (jsonc.parse(data), jsonc.comments(data)), lambda: [_SETTINGS], BAD_FILE
    ),
    HostParser("office settings", _ask(office_settings.settings), lambda: [_OFFICE_SETTINGS], BAD_FILE),
    HostParser("mail", mail.parse_folder, lambda: [_MAIL], BAD_FILE),
    HostParser(
        "text",
        lambda data: files.read_text(AnsweringGuest(data), PLACE),
        lambda: ["aü\r\n".encode()],
        BAD_FILE,
    ),
    HostParser(
        "folder",
        lambda data: files.tree(AnsweringGuest(data), PLACE),
        lambda: [b"a\0f\x0012\0b/c\0d\x004\0"],
        BAD_FILE,
    ),
    HostParser(
        "tabs",
        lambda data: browser.tabs(AnsweringGuest(data)),
        lambda: [seeds.dumped(_TABS)],
        BAD_FILE,
        "json",
    ),
    HostParser(
        "bookmarks",
        lambda data: browser.bookmarks(AnsweringGuest(data)),
        lambda: [seeds.dumped(_BOOKMARKS)],
        BAD_FILE,
        "json",
    ),
    HostParser(
        "desktop answers",
        _ask(lambda guest: desktop.setting(guest, "a", "b"), desktop.volume, desktop.trash),
        lambda: [
            b"uint32 300\n",
            b"'a b'",
            b"0.5",
            b"Volume: front-left: 65536 / 100% / 0.00 dB",
            b"a.txt\0[Trash Info]\nPath=/home/user/a%20b\n\0",
        ],
        BAD_FILE,
    ),
    HostParser("vlc", _ask(media.player, media.playlist), lambda: [seeds.dumped(_VLC)], BAD_FILE, "json"),
    HostParser(
        "editor windows",
        lambda data: [window.side_by_side for window in vscode.windows(AnsweringGuest(data))],
        lambda: [seeds.dumped(_WINDOW)],
        BAD_FILE,
        "json",
    ),
    HostParser(
        "editor settings",
        _ask(
            lambda guest: vscode.setting_is(guest, "a", 1),
            lambda guest: vscode.extension_is_installed(guest, "a.b", "1.0"),
        ),
        lambda: [_SETTINGS, seeds.dumped(_EXTENSIONS)],
        BAD_FILE,
        "json",
    ),
]
