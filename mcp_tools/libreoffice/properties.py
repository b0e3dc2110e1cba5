"""Lists of UNO's PropertyValue, the form in which LibreOffice takes options."""

from __future__ import annotations

from typing import Any

from mcp_tools.libreoffice.office import struct, uno


def property_values(**values: Any) -> tuple[Any, ...]:
    """Named values as a tuple of PropertyValue."""
    return tuple(
        struct("com.sun.star.beans.PropertyValue", Name=name, Value=value) for name, value in values.items()
    )


def typed_property_values(**values: Any) -> Any:
    """Named values as UNO's sequence type, for a property whose value is itself such a list."""
    return uno().Any("[]com.sun.star.beans.PropertyValue", property_values(**values))
