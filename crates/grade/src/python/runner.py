#!/usr/bin/env python3
"""Loads a student's Python files, definition by definition, and calls their functions on request.

Each request is one line of JSON on standard input, each answer one line on standard output with the number of
its request. Requests never contain an expected result, and the judge believes nothing in an answer: student's
code shares this process and can write any answer itself.
"""

import os
import sys

# Sets and dictionaries have one order in every run. The interpreter reads this only when it starts.
if os.environ.get("PYTHONHASHSEED") != "0" and hasattr(sys, "orig_argv"):
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, sys.orig_argv)

import ast
import builtins
import importlib.util
import io
import itertools
import json
import random
import re
import signal
import threading
import time
import traceback
import types

# Seconds of processor time for an import, for one statement outside functions, for all of them,
# and for finding the readable parts of a file with a syntax error.
IMPORTING = 5
LOADING = 0.5
LOADING_ALL = 3
SPLITTING = 1
# Maximum number of characters that one call may print.
MOST_PRINTED = 65536
# Number of times that a call is interrupted before the process exits, and the seconds between two.
INTERRUPTIONS = 3
AGAIN = 0.1

# Modules that courses use and that may be missing here; a function that needs one is not judged.
COURSE_MODULES = set(
    "numpy matplotlib pylab scipy pandas PIL cv2 imageio skimage sympy seaborn tkinter Tkinter turtle"
    " pygame IPython ipywidgets google msvcrt winsound colorama termcolor keyboard".split()
)
# Numerical libraries use one thread: the number of threads is limited.
os.environ.update(OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1", MPLBACKEND="Agg")

OUT = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
IN = os.fdopen(os.dup(0), "r", encoding="utf-8", newline="\n")
os.dup2(os.open(os.devnull, os.O_RDWR), 1)
os.dup2(1, 2)
os.dup2(1, 0)


class Hung(BaseException):
    """The processor time of a call is used up."""


class Flood(BaseException):
    """A call printed more than MOST_PRINTED characters."""


class Nested(Exception):
    """A value contains itself, or lists more than 20 levels deep."""


class MissingModule(Exception):
    """A module of COURSE_MODULES is not installed."""


class Missing:
    """Placeholder of a module that is not installed: every use raises MissingModule."""

    def __init__(self, module):
        object.__setattr__(self, "module", module)

    def __getattr__(self, name):
        raise MissingModule(self.module)

    def __call__(self, *args, **named):
        raise MissingModule(self.module)


class LimitedOutput(io.StringIO):
    """Standard output of a call, up to MOST_PRINTED characters."""

    def write(self, text):
        if self.tell() + len(text) > MOST_PRINTED:
            raise Flood(MOST_PRINTED)
        return super().write(text)


def interrupt(signum, frame):
    """Raises Hung in the running code; exits when the code caught every earlier interruption."""
    global INTERRUPTED
    INTERRUPTED += 1
    if INTERRUPTED > INTERRUPTIONS:
        if ANSWERS is not None:
            write_answer({"answers": ANSWERS + [{"hung": {}}]})
        os._exit(1)
    raise Hung()


# Number of interruptions of the running code.
INTERRUPTED = 0
# Answers of the earlier calls of the request; None outside a request of calls.
ANSWERS = None
# Number of the last request, which its answer repeats.
REQUEST = None
OWN = os.getpid()


signal.signal(signal.SIGPROF, interrupt)


def set_limit(seconds):
    """Limits the processor time of the code that follows, 0 for none; returns what was left.

    Time asleep is limited by the parent process.
    """
    global INTERRUPTED
    INTERRUPTED = 0
    return signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)[0]


def write_answer(value):
    # Only this process answers, not one that the student's code forked.
    if os.getpid() != OWN:
        os._exit(1)
    OUT.write(json.dumps({"request": REQUEST, "reply": value}) + "\n")
    OUT.flush()


def read_request():
    global REQUEST
    line = IN.readline()
    if not line:
        os._exit(0)
    request = json.loads(line)
    REQUEST = request["request"]
    return request


# Values from JSON and back.


def decoded(value):
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, dict):
        if "()" in value:
            return tuple(decoded(item) for item in value["()"])
        return {key: decoded(item) for key, item in value["{}"]}
    return value


