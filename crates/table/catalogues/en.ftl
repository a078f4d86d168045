# Errors of the contracts: sides, players, times, records, files.
unknown-side = `{ $text }` is not a side: write first or second
player-form = `{ $text }` is not a player: write name@strategy
player-no-name = `{ $text }` has no name: write name@strategy
player-option = `{ $text }` is not an option of players: choose clock, time, effort, seed or memory
player-option-value = { $option }={ $value } cannot be: write { $option ->
    [time] time=200, in milliseconds
    [memory] memory=256M or memory=2G
   *[other] a whole number
  }
not-a-time = `{ $text }` is not a time: write 300ms, 90s, 5m or 5m+3s, a day at most
record-not-a-record = line { $line }: this is not a record
record-expected = line { $line }: `{ $word } …` is expected here
record-unknown = line { $line }: `{ $text }` is not a line of a record
record-notation = line { $line }: { $text }
record-place = line { $line }: `{ $text }` cannot happen here
io-not-found = there is nothing of that name
io-denied = access is denied
io-exists = there is something of that name already
io-is-a-folder = it is a folder
io-not-a-folder = it is not a folder
io-full = the disk is full
io-read-only = nothing can be written there
io-not-text = it is not text
io-address-in-use = somebody else listens there already
io-address-elsewhere = that address is not one of this machine
io-other = { $reason }
no-such-cheat = `{ $text }` is not a cheat: this game has none
analysis-stopped = the analysis was stopped
