//! One misbehaving program: compiled, asked, and checked to leave no process behind.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use sandbox::{
    Cage, FinishedProcess, Launcher, ProgramCommand, ProgramFailure, ProgramLimits, ProgramLine,
    ProgramProcess, Protection, Strictness, UnreadableCause,
};
use tempfile::TempDir;

/// The time limit of a move.
pub(crate) const MOVE: Duration = Duration::from_secs(2);
/// Tolerance between a limit and the moment when the failure is reported.
const LATENESS: Duration = Duration::from_secs(30);

/// The expected result of one question.
#[derive(Clone, Debug)]
pub(crate) enum Outcome {
    /// The program answers with this line.
    Says(&'static str),
    /// The program writes an unreadable line.
    Unreadable(UnreadableCause),
    /// The program fails.
    Fails(ProgramFailure),
}

/// A misbehaving program in a temporary folder.
pub(crate) struct TestProgram {
    name: &'static str,
    folder: TempDir,
    /// The text after the word `play` of each question.
    pub(crate) word: String,
    /// Whether each question waits until the program sleeps, as if the opponent were to move.
    pub(crate) asked_asleep: bool,
    /// Lines sent before each question.
    pub(crate) before: Vec<String>,
    /// Files that the program may not read.
    pub(crate) hidden: Vec<PathBuf>,
    pub(crate) limits: ProgramLimits,
}

impl TestProgram {
    /// Compiles or copies the program; `None` when this machine lacks a compiler or interpreter.
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
            asked_asleep: false,
            before: Vec::new(),
            hidden: Vec::new(),
            limits: ProgramLimits {
                first_answer: Duration::from_secs(20),
                ..ProgramLimits::default()
            },
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The executable file.
    pub(crate) fn file(&self) -> PathBuf {
        self.folder.path().join(self.name.trim_end_matches(".c"))
    }

    /// The command that starts the program.
    pub(crate) fn command(&self) -> ProgramCommand {
        let folder = self.folder.path().to_owned();
        let mut program = ProgramCommand::new(vec![self.file().into()], folder);
        program.limits = self.limits.clone();
        program.hide(self.hidden.iter().cloned());
        program
    }

    fn start(&self, cage: &Cage) -> Result<ProgramProcess, ProgramFailure> {
        cage.start(&self.command())
    }

    /// Asks one question for each outcome, and checks the results, their times, and that no process is
    /// left.
    #[track_caller]
    pub(crate) fn check(&self, outcomes: &[Outcome]) -> Option<FinishedProcess> {
        self.check_on(&best_cage(), outcomes)
    }

    /// Like [`Self::check`], in the given cage.
    #[track_caller]
    pub(crate) fn check_on(&self, cage: &Cage, outcomes: &[Outcome]) -> Option<FinishedProcess> {
        let mut process = match self.start(cage) {
            Ok(process) => process,
            Err(failure) => {
                self.check_outcome(&Err(failure), &outcomes[0]);
                return None;
            }
        };
        let mut limit = MOVE + self.limits.first_answer;
        for outcome in outcomes {
            if self.asked_asleep {
                self.wait_until_asleep();
            }
            let asked = Instant::now();
            let answer = self.ask(&mut process);
            self.check_outcome(&answer, outcome);
            assert!(asked.elapsed() < limit + LATENESS, "{} is late", self.name);
            if matches!(answer, Ok(ProgramLine::Text(_))) {
                limit = MOVE;
            }
        }
        let ending = Instant::now();
        let finished = process.finish();
        assert!(ending.elapsed() < self.limits.exit + LATENESS);
        self.check_gone();
        Some(finished)
    }

    /// Waits until the program has started and waits for something itself.
    fn wait_until_asleep(&self) {
        let is_asleep = |process: &PathBuf| {
            let stat = fs::read_to_string(process.join("stat")).unwrap_or_default();
            let runs_it = fs::read_link(process.join("exe")).is_ok_and(|file| file == self.file());
            runs_it
                && stat
                    .rsplit(')')
                    .next()
                    .is_some_and(|rest| rest.starts_with(" S"))
        };
        while !self.processes().iter().any(is_asleep) {
            std::thread::yield_now();
        }
    }

