"""Runs tournaments and grading over a queue, and compares the bytes of the results with local runs.

Meanwhile workers are killed, the server is stopped, and messages are lost, repeated or forged. For machines.py,
whose arguments may name single checks."""

import base64
import difflib
import json
import os
import pathlib
import shutil
import socket
import threading
import time

from harness import FULL, Process, scratch, until

HOME = scratch()
FILES = ("games.jsonl", "games.csv", "standings.json", "standings.csv", "standings.html")
# A program that plays the last legal move of any game, and writes a note, which is stored with the record.
BOT = """#!/usr/bin/env {interpreter}
import sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "moves":
        moves = rest.split()
    if word == "play":
        time.sleep({pause})
        print("# I had", len(moves), flush=True)
        print(moves[{index}], flush=True)
"""


def bot(name, index=-1, pause=0.0, interpreter="python3", text=BOT):
    folder = HOME / "bots" / name
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "bot.py"
    file.write_text(text.format(interpreter=interpreter, pause=pause, index=index))
    file.chmod(0o755)
    return f"{name}@{file}"


class Queue:
    """The program and the NATS server."""

    def use(self, program, nats):
        self.program, self.nats = program, nats

    def run(self, *words, env=()):
        return Process(self.program, *words, "--lang", "en", env=env, cwd=HOME)

    def worker(self, name, **env):
        run = self.run("worker", self.nats.url, "--open", "--name", name, "--concurrency", 2, env=env)
        run.said("waits for work")
        return run


QUEUE = Queue()


class Workers:
    """A group of workers that ends with the `with` block."""

    def __init__(self, *names):
        self.all = [QUEUE.worker(name) for name in names]

    def __enter__(self):
        return self.all

    def __exit__(self, *_):
        for run in self.all:
            if run.is_running():
                run.interrupt()


class Errand:
    """The same work done locally and over the queue, in two folders."""

    def __init__(self, name, code=0):
        self.home = HOME / name
        self.code = QUEUE.run(*self.words("local")).ends(code).process.returncode

    def queued(self):
        return QUEUE.run(*self.words("queued"), "--queue", QUEUE.nats.url, "--open")

    def same(self, claim=None):
        """Compares the bytes of the results, and prints what was shown by them."""
        for file in self.files:
            here, there = ((self.home / place / file).read_text() for place in ("local", "queued"))
            differing = difflib.unified_diff(here.splitlines(), there.splitlines(), lineterm="", n=0)
            assert here == there, f"{self.home.name}: {file} differs\n" + "\n".join(differing)[:3000]
        if claim:
            print(f"queue   {claim}")


class Tournament(Errand):
    files = FILES

    def __init__(self, name, *game):
        self.game = game
        super().__init__(name)

    def words(self, place):
        folder = self.home / place
        # Two data folders have two secrets, and programs get their luck from one.
        secret = HOME / "secret.txt"
        secret.write_text("11" * 32)
        return ["tournament", *self.game, "--seed", 11, "--secret", secret, "--data", folder / "data", "--output", folder]

    def same(self, claim=None):
        super().same(claim)
        numbers = [json.loads(line)["number"] for line in (self.home / "queued/games.jsonl").open()]
        assert numbers == list(range(1, len(numbers) + 1)), f"{self.home.name}: {numbers}"


class Homework(Errand):
    files = ("csv", "junit", "html")

    def __init__(self, name, subject, papers):
        self.subject = subject
        for paper, text in papers.items():
            file = HOME / name / "class" / paper
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        super().__init__(name, None)
        assert self.code in (0, 1), self.code

    def words(self, place):
        out = self.home / place
        out.mkdir(exist_ok=True)
        return ["grade", self.subject, "--each", self.home / "class", "--csv", out / "csv", "--junit", out / "junit",
                "--html", out / "html", "--output", out / "kept"]

    def kept(self, count):
        """Waits until `count` reports are saved."""
        until(lambda: len(list(self.home.glob("queued/kept/*.json"))) >= count, "nothing is kept")


def slow_tournament(name, *more, games, concurrency=4):
    """Its games take so long that it can be interrupted."""
    return Tournament(name, "allumettes", bot("Slow", -1, 0.05), bot("Slower", 0, 0.05), *more,
                      "--games", games, "--concurrency", concurrency)


