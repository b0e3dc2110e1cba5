"""What agents are made of: their contract, the loops of model APIs and of text protocols, calls, folding, coordinates.

The agents are in `builtin`, one module or folder each, which is imported only when it is named.
"""
