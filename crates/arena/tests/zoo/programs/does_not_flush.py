#!/usr/bin/env python3
"""Keeps its answers to itself until it leaves."""
import sys

out = open(1, "w", buffering=65536, closefd=False)
for line in sys.stdin:
    out.write("1\n")