def encoded(value, depth=0):
    if depth > 20:
        raise Nested(depth)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return without_address(value)
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 62 else repr(value)
    if isinstance(value, float):
        return float(value) if value == value and abs(value) < 1e300 else repr(value)
    if isinstance(value, dict):
        return {str(key): encoded(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((encoded(item, depth + 1) for item in value), key=repr)
    if isinstance(value, (list, tuple, range)):
        return [encoded(item, depth + 1) for item in value]
    if hasattr(value, "tolist"):
        return encoded(value.tolist(), depth + 1)
    if hasattr(value, "__next__"):
        return [encoded(item, depth + 1) for item in itertools.islice(value, 10000)]
    return without_address(repr(value))[:200]


def without_address(text):
    """A text without the addresses of objects, which differ from run to run."""
    return re.sub(r"\bat 0x[0-9a-fA-F]+", "at 0x…", text)


# Loading.

# Errors of the parser.
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)

class Source:
    """One file: the statements that can be parsed, and the errors of the others."""

    def __init__(self, name, text):
        self.name = name
        self.module = types.ModuleType(name)
        self.module.__file__ = name + ".py"
        self.broken = {}
        self.faults = []
        self.loaded = False
        # Name of a missing module that was imported with `*`.
        self.missing_star = None
        self.statements = [one for statement in self.parse(text) for one in single_imports(statement)]

    def parse(self, text):
        try:
            return ast.parse(text).body
        except UNREADABLE:
            return self.by_pieces(text.split("\n"))

    def by_pieces(self, lines):
        """The statements of each piece that parses, alone or joined with the next ones."""
        pieces = split_pieces(lines)
        statements, index = [], 0
        deadline = time.process_time() + SPLITTING
        while index < len(pieces):
            start = pieces[index][0]
            joined = 40 if time.process_time() < deadline else 1
            for end in range(index + 1, min(index + joined, len(pieces)) + 1):
                body = parsed(sum((rows for _, rows in pieces[index:end]), []), start)[0]
                if body is not None:
                    break
            if body is None:
                self.fault(statements, *pieces[index])
                end = index + 1
            statements.append(body)
            index = end
        return [statement for body in statements for statement in body or []]

    def fault(self, statements, start, rows):
        """Records a syntax error; the function that it interrupts is broken too."""
        error = {**parsed(rows, start)[1], "file": self.name}
        self.faults.append(error)
        named = re.match(r"(?:async\s+)?def\s+(\w+)", rows[0])
        begins = re.match(r"(if|for|while|with|try|class|async)\b", rows[0])
        before = statements[-1][-1] if statements and statements[-1] else None
        if named:
            self.broken[named.group(1)] = error
        elif begins:
            return
        elif isinstance(before, ast.FunctionDef) and any(row[:1] == " " for row in rows[1:]):
            self.broken[before.name] = error
            statements[-1].pop()

    def load(self, definitions_only):
        if self.loaded:
            return
        self.loaded = True
        self.module.__dict__["__builtins__"] = builtins
        spent = 0
        for statement in self.statements:
            defines = is_definition(statement)
            in_time = spent < LOADING_ALL and not definitions_only
            if is_main(statement) or not (defines or in_time):
                continue
            begun = time.process_time()
            self.execute(statement)
            if not is_import(statement):
                spent += time.process_time() - begun

    def execute(self, statement):
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), LimitedOutput(), LimitedOutput()
        try:
            code = compile(ast.Module([statement], []), self.module.__file__, "exec")
            set_limit(IMPORTING if is_import(statement) else LOADING)
            exec(code, self.module.__dict__)
        except BaseException as error:
            set_limit(0)
            fault = described(error, statement.lineno, self.name)
            self.faults.append(fault)
            if isinstance(error, ModuleNotFoundError):
                self.use_placeholders(statement, (error.name or "").split(".")[0])
            if isinstance(statement, ast.FunctionDef):
                self.broken[statement.name] = fault
        finally:
            set_limit(0)

    def use_placeholders(self, statement, module):
        """Defines the names that a missing module would have given."""
        if module not in COURSE_MODULES:
            return
        for name in getattr(statement, "names", []):
            if name.name == "*":
                self.missing_star = module
            else:
                known = name.asname or name.name.split(".")[0]
                self.module.__dict__[known] = Missing(module)


def is_import(statement):
    return isinstance(statement, (ast.Import, ast.ImportFrom))


def single_imports(statement):
    """`import a, b` as two statements: one of the modules may be missing."""
    if not isinstance(statement, ast.Import):
        return [statement]
    return [ast.copy_location(ast.Import([name]), statement) for name in statement.names]


def is_definition(statement):
    """Whether a statement only defines names: an import, function, class or constant."""
    calls = any(isinstance(part, ast.Call) for part in ast.walk(statement))
    if isinstance(statement, ast.Assign):
        return isinstance(statement.value, ast.Lambda) or not calls
    return isinstance(statement, (ast.FunctionDef, ast.ClassDef)) or is_import(statement)


