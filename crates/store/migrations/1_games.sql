-- Text and BIGINT only: the same statements serve PostgreSQL.
-- What lets somebody in (holder, invitation, creator) is kept as a digest.
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    header TEXT NOT NULL,
    options TEXT NOT NULL,
    time_ms BIGINT,
    creator TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    touched_ms BIGINT NOT NULL,
    ending TEXT
);

CREATE TABLE seats (
    game_id TEXT NOT NULL REFERENCES games (id),
    side BIGINT NOT NULL,
    holder TEXT,
    invitation TEXT,
    PRIMARY KEY (game_id, side)
);

CREATE TABLE lines (
    game_id TEXT NOT NULL REFERENCES games (id),
    number BIGINT NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
);

CREATE INDEX seats_by_holder ON seats (holder);
CREATE INDEX games_by_creator ON games (creator);
