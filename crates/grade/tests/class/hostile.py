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
