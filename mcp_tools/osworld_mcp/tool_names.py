"""Names of tools in OSWorld-MCP: in its list of tools, in its released server, and here.

Its scripts count a call only if the list has the tool's name. The released server names the groups of 34 tools
otherwise than the list, and has one tool more, so that the list has none of these 35.
"""

from __future__ import annotations

_PREFIX = "osworld_mcp_"
_DIFFERING: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    (
        "code",
        "code_ours",
        "code2",
        (
            "add_files_exclude",
            "replace_text",
            "search_text",
            "set_auto_save_delay",
            "set_color_theme",
            "set_focus_editor_on_break",
            "set_python_diagnostics_override",
            "set_word_wrap_column",
            "set_wrap_tabs",
        ),
    ),
    (
        "libreoffice_calc",
        "libreoffice_calc_ours",
        "libreoffice_calc2",
        (
            "copy_cells_between_sheets",
            "fill_blank_down",
            "format_numbers_to_human_readable",
            "scale_first_sheet_and_export_pdf",
        ),
    ),
    ("libreoffice_impress", "libreoffice_impress_ours", "libreoffice_impress2", ("convert_to_docx",)),
    (
        "os",
        "os_ours",
        "os",
        (
            "change_text_scale",
            "configure_auto_lock",
            "copy_matching_files_with_hierarchy",
            "get_do_not_disturb_status",
            "get_text_scale",
            "get_trash_directory",
            "get_volume",
            "open_shell",
            "rename_directory",
            "restore_file",
            "search_files",
            "set_default_terminal_size",
            "set_do_not_disturb",
            "set_volume",
        ),
    ),
    (
        "os",
        "os_ours_2",
        "os",
        (
            "convert_image_format",
            "ffmpeg_video_to_gif",
            "git_operation",
            "git_set_user_info",
            "remove_image_background",
        ),
    ),
)
"""The groups of tools here, in the list and in the released server, with their tools."""
_GIT = "git_"
_LISTED = {
    f"{_PREFIX}{ours}.{tool}": f"{_PREFIX}{listed}.{tool}"
    for ours, listed, _released, tools in _DIFFERING
    for tool in tools
} | {
    "osworld_mcp_os.calculator": "osworld_mcp_test.calculator_add",
    "osworld_mcp_libreoffice_impress.goto_slide": "osworld_mcp_libreoffice_impress.go_to_slide",
}
_OURS = {theirs: ours for ours, theirs in _LISTED.items()} | {
    f"{_PREFIX}{released}.{tool}": f"{_PREFIX}{ours}.{tool}"
    for ours, _listed, released, tools in _DIFFERING
    for tool in tools
}


def listed_name(name: str) -> str:
    """Return the name that OSWorld-MCP's list has for a tool of testbed; a name that is none as it is."""
    if name.startswith(_GIT) and not name.startswith(_GIT * 2):
        return f"{_GIT}{name}"
    return _LISTED.get(name, name)


def our_name(name: str) -> str:
    """Return testbed's name of a tool of OSWorld-MCP, named as in its list or its server; any other name as it is."""
    ours = _OURS.get(name, name)
    return ours.removeprefix(_GIT) if ours.startswith(_GIT * 2) else ours
