"""What runs inside LibreOffice, in its own Python and its main thread: work on many objects of a document.

Over the pipe a new object costs a call about half a millisecond, and each of them waits while LibreOffice paints;
in its main thread a thousand calls take some milliseconds and nothing is painted in between. `component.py` is
what LibreOffice loads, `mcp_tools/libreoffice/uno_bridge.py` calls it. These modules import only each other,
Python's own library and UNO, because LibreOffice runs the system's Python without the server's packages.
"""


class Refusal(Exception):
    """Why something cannot be done, in words for whoever called the tool."""
