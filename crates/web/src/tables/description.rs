//! A table without its events, as it is described to browsers in lists, requests and sockets.

use std::collections::BTreeMap;

use store::NewGame;
use table::{Player, Side, Who};

use super::STUDY;
use super::clocks::clock_times;
use super::game::{LiveGame, chosen_options};
use super::log::EventLog;
use super::programs::Programs;
use super::role::TableRole;
use super::wire::{PlayerInfo, SeatState, TableInfo};

pub(super) fn describe(
    row: &NewGame,
    game: &LiveGame,
    programs: &Programs,
    role: TableRole,
) -> TableInfo {
    let (log, ending) = (&game.log, game.log.ending());
    let seats = Side::BOTH.into_iter().zip(&row.seats);
    let seats = seats.zip(&log.record().header.players);
    let players = seats.map(|((side, seat), player)| PlayerInfo {
        chair: match seat.holder {
            _ if player.who != Who::Person => SeatState::Engine,
            Some(_) => SeatState::Taken,
            None => SeatState::Open,
        },
        name: player.name.clone(),
        strategy: match player.who {
            Who::Program(_) => programs.word(player),
            Who::Person | Who::Strategy(_) => player.who.to_string(),
        },
        terms: player.terms.to_string().trim_end_matches(',').to_owned(),
        you: role.holds(side),
    });
    let table = game.table.as_deref();
    TableInfo {
        id: row.id.clone(),
        game: row.game.clone(),
        players: players.collect(),
        options: public_options(row, log),
        time_ms: row.time_ms,
        created_ms: row.created_ms,
        events: log.len(),
        clocks: match table {
            Some(table) => clock_times(table, ending.is_some()),
            None => game.clocks.shown,
        },
        ending: ending.map(|ending| ending.to_string()),
        valued: gives_values(row, log),
        position: table
            .filter(|_| ending.is_some())
            .map(host::Table::position),
    }
}

/// Whether the players may ask what moves are worth while the game goes on.
pub(super) fn gives_values(row: &NewGame, log: &EventLog) -> bool {
    let players = &log.record().header.players;
    let is_person = |player: &Player| player.who == Who::Person;
    // A strategy's time for a move is how long it thinks, and no clock.
    let is_timed = |player: &Player| {
        player.terms.clock.is_some() || (is_person(player) && player.terms.time.is_some())
    };
    let alone = !players.iter().all(is_person) && !players.iter().any(is_timed);
    alone || chosen_options(row).contains_key(STUDY)
}

/// The options of the game; until it is over, without those that reveal hidden tiles or future dice.
fn public_options(row: &NewGame, log: &EventLog) -> BTreeMap<String, String> {
    let mut chosen = chosen_options(row);
    if log.ending().is_none() {
        let secrets = games::find(&row.game).map_or(&[][..], |offer| offer.secrets);
        chosen.retain(|name, _| !secrets.contains(&name.as_str()));
    }
    chosen
}
