"""The tools' names and parameters are the benchmark's, so that agents written for it run unchanged."""

from __future__ import annotations

import inspect

import pytest

import mcp_tools.libreoffice.calc
import mcp_tools.libreoffice.calc_looks
import mcp_tools.libreoffice.impress
import mcp_tools.libreoffice.writer  # noqa: F401
from mcp_tools.registry import all_tools

PARAMETERS = {
    "calc.create_chart": "chart_type data_range [title x_axis_title y_axis_title]",
    "calc.env_info": "[sheet_name]",
    "calc.format_range": "range_str [background_color font_color bold alignment]",
    "calc.get_workbook_info": "",
    "calc.rename_sheet": "old_name new_name",
    "calc.save": "",
    "calc.set_cell_value": "cell value",
    "calc.set_column_values": "column_name data [start_index]",
    "calc.sort_column": "column_name [ascending start_index]",
    "calc.switch_active_sheet": "sheet_name",
    "impress.duplicate_slide": "slide_index target_position",
    "impress.env_info": "[page_indices]",
    "impress.get_slide_count": "",
    "impress.goto_slide": "slide_index",
    "impress.save": "",
    "impress.set_slide_background": "[slide_index color image_path]",
    "impress.write_text": "content page_index box_index [bold italic size append]",
    "writer.env_info": "",
    "writer.find_and_replace": "pattern replacement [paragraph_indices]",
    "writer.save": "",
    "writer.set_font": "font_name [paragraph_indices]",
    "writer.set_font_size": "font_size pattern [paragraph_indices]",
    "writer.set_line_spacing": "spacing_value [paragraph_indices]",
    "writer.set_paragraph_alignment": "alignment [paragraph_indices]",
    "writer.write_text": "text [bold italic size]",
}

TOOLS = {
    spec.name.removeprefix("osworld_mcp_libreoffice_"): spec
    for spec in all_tools()
    if "libreoffice" in spec.name
}


@pytest.mark.parametrize("name", PARAMETERS)
def test_parameters(name: str) -> None:
    required, _, optional = PARAMETERS[name].partition("[")
    parameters = inspect.signature(TOOLS[name].function).parameters.values()
    assert {p.name for p in parameters if p.default is p.empty} == set(required.split())
    assert {p.name for p in parameters if p.default is not p.empty} == set(optional.rstrip("]").split())


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_tool_says_what_it_does(name: str) -> None:
    spec = TOOLS[name]
    assert spec.app == f"libreoffice_{name.split('.')[0]}"
    assert spec.function.__doc__ and spec.function.__doc__[0].isupper()
    assert spec.read_only == ("_info" in name or "get_" in name)
