"""Mutants of evidence: contents of files and answers of commands, each with one thing changed that matters."""
