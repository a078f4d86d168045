-- Who lets an engine think for a game: until when, in milliseconds by the database's own clock. What
-- is left behind runs out by itself, so that no copy takes it along.
CREATE TABLE leases (
    game_id TEXT PRIMARY KEY REFERENCES games (id),
    owner TEXT NOT NULL,
    until_ms BIGINT NOT NULL
);
