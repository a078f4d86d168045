"""Loads a student's Python files, definition by definition, and calls their functions on request.

Each request is one line of JSON on standard input, each answer one line on standard output with the number of
its request. Requests never contain an expected result, and the judge believes nothing in an answer: student's
code shares this process and can write any answer itself. The files of this folder are run as one, this one first.
"""

import os
import sys

# Sets and dictionaries have one order in every run. The interpreter reads this only when it starts.
if os.environ.get("PYTHONHASHSEED") != "0" and hasattr(sys, "orig_argv"):
    os.environ["PYTHONHASHSEED"] = "0"
    os.execv(sys.executable, sys.orig_argv)

import ast
import builtins
import datetime
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
import weakref
from time import process_time

# Seconds of processor time for an import, for one statement outside functions, for all of them,
# and for finding the readable parts of a file with a syntax error.
IMPORTING = 5
LOADING = 0.5
LOADING_ALL = 3
SPLITTING = 1
# Maximum number of characters that one call may print.
MOST_PRINTED = 65536
# Maximum number of parts of one answer: values, and every 16 characters of a text.
MOST_PARTS = 5000
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
# Programs may write files here; the folder in which the process starts is read only.
os.chdir(os.environ.get("TMPDIR", "."))


class Hung(BaseException):
    """The processor time of a call is used up."""


class Flood(BaseException):
    """A call printed more than MOST_PRINTED characters."""


class Nested(Exception):
    """A value contains itself, or lists more than 20 levels deep."""


class Large(Exception):
    """The values of an answer have more than MOST_PARTS parts."""


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
