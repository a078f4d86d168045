"""A decoder of the blended mode, written from docs/pavage-format.md, for pavage.py."""

WORD = 2**32
SIGMOID = [
    1, 1, 1, 2, 3, 5, 8, 13, 22, 36, 60, 98, 162, 267, 439, 720, 1179, 1921, 3108, 4971, 7812, 11955, 17625, 24743,
    32768, 40793, 47911, 53581, 57724, 60565, 62428, 63615, 64357, 64816, 65097, 65269, 65374, 65438, 65476, 65500,
    65514, 65523, 65528, 65531, 65533, 65534, 65535, 65535, 65535,
]


def clamp(value, least, most):
    return max(least, min(most, value))


def squash(x):
    entry, part = divmod(clamp(x, -3071, 3071) + 3072, 128)
    return (SIGMOID[entry] * (128 - part) + SIGMOID[entry + 1] * part) >> 7


def stretches():
    x, table = -3071, []
    for entry in range(4096):
        while x < 3071 and squash(x) < entry * 16 + 8:
            x += 1
        table.append(x)
    return table


STRETCH = stretches()


def stretch(chance):
    return STRETCH[chance >> 4]


def hashed(*values):
    h = 0x811C9DC5
    for value in values:
        m = (h ^ value % WORD) * 0x9E3779B1 % WORD
        h = m ^ m >> 15
    return h


MOST = [48, 36, 20, 12, 9, 7, 6]
FRESH = 0, 0


def is_possible(counts):
    return min(counts) <= 6 and max(counts) <= MOST[min(counts)]


def after(history, decision):
    other, taken = history[1 - decision], history[decision] + 1
    other = (other + 2) >> 1 if other > 2 else other
    while not is_possible((taken, other)):
        taken -= 1
    return (other, taken) if decision else (taken, other)


