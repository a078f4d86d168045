"""Attacks a server while normal players play, and requires that the players do not notice: attacks.py [--full].

The attacks run at the same time, each from a loopback address of its own: idle connections, half-open
requests, sockets that never read, many analyses, many tables, guessing of join codes, opponents that are to
think for a minute, also behind one address with a player (a school), and a block of IPv6 addresses that fills
the queue of analyses. Prints the players' p50 and p99 before, during and after, the time of an engine's moves,
and the server's memory. A player must be served, however busy the machine; with `--full` also soon. That is measured for a minute with 10,000
connections, and followed by 200 kills of a server.
"""

import asyncio
import os
import re
import resource
import subprocess
import sys
import time

from browsers import Client, Refused, eventually
from harness import FULL, Process, build, scratch

SECONDS, SETTLE = (60, 5) if FULL else (10, 5)
IDLE, HALF_OPEN, DEAF, ANALYSTS = (10_000, 1000, 64, 50) if FULL else (1500, 200, 64, 50)
# Time of an engine's move, the most by which it may be late, and the most that a player may wait: a request
# that an attack holds back waits for its ten seconds.
THINKING_MS, MOST_LATE_MS, MOST_P99_MS = (200, 800, 250) if FULL else (200, 9000, 9000)
# The address of a school, where an attacker sits beside a player, and that of a trusted proxy.
SCHOOL, PROXY = "127.0.4.1", "127.0.3.1"
SLOW_MS, SLOW_TABLES, BLOCK = 60_000, 6, 18
MOST_MEMORY_MB = 1024
PLAYERS = 4
FULL_COLUMN = 422
ATTACKERS = [f"127.0.1.{n}" for n in range(1, 21)]


