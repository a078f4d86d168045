//! A game in progress: its table, everything that happened, and the thread on which strategies and
//! programs choose.

use std::path::PathBuf;
use std::thread::{self, JoinHandle};
use std::{fs, io};

use host::{
    DrawingRequest, DrawingStyle, EventKind, EventView, GameInfo, OptionError, Setup, Table,
    TextBoard, Touch, Viewer, draw_chance,
};
use table::{Ending, Forfeit, Limits, Message, Next, NotNow, Record, Side, Stop, Who};
use text::Language;

use crate::{Match, SeatPrograms};

type Event = Box<dyn EventView + Send>;

/// The input that the game waits for, or its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Now {
    /// A strategy or a program.
    Thinking,
    /// The person at this side.
    Turn(Side),
    /// The game is over.
    Over(Ending),
}

/// The result of the thread that thinks: it returns the table and the programs that it was lent.
struct Thought {
    table: Box<dyn Table>,
    programs: Option<SeatPrograms>,
    events: Vec<Event>,
}

/// A game in progress.
pub(crate) struct Session {
    pub(crate) game: &'static GameInfo,
    pub(crate) setup: Setup,
    pub(crate) language: Language,
    limits: Limits,
    /// `None` while a thread has it.
    table: Option<Box<dyn Table>>,
    programs: Option<SeatPrograms>,
    job: Option<JoinHandle<Thought>>,
    events: Vec<Event>,
    header: table::Header,
    /// Side of the person who looks at the screen, when two people share it.
    looking: Side,
    file: Option<PathBuf>,
    /// Number of events in the file.
    saved: usize,
}

impl Session {
    pub(crate) fn new(of: &mut Match) -> Result<Self, OptionError> {
        let table = of.game.open(&of.setup)?;
        let programs = of.programs.take().map(|start| start(&*table));
        let header = table.header().clone();
        Ok(Self {
            game: of.game,
            setup: of.setup.clone(),
            language: of.language,
            limits: of.limits.clone(),
            table: Some(table),
            programs,
            job: None,
            events: Vec::new(),
            header,
            looking: Side::First,
            file: of.file.take(),
            saved: 0,
        })
    }

    pub(crate) fn name(&self, side: Side) -> &str {
        &self.header.players[side.index()].name
    }

    fn is_person(&self, side: Side) -> bool {
        self.header.players[side.index()].who == Who::Person
    }

    /// The sides that people play.
    pub(crate) fn people(&self) -> Vec<Side> {
        let sides = Side::BOTH.into_iter();
        sides.filter(|side| self.is_person(*side)).collect()
    }

    /// Whether values and hints may be shown: one person plays, and not against a clock.
    pub(crate) fn may_be_advised(&self) -> bool {
        let timed = |player: &table::Player| player.terms.clock.is_some();
        self.people().len() == 1 && !self.header.players.iter().any(timed)
    }

    /// Whether two people share the screen and may not see the same.
    pub(crate) fn needs_curtain(&self) -> bool {
        self.game.hides && self.people().len() == 2
    }

    /// Lets this person look at the screen.
    pub(crate) fn look(&mut self, side: Side) {
        self.looking = side;
    }

    /// The side whose view is on the screen; `None` when no person plays at it.
    pub(crate) fn looking(&self) -> Option<Side> {
        match self.people()[..] {
            [] => None,
            [only] => Some(only),
            _ => Some(self.looking),
        }
    }

    fn viewer(&self) -> Viewer {
        self.looking().map_or(Viewer::Spectator, Viewer::Player)
    }

