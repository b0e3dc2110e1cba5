"""Persona-Gen: tasks on the personal applications, made of units that fit by their types and proven without a model.

    testbed personas synthesize 0 --count 20 --out drafts

A unit is a fact that a life determines, or an operation that takes facts. Chains of units are drawn (`chains`), written
as the folder of a task (`writing`), and proven on the life's state in memory (`trials`).
"""
