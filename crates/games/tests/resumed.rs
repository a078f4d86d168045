//! Tables of one game that go on from a record.

use allumettes::Matches;
use host::{EventKind, Options, Table, TypedTable, Viewer};
use table::{Entry, Limits, Next, Side};

const RECORD: &str = "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\n\
    first A@humain\nsecond B@expert\n\nfirst plays 2\n";

fn resumed() -> TypedTable<Matches> {
    let record = RECORD.parse().expect("well formed");
    let table = TypedTable::resume(&record, &Options::default(), 1, &mut |_| ());
    table.expect("a possible game")
}

#[test]
fn a_resumed_game_goes_on_with_its_strategies() {
    let mut table = resumed();
    assert_eq!(table.next(&mut |_| ()), Next::Think(Side::Second));
    let mut told = Vec::new();
    table
        .proceed(&Limits::default(), &mut |moment| {
            told.push((moment.entry(), moment.view(Viewer::Spectator)));
        })
        .expect("an engine has the hand");
    // Eleven left: the expert leaves nine.
    let entry = Some(Entry::Plays(Side::Second, "2".to_owned()));
    assert_eq!(told, [(entry, "9".to_owned())]);
    assert_eq!(table.next(&mut |_| ()), Next::Answer(Side::First));
}

/// A line that a strategy wrote elsewhere is taken without asking the one that sits here, which
/// goes on afterwards.
#[test]
fn what_was_written_elsewhere_is_repeated_whoever_sits_there() {
    let mut table = resumed();
    let mut told = Vec::new();
    let entry = Entry::Plays(Side::Second, "1".to_owned());
    let heard = table.repeat(&entry, &mut |moment| {
        told.push((moment.kind(), moment.entry()));
    });
    heard.expect("a line that fits");
    assert_eq!(
        told,
        [(EventKind::Played, Some(entry)), (EventKind::Asked, None)]
    );
    assert_eq!(table.position(), "10");
    table.answer("1", &mut |_| ()).expect("a person is asked");
    assert_eq!(table.next(&mut |_| ()), Next::Think(Side::Second));
    let misplaced = Entry::Plays(Side::First, "1".to_owned());
    assert!(table.repeat(&misplaced, &mut |_| ()).is_err());
}

#[test]
fn legal_moves_and_reasons_are_told_to_whom_they_concern() {
    let mut told = Vec::new();
    let record = RECORD.replace("first plays 2", "first answers \"x\"");
    let record = record.parse().expect("well formed");
    TypedTable::<Matches>::replay(&record, &mut |moment| told.push(moment.to_owned()))
        .expect("a possible game");
    let [first, second] = Side::BOTH.map(Viewer::Player);
    assert_eq!(told[0].legal(first, 9), ["1", "2", "3"]);
    assert_eq!(told[0].legal(first, 2), ["1", "2"]);
    assert!(told[0].legal(second, 9).is_empty());
    assert!(told[0].legal(Viewer::Spectator, 9).is_empty());
    let reason = told[1].refusal(first).map(|message| message.key);
    assert_eq!(reason.as_deref(), Some("allumettes-number"));
}
