"""A second decoder of .pav files, written from docs/pavage-format.md: decodes generated pictures of the outlines,
mixed and blended modes, and compares them with the originals. The digest of the files that it read is kept."""

import collections

import fixture
from harness import build
from pavage_mixed import Mixed
from pavage_pictures import digest, encoded, generated

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
        while bits < 63 and self.length.decide(decoder, bits):
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


def read_palette(decoder):
    count = Number().read(decoder) + 1
    colours, gaps, least = [], Number(), 0
    for _ in range(count):
        colours.append(least + gaps.read(decoder))
        least = colours[-1] + 1
    return colours


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


def age_class(age):
    return [age, age, 2, 2][age] if age < 4 else 3 + (age > 7) + (age > 15) + (age > 63)


class Outlines:
    def __init__(self, decoder, width, colours):
        self.decoder, self.width, self.colours = decoder, width, colours
        self.expected, self.recoloured, self.straight = Counters(), Counters(), Counters()
        self.shift, self.way, self.new = Counters(), Counters(), Counters()
        self.by, self.length, self.gone = (Number(), Number()), (Number(), Number()), Number()
        self.candidate, self.nodes = Counters(), Counters()
        self.shifts, self.guesses, self.row = {}, {}, 0
        self.here = [(width, 0, 0, 0)]

    def read_row(self):
        self.above = self.here + [(WORD - 1, 0, 0, 0)]
        self.here, self.row = [], self.row + 1
        self.start = self.reference = self.kind = 0
        self.older = self.newer = 0
        self.colour = self.read_colour(None, 0, 0, None)
        while self.start < self.width:
            self.read_step()
        return self.here

    def read_step(self):
        edge, north, age, last = self.above[self.reference]
        beside = self.above[self.reference + 1][1]
        slot = ((north + beside) * 31 + (north ^ beside)) % 256
        sign = 1 if north < beside else -1
        known = self.shifts.get(slot, (0, 0))[0] == self.row
        shift = self.shifts[slot][1] * sign if known else 0
        place = ((north == self.colour) + 2 * (edge == self.width)) * 5 + self.kind
        stood = max(abs(last), 1) - 1
        rhythm = 5 * age_class(age) + 2 + max(-2, min(2, age - stood))
        if known:
            rhythm = 35 + 7 * (shift != 0) + age_class(age)
        context = 20 * rhythm + place

        expected = ("shift", 0)
        again = self.older or self.newer
        if again and self.start + again < edge:
            expected = ("new", again)
        elif edge < self.width and self.start < edge + shift < self.width:
            expected = ("shift", shift)

        end, reference = self.lead(expected)
        guess = self.guess(self.colour, self.above[reference][1])
        if self.expected.decide(self.decoder, context):
            return self.finish(expected, guess, slot, sign)
        if end < self.width and self.colours > 2 and self.recoloured.decide(self.decoder, place):
            colour = self.read_colour(self.colour, reference, self.kind_of(expected), guess)
            return self.finish(expected, colour, slot, sign)
        step = self.read_other(expected, context, place, last)
        if step[0] == "gone":
            self.reference += step[1]
            self.kind, self.older, self.newer = 4, 0, 0
            return
        end, reference = self.lead(step)
        colour = 0
        if end < self.width:
            colour = self.read_colour(self.colour, reference, self.kind_of(step), None)
        self.finish(step, colour, slot, sign)

    def read_other(self, expected, context, place, last):
        if expected != ("shift", 0) and self.straight.decide(self.decoder, context):
            return ("shift", 0)
        if self.shift.decide(self.decoder, place):
            way = 0 if last == 0 else 1 if last < 0 else 2
            left = self.way.decide(self.decoder, 20 * way + place)
            by = self.by[left].read(self.decoder) + 1
            return ("shift", -by if left else by)
        if self.new.decide(self.decoder, place):
            return ("new", self.length[self.kind >= 3].read(self.decoder) + 1)
        return ("gone", self.gone.read(self.decoder) + 1)

    def lead(self, step):
        """The end of the run after a step, and the reference edge that follows."""
        edge = self.above[self.reference][0]
        end = edge + step[1] if step[0] == "shift" else self.start + step[1]
        reference = self.reference + (step[0] == "shift")
        while self.above[reference][0] <= end:
            reference += 1
        return end, reference

    def finish(self, step, colour, slot, sign):
        end, reference = self.lead(step)
        age = last = 0
        if step[0] == "shift":
            _, _, age, last = self.above[self.reference]
            self.shifts[slot] = (self.row, step[1] * sign)
            if step[1] == 0:
                age = min(age + 1, 255)
            else:
                last = min(age + 1, 127) * (-1 if step[1] < 0 else 1)
                age = 0
            self.older = self.newer = 0
        else:
            self.older, self.newer = self.newer, step[1]
        self.here.append((end, self.colour, age, last))
        self.start, self.colour, self.reference = end, colour, reference
        self.kind = self.kind_of(step)

    @staticmethod
    def kind_of(step):
        if step[0] == "new":
            return 3
        return 0 if step[1] == 0 else 1 if step[1] < 0 else 2

    @staticmethod
    def slot(left, north):
        return ((left * 0x9E3779B1) % WORD ^ (north * 0x85EBCA6B) % WORD) >> 22

    def guess(self, left, north):
        if self.colours == 2:
            return 1 - left
        return self.guesses.get(self.slot(left, north), north)

    def read_colour(self, left, reference, kind, refused):
        if self.colours == 2 and left is not None:
            return 1 - left
        north, beyond = self.above[reference][1], self.above[reference + 1][1]
        tried = {left, refused}
        guess = north if left is None else self.guess(left, north)
        for number, candidate in enumerate((guess, north, beyond)):
            if candidate in tried:
                continue
            if self.candidate.decide(self.decoder, (number, kind)):
                return self.learn(left, north, candidate)
            tried.add(candidate)
        node, bits = 1, (self.colours - 1).bit_length()
        for _ in range(bits):
            node = node << 1 | self.nodes.decide(self.decoder, node)
        return self.learn(left, north, node - (1 << bits))

    def learn(self, left, north, colour):
        if left is not None:
            self.guesses[self.slot(left, north)] = colour
        return colour