def split_pieces(lines):
    """Pieces of a file that begin in the first column, each with the number of its first line."""
    joined = re.compile(r"(else|elif|except|finally)\b|[)\]}]")
    pieces = []
    for number, line in enumerate(lines, 1):
        begins = line[:1].strip() and not line.startswith("#")
        decorated = pieces and pieces[-1][1][-1].startswith("@")
        if not pieces or (begins and not joined.match(line) and not decorated):
            pieces.append((number, [line]))
        else:
            pieces[-1][1].append(line)
    return pieces


def parsed(rows, start):
    try:
        tree = ast.parse("\n".join(rows))
        return ast.increment_lineno(tree, start - 1).body, None
    except UNREADABLE as error:
        line = (getattr(error, "lineno", None) or 1) + start - 1
        message = getattr(error, "msg", None) or str(error)
        kind = type(error).__name__ if isinstance(error, SyntaxError) else "SyntaxError"
        return None, {"type": kind, "text": message, "line": line}


def is_main(statement):
    return isinstance(statement, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(statement.test)
    )


def described(error, line=None, file=None):
    names = {source.module.__file__: source.name for source in SOURCES.values()}
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in names]
    if frames:
        line, file = frames[-1].lineno, names[frames[-1].filename]
    missing = [source.missing_star for source in SOURCES.values() if source.missing_star]
    if isinstance(error, NameError) and missing:
        error = MissingModule(missing[0])
    return {"type": type(error).__name__, "text": without_address(str(error))[:300], "line": line, "file": file}


class Siblings:
    """Imports one submitted file from another; the subject's module name means the first file."""

    def __init__(self, sources, alias, load):
        self.sources = sources
        self.alias = alias
        self.load = load

    def find_spec(self, name, path=None, target=None):
        if name in self.sources or name == self.alias:
            from importlib.machinery import ModuleSpec

            return ModuleSpec(name, self)
        return None

    def create_module(self, spec):
        source = self.sources.get(spec.name) or next(iter(self.sources.values()))
        return source.module

    def exec_module(self, module):
        for source in self.sources.values():
            if source.module is module:
                self.load(source)


SOURCES = {}


def inspect(files):
    """Everything that the files say without being run: no code of the student has run in this process yet."""
    for name, text in files:
        SOURCES[name] = Source(name, text)
    defined, broken, uncallable, faults, needs = {}, {}, [], [], {}
    missing = MissingNames(SOURCES.values())
    for source in SOURCES.values():
        broken.update(source.broken)
        faults.extend(source.faults)
        for name, (statement, receivers) in named(source.statements).items():
            if receivers is None:
                uncallable.append(name)
            elif name not in source.broken:
                defined[name] = definition(statement, receivers)
                module = missing.needed_by(statement)
                needs.update({name: module} if module else {})
        # The errors of loading follow.
        source.faults = []
    return {
        "defined": defined,
        "broken": broken,
        "faults": faults[:20],
        "uncallable": uncallable,
        "needs": needs,
    }


def load(alias, definitions_only):
    """Runs the files and returns the errors that this raises."""
    begin = lambda source: source.load(definitions_only)
    sys.meta_path.insert(0, Siblings(SOURCES, alias, begin))
    for source in SOURCES.values():
        begin(source)
    broken, faults = {}, []
    for source in SOURCES.values():
        broken.update(source.broken)
        faults.extend(source.faults)
    return {"broken": broken, "faults": faults[:20]}


class MissingNames:
    """The names that files bind to modules of COURSE_MODULES that this machine lacks."""

    def __init__(self, sources):
        # Module of each name that an import, or a statement that uses such a name, binds.
        self.modules = {}
        # Module of `from module import *`.
        self.star = None
        self.known = set(dir(builtins))
        submitted = {source.name for source in sources}
        for source in sources:
            for statement in source.statements:
                for part in ast.walk(statement):
                    self.read_import(part, submitted)
        for source in sources:
            for statement in source.statements:
                bound = self.bound_by(statement)
                self.known |= bound
                module = None if isinstance(statement, SCOPES) or is_import(statement) else self.needed_by(statement)
                self.modules.update({name: module for name in bound} if module else {})

    def read_import(self, part, submitted):
        if not is_import(part) or getattr(part, "level", 0):
            return
        for name in part.names:
            whole = part.module if isinstance(part, ast.ImportFrom) else name.name
            module = whole.split(".")[0]
            if module in submitted or module not in COURSE_MODULES or importlib.util.find_spec(module):
                continue
            if name.name == "*":
                self.star = module
            else:
                self.modules[name.asname or name.name.split(".")[0]] = module

    @staticmethod
    def bound_by(statement):
        if isinstance(statement, SCOPES):
            return {statement.name}
        names = {part.id for part in ast.walk(statement) if isinstance(part, ast.Name) and is_stored(part)}
        for part in ast.walk(statement):
            if is_import(part):
                names |= {name.asname or name.name.split(".")[0] for name in part.names}
        return names

    def needed_by(self, statement):
        """The missing module that a statement uses; None if it uses none."""
        names = [part for part in ast.walk(statement) if isinstance(part, ast.Name)]
        used = [part.id for part in names if not is_stored(part)]
        for name in used:
            if name in self.modules:
                return self.modules[name]
        if not self.star:
            return None
        own = {part.id for part in names if is_stored(part)}
        own |= {part.arg for part in ast.walk(statement) if isinstance(part, ast.arg)}
        return self.star if any(name not in self.known | own for name in used) else None


