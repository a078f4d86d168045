//! Events of a table without the type of the game. Each reader asks for the texts it needs; no
//! other text is built.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use table::{Ending, Entry, Event, Explain, Fact, Message, Player, Side, Viewer, shown};

use crate::{Scene, Voice, event_sentence};
use text::Language;

/// The kind of an [`Event`], for any game. Both enums have the same variant names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names are those of `table::Event`")]
pub enum EventKind {
    Asked,
    Said,
    Unreadable,
    Played,
    Refused,
    Chance,
    Cheated,
    Foiled,
    Caught,
    Over,
}

impl EventKind {
    /// Name of the kind in lower case, for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asked => "asked",
            Self::Said => "said",
            Self::Unreadable => "unreadable",
            Self::Played => "played",
            Self::Refused => "refused",
            Self::Chance => "chance",
            Self::Cheated => "cheated",
            Self::Foiled => "foiled",
            Self::Caught => "caught",
            Self::Over => "over",
        }
    }
}

impl fmt::Display for EventKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An event and the game after it. Methods that return text take the viewer, so that no caller can
/// show hidden information by mistake. The exceptions are [`entry`](Self::entry), which hides
/// nothing, and [`seen`](Self::seen), which takes the side.
pub trait EventView {
    /// Kind of the event.
    fn kind(&self) -> EventKind;
    /// Side that the event concerns; `None` at the end of the game.
    fn side(&self) -> Option<Side>;
    /// How the game ended; `None` for other events.
    fn ending(&self) -> Option<Ending>;
    /// Line of the record; `None` for events that are not recorded. It contains hidden information.
    fn entry(&self) -> Option<Entry>;
    /// The move, unreadable answer, cheat, remark or ending. The number of a chance result is shown
    /// to the referee only, because it can reveal more than its effect.
    fn text(&self, viewer: Viewer) -> Option<String>;
    /// Effect of a move or a chance result; `None` if hidden or for other events.
    fn effect(&self, viewer: Viewer) -> Option<String>;
    /// Reason why a move or a cheat was refused, or why an answer could not be read.
    fn refusal(&self, viewer: Viewer) -> Option<Message>;
    /// The position after the event, as the viewer sees it.
    fn view(&self, viewer: Viewer) -> String;
    /// The first `most` legal moves when a side is asked to move. Empty for other events, and for
    /// viewers other than that side and the referee.
    fn legal(&self, viewer: Viewer, most: usize) -> Vec<String>;
    /// Line sent to a program that plays `side`: `first plays 3`, `second draws ?`. `?` replaces a
    /// hidden move or effect.
    fn seen(&self, side: Side) -> Option<String>;
    /// Text of the transcript, line ends included; empty if hidden.
    fn transcript(&self, viewer: Viewer, language: Language) -> String;
    /// Sentence of the page, addressed to `you`; may be empty.
    fn sentence(&self, viewer: Viewer, you: Option<Side>, language: Language) -> String;
    /// A move in a few words for a list; empty for other events.
    fn briefly(&self, viewer: Viewer, language: Language) -> String;
    /// Copies the event and the game to keep them. Builds no text.
    fn to_owned(&self) -> Box<dyn EventView + Send>;
}

/// An event of a game whose type is known: the only implementation of [`EventView`].
#[derive(Debug)]
pub(crate) struct TypedEvent<'a, G: Voice> {
    pub(crate) game: Cow<'a, G>,
    pub(crate) event: Cow<'a, Event<G>>,
    pub(crate) players: Cow<'a, Arc<[Player; 2]>>,
}

impl<'a, G: Voice> TypedEvent<'a, G> {
    pub(crate) fn new(game: &'a G, event: &'a Event<G>, players: &'a Arc<[Player; 2]>) -> Self {
        Self {
            game: Cow::Borrowed(game),
            event: Cow::Borrowed(event),
            players: Cow::Borrowed(players),
        }
    }

    fn scene(&self, viewer: Viewer, language: Language) -> Scene<'_, G> {
        Scene {
            game: &*self.game,
            players: &self.players,
            viewer,
            language,
        }
    }

    /// Whether the game hides a fact of this event from `viewer`.
    fn hides(&self, viewer: Viewer) -> bool {
        let facts = [Fact::of_action(&self.event), Fact::of_effect(&self.event)];
        let mut facts = facts.into_iter().flatten();
        facts.any(|fact| shown(&*self.game, fact, viewer).is_none())
    }
}

