#!/usr/bin/env python3
"""Writes a megabyte to standard error before each answer."""
import sys

for line in sys.stdin:
    sys.stderr.write("this is not fair\n" * 60000)
    print(1)
