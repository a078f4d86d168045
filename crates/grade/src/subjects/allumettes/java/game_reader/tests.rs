//! Tests with the subject's listings, unchanged and with one line changed.

use super::super::scenario::Scenario;
use super::*;

/// Listings of the subject. The typed answer follows the question.
const CHEATED: &str = "\
Allumettes restantes : 13
Ordinateur prend 3 allumettes.

Allumettes restantes : 10
[Je triche...]
Abandon de la partie car Xavier triche !
";
const TRUSTED: &str = "\
Allumettes restantes : 13
Ordinateur prend 3 allumettes.

Allumettes restantes : 10
[Je triche...]
[Allumettes restantes : 2]
Xavier prend 1 allumette.

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
";
const NAIVE: &str = "\
Allumettes restantes : 13
Xavier, combien d'allumettes ? 2
Xavier prend 2 allumettes.

Allumettes restantes : 11
Ordinateur prend 1 allumette.

Allumettes restantes : 10
Xavier, combien d'allumettes ? X
Vous devez donner un entier.
Xavier, combien d'allumettes ? 5
Xavier prend 5 allumettes.
Impossible ! Nombre invalide : 5 (> 3)

Allumettes restantes : 10
Xavier, combien d'allumettes ? 0
Xavier prend 0 allumette.
Impossible ! Nombre invalide : 0 (< 1)

Allumettes restantes : 10
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 7
Ordinateur prend 1 allumette.

Allumettes restantes : 6
Xavier, combien d'allumettes ? 2
Xavier prend 2 allumettes.

Allumettes restantes : 4
Ordinateur prend 2 allumettes.

Allumettes restantes : 2
Xavier, combien d'allumettes ? 1
Xavier prend 1 allumette.

Allumettes restantes : 1
Ordinateur prend 2 allumettes.
Impossible ! Nombre invalide : 2 (> 1)

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
";
const PERSON_CHEATS: &str = "\
Allumettes restantes : 13
Xavier, combien d'allumettes ? 1
Xavier prend 1 allumette.

Allumettes restantes : 12
Ordinateur prend 3 allumettes.

Allumettes restantes : 9
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 6
Ordinateur prend 1 allumette.

Allumettes restantes : 5
Xavier, combien d'allumettes ? triche
[Une allumette en moins, plus que 4. Chut !]
Xavier, combien d'allumettes ? 3
Xavier prend 3 allumettes.

Allumettes restantes : 1
Ordinateur prend 1 allumette.

Ordinateur perd !
Xavier gagne !
";

/// A game in the wording of an earlier edition: the strategy cheats silently, and a person cannot.
const EARLIER: &str = "\
Nombre d'allumettes restantes : 13
Au tour de Xavier.
Combien prenez-vous d'allumettes ? triche
Vous devez donner un entier.
Combien prenez-vous d'allumettes ? 5
Xavier prend 5 allumettes.
Erreur ! Prise invalide : 5 (> 3)
Recommencez !

Nombre d'allumettes restantes : 13
Au tour de Xavier.
Combien prenez-vous d'allumettes ? 3
Xavier prend 3 allumettes.

Nombre d'allumettes restantes : 10
Au tour de Ordinateur.
Ordinateur prend 1 allumette.

Nombre d'allumettes restantes : 1
Au tour de Xavier.
Combien prenez-vous d'allumettes ? 1
Xavier prend 1 allumette.

Xavier a perdu !
Ordinateur a gagné !
";

fn reading(args: &str, listing: &str) -> GameReading {
    let scenario = Scenario {
        args: args.split(' ').map(str::to_owned).collect(),
        ..Scenario::default()
    };
    let shown: String = (listing.split_inclusive('\n'))
        .map(|line| match line.split_once(" ? ") {
            Some((asked, typed)) => format!("{asked} ? \u{1}{}\u{2}", typed.trim()),
            None => line.to_owned(),
        })
        .collect();
    let (trusting, players) = scenario.players().expect("the command line is valid");
    read(&GameTranscript::parse(&shown), &players, trusting)
}

