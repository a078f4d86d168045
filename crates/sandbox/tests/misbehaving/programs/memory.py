#!/usr/bin/env python3
"""Allocates memory without end."""
input()
kept = []
while True:
    kept.append(bytearray(1 << 20))
