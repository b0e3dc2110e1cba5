"""Tests of drafts of tools and tasks."""
