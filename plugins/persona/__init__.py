"""Tasks of people with personal applications, after MCP-Persona (arXiv 2606.02470): their lives, contexts, checkpoints.

The applications themselves run in the guest (`mcp_tools/personal`); this plugin alone may import them.
"""
