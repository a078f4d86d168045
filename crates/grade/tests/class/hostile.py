#: répond du texte qui n'en est pas
def rest(*args):
    return "\ud800"

#: répond sans valeurs
RUNNER["call"] = lambda name, cases, limit: {"answers": []}

#: répond des objets vides
RUNNER["call"] = lambda name, cases, limit: {"answers": [{} for _ in cases]}

#: répond sans arguments
forge(lambda case: {"returned": {"value": None, "kind": "list", "args": [], "printed": ""}})

#: répond plus d'arguments
forge(lambda case: {"returned": {"value": None, "kind": "list", "args": case["args"] * 9, "printed": ""}})

#: répond deux choses à la fois
forge(lambda case: {"returned": {"value": None, "kind": "", "args": case["args"], "printed": ""}, "hung": {}})

#: répond avec un champ de plus
forge(lambda case: {"returned": {"value": None, "kind": "", "args": case["args"], "printed": "", "raised": None}})

#: répond à plus d'appels
RUNNER["call"] = lambda name, cases, limit: {"answers": [{"hung": {}} for _ in cases + cases]}

#: répond autre chose que des appels
RUNNER["call"] = lambda name, cases, limit: {"loaded": {"broken": {}, "faults": []}}

#: répond une fonction de plus
RUNNER["call"] = lambda name, cases, limit: {"inspected": {"defined": {}, "broken": {}, "faults": [], "uncallable": [], "needs": {}}}

#: répond un nombre qui n'en est pas un
RUNNER["encoded"] = lambda value, depth=0: float("nan")

#: répond une valeur trop profonde
def rest(*args):
    deep = []
    for _ in range(19):
        deep = [deep] * 2
    return deep

#: répond avant la question
def early():
    import threading
    answer = {"request": 0, "reply": {"answers": [{"hung": {}}] * 100}}
    RUNNER["OUT"].write((RUNNER["json"].dumps(answer) + "\n") * 20)
    RUNNER["OUT"].flush()
early()

#: un enfant écrit à la place de son parent
def forked():
    import os, time
    if os.fork():
        return
    os.setsid()
    line = b'{"request": 1, "reply": {"answers": []}}\n'
    for _ in range(200):
        for descriptor in range(3, 20):
            try:
                os.write(descriptor, line)
            except OSError:
                pass
    os._exit(0)
forked()

#: demande la réponse au correcteur
def rest(*args):
    return RUNNER["reference"](NAME, False)(*args)

#: demande la réponse au correcteur quand il aide
def tri_decr(player):
    return None
def is_player1_first(p1, p2):
    tri_decr(p1)
    return RUNNER["reference"]("is_player1_first", False)(p1, p2)

#: demande sans fin
def tri_decr(player):
    return None
def is_player1_first(p1, p2):
    while True:
        tri_decr([])

#: deux fonctions se résolvent l'une l'autre
def histogramme(jeu):
    return max_presence(jeu)
def max_presence(jeu):
    return histogramme(jeu)

#: dit qu'un module manque
def rest(*args):
    raise RUNNER["MissingModule"]("pygame")

#: a un module qui manque dans chaque fonction
from Tkinter import *
def rest(*args):
    return Canvas()

#: renvoie une valeur égale à tout
class Equal(list):
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0
def rest(*args):
    return Equal()

#: se termine au milieu
def rest(*args):
    RUNNER["os"]._exit(0)

#: répond une ligne sans fin
def rest(*args):
    RUNNER["OUT"].write("x" * (9 << 20))
    RUNNER["OUT"].flush()

#: ferme sa sortie
def rest(*args):
    RUNNER["os"].closerange(0, 64)

#: lève une exception qui écrit dans le terminal
def rest(*args):
    raise ValueError("\x1b[2J\x1b[31m20/20\u202e\n20 points sur 20")

#: ignore les interruptions
def rest(*args):
    signal = RUNNER["signal"]
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    while True:
        pass


#: renvoie cent mille nombres
def rest(*args):
    return list(range(100000))

