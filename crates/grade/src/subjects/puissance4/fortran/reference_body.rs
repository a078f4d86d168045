//! Reference routines in Fortran, which replace a failing routine while its callers are judged.

use super::driver::CallStub;
use super::signature::{ArgumentRole, GridExtents, ReturnKind};

/// The reference body for the student's head and declarations; `None` if no other routine calls it.
pub(super) fn reference_body(
    stub: &CallStub,
    assumed: GridExtents,
    codes: [i64; 3],
) -> Option<String> {
    let names = RoutineNames {
        stub,
        assumed,
        codes,
    };
    let answer = names.answer();
    let [empty, ..] = codes;
    let column = names.argument(ArgumentRole::Column);
    let inner = match stub.function {
        "est_coup_possible" => {
            names.return_truth(&format!("{} == {empty}", names.cell("6", &column)))
        }
        "ligne_de_chute" => format!("{}; {answer} = brelan_l", names.fall()),
        "lacher" => {
            let at = names.cell("brelan_l", &column);
            let colour = names.argument(ArgumentRole::Colour);
            format!("{}; {at} = {colour}", names.fall())
        }
        "nb_pions_dir" => {
            let [step_x, step_y] =
                [ArgumentRole::StepX, ArgumentRole::StepY].map(|role| names.argument(role));
            format!("{}; {answer} = brelan_n", names.count(&step_x, &step_y))
        }
        "nb_pions_alignes" => format!("{}; {answer} = brelan_m", names.longest()),
        "symbole_case" => format!("{}; {answer} = brelan_a", names.symbol()),
        "afficher_case" => format!(
            "{}; write (*, '(a2)', advance='no') brelan_a",
            names.symbol()
        ),
        "afficher_numeros_colonnes" => {
            "print '(a3,7i2)', '   ', (brelan_l, brelan_l = 1, 7)".to_owned()
        }
        "colonne_conseillee_aleatoire" => format!(
            "do; call random_number(brelan_r); brelan_c = 1 + int(7*brelan_r); \
             if ({} == {empty}) exit; end do; {answer} = brelan_c",
            names.cell("6", "brelan_c")
        ),
        _ => return None,
    };
    Some(format!(
        "block; integer :: brelan_l, brelan_c, brelan_n, brelan_m, brelan_s; real :: brelan_r; \
         character :: brelan_a; {inner}; end block"
    ))
}

/// Fortran condition that a cell is inside the grid.
const INSIDE: &str = "brelan_l >= 1 .and. brelan_l <= 6 .and. brelan_c >= 1 .and. brelan_c <= 7";

/// The student's names, in which the reference body is written.
struct RoutineNames<'a> {
    stub: &'a CallStub,
    assumed: GridExtents,
    /// The student's numbers for an empty cell, red and yellow.
    codes: [i64; 3],
}

impl RoutineNames<'_> {
    /// The student's name of the argument with a role; empty if there is none.
    fn argument(&self, role: ArgumentRole) -> String {
        let roles = self.stub.signature.roles.iter();
        let mut named = roles.zip(&self.stub.procedure.arguments);
        let found = named.find(|(it, _)| **it == role);
        found.map_or_else(String::new, |(_, name)| name.clone())
    }

    /// The variable that holds the result.
    fn answer(&self) -> String {
        let result = self.stub.procedure.result.clone();
        result.unwrap_or_else(|| self.argument(ArgumentRole::Answer))
    }

    /// The expression of a cell of the grid.
    fn cell(&self, line: &str, column: &str) -> String {
        let name = self.argument(ArgumentRole::Grid);
        let grid = self.stub.signature.grid.as_ref();
        let cell = grid.map(|grid| grid.cell(&name, self.assumed, line, column));
        cell.unwrap_or_default()
    }

    /// Code that returns a truth value.
    fn return_truth(&self, truth: &str) -> String {
        let answer = self.answer();
        match self.stub.signature.answer {
            ReturnKind::Logical => format!("{answer} = {truth}"),
            _ => format!("{answer} = merge(1, 0, {truth})"),
        }
    }

    /// Code that sets `brelan_l` to the line where a disc falls.
    fn fall(&self) -> String {
        let at = self.cell("brelan_l", &self.argument(ArgumentRole::Column));
        let [empty, ..] = self.codes;
        format!("do brelan_l = 1, 6; if ({at} == {empty}) exit; end do")
    }

    /// Code that sets `brelan_n` to the number of discs aligned in a direction and its opposite.
    fn count(&self, step_x: &str, step_y: &str) -> String {
        let line = self.argument(ArgumentRole::Line);
        let column = self.argument(ArgumentRole::Column);
        let (here, same) = (self.cell(&line, &column), self.cell("brelan_l", "brelan_c"));
        format!(
            "brelan_n = 1; do brelan_s = -1, 1, 2; brelan_l = {line} + brelan_s*({step_y}); \
             brelan_c = {column} + brelan_s*({step_x}); do; if (.not. ({INSIDE})) exit; \
             if ({same} /= {here}) exit; brelan_n = brelan_n + 1; \
             brelan_l = brelan_l + brelan_s*({step_y}); brelan_c = brelan_c + brelan_s*({step_x}); \
             end do; end do"
        )
    }

    /// Code that sets `brelan_m` to the longest alignment of all directions.
    fn longest(&self) -> String {
        let line = self.argument(ArgumentRole::Line);
        let here = self.cell(&line, &self.argument(ArgumentRole::Column));
        let [empty, ..] = self.codes;
        let each = [("1", "1"), ("1", "0"), ("1", "-1"), ("0", "1")];
        let each =
            each.map(|(x, y)| format!("{}; brelan_m = max(brelan_m, brelan_n)", self.count(x, y)));
        let each = each.join("; ");
        format!("brelan_m = 0; if ({here} /= {empty}) then; {each}; end if")
    }

    /// Code that sets `brelan_a` to the symbol of a disc.
    fn symbol(&self) -> String {
        let colour = self.argument(ArgumentRole::Colour);
        let [_, red, yellow] = self.codes;
        format!(
            "brelan_a = ' '; if ({colour} == {red}) brelan_a = '*'; if ({colour} == {yellow}) brelan_a = 'o'"
        )
    }
}
