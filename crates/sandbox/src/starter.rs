//! Starter programs, one for each programming language: each plays a random legal move in every game.

use std::fmt;

use host::{GameInfo, OptionError, Options, Setup, Waiting, advance};
use table::{Explain, Limits, Player, Side, Trust, key, message};
use text::Language;

use crate::protocol::{self, MOST_MOVES};

/// A starter program in one language.
#[derive(Clone, Copy, Debug)]
pub struct Starter {
    /// The programming language, as `--in` names it.
    pub language: &'static str,
    /// The name of the source file.
    pub file: &'static str,
    /// The command that compiles the file, with `@DIR@` before each file name; `None` for a script,
    /// which is executable itself.
    pub build: Option<&'static str>,
    /// The player text that runs the program, with `@DIR@` before its file name.
    pub seat: &'static str,
    /// Source text with `@ABOUT@` and `@EDIT@` to be replaced.
    template: &'static str,
    /// The beginning and the end of a comment line.
    comment: [&'static str; 2],
}

/// The starters, in the order of `brelan program new --help`.
pub const STARTERS: [Starter; 7] = [
    Starter {
        language: "python",
        file: "joueur.py",
        build: None,
        seat: "@DIR@joueur.py",
        template: include_str!("../starters/joueur.py"),
        comment: ["#", ""],
    },
    Starter {
        language: "c",
        file: "joueur.c",
        build: Some("cc -O2 -o @DIR@joueur @DIR@joueur.c"),
        seat: "@DIR@joueur",
        template: include_str!("../starters/joueur.c"),
        comment: ["//", ""],
    },
    Starter {
        language: "java",
        file: "Joueur.java",
        build: Some("javac @DIR@Joueur.java"),
        seat: "cmd:java -cp @DIR@. Joueur",
        template: include_str!("../starters/Joueur.java"),
        comment: ["//", ""],
    },
    Starter {
        language: "fortran",
        file: "joueur.f90",
        build: Some("gfortran -O2 -o @DIR@joueur @DIR@joueur.f90"),
        seat: "@DIR@joueur",
        template: include_str!("../starters/joueur.f90"),
        comment: ["!", ""],
    },
    Starter {
        language: "ocaml",
        file: "joueur.ml",
        build: Some("ocamlopt -o @DIR@joueur @DIR@joueur.ml"),
        seat: "@DIR@joueur",
        template: include_str!("../starters/joueur.ml"),
        comment: ["(*", " *)"],
    },
    Starter {
        language: "rust",
        file: "joueur.rs",
        build: Some("rustc -O -o @DIR@joueur @DIR@joueur.rs"),
        seat: "@DIR@joueur",
        template: include_str!("../starters/joueur.rs"),
        comment: ["//", ""],
    },
    Starter {
        language: "javascript",
        file: "joueur.js",
        build: None,
        seat: "@DIR@joueur.js",
        template: include_str!("../starters/joueur.js"),
        comment: ["//", ""],
    },
];

/// The languages of all starters, separated by commas.
pub fn names() -> String {
    STARTERS.map(|starter| starter.language).join(", ")
}

/// Error when no starter is written in this language.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("program-unknown-language", text = _0, known = names())]
pub struct UnknownStarter(pub String);

/// The starter in this language.
pub fn find(language: &str) -> Result<&'static Starter, UnknownStarter> {
    let found = STARTERS.iter().find(|starter| starter.language == language);
    found.ok_or_else(|| UnknownStarter(language.to_owned()))
}

impl Starter {
    /// The source text for a game, with an example of its lines as a comment.
    pub fn text(&self, game: &GameInfo, language: Language) -> Result<String, OptionError> {
        let title = message!("starter-title", game = game.name);
        let [open, close] = self.comment;
        let comment = |line: &dyn fmt::Display| {
            let line = format!("{open} {line}");
            line.trim_end().to_owned() + close
        };
        let mut about = vec![
            comment(&language.say(&title)),
            comment(&language.word(key!("starter-before"))),
        ];
        let example = example(game)?;
        about.extend(example.iter().map(|line| comment(&format!("  {line}"))));
        let text = self.template.replace("@ABOUT@", &about.join("\n"));
        Ok(text.replace("@EDIT@", &language.word(key!("starter-edit"))))
    }
}

/// The lines that a program receives up to the first question of a game.
pub fn example(game: &GameInfo) -> Result<Vec<String>, OptionError> {
    const SEED: u64 = 1;
    let mut table = game.open(&Setup {
        options: Options::default(),
        players: ["A", "B"].map(Player::person),
        trust: Trust::Guarded,
        seed: SEED,
    })?;
    let mut seen = Vec::new();
    let waiting = advance(&mut *table, &Limits::default(), &mut |event| {
        seen.extend(Side::BOTH.map(|side| event.seen(side)));
    });
    let side = match waiting {
        Waiting::Answer(side) => side,
        Waiting::Over(_) | Waiting::Stopped => Side::First,
    };
    let seen = seen.into_iter().skip(side.index()).step_by(2).flatten();
    let seen = seen.map(|line| format!("seen {line}"));
    let opening = protocol::game_line(&*table, side, SEED);
    let question = protocol::question_lines(table.brief(side, MOST_MOVES));
    let play = protocol::play_line(table::PROGRAM_MOVE);
    let lines = [opening].into_iter().chain(seen).chain(question);
    Ok(lines.chain([play]).collect())
}