def is_stored(name):
    return isinstance(name.ctx, ast.Store)


SCOPES = (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)


def named(statements):
    """All functions by name, those named by an assignment and methods included: the definition, and the number
    of leading parameters that the call itself supplies, None when the class cannot be made without arguments."""
    methods, functions = {}, {}
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            for it in statement.body:
                if isinstance(it, ast.FunctionDef) and not it.name.startswith("__"):
                    methods[it.name] = (it, receivers(it, statement))
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Name):
            value = functions.get(value.id, (None, 0))[0]
        if isinstance(statement, ast.FunctionDef):
            functions[statement.name] = (statement, 0)
        elif isinstance(statement, ast.Assign) and isinstance(value, FUNCTIONS):
            targets = [it.id for it in statement.targets if isinstance(it, ast.Name)]
            functions.update((name, (value, 0)) for name in targets)
    return {**methods, **functions}


def receivers(method, of):
    """Number of leading parameters of a method that are not its arguments: 0 for a static one, else 1; None when
    the class cannot be made without arguments."""
    decorators = {it.id for it in method.decorator_list if isinstance(it, ast.Name)}
    if "staticmethod" in decorators:
        return 0
    makers = [it for it in of.body if isinstance(it, ast.FunctionDef) and it.name == "__init__"]
    alone = all(len(it.args.args) - len(it.args.defaults) <= 1 for it in makers)
    return 1 if "classmethod" in decorators or alone else None


FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def definition(statement, receivers):
    arguments = statement.args
    uses = {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}
    uses |= {part.attr for part in ast.walk(statement) if isinstance(part, ast.Attribute)}
    most = len(arguments.args) + len(arguments.posonlyargs) - receivers
    fewest = most - len(arguments.defaults)
    return {
        "fewest": max(fewest, 0),
        "most": 99 if arguments.vararg else max(most, 0),
        "uses": sorted(uses),
    }


def find(name):
    for source in SOURCES.values():
        function = source.module.__dict__.get(name)
        if callable(function) and getattr(function, "__module__", source.name) == source.name:
            return function
    for source in SOURCES.values():
        function = source.module.__dict__.get(name)
        if callable(function):
            return function
    for source in SOURCES.values():
        for kept in list(source.module.__dict__.values()):
            if isinstance(kept, type) and kept.__module__ == source.name and name in vars(kept):
                bound = isinstance(vars(kept)[name], (staticmethod, classmethod))
                return getattr(kept if bound else kept(), name)
    raise NameError("name '%s' is not defined" % name)


# Reference functions in place of the student's.


def reference(name, reads):
    """A function that lets the parent process call the reference; `reads` passes one input line."""

    def call_reference(*args):
        left = set_limit(0)
        typed = sys.stdin.readline() if reads else ""
        question = {"name": name, "args": [encoded(arg) for arg in args], "typed": typed}
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
    sys.stdin, sys.stdout = io.StringIO(case.get("input", "")), LimitedOutput()
    sys.stderr = sys.stdout
    args = [decoded(arg) for arg in case["args"]]
    try:
        try:
            set_limit(limit)
            returned = function(*args)
            kind = "shared" if shares_rows(returned) else type(returned).__name__
            answer = {"value": encoded(returned), "kind": kind, "args": encoded(args)}
        finally:
            set_limit(0)
        answer["printed"] = without_address(sys.stdout.getvalue())
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
    ticks = itertools.count(1_600_000_000)
    time.time = lambda: float(next(ticks))
    time.time_ns = lambda: 1_000_000_000 * next(ticks)
    # Pauses for a human reader are skipped.
    time.sleep = lambda seconds: None
    random.seed(0)


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
