"""A machine that looks for calls in which a tool does not do what it promises, on real guests."""
