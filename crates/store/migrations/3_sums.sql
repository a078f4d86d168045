-- What a line is checked by when it is read; lines of before have none.
ALTER TABLE lines ADD COLUMN sum BIGINT;
