#!/usr/bin/env python3
"""Keeps everything."""
input()
kept = []
while True:
    kept.append(bytearray(1 << 20))
