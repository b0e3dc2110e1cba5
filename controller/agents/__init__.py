"""What agents are made of: their contract, the loop of text agents, calls, folding, coordinates, checks of endpoints.

The agents are in `builtin`, one module or folder each, which is imported only when it is named; the loops of model
APIs are theirs. `model_protocols` and `paper_protocol` are what several of them write in, `text_protocols` the model's
side of that, and `osworld.py` takes agents that are written for OSWorld.
"""
