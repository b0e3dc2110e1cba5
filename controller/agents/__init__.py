"""Agents, one file each. An agent is imported only when it is named."""
