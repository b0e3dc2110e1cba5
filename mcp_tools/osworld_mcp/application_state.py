"""What OSWorld-MCP's runner asks of the LibreOffice application in front, in the form of its own tools.

Each class reads the state with the application's tool `env_info`. `env_info` prints it, `print_result` prints it again;
the runner calls both.
"""

from __future__ import annotations

import json
from typing import Any

from mcp_tools.libreoffice.ranges import column_letters
from mcp_tools.osworld_mcp.client import result_of
from mcp_tools.osworld_mcp.server_client import ServerClient


class ApplicationState:
    """The state of an application, as text."""

    ret: str = ""

    @classmethod
    def print_result(cls) -> None:
        """Print what was read last."""
        print(cls.ret)

    @classmethod
    def _read(cls, tool: str, **arguments: Any) -> dict[str, Any] | None:
        """Call the tool; None with the reason in `ret` if it fails."""
        with ServerClient() as client:
            result = result_of(client.call_tool(tool, arguments))
        if result.is_error or result.structured_content is None:
            cls.ret = f"Error: {''.join(block.text for block in result.content)}"
            return None
        return result.structured_content


class CalcTools(ApplicationState):
    """The sheet of the workbook in front."""

    @classmethod
    def env_info(cls, sheet_name: str | None = None) -> dict[str, Any] | None:
        """Read and print a sheet, or the active one: JSON of its name, its cells as a table and its size."""
        arguments = {} if sheet_name is None else {"sheet_name": sheet_name}
        sheet = None
        if content := cls._read("osworld_mcp_libreoffice_calc.env_info", **arguments):
            sheet = sheet_of(content)
            cls.ret = json.dumps(sheet, ensure_ascii=False)
        cls.print_result()
        return sheet


class WriterTools(ApplicationState):
    """The paragraphs of the text document in front."""

    @classmethod
    def env_info(cls) -> str:
        """Read and print the paragraphs, a line each."""
        if content := cls._read("osworld_mcp_libreoffice_writer.env_info"):
            cls.ret = paragraphs_of(content)
        cls.print_result()
        return cls.ret


class ImpressTools(ApplicationState):
    """The slides of the presentation in front."""

    @classmethod
    def env_info(cls, page_indices: list[int] | None = None) -> str:
        """Read and print the texts of slides, counted from 0, or of all."""
        arguments = {} if page_indices is None else {"page_indices": [index + 1 for index in page_indices]}
        if content := cls._read("osworld_mcp_libreoffice_impress.env_info", **arguments):
            cls.ret = slides_of(content)
        cls.print_result()
        return cls.ret


def sheet_of(content: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet that the tool read: name, its cells as a table, and the table's size."""
    rows = [[cell_text(value) for value in row] for row in (content["headers"], *content["data"])]
    columns = max(map(len, rows), default=0)
    letters = [column_letters(number) for number in range(columns)]
    widths = [max(len(row[number]) for row in (letters, *rows)) for number in range(columns)]
    lines = [("  ", letters), *((f"{number:<2}", row) for number, row in enumerate(rows, 1))]
    table = [f"{head}| {' | '.join(_pad(row, widths))} |" for head, row in lines]
    table.insert(1, f"--|-{'-|-'.join('-' * width for width in widths)}-|")
    data = "\n".join(table)
    if content["left_out"]:
        data += f"\nnot listed: {content['left_out']}"
    return {"name": content["sheet"], "data": data, "row_count": len(rows), "column_count": columns}


def paragraphs_of(content: dict[str, Any]) -> str:
    """Return the paragraphs that the tool read."""
    lines = [
        f"Paragraph {paragraph['index']}: {paragraph['text'].strip()}{'...' if paragraph['truncated'] else ''}\n"
        for paragraph in content["paragraphs"]
    ]
    return "".join(lines)


def slides_of(content: dict[str, Any]) -> str:
    """Return the texts of the slides that the tool read."""
    slides = [
        "\n".join([f"Slide {slide['slide_index']}:", *(_box(box) for box in slide["boxes"])]) + "\n\n"
        for slide in content["slides"]
    ]
    return f"{''.join(slides)}Current Slide Index: {content['current_slide']}"


def cell_text(value: str | float | bool | None) -> str:
    """Return a cell's value as text; a whole number without its fraction."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _pad(row: list[str], widths: list[int]) -> list[str]:
    return [text.ljust(width) for text, width in zip(row, widths, strict=True)]


def _box(box: dict[str, Any]) -> str:
    return f"- Box {box['box_index']}: {box['text'].strip()}"
