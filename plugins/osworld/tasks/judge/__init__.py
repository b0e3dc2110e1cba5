"""Judging by OSWorld's own evaluators, imported from the user's checkout in a sandboxed process."""
