//! Hostile Fortran papers: one routine attacks the judge, and the honest ones keep their points.

use super::*;

const ATTAQUE: &str = include_str!("../puissance4/attaque.f90");
const HONEST: &str = "grille(:, :) = VIDE";

/// The report of the module with these statements, which may call the C library, as body of `vider`.
fn report_of_attack(body: &str) -> Report {
    let body = format!("block; use attaque; integer :: n; {body}; end block");
    let text = changed(MODULE, &[(HONEST, &body)]);
    report_of_files(&[("attaque.f90", ATTAQUE.to_owned()), ("devoir.f90", text)])
}

/// Checks that `vider` has one of the verdicts and that nothing else is blamed for its attack.
#[track_caller]
fn check_attack(body: &str, verdicts: &[Verdict]) {
    let report = report_of_attack(body);
    assert!(verdicts.contains(&verdict(&report, "vider")), "{report:#?}");
    for check in &report.checks {
        let is_fine = check.verdict.passes() || check.verdict == Verdict::Silent;
        assert!(
            is_fine || check.function.as_deref() == Some("vider"),
            "{check:#?}"
        );
    }
    assert!(report.checks.len() >= 8, "{report:#?}");
}

#[test]
fn a_reply_without_answers_is_no_right_answer() {
    let attack = "call send('{\"answers\":[]}'); call send('{\"request\":1,\"answers\":[]}'); n = pause_for(9)";
    check_attack(attack, &[Verdict::Crashed]);
}

#[test]
fn a_forged_reply_of_another_shape_is_no_right_answer() {
    let attack = "do n = 1, 400; call send(forged(n, '')); end do; call leave(90)";
    check_attack(attack, &[Verdict::Crashed]);
}

#[test]
fn a_forged_reply_with_a_wrong_value_is_wrong() {
    let cells = ["1"; 72].join(",");
    let attack = format!("do n = 1, 400; call send(forged(n, '{cells}')); end do; call leave(90)");
    check_attack(&attack, &[Verdict::Crashed, Verdict::Wrong]);
}

#[test]
fn a_child_process_that_floods_the_replies_blames_its_own_routine_only() {
    let attack = "if (fork() == 0) then; do; call send('{\"answers\":[]}'); end do; end if";
    // The parent may answer first: its value is then wrong.
    check_attack(attack, &[Verdict::Crashed, Verdict::Hung, Verdict::Wrong]);
}

#[test]
fn a_process_that_closes_its_descriptors_has_crashed() {
    check_attack(
        "do n = 0, 20; if (close_one(n) < 0) cycle; end do",
        &[Verdict::Crashed],
    );
}

#[test]
fn replies_that_lead_nowhere_are_missing() {
    let attack = "do n = 3, 20; if (dup_to(2, n) < 0) cycle; end do";
    check_attack(attack, &[Verdict::Crashed, Verdict::Hung]);
}

#[test]
fn endless_replies_end_the_process() {
    let attack = "do; call send(repeat('x', 5000)); end do";
    check_attack(attack, &[Verdict::Crashed, Verdict::Hung]);
}

#[test]
fn endless_output_ends_the_call() {
    check_attack(
        "do; print *, repeat('x', 5000); end do",
        &[Verdict::Crashed, Verdict::Hung],
    );
}

#[test]
fn an_endless_loop_that_ignores_signals_does_not_end() {
    let attack = "do n = 1, 31; if (c_associated(handle(n, 1_c_intptr_t))) cycle; end do; do; n = n + 1; n = 0; end do";
    check_attack(attack, &[Verdict::Hung]);
}

#[test]
fn an_endless_sleep_does_not_end() {
    check_attack("do; n = pause_for(1000); end do", &[Verdict::Hung]);
}

#[test]
fn a_routine_that_kills_every_process_has_crashed() {
    check_attack(
        "n = kill(-1, 9); n = kill(0, 9); call leave(0)",
        &[Verdict::Crashed],
    );
}

#[test]
fn a_routine_that_exits_with_success_has_crashed() {
    check_attack("call leave(0)", &[Verdict::Crashed]);
}

#[test]
fn a_routine_that_takes_all_memory_has_crashed() {
    let attack =
        "do; block; integer, pointer :: p(:); allocate (p(10000000)); p = 7; end block; end do";
    check_attack(attack, &[Verdict::Crashed, Verdict::Hung]);
}

#[test]
fn processes_without_end_are_stopped() {
    check_attack(
        "do; if (fork() < 0) exit; end do; n = pause_for(1000)",
        &[Verdict::Crashed, Verdict::Hung],
    );
}

