"""A second decoder of .pav files, written from docs/pavage-format.md, for pavage.py and checks/pavage_python.py."""

import collections

from pavage_blended import Blended, Canvas, bits, clamp, hashed, squash, stretch

WORD = 2**32


class Decoder:
    def __init__(self, data):
        self.data, self.at, self.offset, self.range = data, 4, int.from_bytes(data[:4]), WORD - 1

    def decide(self, chance):
        bound = (self.range >> 16) * chance
        answer = self.offset < bound
        if answer:
            self.range = bound
        else:
            self.offset -= bound
            self.range -= bound
        while self.range < 1 << 24:
            self.offset = self.offset << 8 | self.data[self.at]
            self.at += 1
            self.range <<= 8
        return answer


class Counters:
    """Adaptive counters, one for each context, created when first used."""

    def __init__(self):
        self.state = {}

    def decide(self, decoder, context=0):
        chance, seen = self.state.get(context, (32768, 0))
        answer = decoder.decide(chance)
        step = ((65504 if answer else 32) - chance) * (65536 // (2 * seen + 3))
        self.state[context] = (chance + (step >> 15), min(seen + 1, 60))
        return answer


class Number:
    def __init__(self):
        self.length, self.top = Counters(), Counters()

    def read(self, decoder):
        bits = 0
        while bits < 64 and self.length.decide(decoder, bits):
            bits += 1
        value = 1
        for _ in range(bits):
            bit = self.top.decide(decoder, (bits, value)) if value < 8 else decoder.decide(32768)
            value = value << 1 | bit
        return value - 1


def read_size(data, at):
    size = shift = 0
    while True:
        size |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return size, at


def read_values(decoder, count):
    """Colours or labels, each as its difference to the one before."""
    values, steps, last = [], Number(), 0
    for _ in range(count):
        last = step_from(last, steps.read(decoder))
        values.append(last)
    return values


def step_from(last, number):
    return (last + (number >> 1 if number % 2 == 0 else -(number >> 1) - 1)) % 2**64


def read_axis(decoder, side):
    common = Number().read(decoder)
    if common:
        return [common] * (side // common)
    again, others, lengths, history, last = Counters(), (Number(), Number()), [], 0, 1
    while sum(lengths) < side:
        same = again.decide(decoder, history & 3)
        if not same:
            last = others[last == 1].read(decoder) + 1
        history = history << 1 | same
        lengths.append(last)
    return lengths


class Mixer:
    """A mixer of four contexts."""

    def __init__(self, bits):
        self.bits, self.tables, self.weights = bits, {}, {}

    def decide(self, decoder, contexts, salt=0, weights=0):
        places = [(number, self.slot(context, salt)) for number, context in enumerate(contexts)]
        states = [self.tables.get(place, (32768, 0)) for place in places]
        inputs = [stretch(chance) for chance, _ in states]
        weights = self.weights.setdefault(weights, [13107] * 4)
        mixed = sum(value * weight for value, weight in zip(inputs, weights)) >> 16
        chance = squash(clamp(mixed, -4096, 4096))
        answer = decoder.decide(clamp(chance, 32, 65504))
        error = (65536 if answer else 0) - chance
        for number, value in enumerate(inputs):
            weights[number] += (value * (error >> 4)) >> 11
        for place, (chance, seen) in zip(places, states):
            step = ((65504 if answer else 32) - chance) * (65536 // (2 * seen + 3))
            self.tables[place] = (chance + (step >> 15), min(seen + 1, 255))
        return answer

    def slot(self, context, salt):
        x = (context + salt * 0x9E3779B1) * 0x85EBCA6B % WORD
        return (x ^ x >> 15) * 0xC2B2AE35 % WORD >> 32 - self.bits


class Regions:
    def __init__(self, decoder, height, width, colours):
        self.decoder, self.canvas, self.colours, self.seen = decoder, Canvas(height, width), colours, 1
        size = max(height * width, 1).bit_length() - 1
        self.cells, self.runs, self.indices = Mixer(clamp(size + 1, 10, 16)), Mixer(clamp(size, 8, 12)), Mixer(clamp(size, 8, 12))
        self.breaks, self.followers, self.slot_bits = {}, {}, clamp(size, 8, 16)

    def read_row(self):
        canvas = self.canvas
        canvas.open_row()
        column = 0
        while column < canvas.width:
            at, broken = canvas.start + column, False
            near = canvas.named(at)
            if near["W"] == near["N"] == near["NE"]:
                length, kept = self.read_run(at, column, near)
                column, at, broken = column + kept, at + kept, kept < length
                if not broken:
                    continue
            canvas.cells[at] = self.read_cell(at, broken)
            column += 1
        canvas.close_row()
        return canvas.row()

    def read_run(self, at, column, c):
        cells, up, colour = self.canvas.cells, self.canvas.stride, c["W"]
        length = 0
        while column + length < self.canvas.width and cells[at - up + 1 + length] == colour:
            length += 1
        k, end = length.bit_length() - 1, at + length
        a = bits(*(c[name] == colour for name in ("NW", "WW", "NEE", "NN", "NNE", "NNW")))
        pairs = ("NW", "WW"), ("NW", "NNW"), ("NW", "NWW"), ("NNW", "NNWW"), ("WW", "WWW"), ("NNEE", "W")
        after = cells[end + 1 - 2 * up] == cells[end + 1 - up], cells[end - 2 * up] == colour
        b = bits(*(c[one] == c[other] for one, other in pairs), *after)
        kept = length
        if not self.runs.decide(self.decoder, [hashed(a, k), hashed(a, b, k), hashed(a, length), hashed(colour, k)]):
            kept = self.breaks.setdefault(k, Number()).read(self.decoder)
            assert kept < length
        cells[at : at + kept] = [colour] * kept
        return length, kept

    def read_cell(self, at, broken):
        cells, up, c = self.canvas.cells, self.canvas.stride, self.canvas.named(at)
        near = hashed(c["W"], c["N"], c["NW"], c["NE"])
        slot = near * 0x9E3779B1 % WORD >> 32 - self.slot_bits
        equal = lambda pairs: bits(*(c[a] == c[b] for a, b in (pair.split("=") for pair in pairs.split())))
        alike = equal("W=N N=NW N=NE W=WW N=NN NE=NEE NW=NWW W=NW W=NE NN=NNE NN=NNW")
        more = hashed(alike, equal("WW=WWW WW=NWW NEE=NEEE NN=NNN NNE=NE NNW=NW NNEE=NNE NNWW=NNW NEE=W NNN=W"))
        places = (0, -4), (0, -3), (1, -3), (1, -2), (1, 4), (1, 5), (2, -2), (2, 3), (3, -1), (3, 0), (3, 1), (3, 2)
        wide = bits(*(cells[at - row * up + side] == cells[at - row * up + side - 1] for row, side in places))
        contexts = [alike, more, hashed(more, wide), near]
        first = ["N", "W"] if c["W"] == c["NW"] else ["W", "N"]
        candidates = [c[name] for name in (*first, "NE", "NW")] + [self.followers.get(slot, 0)]
        cell = None
        for number, candidate in enumerate(candidates):
            if candidate in candidates[:number] or broken and candidate == c["W"]:
                continue
            if self.cells.decide(self.decoder, contexts, number, number):
                cell = candidate
                break
        if cell is None:
            cell = self.read_other(contexts, c["W"], c["N"])
        self.followers[slot] = cell
        return cell

    def read_other(self, contexts, west, north):
        if self.seen < self.colours and self.cells.decide(self.decoder, contexts, 5, 5):
            self.seen += 1
            return self.seen - 1
        node, length = 1, (self.seen - 1).bit_length()
        for _ in range(length):
            around = [0, hashed(1, west), hashed(2, north), hashed(west, north)]
            node = node << 1 | self.indices.decide(self.decoder, around, node)
        assert node - (1 << length) < self.seen
        return node - (1 << length)


def check_of(rows):
    h = 0
    for row in rows:
        for end, colour in row:
            h = ((h << 5 | h >> 59) ^ (colour << 32 | end)) * 0x9E3779B97F4A7C15 % 2**64
            h %= 2**64
    return h >> 40


def decode(data):
    """The samples of a picture, or the labels of a label map."""
    assert data[:4] == b"PAV\x01" and data[4] >> 4 in (1, 2, 3)
    width, at = read_size(data, 5)
    height, at = read_size(data, at)
    if data[4] >> 4 == 3:
        return decode_labels(data, at, height, width)
    count = clamp(height * width >> 22, 1, max(height, 1))
    samples = b""
    for part in range(count):
        length, at = read_size(data, at) if part + 1 < count else (len(data) - at, at)
        rows = (part + 1) * height // count - part * height // count
        samples += decode_part(data[at : at + length], data[4], rows, width)
        at += length
    return samples


def decode_part(data, kind, height, width):
    pixel_bytes = ((kind & 3) + 1) << (kind >> 2 & 1)
    halves = pixel_bytes > 4
    if halves:
        height, pixel_bytes, kind = 2 * height, pixel_bytes // 2, kind & ~4
    decoder = Decoder(data)
    read = read_regions if kind >> 4 == 1 else read_blended
    rows, heights, widths = read(decoder, kind, height, width)
    finish(decoder, rows.checked)
    samples = b""
    for row, repeat in zip(rows.painted, heights):
        line, start = b"", 0
        for end, colour in row:
            line += colour.to_bytes(pixel_bytes) * sum(widths[start:end])
            start = end
        samples += line * repeat
    if halves:
        middle = len(samples) // 2
        samples = bytes(byte for pair in zip(samples[:middle], samples[middle:]) for byte in pair)
    return samples


def finish(decoder, rows):
    """Checks that a stream ends as it should, with the checksum of its rows."""
    assert decoder.at == len(decoder.data) and decoder.offset < 1 << 24
    assert check_of(rows) == int.from_bytes(decoder.data[-3:])


def decode_labels(data, at, height, width):
    depth, at = read_size(data, at)
    length, at = read_size(data, at)
    index = read_index(Decoder(data[at : at + length]), depth)
    size, at, labels = 1 << (data[4] & 3), at + length, b""
    for length, known in index:
        decoder = Decoder(data[at : at + length])
        regions = Regions(decoder, height, width, len(known))
        rows = [runs_of(regions.read_row()) for _ in range(height)]
        finish(decoder, rows)
        for row in rows:
            start = 0
            for end, place in row:
                labels += (known[place] % 256**size).to_bytes(size, "little") * (end - start)
                start = end
        at += length
    assert at == len(data)
    return labels


def read_index(decoder, depth):
    lengths, counts, follows, steps = Number(), Number(), Counters(), Number()
    index, words, before = [], [], []
    for _ in range(depth):
        length, count = lengths.read(decoder), counts.read(decoder)
        labels, last, following = [], 0, 0
        for _ in range(count):
            if following < len(before) and follows.decide(decoder):
                last = before[following]
            else:
                last = step_from(last, steps.read(decoder))
            if last in before:
                following = before.index(last) + 1
            labels.append(last)
        index.append((length, labels))
        words += [[(word % WORD, word >> 32)] for word in (length, *labels)]
        before = labels
    finish(decoder, words)
    return index


# Rows as runs (end, colour): those that the checksum covers, and those with the final colours.
Rows = collections.namedtuple("Rows", "checked painted")


def read_regions(decoder, kind, height, width):
    heights, widths = read_axis(decoder, height), read_axis(decoder, width)
    if kind & 8:
        colours = [255, 0] if decoder.decide(32768) else [0, 255]
    else:
        colours = read_values(decoder, Number().read(decoder))
    regions = Regions(decoder, len(heights), len(widths), len(colours))
    rows = [runs_of(regions.read_row()) for _ in heights]
    return Rows(rows, [[(end, colours[place]) for end, place in row] for row in rows]), heights, widths


# By the lower three bits of the kind: bit offsets of the bytes of a cell, in the order of the file.
BYTE_ORDER = {0: [0], 1: [0, 8], 2: [8, 16, 0], 3: [0, 16, 24, 8], 4: [8, 0], 5: [8, 0, 24, 16]}


def read_blended(decoder, kind, height, width):
    heights, widths = read_axis(decoder, height), read_axis(decoder, width)
    colours = None
    if decoder.decide(32768):
        colours = [int("".join(str(int(decoder.decide(32768))) for _ in range(32)), 2) for _ in range(2)]
    order = None if colours else BYTE_ORDER[kind & 7]
    blended = Blended(decoder, len(heights), len(widths), order, Number, kind & 1 == 1)
    rows = [runs_of(blended.read_row()) for _ in heights]
    painted = [[(end, colours[cell]) for end, cell in row] for row in rows] if colours else rows
    return Rows(rows, painted), heights, widths


def runs_of(cells):
    ends = [at for at in range(1, len(cells) + 1) if at == len(cells) or cells[at] != cells[at - 1]]
    return [(end, cells[end - 1]) for end in ends]
