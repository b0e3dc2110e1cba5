"""Calibrates the balance: asks for three readings of the weight of 100 g, prints the factor, and goes on watching."""

import time

readings = [float(input(f"reading {number}: ")) for number in (1, 2, 3)]
mean = sum(readings) / 3
print(f"factor {100 / mean:.5f}, code {int(sum(readings) * 1000) % 9973}", flush=True)
while True:
    print("watching", flush=True)
    time.sleep(2)
