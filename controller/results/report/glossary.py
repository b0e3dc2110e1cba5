"""The terms of a report."""

from __future__ import annotations

from controller.metrics.builtin.paper import ACCURACY, ACS, FRACTIONAL, TIR

GLOSSARY = (
    (
        "accuracy",
        f"{ACCURACY.definition[0].upper()}{ACCURACY.definition[1:]} of the selected tasks, in percent.",
    ),
    (
        "95% interval",
        "A range made so that 95 of 100 such ranges hold the true value: over tasks (Wilson), over epochs (normal) or "
        "of paired differences (those that the sign-flip test does not reject); each table states which.",
    ),
    ("ACS", f"Average completion steps: {ACS.definition}."),
    ("application", "The first part of a task's name, its domain."),
    (
        "baseline",
        "A run that needs no skill (noop, fail, random). Other runs should score above it.",
    ),
    ("claim", f"One condition that a task's checker examines. The metric: {FRACTIONAL.definition}."),
    ("edited", "A run with episodes whose result was changed after the run."),
    ("endpoint", "The host of the model's API, shown when it is not the vendor's own."),
    ("epoch", "One pass over all tasks."),
    ("imported", "A run that another program ran, and whose results were imported."),
    (
        "MDE",
        "Minimum detectable effect: the true difference between two runs that this number of tasks shows 4 times in 5.",
    ),
    ("mock", "A run whose model was the mock model: its numbers say nothing about any model."),
    (
        "Pareto front",
        "The runs that no other run beats in both numbers.",
    ),
    ("rechecked", "A run with verdicts of a later version of the checkers."),
    (
        "replay",
        "A run that repeats the recorded responses of another: nothing is spent, and no model is called.",
    ),
    (
        "selected, ran",
        "The two denominators. Selected: every requested episode; one without a verdict scores 0. Ran: those "
        "that ended neither in an infrastructure error nor cancelled.",
    ),
    ("served", "The model that answered, shown when it is not the one that was requested."),
    ("TIR", f"{TIR.definition[0].upper()}{TIR.definition[1:]}."),
    ("tool-beneficial", "A task for which its author annotated at least one tool."),
)
"""Terms with their meanings, in the alphabet's order."""
