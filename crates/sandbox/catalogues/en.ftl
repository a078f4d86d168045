# Failures of programs.
misdeed-time-silent = it did not answer in time
misdeed-time-unread = it does not read the lines sent to it
misdeed-time-unended = it wrote `{ $said }` without an end of line
misdeed-time-unflushed = it answered `{ $said }`, but did not flush: add print(…, flush=True) in Python, fflush(stdout) in C, System.out.flush() in Java, flush(6) in Fortran, flush stdout in OCaml
misdeed-start-missing = { $path } does not exist
misdeed-start-run-bit = { $path } cannot be run: chmod +x { $path }
misdeed-start-format = { $path } is neither a program of this machine nor a script that names its interpreter: write for example #!/usr/bin/env python3 as its first line
misdeed-start-interpreter = { $path } asks for the interpreter { $interpreter }, which does not exist
misdeed-start-folder = { $path } is or contains a home folder, which a program may not read: put the program in a folder of its own
misdeed-start-denied = the cage's user may not read or run { $path }: chmod a+rx the file and its folders
misdeed-start-silent = it started, and answered nothing
misdeed-start-system = it could not be started ({ $step }: { $reason })
misdeed-crash-exit = it ended in mid-game, with code { $code }
misdeed-crash-signal = it was killed by signal { $signal }
misdeed-crash-output = it closed its output
misdeed-crash-input = it closed its input
misdeed-crash-lost = the process that supervises its cage ended
misdeed-flood-output = it wrote more than { $limit } bytes for one move
misdeed-flood-errors = it wrote more than { $limit } bytes to standard error for one move
misdeed-limit-memory = it held more than { $limit } bytes of memory
misdeed-limit-processor = it computed for more than { $limit } seconds
misdeed-limit-processes = it ran more than { $limit } processes or threads
misdeed-limit-file-size = it wrote more than { $limit } bytes to a file
misdeed-limit-files = it left too many temporary files (limit: { $limit })
misdeed-limit-off-turn = it computed for { $used } ms in the { $during } ms of the opponent's turn
unreadable-early = an answer before it was asked for
unreadable-between = a line between the end of a game and the first question of the next
unreadable-long = a line too long
unreadable-nul = a NUL byte
unreadable-encoding = not UTF-8
unreadable-control = control codes

cage-unknown-strictness = `{ $word }` is not a value of --cage: choose required, best or none
cage-missing-user = the cage lacks the unprivileged user ({ $step }: { $reason })
cage-missing-limits = the cage lacks the system's limits ({ $step }: { $reason })
cage-missing-cgroups = the cage lacks control groups ({ $step }: { $reason }): start Brelan with systemd-run --user --scope -p Delegate=yes, or as root
cage-missing-landlock = the cage lacks Landlock ({ $step }: { $reason }): Linux 5.13 or later, booted with lsm=landlock
cage-missing-seccomp = the cage lacks the seccomp filter ({ $step }: { $reason })
cage-missing-namespaces = the cage lacks namespaces ({ $step }: { $reason }): sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0
cage-administrator = as root without the right to change users no program is started, because the kernel would not limit its processes ({ $step }: { $reason }): run as an ordinary user, grant CAP_SETUID and CAP_SETGID, or choose --cage none
cage-launcher = no cage can be built ({ $step }: { $reason })

# Starters and the check of a program.
program-unknown-language = there is no starter in `{ $text }`: choose { $known }
starter-title = A player for { $game }: it plays a random legal move.
starter-before = Before each move the referee sends, for example:
starter-edit = HERE: choose a move among those that are legal.
program-step-starts = starts
program-step-answers = answers the first question with a legal move
program-step-first = plays whole games on the first side
program-step-second = plays whole games on the second side
program-step-again = plays two games in a row without being started again
program-step-unknown = ignores words that it does not know
program-step-rubbish = ignores blank lines and long lines
program-step-time = answers in time
program-step-end = exits at the end of input
program-step-cage = needs nothing outside the cage
program-lost-by = game { $game }, { $side }: { $reason }
program-slowest = the longest move took { $time } ms
program-left-after = it exited after the end of the first game, which is allowed
program-only-uncaged = it works without the cage: see --allow DIR
