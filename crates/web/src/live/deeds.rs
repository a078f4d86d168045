//! What players do at a table: each deed checks who asks, changes the game, keeps it, tells it.

use std::sync::Arc;

use house::{Kind, Moment, Offer, Options, Viewer};
use store::{NewGame, SeatRow, StoreError};
use table::{Forfeit, Limits, Message, Record, RecordError, Side, Who};

use super::command::{Asked, Command, Reply};
use super::nodes::settled;
use super::{Live, Place, limits, now_ms};
use crate::drawn::game;
use crate::engines::{Errand, StopOnDrop};
use crate::failure::Failure;
use crate::log::{Frozen, Stored};
use crate::secret::{Digest, Secret, random};
use crate::visitor::Asker;
use crate::wire::{Event, Hint, News, Role};

/// A record that grows beyond this is somebody's mischief.
const MOST_LINES: usize = 5_000;
const LONGEST_MOVE: usize = 64;

/// How long a hint is thought about at most, however long the computer of that table may think:
/// few think at a time, and others wait for theirs.
const HINT_MS: i64 = 2000;

impl Live {
    /// The role, if it is a player's who is not in too much of a hurry.
    fn player(&self, by: &Asker) -> Result<Role, Failure> {
        match self.role(by.who.as_ref()) {
            Role::Spectator => Err(Failure::Spectator),
            role => {
                let side = match role {
                    Role::Player(side) => side,
                    Role::Both | Role::Spectator => Side::First,
                };
                let may = self.shared.limits.may_do(&self.kept.id, side);
                may.then_some(role).ok_or(Failure::TooFast)
            }
        }
    }

    /// Does what was asked. What the store refused ends the table: memory and store may differ.
    pub(super) async fn obey(&mut self, asked: Asked) -> Result<(), Failure> {
        let Asked { by, command } = asked;
        self.note(&by);
        let by = &by;
        match command {
            Command::Watch { reply } => answer(reply, settled!(self, self.watch(by.clone()))),
            Command::Describe { reply } => {
                let described = settled!(self, Ok(self.describe(self.role(by.who.as_ref()))));
                answer(reply, described)
            }
            Command::Play { text, turn, reply } => {
                answer(reply, settled!(self, self.play(by, &text, turn).await))
            }
            Command::Resign { reply } => answer(reply, settled!(self, self.resign(by).await)),
            Command::TakeBack { reply } => answer(reply, settled!(self, self.take_back(by).await)),
            Command::Hint { reply } => {
                let sight = settled!(self, self.sight(by));
                self.hint(by, sight, reply);
                Ok(())
            }
            Command::Sight { reply } => answer(reply, settled!(self, self.sight(by))),
            Command::Sit { invitation, reply } => {
                let seated = settled!(self, self.sit(by.who.clone(), &invitation).await);
                answer(reply, seated)
            }
            Command::Again { reply } => answer(reply, settled!(self, self.play_again(by).await)),
            Command::Record { reply } => answer(reply, settled!(self, self.record())),
        }
    }

    /// Engines think in the name of whoever plays here, or else of whoever looks.
    fn note(&mut self, by: &Asker) {
        if self.owner.is_none() || self.role(by.who.as_ref()) != Role::Spectator {
            self.owner = Some(by.from);
        }
    }

    async fn play(&mut self, by: &Asker, text: &str, turn: usize) -> Result<usize, Failure> {
        let role = self.player(by)?;
        let answered = self.log.answered(turn, text.trim());
        if let Some((_, number)) = answered.filter(|(side, _)| role.holds(*side)) {
            return Ok(number);
        }
        if self.log.ending().is_some() {
            return Err(Failure::Over);
        }
        let (side, _) = self.log.asked().ok_or(Failure::NotYourTurn)?;
        if !role.holds(side) {
            return Err(Failure::NotYourTurn);
        }
        if !self.log.is_open(turn) {
            return Err(Failure::Stale);
        }
        if text.len() > LONGEST_MOVE || text.chars().any(char::is_control) {
            return Err(Failure::Malformed("move".to_owned()));
        }
        if self.lines >= MOST_LINES {
            return Err(Failure::TooLong);
        }
        self.put(text.trim()).await
    }

