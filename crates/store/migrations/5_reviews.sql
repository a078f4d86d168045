-- What was found out about a game that is over, so that it is found out once. The question says
-- which record, by its digest, and how it was judged.
CREATE TABLE reviews (
    question TEXT NOT NULL,
    language TEXT NOT NULL,
    told TEXT NOT NULL,
    PRIMARY KEY (question, language)
);
