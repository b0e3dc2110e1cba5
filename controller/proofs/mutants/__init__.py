"""Mutants of evidence: contents of files, each with one thing changed."""