RIGHT = pathlib.Path("crates/grade/tests/class/dominos.py").read_text()
PAPERS = {
    "Ana Un/devoir.py": RIGHT,
    "Bob Deux/devoir.py": RIGHT + "\ndef doubles(main):\n    return 0\n",
    "Eve l'autre.py": RIGHT + "\n# Eve\n",
    "Max/devoir.py": "while True:\n    pass\n",
    "Zoe/devoir.py": "def doubles(:\n",
    "rien/lisez-moi.txt": "",
}


class Stranger:
    """A plain NATS client, for messages that `brelan` would not send."""

    def __init__(self):
        self.socket = socket.create_connection(("127.0.0.1", QUEUE.nats.port))
        self.send, self.stream = self.socket.sendall, self.socket.makefile("rb")
        self.stream.readline()
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"headers":true}\r\n')

    def publish(self, subject, payload, reply=""):
        head = f"PUB {subject} {reply} {len(payload)}\r\n".encode()
        self.send(head + payload + b"\r\n")

    def subscribe(self, subject):
        self.send(f"SUB {subject} 1\r\n".encode())

    def messages(self):
        """Subject, reply subject and payload of the next message."""
        while line := self.stream.readline():
            words = line.decode().split()
            if words[0] == "PING":
                self.send(b"PONG\r\n")
            elif words[0] in ("MSG", "HMSG"):
                payload = self.stream.read(int(words[-1]) + 2)[:-2]
                if words[0] == "HMSG":
                    payload = payload[int(words[-2]):]
                reply = words[3] if len(words) == (5 if words[0] == "MSG" else 6) else ""
                yield words[1], reply, payload

    def request(self, subject, payload):
        self.subscribe("_INBOX.stranger")
        self.publish(subject, payload, "_INBOX.stranger")
        return json.loads(next(self.messages())[2])


def every_game_the_same():
    slow = ["--effort", "100"]
    games = [
        ("421", "A@expert", "B@glouton", "C@naif", "--games", "10"),
        ("dominos", "A@naif", "B@premier", "--games", "10"),
        ("allumettes", "A@naif", "B@rapide", "C@expert", "D@tricheur", "--format", "swiss"),
        ("puissance4", "A@naif", "B@glouton", "--games", "6"),
        ("awale", bot("Last"), bot("First", 0), "C@glouton", "--format", "knockout"),
        ("allumettes", bot("Last"), "B@naif", bot("Function").replace("bot.py", "choose.py:choose"),
         "D@cmd:sh -c 'while read -r word rest; do [ $word = play ] && echo 1; done'"),
    ]
    (HOME / "bots/Function/choose.py").write_text("def choose(left, *_):\n    return 1\n")
    with Workers("one", "two"):
        for number, words in enumerate(games):
            tournament = Tournament(f"game{number}", *words, *slow)
            tournament.queued().ends()
            tournament.same()
    print(f"queue   {len(games)} tournaments over two workers, the bytes of the local ones")


def killed_workers():
    tournament = slow_tournament("killed", "C@naif", games=40 if FULL else 12, concurrency=8)
    with Workers("k1", "k2", "k3", "k4") as workers:
        run = tournament.queued()
        for done, victim in ((6, workers[0]), (12, workers[1])):
            run.said("Finished game", done)
            victim.kill()
        run.ends()
    tournament.same("two of four workers killed in mid-run: the same bytes")


def interrupted():
    tournament = slow_tournament("stopped", games=12)
    with Workers("i1", "i2") as workers:
        run = tournament.queued()
        run.said("Finished game", 4)
        run.interrupt(130)
        assert "Interrupted; " in run.text() and "--queue" in run.lines[-1], run.text()
        run = tournament.queued()
        run.said("Finished game", 2)
        workers[0].interrupt()
        run.ends()
    tournament.same("Ctrl-C at the tournament and at a worker: the same command goes on, the same bytes")