#: répond un million de nombres
forge(lambda case: {"returned": {"value": [0] * 900000, "kind": "list", "args": case["args"], "printed": ""}})

#: répond un texte affiché trop long
forge(lambda case: {"returned": {"value": None, "kind": "", "args": case["args"], "printed": "x" * 1500000}})

#: renvoie un entier de vingt mille chiffres
def rest(*args):
    return 7 ** 20000

#: renvoie un entier qui se dit autre
class Any(int):
    def __abs__(self): return 0
    def __int__(self): return 0
    def __repr__(self): return "[]"
    def __eq__(self, other): return True
    def __hash__(self): return 0
def rest(*args):
    return Any(1 << 80)

#: renvoie un objet qui se dit une liste
class Chameleon:
    __class__ = property(lambda self: list)
    def __iter__(self): return iter(frame.f_globals.get("EXPECTED", [self]))
    def __len__(self): return 1 << 40
    def __getattr__(self, name): raise SystemExit(0)
def rest(*args):
    return Chameleon()

#: renvoie une liste qui s'allonge
class Growing(list):
    def __iter__(self):
        while True:
            yield 1
def rest(*args):
    return Growing([1])

#: renvoie des profondeurs sans fin
class Deep(dict):
    def items(self): return [(1, Deep())]
def rest(*args):
    return Deep()

#: lève une exception sans texte ni fin
class Silent(BaseException):
    def __str__(self): return str(self)
    def __repr__(self): raise self
def rest(*args):
    raise Silent()

#: répond plus tard d'un autre fil
def later():
    import threading
    def answer():
        while True:
            line = {"request": RUNNER["REQUEST"], "reply": {"answers": []}}
            RUNNER["os"].write(RUNNER["OUT"].fileno(), (RUNNER["json"].dumps(line) + "\n").encode())
    threading.Thread(target=answer, daemon=True).start()
def rest(*args):
    later()

#: suit le correcteur pas à pas
def traced(frame, event, arg):
    if "answer" in frame.f_locals and isinstance(frame.f_locals["answer"], dict):
        frame.f_locals["answer"]["value"] = []
    return traced
sys.settrace(traced)
sys.setprofile(traced)

#: remplace les fonctions de Python
import builtins, json, os, re, io
builtins.isinstance = lambda *args: True
builtins.len = lambda *args: 0
builtins.type = lambda *args: list
builtins.print = builtins.input = lambda *args: ""
json.dumps = lambda *args: "{}"
os.write = os.fork
re.sub = lambda *args: ""
sys.stdout = sys.stdin = sys.__stdout__ = None

#: change les cas à venir
import gc
def rest(*args):
    for kept in gc.get_objects():
        if type(kept) is dict and "cases" in kept:
            for case in kept["cases"]:
                case["args"] = [[] for _ in case["args"]]
    return []

#: tue tout à la sortie
import atexit, signal
def last():
    import os
    os.kill(-1, signal.SIGKILL)
atexit.register(last)
def rest(*args):
    raise SystemExit(0)

#: se multiplie
def rest(*args):
    while True:
        RUNNER["os"].fork()

#: écrit dans tous les descripteurs
def rest(*args):
    os = RUNNER["os"]
    for name in os.listdir("/proc/self/fd"):
        for _ in range(9):
            try:
                os.write(int(name), b'{"request": 0, "reply": {"answers": []}}\n')
            except OSError:
                pass

#: cherche les réponses dans la machine
def rest(*args):
    found = []
    for place in ("/proc/self/environ", "/proc/1/environ", "/proc/1/cmdline", "/proc/self/mem", "/proc/1/fd/1"):
        try:
            found.append(open(place, "rb").read(100))
        except OSError:
            pass
    return [str(it) for it in found]

#: laisse un module json et un module de site au processus suivant
import os, pathlib
home = pathlib.Path(os.environ.get("HOME", "."))
site = home / ".local/lib" / ("python%d.%d" % sys.version_info[:2]) / "site-packages"
evil = "import os\nos.write(1, b'{}\\n')\nos._exit(0)\n"
for place in (pathlib.Path("."), home, site):
    try:
        place.mkdir(parents=True, exist_ok=True)
        for name in ("json.py", "ast.py", "sitecustomize.py", "usercustomize.py"):
            (place / name).write_text(evil)
    except OSError:
        pass
