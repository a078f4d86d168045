"""Plays on three nodes with one database while nodes, NATS and PostgreSQL are stopped and restarted.

Each request goes to a random node. Every acknowledged move must be in the record once and in order, and
spectators must have received it so. Then two nodes get different moves for the same turn: one is
accepted, the other refused. Rate limits count over all nodes together, and join codes and the list of
tables are the same on each. At the end `brelan store check` replays all games."""

import asyncio
import base64
import json
import os
import random
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time

from browsers import Client

FULL = "--full" in sys.argv
PROGRAM = sys.argv[1]
GAMES, KILLS, EVERY, SILENCE, RACES = (300, 60, 5, 20, 10_000) if FULL else (30, 3, 3, 4, 200)
NODES, TABLES, MATCHES, PACE = 3, 20, 21, 0.3
DATABASE = "nodes"
STORE = f"{os.environ['BRELAN_POSTGRES']}/{DATABASE}"
NATS = os.environ["BRELAN_NATS"]
# Errors of a killed node or a restarting database, after which a request is repeated. Others fail the check.
AWAY = 503
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)
PATIENCE = 120
# File for the standard error of the nodes.
LOG = tempfile.TemporaryFile("a+")


class Node:
    """A server that keeps its port when it is restarted."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", STORE,
             "--bus", NATS, "--lang", "en"],
            stdout=subprocess.DEVNULL, stderr=LOG)

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait()


class House:
    """The three nodes, and the number of repeated requests."""

    def __init__(self):
        self.nodes = [Node() for _ in range(NODES)]
        self.asked_again = 0

    def node(self):
        return random.choice(self.nodes)


class Person:
    """A client that sends each request to a random node, and repeats it when the node is away."""

    def __init__(self, house, number):
        self.house = house
        self.address = f"127.1.{number // 250}.{number % 250 + 1}"
        self.cookie = f"brelan={os.urandom(16).hex()}"

    async def once(self, node, method, path, body=None):
        client = Client(node.port, self.address)
        client.cookie = self.cookie
        try:
            return await asyncio.wait_for(client.ask(method, path, body), 20)
        finally:
            if client.pipe:
                client.pipe[1].close()

    async def ask(self, method, path, body=None):
        until = time.monotonic() + PATIENCE
        while True:
            try:
                status, answer = await self.once(self.house.node(), method, path, body)
                if status != AWAY:
                    return status, answer
            except LOST:
                pass
            assert time.monotonic() < until, f"no node responds to {method} {path}"
            self.house.asked_again += 1
            await asyncio.sleep(0.1)

    async def granted(self, method, path, body=None):
        status, answer = await self.ask(method, path, body)
        assert status in (200, 201, 204), (method, path, body, status, answer)
        return answer

    async def open(self, first, second, matches):
        players = [{"name": "a", "who": first}, {"name": "b", "who": second}]
        return await self.granted("POST", "/api/tables", {
            "game": "allumettes", "players": players, "options": {"matches": str(matches)},
            "time_ms": 50, "key": os.urandom(16).hex()})

    async def play(self, table, turn, move):
        path = f"/api/tables/{table}/moves"
        await self.granted("POST", path, {"move": str(move), "turn": turn})


class Watcher:
    """A WebSocket that follows one table, and reconnects to another node when its node goes away."""

    def __init__(self, house, table):
        self.house, self.table, self.events = house, table, []

    async def follow(self):
        while not self.events or self.events[-1]["kind"] != "over":
            try:
                await asyncio.wait_for(self.listen(self.house.node()), PATIENCE)
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.1)

    async def listen(self, node):
        client = Client(node.port, "127.2.0.1")
        after = f"?after={self.events[-1]['number']}" if self.events else ""
        key = base64.b64encode(os.urandom(16)).decode()
        more = (f"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
                f"sec-websocket-key: {key}\r\n\r\n")
        reader, writer = await client.connect()
        try:
            writer.write(client.head("GET", f"/api/tables/{self.table}/events{after}", more).encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head)
            while await self.hear(reader):
                pass
        finally:
            writer.close()

    async def hear(self, reader):
        """Handles one message; returns whether the game is still in progress."""
        kind, length = await reader.readexactly(2)
        if length == 126:
            length = int.from_bytes(await reader.readexactly(2), "big")
        elif length == 127:
            length = int.from_bytes(await reader.readexactly(8), "big")
        text = await reader.readexactly(length)
        if kind & 15 == 8:
            raise ConnectionError("connect again")
        if kind & 15 == 1:
            news = json.loads(text)
            if news["type"] == "event":
                self.events.append(news)
                return news["kind"] != "over"
        return True


def moves_of(record):
    return re.findall(r"^(first|second) plays (\d)$", record.decode(), re.MULTILINE)


async def game(house, number, begin):
    """Plays a game of two clients, the second by invitation; compares responses with the record."""
    await asyncio.sleep(begin)
    people = Person(house, 2 * number), Person(house, 2 * number + 1)
    opened = await people[0].open("here", "invited", MATCHES)
    table, code = opened["id"], opened["invitations"][1]
    watcher = Watcher(house, table)
    watching = asyncio.create_task(watcher.follow())
    await people[1].granted("POST", f"/api/tables/{table}/join", {"code": code})
    stranger = Person(house, 2 * number)
    status, _ = await stranger.ask("POST", f"/api/tables/{table}/join", {"code": code})
    assert status == 403, f"one invitation seated two: {status}"
    left, acknowledged = MATCHES, []
    while left:
        side = len(acknowledged) % 2
        take = random.randint(1, min(3, left))
        await people[side].play(table, 2 * len(acknowledged), take)
        acknowledged.append((("first", "second")[side], str(take)))
        left -= take
        await asyncio.sleep(random.random() * PACE)
    record = await people[0].granted("GET", f"/api/tables/{table}/record")
    assert moves_of(record) == acknowledged, (acknowledged, record)
    await asyncio.wait_for(watching, PATIENCE)
    numbers = [event["number"] for event in watcher.events]
    assert numbers == sorted(set(numbers)), numbers
    seen = [(event["side"], event["text"]) for event in watcher.events if event["kind"] == "played"]
    assert seen == acknowledged, (acknowledged, seen)


async def against_an_engine(house, number, begin):
    """Plays a game of a client against a strategy, whose engine runs on any of the nodes."""
    await asyncio.sleep(begin)
    person = Person(house, 2 * number)
    table = (await person.open("here", "rapide", MATCHES))["id"]
    turn, until = 0, time.monotonic() + PATIENCE
    while True:
        seen = await person.granted("GET", f"/api/tables/{table}")
        if "ending" in seen:
            break
        # Events repeat as asked, played, asked, played; the client's turn is the last of each four.
        if seen["events"] == turn + 1:
            await person.play(table, turn, 1)
            turn += 4
        assert time.monotonic() < until, f"no engine thinks: {seen}"
        await asyncio.sleep(0.05)
    moves = moves_of(await person.granted("GET", f"/api/tables/{table}/record"))
    sides = [side for side, _ in moves]
    assert sides == (["first", "second"] * len(moves))[:len(moves)], moves
    assert sum(int(move) for _, move in moves) == MATCHES, moves


async def kill(house):
    for _ in range(KILLS):
        await asyncio.sleep(EVERY)
        node = house.node()
        node.end(signal.SIGKILL)
        node.start()


async def keep_up(house):
    """Restarts nodes that ended because the database was away, as a service manager does."""
    while True:
        for node in house.nodes:
            if node.process.poll() is not None:
                node.start()
        await asyncio.sleep(0.5)


async def silence():
    """Stops NATS during play and starts it again."""
    await asyncio.sleep(KILLS * EVERY / 3)
    with open(os.environ["BRELAN_NATS_PID"]) as pid:
        os.kill(int(pid.read()), signal.SIGTERM)
    await asyncio.sleep(SILENCE)
    subprocess.Popen(shlex.split(os.environ["BRELAN_NATS_START"]))


async def restart():
    await asyncio.sleep(KILLS * EVERY * 2 / 3)
    done = await asyncio.create_subprocess_exec(
        *shlex.split(os.environ["BRELAN_POSTGRES_RESTART"]), stdout=subprocess.DEVNULL, cwd="/")
    assert await done.wait() == 0, "PostgreSQL does not start again"


async def race(house, number, rounds):
    """Sends two moves for one turn to two nodes at once, as the same player."""
    person, won, lost = Person(house, number), [], 0
    table = (await person.open("here", "here", 2 * rounds + 4))["id"]
    path = f"/api/tables/{table}/moves"
    for turn in range(0, 2 * rounds, 2):
        nodes = random.sample(house.nodes, 2)
        answers = await asyncio.gather(*(
            person.once(node, "POST", path, {"move": move, "turn": turn})
            for node, move in zip(nodes, "12")))
        statuses = [status for status, _ in answers]
        assert sorted(statuses) == [200, 409], answers
        won.append(str(statuses.index(200) + 1))
        lost += 1
        # The commands of one player are limited at each node.
        await asyncio.sleep(0.12)
    await person.granted("POST", f"/api/tables/{table}/resign")
    record = await person.granted("GET", f"/api/tables/{table}/record")
    assert [move for _, move in moves_of(record)] == won, (won, record)
    return lost


async def trouble(house):
    """Plays games while nodes, NATS and PostgreSQL are stopped and restarted."""
    begun, spread = time.monotonic(), KILLS * EVERY * 0.8
    players = [game(house, number, random.random() * spread) for number in range(GAMES)]
    players += [against_an_engine(house, number, random.random() * spread)
                for number in range(GAMES, GAMES + GAMES // 10)]
    await asyncio.gather(*players, kill(house), silence(), restart())
    print(f"games   {len(players)} through {NODES} nodes, {KILLS} kills, NATS away {SILENCE} s, "
          f"PostgreSQL restarted; asked again {house.asked_again} times; "
          f"{time.monotonic() - begun:.0f} s")


async def races(house):
    begun = time.monotonic()
    lost = await asyncio.gather(*(
        race(house, number, RACES // TABLES) for number in range(TABLES)))
    print(f"races   {sum(lost)} won once and lost once; {time.monotonic() - begun:.0f} s")


def thinks(table):
    """The node that runs the table's engine."""
    ask = f"SELECT owner FROM leases WHERE game_id = '{table}'"
    return subprocess.run(["psql", STORE, "-Atqc", ask], capture_output=True, text=True).stdout.strip()


