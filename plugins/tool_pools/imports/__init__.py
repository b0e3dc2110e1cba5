"""Imports of the results of other programs that measure agents on pools of tools."""
