"""The applications, each in a module of its own."""
