# The subjects' functions.
subject-unknown = `{ $text }` is not a subject: choose { $known }
subject-unknown-function = `{ $name }` is not a function of the subject { $subject }
subject-unknown-sample = `{ $name }` is not a sample of the subject { $subject }
subject-arity = { $name } takes ({ $expected }), and was given { $given } { $given ->
    [one] argument
   *[other] arguments
}
subject-word = argument { $at } does not fit: `{ $text }` is neither JSON nor Python; { $expected } is expected
subject-argument = argument { $at } does not fit: { $reason }
subject-type = { $found } where { $expected } is expected
subject-range = { $found } is not between { $from } and { $to }
subject-length = { $found } { $found ->
    [one] value
   *[other] values
} where { $expected } are expected
subject-ragged = row { $row } has { $found } { $found ->
    [one] pixel
   *[other] pixels
} where row 0 has { $expected }
subject-missing-key = the key `{ $key }` is missing
subject-unknown-key = the key `{ $key }` is not known
subject-not-a-tile = { $found } is not a tile: write [6,1] or 61
subject-unknown-strategy = `{ $text }` is not a strategy: choose { $known }
subject-requires = { $name } requires { $condition }
subject-raised = { $exception }: { $reason }
subject-end-of-input = the input ended before an answer was given
subject-note-changes = changes { $names }
subject-note-reads = reads the input
subject-note-prints = prints
subject-note-random = random
subject-note-requires = requires { $names }
subject-note-aliases = or { $names }
