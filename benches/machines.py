"""Prints the measured costs of the queue, of stored games and of moves. Times are processor time where the
system reports it."""
# needs: nats-server postgresql

import os
import signal
import sqlite3
import subprocess
import time
import urllib.request

import measure
from harness import Nats, Postgres, answers, build, free_port, scratch, until

HOME = scratch()
GAMES, STORED, OPENED = 2000, 100_000, 2000
TICKS = os.sysconf("SC_CLK_TCK")
HEADER = ("brelan record 1\ngame allumettes\nposition 10000\nreferee guarded\n"
          "first a@humain\nsecond b@humain\n\n")


def start(*words):
    return subprocess.Popen([PROGRAM, *map(str, words), "--lang", "en"], text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def end(run, how=None):
    """Ends a process, or waits until it does, and returns its processor time."""
    if how:
        run.send_signal(how)
    run.stdout.read()
    return measure.ended(run)


def server_spent(nats):
    with open(f"/proc/{nats.run.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def queue(nats, game, *players):
    """Prints the additional processor time of a game over the queue, summed over all processes."""
    words = ["tournament", game, *players, "--games", GAMES, "--seed", 1]
    local = end(start(*words, "--data", HOME / game / "local"))
    worker = start("worker", nats.url, "--open")
    while "waits" not in worker.stdout.readline():
        pass
    before = server_spent(nats)
    tournament = end(start(*words, "--data", HOME / game / "queued", "--queue", nats.url, "--open"))
    server = server_spent(nats) - before
    played = end(worker, signal.SIGINT)
    parts = [1e3 * part / GAMES for part in (local, tournament, played, server)]
    added = sum(parts[1:]) - parts[0]
    print(f"queue   {game}: {added:.2f} ms of processor more a game ({GAMES} games; here {parts[0]:.2f}; "
          f"over the queue: tournament {parts[1]:.2f}, worker {parts[2]:.2f}, server {parts[3]:.2f})")


def serve(folder):
    port, begun = free_port(), time.monotonic()
    run = start("serve", "--listen", f"127.0.0.1:{port}", "--data", folder)
    until(lambda: answers(port), "the server does not start", 0.005)
    urllib.request.urlopen(f"http://127.0.0.1:{port}/api/games").read()
    return run, port, time.monotonic() - begun


def tables():
    folder = HOME / "stored"
    run, _, empty = serve(folder)
    end(run, signal.SIGTERM)
    with sqlite3.connect(folder / "games.sqlite") as games:
        games.executemany(
            "INSERT INTO games (id, game, header, options, time_ms, seed, creator, created_ms, touched_ms) "
            "VALUES (?, 'allumettes', ?, '{}', NULL, 0, 'x', 0, ?)",
            # A server deletes games that were abandoned long ago.
            ((f"{number:032x}", HEADER, int(1e3 * time.time())) for number in range(STORED)))
        games.executemany("INSERT INTO seats (game_id, side, holder) VALUES (?, ?, 'x')",
                          ((f"{number:032x}", side) for number in range(STORED) for side in (0, 1)))
    run, port, full = serve(folder)
    before = measure.resident(run.pid)
    for number in range(OPENED):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/api/tables/{number:032x}").read()
        # Stays below the rate limit of one visitor.
        time.sleep(0.012)
    grown = (measure.resident(run.pid) - before) / OPENED
    end(run, signal.SIGTERM)
    print(f"start   {1e3 * full:.0f} ms with {STORED} stored games, {1e3 * empty:.0f} ms with none")
    print(f"memory  {grown:.1f} KiB a table ({OPENED} tables in memory)")


def moves(postgres, nats):
    postgres.query("CREATE DATABASE load")
    store = {"BRELAN_LOAD_STORE": f"{postgres.url}/load"}
    for name, env in [("a file", {"BRELAN_LOAD_NODES": "1"}), ("PostgreSQL, one node", store),
                      ("PostgreSQL, three nodes", store | {"BRELAN_LOAD_NODES": "3"})]:
        print(f"== moves: {name}", flush=True)
        bench = ["cargo", "bench", "--quiet", "--locked", "-p", "brelan-web", "--bench", "load"]
        subprocess.run(bench, env=os.environ | {"BRELAN_NATS": nats.url} | env, check=True)


PROGRAM = build("brelan", release=True)
measure.machine()
nats = Nats()
queue(nats, "allumettes", "A@naif", "B@naif")
queue(nats, "dominos", "A@naif", "B@premier")
tables()
moves(Postgres(), nats)
