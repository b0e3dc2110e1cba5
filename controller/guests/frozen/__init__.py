"""Containers that are frozen once and thawed many times, by CRIU."""