def check_of(rows):
    h = 0
    for row in rows:
        for end, colour in row:
            h = ((h << 5 | h >> 59) ^ (colour << 32 | end)) * 0x9E3779B97F4A7C15 % 2**64
            h %= 2**64
    return h >> 40


def decode(data):
    assert data[:4] == b"PAV\x01" and data[4] >> 4 in (5, 6, 7)
    pixel_bytes = ((data[4] & 3) + 1) << (data[4] >> 2 & 1)
    width, at = read_size(data, 5)
    height, at = read_size(data, at)
    decoder = Decoder(data[at:])
    read = read_outlines if data[4] >> 4 == 5 else read_mixed
    rows, heights, widths = read(decoder, data[4], height, width)
    assert decoder.at == len(decoder.data) and decoder.offset < 1 << 24
    assert check_of(rows.checked) == int.from_bytes(data[-3:])
    samples = b""
    for row, repeat in zip(rows.painted, heights):
        line, start = b"", 0
        for end, colour in row:
            line += colour.to_bytes(pixel_bytes) * sum(widths[start:end])
            start = end
        samples += line * repeat
    return samples


# Rows as runs (end, colour): those that the checksum covers, and those with the final colours.
Rows = collections.namedtuple("Rows", "checked painted")


def read_outlines(decoder, kind, height, width):
    colours = [0, 255] if kind & 8 else read_palette(decoder)
    heights, widths = read_axis(decoder, height), read_axis(decoder, width)
    outlines = Outlines(decoder, len(widths), len(colours))
    rows = [[(end, place) for end, place, _, _ in outlines.read_row()] for _ in heights]
    return Rows(rows, [[(end, colours[place]) for end, place in row] for row in rows]), heights, widths


# By the lower three bits of the kind: bit offsets of the bytes of a cell, in the order of the file.
BYTE_ORDER = {0: [0], 1: [0, 8], 2: [8, 16, 0], 3: [0, 16, 24, 8], 4: [8, 0], 5: [8, 0, 24, 16]}


def read_mixed(decoder, kind, height, width):
    heights, widths = read_axis(decoder, height), read_axis(decoder, width)
    colours = None
    if decoder.decide(32768):
        colours = [int("".join(str(int(decoder.decide(32768))) for _ in range(32)), 2) for _ in range(2)]
    order = None if colours else BYTE_ORDER[kind & 7]
    mixed = Mixed(decoder, len(heights), len(widths), order, Number, kind >> 4 == 7, kind & 1 == 1)
    rows = [runs_of(mixed.read_row()) for _ in heights]
    painted = [[(end, colours[cell]) for end, cell in row] for row in rows] if colours else rows
    return Rows(rows, painted), heights, widths


def runs_of(cells):
    ends = [at for at in range(1, len(cells) + 1) if at == len(cells) or cells[at] != cells[at - 1]]
    return [(end, cells[end - 1]) for end in ends]


rows = []
for mode, pictures in generated().items():
    files = encoded(build("pavage"), mode, pictures)
    for number, (data, picture) in enumerate(zip(files, pictures, strict=True)):
        assert decode(data) == picture.tobytes(), (mode, number)
    rows.append([mode, len(files), digest(files)])
fixture.write("pavage", rows)
