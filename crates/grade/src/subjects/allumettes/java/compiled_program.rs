//! `CompiledProgram`: the facts and classes of a student's program, from a process that runs none of its code.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sandbox::{Cage, ProgramFailure, ProgramLine};
use serde::{Deserialize, Serialize};

use crate::{COMPILING, Submission, runner_command};

/// The files of the compiling process: its own source, and that of the process that plays.
const SOURCES: [(&str, &str); 2] = [
    ("Compiler.java", include_str!("Compiler.java")),
    ("Player.java", include_str!("Player.java")),
];
/// Class path of `JUnit` 4 and its dependencies on Debian.
pub(super) const JUNIT: &str =
    "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar:/usr/share/java/hamcrest-core.jar";
/// Maximum length of the answer, in bytes: the classes of the largest submission, several times.
const LONGEST_ANSWER: usize = 64 << 20;
/// Memory of one Java machine, in bytes.
pub(super) const MEMORY: u64 = 768 << 20;

/// Options of every Java machine: it starts fast and lives for a short time.
pub(super) const OPTIONS: [&str; 6] = [
    "-Xmx256m",
    "-Xshare:auto",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-Djava.security.manager=allow",
];

/// Compiled classes by name; each character of the text is one byte.
pub(super) type Classes = BTreeMap<String, String>;

/// The facts in the source, the classes, and the unit tests.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompiledProgram {
    /// Version of a Java machine that cannot be used.
    pub(super) unable: Option<String>,
    /// Whether there are classes to run, perhaps without the parts that do not compile.
    pub(super) compiled: bool,
    pub(super) errors: Vec<CompileError>,
    /// Files that were left out as a whole because they do not compile.
    pub(super) left_out: Vec<String>,
    /// Full name of the main class; empty if there is none.
    pub(super) main: String,
    /// Elements of the subject's class diagram that are missing.
    pub(super) missing: Vec<String>,
    pub(super) packages: Vec<String>,
    /// Identifiers with accents.
    pub(super) accents: Vec<SourceSpot>,
    /// All methods, with the number of lines of their bodies.
    pub(super) methods: Vec<SourceSpot>,
    /// Loops inside loops.
    pub(super) nested: Vec<SourceSpot>,
    /// Calls of `System.exit`.
    pub(super) exits: Vec<SourceSpot>,
    /// Names of all identifiers in use.
    pub(super) uses: Vec<String>,
    /// Classes that stand in for the game and throw `OperationInterditeException`.
    pub(super) guards: Vec<String>,
    /// Given elements whose declaration differs from the subject's text.
    pub(super) changed: Vec<String>,
    /// Classes of the game whose number of matches cannot be chosen.
    pub(super) fixed: Vec<String>,
    /// Places where the referee or the player asks which strategy it is.
    pub(super) tested: Vec<SourceSpot>,
    /// Literals 3 in the rules of the game.
    pub(super) threes: Vec<SourceSpot>,
    /// Folder of the Java machine.
    java: PathBuf,
    /// Classes of the process that plays.
    player: Classes,
    /// Classes of the student.
    pub(super) program: Classes,
    pub(super) tests: CompiledTests,
}

/// The student's unit tests, compiled with the program.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompiledTests {
    /// Tool that is missing on this machine to run the tests.
    pub(super) unable: Option<String>,
    pub(super) errors: Vec<CompileError>,
    /// Names of the test classes.
    pub(super) classes: Vec<String>,
    /// Classes of the program as it is, and of the tests.
    pub(super) own: Classes,
    /// The same classes with other `rapide` strategies, the right one first; empty when the program's
    /// own was not found.
    pub(super) strategies: Vec<CompiledStrategy>,
    /// Classes that the tests of `rapide` use without need.
    pub(super) needless: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CompiledStrategy {
    /// The wrong number that the strategy takes of `n` matches; `None` for the right one.
    pub(super) mistake: Option<String>,
    pub(super) classes: Classes,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompileError {
    pub(super) file: String,
    pub(super) line: i64,
    pub(super) text: String,
}

/// A named place in the source.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceSpot {
    pub(super) name: String,
    pub(super) file: String,
    /// Line in the file, from 1.
    pub(super) line: i64,
    /// Number of lines of a method's body; 0 for other places.
    #[serde(skip_serializing_if = "is_zero")]
    pub(super) lines: i64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

impl CompiledProgram {
    /// Compiles a submission; `None` when the compiling process answers nothing that can be read.
    pub(super) fn new(
        cage: &Cage,
        submission: &Submission,
        home: &Path,
    ) -> Result<Option<Self>, ProgramFailure> {
        let words = ["java"].into_iter().chain(OPTIONS).chain([SOURCES[0].0]);
        let words = words.map(OsString::from).collect();
        let mut command = runner_command(words, home, LONGEST_ANSWER);
        command.limits.memory = MEMORY;
        let mut process = cage.start(&command)?;
        let program = texts(&submission.files);
        let count = submission.files.len();
        let request = format!(
            "{} {count}{program}{}",
            word(JUNIT).trim(),
            texts(&submission.tests)
        );
        let answer = process.ask_with_allowance(&request, COMPILING)?;
        let ProgramLine::Text(answer) = answer.line else {
            return Ok(None);
        };
        Ok(serde_json::from_str(&answer).ok())
    }

    /// Writes the sources of the compiling process into its folder.
    pub(super) fn write_sources(home: &Path) -> io::Result<()> {
        let write = |(name, text)| fs::write(home.join(name), text);
        SOURCES.into_iter().try_for_each(write)
    }

    /// A new folder with the classes of the playing process, and with the given classes of a student.
    pub(super) fn folder(&self, student: &Classes) -> io::Result<tempfile::TempDir> {
        let folder = tempfile::tempdir()?;
        let [player, program] = [PLAYER, STUDENT].map(|name| folder.path().join(name));
        fs::create_dir(&player)?;
        fs::create_dir(&program)?;
        for (name, text) in &self.player {
            fs::write(player.join(format!("{name}.class")), bytes(text))?;
        }
        // Numbers instead of names: a student's class may have a name that is no file name.
        for (number, text) in student.values().enumerate() {
            fs::write(program.join(number.to_string()), bytes(text))?;
        }
        Ok(folder)
    }

    /// The Java command, whose machine may be outside the folders of the system.
    pub(super) fn java(&self) -> (OsString, PathBuf) {
        (self.java.join("bin/java").into(), self.java.clone())
    }
}

/// Name of the folder with the classes of the playing process.
pub(super) const PLAYER: &str = "player";
/// Name of the folder with the student's classes.
pub(super) const STUDENT: &str = "student";

fn bytes(text: &str) -> Vec<u8> {
    text.chars().map(|it| it as u8).collect()
}

/// The names and texts of files as words of a request.
fn texts(files: &[(String, String)]) -> String {
    files
        .iter()
        .map(|(name, text)| word(name) + &word(text))
        .collect()
}

/// A text as the next word of a request: blanks and line ends are escaped.
pub(super) fn word(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace(' ', "\\s");
    format!(" ={}", text.replace(['\n', '\r'], "\\n").replace('\0', ""))
}
