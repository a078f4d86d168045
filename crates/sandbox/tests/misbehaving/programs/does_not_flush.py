#!/usr/bin/env python3
"""Flushes its first answer only; the others appear when it exits."""
import sys

out = open(1, "w", buffering=65536, closefd=False)
input()
print("1", file=out, flush=True)
for line in sys.stdin:
    print("2", file=out)
