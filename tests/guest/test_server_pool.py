"""Every server of the pool in a headless guest: offered, started by a call, and its effect read back."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import openpyxl
import pytest
from PIL import Image

from controller.core.guest import HOME, Guest, ToolResult, is_headless
from controller.guests.provider import HEADLESS, Provider
from controller.guests.server_check import recorded_tools
from controller.tasks.servers import offer_servers
from controller.tasks.task_servers import TaskServers
from vm_images.image import find_image
from vm_images.server_pool import offerable_servers, server_pool

pytestmark = pytest.mark.guest

SECONDS = 180.0
PICTURE, PAGE, CODE, NOTE = (
    f"{HOME}/{name}" for name in ("red.png", "page.html", "project/a.py", "note.txt")
)
FILES = {
    PAGE: b"<h1>Cities</h1><p>Oslo</p>",
    CODE: b"def hello():\n    return 42\n",
    NOTE: b"first\nsecond\n",
}
BOOK = f"{HOME}/book.xlsx"
PERSONAL_STATE = "/var/lib/testbed-personal/state.db"
Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Case:
    """Calls of a server's tools, and what the last one's text must contain.

    `file` is one that they write, and `content` what it, or a member of the archive that it is, then has.
    """

    calls: tuple[Call, ...]
    says: str = ""
    file: str = ""
    content: bytes = b""
    pictures: int = 0


def thought(number: int) -> dict[str, Any]:
    return {
        "thought": f"idea {number}",
        "nextThoughtNeeded": number < 2,
        "thoughtNumber": number,
        "totalThoughts": 2,
    }


ENTITY = {"name": "Ada", "entityType": "person", "observations": ["likes tea"]}
CASES = {
    "antd-components": Case((("list-components", {}),), "Button"),
    "bazi": Case((("getChineseCalendar", {"solarDatetime": "2024-02-10T12:00:00+08:00"}),), "甲辰"),
    "calculator": Case((("calculate", {"expression": "6*7"}),), "42"),
    "calendar": Case((("search", {"words": "the"}), ("list_calendars", {})), '"owner"'),
    "chess": Case((("new_game", {}), ("make_move", {"move_san": "e4"}), ("get_turn", {})), "black"),
    "city-guide": Case(
        (
            ("find_places", {"town": "Corvin", "kind": "museum"}),
            ("save_place", {"place_id": 301, "note": "with Tom"}),
        ),
        "Clock Museum",
        file="/var/lib/testbed-fixtures/city-guide/data.db",
        content=b"with Tom",
    ),
    "contacts": Case(
        (("create", {"name": "Ada Wren", "phones": ["021 99"]}), ("search", {"words": "ada wren"})),
        "Ada Wren",
        file=PERSONAL_STATE,
        content=b"021 99",
    ),
    "corner-shop": Case(
        (
            ("add_to_basket", {"product_id": 102}),
            ("place_order", {"recipient": "Ada Wren", "address": "Canal Walk 1, Corvin"}),
            ("list_orders", {}),
        ),
        "Canal Walk 1, Corvin",
        file="/var/lib/testbed-fixtures/corner-shop/data.db",
        content=b"Ada Wren",
    ),
    "desktop-commander": Case(
        (("write_file", {"path": f"{HOME}/dc.txt", "content": "by commander"}),),
        file=f"{HOME}/dc.txt",
        content=b"by commander",
    ),
    "echarts": Case(
        (
            (
                "generate_pie_chart",
                {"data": [{"category": "tea", "value": 3}, {"category": "milk", "value": 1}]},
            ),
        ),
        pictures=1,
    ),
    "encyclopedia": Case(
        (("search_articles", {"text": "lighthouse keeper"}), ("get_facts", {"title": "Greyharbour Light"})),
        "1834",
        file="/var/lib/testbed-fixtures/encyclopedia/data.db",
        content=b"Casimir Dole",
    ),
    "everything": Case((("get-sum", {"a": 19, "b": 23}),), "42"),
    "excel-haris": Case(
        (
            ("create_workbook", {"path": f"{HOME}/haris.xlsx"}),
            (
                "write_range",
                {"path": f"{HOME}/haris.xlsx", "sheet": "Sheet1", "at": "A1", "rows": [["tea", 3]]},
            ),
            ("read_range", {"path": f"{HOME}/haris.xlsx", "sheet": "Sheet1"}),
        ),
        "tea",
        file=f"{HOME}/haris.xlsx",
        content=b"tea",
    ),
    "excel-negokaz": Case(
        (
            (
                "excel_write_to_sheet",
                {
                    "fileAbsolutePath": BOOK,
                    "sheetName": "Drinks",
                    "newSheet": True,
                    "range": "A1:B1",
                    "values": [["coffee", 4]],
                },
            ),
        ),
        file=BOOK,
        content=b"coffee",
    ),
    "feed": Case(
        (("publish", {"text": "Rain at the viaduct"}), ("search", {"words": "viaduct"})),
        "Rain at",
        file=PERSONAL_STATE,
        content=b"Rain at the viaduct",
    ),
    "forecast-office": Case(
        (("get_daily_forecasts", {"town": "Hollin", "start": "2026-12-17", "days": 3}),), "2026-12-19"
    ),
    "forum": Case((("list_boards", {}), ("list_threads", {})), '"title"'),
    "howtocook": Case((("mcp_howtocook_getAllRecipes", {}),), "name"),
    "image-extractor": Case((("extract_image_from_file", {"file_path": PICTURE}),), pictures=1),
    "mail": Case(
        (
            ("save_draft", {"to": ["ada@far.test"], "subject": "Viola case", "body": "Is it free?"}),
            ("search", {"words": "viola case"}),
        ),
        "Viola case",
        file=PERSONAL_STATE,
        content=b"Is it free?",
    ),
    "markitdown": Case((("convert_to_markdown", {"uri": f"file://{PAGE}"}),), "# Cities"),
    "market-data": Case((("list_companies", {"sector": "energy"}),), "Northwick Solar"),
    "memory": Case(
        (("create_entities", {"entities": [ENTITY]}), ("read_graph", {})),
        "likes tea",
        file=f"{HOME}/.local/state/mcp/memory/memory.jsonl",
        content=b"likes tea",
    ),
    "messenger": Case((("list_conversations", {}),), '"id"'),
    "motherduck": Case((("execute_query", {"sql": "SELECT 6 * 7 AS answer"}),), "42"),
    "newsroom": Case((("get_article", {"article_id": 301}),), "2026-03-0"),
    "notes": Case(
        (
            ("create_page", {"title": "Viola cases", "notebook": "notebook-1"}),
            ("search", {"words": "viola cases"}),
        ),
        "Viola cases",
        file=PERSONAL_STATE,
        content=b"Viola cases",
    ),
    "opencv": Case((("get_image_stats_tool", {"image_path": PICTURE}),), "32"),
    "ppt": Case(
        (
            ("create_presentation", {}),
            ("save_presentation", {"file_path": f"{HOME}/made.pptx", "presentation_id": "presentation_1"}),
        ),
        file=f"{HOME}/made.pptx",
        content=b"presentationml",
    ),
    "random-number": Case((("random_int", {"low": 5, "high": 5}),), "5"),
    "sequential-thinking": Case(
        (("sequentialthinking", thought(1)), ("sequentialthinking", thought(2))), '"thoughtHistoryLength": 2'
    ),
    "sqlite": Case(
        (
            ("create_table", {"query": "CREATE TABLE drinks (name TEXT)"}),
            ("write_query", {"query": "INSERT INTO drinks VALUES ('matcha')"}),
            ("read_query", {"query": "SELECT name FROM drinks"}),
        ),
        "matcha",
        file=f"{HOME}/database.db",
        content=b"matcha",
    ),
    "taskmanager": Case(
        (
            (
                "request_planning",
                {"originalRequest": "Tea", "tasks": [{"title": "Boil", "description": "Boil the water"}]},
            ),
        ),
        "Boil",
        file=f"{HOME}/.local/state/mcp/taskmanager/tasks.json",
        content=b"Boil the water",
    ),
    "team": Case((("list_channels", {}),), '"name"'),
    "text-editor": Case(
        (("get_text_file_contents", {"files": [{"file_path": NOTE, "ranges": [{"start": 2, "end": 2}]}]}),),
        "second",
    ),
    "time": Case(
        (
            (
                "convert_time",
                {"source_timezone": "UTC", "time": "12:00", "target_timezone": "Asia/Tokyo"},
            ),
        ),
        "T21:00:00",
    ),
    "transit-desk": Case(
        (
            ("book_trip", {"number": "T11", "day": "2026-12-16", "passenger": "Ada Wren"}),
            ("list_bookings", {}),
        ),
        "B1001",
        file="/var/lib/testbed-fixtures/transit-desk/data.db",
        content=b"Ada Wren",
    ),
    "tree-sitter": Case(
        (
            ("register_project_tool", {"path": f"{HOME}/project", "name": "p"}),
            ("find_text", {"project": "p", "pattern": "return 42"}),
        ),
        '"line": 2',
    ),
    "unit-converter": Case(
        (("convert_length", {"value": 3, "from_unit": "kilometer", "to_unit": "meter"}),), "3000"
    ),
    "vault": Case(
        (
            ("create_file", {"path": "Cases/Viola.md", "text": "[[Hall]]"}),
            ("list_links", {"path": "Cases/Viola.md"}),
        ),
        "Hall",
        file=PERSONAL_STATE,
        content=b"Cases/Viola.md",
    ),
    "word": Case(
        (
            ("create_document", {"filename": f"{HOME}/letter.docx"}),
            ("add_paragraph", {"filename": f"{HOME}/letter.docx", "text": "Dear Ada"}),
        ),
        file=f"{HOME}/letter.docx",
        content=b"Dear Ada",
    ),
}
SERVERS = {server.id: server for server in offerable_servers()}


def test_every_server_has_a_case() -> None:
    assert set(CASES) == set(SERVERS)


@pytest.fixture(scope="module")
def headless(provider: Provider) -> Iterator[Guest]:
    """A headless guest with the files that the cases read."""
    guest = provider.start(HEADLESS)
    buffer = io.BytesIO()
    Image.new("RGB", (32, 16), "red").save(buffer, "PNG")
    book = io.BytesIO()
    openpyxl.Workbook().save(book)
    for path, data in {**FILES, PICTURE: buffer.getvalue(), BOOK: book.getvalue()}.items():
        guest.write_file(path, data)
    yield guest
    provider.stop(guest)


@pytest.mark.parametrize("name", sorted(CASES))
def test_a_server_does_what_it_says(name: str, headless: Guest) -> None:
    case, prefix = CASES[name], SERVERS[name].prefix
    offer_servers(headless, TaskServers((name,)))
    result = ToolResult("")
    for tool, arguments in case.calls:
        result = headless.call_tool(prefix + tool, arguments, timeout=SECONDS)
        assert not result.is_error, f"{tool}: {result.text}"
    assert case.says in result.text
    assert len(result.images) == case.pictures
    if case.file:
        data = headless.read_file(case.file)
        assert case.content in (unpacked(data) if zipfile.is_zipfile(io.BytesIO(data)) else data)
        owner = headless.run(["stat", "-c", "%U", case.file]).text.strip()
        assert owner == ("testbed-servers" if case.file.startswith("/var/lib") else "user")


def unpacked(data: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return b"\n".join(archive.read(member) for member in archive.namelist())


@pytest.mark.core
def test_the_offered_tools_are_the_recorded_ones_and_no_others(headless: Guest) -> None:
    image = find_image()
    offer_servers(headless, TaskServers(tuple(SERVERS)))
    listed = headless.list_tools()
    assert is_headless(tool.name for tool in listed)
    names = {tool.name for tool in listed}
    recorded = {
        name: {tool.name for tool in recorded_tools(image, server)}
        for name, server in server_pool().items()
        if not server.unavailable
    }
    assert names == set().union(*recorded.values())
    assert all(recorded.values())
    offer_servers(headless, TaskServers(("time",)))
    names = {tool.name for tool in headless.list_tools()}
    assert names == recorded["time"] | recorded["filesystem"] | recorded["git"]
    refused = headless.call_tool("calculator_calculate", {"expression": "1"})
    assert refused.is_error
    assert "there is no tool" in refused.text


@pytest.mark.core
def test_wrong_arguments_are_refused_before_the_server_sees_them(headless: Guest) -> None:
    offer_servers(headless, TaskServers(("time",)))
    refused = headless.call_tool("time_convert_time", {"time": 12})
    assert refused.is_error
    assert "source_timezone" in refused.text


def test_the_user_cannot_offer_servers(headless: Guest) -> None:
    offer_servers(headless, TaskServers(("time",)))
    written = headless.call_tool(
        "filesystem_write_file", {"path": "/etc/testbed/servers", "content": "calculator"}
    )
    assert written.is_error
    tried = headless.run(["sh", "-c", "echo calculator >/etc/testbed/servers"], as_user=True, check=False)
    assert tried.exit_code != 0
    assert headless.call_tool("calculator_calculate", {"expression": "1"}).is_error
