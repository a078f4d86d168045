-- What the nodes of one house know and nobody else does: made once, by whoever comes first. A copy is
-- another house and makes its own, so that neither table is copied.
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,
    secret TEXT NOT NULL
);

-- Where a short code leads, until when by the database's own clock. The code is a digest and the
-- invitation sealed, both by the secret above; without one the code leads to watch.
CREATE TABLE codes (
    code TEXT PRIMARY KEY,
    game_id TEXT NOT NULL REFERENCES games (id),
    invitation TEXT NOT NULL,
    until_ms BIGINT NOT NULL
);

CREATE INDEX codes_by_end ON codes (until_ms);
