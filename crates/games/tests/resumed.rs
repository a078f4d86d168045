//! Tables that resume from a record.

use allumettes::Matches;
use host::{EventKind, Options, Table, TypedTable, Viewer};
use table::{Entry, Limits, Next, Side};

const RECORD: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
    first A@humain\nsecond B@expert\n\nfirst plays 2\n";

fn resumed() -> TypedTable<Matches> {
    let record = RECORD.parse().expect("the record parses");
    let table = TypedTable::resume(&record, &Options::default(), 1, &mut |_| ());
    table.expect("the record replays")
}

#[test]
fn a_resumed_game_continues_with_its_strategies() {
    let mut table = resumed();
    assert_eq!(table.next(&mut |_| ()), Next::Think(Side::Second));
    let mut events = Vec::new();
    table
        .proceed(&Limits::default(), &mut |event| {
            events.push((event.entry(), event.view(Viewer::Spectator)));
        })
        .expect("a strategy is to move");
    // The expert takes 2 of 11 and leaves 9.
    let entry = Some(Entry::Plays(Side::Second, "2".to_owned()));
    assert_eq!(events, [(entry, "9".to_owned())]);
    assert_eq!(table.next(&mut |_| ()), Next::Answer(Side::First));
}

/// The line replaces a move of the local strategy, which plays the next move.
#[test]
fn a_line_of_another_node_is_repeated_without_the_local_strategy() {
    let mut table = resumed();
    let mut events = Vec::new();
    let entry = Entry::Plays(Side::Second, "1".to_owned());
    let repeated = table.repeat(&entry, &mut |event| {
        events.push((event.kind(), event.entry()));
    });
    repeated.expect("the second side is to move");
    assert_eq!(
        events,
        [(EventKind::Played, Some(entry)), (EventKind::Asked, None)]
    );
    assert_eq!(table.position(), "10");
    table.answer("1", &mut |_| ()).expect("a person is to move");
    assert_eq!(table.next(&mut |_| ()), Next::Think(Side::Second));
    let misplaced = Entry::Plays(Side::First, "1".to_owned());
    assert!(table.repeat(&misplaced, &mut |_| ()).is_err());
}

#[test]
fn legal_moves_and_refusals_are_shown_to_their_player() {
    let mut events = Vec::new();
    let record = RECORD.replace("first plays 2", "first answers \"x\"");
    let record = record.parse().expect("the record parses");
    TypedTable::<Matches>::replay(&record, &mut |event| events.push(event.to_owned()))
        .expect("the record replays");
    let [first, second] = Side::BOTH.map(Viewer::Player);
    assert_eq!(events[0].legal(first, 9), ["1", "2", "3"]);
    assert_eq!(events[0].legal(first, 2), ["1", "2"]);
    assert!(events[0].legal(second, 9).is_empty());
    assert!(events[0].legal(Viewer::Spectator, 9).is_empty());
    let reason = events[1].refusal(first).map(|message| message.key);
    assert_eq!(reason.as_deref(), Some("allumettes-number"));
}
