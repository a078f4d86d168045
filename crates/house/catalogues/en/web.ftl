# What the server answers.
web-not-found = There is nothing at this address.
web-foreign-host = This server is not known under that name.
web-foreign-origin = The request comes from another site.
web-malformed = The request cannot be read: { $reason }
web-bad-name = A name has 1 to 40 characters, on one line.
web-spectator = Only a player of this table may do that.
web-not-your-turn = It is not your turn.
web-stale = The game has moved on in the meantime.
web-not-over = The game is not over.
web-nothing-to-take-back = There is no move you could take back.
web-bad-invitation = This invitation has been used, or never was one.
web-too-fast = Not so fast: try again in a moment.
web-crowded = Too many people watch this table.
web-too-long = This game has become too long to go on.
web-disk-full = The disk is full: the move is not saved. The game goes on when there is room again.
web-read-only = The games cannot be written: the move is not saved.
web-internal = Something broke here. The game is as it was last saved.
