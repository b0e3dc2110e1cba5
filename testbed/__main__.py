"""`python -m testbed`: the command line."""

from controller.cli.main import main

main()
