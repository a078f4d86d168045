-- Where a game's luck begins; games of before go on with a new one.
ALTER TABLE games ADD COLUMN seed BIGINT;
