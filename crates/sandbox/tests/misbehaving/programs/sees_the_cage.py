#!/usr/bin/env python3
"""Uses modules, threads, child processes, temporary files and random numbers, as Python programs do."""
import json
import random
import subprocess
import sys
import tempfile
import threading

for line in sys.stdin:
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps([random.SystemRandom().random()]).encode())
    print(subprocess.run(["/bin/sh", "-c", "echo 1"], capture_output=True, text=True).stdout)
