#!/usr/bin/env python3
"""Loads a student's Python files, definition by definition, and calls their functions on request.

Each request is one line of JSON on standard input, each answer one line on standard output.
Requests never contain an expected result.
"""

import ast
import builtins
import io
import itertools
import json
import os
import random
import re
import signal
import sys
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
            write_answer({"answers": ANSWERS + [{"hung": True}], "restart": True})
        os._exit(1)
    raise Hung()


# Number of interruptions of the running code.
INTERRUPTED = 0
# Answers of the earlier calls of the request; None outside a request of calls.
ANSWERS = None
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
    OUT.write(json.dumps(value) + "\n")
    OUT.flush()


def read_request():
    line = IN.readline()
    if not line:
        os._exit(0)
    return json.loads(line)


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
    if value is None or isinstance(value, (bool, str)):
        return value
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
    return repr(value)[:200]


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
        self.statements = list(self.parse(text))

    def parse(self, text):
        try:
            return ast.parse(text).body
        except UNREADABLE:
            return self.by_pieces(text.expandtabs(8).split("\n"))

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
        error = parsed(rows, start)[1]
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
            fault = described(error, statement.lineno)
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
        return None, {"type": "SyntaxError", "text": message, "line": line}


def is_main(statement):
    return isinstance(statement, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(statement.test)
    )


def described(error, line=None):
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.endswith(".py")]
    if frames:
        line = frames[-1].lineno
    missing = [source.missing_star for source in SOURCES.values() if source.missing_star]
    if isinstance(error, NameError) and missing:
        error = MissingModule(missing[0])
    return {"type": type(error).__name__, "text": str(error)[:300], "line": line}


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
RANDOM = 0


def load(files, alias, definitions_only):
    for name, text in files:
        SOURCES[name] = Source(name, text)
    begin = lambda source: source.load(definitions_only)
    sys.meta_path.insert(0, Siblings(SOURCES, alias, begin))
    for source in SOURCES.values():
        begin(source)
    defined, broken, faults = {}, {}, []
    for source in SOURCES.values():
        broken.update(source.broken)
        faults.extend(source.faults)
        for name, statement in named(source.statements):
            if name not in source.broken:
                defined[name] = definition(statement)
    return {"defined": defined, "broken": broken, "faults": faults[:20]}


def named(statements):
    """Pairs of name and definition of all functions, those named by an assignment included."""
    functions = {}
    for statement in statements:
        if isinstance(statement, ast.ClassDef):
            functions.update((it.name, it) for it in statement.body if is_static(it))
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Name):
            value = functions.get(value.id)
        if isinstance(statement, ast.FunctionDef):
            functions[statement.name] = statement
        elif isinstance(statement, ast.Assign) and isinstance(value, FUNCTIONS):
            targets = [it.id for it in statement.targets if isinstance(it, ast.Name)]
            functions.update((name, value) for name in targets)
    return functions.items()


def is_static(statement):
    """Whether a statement is a static method."""
    decorators = getattr(statement, "decorator_list", [])
    named = any(isinstance(it, ast.Name) and it.id == "staticmethod" for it in decorators)
    return isinstance(statement, ast.FunctionDef) and named


FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def definition(statement):
    arguments = statement.args
    uses = {part.id for part in ast.walk(statement) if isinstance(part, ast.Name)}
    uses |= {part.attr for part in ast.walk(statement) if isinstance(part, ast.Attribute)}
    most = len(arguments.args) + len(arguments.posonlyargs)
    fewest = most - len(arguments.defaults)
    return {
        "fewest": fewest,
        "most": 99 if arguments.vararg else most,
        "line": statement.lineno,
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
                return getattr(kept, name)
    raise NameError("name '%s' is not defined" % name)


# Reference functions in place of the student's.


def reference(name, reads):
    """A function that lets the parent process call the reference; `reads` passes one input line."""

    def call_reference(*args):
        left = set_limit(0)
        typed = sys.stdin.readline() if reads else ""
        write_answer({"reference": name, "args": [encoded(arg) for arg in args], "typed": typed})
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
            answer = {"returned": encoded(returned), "kind": kind, "args": encoded(args)}
        finally:
            set_limit(0)
        answer["printed"] = sys.stdout.getvalue()
        return answer
    except Hung:
        return {"hung": True}
    except BaseException as error:
        printed = ""
        if isinstance(sys.stdout, LimitedOutput):
            printed = sys.stdout.getvalue()[-2000:]
        return {"crashed": described(error), "printed": printed}


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
    except NameError as error:
        return {"answers": [{"crashed": described(error)} for _ in cases]}
    still_runs = False
    for case in cases:
        answers.append(call_once(function, case, limit))
        still_runs = threading.active_count() > 1
        if still_runs:
            answers[-1] = {"crashed": {"type": "Lingers", "text": "", "line": None}}
        if still_runs or "hung" in answers[-1]:
            break
    ANSWERS = None
    return {"answers": answers, "restart": still_runs}


def main():
    sys.argv = ["devoir.py"]
    # Pauses for a human reader are skipped.
    time.sleep = lambda seconds: None
    while True:
        request = read_request()
        if "load" in request:
            random.seed(request["seed"])
            answer = load(request["load"], request["alias"], request["definitions_only"])
            replace(request["replace"])
        else:
            answer = call(request["call"], request["cases"], request["limit"])
        write_answer(answer)


main()
