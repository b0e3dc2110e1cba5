"""`python -m controller`: the `testbed` command."""

from controller.cli import main

main()