#[test]
fn endless_routines_leave_time_for_the_others() {
    let endless = "DO\n    END DO\n    ";
    let text = changed(
        MODULE,
        &[
            (HONEST, &format!("{endless}{HONEST}")),
            (
                "    resultat = 1\n",
                &format!("    {endless}resultat = 1\n"),
            ),
            (
                "colonne) = couleur",
                &format!("colonne) = couleur\n    {endless}"),
            ),
        ],
    );
    let report = report_of_files(&[("devoir.f90", text)]);
    for name in ["vider", "nb_pions_dir", "lacher"] {
        assert_eq!(verdict(&report, name), Verdict::Hung, "{report:#?}");
    }
    for name in [
        "afficher",
        "est_coup_possible",
        "ligne_de_chute",
        "colonne_conseillee_aleatoire",
    ] {
        assert_eq!(verdict(&report, name), Verdict::Right, "{report:#?}");
    }
}

/// The JSON of several reports of one text.
fn reports(text: &str) -> Vec<String> {
    let report = || report_of_files(&[("devoir.f90", text.to_owned())]).checks;
    // The paths of the folders differ, and with them the commands that repeat a call.
    let without_command = |check: grade::Check| grade::Check {
        command: None,
        ..check
    };
    let json = |checks: Vec<grade::Check>| {
        let checks: Vec<_> = checks.into_iter().map(without_command).collect();
        serde_json::to_string(&checks).expect("a report is JSON")
    };
    (0..3).map(|_| json(report())).collect()
}

#[test]
fn a_routine_that_asks_the_clock_and_other_seeds_gets_the_same_report_each_time() {
    let clock = "call random_seed(); call random_number(alea); call system_clock(colonne); \
                 colonne = mod(colonne + int(1000 * alea), NB_COLONNES) + 1; EXIT";
    let text = changed(
        MODULE,
        &[("IF (est_coup_possible(grille, colonne)) EXIT", clock)],
    );
    let reports = reports(&text);
    assert!(reports[0].contains("\"wrong\""), "{}", reports[0]);
    assert!(reports.iter().all(|it| *it == reports[0]), "{reports:#?}");
}

#[test]
fn a_variable_that_is_read_before_it_is_written_gets_the_same_report_each_time() {
    let text = changed(MODULE, &[("    resultat = 1\n", "")]);
    let reports = reports(&text);
    assert!(reports[0].contains("\"wrong\""), "{}", reports[0]);
    assert!(reports.iter().all(|it| *it == reports[0]), "{reports:#?}");
}

/// Ways to end the program, to take over its files or to reach other processes.
#[test]
fn a_routine_that_ends_the_program_or_takes_its_files_has_solved_nothing_else() {
    let attacks = [
        "close (6); close (5); close (0); print *, 'encore'; error stop 'vingt sur vingt'",
        "do n = 1, 99; open (newunit=n, file='/proc/self/fd/4'); write (n, *) '{}'; end do",
        "call execute_command_line('kill -9 -1; echo {} > /proc/1/fd/1'); stop 0",
        "n = dup_to(1, 4); n = dup_to(1, 3); print *, '{\"request\":2,\"answers\":[]}'",
    ];
    for attack in attacks {
        check_attack(attack, &[Verdict::Crashed, Verdict::Wrong, Verdict::Hung]);
    }
}

#[test]
fn a_paper_that_takes_over_the_c_library_or_the_driver_s_names_earns_nothing_by_it() {
    let write = "function taken(d, b, c) bind(c, name='write') result(done)\n  use iso_c_binding\n  \
                 integer(c_int), value :: d\n  type(c_ptr), value :: b\n  integer(c_long), value :: c\n  \
                 integer(c_long) :: done\n  done = c\nend function taken\n";
    let kit = "module brelan_kit\n  integer :: brelan_int = 0\nend module brelan_kit\n";
    let wrong = changed(MODULE, &[(HONEST, "grille(:, :) = ROUGE")]);
    for text in [write, kit, "integer :: tas(500000000) = 7\nend\n"] {
        let report = report_of_files(&[
            ("attaque.f90", text.to_owned()),
            ("devoir.f90", wrong.clone()),
        ]);
        assert!(!verdict(&report, "vider").passes(), "{text}: {report:#?}");
    }
}

#[test]
fn names_of_files_are_no_words_of_a_command() {
    let name = "-o devoir;a'b$(touch x)\u{1b}[31m\u{202e}\n.f90";
    let report = report_of_files(&[(name, MODULE.to_owned())]);
    assert_eq!(verdict(&report, "vider"), Verdict::Right, "{report:#?}");
}
