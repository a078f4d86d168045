//! `DriverProgram`: the generated Fortran that calls the student's routines, each under a number.

use std::collections::BTreeMap;

use super::signature::{ArgumentRole, CallSignature, GridArgument, ReturnKind};
use super::source::{FortranProcedure, ProcedureScope};

/// A routine of the student that is called as a function of the subject.
#[derive(Clone, Debug)]
pub(super) struct CallStub {
    pub(super) procedure: FortranProcedure,
    /// The subject's name of the function.
    pub(super) function: &'static str,
    pub(super) signature: CallSignature,
}

/// Name of the generated module that holds external routines.
pub(super) const WRAP: &str = "brelan_wrap";

/// The driver's text, and the line on which each stub begins, from 0.
#[derive(Debug)]
pub(super) struct DriverProgram {
    pub(super) text: String,
    pub(super) lines: Vec<usize>,
}

/// The Fortran block that reads requests, calls routines and writes answers. `codes` are the student's
/// numbers for an empty cell, red and yellow.
pub(super) fn driver_block(stubs: &[CallStub], codes: [i64; 3]) -> DriverProgram {
    let mut rows = vec!["block".to_owned(), "use brelan_kit".to_owned()];
    rows.extend(imports(stubs));
    rows.push("integer :: brelan_k".to_owned());
    for (number, stub) in stubs.iter().enumerate() {
        if let Some(GridArgument::Derived { name, scope, .. }) = &stub.signature.grid {
            let name = match scope {
                ProcedureScope::Module(_) => format!("brelan_t{number}"),
                ProcedureScope::Program | ProcedureScope::External => name.clone(),
            };
            rows.push(format!("type({name}) :: brelan_g{number}"));
        }
    }
    let [empty, red, yellow] = codes;
    rows.push(format!("call brelan_begin([{empty}, {red}, {yellow}])"));
    rows.push("do while (brelan_read_request())".to_owned());
    rows.push("do brelan_k = 1, brelan_count".to_owned());
    rows.push("call brelan_case(brelan_k)".to_owned());
    rows.push("call brelan_paint()".to_owned());
    rows.push("select case (brelan_stub)".to_owned());
    let mut lines = Vec::new();
    for (number, stub) in stubs.iter().enumerate() {
        // One row may hold several lines.
        lines.push(rows.iter().map(|row| row.lines().count()).sum());
        rows.push(format!("case ({number})"));
        rows.extend(call_lines(number, stub));
    }
    rows.push("end select\ncall brelan_done(brelan_k)\nend do".to_owned());
    rows.push("call brelan_write_answer()\nend do\nend block".to_owned());
    let text = rows.join("\n");
    DriverProgram { text, lines }
}

/// Imports of every routine and type under generated names, which cannot clash.
fn imports(stubs: &[CallStub]) -> Vec<String> {
    let mut names: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (number, stub) in stubs.iter().enumerate() {
        let routine = format!("brelan_p{number} => {}", stub.procedure.name);
        match &stub.procedure.scope {
            ProcedureScope::Module(module) => names.entry(module).or_default().push(routine),
            ProcedureScope::External => names.entry(WRAP).or_default().push(routine),
            ProcedureScope::Program => {}
        }
        if let Some(GridArgument::Derived {
            name,
            scope: ProcedureScope::Module(module),
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

/// The lines that call a stub, for each form of the grid.
fn call_lines(number: usize, stub: &CallStub) -> Vec<String> {
    let with = |grid: &str| call(number, stub, grid);
    match &stub.signature.grid {
        None => vec![with("")],
        Some(GridArgument::Assumed { .. }) => vec![
            "select case (brelan_form)".to_owned(),
            format!("case (1)\n{}", with("brelan_big(1:6, 1:7)")),
            format!("case (2)\n{}", with("brelan_big(0:7, 0:8)")),
            format!("case (3)\n{}", with("brelan_tig(1:7, 1:6)")),
            format!("case (4)\n{}", with("brelan_tig(0:8, 0:7)")),
            "end select".to_owned(),
            "call brelan_after()".to_owned(),
        ],
        Some(GridArgument::Explicit { .. }) => {
            vec![with("brelan_buf(201)"), "call brelan_after()".to_owned()]
        }
        Some(GridArgument::Derived {
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

/// The statement that calls a stub with `grid` as its grid argument.
fn call(number: usize, stub: &CallStub, grid: &str) -> String {
    let signature = &stub.signature;
    let actual = |role: &ArgumentRole| match role {
        ArgumentRole::Grid => grid,
        ArgumentRole::Answer => signature.answer.variable(),
        other => other.variable(),
    };
    let actual: Vec<&str> = signature.roles.iter().map(actual).collect();
    let name = match stub.procedure.scope {
        ProcedureScope::Program => stub.procedure.name.clone(),
        ProcedureScope::Module(_) | ProcedureScope::External => format!("brelan_p{number}"),
    };
    let call = format!("{name}({})", actual.join(", "));
    if stub.procedure.result.is_some() && signature.answer != ReturnKind::Nothing {
        return format!("{} = {call}", signature.answer.variable());
    }
    format!("call {call}")
}