    /// Gives the referee an answer of whoever has the hand.
    async fn put(&mut self, text: &str) -> Result<usize, Failure> {
        let Place::Here(table) = &mut self.place else {
            return Err(Failure::NotYourTurn);
        };
        let mut told: Vec<Frozen> = Vec::new();
        let mut hear = |moment: &dyn Moment| told.push(moment.freeze());
        let heard = table.answer(text, &mut hear);
        heard.map_err(|_| Failure::NotYourTurn)?;
        table.next(&mut hear);
        let refused = told.iter().find_map(|moment| refusal(&**moment));
        self.keep(told).await?;
        match refused {
            Some(failure) => Err(failure),
            None => Ok(self.log.len().saturating_sub(1)),
        }
    }

    async fn resign(&mut self, by: &Asker) -> Result<usize, Failure> {
        let role = self.player(by)?;
        self.interrupt().await?;
        let asked = self.log.asked().map(|(side, _)| side);
        let side = match role {
            Role::Player(side) => side,
            Role::Both | Role::Spectator => asked.unwrap_or(Side::First),
        };
        let Place::Here(table) = &mut self.place else {
            return Err(Failure::Over);
        };
        let mut told = Vec::new();
        let hear = &mut |moment: &dyn Moment| told.push(moment.freeze());
        let ended = table.forfeit(side, Forfeit::Resignation, hear);
        ended.map_err(|_| Failure::Over)?;
        self.keep(told).await?;
        Ok(self.log.len().saturating_sub(1))
    }

    /// Goes back to before the last move of whoever asks, which no other person may mind.
    async fn take_back(&mut self, by: &Asker) -> Result<usize, Failure> {
        let role = self.player(by)?;
        self.interrupt().await?;
        let players = &self.log.record().header.players;
        let is_person = |side: &Side| players[side.index()].who == Who::Person;
        let people: Vec<Side> = Side::BOTH.into_iter().filter(is_person).collect();
        if people.iter().any(|side| !role.holds(*side)) {
            return Err(Failure::NothingToTakeBack);
        }
        let entries = self
            .log
            .entries_before_last_move(&people)
            .ok_or(Failure::NothingToTakeBack)?;
        let broken = |error: RecordError| Failure::Broken(error.to_string());
        let (log, resumption) = (Arc::clone(&self.log), self.resumption.clone());
        let replay = move || log.replay_until(entries, &resumption);
        let replayed = tokio::task::spawn_blocking(replay).await;
        let replayed = replayed.map_err(|error| Failure::Broken(error.to_string()))?;
        let (last, table) = replayed.map_err(broken)?;
        let last = last.ok_or(Failure::NothingToTakeBack)?;
        let number = self.log.len();
        let back = Stored::Back { entries, number };
        self.append(vec![back.to_string()], None).await?;
        let (back, number) = Arc::make_mut(&mut self.log).back(entries, &*last);
        self.place = Place::Here(table);
        self.broadcast(|_, _| News::Event(Event::back(back)));
        self.broadcast(|_, role| News::Event(Event::seen(number, &*last, role)));
        self.tell_table();
        Ok(self.log.len().saturating_sub(1))
    }

    /// What the player who asks sees and has to choose in, where values are given: that side's view
    /// alone, as `brelan analyse` reads it.
    fn sight(&self, by: &Asker) -> Result<(&'static Offer, String), Failure> {
        let role = self.player(by)?;
        if !self.is_valued() {
            return Err(Failure::NoStudy);
        }
        let asked = self.log.asked().filter(|(side, _)| role.holds(*side));
        let (Place::Here(table), Some((side, _))) = (&self.place, asked) else {
            return Err(Failure::NotYourTurn);
        };
        Ok((game(&self.kept.game)?, table.brief(side, 0).position))
    }

