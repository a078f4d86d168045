-- A tournament's finished games, each as the line that is published of it, and how it stands.
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    event TEXT NOT NULL,
    game TEXT NOT NULL,
    settled TEXT NOT NULL,
    seed BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
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