async def hand_over(house):
    """Stops a node while its engine thinks; another node must move. The game is awalé, which has no
    opening book that would move at once."""
    person, (here, there) = Person(house, 0), random.sample(house.nodes, 2)
    players = [{"name": "a", "who": "here"}, {"name": "b", "who": "expert"}]
    _, opened = await person.once(here, "POST", "/api/tables", {
        "game": "awale", "players": players, "options": {}, "time_ms": 5000,
        "key": os.urandom(16).hex()})
    table, until = opened["id"], time.monotonic() + PATIENCE
    await person.once(here, "POST", f"/api/tables/{table}/moves", {"move": "4", "turn": 0})
    while not (owner := thinks(table)):
        assert time.monotonic() < until, "no node lets the engine think"
        await asyncio.sleep(0.02)
    here.end()
    assert thinks(table) != owner, "a node that has ended still has the engine"
    while (await person.once(there, "GET", f"/api/tables/{table}"))[1]["events"] < 4:
        assert time.monotonic() < until, "no other node moved"
        await asyncio.sleep(0.05)
    here.start()
    print("stop    a node that ends gives back what its engine thought about, and another moves")


async def class_room(house):
    """A join code works after the node that issued it was killed, and the list of tables has those of
    every node."""
    host, guest, (here, there) = Person(house, 0), Person(house, 1), random.sample(house.nodes, 2)
    players = [{"name": "a", "who": "here"}, {"name": "b", "who": "invited"}]
    _, opened = await host.once(here, "POST", "/api/tables", {
        "game": "allumettes", "players": players, "options": {}, "key": os.urandom(16).hex()})
    table, invitation = opened["id"], opened["invitations"][1]
    _, given = await host.once(
        here, "POST", f"/api/tables/{table}/code", {"invitation": invitation})
    until = time.monotonic() + PATIENCE
    while True:
        await host.once(here, "GET", f"/api/tables/{table}")
        _, running = await guest.once(there, "GET", "/api/running")
        if table in [known["id"] for known in running]:
            break
        assert time.monotonic() < until, "the wall does not show a table of another node"
        await asyncio.sleep(0.1)
    here.end(signal.SIGKILL)
    _, lead = await guest.once(there, "GET", f"/api/codes/{given['code']}")
    assert lead == {"table": table, "invitation": invitation}, lead
    status, _ = await guest.once(there, "POST", f"/api/tables/{table}/join", {"code": invitation})
    assert status == 204, status
    here.start()
    print("class   a code of a dead node leads to its seat; every node's wall shows every table")


