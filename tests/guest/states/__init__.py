"""Every tool called in every state that its application can be in: a table of states, and a walk through its cells."""
