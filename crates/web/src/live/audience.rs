//! Who watches a table, and what each of them is told.

use std::collections::BTreeMap;

use house::Moment;
use store::Seat;
use table::{Side, Who};
use tokio::sync::mpsc;

use super::{Live, Place, Watcher, Watching};
use crate::failure::Failure;
use crate::secret::Digest;
use crate::wire::{Chair, Description, Event, News, PlayerSeen, Role};

/// How many messages a browser may be behind before it has to connect again.
const BEHIND: usize = 256;
/// How many may watch one table.
const WATCHERS: usize = 64;

impl Live {
    pub(super) fn tell_table(&mut self) {
        self.broadcast(|live, role| News::Table(live.describe(role)));
    }

    /// Sends to every watcher what it may see; whoever is too far behind has to connect again.
    pub(super) fn broadcast(&mut self, news: impl Fn(&Self, Role) -> News) {
        let mut made: Vec<(Role, String)> = Vec::new();
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let role = self.role(watcher.who.as_ref());
            let known = made.iter().position(|(of, _)| *of == role);
            let position = known.unwrap_or_else(|| {
                made.push((role, news(self, role).text()));
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

    pub(super) fn watch(
        &mut self,
        who: Option<Digest>,
        after: Option<usize>,
    ) -> Result<Watching, Failure> {
        self.watchers.retain(|watcher| !watcher.news.is_closed());
        if self.watchers.len() >= WATCHERS {
            return Err(Failure::Crowded);
        }
        let role = self.role(who.as_ref());
        let table = News::Table(self.describe(role)).text();
        let seen =
            |number, moment: &dyn Moment| News::Event(Event::seen(number, moment, role)).text();
        let missed = self.log.since(after, seen);
        let (back, events) = missed.map_err(|error| Failure::Broken(error.to_string()))?;
        let back = back.map(|back| News::Event(Event::back(back)).text());
        let missed = [table].into_iter().chain(back).chain(events).collect();
        let (sender, news) = mpsc::channel(BEHIND);
        self.watchers.push(Watcher { who, news: sender });
        Ok(Watching { missed, news })
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
            strategy: player.who.to_string(),
            terms: player.terms.to_string().trim_end_matches(',').to_owned(),
            you: role.holds(side),
        });
        let over = self.log.ending();
        let position = match &self.place {
            Place::Here(table) if over.is_some() => Some(table.position()),
            _ => None,
        };
        Description {
            id: self.kept.id.clone(),
            game: self.kept.game.clone(),
            players: players.collect(),
            options: self.options_shown(),
            time_ms: self.kept.time_ms,
            created_ms: self.kept.created_ms,
            events: self.log.len(),
            clocks: self.clocks,
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
