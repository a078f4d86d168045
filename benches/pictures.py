"""Compares the sizes of pavage, WebP, JPEG XL, PNG and FLIF on pictures of public packages; every result is decoded
and compared pixel by pixel. `--all` takes all packages and pictures; otherwise only small packages are downloaded,
and the four smallest pictures of each class are compared.

Results of the other encoders are cached beside the pictures by their digest. JPEG XL takes hours for all pictures;
with --known only cached results are used. `--fixture` writes the sizes that checks/pictures.py compares with."""
# needs: libjxl-tools poppler-utils time venv webp

import argparse
import collections
import hashlib
import json
import math
import pathlib
import shutil
import subprocess
import sys

import measure
import numpy as np
from harness import ROOT, build, scratch
from PIL import Image
from pictures_corpus import chosen, collect

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
    parser.add_argument("--option", action="append", default=[], help="an option of pavage encode")
    parser.add_argument("--all", action="store_true", help="use all packages and all pictures")
    parser.add_argument("--other", action="store_true", help="choose other pictures of the packages")
    parser.add_argument("--known", action="store_true", help="run no peer on a picture that is new to it")
    parser.add_argument("--fixture", action="store_true", help="write checks/fixtures/pictures.json")
    arguments = parser.parse_args()
    folder, program = collect(arguments.all, arguments.other), build("pavage", release=True)
    peers = {name: ways for name, ways in PEERS.items() if name == "PNG" or shutil.which(ways[0][0])}
    encode = [program, "encode", *arguments.option, "--force", "IN", "-o", "OUT.pav"]
    decode = [program, "decode", "--force", "OUT.pav", "-o", "BACK.pam"]
    known = Known(folder.parent / "peers.json", arguments.known)
    table, sizes, place = Table(list(peers)), collections.defaultdict(dict), scratch()
    for path in chosen(folder, None if arguments.all else 4):
        results = {name: known.result(name, path, ways, place) for name, ways in peers.items()}
        sizes[path.parent.name][digest(path)[:16]] = [results[name] and results[name].size for name in ("WebP", "JPEG XL")]
        table.add(path.parent.name, compare(path, encode, decode, place), results)
    table.print()
    measure.machine()
    if arguments.fixture:
        lines = (f"{json.dumps(group)}: {json.dumps(known, separators=(chr(44), chr(58)))}" for group, known in sizes.items())
        (ROOT / "checks/fixtures/pictures.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
    sys.exit(table.failures() if arguments.all else 0)


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Known:
    """Cached results of the other encoders, which are slow and do not change."""

    def __init__(self, path, is_closed):
        self.path, self.is_closed = path, is_closed
        self.results = json.loads(path.read_text()) if path.exists() else {}

    def result(self, name, picture, ways, place):
        key = f"{name} {' '.join(ways[0])} {digest(picture)}"
        if key not in self.results and not self.is_closed:
            try:
                self.results[key] = compare(picture, *ways, place)
            except Failed as failure:
                print(f"{name} fails: {failure}", file=sys.stderr)
                self.results[key] = None
            self.path.write_text(json.dumps(self.results))
        found = self.results.get(key)
        return found and Result(*found)


class Failed(Exception):
    """An encoder ended with an error; JPEG XL fails an assertion on some QR codes."""


def compare(picture, encode, decode, place):
    """Encodes and decodes a picture and compares the pixels; returns size, times and memory."""
    spent, memory = run(encode, picture, place)
    out = next(place.glob("out.*"))
    back_spent, _ = run(decode, picture, place)
    back = next(place.glob("back.*"))
    assert_equal(picture, back)
    size = out.stat().st_size
    out.unlink()
    back.unlink()
    return Result(size, spent, back_spent, memory)


def run(command, picture, place):
    """Runs a command; returns its processor time in seconds and its peak memory in bytes."""
    places = {"IN": str(picture), "OUT": f"{place}/out", "BACK": f"{place}/back"}
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
    told = place / "memory"
    words = ["time", "--quiet", "--format=%M", f"--output={told}", *words]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    message = process.stderr.read()
    try:
        return measure.ended(process), int(told.read_text()) * 1024
    except AssertionError as error:
        raise Failed(f"{' '.join(words)}: {message.decode()}") from error


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
