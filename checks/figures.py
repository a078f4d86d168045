"""Prints the measured costs of the queue and of stored games, for `checks/machines.sh --figures`.

The first argument is the program; BRELAN_NATS is the URL of a NATS server for this script alone. Times
are processor time where the system reports it."""

import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.request

PROGRAM = os.path.abspath(sys.argv[1])
URL = os.environ["BRELAN_NATS"]
HOME = pathlib.Path(tempfile.mkdtemp())
GAMES, STORED, OPENED = 2000, 100_000, 2000
TICKS = os.sysconf("SC_CLK_TCK")
HEADER = ("brelan record 1\ngame allumettes\nposition 10000\nreferee guarded\n"
          "first a@humain\nsecond b@humain\n\n")


def spent(process):
    """Waits for a process; returns the seconds of processor time of it and its children."""
    _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, status
    return usage.ru_utime + usage.ru_stime


def start(*words):
    return subprocess.Popen([PROGRAM, *map(str, words), "--lang", "en"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def server_spent():
    with open(os.environ["BRELAN_NATS_PID"]) as file:
        fields = open(f"/proc/{int(file.read())}/stat").read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def queue(game, *players):
    """Prints the additional processor time of a game over the queue, summed over all processes."""
    words = ["tournament", game, *players, "--games", GAMES, "--seed", 1]

    def held(place, *more):
        run = start(*words, "--data", HOME / game / place, *more)
        run.stdout.read()
        return spent(run)

    local = held("local")
    worker = start("worker", URL, "--open")
    while "waits" not in worker.stdout.readline():
        pass
    before = server_spent()
    tournament = held("queued", "--queue", URL, "--open")
    server = server_spent() - before
    worker.send_signal(signal.SIGINT)
    worker.stdout.read()
    played = spent(worker)
    parts = [1e3 * part / GAMES for part in (local, tournament, played, server)]
    added = sum(parts[1:]) - parts[0]
    print(f"queue   {game}: {added:.2f} ms of processor more a game ({GAMES} games; here {parts[0]:.2f}; "
          f"over the queue: tournament {parts[1]:.2f}, worker {parts[2]:.2f}, server {parts[3]:.2f})")


def serve(folder):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    begun = time.monotonic()
    run = start("serve", "--listen", f"127.0.0.1:{port}", "--data", folder)
    while True:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games").read()
            return run, port, time.monotonic() - begun
        except OSError:
            time.sleep(0.005)


def end(run):
    run.send_signal(signal.SIGTERM)
    run.stdout.read()
    return spent(run)


def resident(run):
    lines = open(f"/proc/{run.pid}/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def tables():
    folder = HOME / "stored"
    run, _, empty = serve(folder)
    end(run)
    with sqlite3.connect(folder / "games.sqlite") as games:
        games.executemany(
            "INSERT INTO games (id, game, header, options, time_ms, seed, creator, created_ms, touched_ms) "
            "VALUES (?, 'allumettes', ?, '{}', NULL, 0, 'x', 0, 0)",
            ((f"{number:032x}", HEADER) for number in range(STORED)))
        games.executemany("INSERT INTO seats (game_id, side, holder) VALUES (?, ?, 'x')",
                          ((f"{number:032x}", side) for number in range(STORED) for side in (0, 1)))
    run, port, full = serve(folder)
    before = resident(run)
    for number in range(OPENED):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{number:032x}").read()
        # Stays below the rate limit of one visitor.
        time.sleep(0.012)
    grown = (resident(run) - before) / OPENED
    end(run)
    print(f"start   {1e3 * full:.0f} ms with {STORED} stored games, {1e3 * empty:.0f} ms with none")
    print(f"memory  {grown:.1f} KiB a table ({OPENED} tables in memory)")


print(f"load    {' '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} cores, "
      f"{os.path.basename(os.path.dirname(PROGRAM))} build")
queue("allumettes", "A@naif", "B@naif")
queue("dominos", "A@naif", "B@premier")
tables()
shutil.rmtree(HOME)
