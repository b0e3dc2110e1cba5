"""Mutants that add to a state, or change what must stay: formats, places, hidden parts, junk.

`contents.additive_mutants` changes one file, `states.state_mutants` the files of the user's home folder.
"""
