"""Compares the sizes of pavage, WebP, JPEG XL, PNG and FLIF on the pictures of a folder; every result is decoded
and compared pixel by pixel: pictures.py PROGRAM FOLDER [--option OPTION] [--most N] [--known].

Results of the other encoders are cached beside the folder by the digest of the picture. JPEG XL takes hours for
all pictures; with --known only cached results are used."""

import argparse
import collections
import hashlib
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

# For each encoder the command that writes a file and the one that reads it back; None compares the picture itself.
PEERS = {
    "WebP": (["cwebp", "-quiet", "-exact", "-lossless", "-z", "9", "IN", "-o", "OUT.webp"], ["dwebp", "-quiet", "-pam", "OUT.webp", "-o", "BACK.pam"]),
    "JPEG XL": (["cjxl", "--quiet", "--num_threads=0", "-d", "0", "-e", "9", "IN", "OUT.jxl"], ["djxl", "--quiet", "--num_threads=0", "OUT.jxl", "BACK.png"]),
    "PNG": (["OXIPNG", "IN", "OUT.png"], ["COPY", "OUT.png", "BACK.png"]),
    "FLIF": (["flif", "-e", "-E100", "--overwrite", "IN", "OUT.flif"], ["flif", "-d", "--overwrite", "OUT.flif", "BACK.png"]),
}


Result = collections.namedtuple("Result", "size encode decode memory")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--option", action="append", default=[], help="an option of pavage encode")
    parser.add_argument("--most", type=int, help="use only the N smallest pictures of each class")
    parser.add_argument("--known", action="store_true", help="run no peer on a picture that is new to it")
    arguments = parser.parse_args()
    peers = {name: ways for name, ways in PEERS.items() if name == "PNG" or shutil.which(ways[0][0])}
    encode = [arguments.program, "encode", *arguments.option, "--force", "IN", "-o", "OUT.pav"]
    decode = [arguments.program, "decode", "--force", "OUT.pav", "-o", "BACK.pam"]
    known = Known(arguments.folder.parent / "peers.json", arguments.known)
    table = Table(list(peers))
    with tempfile.TemporaryDirectory() as scratch:
        for path in chosen(arguments.folder, arguments.most):
            results = {name: known.of(name, path, ways, scratch) for name, ways in peers.items()}
            table.add(path.parent.name, measure(path, encode, decode, scratch), results)
    table.print()
    sys.exit(table.failures() if arguments.most is None else table.failures_in_all())


def chosen(folder, most):
    """The pictures of every class, or the `most` smallest of each."""
    for group in sorted(folder.iterdir()):
        pictures = sorted(group.glob("*.png"))
        if most is not None:
            pictures = sorted(pictures, key=pixels)[:most]
        yield from pictures


def pixels(path):
    with Image.open(path) as picture:
        return picture.width * picture.height


class Known:
    """Cached results of the other encoders, which are slow and do not change."""

    def __init__(self, path, is_closed):
        self.path, self.is_closed = path, is_closed
        self.results = json.loads(path.read_text()) if path.exists() else {}

    def of(self, name, picture, ways, scratch):
        key = f"{name} {' '.join(ways[0])} {hashlib.sha256(picture.read_bytes()).hexdigest()}"
        if key not in self.results and not self.is_closed:
            try:
                self.results[key] = measure(picture, *ways, scratch)
            except Failed as failure:
                print(f"{name} fails: {failure}", file=sys.stderr)
                self.results[key] = None
            self.path.write_text(json.dumps(self.results))
        found = self.results.get(key)
        return found and Result(*found)


class Failed(Exception):
    """An encoder ended with an error; JPEG XL fails an assertion on some QR codes."""


def measure(picture, encode, decode, scratch):
    """Encodes and decodes a picture and compares the pixels; returns size, times and memory."""
    spent, memory = run(encode, picture, scratch)
    out = next(pathlib.Path(scratch).glob("out.*"))
    back_spent, _ = run(decode, picture, scratch)
    back = next(pathlib.Path(scratch).glob("back.*"))
    assert_equal(picture, back)
    size = out.stat().st_size
    out.unlink()
    back.unlink()
    return Result(size, spent, back_spent, memory)


