"""Testbed's own text protocols, a module each; found by the extension point."""