    /// Asks for advice beside the game, which goes on meanwhile.
    fn hint(
        &self,
        by: &Asker,
        sight: Result<(&'static Offer, String), Failure>,
        mut reply: Reply<Hint>,
    ) {
        let (offer, position) = match sight {
            Ok(sight) => sight,
            Err(failure) => {
                let _ = reply.send(Err(failure));
                return;
            }
        };
        let stop = StopOnDrop::default();
        let time_ms = self.kept.time_ms.map_or(HINT_MS, |time| time.min(HINT_MS));
        let limits = limits(Some(time_ms), &stop.0);
        let (engines, from) = (self.shared.engines.clone(), by.from);
        tokio::spawn(async move {
            let thought = engines.run(Errand::Hint, from, move || {
                advice(offer, &position, &limits)
            });
            let advised = tokio::select! {
                advised = thought => advised.and_then(|advised| advised),
                () = reply.closed() => Err(Failure::Stopped),
            };
            drop(stop);
            let _ = reply.send(advised);
        });
    }

    async fn sit(&mut self, who: Option<Digest>, invitation: &Digest) -> Result<(), Failure> {
        let who = who.ok_or(Failure::Spectator)?;
        let good = self
            .shared
            .store
            .sit(&self.kept.id, &invitation.0, &who.0)
            .await?;
        if !good {
            return Err(Failure::BadInvitation);
        }
        for seat in &mut self.kept.seats {
            if seat.invitation.as_ref() == Some(&invitation.0) {
                *seat = SeatRow {
                    holder: Some(who.0.clone()),
                    ..seat.clone()
                };
            }
        }
        self.tell_table();
        self.tell_nodes();
        Ok(())
    }

    /// Opens another table with the sides swapped, once: its name follows from this table's luck, so
    /// that asking again finds the same, also after a restart.
    async fn play_again(&mut self, by: &Asker) -> Result<String, Failure> {
        self.player(by)?;
        if self.log.ending().is_none() {
            return Err(Failure::NotOver);
        }
        let id = Secret::after(&self.kept.id, self.resumption.seed);
        let id = id.reveal().to_owned();
        let mut record: Record = self
            .kept
            .header
            .parse()
            .map_err(|error: RecordError| Failure::Broken(error.to_string()))?;
        record.header.players.swap(0, 1);
        let mut next = NewGame {
            id: id.clone(),
            header: record.to_string(),
            created_ms: now_ms(),
            seed: Some(i64::from_le_bytes(random())),
            ..self.kept.clone()
        };
        next.seats.swap(0, 1);
        for seat in &mut next.seats {
            // An invitation seats one person at one table.
            seat.invitation = None;
        }
        match self.shared.store.create(next).await {
            Err(StoreError::Conflict) => return Ok(id),
            created => created?,
        }
        self.tell_rematch(&id);
        self.tell_nodes();
        Ok(id)
    }

    /// A game that is over, written down; before that it would show what is hidden.
    fn record(&self) -> Result<String, Failure> {
        match self.log.ending() {
            Some(_) => Ok(self.log.record().to_string()),
            None => Err(Failure::NotOver),
        }
    }
}

/// What is advised in a position, as its side sees it.
fn advice(offer: &Offer, position: &str, limits: &Limits) -> Result<Hint, Failure> {
    let reviewer = offer.reviewer(&Options::default());
    let mut reviewer = reviewer.map_err(|error| Failure::setup("bad-option", &error))?;
    let advice = reviewer.advise(position, limits);
    let advice = advice.map_err(|message| Failure::Refused("no-hint", message))?;
    Ok(Hint::of(offer, advice))
}

/// What whoever made the move is answered.
fn refusal(moment: &dyn Moment) -> Option<Failure> {
    let code = match moment.kind() {
        Kind::Refused => "refused",
        Kind::Unreadable => "unreadable",
        _ => return None,
    };
    let own = moment.side().map_or(Viewer::Spectator, Viewer::Player);
    let message = moment.refusal(own).unwrap_or(Message::new("not-now"));
    Some(Failure::Refused(code, message))
}

/// Answers whoever asked, and gives back what ends the table.
fn answer<T>(reply: Reply<T>, result: Result<T, Failure>) -> Result<(), Failure> {
    let failure = result.as_ref().err();
    let fatal = failure.filter(|failure| failure.ends_table()).cloned();
    let heard = reply.send(result).is_ok();
    match fatal {
        Some(failure) => {
            // Whoever hears of it says so in the log; nobody is left to do it otherwise.
            if !heard {
                failure.log();
            }
            Err(failure)
        }
        None => Ok(()),
    }
}
