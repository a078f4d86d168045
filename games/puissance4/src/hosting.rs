//! Puissance 4 at a table: its options, transcript and dialogue, in the words of its subject.

mod board;
mod book;
mod drawing;
mod edits;
mod judge;
mod space;

use crate::{
    Book, Cell, Colour, Column, Dropped, Engine, Line, MEMORY_BYTES, NotationError, Puissance4,
    STRATEGIES, Solver, side_of,
};
use table::{Event, Explain, Key, Message, Named, Seeded, Side, key, message};

use host::{
    Analyst, Ask, Database, Hosted, LevelScale, Margin, OptionError, OptionSpec, Options,
    Positions, Scene, SideChoice, Space, Voice, common_lines, spaced,
};
use review::{Judge, Reviewed};
use text::counted;

const TABLE_SIZE: OptionSpec =
    OptionSpec::new("table-size", "MIB", key!("puissance4-option-table-size"));

impl Hosted for Puissance4 {
    const NAME: &'static str = "puissance4";
    const ALIASES: &'static [&'static str] = &["connect4"];
    const STRATEGIES: &'static [Named<Self>] = STRATEGIES;
    const LEVELS: LevelScale = LevelScale {
        effort: 30_000,
        carelessness: [25.0, 5.0, 3.1, 2.2, 1.7, 1.2, 0.75],
    };
    const HIDES: bool = false;
    const SPACE: Option<Space<Self>> = Some(space::SPACE);
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec::new(
        "first",
        "COLOUR",
        key!("puissance4-option-first"),
    )];
    /// The other colour begins the next game (R17).
    const REMATCH: Option<fn(&mut Options)> = Some(|options| {
        let first = options.get("first").and_then(|text| text.parse().ok());
        let next = first.unwrap_or(Colour::Red).other();
        options.set("first", next.symbol().to_string());
    });
    /// The first player is red unless told otherwise (R17); red is the first side.
    const SIDE_CHOICE: Option<SideChoice> = Some(SideChoice {
        option: OptionSpec::new("colour", "COLOUR", key!("puissance4-option-colour")),
        takes_second: |options| {
            let colour: Result<Colour, NotationError> =
                options.get("colour").unwrap_or("*").parse();
            let colour = colour.map_err(|error| OptionError::new("colour", &error))?;
            Ok(colour == Colour::Yellow)
        },
    });
    const ANALYSIS_OPTIONS: &'static [OptionSpec] = &[
        OptionSpec::new("grid", "FILE", key!("puissance4-option-grid")),
        OptionSpec::flag("no-book", key!("puissance4-option-no-book")),
        TABLE_SIZE,
    ];
    const DATABASE: Option<Database> = Some(book::DATABASE);
    /// Effort in nodes, enough to solve every position of a game with the book.
    const EFFORT: u64 = 200_000_000;

    fn open(options: &Options) -> Result<Self, OptionError> {
        let first: Result<Colour, NotationError> = options.get("first").unwrap_or("*").parse();
        first
            .map(Self::begun_by)
            .map_err(|error| OptionError::new("first", &error))
    }

    fn analyst(options: &Options) -> Result<Box<dyn Analyst>, OptionError> {
        let drawn = options.get("grid").map(drawing).transpose()?;
        let read = move |text: &str| match &drawn {
            Some(game) if text == "@" => Ok(game.clone()),
            _ => text.parse(),
        };
        let mut expert = expert(options)?;
        if options.flag("value-only") {
            expert = expert.value_only();
        }
        Ok(Box::new(Positions::new(expert, read)))
    }

    fn rules(&self) -> String {
        format!("begins={}", side_of(self.beginner()))
    }

    /// The lines of the grid from the top: 1 is a disc of `side`, 2 a disc of the opponent, 0 an
    /// empty cell.
    fn plain(&self, side: Side) -> Vec<String> {
        let cell = |line, column| match self.grid().disc(column, line) {
            None => 0,
            Some(colour) if side_of(colour) == side => 1,
            Some(_) => 2,
        };
        let row = |line| Column::all().map(move |column| cell(line, column));
        let rows = Line::all().rev().map(|line| spaced(row(line)));
        rows.map(|row| format!("row {row}")).collect()
    }
}

/// Number of moves to the win: a side wins with its disc number 22 minus the score. `None` for a draw
/// and for an impossible score.
fn moves_left(discs: u32, score: i32) -> Option<u32> {
    let placed = match score {
        0 => return None,
        1.. => discs / 2,
        ..0 => discs.div_ceil(2),
    };
    let last = 22u32.checked_sub(score.unsigned_abs())?;
    last.checked_sub(placed)
}

impl Reviewed for Puissance4 {
    fn judge(options: &Options) -> Result<Box<dyn Judge<Self>>, OptionError> {
        Ok(Box::new(expert(options)?))
    }
}

