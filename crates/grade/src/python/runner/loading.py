# Files: their statements are run one by one, so that an error breaks only the definition around it.

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
        deadline = process_time() + SPLITTING
        while index < len(pieces):
            start = pieces[index][0]
            joined = 40 if process_time() < deadline else 1
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
            begun = process_time()
            self.execute(statement)
            if not is_import(statement):
                spent += process_time() - begun

    def execute(self, statement):
        sys.stdin, sys.stdout, sys.stderr = io.StringIO(), LimitedOutput(), LimitedOutput()
        try:
            code = compile(ast.Module([statement], []), self.module.__file__, "exec")
            set_limit(IMPORTING if is_import(statement) else LOADING)
            exec(code, self.module.__dict__)
            if isinstance(statement, ast.ClassDef):
                count_hashes(self.module.__dict__.get(statement.name))
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


def count_hashes(kept):
    """Numbers the objects of a class in place of their addresses, so that sets of them have one order."""

    def number(self):
        key = id(self)
        if key not in NUMBERS:
            # The next object at this address gets another number.
            freed = weakref.ref(self, lambda _: NUMBERS.pop(key, None))
            NUMBERS[key] = next(COUNT), freed
        return NUMBERS[key][0]

    if isinstance(kept, type) and kept.__hash__ is object.__hash__ and kept.__weakrefoffset__:
        kept.__hash__ = number


COUNT = itertools.count()
# Number of each object whose hash was asked for, by its address.
NUMBERS = {}


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
    return {"type": type(error).__name__, "text": text_of(error)[:300], "line": line, "file": file}


def text_of(error):
    try:
        return without_address(str(error))
    except BaseException:
        return ""


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