def silent_server():
    tournament = slow_tournament("silent", games=30 if FULL else 16)
    with Workers("s1", "s2"):
        run = tournament.queued()
        for times, done in enumerate((4, 12) if FULL else (4,), 1):
            run.said("Finished game", done)
            QUEUE.nats.stop()
            run.said("does not answer", times)
            QUEUE.nats.start(fresh=FULL)
        run.ends()
    tournament.same("the server stopped in mid-run" + FULL * ", all its files lost" + ": the same bytes")


def lost_server():
    tournament = slow_tournament("lost", games=30)
    with Workers("l1"):
        run = tournament.queued()
        run.said("Finished game", 4)
        QUEUE.nats.stop()
        run.ends(2)
        assert "too long" in run.text() and "the same command goes on" in run.text(), run.text()
        QUEUE.nats.start()
        tournament.queued().ends()
    tournament.same("a server that does not come back: an error, and the same command goes on")


def missing_interpreter():
    folder = HOME / "rare"
    folder.mkdir()
    (folder / "rare-python").symlink_to(shutil.which("python3"))
    path = f"{folder}:{os.environ['PATH']}"
    os.environ["PATH"], usual = path, os.environ["PATH"]
    tournament = Tournament("rare", "allumettes", bot("Rare", interpreter="rare-python"), "B@naif",
                            "--games", "4")
    os.environ["PATH"] = usual
    without = QUEUE.worker("without")
    run = tournament.queued()
    run.said("None of the connected workers meets these requirements: brelan")
    without.said("leaves work with these requirements to other workers")
    able = QUEUE.worker("able", PATH=path)
    run.ends()
    without.interrupt()
    able.interrupt()
    assert "0 jobs done" in without.text(), without.text()
    tournament.same("a worker without the interpreter is given nothing of it, and says so")


def damaged_archive():
    tournament = Tournament("damaged", "allumettes", bot("Fragile", text=BOT + "# fragile\n"), "B@naif",
                            "--games", "4")
    run = tournament.queued()
    run.said("No worker is connected")
    run.interrupt(130)
    stream = "OBJ_brelan-archives"
    names = Stranger().request(f"$JS.API.STREAM.INFO.{stream}",
                               b'{"subjects_filter":"$O.brelan-archives.M.>"}')["state"]["subjects"]
    for name in names:
        kept = Stranger().request(f"$JS.API.STREAM.MSG.GET.{stream}", json.dumps({"last_by_subj": name}).encode())
        nuid = json.loads(base64.b64decode(kept["message"]["data"]))["nuid"]
        Stranger().request(f"$O.brelan-archives.C.{nuid}", b"one chunk too many")
    with Workers("d1"):
        run = tournament.queued()
        run.said("The files of Fragile arrived damaged at worker d1")
        run.ends()
    tournament.same("a damaged archive is noticed, named and sent again")


def crashing_player():
    tournament = Tournament("crash", "allumettes", bot("Crasher", text="#!/usr/bin/env python3\n1/0\n"),
                            bot("Last"), "C@naif", "--games", "4")
    with Workers("c1", "c2"):
        run = tournament.queued().ends()
    assert "Crasher crashes on every worker (c1, c2)" in run.text(), run.text()
    tournament.same("a player that crashes everywhere is named, and loses what it loses here")


def broken_python():
    """A PATH without Python."""
    folder = HOME / "broken-python"
    folder.mkdir(exist_ok=True)
    broken = folder / "python3"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def crashing_worker():
    tournament = Tournament("broken", "allumettes", bot("Last"), bot("First", 0, 0.05), "C@naif",
                            "--games", "6", "--concurrency", "4")
    bad = QUEUE.worker("bad", PATH=broken_python())
    run = tournament.queued()
    bad.said("in progress")
    with Workers("good"):
        run.ends()
    assert "Worker bad is excluded" in run.text(), run.text()
    bad.ends(2)
    assert "this worker was excluded" in bad.text(), bad.text()
    tournament.same("a worker on which every program crashes is excluded and named")


