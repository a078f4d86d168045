//! Where each subject asks for each function: the numbers of its questions.

use house::subject::Subject;

/// Question or section of a function, as the subject numbers it.
const PLACES: &[(&str, &[(&str, &str)])] = &[
    (
        "421",
        &[
            ("permuter2i", "2.1"),
            ("decroitre2i", "2.1"),
            ("decroitre3i", "2.1"),
            ("test_calcul0", "2.1"),
            ("tierce", "2.2"),
            ("brelan", "2.2"),
            ("est421", "2.2"),
            ("njetons", "2.2"),
            ("evalcmb", "2.2"),
            ("test_calcul", "2.2"),
            ("jetDe", "2.3"),
            ("relancer", "2.3"),
            ("jouerTour", "2.3"),
            ("test_tour", "2.3"),
            ("traiterJetonsDiff", "2.4"),
            ("traiterJetonsEgaux", "2.4"),
            ("test_jeu", "2.5"),
        ],
    ),
    (
        "dominos",
        &[
            ("creation_jeu", "1"),
            ("distribue", "2"),
            ("est_avant", "3"),
            ("tri_decr", "4"),
            ("doubles", "5"),
            ("histogramme", "6"),
            ("max_presence", "7"),
            ("possibilites", "8"),
            ("is_player1_first", "2.2"),
            ("positionne", "2.2"),
            ("un_tour_de_jeu", "2.2"),
        ],
    ),
    ("image", IMAGE),
    ("awale", AWALE),
    ("puissance4", PUISSANCE4),
];

const PUISSANCE4: &[(&str, &str)] = &[
    ("vider", "exercice 2"),
    ("symbole_case", "exercice 3"),
    ("afficher_case", "exercice 3"),
    ("afficher_numeros_colonnes", "exercice 3"),
    ("afficher", "exercice 3"),
    ("est_coup_possible", "exercice 4"),
    ("ligne_de_chute", "exercice 5"),
    ("lacher", "exercice 5"),
    ("nb_pions_dir", "exercice 6"),
    ("nb_pions_alignes", "exercice 6"),
    ("colonne_conseillee_aleatoire", "exercice 7"),
    ("colonne_conseillee", "exercice 8"),
];

/// Routines that a subject's solution has and its exercises do not ask for: judged where they are,
/// missed where they are not.
const OPTIONAL: &[(&str, &[&str])] = &[(
    "puissance4",
    &[
        "symbole_case",
        "afficher_case",
        "afficher_numeros_colonnes",
        "ligne_de_chute",
        "nb_pions_dir",
    ],
)];

pub(crate) fn is_optional(subject: &Subject, function: &str) -> bool {
    let mut subjects = OPTIONAL.iter();
    subjects.any(|(name, functions)| *name == subject.name && functions.contains(&function))
}

const IMAGE: &[(&str, &str)] = &[
    ("creer_image", "2"),
    ("noir_ou_blanc", "4"),
    ("passer_en_nb", "5"),
    ("passer_en_8_couleurs", "6"),
    ("image_vers_ligne", "7"),
    ("ligne_vers_image", "8"),
    ("compte_0_1", "9"),
    ("decompresse_ligne", "10"),
    ("compresse_image", "11"),
    ("decompresse_image", "12"),
    ("dim_largeur_max", "14"),
    ("rectangle_max", "16"),
    ("compression_rectangle", "17"),
    ("decompression_rectangle", "18"),
];

const AWALE: &[(&str, &str)] = &[
    ("initialisation", "1"),
    ("tour_joueur1", "2"),
    ("somme", "3"),
    ("tourner_plateau", "4"),
    ("semer_graines", "5"),
    ("case_ramassable", "6"),
    ("ramasser_graines", "7"),
    ("test_famine", "8"),
    ("test_case", "9"),
    ("cases_possibles", "10"),
    ("tour_termine", "11"),
    ("tour_jeu", "12"),
    ("gagnant", "13"),
    ("awale", "14"),
];

/// `Q7`, or the section where a subject numbers no questions.
pub(crate) fn place(subject: &Subject, function: &str) -> String {
    let of_subject = PLACES.iter().find(|(name, _)| *name == subject.name);
    let found = of_subject.and_then(|(_, places)| places.iter().find(|it| it.0 == function));
    match found {
        Some((_, place)) if place.contains(['.', ' ']) => (*place).to_owned(),
        Some((_, place)) => format!("Q{place}"),
        None => function.to_owned(),
    }
}
