"""LibreOffice's own settings, those of its Options dialog."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.office import service
from mcp_tools.libreoffice.properties import property_values


def change_settings(node: str, **values: Any) -> None:
    """Set values of a node such as "/org.openoffice.Office.Recovery/AutoSave", and have them written to disk.

    Only inside `libreoffice` or `document`.
    """
    provider = service("com.sun.star.configuration.ConfigurationProvider")
    access = provider.createInstanceWithArguments(
        "com.sun.star.configuration.ConfigurationUpdateAccess", property_values(nodepath=node)
    )
    for name, value in values.items():
        access.setPropertyValue(name, value)
    access.commitChanges()
    provider.flush()