def strangers():
    """Two false workers: one returns invented results, the other sends every result twice."""
    papers = Homework("strange-papers", "dominos", {"Ana.py": RIGHT, "Bob.py": RIGHT + "\ndel doubles\n"})
    tournament = Tournament("strange", "421", "A@naif", "B@glouton", "--games", "20")
    forger, echo = Stranger(), Stranger()
    forger.subscribe("brelan.jobs.*.*")
    echo.subscribe("brelan.results.*")

    def forge():
        for _, _, payload in forger.messages():
            job = json.loads(payload)
            if game := job["work"].get("game"):
                record = ("brelan record 1\ngame 421\nposition x\nreferee guarded\n"
                          "first {}\nsecond {}\n\nfirst forfeits resignation\n".format(*game["players"]))
                done = {"played": {"record": record, "notes": None}}
            else:
                done = {"judged": {"subject": "dominos", "path": "mine.py", "edition": None, "points": 20.0,
                                   "out_of": 20.0, "checks": [], "faults": []}}
            answer = {"number": job["number"], "worker": f"forger{job['number'] % 3}", "outcome": done}
            for bad in (b"{", b"x" * 1_000_000, json.dumps(answer).encode()):
                forger.publish(f"brelan.results.{job['batch']}", bad, "_INBOX.forger")

    def repeat():
        for subject, _, payload in echo.messages():
            if payload.startswith(b'{"number"') and b'"honest"' in payload:
                echo.publish(subject, payload.replace(b'"honest"', b'"echo"'), "_INBOX.echo")

    for stranger in (forge, repeat):
        threading.Thread(target=stranger, daemon=True).start()
    for errand in (tournament, papers):
        run = errand.queued()
        # The honest worker comes after a forged result was seen, so that it cannot be faster.
        run.said("is excluded")
        with Workers("honest"):
            run.ends(errand.code)
        assert "Worker honest" not in run.text(), run.text()
        errand.same()
    print("queue   forged games and reports are refused, and doubled ones count once")


def homework():
    papers = PAPERS | {f"Nom {number}/devoir.py": RIGHT + f"# {number}\n" for number in range(20 if FULL else 6)}
    homework = Homework("homework", "dominos", papers)
    with Workers("h1", "h2") as workers:
        run = homework.queued()
        homework.kept(2)
        run.interrupt(130)
        assert "the same command goes on" in run.text(), run.text()
        run = homework.queued()
        homework.kept(4)
        workers[0].kill()
        run.ends(homework.code)
    homework.same(f"{len(papers)} papers, interrupted and with a worker killed: the bytes of the class judged here")


def broken_judge():
    homework = Homework("broken-judge", "dominos", PAPERS)
    bad = QUEUE.worker("bad-judge", PATH=broken_python())
    run = homework.queued()
    bad.said("in progress")
    with Workers("good-judge"):
        run.ends(homework.code)
    assert "Worker bad-judge is excluded" in run.text(), run.text()
    bad.ends(2)
    homework.same("a worker on which every submission crashes is excluded, and no student loses points")


def every_language():
    java = pathlib.Path("crates/grade/tests/class/allumettes/classes")
    java = {str(pathlib.Path("Ana") / file.relative_to(java)): file.read_text() for file in java.rglob("*.java")}
    fortran = pathlib.Path("crates/grade/tests/class/puissance4/sujet.f90").read_text()
    classes = [("allumettes", java), ("puissance4", {"Ana.f90": fortran})]
    with Workers("e1"):
        for subject, papers in classes:
            homework = Homework(f"every-{subject}", subject, papers)
            homework.queued().ends(homework.code)
            homework.same()
    print("queue   papers in Java and in Fortran too")


def no_server():
    nowhere = "nats://127.0.0.1:1"
    for words in (["tournament", "421", "A@naif", "B@naif", "--data", HOME / "none", "--queue"], ["worker"]):
        run = QUEUE.run(*words, nowhere, "--open").ends(2)
        assert f"no queue answers at {nowhere}" in run.text(), run.text()


# Small by default; `--full` runs all checks, with more games of each.
CHECKS = [no_server, every_game_the_same, killed_workers, interrupted, silent_server,
          missing_interpreter, crashing_player, strangers, homework]
if FULL:
    CHECKS += [crashing_worker, broken_judge, every_language, damaged_archive, lost_server]


def check(program, nats, chosen):
    QUEUE.use(program, nats)
    begun = time.monotonic()
    for one in CHECKS:
        if not chosen or one.__name__ in chosen:
            one()
    print(f"queue   {time.monotonic() - begun:.0f} s")
