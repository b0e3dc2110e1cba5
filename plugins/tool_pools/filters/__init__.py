"""Tool filters by server: which servers of a large pool the agent is shown. docs/tool_filters.md."""