    fn ask(&self, process: &mut ProgramProcess) -> Result<ProgramLine, ProgramFailure> {
        for line in &self.before {
            process.send(line)?;
        }
        let answer = process.ask(&format!("play {}", self.word), MOVE)?;
        Ok(answer.line)
    }

    #[track_caller]
    fn check_outcome(&self, answer: &Result<ProgramLine, ProgramFailure>, outcome: &Outcome) {
        let right = match (answer, outcome) {
            (Ok(ProgramLine::Text(line)), Outcome::Says(text)) => line == text,
            (Ok(ProgramLine::Unreadable { cause, .. }), Outcome::Unreadable(expected)) => {
                cause == expected
            }
            (Err(failure), Outcome::Fails(expected)) => failure == expected,
            _ => false,
        };
        assert!(right, "{}: {answer:?} instead of {outcome:?}", self.name);
    }

    /// Checks that the program answers `caged` with all protections and with each of `protections`
    /// alone, and `escaped` without any, which proves that the attempt works. Missing protections are
    /// skipped.
    #[track_caller]
    pub(crate) fn check_caged(&self, protections: &[Protection], uncaged: Uncaged) {
        let there = best_cage();
        if !protections.is_empty()
            && !protections
                .iter()
                .any(|protection| there.protections().contains(protection))
        {
            return skip(self.name, &format!("{protections:?} are missing"));
        }
        self.check_says(&there, "caged");
        for protection in protections {
            let cage = best_cage().only(&[*protection]);
            if cage.protections().is_empty() {
                skip(self.name, &format!("{protection} is missing"));
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
        let mut process = self.start(cage).expect("the program starts");
        let line = self.ask(&mut process);
        let line = line.unwrap_or_else(|failure| panic!("{:?}: {failure:?}", cage.protections()));
        let expected = ProgramLine::Text(text.to_owned());
        assert_eq!(
            line,
            expected,
            "{} {} on {:?}",
            self.name,
            self.word,
            cage.protections()
        );
        process.finish();
        self.check_gone();
    }

    /// Checks that no process runs from, or in, the program's folder.
    #[track_caller]
    fn check_gone(&self) {
        let left = self.processes();
        assert!(left.is_empty(), "{}: {left:?} are left", self.name);
    }

    /// The `/proc` folders of processes that run from, or in, the program's folder.
    fn processes(&self) -> Vec<PathBuf> {
        let inside = |process: &PathBuf| {
            let links = ["cwd", "exe"].map(|link| fs::read_link(process.join(link)));
            let mut links = links.into_iter().flatten();
            links.any(|at| at.starts_with(self.folder.path()))
        };
        let all = fs::read_dir("/proc").expect("/proc is mounted").flatten();
        all.map(|process| process.path()).filter(inside).collect()
    }

    /// Processor time of the processes in the program's folder, in hundredths of a second.
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

/// The expected result of an escape without a cage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Uncaged {
    Escapes,
    EscapesAsRoot,
    /// The result depends on the machine, or would harm it.
    Unknown,
}

pub(crate) fn cage(strictness: Strictness) -> Cage {
    let launcher = Launcher::at(env!("CARGO_BIN_EXE_brelan-cage"));
    Cage::build(launcher, strictness).expect("the launcher works")
}

pub(crate) fn best_cage() -> Cage {
    cage(Strictness::Best)
}

/// Compiles or copies the program `name` into `folder`; the error says what is missing.
fn make(name: &str, folder: &Path) -> Result<(), String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/misbehaving/programs")
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

/// Prints the name of a skipped test.
#[expect(clippy::print_stderr, reason = "a test reports what it skips")]
pub(crate) fn skip(name: &str, reason: &str) {
    eprintln!("skipped: {name}: {reason}");
}
