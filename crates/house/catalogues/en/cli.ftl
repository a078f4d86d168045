# The program brelan.
cli-about = Five classic tables under one referee, and opponents that play perfectly
cli-play-about = Play: { $about }
cli-analyse-about = Say what every move of a position is worth
cli-card-about = Write the strategy card of a game
cli-subject-about = Call a function of a subject by its own name
cli-database-about = Build or check the tables of a game
cli-database-build-about = Build, or go on where a build was interrupted
cli-database-check-about = Check the files that were built
cli-replay-about = Play a record again
cli-serve-about = Serve the page: play in a browser (what brelan alone does)
cli-games-about = List the games of the house
cli-strategies-about = List the strategies of each game
cli-completions-about = Write completions for a shell
cli-man-about = Write the manual page
cli-players = the two players, each written name@strategy
cli-trusting = trusting referee: cheating works (-confiant, in first place)
cli-seed = repeat exactly the same game
cli-effort = an engine's work for a move, in nodes or samples
cli-time = thinking time for a move, in milliseconds
cli-threads = threads for an answer
cli-games = how many games; who begins one is second in the next
cli-record = write the game to a new file
cli-lang = language of the texts: fr or en
cli-json = one JSON object a position
cli-value-only = the value without that of every move
cli-game = the game
cli-position = the positions; - to read them from the input, one a line
cli-subject = the subject
cli-function = the function; without one, the list
cli-arguments = its arguments, in JSON
cli-file = the file of the game
cli-listen = where to listen; another address than 127.0.0.1 lets others in
cli-host = a name under which browsers may ask, besides localhost; may be repeated
cli-data = the folder that keeps the games
cli-open = open a browser at the page
cli-shell = the shell
cli-examples = Examples:

# Errors.
cli-error = error: { $text }
cli-hint = hint: { $text }
cli-table-error = Error: { $text }
cli-usage = Usage:
cli-usage-players = player1 player2
cli-usage-player = a player is written name@strategy
cli-usage-strategies = strategy = { $strategies }
cli-usage-example = Example:
cli-two-players = there must be two players, not { $given }
cli-confiant-first = -confiant stands once, in first place
cli-unknown-option = unknown option: { $text }
cli-bad-value = { $option } cannot be `{ $text }`
cli-missing-value = { $option } takes a value
cli-bad-option = { $option }: { $text }
cli-unknown-command = `{ $text }` is neither a game nor a command
cli-missing-command = a word is missing: { $text }
cli-not-text = an argument is not text
cli-missing-argument = { $text } is missing
cli-help-hint = brelan --help shows what there is
cli-twice = { $text } is given only once
cli-exists = { $file } exists already
cli-exists-hint = choose another name: nothing is overwritten
cli-cannot-write = { $file } cannot be written: { $reason }
cli-cannot-read = { $file } cannot be read: { $reason }
cli-bad-line = line { $line }: { $text }
cli-bad-position = position `{ $position }`: { $text }

# The page.
cli-serving = The tables are set: { $address } (Ctrl-C to close)
cli-serving-everybody = Whoever reaches this address can open tables and play, under the names given with --host; nothing is encrypted.
cli-data-folder = The games are kept in { $folder }
cli-served = Closed; every game is saved.
cli-busy-port = { $address } is taken by another program
cli-cannot-listen = { $address } cannot be listened to: { $reason }
cli-listen-hint = brelan serve --listen 127.0.0.1:0 takes a free port
cli-no-data-folder = there is no folder to keep the games in
cli-no-data-folder-hint = brelan serve --data DIR keeps them elsewhere

# Analyses.
value-won = won
value-lost = lost
value-drawn = drawn
value-score = { $result }, score { $score }
value-shares = win { $win } %, draw { $draw } %, loss { $loss } %
value-sampled = win { $win } %, draw { $draw } %, loss { $loss } % (± { $error })
value-bounded = score between { $low } and { $high }
value-estimate = estimated score { $score }
analysis-heading = { $position } (player { $player } to move): { $value }