#[track_caller]
fn check_blamed(args: &str, listing: &str, checks: &[ProgramCheck]) {
    let violations = reading(args, listing).violations;
    let blamed: Vec<_> = violations.iter().map(|it| it.check).collect();
    assert_eq!(blamed, checks, "{violations:?}");
}

#[test]
fn the_listings_of_the_subject_have_no_violation() {
    check_blamed("Xavier@humain Ordinateur@naif", NAIVE, &[]);
    check_blamed("Ordinateur@rapide Xavier@tricheur", CHEATED, &[]);
    check_blamed("-confiant Ordinateur@rapide Xavier@tricheur", TRUSTED, &[]);
    let expert = "-confiant Xavier@humain Ordinateur@expert";
    check_blamed(expert, PERSON_CHEATS, &[]);
    assert_eq!(reading(expert, PERSON_CHEATS).winner, Some(0));
    let naive = reading("Xavier@humain Ordinateur@naif", NAIVE);
    assert_eq!(naive.draws, [1, 1, 2]);
}

#[test]
fn the_wording_of_an_earlier_edition_has_no_violation() {
    let args = "-confiant Xavier@humain Ordinateur@tricheur";
    check_blamed(args, EARLIER, &[]);
    let other = EARLIER.replace("Xavier a perdu", "Ordinateur a perdu");
    check_blamed(args, &other, &[ProgramCheck::Ending]);
    let caught = "Nombre d'allumettes restantes : 13\nAu tour de Xavier.\n\
                  Partie abandonnée car Xavier a triché !\n";
    check_blamed("Xavier@tricheur Ordinateur@rapide", caught, &[]);
}

#[test]
fn a_person_who_cheats_with_one_match_left_is_undefined() {
    let (before, _) = NAIVE
        .split_once("Ordinateur prend 2 allumettes.\nImp")
        .expect("the listing has a refusal");
    let last = before.to_owned() + "Xavier, combien d'allumettes ? triche\n[Non.]\n";
    for trust in ["", "-confiant "] {
        let reading = reading(&format!("{trust}Xavier@humain Xavier@humain"), &last);
        assert!(reading.undefined, "{:?}", reading.violations);
    }
}

#[test]
fn numbers_at_the_edge_of_64_bits_break_no_sum() {
    for number in [i64::MIN, i64::MAX, i64::from(i32::MIN), i64::from(i32::MAX)] {
        let shown = NAIVE.replacen(": 13", &format!(": {number}"), 1);
        let taken = NAIVE.replacen("prend 2", &format!("prend {number}"), 1);
        let players = "Xavier@humain Ordinateur@naif";
        for printed in [
            shown,
            taken,
            format!("Allumettes restantes : {number}\n").repeat(2),
        ] {
            let reading = reading(players, &printed);
            assert!(!reading.violations.is_empty(), "{printed}");
        }
    }
}

#[test]
fn a_changed_line_violates_its_own_check() {
    let args = "Xavier@humain Ordinateur@naif";
    let changed = |from, to| NAIVE.replacen(from, to, 1);
    check_blamed(
        args,
        &changed("restantes : 11", "restantes : 12"),
        &[ProgramCheck::Count, ProgramCheck::Count],
    );
    check_blamed(
        args,
        &changed("prend 1 allumette.", "prend 1 allumettes."),
        &[ProgramCheck::Plural],
    );
    check_blamed(args, &changed("(> 3)", "(> 4)"), &[ProgramCheck::Refusal]);
    check_blamed(
        args,
        &changed("Vous devez donner un entier.", "Non."),
        &[ProgramCheck::Integer],
    );
    check_blamed(
        args,
        &changed("Ordinateur perd !", "Xavier perd !"),
        &[ProgramCheck::Ending],
    );
    let rapide = "Ordinateur@rapide Xavier@tricheur";
    check_blamed(rapide, TRUSTED, &[ProgramCheck::Guard]);
    check_blamed("Ordinateur@expert Xavier@tricheur", CHEATED, &[]);
    let fast = CHEATED
        .replace("prend 3", "prend 2")
        .replace(": 10", ": 11");
    check_blamed(rapide, &fast, &[ProgramCheck::Fast]);
}
