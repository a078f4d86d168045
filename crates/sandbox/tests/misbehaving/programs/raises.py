#!/usr/bin/env python3
"""Raises an exception at the second question."""
input()
print(1)
input()
print(1 / 0)
