#!/usr/bin/env python3
"""Answers with print and never flushes, as beginners do."""
import sys

for line in sys.stdin:
    print(1)
