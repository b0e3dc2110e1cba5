"""Best of N: a model compares several trajectories of a task and selects one, without seeing any score.

Source: behavior best-of-N of Agent S3 (https://arxiv.org/abs/2510.02250): each step becomes facts about what it
changed, and a judge compares the trajectories by their facts and by their first and last screens.
"""
