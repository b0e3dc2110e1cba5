"""Judges: one module each, with the judge as `JUDGE`."""
