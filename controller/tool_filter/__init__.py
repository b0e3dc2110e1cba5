"""Which tools the agent is shown: filters by name (`registry.py`), and how they are evaluated."""
