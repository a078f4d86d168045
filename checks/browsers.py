"""An HTTP client that behaves like a browser: it keeps a connection and a cookie."""

import asyncio
import base64
import json
import os
import re
import time

from harness import PATIENCE


async def eventually(condition, failure, pause=0.05):
    """Waits until a coroutine returns something true, and returns it."""
    end = time.monotonic() + PATIENCE
    while not (found := await condition()):
        assert time.monotonic() < end, failure
        await asyncio.sleep(pause)
    return found


def players(first, second):
    return [{"name": "a", "who": first}, {"name": "b", "who": second}]


class Refused(Exception):
    """A response such as a rate limit, which attackers get and normal players must never get."""


class Client:
    """A client with one persistent connection and one cookie."""

    def __init__(self, port, address="127.0.0.1"):
        self.port, self.address, self.cookie, self.pipe = port, address, None, None

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))

    async def ask(self, method, path, body=None):
        fresh = self.pipe is None
        if fresh:
            self.pipe = await self.connect()
        try:
            return await self.exchange(method, path, body)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.pipe[1].close()
            self.pipe = None
            if fresh or method != "GET":
                raise
            return await self.ask(method, path, body)

    def head(self, method, path, more=""):
        host = f"127.0.0.1:{self.port}"
        cookie = f"cookie: {self.cookie}\r\n" if self.cookie else ""
        return (f"{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
                f"content-type: application/json\r\n{cookie}{more}")

    async def exchange(self, method, path, body):
        reader, writer = self.pipe
        text = "" if body is None else json.dumps(body)
        length = f"content-length: {len(text.encode())}\r\n\r\n"
        writer.write((self.head(method, path, length) + text).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status = int(head.split(" ", 2)[1])
        token = re.search(r"set-cookie: (brelan=\w+)", head)
        if token:
            self.cookie = token[1]
        size = re.search(r"content-length: (\d+)", head)
        answer = await reader.readexactly(int(size[1])) if size else b""
        return status, json.loads(answer) if answer.startswith((b"{", b"[")) else answer

    async def upgraded(self, path):
        """The reader and the writer of a WebSocket whose handshake was sent."""
        reader, writer = await self.connect()
        key = base64.b64encode(os.urandom(16)).decode()
        more = (f"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
                f"sec-websocket-key: {key}\r\n\r\n")
        writer.write(self.head("GET", path, more).encode())
        return reader, writer

    def close(self):
        if self.pipe:
            self.pipe[1].close()

    async def open(self, first="here", second="here", game="allumettes", time_ms=1000, **options):
        wanted = {"game": game, "players": players(first, second), "options": options, "time_ms": time_ms}
        return (await self.granted("POST", "/api/tables", wanted))["id"]

    async def granted(self, method, path, body=None):
        status, answer = await self.ask(method, path, body)
        if status not in (200, 201):
            raise Refused(status, answer)
        return answer
