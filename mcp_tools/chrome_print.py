"""The browser's print dialogs: each is a page of its own, and no page says which tab it belongs to."""

from __future__ import annotations

from mcp_tools.devtools import Browser, NavigatedError, Tab, Target

PRINT_DIALOG = "chrome://print/"


def has_print_dialog(browser: Browser, tab: Tab) -> bool:
    """Whether a print dialog is open over the tab, which is in front of its window.

    A dialog over a tab in the background is hidden. One that is opening does not have its page's title yet.
    """
    others = {other.title for other in browser.tabs() if other.active and other.id != tab.id}
    return any(
        _is_visible(browser, dialog)
        for dialog in browser.targets()
        if dialog.url.startswith(PRINT_DIALOG) and (dialog.title == tab.title or dialog.title not in others)
    )


def _is_visible(browser: Browser, dialog: Target) -> bool:
    with browser.attach(dialog) as session:
        try:
            return bool(session.evaluate("document.visibilityState === 'visible'"))
        except NavigatedError:
            return False  # it is opening or closing
