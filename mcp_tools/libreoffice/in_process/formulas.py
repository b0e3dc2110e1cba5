"""Formulas of LibreOffice Math: whether it can read one."""

from __future__ import annotations

from typing import Any

import uno
from com.sun.star.beans import PropertyValue

_ERROR = b"merror"
"""The MathML element for a part of a formula that could not be read."""


def set_formula(model: Any, formula: str) -> bool:
    """Give a formula's object its text; returns whether LibreOffice can read all of it."""
    model.setPropertyValue("Formula", formula)
    context = uno.getComponentContext()
    stream = context.ServiceManager.createInstanceWithContext("com.sun.star.io.TempFile", context)
    values = {"FilterName": "MathML XML (Math)", "OutputStream": stream}
    model.storeToURL("private:stream", tuple(PropertyValue(name, 0, values[name], 0) for name in values))
    stream.seek(0)
    _, mathml = stream.readBytes(None, stream.getLength())
    return _ERROR not in mathml.value and model.getPropertyValue("Formula") == formula
