"""Tests several nodes with PostgreSQL and NATS, both started here on loopback: machines.py [--full] [WORKER_CHECK…].

Runs the tests of the store and the page on them, which show among other claims that join codes are shared by
nodes. nodes.py kills nodes during play and looks for lost moves; workers.py plays tournaments over a queue.
Small by default; `--full` runs 300 games, 60 kills and 10,000 races.
"""
# needs: cargo-nextest default-jdk-headless gfortran nats-server postgresql systemd

import os
import pathlib
import subprocess
import sys

import nodes
import workers
from harness import ROOT, Nats, Postgres, build, scratch


def check_units(program):
    """The units name the path of an installed package; here they get the path of the build."""
    for unit in ("brelan@4210.service", "brelan-worker.service"):
        tried = scratch() / unit
        text = pathlib.Path("packaging/systemd", unit.replace("4210", "")).read_text()
        tried.write_text(text.replace("/usr/bin/brelan", program))
        told = subprocess.run(["systemd-analyze", "verify", tried], capture_output=True, text=True)
        # It only prints what it does not understand, so any line about the unit fails.
        assert str(tried) not in told.stdout + told.stderr, told


def main():
    chosen = [word for word in sys.argv[1:] if not word.startswith("-")]
    postgres, nats = Postgres(), Nats()
    program = build("brelan")
    if not chosen:
        tests = ["cargo", "nextest", "run", "--locked", "--workspace", "-E", "package(brelan-store) + package(brelan-web)"]
        env = os.environ | {"BRELAN_POSTGRES": postgres.url, "BRELAN_NATS": nats.url}
        quiet = ["--run-ignored", "all", "--status-level", "fail", "--final-status-level", "fail"]
        subprocess.run([*tests, *quiet], env=env, check=True, cwd=ROOT)
        nodes.check(program, postgres, nats)
    workers.check(program, nats, chosen)
    check_units(program)


main()
