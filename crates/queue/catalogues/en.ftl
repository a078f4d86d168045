# Work handed to other machines.
queue-option = let workers do it (`brelan worker`): nats://HOST:PORT of a nats-server with -js
queue-worker-about = Play games and judge homework for others, on this machine
queue-worker-url = where the queue is: nats://HOST:PORT of a nats-server with -js
queue-worker-concurrency = jobs done at a time; as many as there are cores unless told otherwise
queue-worker-name = how others call this worker: letters, digits, - and _
queue-game = game { $number }
queue-paper = the work of { $name }
queue-away = no queue answers at { $place }: { $reason }
queue-away-hint = start `nats-server -js` there, and see that its port can be reached
queue-no-stream = the server at { $place } keeps no queue: { $reason }
queue-lost = the queue at { $place } has been silent too long
queue-silent = The queue at { $place } is silent. What is done is kept; it is waited for, { $seconds } seconds at most.
queue-back = The queue at { $place } is back.
queue-stopped = interrupted
queue-files = the files of { $owner } cannot be sent: { $reason }
queue-too-large = there are more than { $files } files or { $megabytes } MiB; give them a folder of their own
queue-damaged = the files of { $owner } arrive damaged at workers, however often they are sent
queue-damaged-at = The files of { $owner } arrived damaged at worker { $worker }; they are sent again.
queue-undoable = no worker can take { $work }: { $reason }
queue-failed = Worker { $worker } cannot take { $work }: { $reason }. It is handed out again.
queue-forged = What worker { $worker } sent for { $work } cannot have come about so. It is handed out again.
queue-player-aside = { $player } crashes on every worker ({ $workers }): its crashes count from now on.
queue-worker-aside = Worker { $worker } is set aside: programs crash there that play elsewhere, or what it sends is not what was asked.
queue-no-worker = No worker is at the queue. The work waits for one that has: { $needs }
queue-nobody = No worker that is there can do what needs: { $needs }
queue-aside = this worker was set aside: programs crash here that play elsewhere, or what it sends is not what was asked
queue-name = `{ $name }` is no name for a worker: use up to 64 letters, digits, - and _
queue-worker-joined = Worker { $name } waits for work at { $place }, { $places } at a time. Ctrl-C ends it.
queue-worker-has = Interpreters: { $names }
queue-worker-no-cage = Without a cage no programs are run here, strategies play only: { $reason }
queue-worker-waits = The queue at { $place } is silent; it is waited for.
queue-cannot = Work that needs this is left to others: { $needs }
queue-errand-away = Nobody took { $work }: whoever asked for it is away, and will hand it out again.
queue-worker-stands = { $kept } { $kept ->
    [one] job
   *[other] jobs
} done, { $running } in progress
queue-worker-done = { $kept } { $kept ->
    [one] job
   *[other] jobs
} done for others. What was in progress is given back.
