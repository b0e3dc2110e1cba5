"""Imports of the results of OSWorld's and OSWorld-MCP's runners."""
