//! Who watches a table, and what each of them is told.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use house::Moment;
use store::Seat;
use table::{RecordError, Side, Who};
use tokio::sync::mpsc;

use super::{Coming, Live, Place, Watcher, Watching};
use crate::failure::Failure;
use crate::log::Log;
use crate::secret::Digest;
use crate::visitor::Visitor;
use crate::wire::{Chair, Description, Event, News, PlayerSeen, Role};

/// How many messages a browser may be behind before it has to connect again.
const BEHIND: usize = 256;
/// How many may watch one table besides its players, and how many of them from one address.
const WATCHERS: usize = 64;
const WATCHERS_OF_ONE: usize = 32;
/// How many pages one player may have open.
const PAGES: usize = 16;
/// How many bytes of the past are told at a time: what a browser that never reads can hold.
const PORTION: usize = 128 * 1024;

impl Live {
    pub(super) fn tell_table(&mut self) {
        self.broadcast(|live, role| News::Table(live.describe(role)));
    }

    /// Sends to every watcher what it may see; whoever is too far behind has to connect again.
    pub(super) fn broadcast(&mut self, news: impl Fn(&Self, Role) -> News) {
        let mut made: Vec<(Role, Utf8Bytes)> = Vec::new();
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let role = self.role(watcher.who.as_ref());
            let known = made.iter().position(|(of, _)| *of == role);
            let position = known.unwrap_or_else(|| {
                made.push((role, news(self, role).text().into()));
                made.len() - 1
            });
            watcher.news.try_send(made[position].1.clone()).is_ok()
        });
        self.watchers = watchers;
    }

    pub(super) fn role(&self, who: Option<&Digest>) -> Role {
        let holds = |seat: &Seat| who.is_some_and(|who| seat.holder.as_ref() == Some(&who.0));
        Role::of(self.kept.seats.each_ref().map(holds))
    }

    /// Whether one more may watch: spectators leave the players' places alone.
    fn has_room(&self, who: Option<&Digest>, from: Visitor) -> bool {
        let own = |watcher: &&Watcher| watcher.who.as_ref() == who;
        if self.role(who) != Role::Spectator {
            return self.watchers.iter().filter(own).count() < PAGES;
        }
        let watchers = self.watchers.iter();
        let strangers = watchers.filter(|one| self.role(one.who.as_ref()) == Role::Spectator);
        let strangers: Vec<Visitor> = strangers.map(|one| one.from).collect();
        let of_one = strangers.iter().filter(|other| **other == from).count();
        strangers.len() < WATCHERS && of_one < WATCHERS_OF_ONE
    }

    pub(super) async fn watch(
        &mut self,
        who: Option<Digest>,
        from: Visitor,
        after: Option<usize>,
    ) -> Result<Watching, Failure> {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        if !self.has_room(who.as_ref(), from) {
            return Err(Failure::Crowded);
        }
        let role = self.role(who.as_ref());
        let table = News::Table(self.describe(role)).text();
        let (told, more) = missed(self.log.clone(), role, after).await?;
        let missed = [table].into_iter().chain(told).map(Utf8Bytes::from);
        let missed = missed.collect();
        if let Some(number) = more {
            let next = Coming::More(number);
            return Ok(Watching { missed, next });
        }
        let (sender, news) = mpsc::channel(BEHIND);
        self.watchers.push(Watcher {
            who,
            from,
            news: sender,
        });
        let next = Coming::News(news);
        Ok(Watching { missed, next })
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
            position,
        }
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

/// A portion of what somebody missed who heard everything up to `after`, and the number it ends
/// with where there is more. The game is replayed on a thread where that may take its time.
async fn missed(
    log: Log,
    role: Role,
    after: Option<usize>,
) -> Result<(Vec<String>, Option<usize>), Failure> {
    let portion = move || {
        let (mut bytes, mut last, mut more) = (0, None, None);
        let seen = |number: usize, moment: &dyn Moment| {
            if bytes >= PORTION {
                more = last;
                return None;
            }
            let text = News::Event(Event::seen(number, moment, role)).text();
            bytes += text.len();
            last = Some(number);
            Some(text)
        };
        let (back, events) = log.since(after, seen)?;
        let back = back.map(|back| News::Event(Event::back(back)).text());
        let told = back.into_iter().chain(events.into_iter().flatten());
        Ok((told.collect(), more))
    };
    let told = tokio::task::spawn_blocking(portion).await;
    let told = told.map_err(|error| Failure::Broken(error.to_string()))?;
    told.map_err(|error: RecordError| Failure::Broken(error.to_string()))
}