def run(command, picture, scratch):
    """Runs a command; returns its processor time in seconds and its peak memory in bytes."""
    places = {"IN": str(picture), "OUT": f"{scratch}/out", "BACK": f"{scratch}/back"}
    words = [places.get(word, word) for word in command]
    words = [word.replace("OUT.", places["OUT"] + ".").replace("BACK.", places["BACK"] + ".") for word in words]
    if words[0] == "COPY":
        shutil.copy(words[1], words[2])
        return 0.0, 0
    if words[0] == "OXIPNG":
        import oxipng

        oxipng.optimize(words[1], words[2], level=6, strip=oxipng.StripChunks.all())
        return 0.0, 0
    # A child's peak memory starts at that of its parent; GNU time is a small parent.
    told = pathlib.Path(scratch, "memory")
    words = ["time", "--quiet", "--format=%M", f"--output={told}", *words]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    if status != 0:
        raise Failed(f"{' '.join(words)}: {message.decode()}")
    return usage.ru_utime + usage.ru_stime, int(told.read_text()) * 1024


def assert_equal(picture, back):
    one, other = (np.asarray(rgba(path)) for path in (picture, back))
    assert np.array_equal(one, other), f"{picture} did not come back"


def rgba(path):
    if path.suffix == ".pam":
        return Image.fromarray(read_pam(path))
    with Image.open(path) as picture:
        return picture.convert("RGBA")


def read_pam(path):
    """Reads a PAM of any depth, or a PGM or PPM, as RGBA."""
    data = path.read_bytes()
    if data[:2] != b"P7":
        with Image.open(path) as picture:
            return np.asarray(picture.convert("RGBA"))
    head, body = data.split(b"ENDHDR\n", 1)
    fields = dict(line.split(b" ", 1) for line in head.splitlines()[1:])
    shape = int(fields[b"HEIGHT"]), int(fields[b"WIDTH"]), int(fields[b"DEPTH"])
    samples = np.frombuffer(body, np.uint8).reshape(shape)
    colour = samples[:, :, :3] if shape[2] > 2 else samples[:, :, :1].repeat(3, 2)
    opaque = np.full(shape[:2] + (1,), 255, np.uint8)
    return np.concatenate([colour, opaque if shape[2] in (1, 3) else samples[:, :, -1:]], 2)


def ratio(rows, field, peer):
    pairs = [(getattr(own, field), getattr(results[peer], field)) for own, results in rows if results.get(peer)]
    return f"{sum(own for own, _ in pairs) / sum(other for _, other in pairs):.2f}" if pairs else ""


class Table:
    def __init__(self, peers):
        self.peers = peers
        self.rows = collections.defaultdict(list)

    def add(self, group, own, results):
        self.rows[group].append((own, results))

    def shares(self, rows, peer):
        """Ratio of the total sizes and geometric mean of the ratios; empty without results of the peer."""
        pairs = [(own.size, results[peer].size) for own, results in rows if results[peer]]
        if not pairs:
            return []
        total = sum(own for own, _ in pairs) / sum(other for _, other in pairs)
        return [total, math.exp(sum(math.log(own / other) for own, other in pairs) / len(pairs))]

    def told(self, rows, peer):
        """Both ratios as text, with the number of pictures when some have no result."""
        run = sum(1 for _, results in rows if results[peer])
        part = f" ({run})" if 0 < run < len(rows) else ""
        return "; ".join(f"{share:.2f}" for share in self.shares(rows, peer)) + part

    def print(self):
        print("| class | pictures |", " | ".join(self.peers), "| encoding, of WebP's time | decoding, of WebP's | memory, of JPEG XL's |")
        print("|---|---|" + "---|" * (len(self.peers) + 3))
        flat = []
        for group, rows in sorted(self.rows.items()):
            self.print_row(group, rows)
            flat += rows if group != "photographs" else []
        self.print_row("all but photographs", flat)

    def print_row(self, group, rows):
        shares = [self.told(rows, peer) for peer in self.peers]
        extra = [ratio(rows, *what) for what in (("encode", "WebP"), ("decode", "WebP"), ("memory", "JPEG XL"))]
        print("|", " | ".join([group, str(len(rows)), *shares, *extra]), "|")

    def failures_in_all(self):
        """1 when all classes together miss a goal; a few pictures are too few to judge one class."""
        flat = [row for group, rows in self.rows.items() if group != "photographs" for row in rows]
        goals = {"WebP": 0.8, "JPEG XL": 0.75}
        late = [peer for peer, goal in goals.items() if peer in self.peers and max(self.shares(flat, peer), default=0) >= goal]
        for peer in late:
            print(f"not below {goals[peer]} of {peer} in all")
        return 1 if late else 0

    def failures(self):
        """1 when a class other than photographs has a ratio of 1 or more."""
        late = [
            f"{group}: {share:.3f} of {peer}"
            for group, rows in self.rows.items()
            for peer in self.peers
            for share in self.shares(rows, peer)
            if group != "photographs" and share >= 1
        ]
        for line in late:
            print("not below 1:", line)
        return 1 if late else 0


if __name__ == "__main__":
    main()
