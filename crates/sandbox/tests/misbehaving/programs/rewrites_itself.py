#!/usr/bin/env python3
"""Writes into its own file."""
input()
try:
    open(__file__, "a").close()
    print("escaped")
except OSError:
    print("caged")
input()
