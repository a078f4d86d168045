# The database of games.
store-cannot-open = { $file } cannot be opened: { $reason }
store-no-place = it can be neither read nor made
store-not-a-database = it is not a database
store-no-such-database = there is no such database: make it first
store-conflict = the line exists already
store-damaged = line { $number } of the game is damaged
store-differs = the copy differs: table { $table } has { $written } rows where { $read } were copied, or others
store-away = the database does not answer
store-closed = the store is closed