impl Voice for Puissance4 {
    const ABOUT: Key = key!("puissance4-about");
    const STRATEGY_WORDS: &'static [(&'static str, Key)] = &[
        ("naif", key!("puissance4-strategy-naif")),
        ("glouton", key!("puissance4-strategy-glouton")),
        ("expert", key!("puissance4-strategy-expert")),
        ("tricheur", key!("puissance4-strategy-tricheur")),
    ];

    fn margin(&self, score: i32) -> Option<Margin> {
        let number = moves_left(self.grid().discs() as u32, score)?;
        let message = Message::new(key!("puissance4-in-moves", count, form));
        let words = counted(message, "count", number);
        Some(Margin { words, number })
    }

    fn transcript(scene: &Scene<'_, Self>, event: &Event<Self>) -> String {
        match event {
            Event::Asked { .. } if scene.game.grid().discs() == 0 => scene.game.grid().to_string(),
            Event::Played { side, effect, .. } => played(scene, *side, *effect),
            Event::Unreadable { .. } => scene.line(&message!("puissance4-unreadable")),
            Event::Cheated { cheat, .. } => {
                let (column, line) = (cheat.0.number(), cheat.1.number());
                scene.line(&message!("puissance4-recoloured", column, line))
                    + &scene.game.grid().to_string()
            }
            // The player chooses again and needs the grid; an empty one is printed with the question.
            Event::Refused { .. } if scene.game.grid().discs() > 0 => {
                common_lines(scene, event) + &scene.game.grid().to_string()
            }
            _ => common_lines(scene, event),
        }
    }

    fn sentence(
        scene: &Scene<'_, Self>,
        event: &Event<Self>,
        you: Option<Side>,
    ) -> Option<Message> {
        let Event::Played { side, effect, .. } = event else {
            return None;
        };
        let column = effect.cell.0.number();
        let key = key!("puissance4-did", who, name, column);
        Some(scene.about(key, *side, you).with("column", column))
    }

    fn briefly(_scene: &Scene<'_, Self>, effect: &Dropped) -> Option<Message> {
        let column = effect.cell.0.number();
        Some(message!("puissance4-column", column))
    }

    fn why(scene: &Scene<'_, Self>, _you: Option<Side>) -> Option<Message> {
        let row = |colour| scene.game.grid().alignment(colour);
        let found = scene.game.winner().and_then(row);
        Some(found.map_or_else(|| message!("puissance4-full-grid"), aligned))
    }

    /// A person may answer *`conseil`*, and chooses again.
    fn ask(scene: &Scene<'_, Self>, answers: &[String]) -> Ask {
        match answers {
            [] => Ask::Question(Self::question(scene)),
            [answer, ..] if ["conseil", "advice"].contains(&&**answer) => Ask::Again(advice(scene)),
            [answer, ..] => Ask::Answer(answer.clone()),
        }
    }

    fn question(scene: &Scene<'_, Self>) -> String {
        let colour = scene.game.to_move();
        let name = scene.name(side_of(colour));
        let symbol = colour.symbol().to_string();
        scene.say(&message!("puissance4-ask", name, symbol))
    }
}

/// The advice of exercises 7 and 8: a random column, and one of the longest row. Its chance is a function
/// of the number of discs, so that a game repeats.
fn advice(scene: &Scene<'_, Puissance4>) -> String {
    let grid = scene.game.grid();
    let luck = &mut Seeded::new(grid.discs() as u64);
    let random = grid.random_advice(luck).map_or(0, Column::number);
    let longest = grid
        .advice(scene.game.to_move(), luck)
        .map_or(0, Column::number);
    scene.say(&message!("puissance4-advises", random, longest))
}

fn expert(options: &Options) -> Result<Engine, OptionError> {
    let mut solver = Solver::new(table_bytes(options)?);
    if !options.flag("no-book") {
        solver = solver.with_book(Book::shipped());
    }
    Ok(Engine::new(solver))
}

fn table_bytes(options: &Options) -> Result<usize, OptionError> {
    let mebibytes = options.number::<u16>(TABLE_SIZE.name)?;
    Ok(mebibytes.map_or(MEMORY_BYTES, |mebibytes| usize::from(mebibytes) << 20))
}

/// The file of a drawn grid cannot be read, or the drawing is wrong.
#[derive(Debug, Explain)]
enum DrawingError {
    #[message("puissance4-file", file = _0, reason = explain(_1))]
    File(String, #[source] std::io::Error),
    #[message(transparent)]
    Drawing(#[from] NotationError),
}

fn drawing(file: &str) -> Result<Puissance4, OptionError> {
    let text =
        std::fs::read_to_string(file).map_err(|error| DrawingError::File(file.to_owned(), error));
    let game = text.and_then(|text| Ok(Puissance4::from_drawing(&text)?));
    game.map_err(|error| OptionError::new("grid", &error))
}

/// The lines after a move: the move, the grid, and the winning row.
fn played(scene: &Scene<'_, Puissance4>, side: Side, dropped: Dropped) -> String {
    let (column, line) = dropped.cell;
    let disc = scene.game.grid().disc(column, line);
    let message = message!(
        "puissance4-plays",
        name = scene.name(side),
        symbol = disc.map_or(' ', Colour::symbol).to_string(),
        column = column.number()
    );
    let grid = scene.line(&message) + &scene.game.grid().to_string();
    match dropped.row {
        Some(ends) => grid + &scene.line(&aligned(ends)),
        None => grid,
    }
}

/// The line that tells the direction and all cells of a row with these ends.
fn aligned([from, to]: [Cell; 2]) -> Message {
    let (mut column, mut line) = (from.0.number(), from.1.number());
    let step = |from: u8, to: u8| (to.cast_signed() - from.cast_signed()).signum();
    let (right, up) = (step(column, to.0.number()), step(line, to.1.number()));
    let direction = match (right, up) {
        (0, _) => "vertical",
        (_, 0) => "horizontal",
        _ => "diagonal",
    };
    let mut cells = vec![format!("({column},{line})")];
    while (column, line) != (to.0.number(), to.1.number()) {
        column = column.wrapping_add_signed(right);
        line = line.wrapping_add_signed(up);
        cells.push(format!("({column},{line})"));
    }
    message!("puissance4-aligned", direction, cells = cells.join(" "))
}
