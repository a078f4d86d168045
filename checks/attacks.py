"""Attacks a server while normal players play, and requires that the players do not notice.

The attacks run at the same time, each from a loopback address of its own: idle connections, half-open
requests, sockets that never read, many analyses, many tables, and guessing of join codes. Prints the
players' p50 and p99 before, during and after, the time of an engine's moves, and the server's memory."""

import asyncio
import base64
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

from browsers import Client, Refused

FULL = "--full" in sys.argv
PROGRAM = sys.argv[1]
SECONDS, SETTLE = (60, 5) if FULL else (10, 5)
IDLE, HALF_OPEN, DEAF, ANALYSTS = (10_000, 1000, 64, 50) if FULL else (1500, 200, 64, 50)
MOST_P99_MS, MOST_MEMORY_MB = 250, 1024
# Time of an engine's move, and the most by which it may be late.
THINKING_MS, MOST_LATE_MS = 200, 500
PLAYERS = 4
FULL_COLUMN = 422
ATTACKERS = [f"127.0.1.{n}" for n in range(1, 21)]


class Server:
    """A server on a free port, with a data folder."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--data", folder, "--lang", "en"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        line = self.process.stdout.readline()
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)", line)[1])

    def memory_mb(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) // 1024

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()


def share(times, of):
    return sorted(times)[int(len(times) * of)] * 1000


def figures(times):
    return share(times, 0.5), share(times, 0.99)


async def play(port, address, until, times):
    """Plays one game after another slowly, and records the time of each response."""
    client = Client(port, address)
    while time.monotonic() < until:
        table = await client.open(matches="60")
        for turn in range(0, 60, 2):
            if time.monotonic() >= until:
                return
            begun = time.monotonic()
            await client.granted("POST", f"/api/tables/{table}/moves", {"move": "1", "turn": turn})
            times.append(time.monotonic() - begun)
            await asyncio.sleep(0.05)


async def against_a_computer(port, address, until, waits):
    """Plays column after column against `expert`, and records the time of each of its moves."""
    client = Client(port, address)
    while time.monotonic() < until:
        table = await client.open("here", "expert", "puissance4", THINKING_MS)
        turn, over = 0, False
        for column in "1726354" * 6:
            await asyncio.sleep(0.1)
            status, answer = await client.ask(
                "POST", f"/api/tables/{table}/moves", {"move": column, "turn": turn})
            if status == FULL_COLUMN:
                continue
            assert status == 200, (status, answer)
            begun = time.monotonic()
            while True:
                seen = await client.granted("GET", f"/api/tables/{table}")
                # Four events: our move, the engine's turn, its move, our turn.
                over = "ending" in seen
                if over or seen["events"] >= turn + 5:
                    break
                await asyncio.sleep(0.02)
            if over or time.monotonic() >= until:
                break
            waits.append(time.monotonic() - begun)
            turn = seen["events"] - 1


async def normal(port, seconds):
    times, waits, until = [], [], time.monotonic() + seconds
    await asyncio.gather(
        against_a_computer(port, "127.0.0.30", until, waits),
        *(play(port, f"127.0.0.{n + 2}", until, times) for n in range(PLAYERS)))
    return *figures(times), share(waits, 0.95)


async def hold(port, address, said, until):
    """Opens a connection, sends a text and then nothing; opens a new one when it is closed."""
    while time.monotonic() < until:
        try:
            reader, writer = await Client(port, address).connect()
            writer.write(said)
            await asyncio.wait_for(reader.read(), max(0.1, until - time.monotonic()))
        except (TimeoutError, OSError):
            pass
        else:
            await asyncio.sleep(0.5)
            continue
        await asyncio.sleep(0.5)


async def deaf(port, address, table, until):
    """Opens a WebSocket and never reads from it."""
    client = Client(port, address)
    key = base64.b64encode(os.urandom(16)).decode()
    more = (f"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {key}\r\n\r\n")
    try:
        _, writer = await client.connect()
        writer.transport.pause_reading()
        writer.write(client.head("GET", f"/api/tables/{table}/events", more).encode())
        await asyncio.sleep(max(0, until - time.monotonic()))
        writer.close()
    except OSError:
        pass


async def without_end(port, address, until, deed):
    client = Client(port, address)
    answers = {}
    while time.monotonic() < until:
        try:
            status = await asyncio.wait_for(deed(client), max(0.1, until - time.monotonic()))
        except TimeoutError:
            # The client closes the connection before the response, which stops the analysis.
            if client.pipe:
                client.pipe[1].close()
            status = "hung up"
        except (OSError, asyncio.IncompleteReadError):
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
        port = int(sys.argv[-1].removeprefix("--attack="))
        print(asyncio.run(attack(port, SECONDS)))
        return
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        try:
            asyncio.run(siege(server))
        finally:
            server.end()


main()
