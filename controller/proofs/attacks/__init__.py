"""Attacks on checkers: what an agent tries that wants a task's score without its work."""