impl<G: Voice> EventView for TypedEvent<'_, G> {
    fn kind(&self) -> EventKind {
        match &*self.event {
            Event::Asked { .. } => EventKind::Asked,
            Event::Said { .. } => EventKind::Said,
            Event::Unreadable { .. } => EventKind::Unreadable,
            Event::Played { .. } => EventKind::Played,
            Event::Refused { .. } => EventKind::Refused,
            Event::Chance { .. } => EventKind::Chance,
            Event::Cheated { .. } => EventKind::Cheated,
            Event::Foiled { .. } => EventKind::Foiled,
            Event::Caught { .. } => EventKind::Caught,
            Event::Over { .. } => EventKind::Over,
        }
    }

    fn side(&self) -> Option<Side> {
        match &*self.event {
            Event::Asked { side }
            | Event::Said { side, .. }
            | Event::Unreadable { side, .. }
            | Event::Played { side, .. }
            | Event::Refused { side, .. }
            | Event::Chance { side, .. }
            | Event::Cheated { side, .. }
            | Event::Foiled { side, .. }
            | Event::Caught { side, .. } => Some(*side),
            Event::Over { .. } => None,
        }
    }

    fn ending(&self) -> Option<Ending> {
        match &*self.event {
            Event::Over { ending } => Some(*ending),
            _ => None,
        }
    }

    fn entry(&self) -> Option<Entry> {
        Entry::from_event(&self.event)
    }

    fn text(&self, viewer: Viewer) -> Option<String> {
        match &*self.event {
            Event::Asked { .. } => None,
            Event::Said { remark, .. } => Some(remark.to_string()),
            Event::Unreadable { text, .. } => Some(text.clone()),
            Event::Chance { outcome, .. } => {
                (viewer == Viewer::Referee).then(|| outcome.to_string())
            }
            Event::Over { ending } => Some(ending.to_string()),
            event => shown(&*self.game, Fact::of_action(event)?, viewer),
        }
    }

    fn effect(&self, viewer: Viewer) -> Option<String> {
        shown(&*self.game, Fact::of_effect(&self.event)?, viewer)
    }

    fn refusal(&self, viewer: Viewer) -> Option<Message> {
        if self.hides(viewer) {
            return None;
        }
        match &*self.event {
            Event::Refused { refusal, .. } | Event::Foiled { refusal, .. } => {
                Some(refusal.explain())
            }
            Event::Unreadable { text, .. } => {
                text.parse::<G::Move>().err().map(|error| error.explain())
            }
            _ => None,
        }
    }

    fn view(&self, viewer: Viewer) -> String {
        shown(&*self.game, Fact::Position, viewer).unwrap_or_default()
    }

    fn legal(&self, viewer: Viewer, most: usize) -> Vec<String> {
        let Event::Asked { side } = *self.event else {
            return Vec::new();
        };
        if viewer != Viewer::Referee && viewer != Viewer::Player(side) {
            return Vec::new();
        }
        let first = self.game.legal().take(most);
        first.map(|mv| mv.to_string()).collect()
    }

    fn seen(&self, to: Side) -> Option<String> {
        match &*self.event {
            Event::Played { side, mv, .. } => {
                let seen = shown(&*self.game, Fact::Move(*side, mv), Viewer::Player(to));
                Some(format!("{side} plays {}", seen.as_deref().unwrap_or("?")))
            }
            Event::Chance { side, effect, .. } => {
                let fact = Fact::ChanceEffect(*side, effect);
                let seen = shown(&*self.game, fact, Viewer::Player(to));
                let drawn = self.game.drawn(*side, effect, seen)?;
                Some(format!("{side} {drawn}"))
            }
            _ => None,
        }
    }

    fn transcript(&self, viewer: Viewer, language: Language) -> String {
        if self.hides(viewer) {
            return String::new();
        }
        G::transcript(&self.scene(viewer, language), &self.event)
    }

    fn sentence(&self, viewer: Viewer, you: Option<Side>, language: Language) -> String {
        if self.hides(viewer) {
            return String::new();
        }
        event_sentence(&self.scene(viewer, language), &self.event, you)
    }

    fn briefly(&self, viewer: Viewer, language: Language) -> String {
        let Event::Played { effect, .. } = &*self.event else {
            return String::new();
        };
        if self.hides(viewer) {
            return String::new();
        }
        let scene = self.scene(viewer, language);
        G::briefly(&scene, effect).map_or(String::new(), |message| scene.say(&message))
    }

    fn to_owned(&self) -> Box<dyn EventView + Send> {
        Box::new(TypedEvent::<'static, G> {
            game: Cow::Owned(self.game.clone().into_owned()),
            event: Cow::Owned(self.event.clone().into_owned()),
            players: Cow::Owned(self.players.clone().into_owned()),
        })
    }
}
