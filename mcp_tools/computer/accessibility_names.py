"""The names of AT-SPI's roles and states, in the order of their numbers.

From at-spi2-core 2.46, https://gitlab.gnome.org/GNOME/at-spi2-core/-/blob/main/atspi/atspi-constants.h
"""

from __future__ import annotations

from typing import Final

_ROLES: Final = """
invalid, accelerator label, alert, animation, arrow, calendar, canvas, check box, check menu item, color chooser,
column header, combo box, date editor, desktop icon, desktop frame, dial, dialog, directory pane, drawing area,
file chooser, filler, focus traversable, font chooser, frame, glass pane, html container, icon, image, internal frame,
label, layered pane, list, list item, menu, menu bar, menu item, option pane, page tab, page tab list, panel,
password text, popup menu, progress bar, push button, radio button, radio menu item, root pane, row header, scroll bar,
scroll pane, separator, slider, spin button, split pane, status bar, table, table cell, table column header,
table row header, tearoff menu item, terminal, text, toggle button, tool bar, tool tip, tree, tree table, unknown,
viewport, window, extended, header, footer, paragraph, ruler, application, autocomplete, editbar, embedded, entry,
chart, caption, document frame, heading, page, section, redundant object, form, link, input method window, table row,
tree item, document spreadsheet, document presentation, document text, document web, document email, comment, list box,
grouping, image map, notification, info bar, level bar, title bar, block quote, audio, video, definition, article,
landmark, log, marquee, math, rating, timer, static, math fraction, math root, subscript, superscript,
description list, description term, description value, footnote, content deletion, content insertion, mark, suggestion,
push button menu
"""
_STATES: Final = """
invalid, active, armed, busy, checked, collapsed, defunct, editable, enabled, expandable, expanded, focusable, focused,
has_tooltip, horizontal, iconified, modal, multi_line, multiselectable, opaque, pressed, resizable, selectable,
selected, sensitive, showing, single_line, stale, transient, vertical, visible, manages_descendants, indeterminate,
required, truncated, animated, invalid_entry, supports_autocompletion, selectable_text, is_default, visited, checkable,
has_popup, read_only
"""
ROLES: Final = {
    number: name
    for number, name in enumerate(_ROLES.replace("\n", " ").strip().split(", "))
    if name != "extended"
}
"""Without "extended": such an element tells the name of its role itself."""
STATES: Final = _STATES.replace("\n", " ").strip().split(", ")
TABLE: Final = 55
TERMINAL: Final = 60
