//! The subject's own routines in Fortran, in place of a student's whose callers are to be judged.

use super::driver::Stub;
use super::signature::{Answer, Extents, Role};

/// What replaces the body of a routine: its head and declarations stay the student's. None when
/// nobody calls such a routine.
pub(super) fn body(stub: &Stub, usual: Extents, codes: [i64; 3]) -> Option<String> {
    let names = Names { stub, usual };
    let (column, line) = (names.of(Role::Column), names.of(Role::Line));
    let [empty, red, yellow] = codes;
    let answer = names.answer();
    let cell = |line: &str, column: &str| names.cell(line, column);
    let says = |truth: &str| match stub.signature.answer {
        Answer::Logical => format!("{answer} = {truth}"),
        _ => format!("{answer} = merge(1, 0, {truth})"),
    };
    // Beside the grid all is empty.
    let inside = "brelan_l >= 1 .and. brelan_l <= 6 .and. brelan_c >= 1 .and. brelan_c <= 7";
    let same = cell("brelan_l", "brelan_c");
    let count = |step_x: &str, step_y: &str| {
        format!(
            "brelan_n = 1; do brelan_s = -1, 1, 2; brelan_l = {line} + brelan_s*({step_y}); \
             brelan_c = {column} + brelan_s*({step_x}); do; if (.not. ({inside})) exit; \
             if ({same} /= {here}) exit; brelan_n = brelan_n + 1; \
             brelan_l = brelan_l + brelan_s*({step_y}); brelan_c = brelan_c + brelan_s*({step_x}); \
             end do; end do",
            here = cell(&line, &column),
        )
    };
    let symbol = |of: &str| {
        format!(
            "brelan_a = ' '; if ({of} == {red}) brelan_a = '*'; if ({of} == {yellow}) brelan_a = 'o'"
        )
    };
    let inner = match stub.function {
        "est_coup_possible" => says(&format!("{} == {empty}", cell("6", &column))),
        "ligne_de_chute" => format!(
            "do brelan_l = 1, 6; if ({} == {empty}) exit; end do; {answer} = brelan_l",
            cell("brelan_l", &column)
        ),
        "lacher" => format!(
            "do brelan_l = 1, 6; if ({at} == {empty}) exit; end do; {at} = {colour}",
            at = cell("brelan_l", &column),
            colour = names.of(Role::Colour),
        ),
        "nb_pions_dir" => format!(
            "{}; {answer} = brelan_n",
            count(&names.of(Role::StepX), &names.of(Role::StepY))
        ),
        "nb_pions_alignes" => {
            let each = [("1", "1"), ("1", "0"), ("1", "-1"), ("0", "1")]
                .map(|(x, y)| format!("{}; brelan_m = max(brelan_m, brelan_n)", count(x, y)));
            format!(
                "brelan_m = 0; if ({} /= {empty}) then; {}; end if; {answer} = brelan_m",
                cell(&line, &column),
                each.join("; ")
            )
        }
        "symbole_case" => format!("{}; {answer} = brelan_a", symbol(&names.of(Role::Colour))),
        "afficher_case" => format!(
            "{}; write (*, '(a2)', advance='no') brelan_a",
            symbol(&names.of(Role::Colour))
        ),
        "afficher_numeros_colonnes" => {
            "print '(a3,7i2)', '   ', (brelan_l, brelan_l = 1, 7)".to_owned()
        }
        "colonne_conseillee_aleatoire" => format!(
            "do; call random_number(brelan_r); brelan_c = 1 + int(7*brelan_r); \
             if ({} == {empty}) exit; end do; {answer} = brelan_c",
            cell("6", "brelan_c")
        ),
        _ => return None,
    };
    Some(format!(
        "block; integer :: brelan_l, brelan_c, brelan_n, brelan_m, brelan_s; real :: brelan_r; \
         character :: brelan_a; {inner}; end block"
    ))
}

struct Names<'a> {
    stub: &'a Stub,
    usual: Extents,
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
}
