//! One program of the zoo: how it is made, asked, and checked to leave nothing behind.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use sandbox::{
    Cage, Farewell, Launcher, Limits, Misdeed, Process, Program, Rung, Said, Strictness, Unreadable,
};
use tempfile::TempDir;

/// The time for a move.
pub(crate) const MOVE: Duration = Duration::from_millis(400);
/// How much later than its limit a verdict may come.
const LATENESS: Duration = Duration::from_millis(250);

/// What one question leads to.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// This line.
    Says(&'static str),
    /// A line that is no answer.
    Unreadable(Unreadable),
    /// The end.
    Fails(Misdeed),
}

/// A program of the zoo.
pub(crate) struct Animal {
    name: &'static str,
    folder: TempDir,
    /// What follows the word `play` of each question.
    pub(crate) word: String,
    /// How long the other thinks before each question.
    pub(crate) other_thinks: Duration,
    /// What it is told before each question.
    pub(crate) told: Vec<String>,
    pub(crate) limits: Limits,
}

impl Animal {
    /// Makes the program ready in a folder of its own; none when this machine lacks what it takes.
    pub(crate) fn new(name: &'static str) -> Option<Self> {
        let folder = tempfile::tempdir().expect("temporary folders can be made");
        let made = make(name, folder.path());
        if let Err(reason) = made {
            skip(name, &reason);
            return None;
        }
        Some(Self {
            name,
            folder,
            word: String::new(),
            other_thinks: Duration::ZERO,
            told: Vec::new(),
            limits: Limits {
                first_answer: Duration::from_secs(5),
                ..Limits::default()
            },
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The file to run.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join(self.name.trim_end_matches(".c"))
    }

    /// What is started.
    pub(crate) fn program(&self) -> Program {
        let folder = self.folder.path().to_owned();
        let mut program = Program::command(vec![self.file().into()], folder);
        program.limits = self.limits.clone();
        program
    }

    fn start(&self, cage: &Cage) -> Result<Process, Misdeed> {
        cage.start(&self.program())
    }

    /// Asks as often as there are outcomes, and looks whether each is right and in time.
    #[track_caller]
    pub(crate) fn check(&self, outcomes: &[Outcome]) -> Option<Farewell> {
        self.check_on(&best_cage(), outcomes)
    }

    /// The same on the rungs of `cage`.
    #[track_caller]
    pub(crate) fn check_on(&self, cage: &Cage, outcomes: &[Outcome]) -> Option<Farewell> {
        // A verdict may be late on a busy machine, but never wrong.
        for attempt in 1.. {
            let (late, farewell) = self.attempt(cage, outcomes);
            match late {
                Some(late) if attempt == 3 => panic!("{}: late by {late:?}", self.name),
                Some(_) => {}
                None => return farewell,
            }
        }
        unreachable!("attempts end")
    }

    fn attempt(&self, cage: &Cage, outcomes: &[Outcome]) -> (Option<Duration>, Option<Farewell>) {
        let mut process = match self.start(cage) {
            Ok(process) => process,
            Err(misdeed) => {
                self.check_outcome(&Err(misdeed), &outcomes[0]);
                return (None, None);
            }
        };
        let mut late = None;
        let mut limit = MOVE + self.limits.first_answer;
        for outcome in outcomes {
            std::thread::sleep(self.other_thinks);
            let asked = Instant::now();
            let answer = self.ask(&mut process);
            late = late.or(asked.elapsed().checked_sub(limit + LATENESS));
            if matches!(answer, Ok(Said::Line(_))) {
                limit = MOVE;
            }
            self.check_outcome(&answer, outcome);
        }
        let leaving = Instant::now();
        let farewell = process.finish();
        late = late.or(leaving
            .elapsed()
            .checked_sub(self.limits.farewell + LATENESS));
        self.check_gone();
        (late, Some(farewell))
    }

    fn ask(&self, process: &mut Process) -> Result<Said, Misdeed> {
        for line in &self.told {
            process.tell(line)?;
        }
        let answer = process.ask(&format!("play {}", self.word), MOVE)?;
        Ok(answer.said)
    }

    #[track_caller]
    fn check_outcome(&self, answer: &Result<Said, Misdeed>, outcome: &Outcome) {
        let right = match (answer, outcome) {
            (Ok(Said::Line(line)), Outcome::Says(text)) => line == text,
            (Ok(Said::Unreadable { why, .. }), Outcome::Unreadable(expected)) => why == expected,
            (Err(misdeed), Outcome::Fails(expected)) => misdeed == expected,
            _ => false,
        };
        assert!(right, "{}: {answer:?} instead of {outcome:?}", self.name);
    }

    /// Answers `caged` on all rungs and on each of `rungs` alone, which those not there are skipped of,
    /// and `escaped` on none, or the attempt would prove nothing.
    #[track_caller]
    pub(crate) fn check_caged(&self, rungs: &[Rung], uncaged: Uncaged) {
        let there = best_cage();
        if !rungs.is_empty() && !rungs.iter().any(|rung| there.rungs().contains(rung)) {
            return skip(self.name, &format!("{rungs:?} are missing"));
        }
        self.check_says(&there, "caged");
        for rung in rungs {
            let cage = best_cage().only(&[*rung]);
            if cage.rungs().is_empty() {
                skip(self.name, &format!("{rung} is missing"));
            } else {
                self.check_says(&cage, "caged");
            }
        }
        let root = rustix::process::geteuid().is_root();
        if uncaged == Uncaged::Escapes || uncaged == Uncaged::EscapesAsRoot && root {
            self.check_says(&cage(Strictness::None), "escaped");
        }
    }

    #[track_caller]
    fn check_says(&self, cage: &Cage, text: &'static str) {
        let mut process = self.start(cage).expect("it starts");
        let said = self.ask(&mut process);
        let said = said.unwrap_or_else(|misdeed| panic!("{:?}: {misdeed:?}", cage.rungs()));
        let expected = Said::Line(text.to_owned());
        assert_eq!(
            said,
            expected,
            "{} {} on {:?}",
            self.name,
            self.word,
            cage.rungs()
        );
        process.finish();
        self.check_gone();
    }

    /// No process runs from, or in, its folder.
    #[track_caller]
    fn check_gone(&self) {
        let left = self.processes();
        assert!(left.is_empty(), "{}: {left:?} are left", self.name);
    }

    /// The processes that run from, or in, its folder.
    fn processes(&self) -> Vec<PathBuf> {
        let inside = |process: &PathBuf| {
            let links = ["cwd", "exe"].map(|link| fs::read_link(process.join(link)));
            let mut links = links.into_iter().flatten();
            links.any(|at| at.starts_with(self.folder.path()))
        };
        let all = fs::read_dir("/proc").expect("there is /proc").flatten();
        all.map(|process| process.path()).filter(inside).collect()
    }

    /// Processor time of these processes, in hundredths of a second.
    pub(crate) fn used(&self) -> u64 {
        let ticks = |process: PathBuf| {
            let stat = fs::read_to_string(process.join("stat")).ok()?;
            let fields = stat.rsplit(')').next()?.split_whitespace().skip(11).take(2);
            Some(
                fields
                    .filter_map(|field| field.parse::<u64>().ok())
                    .sum::<u64>(),
            )
        };
        self.processes().into_iter().filter_map(ticks).sum()
    }
}

/// What an attempt does where there is no cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uncaged {
    Escapes,
    EscapesAsRoot,
    /// It depends on the machine, or would harm it.
    Unknown,
}

pub(crate) fn cage(strictness: Strictness) -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    Cage::build(launcher, strictness).expect("the launcher works")
}

pub(crate) fn best_cage() -> Cage {
    cage(Strictness::Best)
}

/// Makes the program `name` in `folder`, or says what is missing.
fn make(name: &str, folder: &Path) -> Result<(), String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/zoo/programs")
        .join(name);
    match name.rsplit_once('.') {
        Some((stem, "c")) => compile(&source, &folder.join(stem)),
        Some((_, "py")) if !answers("python3") => Err("python3 is missing".to_owned()),
        _ => copy(&source, &folder.join(name)).map_err(|error| error.to_string()),
    }
}

fn answers(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
}

fn copy(source: &Path, file: &Path) -> io::Result<()> {
    fs::copy(source, file)?;
    fs::set_permissions(file, Permissions::from_mode(0o755))
}

fn compile(source: &Path, file: &Path) -> Result<(), String> {
    let output = Command::new("cc")
        .args(["-O1", "-w", "-pthread", "-o"])
        .args([file, source])
        .output()
        .map_err(|_| "cc is missing".to_owned())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    Ok(())
}

/// Names what is not tested here.
#[expect(clippy::print_stderr, reason = "a test tells what it skips")]
pub(crate) fn skip(name: &str, reason: &str) {
    eprintln!("skipped: {name}: {reason}");
}