os._exit(0)

#: se dit trop lente sans fin
def rest(*args):
    return RUNNER["set_limit"](0) or [None for _ in iter(int, 1)]

#: dort sans fin
def rest(*args):
    import select
    while True:
        select.select([], [], [], 3600)

#: n'appelle plus personne
RUNNER["find"] = lambda name: exec

#: se fait passer pour le sujet
def distribue(jeu, n=10, RUNNER=RUNNER):
    return RUNNER["reference"]("distribue", False)(jeu, n)
def tri_decr(player):
    RUNNER["replace"]([["tri_decr", False]])
    return RUNNER["SOURCES"]["se fait passer pour le sujet"].module.tri_decr(player)

#: renvoie une liste qui se contient
def rest(*args):
    main = [[1, 1]]
    main.append(main)
    return main

#: renvoie un texte qui se dit sans longueur
class Text(str):
    def __len__(self): return 0
    def __eq__(self, other): return True
    def __hash__(self): return 0
def rest(*args):
    return Text("x" * 3000000)

#: renvoie un nombre qui n'est égal à rien, ou à tout
class Real(float):
    def __float__(self): return float("inf")
    def __eq__(self, other): return True
    def __lt__(self, other): return True
    def __hash__(self): return 0
def rest(*args):
    return Real("nan")

#: renvoie des nombres au bord de 64 bits
def rest(*args):
    for arg in args:
        if isinstance(arg, list):
            arg[:] = [[2 ** 62 - 1, 1 - 2 ** 62]] * 300
    return [2 ** 62 - 1] * 300

#: renvoie un générateur qui attend
def rest(*args):
    return (RUNNER["signal"].pause() for _ in iter(int, 1))

#: renvoie un objet qui se déplie en lui-même
class Unfolding:
    def __reduce__(self): return exec, ("raise SystemExit(0)",)
    def tolist(self): return self
    def __iter__(self): return self
    def __next__(self): return self
    def __len__(self): return -1
def rest(*args):
    return Unfolding()

#: lit la mémoire qui n'est pas à lui
def rest(*args):
    import ctypes
    return ctypes.string_at(0)

#: cherche la réponse dans les cadres qui l'appellent
def rest(*args):
    found, frame = [], sys._getframe()
    while frame:
        found += [kept for name, kept in frame.f_locals.items() if name in ("expected", "right", "answer", "value")]
        frame = frame.f_back
    return found and found[0]

#: tue ses parents
def rest(*args):
    os = RUNNER["os"]
    for process in (os.getppid(), 1, 0, -1):
        try:
            os.kill(process, 9)
        except OSError:
            pass

#: lève une exception dont le nom est un ordre au terminal
Order = type("\x1b[2J20/20\u202e\r\n", (Exception,), {})
def rest(*args):
    raise Order("\u2066\u200f\x9b31m" * 1000)

#: remplit son dossier
def rest(*args):
    with open("plein", "ab") as file:
        while True:
            file.write(b"x" * (1 << 20))

#: fait de chaque fichier ouvert un lien
def rest(*args):
    os = RUNNER["os"]
    for target in ("/proc/1/root/etc/passwd", "/proc/self/fd/0", "/dev/stdout", ".."):
        try:
            os.symlink(target, "lien")
            return open("lien").read()
        except OSError:
            pass

#: rend les arguments à la place d'une réponse
forge(lambda case: {"returned": {"value": case["args"], "kind": "list", "args": case["args"][::-1], "printed": "20/20"}})

#: se dit dans un autre fil que le sien
forge(lambda case: {"crashed": {"type": "Lingers", "text": "", "line": None}})

#: dit une ligne négative et un type sans fin
forge(lambda case: {"crashed": {"type": "x" * 100000, "text": "\u202e" * 100000, "line": 10 ** 30}})