async def up(house):
    """Waits until every node responds."""
    person = Person(house, 0)
    for node in house.nodes:
        until = time.monotonic() + PATIENCE
        while True:
            try:
                await person.once(node, "GET", "/api/games")
                break
            except LOST:
                assert node.process.poll() is None, "a node does not start"
                assert time.monotonic() < until, "a node does not answer"
                await asyncio.sleep(0.05)


async def main(house):
    await up(house)
    keeping = asyncio.create_task(keep_up(house))
    await trouble(house)
    keeping.cancel()
    await up(house)
    await hand_over(house)
    await up(house)
    await class_room(house)
    await up(house)
    await races(house)


def check():
    checked = subprocess.run([PROGRAM, "store", "check", "--store", STORE, "--lang", "en"],
                             capture_output=True, text=True)
    assert checked.returncode == 0, checked
    print(f"check   {checked.stdout.strip()}")


subprocess.run(["psql", f"{os.environ['BRELAN_POSTGRES']}/postgres", "-qc",
                f"CREATE DATABASE {DATABASE}"], check=True)
house = House()
try:
    asyncio.run(main(house))
    check()
except BaseException:
    LOG.seek(0)
    print(LOG.read()[-4000:])
    raise
finally:
    for node in house.nodes:
        node.end()
LOG.seek(0)
assert "panicked" not in LOG.read()
