"""Shared by the scripts: builds the program, runs commands, waits for conditions, starts servers that end with the script."""

import atexit
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
os.chdir(ROOT)
TOOLS = ROOT / "target/check"
FULL = "--full" in sys.argv
# Seconds to wait for a condition: a busy machine may need minutes, and what holds is seen at once.
PATIENCE = 300
# A script that is ended removes its folders and ends its servers.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def build(name, release=False):
    """Builds a program of the tree and returns its path. With the features of the whole workspace and, without
    `release`, as the tests are built, nothing that the gate has compiled is compiled again."""
    words = ["build", "--release", "--bin", name] if release else ["test", "--no-run"]
    subprocess.run(["cargo", *words, "--workspace", "--quiet", "--locked"], check=True)
    return str(ROOT / "target" / ("release" if release else "debug") / name)


def install(package):
    """Installs a Python module of this tree as a wheel into a fresh environment, and returns its interpreter.

    The environment also has the packages of requirements.txt, and maturin builds into the usual target folder."""
    home, tools = environment(package), TOOLS / "venv/bin"
    subprocess.run([tools / "python", "-m", "venv", "--clear", "--without-pip", home], check=True)
    (packages,) = home.glob("lib/*/site-packages")
    (packages / "tools.pth").write_text(str(*TOOLS.glob("venv/lib/*/site-packages")))
    env = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}", "CARGO_TARGET_DIR": str(ROOT / "target")}
    pip = [tools / "pip", "--quiet", "--disable-pip-version-check"]
    wheel = ["wheel", "--no-build-isolation", "--no-deps", "--wheel-dir", home / "wheel", f"./{package}"]
    subprocess.run([*pip, *wheel], env=env, check=True)
    wheels = (home / "wheel").glob("*.whl")
    subprocess.run([*pip, "--python", home / "bin/python", "install", "--no-deps", *wheels], check=True)
    return home / "bin/python"


def environment(package):
    return TOOLS / f"venv-{package.replace('/', '-')}"


def run_with(package):
    """Starts this script again by an interpreter that has a Python module of this tree."""
    if pathlib.Path(sys.prefix) != environment(package):
        python = install(package)
        os.execv(python, [python, *sys.argv])


def scratch():
    """A folder for this run. Programs in a cage run as another user, who must be able to read it."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="brelan-"))
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def output(*words, **options):
    """Standard output of a command, which must succeed."""
    return subprocess.run([*map(str, words)], check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def until(condition, failure, pause=0.02):
    """Waits until a condition holds, and returns its value. A failure may be computed when it is told."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, failure() if callable(failure) else failure
        time.sleep(pause)
    return found


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def answers(port):
    try:
        socket.create_connection(("127.0.0.1", port)).close()
        return True
    except OSError:
        return False


class Process:
    """A command whose output lines can be waited for. It is killed when the script ends."""

    def __init__(self, *words, env=(), cwd=None):
        self.lines = []
        self.process = subprocess.Popen(
            [*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, **dict(env)}, cwd=cwd)
        atexit.register(self.kill)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))

    def text(self):
        return "\n".join(self.lines)

    def is_running(self):
        return self.process.poll() is None

    def said(self, words, times=1):
        """Waits until `times` lines contain the words, and returns the last of them."""
        def told():
            # Whether it runs is asked first: a process that has ended may have printed the words at last.
            alive = self.is_running() or self.reader.is_alive()
            found = [line for line in self.lines if words in line]
            assert alive or len(found) >= times, f"ended without {words!r}:\n{self.text()[-3000:]}"
            return len(found) >= times and found[-1]
        return until(told, lambda: f"never said {words!r}:\n{self.text()[-3000:]}")

    def ends(self, code=0):
        got = self.process.wait(PATIENCE)
        self.reader.join()
        assert code is None or got == code, f"ended with {got}, not {code}:\n{self.text()[-3000:]}"
        assert "panicked" not in self.text(), self.text()
        return self

    def end(self, how=signal.SIGTERM, code=None):
        self.process.send_signal(how)
        return self.ends(code)

    def interrupt(self, code=0):
        return self.end(signal.SIGINT, code)

    def kill(self):
        self.process.kill()
        self.process.wait()


class Nats:
    """A NATS server on loopback, which keeps its port when it is stopped and started."""

    def __init__(self):
        self.home, self.port = scratch(), free_port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self, fresh=False):
        """Starts it, with `fresh` without the files that it had."""
        if fresh:
            shutil.rmtree(self.home / "jetstream")
        self.run = Process("nats-server", "-a", "127.0.0.1", "-p", self.port, "-js", "-sd", self.home, "-l", self.home / "log")
        until(lambda: answers(self.port), "NATS does not start")

    def stop(self):
        self.run.end()


class Postgres:
    """A PostgreSQL server on loopback, which does not run as root."""

    def __init__(self):
        self.programs = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        self.home, port = scratch(), free_port()
        self.url = f"postgres://brelan@127.0.0.1:{port}"
        self.user = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.getuid() == 0 else {}
        if self.user:
            shutil.chown(self.home, "nobody", "nogroup")
        self.call("initdb", "-U", "brelan", "-A", "trust", "--locale=C.UTF-8")
        settings = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": self.home, "max_connections": 400}
        self.control("start", "-o", " ".join(f"-c {name}={value}" for name, value in settings.items()))
        atexit.register(self.control, "stop")

    def call(self, program, *words):
        words = [self.programs / program, "-D", self.home / "data", *words]
        subprocess.run(words, check=True, cwd=self.home, stdout=subprocess.DEVNULL, **self.user)

    def control(self, *words):
        self.call("pg_ctl", "-l", self.home / "log", "-t", str(PATIENCE), "-w", "-m", "immediate", *words)

    def query(self, text, database="postgres"):
        return output("psql", f"{self.url}/{database}", "-Atqc", text).strip()


if __name__ == "__main__":
    # For shell scripts: harness.py install PACKAGE prints the interpreter.
    print(install(sys.argv[2]))
