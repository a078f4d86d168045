//! Who watches a table, and what each of them is told.

use std::collections::BTreeMap;

use house::HUMAN;
use store::Seat;
use table::{Record, Side};
use tokio::sync::mpsc;

use super::{Live, Place, Watcher, Watching};
use crate::failure::Failure;
use crate::secret::Digest;
use crate::wire::{Chair, Description, Event, News, PlayerSeen, Viewer};

/// How many messages a browser may be behind before it has to connect again.
const BEHIND: usize = 256;
/// How many may watch one table.
const WATCHERS: usize = 64;

impl Live {
    pub(super) fn tell_from(&mut self, first: usize) {
        for number in first..self.log.len() {
            self.broadcast(|live, viewer| {
                let (number, happening) = live
                    .log
                    .after(number.checked_sub(1))
                    .next()
                    .expect("a number of the log");
                News::Event(Event::seen(number, happening, viewer))
            });
        }
    }

    pub(super) fn tell_table(&mut self) {
        self.broadcast(|live, viewer| News::Table(live.describe(viewer)));
    }

    /// Sends to every watcher what it may see; whoever is too far behind has to connect again.
    pub(super) fn broadcast(&mut self, news: impl Fn(&Self, Viewer) -> News) {
        let mut made: Vec<(Viewer, String)> = Vec::new();
        let mut watchers = std::mem::take(&mut self.watchers);
        watchers.retain(|watcher| {
            let viewer = self.viewer(watcher.who.as_ref());
            let known = made.iter().position(|(of, _)| *of == viewer);
            let position = known.unwrap_or_else(|| {
                made.push((viewer, news(self, viewer).text()));
                made.len() - 1
            });
            watcher.news.try_send(made[position].1.clone()).is_ok()
        });
        self.watchers = watchers;
    }

    pub(super) fn viewer(&self, who: Option<&Digest>) -> Viewer {
        let holds = |seat: &Seat| who.is_some_and(|who| seat.holder.as_ref() == Some(&who.0));
        Viewer::of(self.kept.seats.each_ref().map(holds))
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
        let viewer = self.viewer(who.as_ref());
        let table = News::Table(self.describe(viewer)).text();
        let missed = self
            .log
            .after(after)
            .map(|(number, happening)| News::Event(Event::seen(number, happening, viewer)).text());
        let missed = [table].into_iter().chain(missed).collect();
        let (sender, news) = mpsc::channel(BEHIND);
        self.watchers.push(Watcher { who, news: sender });
        Ok(Watching { missed, news })
    }

    pub(super) fn describe(&self, viewer: Viewer) -> Description {
        let header: Option<Record> = self.kept.header.parse().ok();
        let players = header.map(|record| record.header.players);
        let seats = Side::BOTH
            .into_iter()
            .zip(&self.kept.seats)
            .zip(players.into_iter().flatten());
        let players = seats.map(|((side, seat), player)| PlayerSeen {
            chair: match seat {
                _ if player.strategy != HUMAN => Chair::Engine,
                seat if seat.holder.is_some() => Chair::Taken,
                _ => Chair::Open,
            },
            name: player.name,
            strategy: player.strategy,
            you: viewer.holds(side),
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
            options: self.options(),
            time_ms: self.kept.time_ms,
            created_ms: self.kept.created_ms,
            events: self.log.len(),
            ending: over.map(str::to_owned),
            position,
        }
    }

    fn options(&self) -> BTreeMap<String, String> {
        serde_json::from_str(&self.kept.options).unwrap_or_default()
    }
}
