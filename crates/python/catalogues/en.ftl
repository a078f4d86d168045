# What the module for Python says of wrong arguments.
python-time = { $seconds } s is not a time.
python-threads = { $threads } threads: from 1 to { $most } are possible.
python-no-numbers = { $game } has no numbers for its moves.
python-side = { $text } is not a side: 'first' or 'second'.
python-draw-first = Nature has to draw first: draw().
python-over = The game is over.
python-nothing-drawn = Nature has nothing to draw now.
python-outcome = { $outcome } is not a result: there are { $outcomes }, from 0.
python-action = { $action } is not a legal action.
python-order = Games have no order.
python-option = { $game } has no option { $option }: { $known }.
python-too-large = { $text } is too large.
python-endless = Lists within lists without end.
python-kind = { $kind }: a number, a text, a list or a dict is expected.
