# Games handed to other machines.
queue-option = let workers play the games (`brelan worker`): nats://HOST:PORT of a nats-server with -js
queue-worker-about = Play games of tournaments that others hold, on this machine
queue-worker-url = where the queue is: nats://HOST:PORT of a nats-server with -js
queue-worker-concurrency = games played at a time; as many as there are cores unless told otherwise
queue-worker-name = how tournaments call this worker: letters, digits, - and _
queue-away = no queue answers at { $place }: { $reason }
queue-away-hint = start `nats-server -js` there, and see that its port can be reached
queue-no-stream = the server at { $place } keeps no queue: { $reason }
queue-lost = the queue at { $place } has been silent too long
queue-silent = The queue at { $place } is silent. Games that are over are kept; it is waited for, { $seconds } seconds at most.
queue-back = The queue at { $place } is back.
queue-program = the program of { $player } cannot be sent: { $reason }
queue-too-large = its folder has more than { $files } files or { $megabytes } MiB; give it a folder of its own
queue-damaged = the program of { $player } arrives damaged at workers, however often it is sent
queue-damaged-at = The program of { $player } arrived damaged at worker { $worker }; it is sent again.
queue-unplayable = no worker can play game { $number }: { $reason }
queue-failed = Worker { $worker } cannot play game { $number }: { $reason }. It is handed out again.
queue-forged = Worker { $worker } sent a game { $number } that cannot have been played so. It is handed out again.
queue-player-aside = { $player } crashes on every worker ({ $workers }): its crashes count from now on.
queue-worker-aside = Worker { $worker } is set aside: programs crash there that play elsewhere, or its games are none.
queue-no-worker = No worker is at the queue. Games wait for one that has: { $needs }
queue-nobody = No worker that is there can play games that need: { $needs }
queue-aside = a tournament has set this worker aside: programs crash here that play elsewhere, or its games do not replay
queue-name = `{ $name }` is no name for a worker: use up to 64 letters, digits, - and _
queue-worker-joined = Worker { $name } waits for games at { $place }, { $games } at a time. Ctrl-C ends it.
queue-worker-has = Interpreters: { $names }
queue-worker-no-cage = Without a cage no programs are played here, strategies only: { $reason }
queue-worker-waits = The queue at { $place } is silent; it is waited for.
queue-cannot = Games that need this are left to others: { $needs }
queue-tournament-away = Nobody took game { $number }: its tournament is away. It will be handed out again when that goes on.
queue-worker-stands = { $kept } { $kept ->
    [one] game
   *[other] games
} kept, { $running } in progress
queue-worker-done = { $kept } { $kept ->
    [one] game
   *[other] games
} played for others. What was in progress is given back.