    /// Goes on until a person has to move, a thread thinks or the game is over.
    pub(crate) fn tick(&mut self) -> io::Result<Now> {
        if let Some(job) = self.job.take() {
            if !job.is_finished() {
                self.job = Some(job);
                return Ok(Now::Thinking);
            }
            let died = |_| io::Error::other("a strategy has failed");
            let Thought {
                table,
                programs,
                events,
            } = job.join().map_err(died)?;
            (self.table, self.programs) = (Some(table), programs);
            self.add(events)?;
        }
        let mut events = Vec::new();
        let Some(table) = &mut self.table else {
            return Ok(Now::Thinking);
        };
        let next = draw_chance(&mut **table, &mut |event| events.push(event.to_owned()));
        self.add(events)?;
        match next {
            Next::Over(ending) => return Ok(Now::Over(ending)),
            Next::Answer(side) if self.is_person(side) => return Ok(Now::Turn(side)),
            Next::Answer(side) => self.start(Some(side)),
            Next::Think(_) | Next::Draw { .. } => self.start(None),
        }
        Ok(Now::Thinking)
    }

    /// Starts the thread that thinks: for the program at this side, or else for a strategy.
    fn start(&mut self, program: Option<Side>) {
        self.limits.stop = Stop::default();
        let Some(mut table) = self.table.take() else {
            return;
        };
        let (limits, mut programs) = (self.limits.clone(), self.programs.take());
        self.job = Some(thread::spawn(move || {
            let mut events: Vec<Event> = Vec::new();
            let mut keep = |event: &dyn EventView| events.push(event.to_owned());
            // A refusal means that time has run out, which the next event says.
            let _: Result<(), NotNow> = match (program, &mut programs) {
                (None, _) => table.proceed(&limits, &mut keep),
                (Some(side), Some(programs)) => {
                    let reply = programs.answer(&mut *table, side);
                    reply.give(&mut *table, side, &mut keep)
                }
                (Some(side), None) => table.forfeit(side, Forfeit::Start, &mut keep),
            };
            Thought {
                table,
                programs,
                events,
            }
        }));
    }

    fn add(&mut self, events: Vec<Event>) -> io::Result<()> {
        for event in events {
            if let Some(programs) = &mut self.programs {
                programs.observe(&*event)?;
            }
            self.events.push(event);
        }
        Ok(())
    }

    /// Passes the person's move to the referee; an error says why it was not accepted.
    pub(crate) fn answer(&mut self, text: &str) -> io::Result<Result<(), Message>> {
        let before = self.events.len();
        self.change(|table, keep| table.answer(text, keep))?;
        let viewer = self.viewer();
        let fresh = self.events[before..].iter();
        let mut refused = fresh.filter_map(|event| event.refusal(viewer));
        Ok(refused.next().map_or(Ok(()), Err))
    }

    /// Resigns for a side.
    pub(crate) fn resign(&mut self, side: Side) -> io::Result<()> {
        self.change(|table, keep| table.forfeit(side, Forfeit::Resignation, keep))
    }