class Mixture:
    def __init__(self, bits, sets, refinements):
        self.bits, self.sets = bits, sets
        self.refinements = [[squash((k - 16) * 192) for k in range(33)] for _ in range(refinements)]
        self.lines, self.chances, self.found = {}, {}, []

    def look(self, contexts):
        self.places = [self.place(context, number) for number, context in enumerate(contexts)]
        self.find()

    def look_further(self, decisions):
        self.places = [
            (at ^ 4 * (decisions + 1), (check + 16 * decisions + 1) % 256) for at, check in self.places
        ]
        self.find()

    def place(self, context, number):
        x = (context + number * 0x9E3779B1) * 0x85EBCA6B % WORD
        y = (x ^ x >> 15) * 0xC2B2AE35 % WORD
        z = y ^ y >> 13
        return z >> 32 - self.bits, z & 0xFF

    def find(self):
        for at, line in self.found:
            self.lines[at] = line
        self.found = [self.line(*place) for place in self.places]

    def line(self, at, check):
        trio = at, at ^ 1, at ^ 2
        lines = [self.lines.get(place, [0] + [FRESH] * 15) for place in trio]
        for place, line in zip(trio, lines):
            if line[0] == check:
                return place, list(line)
        number = min(range(3), key=lambda number: (sum(lines[number][1]), lines[number][1][1]))
        self.lines[trio[number]] = [check] + [FRESH] * 15
        return trio[number], list(self.lines[trio[number]])

    def seen(self, context, node):
        return sum(self.found[context][1][node + 1])

    def chance(self, context, history):
        zeros, ones = history
        return self.chances.get((context, history), ((10 * ones + 4) * 65536 // (10 * (zeros + ones) + 8), 0))

    def decide(self, decoder, node, sets, refinement, extra=()):
        histories = [line[node + 1] for _, line in self.found]
        inputs = [stretch(self.chance(*pair)[0]) for pair in enumerate(histories)] + list(extra)
        total = 0
        for number, value in enumerate(inputs):
            weight = 0
            for name in sets:
                weight = clamp(weight + self.sets[name][number], -32768, 32767)
            total += value * weight
        mixed = clamp(total >> 14, -3071, 3071)
        chance = squash(mixed)
        entry, part = divmod(mixed + 3072, 192)
        row = self.refinements[refinement]
        refined = (row[entry] * (192 - part) + row[entry + 1] * part) // 192
        answer = decoder.decide(clamp((chance + refined) >> 1, 8, 65528))
        self.learn(inputs, node, sets, answer, ((answer << 16) - chance) * 14 >> 5)
        near = entry + (part >= 96)
        row[near] += ((65535 if answer else 0) - row[near]) >> 6
        return answer

    def learn(self, inputs, node, sets, answer, error):
        for name in sets:
            weights = self.sets[name]
            for number, value in enumerate(inputs):
                weights[number] = clamp(weights[number] + (value * error + 32768 >> 16), -32768, 32767)
        for context, (_, line) in enumerate(self.found):
            history = line[node + 1]
            chance, times = self.chance(context, history)
            chance += ((answer << 16) - chance) * (65536 // (times + 20)) >> 16
            self.chances[context, history] = chance, min(times + 1, 235)
            line[node + 1] = after(history, answer)


def weights(inputs, sets, general, first, late=()):
    return [[0 if number >= general or i in late else first for i in range(inputs)] for number in range(sets)]


class Canvas:
    """The rows of a picture with margins in one list; a cell is an index into it."""

    def __init__(self, height, width):
        self.width, self.stride = width, width + 12
        self.cells = [0] * (6 + height) * self.stride
        self.start = 5 * self.stride + 6

    def open_row(self):
        above = self.cells[self.start]
        self.start += self.stride
        self.cells[self.start - 6 : self.start] = [above] * 6

    def close_row(self):
        end = self.start + self.width
        self.cells[end : end + 6] = [self.cells[end - 1]] * 6

    def row(self, above=0):
        start = self.start - above * self.stride
        return self.cells[start : start + self.width]

    def named(self, at):
        rows = {"W": (0, -1), "WW": (0, -2), "WWW": (0, -3), "N": (1, 0), "NW": (1, -1), "NWW": (1, -2), "NE": (1, 1)}
        rows |= {"NEE": (1, 2), "NEEE": (1, 3), "NN": (2, 0), "NNW": (2, -1), "NNE": (2, 1), "NNWW": (2, -2)}
        rows |= {"NNEE": (2, 2), "NNN": (3, 0)}
        return {name: self.cells[at - up * self.stride + beside] for name, (up, beside) in rows.items()}


class Blended:
    def __init__(self, decoder, height, width, order, number, has_opacity):
        self.decoder, self.canvas = decoder, Canvas(height, width)
        self.size = max(height * width, 1).bit_length() - 1
        self.ages = [0] * (width + 2)
        self.unbroken = Mixture(10, weights(5, 2, 1, 4096), 1)
        self.breaks = {}
        self.number = number
        self.two = order is None
        self.cells = Two(self) if self.two else Many(self, order, has_opacity)

    def read_row(self):
        canvas = self.canvas
        canvas.open_row()
        column = self.run = 0
        self.cells.open_row()
        while column < canvas.width:
            broken = False
            at = canvas.start + column
            near = canvas.named(at)
            if len({near[name] for name in ("W", "WW", "NW", "N", "NE", "NEE")}) == 1 and self.cells.may_stretch(at):
                length, stands = self.read_stretch(at, column, near["W"])
                column += stands
                self.run += stands
                self.cells.stop(at + stands)
                if stands == length:
                    continue
                broken, at = True, at + stands
            cell = self.cells.read(at, column, broken)
            canvas.cells[at] = cell
            self.run = self.run + 1 if cell == canvas.cells[at - 1] else 0
            self.cells.keep(at)
            column += 1
        canvas.close_row()
        for place, (here, above) in enumerate(zip(canvas.row(), canvas.row(1)), 1):
            self.ages[place] = min(self.ages[place] + 1, 65535) if here == above else 0
        return canvas.row()

    def read_stretch(self, at, column, colour):
        length = 0
        while column + length < self.canvas.width and self.canvas.cells[at - self.canvas.stride + 2 + length] == colour:
            length += 1
        k, age = length.bit_length() - 1, self.ages[column + 1]
        by_age = hashed(min(age, 64), colour, k)
        self.unbroken.look([0, hashed(k, colour), hashed(k, colour, age == 0), hashed(length, colour), by_age])
        stands = length
        if not self.unbroken.decide(self.decoder, 0, (0, 1, 1), 0):
            stands = self.breaks.setdefault(k, self.number()).read(self.decoder)
            assert stands < length
        self.canvas.cells[at : at + stands] = [colour] * stands
        return length, stands


class Two:
    def __init__(self, mixed):
        self.mixed, self.canvas = mixed, mixed.canvas
        self.mixture = Mixture(clamp(mixed.size + 2, 8, 18), weights(21, 278, 6, 3500), 1024)
        self.followers = Follower(mixed, 5), Follower(mixed, 3)
        self.looked = False

    def open_row(self):
        self.known = 6

    def stop(self, _):
        self.known = 6
        for follower in self.followers:
            follower.next = follower.run = 0

    def part(self, at, row, left, right):
        centre = at - row * self.canvas.stride
        value = 0
        for cell in self.canvas.cells[centre - left : centre + right + 1]:
            value = value << 1 | cell
        return value

    def left(self, at, count):
        return self.part(at, 0, min(count, self.known), -1)

    def may_stretch(self, at):
        return all(self.part(at, row, 4, 4) in (0, 511) for row in (1, 2, 3))

    def contexts(self, at):
        r, l = lambda row, a, b: self.part(at, row, a, b), lambda count: self.left(at, count)
        sixth = hashed(l(6) << 13 | r(1, 6, 6), r(2, 5, 5) << 16 | r(3, 4, 4) << 7 | r(4, 3, 3))
        return [
            l(2) << 3 | r(1, 1, 1),
            l(4) << 8 | r(1, 2, 2) << 3 | r(2, 1, 1),
            hashed(l(4) << 8 | r(1, 3, 3), r(2, 2, 2)),
            hashed(l(5) << 10 | r(1, 4, 4), r(2, 3, 3) << 3 | r(3, 1, 1)),
            hashed(l(6) << 13 | r(1, 5, 5), r(2, 4, 4) << 7 | r(3, 3, 3)),
            sixth,
            hashed(sixth, r(5, 4, 4) << 10 | r(6, 4, 4), r(4, 5, 5)),
            hashed(l(2) << 4 | r(1, 1, 1), r(2, 1, 1) << 12 | r(3, 1, 1) << 9 | r(4, 1, 1) << 6 | r(5, 1, 1) << 3 | r(6, 1, 1)),
            hashed(l(12), r(1, 6, 6)),
            hashed(l(3), r(1, 0, 6) << 14 | r(2, 0, 6) << 7 | r(3, 0, 6)),
            hashed(l(6), r(1, 6, 0) << 14 | r(2, 6, 0) << 7 | r(3, 6, 0)),
            hashed(l(2) << 3 | r(1, 1, 1), r(4, 3, 3) << 14 | r(5, 3, 3) << 7 | r(6, 3, 3)),
            hashed(l(8), r(2, 2, 2) << 5 | r(4, 2, 2), r(1, 1, 1)),
            hashed(l(3) << 5 | r(1, 2, 2), r(2, 2, 2) << 15 | r(3, 2, 2) << 10 | r(4, 2, 2) << 5 | r(5, 2, 2)),
            hashed(l(6), r(1, 3, 6), r(2, 3, 6)),
            hashed(l(4), r(1, 6, 2), r(2, 6, 2)),
            hashed(l(16)),
            hashed(l(3), r(1, 3, 3), r(3, 3, 3)),
        ]

    def read(self, at, _, broken):
        self.looked = not broken
        if broken:
            return 1 - self.canvas.cells[at - 1]
        contexts = self.contexts(at)
        for follower in self.followers:
            follower.look(at, contexts)
        self.mixture.look(contexts)
        node = self.left(at, 1) << 2 | self.part(at, 1, 0, 1)
        surrounding = self.left(at, 2) << 6 | self.part(at, 1, 1, 2) << 2 | self.part(at, 2, 0, 1)
        order = sum(self.mixture.seen(context, node) > 0 for context in range(2, 7))
        length = self.followers[0].length()
        sets = order, 6 + surrounding, 262 + length
        extra = [256] + [follower.input() for follower in self.followers]
        return int(self.mixture.decide(self.mixed.decoder, node, sets, 4 * surrounding + (length >> 2), extra))

    def keep(self, at):
        self.known += 1
        if self.looked:
            for follower in self.followers:
                follower.keep(at)


class Follower:
    def __init__(self, mixed, context):
        self.canvas, self.context = mixed.canvas, context
        self.bits = clamp(mixed.size, 8, 16)
        self.places, self.next, self.run, self.right = {}, 0, 0, [49152] * 16

    def look(self, at, contexts):
        cells = self.canvas.cells
        self.slot = contexts[self.context] * 0x9E3779B1 % WORD >> 32 - self.bits
        if self.next == 0:
            self.next, self.run = self.places.get(self.slot, 0), 0
            if self.next:
                self.run = agreeing(cells, at, self.next, 23) // 4

    def length(self):
        return 1 + min(min(self.run, 7) + (self.run >> 3).bit_length(), 14) if self.next else 0

    def input(self):
        if self.next == 0:
            return 0
        value = stretch(self.right[self.length()])
        return value if self.canvas.cells[self.next] else -value

    def keep(self, at):
        self.places[self.slot] = at
        if self.next == 0:
            return
        right, length = self.canvas.cells[self.next] == self.canvas.cells[at], self.length()
        self.right[length] += ((65535 if right else 0) - self.right[length]) >> 6
        self.next, self.run = (self.next + 1, self.run + 1) if right else (0, 0)


def agreeing(cells, one, other, most):
    count = 0
    while count < most and cells[one - count - 1] == cells[other - count - 1]:
        count += 1
    return count


def bits(*alike):
    value = 0
    for same in alike:
        value = value << 1 | same
    return value


class Many:
    def __init__(self, mixed, order, has_opacity):
        self.mixed, self.canvas, self.order = mixed, mixed.canvas, order
        self.slot_bits = clamp(mixed.size, 8, 16)
        self.last, self.places, self.follows, self.length = {}, {}, 0, 0
        self.same = Mixture(clamp(mixed.size + 3, 8, 18), weights(10, 175, 7, 3000), 112)
        self.levels = Mixture(clamp(mixed.size + 5, 10, 18), weights(16, 1376, 32, 3000, range(8, 14)), 1024)
        self.errors = [128] * 40
        self.opacity = None
        if has_opacity:
            self.opacity, self.kept = Mixture(clamp(mixed.size + 3, 8, 14), weights(7, 27, 1, 3500), 10), 0

    def open_row(self):
        pass

    def stop(self, _):
        self.length = 0

    def may_stretch(self, _):
        return True

    def read(self, at, column, broken):
        c = self.canvas.named(at)
        self.recall(at, c)
        cell = self.read_same(c, column, broken)
        return self.read_new(c) if cell is None else cell

    def recall(self, at, c):
        cells = self.canvas.cells
        self.near = hashed(c["W"], c["N"], c["NW"], c["NE"])
        names = ("WW", "NN", "NEE", "NWW", "NNE", "NNW", "WWW", "NEEE")
        far = hashed(self.near, *(c[name] for name in names))
        self.slots = [value * 0x9E3779B1 % WORD >> 32 - self.slot_bits for value in (self.near, far)]
        if self.length == 0:
            self.follows = self.places.get(self.slots[1], 0)
            if self.follows:
                self.length = 1 + agreeing(cells, at, self.follows, min(31, self.follows - 1)) // 2
        self.guess = self.last.get(self.slots[0], 0)
        self.matched = cells[self.follows] if self.length else c["W"]

    def keep(self, at):
        cell = self.canvas.cells[at]
        self.last[self.slots[0]], self.places[self.slots[1]] = cell, at
        if self.length and cell == self.matched:
            self.follows, self.length = self.follows + 1, min(self.length + 1, 255)
        else:
            self.length = 0

    def read_same(self, c, column, broken):
        self.same.look(self.same_contexts(c, column))
        candidates = [c["W"], c["N"], c["NE"], c["NW"], self.matched, self.guess]
        pattern = (c["W"] == c["N"]) + 2 * (c["N"] == c["NW"]) + 4 * (c["N"] == c["NE"]) + 8 * (c["W"] == c["WW"])
        busy = len({c["W"], c["N"], c["NE"]}) == len({c["W"], c["N"], c["NW"]}) == 3
        if busy and self.length == 0 and not broken and self.decide_same(6, pattern):
            return None
        for number, candidate in enumerate(candidates):
            if broken and candidate == c["W"] or candidate in candidates[:number]:
                continue
            if self.decide_same(number, pattern):
                return candidate
        return None

    def decide_same(self, number, pattern):
        by_length = 7 * (17 + min(self.length.bit_length(), 7)) + number
        sets = number, 7 * (1 + pattern) + number, by_length
        return self.same.decide(self.mixed.decoder, number, sets, 16 * number + pattern, [256])

    def same_contexts(self, c, column):
        equal = lambda pairs: bits(*(c[a] == c[b] for a, b in (pair.split("=") for pair in pairs.split())))
        alike = equal("W=N N=NW N=NE W=WW N=NN NE=NEE NW=NWW W=NW W=NE NN=NNE NN=NNW")
        more = equal("WW=WWW WW=NWW NEE=NEEE NN=NNN NNE=NE NNW=NW NNEE=NNE NNWW=NNW NEE=W NNN=W")
        w, n, ne = c["W"], c["N"], c["NE"]
        m, g, run = self.matched, self.guess, self.mixed.run
        same = bits(m == w, m == n, m == ne, m == g, g == w, g == n)
        ages = [min(age, 255) for age in self.mixed.ages[column : column + 3]]
        wide = hashed(hashed(self.near, c["WW"], c["NN"]), c["NEE"], c["NWW"], c["NNE"], c["NNW"])
        return [
            alike,
            hashed(alike, more),
            self.near,
            hashed(wide, c["WWW"], c["NEEE"], c["NNN"], c["NNWW"], c["NNEE"]),
            hashed(w, n, *ages),
            hashed(min(self.length, 32), same),
            hashed(g, w, n),
            hashed(alike & 127, min(run, 31), min(ages[1], 31)),
            0,
        ]

    def read_new(self, c):
        cell = told = 0
        before = None
        for k, shift in enumerate(self.order):
            byte = self.read_byte(c, k, told, shift, before)
            cell |= byte << shift
            told = hashed(told, byte)
            before = shift, byte
        return cell

    def read_byte(self, c, k, told, shift, before):
        now = {name: cell >> shift & 255 for name, cell in c.items()}
        w, n, nw = now["W"], now["N"], now["NW"]
        texture = min((abs(w - nw) + abs(n - nw)).bit_length(), 9)
        off = off_w = off_n = off_ne = 0
        between = w
        if before:
            past, t = {name: cell >> before[0] & 255 for name, cell in c.items()}, before[1]
            off, off_w, off_n, off_ne = t - gradient(past), *(t - past[name] for name in ("W", "N", "NE"))
            between += off_w
            for name in ("N", "NE", "NW", "WW", "NN"):
                if past[name] != past["W"]:
                    top, bottom = (now[name] - w) * off_w, past[name] - past["W"]
                    between = w + (abs(top) // abs(bottom)) * (1 if (top < 0) == (bottom < 0) else -1)
                    break
        byte_of = lambda value: clamp(value, 0, 255)
        between, announced, middle = byte_of(between), byte_of(gradient(now) + off), (w + n) >> 1
        contexts = [
            hashed(k, told),
            hashed(k, told, c["N"]),
            hashed(k, announced),
            hashed(k, middle, texture),
            hashed(k, byte_of(n + off_n)),
            hashed(k, byte_of(2 * w - now["WW"]), off_w),
            hashed(k, between),
            0,
            hashed(k, told, c["W"]),
            hashed(k, w, n, off_w),
            hashed(k, byte_of(w + now["NE"] - n), off_w + off_ne - off_n),
            hashed(k, byte_of(w + off_w), byte_of(n + off_n)),
            hashed(k, byte_of(2 * n - now["NN"]), off_n),
            hashed(k, announced, texture, between),
        ]
        refused = None
        if self.opacity and k == 0:
            if self.decide_opacity(c, now, texture):
                self.learn_distance(texture, between, w)
                return w
            refused = w
        byte = self.read_bits(k, 10 * k + texture, contexts, between, refused)
        self.learn_distance(10 * k + texture, between, byte)
        return byte

    def decide_opacity(self, c, now, texture):
        w, n, nw, ne, kept = now["W"], now["N"], now["NW"], now["NE"], self.kept
        pairs = hashed(w, texture), hashed(w, n, nw, ne), hashed(n, ne, kept % 4)
        self.opacity.look([hashed(kept % 4096), c["W"], c["N"], *pairs])
        same = self.opacity.decide(self.mixed.decoder, 0, (0, 1 + texture, 11 + kept % 16), texture, [256])
        self.kept = kept << 1 | same
        return same

    def learn_distance(self, situation, centre, byte):
        self.errors[situation] += (256 * abs(byte - centre) - self.errors[situation]) >> 4

    def read_bits(self, k, situation, contexts, centre, refused):
        path = node = 1
        steepness, low, high = 45312 // (self.errors[situation] + 3), 0, 65536
        for below in range(7, -1, -1):
            if below in (7, 3):
                self.levels.look(contexts) if below == 7 else self.levels.look_further(path & 15)
                node = 1
            if below == 0 and refused is not None and refused >> 1 == path & 127:
                return refused ^ 1
            least = (path << below + 1 | 1 << below) & 255
            share = clamp(squash((2 * least - 1 - 2 * centre) * steepness >> 4), low, high)
            extra = [stretch(2 * ((high - share + 1) * 32767 // (high - low + 2))), 256]
            sets = 8 * k + below, 32 + 256 * k + path, 1056 + 8 * situation + below
            bit = self.levels.decide(self.mixed.decoder, node - 1, sets, 256 * k + path, extra)
            low, high = (share, high) if bit else (low, share)
            path, node = path << 1 | bit, node << 1 | bit
        return path & 255


def gradient(level):
    w, n, nw = level["W"], level["N"], level["NW"]
    return clamp(w + n - nw, min(w, n), max(w, n))
