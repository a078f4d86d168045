# Errors of the contracts: sides, players, times, records, files.
unknown-side = `{ $text }` is not a side: write first or second
player-form = `{ $text }` is not a player: write name@strategy
player-no-name = `{ $text }` has no name: write name@strategy
player-option = `{ $text }` is not an option of players: choose clock, time, effort, seed or memory
player-option-value = { $option }={ $value } is not possible: write { $option ->
    [time] time=200, in milliseconds
    [memory] memory=256M or memory=2G
   *[other] a whole number
  }
not-a-time = `{ $text }` is not a time: write 300ms, 90s, 5m or 5m+3s, a day at most
record-line = line { $line }: { $reason }
record-not-a-record = this is not a record: it must begin with `{ $first }`
record-expected = `{ $word } …` is expected here
record-unknown = `{ $text }` is not a line of a record
record-place = `{ $text }` cannot happen at this point of the game
io-not-found = no file or folder has that name
io-denied = access is denied
io-exists = a file or folder of that name exists already
io-is-a-folder = it is a folder
io-not-a-folder = it is not a folder
io-full = the disk is full
io-read-only = nothing can be written there
io-not-text = it is not text
io-address-in-use = another program already uses that address
io-address-elsewhere = that address is not one of this machine
io-other = { $reason }
no-such-cheat = `{ $text }` is not a cheat: this game has none
analysis-stopped = the analysis was stopped
