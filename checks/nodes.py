"""Plays on three nodes with one database while nodes, NATS and PostgreSQL are stopped and restarted.

Each request goes to a random node. Every acknowledged move must be in the record once and in order, and
spectators must have received it so. Then two nodes get different moves for the same turn: one is
accepted, the other refused. The list of tables is the same on each node. At the end `brelan store check`
replays all games."""

import asyncio
import json
import os
import random
import re
import signal
import time

from browsers import Client, eventually, players
from harness import FULL, PATIENCE, Process, free_port, output

GAMES, KILLS, EVERY, SILENCE, RACES = (300, 60, 5, 20, 10_000) if FULL else (30, 3, 3, 4, 200)
NODES, TABLES, MATCHES, PACE = 3, 20, 21, 0.3
# Errors of a killed node or a restarting database, after which a request is repeated. Others fail the check.
AWAY = 503
LOST = (OSError, asyncio.IncompleteReadError, TimeoutError)


class Node:
    """A server that keeps its port when it is restarted."""

    def __init__(self, program, store, bus):
        self.port = free_port()
        self.command = [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--store", store, "--bus", bus, "--lang", "en"]
        self.start()

    def start(self):
        self.run = Process(*self.command)


class House:
    """The three nodes, and the number of repeated requests."""

    def __init__(self, program, postgres, nats):
        self.program, self.postgres, self.nats = program, postgres, nats
        postgres.query("CREATE DATABASE nodes")
        self.store = f"{postgres.url}/nodes"
        self.nodes = [Node(program, self.store, nats.url) for _ in range(NODES)]
        self.asked_again = 0

    def node(self):
        return random.choice(self.nodes)

    async def up(self):
        """Waits until every node responds."""
        for node in self.nodes:
            async def responds():
                assert node.run.is_running(), f"a node does not start: {node.run.text()}"
                try:
                    return await Person(self, 0).once(node, "GET", "/api/games")
                except LOST:
                    return None
            await eventually(responds, "a node does not answer")


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
            return await asyncio.wait_for(client.ask(method, path, body), 60)
        finally:
            client.close()

    async def ask(self, method, path, body=None):
        async def answered():
            try:
                status, answer = await self.once(self.house.node(), method, path, body)
                if status != AWAY:
                    return status, answer
            except LOST:
                pass
            self.house.asked_again += 1
            return None
        return await eventually(answered, f"no node responds to {method} {path}", 0.1)

    async def granted(self, method, path, body=None, node=None):
        status, answer = await (self.once(node, method, path, body) if node else self.ask(method, path, body))
        assert status in (200, 201, 204), (method, path, body, status, answer)
        return answer

    async def open(self, first, second, node=None, game="allumettes", time_ms=50, **options):
        return await self.granted("POST", "/api/tables", {
            "game": game, "players": players(first, second), "options": options,
            "time_ms": time_ms, "key": os.urandom(16).hex()}, node)

    async def play(self, table, turn, move):
        await self.granted("POST", f"/api/tables/{table}/moves", {"move": str(move), "turn": turn})

    async def moves(self, table):
        record = await self.granted("GET", f"/api/tables/{table}/record")
        return re.findall(r"^(first|second) plays (\d)$", record.decode(), re.MULTILINE)


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
        after = f"?after={self.events[-1]['number']}" if self.events else ""
        reader, writer = await Client(node.port, "127.2.0.1").upgraded(f"/api/tables/{self.table}/events{after}")
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in head.split(b"\r\n")[0]:
                raise ConnectionError(head)
            while await self.receive(reader):
                pass
        finally:
            writer.close()

    async def receive(self, reader):
        """Handles one message; returns whether the game is still in progress."""
        kind, length = await reader.readexactly(2)
        if length in (126, 127):
            length = int.from_bytes(await reader.readexactly({126: 2, 127: 8}[length]), "big")
        text = await reader.readexactly(length)
        if kind & 15 == 8:
            raise ConnectionError("connect again")
        if kind & 15 == 1:
            news = json.loads(text)
            if news["type"] == "event":
                self.events.append(news)
                return news["kind"] != "over"
        return True


async def game(house, number, begin):
    """Plays a game of two clients, the second by invitation; compares responses with the record."""
    await asyncio.sleep(begin)
    people = Person(house, 2 * number), Person(house, 2 * number + 1)
    opened = await people[0].open("here", "invited", matches=str(MATCHES))
    table, code = opened["id"], {"code": opened["invitations"][1]}
    watcher = Watcher(house, table)
    watching = asyncio.create_task(watcher.follow())
    await people[1].granted("POST", f"/api/tables/{table}/join", code)
    status, _ = await Person(house, 2 * number).ask("POST", f"/api/tables/{table}/join", code)
    assert status == 403, f"one invitation seated two: {status}"
    left, acknowledged = MATCHES, []
    while left:
        side = len(acknowledged) % 2
        take = random.randint(1, min(3, left))
        await people[side].play(table, 2 * len(acknowledged), take)
        acknowledged.append((("first", "second")[side], str(take)))
        left -= take
        await asyncio.sleep(random.random() * PACE)
    assert await people[0].moves(table) == acknowledged, acknowledged
    await asyncio.wait_for(watching, PATIENCE)
    numbers = [event["number"] for event in watcher.events]
    assert numbers == sorted(set(numbers)), numbers
    seen = [(event["side"], event["text"]) for event in watcher.events if event["kind"] == "played"]
    assert seen == acknowledged, (acknowledged, seen)


async def against_an_engine(house, number, begin):
    """Plays a game of a client against a strategy, whose engine runs on any of the nodes."""
    await asyncio.sleep(begin)
    person = Person(house, 2 * number)
    table = (await person.open("here", "rapide", matches=str(MATCHES)))["id"]
    turn = 0

    async def is_over():
        nonlocal turn
        seen = await person.granted("GET", f"/api/tables/{table}")
        # Events repeat as asked, played, asked, played; the client's turn is the last of each four.
        if "ending" not in seen and seen["events"] == turn + 1:
            await person.play(table, turn, 1)
            turn += 4
        return "ending" in seen

    await eventually(is_over, "no engine thinks")
    moves = await person.moves(table)
    assert [side for side, _ in moves] == (["first", "second"] * len(moves))[:len(moves)], moves
    assert sum(int(move) for _, move in moves) == MATCHES, moves


async def kill(house):
    for _ in range(KILLS):
        await asyncio.sleep(EVERY)
        node = house.node()
        node.run.end(signal.SIGKILL)
        node.start()


async def keep_up(house):
    """Restarts nodes that ended because the database was away, as a service manager does."""
    while True:
        for node in house.nodes:
            if not node.run.is_running():
                node.run.ends(None)
                node.start()
        await asyncio.sleep(0.5)


async def silence(house):
    """Stops NATS during play and starts it again."""
    await asyncio.sleep(KILLS * EVERY / 3)
    await asyncio.to_thread(house.nats.stop)
    await asyncio.sleep(SILENCE)
    await asyncio.to_thread(house.nats.start)


async def restart(house):
    await asyncio.sleep(KILLS * EVERY * 2 / 3)
    await asyncio.to_thread(house.postgres.control, "restart")


async def trouble(house):
    """Plays games while nodes, NATS and PostgreSQL are stopped and restarted."""
    begun, spread = time.monotonic(), KILLS * EVERY * 0.8
    opponents = [game] * GAMES + [against_an_engine] * (GAMES // 10)
    games = [play(house, number, random.random() * spread) for number, play in enumerate(opponents)]
    keeping = asyncio.create_task(keep_up(house))
    await asyncio.gather(*games, kill(house), silence(house), restart(house))
    keeping.cancel()
    print(f"games   {len(games)} through {NODES} nodes, {KILLS} kills, NATS away {SILENCE} s, PostgreSQL restarted; "
          f"asked again {house.asked_again} times; {time.monotonic() - begun:.0f} s")


async def race(house, number, rounds):
    """Sends two moves for one turn to two nodes at once, as the same player."""
    person, won = Person(house, number), []
    table = (await person.open("here", "here", matches=str(2 * rounds + 4)))["id"]
    path = f"/api/tables/{table}/moves"
    for turn in range(0, 2 * rounds, 2):
        answers = await asyncio.gather(*(
            person.once(node, "POST", path, {"move": move, "turn": turn})
            for node, move in zip(random.sample(house.nodes, 2), "12")))
        statuses = [status for status, _ in answers]
        assert sorted(statuses) == [200, 409], answers
        won.append(str(statuses.index(200) + 1))
        # The commands of one player are limited at each node.
        await asyncio.sleep(0.12)
    await person.granted("POST", f"/api/tables/{table}/resign")
    assert [move for _, move in await person.moves(table)] == won, won


async def races(house):
    begun = time.monotonic()
    await asyncio.gather(*(race(house, number, RACES // TABLES) for number in range(TABLES)))
    print(f"races   {RACES} won once and lost once; {time.monotonic() - begun:.0f} s")


async def hand_over(house):
    """Stops a node while its engine thinks; another node must move. The game is awalé, which has no
    opening book that would move at once."""
    def thinks():
        return house.postgres.query(f"SELECT owner FROM leases WHERE game_id = '{table}'", "nodes")

    async def a_node_thinks():
        return await asyncio.to_thread(thinks)

    async def moved():
        return (await person.granted("GET", f"/api/tables/{table}", node=there))["events"] >= 4

    person, (here, there) = Person(house, 0), random.sample(house.nodes, 2)
    table = (await person.open("here", "expert", here, "awale", 5000))["id"]
    await person.granted("POST", f"/api/tables/{table}/moves", {"move": "4", "turn": 0}, here)
    owner = await eventually(a_node_thinks, "no node lets the engine think", 0.02)
    here.run.end()
    assert thinks() != owner, "a node that has ended still has the engine"
    await eventually(moved, "no other node moved")
    here.start()
    print("stop    a node that ends gives back what its engine thought about, and another moves")


async def wall(house):
    """The list of tables has those of every node."""
    (here, there), host = random.sample(house.nodes, 2), Person(house, 0)
    table = (await host.open("here", "invited", here))["id"]

    async def is_listed():
        await host.granted("GET", f"/api/tables/{table}", node=here)
        return table in [known["id"] for known in await Person(house, 1).granted("GET", "/api/running", node=there)]

    await eventually(is_listed, "the wall does not show a table of another node", 0.1)
    print("class   every node's wall shows every table")


async def play(house):
    for part in (trouble, hand_over, wall, races):
        await house.up()
        await part(house)


def check(program, postgres, nats):
    random.seed(1)
    house = House(program, postgres, nats)
    try:
        asyncio.run(play(house))
    except BaseException:
        print(*(node.run.text()[-2000:] for node in house.nodes), sep="\n")
        raise
    checked = output(program, "store", "check", "--store", house.store, "--lang", "en")
    print(f"check   {checked.strip()}")
    for node in house.nodes:
        node.run.end()
