"""The commands of `testbed`, by what they are about."""
