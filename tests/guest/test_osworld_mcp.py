"""What OSWorld-MCP's runner runs in its guest, on ours: lists of tools, calls, states of applications."""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import docx
import httpx2
import openpyxl
import pptx
import pytest

from controller.core.guest import Guest
from mcp_tools.osworld_mcp.client import WINDOW_CLASSES
from plugins.osworld.export.tool_names import listed_tools
from plugins.osworld.serving.desktops import ServedDesktop
from tests.waiting import poll

pytestmark = pytest.mark.guest

CLIENT = "from osworld_mcp_client import *; OsworldMcpClient."
IMPORTED = "import pyautogui; import time; pyautogui.FAILSAFE = False; "
"""What the runner's controller puts before every program."""
OFFICE = 'soffice --accept="socket,host=localhost,port=2002;urp;" --norestore --nologo --nodefault'
"""The runner starts LibreOffice itself, after the task's set-up."""


class Runner:
    """The requests of OSWorld-MCP's runner."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client

    def post(self, path: str, /, **fields: Any) -> httpx2.Response:
        response = self.client.post(path, json=fields)
        assert response.status_code == 200, response.text
        return response

    def run(self, code: str) -> str:
        """What a program prints."""
        done = self.post("/execute", command=["python", "-c", IMPORTED + code]).json()
        assert (done["returncode"], done["error"]) == (0, "")
        return str(done["output"]).strip()

    def tools(self, application: str, **options: bool) -> list[dict[str, Any]]:
        listed = self.run(f"{CLIENT}list_tools(tool_name='{application}', shuffle=False, **{options!r}); ")
        tools: list[dict[str, Any]] = ast.literal_eval(listed)
        return tools

    def call(self, name: str, **params: Any) -> str:
        return self.run(f"{CLIENT}call_tool(name='{name}', params={params}); ")

    def state(self, module: str, tools: str) -> str:
        return self.run(f"from {module} import *; {tools}.env_info(); {tools}.print_result();")

    def open(self, name: str, save: Callable[[io.BytesIO], object]) -> None:
        stream = io.BytesIO()
        save(stream)
        path = f"/home/user/{name}"
        files = {"file_data": (name, stream.getvalue())}
        assert self.client.post("/setup/upload", data={"file_path": path}, files=files).status_code == 200
        self.post("/setup/open_file", path=path)


@pytest.fixture(scope="module")
def runner(osworld_guest: Guest) -> Iterator[Runner]:
    desktop = ServedDesktop(osworld_guest)
    host, server = desktop.address.split(":")[:2]
    with httpx2.Client(base_url=f"http://{host}:{server}", timeout=180) as client:
        yield Runner(client)
    desktop.close()


@pytest.fixture(scope="module")
def office(runner: Runner) -> Runner:
    """With LibreOffice running as the runner starts it."""
    runner.post("/setup/launch", command=OFFICE, shell=True)
    return runner


def test_all_tools_are_listed_with_the_lists_names(runner: Runner) -> None:
    tools = runner.tools("None", rag=False)
    assert {tool["name"] for tool in tools} == listed_tools()
    assert len(tools) == 158
    for tool in tools:
        assert set(tool) == {"name", "description", "parameters"}
        assert tool["description"] and tool["parameters"]["type"] == "object"


@pytest.mark.parametrize(
    ("application", "count"),
    [
        ("libreoffice_calc", 30),
        ("libreoffice_writer", 15),
        ("libreoffice_impress", 22),
        ("vlc", 12),
        ("None", 47),
        ("gnome_terminal", 47),
    ],
)
def test_the_tools_of_the_active_application(runner: Runner, application: str, count: int) -> None:
    assert len(runner.tools(application, rag=True)) == count


def test_the_tools_of_the_browser_and_of_vs_code_by_the_classes_of_their_windows(runner: Runner) -> None:
    runner.post("/setup/launch", command=["google-chrome", "about:blank"])
    runner.post("/setup/launch", command=["code", "/home/user"])
    expected = {"google_chrome", "code"}

    def shown() -> dict[str, str]:
        lines = runner.post("/execute", command=["wmctrl", "-xl"]).json()["output"].splitlines()
        names = {application(line.split(maxsplit=2)[2]) for line in lines}
        return {WINDOW_CLASSES[name]: name for name in names & WINDOW_CLASSES.keys()}

    names = poll(shown, lambda names: names.keys() == expected, seconds=90, every=0.5)
    assert names.keys() == expected
    assert len(runner.tools(names["google_chrome"], rag=True)) == 12
    assert len(runner.tools(names["code"], rag=True)) == 20
    runner.post("/execute", command="wmctrl -c Chromium; wmctrl -c 127.0.0.1; true", shell=True)


def application(window_class: str) -> str:
    """The application that the runner makes of what follows the desktop's number in a line of `wmctrl -xl`."""
    words = window_class.split(maxsplit=1)[0]
    pieces = words.split(".")
    dots = len(pieces) - 1
    return ".".join(pieces[-((dots + 1) // 2) :]).strip().lower().replace("-", "_")


def test_a_call_changes_a_sheet_and_its_file(office: Runner, osworld_guest: Guest) -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    assert sheet is not None
    sheet.title = "Sales"
    for row in (["Item", "Price"], ["Apple", 1.5], ["Pear", 20]):
        sheet.append(row)
    office.open("prices.xlsx", workbook.save)
    state = poll(lambda: office.state("libreoffice_calc", "CalcTools"), lambda text: "Pear" in text)
    first, second = state.splitlines()
    assert first == second
    assert json.loads(first) == {
        "name": "Sales",
        "data": "\n".join(
            [
                "  | A     | B     |",
                "--|-------|-------|",
                "1 | Item  | Price |",
                "2 | Apple | 1.5   |",
                "3 | Pear  | 20    |",
            ]
        ),
        "row_count": 3,
        "column_count": 2,
    }
    result = office.call("osworld_mcp_libreoffice_calc.set_cell_value", cell="B3", value="21")
    assert result.startswith("CallToolResult(content=[TextContent(type='text', text=")
    assert result.endswith("is_error=False)")
    assert office.call("osworld_mcp_libreoffice_calc.save").endswith("is_error=False)")
    saved = openpyxl.load_workbook(io.BytesIO(osworld_guest.read_file("/home/user/prices.xlsx")))
    assert [[cell.value for cell in row] for row in saved["Sales"]] == [
        ["Item", "Price"],
        ["Apple", 1.5],
        ["Pear", 21],
    ]


def test_the_state_of_a_text_document(office: Runner) -> None:
    document = docx.Document()
    for text in ("First line", "Second line"):
        document.add_paragraph(text)
    office.open("lines.docx", document.save)
    state = poll(lambda: office.state("libreoffice_writer", "WriterTools"), lambda text: "First" in text)
    assert [line for line in state.splitlines() if line] == [
        "Paragraph 0: First line",
        "Paragraph 1: Second line",
    ] * 2


def test_the_state_of_a_presentation(office: Runner) -> None:
    presentation = pptx.Presentation()
    slide = presentation.slides.add_slide(presentation.slide_layouts[0])
    for shape, text in zip(slide.shapes, ("A title", "Below it"), strict=True):
        shape.text_frame.text = text
    presentation.slides.add_slide(presentation.slide_layouts[6])
    office.open("talk.pptx", presentation.save)
    state = poll(lambda: office.state("libreoffice_impress", "ImpressTools"), lambda text: "A title" in text)
    shown = "Slide 1:\n- Box 0: A title\n- Box 1: Below it\n\nSlide 2:\n\nCurrent Slide Index: 1"
    assert state == f"{shown}\n{shown}"


@pytest.mark.parametrize(
    ("name", "params", "reason"),
    [
        ("osworld_mcp_libreoffice_calc2.auto_fill_down", {}, "there is no tool"),
        ("computer.key", {"keys": ["a"]}, "there is no tool"),
        ("osworld_mcp_os_ours.set_volume", {}, "wrong arguments for osworld_mcp_os_ours.set_volume"),
        ("git_git_status", {"repo_path": "/home/user"}, "not a git repository"),
    ],
)
def test_a_failed_call_says_why(runner: Runner, name: str, params: dict[str, Any], reason: str) -> None:
    result = runner.call(name, **params)
    assert reason in result
    assert result.endswith("structured_content=None, data=None, is_error=True)")


def test_names_of_the_list_and_of_the_released_server_call_the_same_tool(runner: Runner) -> None:
    def output(name: str) -> str:
        return runner.call(name, expression="6*7")

    assert "42" in output("osworld_mcp_test.calculator_add")
    assert output("osworld_mcp_test.calculator_add") == output("osworld_mcp_os.calculator")
    assert "hello" in runner.call("git_git_init", repo_path="/home/user/hello")


def test_the_ordinary_guest_has_no_such_modules(guest: Guest) -> None:
    python = ["/usr/bin/python3", "-c"]
    done = guest.run([*python, "import osworld_mcp_client"], as_user=True, check=False)
    assert done.exit_code == 1 and "No module named" in done.stderr.decode()
    assert "testbed" not in guest.run([*python, "import sys; print(sys.path)"], as_user=True).text