class Server:
    """A server on a free port, with a data folder."""

    def __init__(self, program):
        self.run = Process(program, "serve", "--listen", "127.0.0.1:0", "--data", scratch(), "--lang", "en",
                           "--trusted-proxy", PROXY)
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", self.run.said("http://"))[1])

    def memory_mb(self):
        with open(f"/proc/{self.run.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) // 1024


def share(times, of):
    return sorted(times)[int(len(times) * of)] * 1000


async def play(port, address, until, times):
    """Plays one game after another slowly, and records the time of each response."""
    client = Client(port, address)
    # However slow the machine is, something is measured.
    while time.monotonic() < until or not times:
        table = await client.open(matches="60")
        for turn in range(0, 60, 2):
            if time.monotonic() >= until and times:
                return
            begun = time.monotonic()
            await client.granted("POST", f"/api/tables/{table}/moves", {"move": "1", "turn": turn})
            times.append(time.monotonic() - begun)
            await asyncio.sleep(0.05)


async def against_a_computer(port, address, until, waits):
    """Plays column after column against `expert`, and records the time of each of its moves."""
    client = Client(port, address)
    while time.monotonic() < until or not waits:
        table = await client.open("here", "expert", "puissance4", THINKING_MS)
        turn = 0
        for column in "1726354" * 6:
            await asyncio.sleep(0.1)
            status, answer = await client.ask(
                "POST", f"/api/tables/{table}/moves", {"move": column, "turn": turn})
            if status == FULL_COLUMN:
                continue
            assert status == 200, (status, answer)
            begun = time.monotonic()

            async def moved():
                seen = await client.granted("GET", f"/api/tables/{table}")
                # Four events: our move, the engine's turn, its move, our turn.
                return seen if "ending" in seen or seen["events"] >= turn + 5 else None

            seen = await eventually(moved, "the engine does not move", 0.02)
            if "ending" in seen or time.monotonic() >= until and waits:
                break
            waits.append(time.monotonic() - begun)
            turn = seen["events"] - 1


async def normal(port, seconds):
    times, waits, until = [], [], time.monotonic() + seconds
    await asyncio.gather(
        against_a_computer(port, "127.0.0.30", until, waits),
        against_a_computer(port, SCHOOL, until, waits),
        *(play(port, f"127.0.0.{n + 2}", until, times) for n in range(PLAYERS)))
    return share(times, 0.5), share(times, 0.99), share(waits, 0.95)


async def hold(port, address, said, until):
    """Opens a connection, sends a text and then nothing; opens a new one when it is closed."""
    while time.monotonic() < until:
        try:
            reader, writer = await Client(port, address).connect()
            writer.write(said)
            await asyncio.wait_for(reader.read(), max(0.1, until - time.monotonic()))
        except (TimeoutError, OSError):
            pass
        await asyncio.sleep(0.5)


async def deaf(port, address, table, until):
    """Opens a WebSocket and never reads from it."""
    try:
        _, writer = await Client(port, address).upgraded(f"/api/tables/{table}/events")
        writer.transport.pause_reading()
        await asyncio.sleep(max(0, until - time.monotonic()))
        writer.close()
    except OSError:
        pass


async def without_end(port, address, until, deed):
    client = address if isinstance(address, Client) else Client(port, address)
    answers = {}
    while time.monotonic() < until:
        try:
            status = await asyncio.wait_for(deed(client), max(0.1, until - time.monotonic()))
        except TimeoutError:
            # The client closes the connection before the response, which stops the analysis.
            client.close()
            status = "hung up"
        except (OSError, asyncio.IncompleteReadError):
            # A new connection follows.
            client.pipe = None
            status = "cut off"
            await asyncio.sleep(0.05)
        answers[status] = answers.get(status, 0) + 1
    return answers


# Positions that take an engine long: beyond the opening book, many seeds, hidden hands.
HARD = [
    ("puissance4", "444333555"),
    ("awale", "4,4,4,4,4,4,4,4,4,4,4,4"),
    ("dominos", "1x10 66,65,64,63,62,61,60,55,54,53/00,10,11,20,21,22,30,31,32,33 :"),
    ("421", "1000/1000"),
]


async def analyse(client):
    game, position = HARD[os.urandom(1)[0] % len(HARD)]
    wanted = {"game": game, "position": position, "time_ms": 10_000}
    return (await client.ask("POST", "/api/analyse", wanted))[0]


async def hint(client):
    if not getattr(client, "table", None):
        try:
            client.table = await client.open(game="awale", time_ms=10_000)
        except Refused:
            return "no table"
    return (await client.ask("POST", f"/api/tables/{client.table}/hint"))[0]


async def open_table(client):
    try:
        await client.open()
    except Refused:
        return "refused"
    return "opened"


class Forwarded(Client):
    """A client at an address of its own behind a trusted proxy."""

    def __init__(self, port, own):
        super().__init__(port, PROXY)
        self.own = own

    def head(self, method, path, more=""):
        return super().head(method, path, f"x-forwarded-for: {self.own}\r\n{more}")


async def slow_opponents(client):
    """Plays against computers that are asked to think for a minute, and looks at the tables so that they do."""
    if not getattr(client, "tables", None):
        try:
            client.tables = [await client.open("expert", "here", "puissance4", SLOW_MS) for _ in range(SLOW_TABLES)]
        except Refused:
            return "no table"
    for table in client.tables:
        status, seen = await client.ask("GET", f"/api/tables/{table}")
        if status == 200:
            # Refused while the computer thinks.
            column = {"move": str(1 + os.urandom(1)[0] % 7), "turn": seen["events"] - 1}
            await client.ask("POST", f"/api/tables/{table}/moves", column)
    await asyncio.sleep(0.5)
    return "asked"


def breaker(table):
    async def guess(client):
        code = {"code": os.urandom(16).hex()}
        return (await client.ask("POST", f"/api/tables/{table}/join", code))[0]
    return guess


async def attack(port, seconds):
    until = time.monotonic() + seconds
    table = await Client(port).open("here", "invited")
    half = b"GET / HTTP/1.1\r\nhost: 127"
    of = lambda n: ATTACKERS[n % len(ATTACKERS)]
    greedy = [analyse, hint]
    loops = [without_end(port, of(n), until, greedy[n % 2]) for n in range(ANALYSTS)]
    loops += [without_end(port, "127.0.2.1", until, open_table),
              without_end(port, "127.0.2.2", until, breaker(table))]
    loops += [without_end(port, address, until, slow_opponents) for address in ["127.0.2.3", "127.0.2.4", SCHOOL]]
    block = [Forwarded(port, f"2001:db8:7:{n:x}00::1") for n in range(BLOCK) for _ in range(4)]
    loops += [without_end(port, client, until, analyse) for client in block]
    crowd = [hold(port, of(n), b"", until) for n in range(IDLE)]
    crowd += [hold(port, of(n), half, until) for n in range(HALF_OPEN)]
    crowd += [deaf(port, of(n), table, until) for n in range(DEAF)]
    answers = await asyncio.gather(*loops, *crowd)
    analysts = {}
    for counted in answers[:ANALYSTS]:
        for status, count in counted.items():
            analysts[status] = analysts.get(status, 0) + count
    return {"analysts": analysts, "opener": answers[ANALYSTS], "breaker": answers[ANALYSTS + 1]}


async def watch_memory(server, until):
    most = 0
    while time.monotonic() < until:
        most = max(most, server.memory_mb())
        await asyncio.sleep(0.2)
    return most


async def siege(server):
    before, rest = await normal(server.port, 5), server.memory_mb()
    # Attackers run in another process, so that their work does not delay the normal players.
    attackers = await asyncio.create_subprocess_exec(
        sys.executable, __file__, *sys.argv[1:], f"--attack={server.port}", stdout=subprocess.PIPE)
    memory = asyncio.create_task(watch_memory(server, time.monotonic() + SECONDS))
    await asyncio.sleep(1)
    during = await normal(server.port, SECONDS - 2)
    answers, most = (await attackers.communicate())[0].decode().strip(), await memory
    await asyncio.sleep(SETTLE)
    after, left = await normal(server.port, 5), server.memory_mb()
    for name, (p50, p99, waited) in [("before", before), ("during", during), ("after", after)]:
        print(f"{name:7} p50 {p50:6.1f} ms   p99 {p99:6.1f} ms   "
              f"a computer's move of {THINKING_MS} ms: p95 {waited:6.1f} ms")
    print(f"memory  {rest} MB before, {most} MB at most, {left} MB {SETTLE} s later")
    print(f"load    {' '.join(open('/proc/loadavg').read().split()[:3])}")
    print(f"answers {answers}")
    assert during[1] < MOST_P99_MS and after[1] < MOST_P99_MS, "a normal player waited"
    assert during[2] < THINKING_MS + MOST_LATE_MS, "a computer's move came late"
    assert most < MOST_MEMORY_MB, "too much memory"
    assert attackers.returncode == 0, "the attack itself failed"


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if sys.argv[-1].startswith("--attack="):
        print(asyncio.run(attack(int(sys.argv[-1].removeprefix("--attack=")), SECONDS)))
        return
    asyncio.run(siege(Server(build("brelan"))))
    if FULL:
        long = ["--run-ignored", "only", "-E", "test(two_hundred_kills)"]
        subprocess.run(["cargo", "nextest", "run", "--locked", "--workspace", *long], check=True)


main()
