-- The lines of an imported record as one text, which come before those of the table of lines, how many
-- they are, and their checksum.
ALTER TABLE games ADD COLUMN imported TEXT;
ALTER TABLE games ADD COLUMN imported_lines BIGINT;
ALTER TABLE games ADD COLUMN imported_sum BIGINT;
CREATE INDEX games_by_touch ON games (touched_ms);

-- The game that a review was made for, with which it is deleted. Reviews are made again when they are
-- asked for.
DELETE FROM reviews;
ALTER TABLE reviews ADD COLUMN game_id TEXT;
CREATE INDEX reviews_by_game ON reviews (game_id);
