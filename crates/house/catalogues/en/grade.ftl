# Homework, judged against the subject.
grade-right = right
grade-layout = right, laid out differently
grade-helped = right, given the right helper
grade-wrong = wrong
grade-crashed = crashed
grade-hung = hung
grade-absent = absent
grade-unjudged = not judged (python3 is missing on this machine)
grade-silent = the subject is silent
grade-input = { "call    : " }
grade-expected = { "subject : " }
grade-got = { "got     : " }
grade-mark = { "          " }
grade-again = { "again   : " }
grade-fault = file: { $text }
grade-total = { $points } points out of { $out-of }
grade-unreadable = { $path } cannot be read: { $reason }
grade-empty = { $path } holds no Python file
grade-too-large = { $path } is too large to be a student's work
grade-start = the student's program cannot be started: { $reason }
grade-not-python = the subject { $subject } is not graded from Python files
grade-bad-map = `{ $text }`: write --map THEIR_NAME=SUBJECT_NAME
grade-bad-args = `{ $text }` is not a JSON list of arguments
grade-args-only = --args and --typed need --only
grade-note-in-place = the result is given by changing the argument, instead of being returned
grade-note-returned = the result is returned, instead of changing the argument
grade-note-beside = a value is returned that the subject does not ask for
grade-note-truthy = None, 0 or 1 in place of False or True
grade-note-opposite = answers the opposite of what is asked (--map '!NAME=NAME' accepts it)
grade-note-prints = prints a text that the subject does not ask for
grade-note-sequence = returns a { $got } in place of a { $expected }
grade-note-frequency = in { $draws } draws; a right function is so far off with a probability of { $chance } at most
grade-note-argument = it is the argument { $name } after the call that differs
grade-note-one-of = one of these answers is expected
grade-note-name = found under the name { $name }
grade-note-helped = judged with the subject's { $names }
grade-note-looks-like = { $name } answers as { $subject } does: --map { $name }={ $subject } accepts it
cli-grade-about = Judge homework against the subject, with the smallest call that shows the difference
cli-grade-path = A Python file or a folder
cli-grade-json = The report as JSON
cli-grade-map = Accept a function under another name; with `!` before it, its opposite
cli-grade-only = Judge this function only
cli-grade-args = With --only: these arguments alone, a JSON list
cli-grade-typed = With --only: what is typed, word by word
