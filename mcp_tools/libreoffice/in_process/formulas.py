"""Formulas of LibreOffice Math: whether it can read one."""

from __future__ import annotations

import re
from typing import Any

import uno
from com.sun.star.beans import PropertyValue

_NOTHING = b"<mrow/>"
"""MathML's element for a part of a formula that could not be read, and for empty groups and brackets."""

_QUOTED = re.compile(r'"[^"]*"')
_EMPTY = re.compile(r"\{\s*\}|\(\s*\)|\[\s*\]|left\s*\S+\s*right|lbrace\s+rbrace|langle\s+rangle")


def set_formula(model: Any, formula: str) -> bool:
    """Give a formula's object its text; returns whether LibreOffice can read all of it."""
    model.setPropertyValue("Formula", formula)
    context = uno.getComponentContext()
    stream = context.ServiceManager.createInstanceWithContext("com.sun.star.io.TempFile", context)
    values = {"FilterName": "MathML XML (Math)", "OutputStream": stream}
    model.storeToURL("private:stream", tuple(PropertyValue(name, 0, values[name], 0) for name in values))
    stream.seek(0)
    _, mathml = stream.readBytes(None, stream.getLength())
    empty = len(_EMPTY.findall(_QUOTED.sub('""', formula)))
    return (
        mathml.value.count(_NOTHING) <= empty
        and formula.count('"') % 2 == 0
        and model.getPropertyValue("Formula") == formula
    )
