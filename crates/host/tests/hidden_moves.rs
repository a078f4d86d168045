//! A game that hides moves and has no chance: nothing hidden is sent, on any path.

use std::fmt;
use std::str::FromStr;

use draw::Svg;
use host::{
    Analyst, DrawingContext, Drawn, EventKind, EventView, GameInfo, Hosted, OptionError, Options,
    RuleSentence, Scene, Setup, Voice,
};
use table::{
    Event, Fact, Game, Key, Message, Named, NoCheat, NoSuchCheat, Outcome, Player, Side, Trust,
    Turn, Viewer, key, message,
};

/// A coin, hidden until the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Coin {
    Heads,
    Tails,
    Hidden,
}

/// Matching pennies: each side lays two coins in turn, and the first side wins if the last two show
/// the same face. As text `h t h t`, with `-` for a coin that is not laid and `?` for a hidden one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pennies([Option<Coin>; 4]);

fn unreadable(text: &str) -> NoSuchCheat {
    NoSuchCheat(text.to_owned())
}

impl fmt::Display for Coin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Heads => "h",
            Self::Tails => "t",
            Self::Hidden => "?",
        })
    }
}

impl FromStr for Coin {
    type Err = NoSuchCheat;

    fn from_str(text: &str) -> Result<Self, NoSuchCheat> {
        let mut coins = [Self::Heads, Self::Tails, Self::Hidden].into_iter();
        let coin = coins.find(|coin| coin.to_string() == text);
        coin.ok_or_else(|| unreadable(text))
    }
}

impl fmt::Display for Pennies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |coin: Option<Coin>| coin.map_or("-".to_owned(), |coin| coin.to_string());
        f.write_str(&self.0.map(text).join(" "))
    }
}

impl FromStr for Pennies {
    type Err = NoSuchCheat;

    fn from_str(text: &str) -> Result<Self, NoSuchCheat> {
        let coin = |text: &str| match text {
            "-" => Ok(None),
            _ => text.parse().map(Some),
        };
        let coins: Vec<_> = text.split(' ').map(coin).collect::<Result<_, _>>()?;
        let coins = coins.try_into().map_err(|_| unreadable(text))?;
        Ok(Self(coins))
    }
}

impl Pennies {
    fn is_over(self) -> bool {
        !self.0.contains(&None)
    }

    /// Place of the next coin; the first side has the even places.
    fn next_place(self) -> Option<usize> {
        self.0.iter().position(Option::is_none)
    }

    fn seen_by(self, viewer: Viewer) -> Self {
        let mut seen = self;
        for (place, coin) in seen.0.iter_mut().enumerate() {
            if coin.is_some() && !self.is_over() && viewer != Viewer::Player(owner(place)) {
                *coin = Some(Coin::Hidden);
            }
        }
        seen
    }
}

fn owner(place: usize) -> Side {
    Side::BOTH[place % 2]
}

impl Game for Pennies {
    type Move = Coin;
    type Effect = Coin;
    type Cheat = NoCheat;
    type Refusal = NoSuchCheat;
    type View<'a> = Self;

    fn turn(&self) -> Turn {
        match (self.next_place(), self.0) {
            (Some(place), _) => Turn::Player(owner(place)),
            (None, [.., one, other]) if one == other => Turn::Over(Outcome::Win(Side::First)),
            (None, _) => Turn::Over(Outcome::Win(Side::Second)),
        }
    }

    fn legal(&self) -> impl Iterator<Item = Coin> {
        let coins = [Coin::Heads, Coin::Tails].into_iter();
        coins.filter(|_| !self.is_over())
    }

    fn play(&mut self, mv: Coin) -> Result<Coin, NoSuchCheat> {
        match self.next_place() {
            Some(place) if mv != Coin::Hidden => {
                self.0[place] = Some(mv);
                Ok(mv)
            }
            _ => Err(unreadable("?")),
        }
    }

    fn tamper(&mut self, cheat: NoCheat) -> Result<(), NoSuchCheat> {
        match cheat {}
    }

    fn view(&self, side: Side) -> Self {
        self.seen_by(Viewer::Player(side))
    }

    fn show(&self, fact: Fact<'_, Self>, viewer: Viewer) -> Option<String> {
        match fact {
            Fact::Position => Some(self.seen_by(viewer).to_string()),
            Fact::Move(side, _) | Fact::RefusedMove(side, _) | Fact::MoveEffect(side, _) => {
                (self.is_over() || viewer == Viewer::Player(side)).then(|| fact.text(self))
            }
            Fact::ChanceEffect(..) | Fact::Cheat(..) => None,
        }
    }
}

impl Hosted for Pennies {
    const NAME: &'static str = "pennies";
    const ALIASES: &'static [&'static str] = &[];
    const STRATEGIES: &'static [Named<Self>] = &[];
    const HIDES: bool = true;

    fn open(_options: &Options) -> Result<Self, OptionError> {
        Ok(Self([None; 4]))
    }

    fn analyst(_options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        unreachable!("no position of this game is analysed")
    }
}

impl Voice for Pennies {
    const ABOUT: Key = key!("draw");

    fn transcript(_scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Played { side, mv, .. } => format!("{side}: {mv}\n"),
            _ => String::new(),
        }
    }

    fn question(_scene: &Scene<'_, Self>) -> String {
        String::new()
    }
}

impl Drawn for Pennies {
    type Sight = Self;
    const SAMPLE: &'static str = "? - - -";
    const GOAL: Key = key!("draw");
    const RULES: &'static [RuleSentence] = &[];

    fn picture(context: &DrawingContext<'_, Self>) -> Svg {
        Svg::new("", (10, 10), &context.sight.to_string())
    }

    fn moves(sight: &Self, most: usize) -> Vec<Coin> {
        sight.legal().take(most).collect()
    }

    fn touches(_context: &DrawingContext<'_, Self>, mv: Coin) -> Vec<String> {
        vec![mv.to_string()]
    }

    fn words(_context: &DrawingContext<'_, Self>, _mv: Coin) -> Message {
        message!("draw")
    }

    fn changed(_context: &DrawingContext<'_, Self>) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn a_hidden_move_is_sent_to_no_viewer() {
    host::contract::check_hiding(&GameInfo::new::<Pennies>());
}

#[test]
fn a_program_is_told_of_a_hidden_move_without_the_move() {
    let setup = Setup {
        options: Options::default(),
        players: ["A", "B"].map(Player::person),
        trust: Trust::Guarded,
        seed: 0,
    };
    let game = GameInfo::new::<Pennies>();
    let mut table = game.open(&setup).expect("no option is needed");
    let mut seen = Vec::new();
    for answer in ["h", "t", "h", "h"] {
        table.next(&mut |_| {});
        let mut on_event = |event: &dyn EventView| {
            if event.kind() == EventKind::Played {
                seen.push(Side::BOTH.map(|side| event.seen(side).unwrap_or_default()));
            }
        };
        table
            .answer(answer, &mut on_event)
            .expect("a player is asked");
    }
    assert_eq!(seen[0], ["first plays h", "first plays ?"]);
    assert_eq!(seen[1], ["second plays ?", "second plays t"]);
    assert_eq!(
        seen.last(),
        Some(&["second plays h", "second plays h"].map(str::to_owned))
    );
}
