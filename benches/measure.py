"""Shared by the measurements: processor time of calls and commands, measured in turn, and rows of figures."""

import os
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "checks"))


def spent(work, clock=time.process_time):
    """Seconds of processor time of a call, or of another clock."""
    start = clock()
    work()
    return clock() - start


def in_turn(contenders, rounds=5, enough=lambda best: False):
    """The least number that each contender returned, asked in turn, so that other load affects all of them."""
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(rounds):
        for name, measure in contenders.items():
            best[name] = min(best[name], measure())
        if enough(best):
            break
    return best


def ended(process):
    """Waits for a child process, which must succeed; seconds of processor time of it and of its children."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, process.args
    return usage.ru_utime + usage.ru_stime


def resident(pid):
    """Memory of a process in KiB."""
    lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


class Ratios:
    """Prints how much faster we are than others, and remembers what is slower than asked for."""

    def __init__(self):
        self.slow = []

    def add(self, what, ours, theirs, wanted):
        """Adds seconds of processor time for the same work."""
        ratio = theirs / ours
        verdict = "" if ratio >= wanted else f", not reached: {wanted} is asked"
        print(f"{what:36} {ours * 1e6:12.1f} µs, theirs {ratio:6.1f} times as long{verdict}")
        if ratio < wanted:
            self.slow.append(what)

    def finish(self):
        sys.exit(f"slower than asked: {', '.join(self.slow)}" if self.slow else None)


def machine():
    print(f"load    {' '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores")
