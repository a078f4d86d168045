//! The Fortran that calls a student's routines: one place for each, told apart by a number.

use std::collections::BTreeMap;

use super::signature::{Answer, Grid, Role, Signature};
use super::source::{Place, Procedure};

/// A routine of the student, called as one of the subject's.
#[derive(Clone, Debug)]
pub(super) struct Stub {
    pub(super) procedure: Procedure,
    /// The subject's name.
    pub(super) function: &'static str,
    pub(super) signature: Signature,
}

/// Where routines are found that stand in no module.
pub(super) const WRAP: &str = "brelan_wrap";

/// The driver: its text, and the line on which each stub begins, from 0.
#[derive(Debug)]
pub(super) struct Driver {
    pub(super) text: String,
    pub(super) lines: Vec<usize>,
}

/// The block that hears, calls and says; `codes` are the student's numbers for empty, red, yellow.
pub(super) fn block(stubs: &[Stub], codes: [i64; 3]) -> Driver {
    let mut rows = vec!["block".to_owned(), "use brelan_kit".to_owned()];
    rows.extend(imports(stubs));
    rows.push("integer :: brelan_k".to_owned());
    for (number, stub) in stubs.iter().enumerate() {
        if let Some(Grid::Derived { name, place, .. }) = &stub.signature.grid {
            let name = match place {
                Place::Module(_) => format!("brelan_t{number}"),
                Place::Program | Place::Alone => name.clone(),
            };
            rows.push(format!("type({name}) :: brelan_g{number}"));
        }
    }
    let [empty, red, yellow] = codes;
    rows.push(format!("call brelan_begin([{empty}, {red}, {yellow}])"));
    rows.push("do while (brelan_hear())".to_owned());
    rows.push("do brelan_k = 1, brelan_count".to_owned());
    rows.push("call brelan_case(brelan_k)".to_owned());
    rows.push("select case (brelan_stub)".to_owned());
    let mut lines = Vec::new();
    for (number, stub) in stubs.iter().enumerate() {
        lines.push(rows.len());
        rows.push(format!("case ({number})"));
        rows.extend(called(number, stub));
    }
    rows.push("end select".to_owned());
    for end in [
        "call brelan_done(brelan_k)",
        "end do",
        "call brelan_say()",
        "end do",
        "end block",
    ] {
        rows.push(end.to_owned());
    }
    Driver {
        text: rows.join("\n"),
        lines,
    }
}

/// Every routine and type under a name of our own, so that none can be mistaken.
fn imports(stubs: &[Stub]) -> Vec<String> {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (number, stub) in stubs.iter().enumerate() {
        let routine = format!("brelan_p{number} => {}", stub.procedure.name);
        match &stub.procedure.place {
            Place::Module(module) => names.entry(module).or_default().push(routine),
            Place::Alone => names.entry(WRAP).or_default().push(routine),
            Place::Program => {}
        }
        if let Some(Grid::Derived {
            name,
            place: Place::Module(module),
            ..
        }) = &stub.signature.grid
        {
            let renamed = format!("brelan_t{number} => {name}");
            names.entry(module).or_default().push(renamed);
        }
    }
    let import =
        |(module, names): (&str, Vec<String>)| format!("use {module}, only: {}", names.join(", "));
    names.into_iter().map(import).collect()
}

fn called(number: usize, stub: &Stub) -> Vec<String> {
    let with = |grid: &str| call(number, stub, grid);
    match &stub.signature.grid {
        None => vec![with("")],
        Some(Grid::Assumed { .. }) => vec![
            "select case (brelan_form)".to_owned(),
            format!("case (1)\n{}", with("brelan_big(1:6, 1:7)")),
            format!("case (2)\n{}", with("brelan_big(0:7, 0:8)")),
            format!("case (3)\n{}", with("brelan_tig(1:7, 1:6)")),
            format!("case (4)\n{}", with("brelan_tig(0:8, 0:7)")),
            "end select".to_owned(),
            "call brelan_after()".to_owned(),
        ],
        Some(Grid::Explicit { .. }) => {
            vec![with("brelan_buf(201)"), "call brelan_after()".to_owned()]
        }
        Some(Grid::Derived {
            component,
            allocatable,
            ..
        }) => {
            let cells = format!("brelan_g{number}%{component}");
            let room = format!("if (.not. allocated({cells})) allocate ({cells}(0:7, 0:8))");
            let mut rows = vec![];
            rows.extend(allocatable.then_some(room));
            rows.push(format!("call brelan_into({cells})"));
            rows.push(with(&format!("brelan_g{number}")));
            rows.push(format!("call brelan_from({cells})"));
            rows
        }
    }
}

fn call(number: usize, stub: &Stub, grid: &str) -> String {
    let signature = &stub.signature;
    let actual = |role: &Role| match role {
        Role::Grid => grid,
        Role::Answer => signature.answer.variable(),
        other => other.variable(),
    };
    let actual: Vec<&str> = signature.roles.iter().map(actual).collect();
    let name = match stub.procedure.place {
        Place::Program => stub.procedure.name.clone(),
        Place::Module(_) | Place::Alone => format!("brelan_p{number}"),
    };
    let call = format!("{name}({})", actual.join(", "));
    if stub.procedure.result.is_some() && signature.answer != Answer::Nothing {
        return format!("{} = {call}", signature.answer.variable());
    }
    format!("call {call}")
}