    fn change(
        &mut self,
        call: impl FnOnce(&mut dyn Table, host::EventHandler<'_>) -> Result<(), NotNow>,
    ) -> io::Result<()> {
        let mut events: Vec<Event> = Vec::new();
        if let Some(table) = &mut self.table {
            // An input that the table does not wait for changes nothing.
            let _ = call(&mut **table, &mut |event| events.push(event.to_owned()));
        }
        self.add(events)
    }

    /// Takes back the last move of a person with all that followed; `false` if there is none or a
    /// program plays, which cannot forget.
    pub(crate) fn undo(&mut self) -> bool {
        let by_person = |event: &Event| {
            event.kind() == EventKind::Played
                && event.side().is_some_and(|side| self.is_person(side))
        };
        let last = self.events.iter().rposition(by_person);
        let (Some(last), None, false) = (last, &self.programs, self.table.is_none()) else {
            return false;
        };
        let mut record = Record::new(self.header.clone());
        let kept = self.events[..last].iter().filter_map(|event| event.entry());
        kept.for_each(|entry| record.push(entry));
        let mut events: Vec<Event> = Vec::new();
        let (options, seed) = (&self.setup.options, self.setup.seed);
        let resumed = self.game.resume(&record, options, seed, &mut |event| {
            events.push(event.to_owned());
        });
        let Ok(table) = resumed else {
            return false;
        };
        (self.table, self.events) = (Some(table), events);
        true
    }

    /// The record of the game so far.
    pub(crate) fn record(&self) -> Record {
        let mut record = Record::new(self.header.clone());
        let entries = self.events.iter().filter_map(|event| event.entry());
        entries.for_each(|entry| record.push(entry));
        record
    }

    /// Writes the record to its file, if it has changed; a game without a move leaves the file alone.
    pub(crate) fn save(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let begun = self.saved > 0 || self.moves_played() > 0;
        if begun && self.saved != self.age() {
            fs::write(file, self.record().to_string())?;
            self.saved = self.age();
        }
        Ok(())
    }

    /// Number of events so far, which changes with every move.
    pub(crate) fn age(&self) -> usize {
        self.events.len()
    }

    /// Number of moves so far.
    pub(crate) fn moves_played(&self) -> usize {
        let played = |event: &&Event| event.kind() == EventKind::Played;
        self.events.iter().filter(played).count()
    }

    /// Whether the last move is not a person's, so that people want to see it before the next.
    pub(crate) fn was_answered(&self) -> bool {
        let mut played = self.events.iter().rev();
        let last = played.find(|event| event.kind() == EventKind::Played);
        let side = last.and_then(|event| event.side());
        side.is_some_and(|side| !self.is_person(side))
    }

    /// The position as the person looking knows it, as text.
    pub(crate) fn view(&self) -> String {
        let last = self.events.last();
        last.map_or_else(String::new, |event| event.view(self.viewer()))
    }

    /// Time left on a side's clock, in seconds.
    pub(crate) fn clock(&self, side: Side) -> Option<u64> {
        let left = self.table.as_ref()?.clock(side)?;
        Some(left.as_secs())
    }

    /// The last effect of a kind of event that the person looking may see.
    fn effect(&self, kinds: &[EventKind]) -> Option<(Side, String)> {
        let mut events = self.events.iter().rev();
        let last = events.find(|event| kinds.contains(&event.kind()))?;
        Some((last.side()?, last.effect(self.viewer())?))
    }

    fn drawn<T>(&self, draw: impl Fn(&DrawingRequest<'_>) -> Result<T, Message>) -> Option<T> {
        let view = self.view();
        let last = self.effect(&[EventKind::Played, EventKind::Chance]);
        let played = self.effect(&[EventKind::Played]);
        let style = DrawingStyle {
            near: self.looking().unwrap_or(Side::First),
            ..DrawingStyle::wide(self.language)
        };
        let request = DrawingRequest {
            view: &view,
            last: last.as_ref().map(|(side, text)| (*side, &**text)),
            played: played.as_ref().map(|(side, text)| (*side, &**text)),
            style,
        };
        // An effect of an earlier hidden state may not fit the view: the board is drawn without it.
        draw(&request)
            .or_else(|_| draw(&DrawingRequest::still(&view, style)))
            .ok()
    }

    /// The board as the person looking may see it.
    pub(crate) fn board(&self, width: u16) -> TextBoard {
        let board = self.drawn(|request| self.game.board(request, width));
        board.unwrap_or_else(|| TextBoard::plain(&self.view(), width))
    }

    /// The legal moves of the person looking.
    pub(crate) fn moves(&self) -> Vec<Touch> {
        let drawing = self.drawn(|request| self.game.drawing(request));
        drawing.map_or_else(Vec::new, |drawing| drawing.moves)
    }

    /// Title of the game.
    pub(crate) fn title(&self) -> String {
        let drawing = self.drawn(|request| self.game.drawing(request));
        drawing.map_or_else(|| self.game.about(self.language), |drawing| drawing.title)
    }

    /// The events from number `from` on as sentences for the person looking.
    pub(crate) fn sentences(&self, from: usize) -> Vec<String> {
        let you = (self.people().len() == 1).then(|| self.looking()).flatten();
        let events = self.events.iter().skip(from);
        let said = events.map(|event| event.sentence(self.viewer(), you, self.language));
        said.filter(|sentence| !sentence.is_empty()).collect()
    }
}

impl Drop for Session {
    /// Stops the thread that thinks.
    fn drop(&mut self) {
        self.limits.stop.pull();
    }
}
