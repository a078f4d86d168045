//! Where each subject asks for each function: the numbers of its questions, and its words.

use house::subject::Subject;
use table::Message;

/// A function, its question or section as the subject numbers it, and the message that says what is
/// asked of it.
type Place = (&'static str, &'static str, &'static str);

const PLACES: &[(&str, &[Place])] = &[
    (
        "421",
        &[
            ("permuter2i", "2.1", "grade-says-permuter2i"),
            ("decroitre2i", "2.1", "grade-says-decroitre2i"),
            ("decroitre3i", "2.1", "grade-says-decroitre3i"),
            ("test_calcul0", "2.1", "grade-says-test_calcul0"),
            ("tierce", "2.2", "grade-says-tierce"),
            ("brelan", "2.2", "grade-says-brelan"),
            ("est421", "2.2", "grade-says-est421"),
            ("njetons", "2.2", "grade-says-njetons"),
            ("evalcmb", "2.2", "grade-says-evalcmb"),
            ("test_calcul", "2.2", "grade-says-test_calcul"),
            ("jetDe", "2.3", "grade-says-jetDe"),
            ("relancer", "2.3", "grade-says-relancer"),
            ("jouerTour", "2.3", "grade-says-jouerTour"),
            ("test_tour", "2.3", "grade-says-test_tour"),
            ("traiterJetonsDiff", "2.4", "grade-says-traiterJetonsDiff"),
            ("traiterJetonsEgaux", "2.4", "grade-says-traiterJetonsEgaux"),
            ("test_jeu", "2.5", "grade-says-test_jeu"),
        ],
    ),
    (
        "dominos",
        &[
            ("creation_jeu", "1", "grade-says-creation_jeu"),
            ("distribue", "2", "grade-says-distribue"),
            ("est_avant", "3", "grade-says-est_avant"),
            ("tri_decr", "4", "grade-says-tri_decr"),
            ("doubles", "5", "grade-says-doubles"),
            ("histogramme", "6", "grade-says-histogramme"),
            ("max_presence", "7", "grade-says-max_presence"),
            ("possibilites", "8", "grade-says-possibilites"),
            ("is_player1_first", "2.2", "grade-says-is_player1_first"),
            ("positionne", "2.2", "grade-says-positionne"),
            ("un_tour_de_jeu", "2.2", "grade-says-un_tour_de_jeu"),
        ],
    ),
    ("image", IMAGE),
    ("awale", AWALE),
    ("puissance4", PUISSANCE4),
];

const PUISSANCE4: &[Place] = &[
    ("vider", "exercice 2", "grade-says-vider"),
    ("symbole_case", "exercice 3", "grade-says-symbole_case"),
    ("afficher_case", "exercice 3", "grade-says-afficher_case"),
    (
        "afficher_numeros_colonnes",
        "exercice 3",
        "grade-says-afficher_numeros_colonnes",
    ),
    ("afficher", "exercice 3", "grade-says-afficher"),
    (
        "est_coup_possible",
        "exercice 4",
        "grade-says-est_coup_possible",
    ),
    ("ligne_de_chute", "exercice 5", "grade-says-ligne_de_chute"),
    ("lacher", "exercice 5", "grade-says-lacher"),
    ("nb_pions_dir", "exercice 6", "grade-says-nb_pions_dir"),
    (
        "nb_pions_alignes",
        "exercice 6",
        "grade-says-nb_pions_alignes",
    ),
    (
        "colonne_conseillee_aleatoire",
        "exercice 7",
        "grade-says-colonne_conseillee_aleatoire",
    ),
    (
        "colonne_conseillee",
        "exercice 8",
        "grade-says-colonne_conseillee",
    ),
];

/// What a subject gives or shows in its solution and does not ask for: judged where it is, not
/// missed where it is not.
const OPTIONAL: &[(&str, &[&str])] = &[
    ("421", &["test_calcul0"]),
    (
        "dominos",
        &["is_player1_first", "positionne", "un_tour_de_jeu"],
    ),
    ("awale", &["initialisation"]),
    (
        "puissance4",
        &[
            "symbole_case",
            "afficher_case",
            "afficher_numeros_colonnes",
            "ligne_de_chute",
            "nb_pions_dir",
        ],
    ),
];

pub(crate) fn is_optional(subject: &Subject, function: &str) -> bool {
    let mut subjects = OPTIONAL.iter();
    subjects.any(|(name, functions)| *name == subject.name && functions.contains(&function))
}

const IMAGE: &[Place] = &[
    ("creer_image", "2", "grade-says-creer_image"),
    ("noir_ou_blanc", "4", "grade-says-noir_ou_blanc"),
    ("passer_en_nb", "5", "grade-says-passer_en_nb"),
    (
        "passer_en_8_couleurs",
        "6",
        "grade-says-passer_en_8_couleurs",
    ),
    ("image_vers_ligne", "7", "grade-says-image_vers_ligne"),
    ("ligne_vers_image", "8", "grade-says-ligne_vers_image"),
    ("compte_0_1", "9", "grade-says-compte_0_1"),
    ("decompresse_ligne", "10", "grade-says-decompresse_ligne"),
    ("compresse_image", "11", "grade-says-compresse_image"),
    ("decompresse_image", "12", "grade-says-decompresse_image"),
    ("dim_largeur_max", "14", "grade-says-dim_largeur_max"),
    ("rectangle_max", "16", "grade-says-rectangle_max"),
    (
        "compression_rectangle",
        "17",
        "grade-says-compression_rectangle",
    ),
    (
        "decompression_rectangle",
        "18",
        "grade-says-decompression_rectangle",
    ),
];

const AWALE: &[Place] = &[
    ("initialisation", "1", "grade-says-initialisation"),
    ("tour_joueur1", "2", "grade-says-tour_joueur1"),
    ("somme", "3", "grade-says-somme"),
    ("tourner_plateau", "4", "grade-says-tourner_plateau"),
    ("semer_graines", "5", "grade-says-semer_graines"),
    ("case_ramassable", "6", "grade-says-case_ramassable"),
    ("ramasser_graines", "7", "grade-says-ramasser_graines"),
    ("test_famine", "8", "grade-says-test_famine"),
    ("test_case", "9", "grade-says-test_case"),
    ("cases_possibles", "10", "grade-says-cases_possibles"),
    ("tour_termine", "11", "grade-says-tour_termine"),
    ("tour_jeu", "12", "grade-says-tour_jeu"),
    ("gagnant", "13", "grade-says-gagnant"),
    ("awale", "14", "grade-says-awale"),
];

fn found(subject: &Subject, function: &str) -> Option<&'static Place> {
    let (_, places) = PLACES.iter().find(|(name, _)| *name == subject.name)?;
    places.iter().find(|(name, ..)| *name == function)
}

/// `Q7`, or the section where a subject numbers no questions.
pub(crate) fn place(subject: &Subject, function: &str) -> String {
    match found(subject, function) {
        Some((_, place, _)) if place.contains(['.', ' ']) => (*place).to_owned(),
        Some((_, place, _)) => format!("Q{place}"),
        None => function.to_owned(),
    }
}

/// What the subject says of a function, in its words.
pub(crate) fn says(subject: &Subject, function: &str) -> Option<Message> {
    found(subject, function).map(|(.., key)| Message::new(key))
}
