# The database of games.
store-cannot-open = { $file } cannot be opened: { $reason }
store-cannot-create = the file can be neither read nor created
store-not-a-database = the file is not a database
store-no-such-database = the database does not exist: create it first
store-exposed = other users of this machine can read the folder { $folder }: `chmod 700` closes it
store-full = the disk is full
store-read-only = the store is read-only
store-conflict = a row with the same key exists already
store-damaged = line { $number } of the game is damaged
store-differs = the copy of table { $table } differs: it has { $written } rows, the source { $read }
store-away = the database does not answer
store-closed = the store is closed
store-other = { $reason }
