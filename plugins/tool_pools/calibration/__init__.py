"""`testbed judge calibrate`: how far judges agree with people. docs/judges.md."""
