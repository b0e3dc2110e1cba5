"""What OSWorld-MCP's runner imports in its guest, on top of this guest's MCP server.

Runs in the system's Python, as the user, and imports the standard library alone. `modules` has the modules with
OSWorld-MCP's names; the image profile `osworld` puts that folder on the path of the system's Python.
"""
