"""Tests the module brelan: examples of the documentation, games, records, engines in threads, Ctrl-C, errors."""

import copy
import doctest
import importlib
import os
import pickle
import random
import signal
import threading
import time

import brelan

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
SUBJECTS = ["jeu421", "allumettes", "awale", "dominos", "puissance4", "image"]


def check_documentation():
    modules = [brelan, importlib.import_module("brelan.subjects")]
    modules += [importlib.import_module(f"brelan.subjects.{name}") for name in SUBJECTS]
    things = [(module.__name__, module, vars(module)) for module in modules]
    things += [(name, getattr(brelan, name), {}) for name in brelan.__all__]
    things += [(f"Game.{name}", it, {}) for name, it in vars(brelan.Game).items() if name[0] != "_"]
    examples = 0
    for name, thing, names in things:
        assert thing.__doc__, f"{name} has no documentation"
        test = doctest.DocTestParser().get_doctest(thing.__doc__, dict(names), name, None, 0)
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test)
        assert result.failed == 0, name
        examples += result.attempted
    print(f"{examples} examples of the documentation run")


def played(name, seed):
    """Plays a random game to its end."""
    luck, game = random.Random(seed), brelan.new(name, seed=seed)
    while not game.over:
        if game.turn == "chance":
            game.draw()
        elif luck.random() < 0.5:
            game.play(luck.choice(game.legal()))
        else:
            game.act(luck.choice(game.legal_actions()))
    return game


def check_games():
    for name in brelan.games():
        for seed in range(20):
            game = played(name, seed)
            assert sum(game.returns) == 0 and game.turn is None and not game.legal()
            again = brelan.read(game.record("Ana", "Bob"))
            assert again == game and hash(again) == hash(game)
            assert again.record("Ana", "Bob") == game.record("Ana", "Bob")
            for same in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
                assert same == game and same.record() == game.record()
            assert played(name, seed) == game, "a seed repeats"
        fresh = brelan.new(name)
        apart = fresh.copy(seed=1)
        apart.draw() if apart.turn == "chance" else apart.play(apart.legal()[0])
        assert apart != fresh
        assert eval(repr(fresh)) == fresh
    resigned = "\n".join([
        "brelan record 1", "game allumettes", "position 13", "referee guarded", "first A@humain",
        "second B@humain", "", "first plays 3", "second forfeits resignation", ""])
    assert brelan.read(resigned).record("A@humain", "B@humain") == resigned
    taken_back = brelan.read(resigned)
    taken_back.play("2")
    assert "resign" not in taken_back.record() and brelan.read(taken_back.record()) == taken_back
    hands = brelan.new("dominos", seed=3)
    hands.draw_all()
    assert hands.view("first") != hands.view("second") != hands.view()
    print("games are copied, pickled, recorded and read back")


def check_copies():
    """A copy does not foresee the dice of its game: it has no luck, or its own."""
    def throw(game):
        game.draw_all()
        return game.text

    for bare in (brelan.Game.copy, copy.copy, copy.deepcopy):
        game = brelan.new("421", seed=5)
        without = bare(game)
        refused(ValueError, without.draw)
        refused(ValueError, without.draw_all)
        refused(ValueError, pickle.loads(pickle.dumps(without)).draw)
        without.draw(3)
        assert without.copy(seed=1).turn == "chance"
    for other in (0, 1, None):
        foreseen = 0
        for seed in range(200):
            game = brelan.new("421", seed=seed)
            first = game.copy(seed=seed if other is None else other)
            second = first.copy(seed=seed if other is None else other)
            throws = [throw(it) for it in (game, first, second)]
            foreseen += len(set(throws)) < 3
        # Two of three throws are equal by luck about once in 72 times.
        assert foreseen < 20, f"{foreseen} of 200 copies foresaw the dice"
    game = brelan.new("421", seed=5)
    assert throw(game.copy(seed=2)) == throw(game.copy(seed=2)), "a seed repeats"
    print("copies have no luck or their own")


