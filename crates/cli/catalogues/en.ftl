# The program brelan.
cli-about = Classic tables under one referee, and opponents that say what every move is worth
cli-play-about = Play: { $about }
cli-analyse-about = Say what every move of a position is worth
cli-card-about = Write the strategy card of a game
cli-subject-about = Call a function of a subject by its own name
cli-database-about = Build or check the files of exact values of a game
cli-database-build-about = Build the files, or continue an interrupted build
cli-database-check-about = Check the files that were built
cli-replay-about = Play a record again
cli-serve-about = Serve the page: play in a browser (what brelan alone does)
cli-games-about = List the games
cli-strategies-about = List the strategies of each game
cli-completions-about = Write completions for a shell
cli-man-about = Write the manual page
cli-players = the two players, each written name@strategy
cli-trusting = trusting referee: cheating works (also -confiant, before the players); without it, an attempt to cheat ends the game (exit code 0)
cli-seed = repeat exactly the same game
cli-effort = an engine's work for a move, in nodes or samples
cli-time = thinking time for a move, in milliseconds
cli-threads = threads for an answer
cli-games = number of games; the player who begins one is second in the next
cli-record = write the game to a new file
cli-lang = language of the texts: fr or en
cli-analyse-record = every move of a recorded game; the move made is marked
cli-json = one JSON object for each position
cli-value-only = the value of the position without those of its moves
cli-position = the positions; - to read them from the input, one a line
cli-subject = the subject
cli-function = the function; without one, the list
cli-arguments = its arguments, in JSON
cli-file = the file of the game
cli-listen = where to listen (127.0.0.1:4210); another address than 127.0.0.1 lets others in
cli-host = a host name under which browsers may reach the page, besides localhost; may be repeated
cli-origin = the address of the page behind a proxy or TLS, as browsers write it (https://games.example)
cli-trusted-proxy = a proxy whose X-Forwarded-For header is believed; may be repeated
cli-metrics = an address for /healthz and /metrics (Prometheus), apart from the page
cli-log = format of the log: text or json, one event a line; RUST_LOG sets its level
cli-damaged-games = The file of games is damaged; the rest is served: { $damage }
cli-store = keep the games in a PostgreSQL database instead of a folder: postgres://USER@HOST/DATABASE
cli-bad-store = { $text } is not the address of a database
cli-bad-store-hint = write postgres://USER:PASSWORD@HOST/DATABASE; a folder is given by --data
cli-bus = serve the database together with other machines, connected by this NATS server: nats://HOST:PORT
cli-bad-bus-hint = write nats://HOST:PORT
cli-store-about = Copy, back up, check or delete the stored games
cli-store-copy-about = Copy all games of a store into another, and verify the copy
cli-store-backup-about = Back up the games to a file, also while the server runs
cli-store-forget-about = Delete games from the store for good
cli-store-forget-id = the id at the end of a table's or tournament's address
cli-store-forget-before = every game without a move since this day, and tournaments from before it: 2026-09-01
cli-store-forget-name = every game of a player with this name
cli-store-forgotten = { $games ->
    [one] { $games } game
   *[other] { $games } games
} and { $tournaments ->
    [one] { $tournaments } tournament
   *[other] { $tournaments } tournaments
} deleted
cli-store-still-named = the tournament “{ $event }” still has this name: brelan store forget { $id } deletes the tournament
cli-quota = the size of the store above which no more games are opened: 500M, 10G (the default)
cli-keep = how many days after its last move a game that is not over, or was imported, is kept (90 by default)
cli-store-check-about = Check that every stored game replays
cli-store-from = the source: a file, or postgres://…
cli-store-to = the target: a file, or postgres://…; the same command continues an interrupted copy
cli-store-file = the file to write, which must not exist yet
cli-store-copied = { $rows } rows copied to { $to } and verified
cli-store-sound = all is well: { $games } { $games ->
    [one] game
   *[other] games
} replayed
cli-store-damaged = { $damaged } of { $games } { $games ->
    [one] game
   *[other] games
} { $damaged ->
    [one] does
   *[other] do
} not replay
cli-store-faulty = { $games } { $games ->
    [one] game replayed
   *[other] games replayed
}, and the store is damaged elsewhere
cli-store-file-damaged = the file is damaged: { $damage }
cli-store-unlisted = some games cannot be listed: { $reason }
cli-store-game = game { $name }…: { $reason }
cli-folder-held-hint = stop it, or choose another folder with --data
cli-bad-origin-hint = write https://games.example, without a path
cli-data = the folder that keeps the games
cli-open = open a browser at the page
cli-shell = the shell: bash, elvish, fish, powershell or zsh
cli-examples = Examples:

# Errors.
cli-requires = note: { $name } requires { $condition }
cli-error = error: { $text }
cli-hint = hint: { $text }
cli-table-error = Error: { $text }
cli-usage = Usage:
cli-usage-players = player1 player2
cli-usage-player = a player is written name@strategy
cli-usage-strategies = strategy = { $strategies }
cli-usage-example = Example:
cli-two-players = there must be two players, not { $given }
cli-confiant-first = -confiant is written once, before the players
cli-unknown-option = unknown option: { $text }
cli-bad-value = { $option } cannot be `{ $text }`
cli-missing-value = { $option } takes a value
cli-bad-option = { $option }: { $text }
cli-unknown-command = `{ $text }` is neither a game nor a command
cli-missing-command = a word is missing: { $text }
cli-bad-arguments = { $reason }
cli-not-text = an argument is not UTF-8 text
cli-missing-argument = { $text } is missing
cli-help-hint = brelan --help lists the games and commands
cli-twice = { $text } may be given only once
cli-conflict = { $option } and { $other } cannot be given together
cli-exists = { $file } exists already
cli-exists-hint = choose another name: nothing is overwritten
cli-cannot-write = { $file } cannot be written: { $reason }
cli-cannot-read = { $file } cannot be read: { $reason }
cli-bad-line = line { $line }: { $text }
cli-other-game = this is a record of { $game }
cli-bad-position = position `{ $position }`: { $text }

# The page.
cli-serving = Brelan is served at { $address } (Ctrl-C to stop)
cli-serving-also =   also { $address }
cli-serving-everybody = Anyone who reaches this address can open tables and play; nothing is encrypted.
cli-data-folder = The games are kept in { $folder }
cli-served = Closed; every game is saved.
cli-listen-hint = brelan serve --listen 127.0.0.1:0 takes a free port
cli-no-data-folder = there is no folder to keep the games in
cli-no-data-folder-hint = brelan serve --data DIR keeps them elsewhere

# Analyses.
analysis-heading = { $position } (player { $player } to move): { $value }
cli-draw-about = Draw a position as SVG
cli-draw-game = the game
cli-draw-position = the position, or what a viewer sees of it; without one, a sample
cli-draw-near = the side drawn at the bottom: first or second (default: first)
cli-draw-output = the file to write; without one the picture is printed
cli-heading-usage = Usage:
cli-heading-commands = Commands
cli-heading-games = Games
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-help = show this help
cli-version = show the version
cli-also = { $about } (also: { $names })
cli-serve-program = a program that visitors may choose as an opponent, as at a table: Bot@./bot.py (repeatable)
cli-cage = sandbox of programs: required (every protection), best (those available) or none
cli-allow = a folder that programs may read (repeatable)
cli-restarts = restart a program that ends, at most N times a game
cli-notes = where to keep the notes and standard error of programs
cli-program-about = Write, check, try and measure a program that plays
cli-program-new = Write a program that plays at random
cli-program-check = Check that a program follows the protocol
cli-program-try = Send lines to a program by hand
cli-program-ladder = Let a program play ever stronger opponents
cli-program-game = the game
cli-program-program = ./player, player.py:choose or cmd:java Player
cli-program-in = the language (python): { $known }
cli-program-to = the folder to write to (.)
cli-program-games = number of games against each opponent (10)
cli-program-record = a recorded game of which one question is asked again
cli-program-at = which move of the program, from 1

# The command brelan program, and programs at a table.
program-cage = Cage: { $rungs }.
program-no-cage = Cage: no protection.
program-restarted = { $name } died and was restarted (restarts: { $count }).
program-failure = { $name }: { $text }
program-notes = { $name }, its notes:
program-errors = { $name }, its standard error:
program-lost-at = { $name } lost the game at its move { $number }, { $move }; { $best } was better. Ask it exactly that again: { $command }
program-worst-at = { $name } lost most at its move { $number }, { $move }; { $best } was better. Ask it exactly that again: { $command }
program-faultless = { $name } made no mistake that could be proved. Ask it its last question again: { $command }
program-ask-again = Ask { $name } exactly that again: { $command }
program-not-recorded = play with --record FILE
program-not-a-program = `{ $text }` is not a program: write ./player, player.py:choose or cmd:java Player
program-written = { $file } plays at random; there is one function to change.
program-build = Compile it:
program-seat = Let it play:
program-verify = Check it:
program-passed = { $number }. passed: { $step }
program-failed = { $number }. failed: { $step }
program-skipped = { $number }. skipped: { $step }
program-checked = { $passed } steps passed of { $total }
program-try = Type the lines that Brelan would send; the program answers only play. For example:
program-again-line = move { $number } of this game is not this program's: choose 1 to { $most }
program-rung = against { $opponent }: { $wins } won, { $draws } drawn, { $losses } lost
program-got = { $name } beats { $beaten }.
program-got-nowhere = { $name } beats no opponent yet.
program-shortest = The shortest lost game, against { $opponent } ({ $moves } moves):

# The command brelan grade.
cli-grade-about = Judge homework against the subject, with the smallest call that shows the difference
cli-grade-path = A Python, Fortran or Java file, a folder or an archive
cli-grade-each = Judge every folder and file of FOLDER, or of an archive of Moodle
cli-grade-csv = With --each: a table for Moodle
cli-grade-junit = With --each: JUnit XML
cli-grade-html = A page to print, which reads offline
cli-grade-output = Keep the reports here: the same command goes on where it stopped
cli-grade-fresh = Judge all submissions again, and ignore the reports in --output
cli-grade-json = The report as JSON
cli-grade-scale = What each check is worth: a TOML file
cli-grade-run = Judge the main program that this command starts in the folder handed in, for the subjects that ask for one
cli-grade-tests = Also run the .run files of this folder and compare with their .expected
cli-grade-with = With --only: judge as if this function were the subject's
cli-grade-without = Remove from the total what cannot be judged without this module or tool, or this check
cli-grade-watch = Judge again when a file changes
cli-grade-map = Accept a function under another name; with `!` before it, its opposite
cli-grade-only = Judge only this function, or this check
cli-grade-args = With --only or --run: these arguments alone, a JSON list
cli-grade-typed = With --only or --run: what is typed, word by word
cli-grade-args-only = --args and --typed need --only
cli-grade-bad-args = `{ $text }` is not a JSON list of arguments
cli-grade-bad-map = `{ $text }`: write --map THEIR_NAME=SUBJECT_NAME
cli-grade-unsaved = Reports could not be kept in the folder of --output, and will be judged again: { $reason }
cli-grade-interrupted = Interrupted. The finished reports are saved; the same command goes on.
cli-grade-interrupted-unsaved = Interrupted. The reports are not saved; with --output they are.

# The command brelan review, and advice.
cli-why = advice in three steps: where to look, what to play, why
cli-review-about = Say what every move of recorded games was worth: mistakes, luck and skill
cli-review-json = one JSON object for each game
cli-review-html = write one page a game beside each record, as FILE.html
cli-review-time = time for a game, in milliseconds
cli-review-effort = an engine's work for a position, in nodes or samples; the review then repeats
cli-review-threads = games reviewed at a time; with one game, threads for it
cli-review-files = the records; - reads one from the input
cli-review-bad-file = { $file }: { $text }
cli-review-html-input = --html writes the page beside the file of the record: give a file instead of -
cli-review-too-large = the file is too large for a record: at most { $most } MiB are read

# The command brelan tournament.
cli-tournament-about = Hold a tournament: series, leagues, ratings
cli-tournament-format = series, round-robin, gauntlet, swiss or knockout
cli-tournament-games = games of a meeting, an even number: they come in pairs with seats swapped
cli-tournament-rounds = number of rounds, or how often each pair meets
cli-tournament-concurrency = games played at a time
cli-tournament-clock = each player's time for a game, such as 5m+3s
cli-tournament-openings = a file of positions, or random:PLIES
cli-tournament-secret = a file with the secret of the programs’ luck, to repeat a tournament elsewhere
cli-tournament-event = the name of the tournament
cli-tournament-sprt = stop as soon as this sequential test decides: elo0=0,elo1=10,alpha=0.05,beta=0.05
cli-tournament-output = the folder for games and standings
cli-tournament-fresh = delete the games stored for this folder and begin anew
cli-tournament-players-file = a file of players, one a line
cli-tournament-players = the players, each written name@strategy or name@./program
cli-tournament-table-head = {"     "}player, points, games, wins, draws, losses, Elo ± 95 % [luck taken out]
cli-tournament-interrupted = Interrupted; { $games ->
    [one] 1 game is kept
   *[other] { $games } games are kept
}. To go on:
cli-tournament-kept-hint = finished games are kept: the same command goes on
cli-tournament-occupied = { $folder } holds games that the store does not have: choose another folder, or --fresh to replace them
cli-tournament-empty-file = there is no player in { $file }

# Queues and the command brelan worker.
cli-queue = have the work done by workers (`brelan worker`): nats://USER:PASSWORD@HOST:PORT of a nats-server with -js
cli-queue-hint = start `nats-server -js` there, and check that its port can be reached
cli-queue-key = file of the secret that workers and this command share: results without its signature are refused
cli-queue-open = accept a queue that asks for no password
cli-queue-open-hint = set a user and a password in the configuration of nats-server and write nats://USER:PASSWORD@HOST:PORT; on a network where everybody is trusted, --open
cli-queue-key-hint = make one with: (umask 077; head -c 32 /dev/urandom | base64 > FILE), and copy it to every worker
cli-worker-about = Play games and judge homework for others, on this machine
cli-worker-url = where the queue is: nats://USER:PASSWORD@HOST:PORT of a nats-server with -js
cli-worker-concurrency = jobs done at a time; as many as there are cores unless told otherwise
cli-worker-name = the name of this worker in messages: letters, digits, - and _
cli-worker-joined = Worker { $name } waits for work at { $place }, { $places } at a time. Ctrl-C ends it.
cli-worker-has = Interpreters: { $names }
cli-worker-no-cage = Without a cage no programs are run here, strategies play only: { $reason }
cli-worker-done = { $kept } { $kept ->
    [one] job
   *[other] jobs
} done for others. What was in progress is given back.
cli-worker-status = { $kept } { $kept ->
    [one] job
   *[other] jobs
} done, { $running } in progress

# The command brelan play, and matches.
cli-drawn-about = Play on a drawn board, with keys
cli-plain = lines of text instead of a drawing, for screen readers
cli-play-terminal = brelan play draws in a terminal, and there is none here
cli-play-terminal-hint = brelan GAME PLAYER PLAYER plays line by line, also through a pipe; so does --plain
cli-play-kept = Game kept: { $file }
cli-play-review = What every move was worth: { $review }
cli-match = play more games as long as the answer is yes
cli-match-game = Game { $number }
cli-match-game-of = Game { $number } of { $games }
cli-match-score = Score: { $first } { $one }, { $second } { $two }
cli-match-another = Another game (yes or no)?{" "}

# Help.
cli-help-about = Print the help of a command
cli-help-command = the command, such as analyse or store copy
cli-man-to = write the pages of all commands to this folder
cli-did-you-mean = did you mean { $text }?
cli-group-play = Play
cli-group-learn = Learn
cli-group-teach = Teach
cli-group-serve = Serve and install
cli-heading-command = COMMAND
cli-value = { $name }
