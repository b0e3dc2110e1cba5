"""The groups in which help shows options."""

SELECTION = "Task selection"
AGENT = "Agent and model"
JUDGES = "Judges played by a model"
SHOWN = "What the agent is shown and may do"
GUESTS = "Guests"
LIMITS = "Limits"
RECORDS = "Records and display"
