# Calls of functions, and reference functions in place of the student's.


def reference(name, reads):
    """A function that lets the parent process call the reference; `reads` passes one input line."""

    def call_reference(*args):
        left = set_limit(0)
        typed = sys.stdin.readline() if reads else ""
        question = {"name": name, "args": encoded_all(args), "typed": typed}
        write_answer({"reference": question})
        answer = read_request()
        set_limit(left or 1)
        for arg, after in zip(args, answer.get("args", [])):
            overwrite(arg, decoded(after))
        sys.stdout.write(answer.get("printed", ""))
        if "returned" not in answer:
            raise ValueError(answer.get("error", name))
        return decoded(answer["returned"])

    return call_reference


def overwrite(arg, after):
    """Gives a list or dictionary the content that the reference left in it."""
    if isinstance(arg, list) and arg != after:
        arg[:] = after
    elif isinstance(arg, dict) and arg != after:
        arg.clear()
        arg.update(after)


def replace(functions):
    for name, reads in functions:
        for source in SOURCES.values():
            source.module.__dict__[name] = reference(name, reads)


# Calling.


def call_once(function, case, limit):
    printed = LimitedOutput()
    sys.stdin, sys.stdout, sys.stderr = io.StringIO(case.get("input", "")), printed, printed
    args = [decoded(arg) for arg in case["args"]]
    try:
        try:
            set_limit(limit)
            returned = function(*args)
            kind = "shared" if shares_rows(returned) else type(returned).__name__
            value, *after = encoded_all([returned, *args])
            answer = {"value": value, "kind": kind, "args": after}
        finally:
            set_limit(0)
        answer["printed"] = without_address(printed.getvalue())
        return {"returned": answer}
    except Hung:
        return {"hung": {}}
    except BaseException as error:
        return {"crashed": described(error)}


def shares_rows(returned):
    """Whether a list contains one inner list several times, so that a change shows in all."""
    if not isinstance(returned, list):
        return False
    rows = [id(row) for row in returned if isinstance(row, list)]
    return len(set(rows)) < len(rows)


def call(name, cases, limit):
    global ANSWERS
    answers = ANSWERS = []
    try:
        function = find(name)
    except BaseException as error:
        return {"answers": [{"crashed": described(error)} for _ in cases]}
    for case in cases:
        answers.append(call_once(function, case, limit))
        if threading.active_count() > 1:
            answers[-1] = {"crashed": {"type": "Lingers", "text": "", "line": None}}
            break
        if "hung" in answers[-1]:
            break
    ANSWERS = None
    return {"answers": answers}


# The same run every time.


def make_reproducible():
    """Replaces the sources of chance and time by fixed ones; a seed that the student chooses is kept."""
    own_seed = random.Random.seed
    seeds = itertools.count()

    def seed(self, a=None, version=2):
        # No seed, or the time, stands for a seed that differs each time.
        by_chance = a is None or isinstance(a, float)
        own_seed(self, next(seeds) if by_chance else a, version)

    random.Random = type("Random", (random.Random,), {"seed": seed})
    hidden = random._inst
    random.seed = lambda a=None, version=2: seed(hidden, a, version)
    bytes_source = random.Random(1)
    os.urandom = random._urandom = lambda count: bytes_source.randbytes(count)
    invent_clocks()
    # Pauses for a human reader are skipped.
    time.sleep = lambda seconds: None
    random.seed(0)


def invent_clocks():
    """Replaces the clocks that programs read. Each look finds the time a second and some microseconds later."""
    moments = random.Random(2)
    ticks = itertools.count(1_600_000_000)
    now = lambda: 1_000_000_000 * next(ticks) + 1000 * moments.randrange(1_000_000)
    for clock in ("time", "monotonic", "perf_counter", "process_time", "thread_time"):
        setattr(time, clock, lambda: now() / 1e9)
        setattr(time, clock + "_ns", now)
    for name in ("localtime", "gmtime", "ctime"):
        own = getattr(time, name)
        setattr(time, name, lambda seconds=None, own=own: own(now() / 1e9 if seconds is None else seconds))

    class Clock(datetime.datetime):
        @classmethod
        def now(cls, tz=None):
            return cls.fromtimestamp(now() / 1e9, tz)

        today = now
        utcnow = now

    Clock.__name__ = Clock.__qualname__ = "datetime"
    Clock.__module__ = "datetime"
    datetime.datetime = Clock


def main():
    sys.argv = ["devoir.py"]
    # The student's code finds its own module under this name, not the runner.
    sys.modules["__main__"] = types.ModuleType("__main__")
    while True:
        request = read_request()
        if "inspect" in request:
            answer = {"inspected": inspect(request["inspect"])}
        elif "load" in request:
            make_reproducible()
            answer = {"loaded": load(request["load"], request["definitions_only"])}
            replace(request["replace"])
        else:
            answer = call(request["call"], request["cases"], request["limit"])
        write_answer(answer)


main()
