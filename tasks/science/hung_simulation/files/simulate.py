"""A simulation that goes on until it is ended."""

import time

while True:
    time.sleep(1)
