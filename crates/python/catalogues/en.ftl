# What the module for Python says of wrong arguments.
python-time = { $seconds } s is not a time: give seconds, 0 or more.
python-threads = { $threads } threads: from 1 to { $most } are possible.
python-no-numbers = { $game } has no action numbers: give its moves as text.
python-side = { $text } is not a side: write 'first' or 'second'.
python-draw-first = A chance result comes first: call draw().
python-over = The game is over.
python-nothing-drawn = No chance result is expected now.
python-no-luck = This copy has no luck: give draw() a result, or make the copy with copy(seed=N).
python-outcome = { $outcome } is not a chance result: the results are numbered from 0 and below { $outcomes }.
python-action = { $action } is not a legal action: see legal_actions().
python-order = Games cannot be ordered: compare them with == or !=.
python-option = { $game } has no option { $option }: { $known }.
python-too-large = { $text } is too large: integers have 64 bits.
python-endless = Lists and dicts are nested too deeply, or one contains itself.
python-kind = { $kind } is not possible here: give a number, a string, a list or a dict.
