"""Results of OSWorld's and OSWorld-MCP's runners, imported as run folders."""
