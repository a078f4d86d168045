# The functions that files define, and the modules that they need.


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
