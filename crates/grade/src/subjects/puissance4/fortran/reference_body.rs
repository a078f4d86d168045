//! The subject's own routines in Fortran, in place of a student's whose callers are to be judged.

use super::driver::Stub;
use super::signature::{Answer, Extents, Role};

/// What replaces the body of a routine: its head and declarations stay the student's. None when
/// nobody calls such a routine.
pub(super) fn body(stub: &Stub, usual: Extents, codes: [i64; 3]) -> Option<String> {
    let names = Names { stub, usual, codes };
    let answer = names.answer();
    let [empty, ..] = codes;
    let column = names.of(Role::Column);
    let inner = match stub.function {
        "est_coup_possible" => names.says(&format!("{} == {empty}", names.cell("6", &column))),
        "ligne_de_chute" => format!("{}; {answer} = brelan_l", names.fall()),
        "lacher" => {
            let (at, colour) = (names.cell("brelan_l", &column), names.of(Role::Colour));
            format!("{}; {at} = {colour}", names.fall())
        }
        "nb_pions_dir" => {
            let (step_x, step_y) = (names.of(Role::StepX), names.of(Role::StepY));
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

/// Beside the grid all is empty.
const INSIDE: &str = "brelan_l >= 1 .and. brelan_l <= 6 .and. brelan_c >= 1 .and. brelan_c <= 7";

struct Names<'a> {
    stub: &'a Stub,
    usual: Extents,
    /// What stands for an empty cell, a red disc and a yellow one.
    codes: [i64; 3],
}

impl Names<'_> {
    /// The student's name of what has a role.
    fn of(&self, role: Role) -> String {
        let roles = self.stub.signature.roles.iter();
        let mut named = roles.zip(&self.stub.procedure.arguments);
        let found = named.find(|(it, _)| **it == role);
        found.map_or_else(String::new, |(_, name)| name.clone())
    }

    fn answer(&self) -> String {
        let result = self.stub.procedure.result.clone();
        result.unwrap_or_else(|| self.of(Role::Answer))
    }

    fn cell(&self, line: &str, column: &str) -> String {
        let grid = self.stub.signature.grid.as_ref();
        grid.map_or_else(String::new, |grid| {
            grid.cell(&self.of(Role::Grid), self.usual, line, column)
        })
    }

    fn says(&self, truth: &str) -> String {
        let answer = self.answer();
        match self.stub.signature.answer {
            Answer::Logical => format!("{answer} = {truth}"),
            _ => format!("{answer} = merge(1, 0, {truth})"),
        }
    }

    /// Where a disc comes to rest: `brelan_l`.
    fn fall(&self) -> String {
        let at = self.cell("brelan_l", &self.of(Role::Column));
        let [empty, ..] = self.codes;
        format!("do brelan_l = 1, 6; if ({at} == {empty}) exit; end do")
    }

    /// How many discs are in a row both ways: `brelan_n`.
    fn count(&self, step_x: &str, step_y: &str) -> String {
        let (line, column) = (self.of(Role::Line), self.of(Role::Column));
        let (here, same) = (self.cell(&line, &column), self.cell("brelan_l", "brelan_c"));
        format!(
            "brelan_n = 1; do brelan_s = -1, 1, 2; brelan_l = {line} + brelan_s*({step_y}); \
             brelan_c = {column} + brelan_s*({step_x}); do; if (.not. ({INSIDE})) exit; \
             if ({same} /= {here}) exit; brelan_n = brelan_n + 1; \
             brelan_l = brelan_l + brelan_s*({step_y}); brelan_c = brelan_c + brelan_s*({step_x}); \
             end do; end do"
        )
    }

    /// The longest row of all ways: `brelan_m`.
    fn longest(&self) -> String {
        let here = self.cell(&self.of(Role::Line), &self.of(Role::Column));
        let [empty, ..] = self.codes;
        let each = [("1", "1"), ("1", "0"), ("1", "-1"), ("0", "1")];
        let each =
            each.map(|(x, y)| format!("{}; brelan_m = max(brelan_m, brelan_n)", self.count(x, y)));
        let each = each.join("; ");
        format!("brelan_m = 0; if ({here} /= {empty}) then; {each}; end if")
    }

    /// What a disc is shown as: `brelan_a`.
    fn symbol(&self) -> String {
        let of = self.of(Role::Colour);
        let [_, red, yellow] = self.codes;
        format!(
            "brelan_a = ' '; if ({of} == {red}) brelan_a = '*'; if ({of} == {yellow}) brelan_a = 'o'"
        )
    }
}
