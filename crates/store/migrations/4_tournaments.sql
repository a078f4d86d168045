-- A tournament's finished games, each as the line that is published of it; and for whoever watches
-- how it stands, when somebody last played it, and the games that take long enough to be seen.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    settled TEXT NOT NULL,
    seed BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    seen_ms BIGINT,
    standings TEXT
);

CREATE TABLE tournament_games (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    number BIGINT NOT NULL,
    line TEXT NOT NULL,
    luck TEXT,
    notes TEXT,
    PRIMARY KEY (tournament_id, number)
);

CREATE TABLE tournament_running (
    tournament_id TEXT NOT NULL REFERENCES tournaments (id),
    number BIGINT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    view TEXT NOT NULL,
    PRIMARY KEY (tournament_id, number)
);