def check_engines():
    positions = [random_opening(random.Random(seed), 16) for seed in range(200)]
    alone = brelan.analyse("puissance4", positions)
    # The cache of an engine changes the number of nodes and nothing else.
    without_nodes = lambda reports: [{**report, "nodes": 0} for report in reports]
    assert without_nodes(brelan.analyse("puissance4", positions, threads=2)) == without_nodes(alone)
    found = brelan.analyse("puissance4", positions, threads=2, arrays=True)
    assert found["exact"].all()
    assert found["value"].tolist() == [report["value"]["score"] for report in alone]
    answers = [None] * 8

    def ask(number):
        answers[number] = brelan.analyse("puissance4", positions[:50])

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(without_nodes(it) == without_nodes(alone[:50]) for it in answers)
    print("8 threads in engines at once agree with one")


def random_opening(luck, plies):
    """Random moves of an unfinished game, `plies` in number."""
    while True:
        game, moves = brelan.new("puissance4"), ""
        while len(moves) < plies and not game.over:
            moves += (move := luck.choice(game.legal()))
            game.play(move)
        if not game.over:
            return moves


def check_interrupt():
    """Interrupts the analysis of the first position of awalé, which would take a minute."""
    # A shell ignores SIGINT in processes that it starts in the background.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    pressed, begun = [], time.process_time()

    def press():
        while time.process_time() < begun + 0.2:
            time.sleep(0.01)
        pressed.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press).start()
    try:
        brelan.new("awale").values(time=60)
        raise AssertionError("it was to be interrupted")
    except KeyboardInterrupt:
        spent = time.process_time() - pressed[0]
    # Usually hundredths of a second; on a busy machine the search goes on until this thread has its turn.
    assert spent < 10, spent
    print(f"Ctrl-C ends a search of a minute within {spent:.3f} s of processor time")


def refused(kind, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except kind as error:
        assert str(error), "it says what is wrong"
        return str(error)
    raise AssertionError(f"{call} was to raise {kind}")


def check_errors():
    brelan.language("en")
    english = refused(brelan.Refused, brelan.new("allumettes").play, "4")
    brelan.language("fr")
    assert refused(brelan.Refused, brelan.new("allumettes").play, "4") != english
    refused(brelan.Refused, brelan.new, "echecs")
    refused(brelan.Refused, brelan.new, "awale", "4,4")
    refused(brelan.Refused, brelan.read, "a record")
    refused(brelan.Refused, brelan.analyse, "puissance4", ["44", "9"])
    refused(brelan.Refused, brelan.language, "de")
    refused(TypeError, brelan.new, 3)
    refused(TypeError, brelan.new, "421", depth=3)
    refused(TypeError, brelan.new("awale").play, 3)
    refused(TypeError, brelan.analyse, "awale", "4,4", None)
    refused(ValueError, brelan.new("awale").draw)
    refused(ValueError, brelan.new("421").draw, 6)
    refused(ValueError, brelan.new("421").view, "third")
    refused(ValueError, brelan.new("awale").values, time=-1.0)
    refused(ValueError, brelan.analyse, "allumettes", ["13"], threads=0)
    refused(ValueError, brelan.analyse, "allumettes", ["13"], threads=257)
    refused(TypeError, brelan.match, "awale", "naif", "naif", depth=3)
    refused(IndexError, brelan.new("awale").act, 6)
    refused((OverflowError, TypeError), brelan.new("awale").act, -1)
    refused(OverflowError, brelan.new, "421", seed=2**64)
    from brelan.subjects import allumettes, dominos

    itself = []
    itself.append(itself)
    refused(RecursionError, dominos.histogramme, itself)
    refused(TypeError, dominos.histogramme, object())
    refused(TypeError, dominos.histogramme)
    refused(OverflowError, dominos.creation_jeu, 2**80)
    brelan.language("fr")
    said = refused(OverflowError, dominos.creation_jeu, 10**4000)
    assert len(said) < 100 and "trop grand" in said, said
    brelan.language("en")
    refused(ValueError, dominos.creation_jeu, 256)
    refused(allumettes.CoupInvalideException, allumettes.Jeu(2).retirer, 3)
    print("what is wrong is said by an exception")


check_documentation()
check_games()
check_copies()
check_engines()
check_interrupt()
check_errors()
