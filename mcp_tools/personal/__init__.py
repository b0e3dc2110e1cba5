"""Personal applications over one state: mail, calendar, contacts and others of several people.

A record type and an action are declared once (`declaration.py`): the checks, who may see a record, the tool's schema,
the refusals and the log derive from that. The state is one SQLite file (`store.py`); an action sees it as a `World`
with the person for whom it is called. `tree.py` shows a person's state as a tree of maps.

Nothing here depends on the wall clock or on chance: the same calls on the same state give the same bytes.
"""
