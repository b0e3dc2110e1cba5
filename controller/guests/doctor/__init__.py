"""The tests of `testbed doctor`."""
