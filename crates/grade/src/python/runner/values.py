# Values from the judge, and values for it.


def decoded(value):
    if isinstance(value, list):
        return [decoded(item) for item in value]
    if isinstance(value, dict):
        if "()" in value:
            return tuple(decoded(item) for item in value["()"])
        return {key: decoded(item) for key, item in value["{}"]}
    return value


def encoded_all(values):
    """Values for the judge, which together have at most MOST_PARTS parts."""
    global PARTS
    PARTS = 0
    return [encoded(value) for value in values]


def count_part(text=""):
    global PARTS
    PARTS += 1 + len(text) // 16
    if PARTS > MOST_PARTS:
        raise Large(MOST_PARTS)
    return text


# Number of parts of the answer that is encoded.
PARTS = 0


def encoded(value, depth=0):
    if depth > 20:
        raise Nested(depth)
    if not isinstance(value, str):
        count_part()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return count_part(without_address(value))
    if isinstance(value, int):
        return int(value) if abs(value) < 1 << 62 else repr(value)
    if isinstance(value, float):
        return float(value) if value == value and abs(value) < 1e300 else repr(value)
    if isinstance(value, dict):
        return {count_part(str(key)): encoded(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted((encoded(item, depth + 1) for item in value), key=repr)
    if isinstance(value, (list, tuple, range)):
        return [encoded(item, depth + 1) for item in value]
    if hasattr(value, "tolist"):
        return encoded(value.tolist(), depth + 1)
    if hasattr(value, "__next__"):
        return [encoded(item, depth + 1) for item in itertools.islice(value, MOST_PARTS + 1)]
    return without_address(repr(value))[:200]


def without_address(text):
    """A text without the addresses of objects, which differ from run to run."""
    return re.sub(r"\bat 0x[0-9a-fA-F]+", "at 0x…", text)
