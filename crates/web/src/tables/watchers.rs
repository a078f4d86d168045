//! Who watches a table, and what each of them is told.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use store::Seat;
use table::{Player, Side, Who};
use tokio::sync::mpsc;

use super::{Live, Place, Watcher, Watching};
use crate::api::STUDY;
use crate::failure::Failure;
use crate::secret::Digest;
use crate::visitor::{Asker, Visitor};
use crate::wire::{Chair, Description, News, PlayerSeen, Role};

/// How many messages a browser may be behind before it has to connect again.
const BEHIND: usize = 256;
/// How many may watch one table besides its players, and how many of them from one address.
const WATCHERS: usize = 64;
const WATCHERS_OF_ONE: usize = 32;
/// How many pages one player may have open.
const PAGES: usize = 16;

impl Live {
    pub(super) fn tell_table(&mut self) {
        self.broadcast(|live, role| News::Table(live.describe(role)));
    }

    /// Sends to every watcher what it may see; whoever is too far behind has to connect again.
    pub(super) fn broadcast(&mut self, news: impl Fn(&Self, Role) -> News) {
        let mut made: Vec<(Role, Utf8Bytes)> = Vec::new();
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let role = self.role(watcher.by.who.as_ref());
            let known = made.iter().position(|(of, _)| *of == role);
            let position = known.unwrap_or_else(|| {
                made.push((role, news(self, role).text().into()));
                made.len() - 1
            });
            watcher.news.try_send(made[position].1.clone()).is_ok()
        });
        self.watchers = watchers;
    }

    /// Every role that somebody watches in.
    pub(super) fn roles(&self) -> Vec<Role> {
        let mut roles = Vec::new();
        for watcher in &self.watchers {
            let role = self.role(watcher.by.who.as_ref());
            if !roles.contains(&role) {
                roles.push(role);
            }
        }
        roles
    }

    /// Sends every watcher what was made for its role.
    pub(super) fn pass_on(&mut self, roles: &[Role], texts: &[Utf8Bytes]) {
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let role = self.role(watcher.by.who.as_ref());
            let made = roles.iter().zip(texts).find(|(of, _)| **of == role);
            made.is_some_and(|(_, text)| watcher.news.try_send(text.clone()).is_ok())
        });
        self.watchers = watchers;
    }

    pub(super) fn role(&self, who: Option<&Digest>) -> Role {
        let holds = |seat: &Seat| who.is_some_and(|who| seat.holder.as_ref() == Some(&who.0));
        Role::of(self.kept.seats.each_ref().map(holds))
    }

    /// Whether one more may watch: spectators leave the players' places alone.
    fn has_room(&self, by: &Asker) -> bool {
        let own = |watcher: &&Watcher| watcher.by.who == by.who;
        if self.role(by.who.as_ref()) != Role::Spectator {
            return self.watchers.iter().filter(own).count() < PAGES;
        }
        let watchers = self.watchers.iter().map(|watcher| &watcher.by);
        let strangers = watchers.filter(|one| self.role(one.who.as_ref()) == Role::Spectator);
        let strangers: Vec<Visitor> = strangers.map(|one| one.from).collect();
        let of_one = strangers.iter().filter(|other| **other == by.from);
        strangers.len() < WATCHERS && of_one.count() < WATCHERS_OF_ONE
    }

    /// A place among the watchers. What they missed is told from a copy, where they wait for it: the
    /// table goes on.
    pub(super) fn watch(&mut self, by: Asker) -> Result<Watching, Failure> {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        if !self.has_room(&by) {
            return Err(Failure::Crowded);
        }
        let role = self.role(by.who.as_ref());
        let table = News::Table(self.describe(role)).text().into();
        let (sender, news) = mpsc::channel(BEHIND);
        self.watchers.push(Watcher { by, news: sender });
        Ok(Watching {
            table,
            role,
            log: Arc::clone(&self.log),
            news,
        })
    }

    pub(super) fn describe(&self, role: Role) -> Description {
        let players = &self.log.record().header.players;
        let seats = Side::BOTH.into_iter().zip(&self.kept.seats).zip(players);
        let players = seats.map(|((side, seat), player)| PlayerSeen {
            chair: match seat {
                _ if player.who != Who::Person => Chair::Engine,
                seat if seat.holder.is_some() => Chair::Taken,
                _ => Chair::Open,
            },
            name: player.name.clone(),
            strategy: match player.who {
                Who::Program(_) => self.shared.programs.word(player),
                Who::Person | Who::Strategy(_) => player.who.to_string(),
            },
            terms: player.terms.to_string().trim_end_matches(',').to_owned(),
            you: role.holds(side),
        });
        let over = self.log.ending();
        let (position, clocks) = match &self.place {
            Place::Here(table) => (
                over.is_some().then(|| table.position()),
                self.clocks_seen(&**table),
            ),
            Place::Thinking { .. } | Place::Nowhere => (None, self.clocks),
        };
        Description {
            id: self.kept.id.clone(),
            game: self.kept.game.clone(),
            players: players.collect(),
            options: self.options_shown(),
            time_ms: self.kept.time_ms,
            created_ms: self.kept.created_ms,
            events: self.log.len(),
            clocks,
            ending: over.map(|ending| ending.to_string()),
            valued: self.is_valued(),
            position,
        }
    }

    /// Whether whoever plays here may be told what moves are worth while the game goes on.
    pub(super) fn is_valued(&self) -> bool {
        let players = &self.log.record().header.players;
        let is_person = |player: &Player| player.who == Who::Person;
        // A strategy's time is how long it thinks, and no clock.
        let is_timed = |player: &Player| {
            player.terms.clock.is_some() || (is_person(player) && player.terms.time.is_some())
        };
        let alone = !players.iter().all(is_person) && !players.iter().any(is_timed);
        alone || self.options_shown().contains_key(STUDY)
    }

    /// What was chosen about the game; what would tell the hidden or the dice to come is shown
    /// when the game is over.
    fn options_shown(&self) -> BTreeMap<String, String> {
        let mut chosen: BTreeMap<String, String> =
            serde_json::from_str(&self.kept.options).unwrap_or_default();
        if self.log.ending().is_none() {
            let secrets = house::find(&self.kept.game).map_or(&[][..], |offer| offer.secrets);
            chosen.retain(|name, _| !secrets.contains(&name.as_str()));
        }
        chosen
    }
}
