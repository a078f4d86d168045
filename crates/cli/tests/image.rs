//! The functions of the image subject: every example of the subject, and wrong calls.

use snapbox::cmd::{Command, cargo_bin};

const IMG1: &str = "[[7,7,7,1],[7,7,7,1],[2,2,1,1]]";
const IC1: &str = concat!(
    r#"[3,4,[{"pos":[0,0],"coul":7,"ha":2,"la":3},{"pos":[0,3],"coul":1,"ha":3,"la":1},"#,
    r#"{"pos":[2,0],"coul":2,"ha":1,"la":2},{"pos":[2,2],"coul":1,"ha":1,"la":1}]]"#
);
const IC2: &str = concat!(
    r#"[3,4,[{"pos":[0,0],"coul":7,"ha":2,"la":3},{"pos":[0,3],"coul":1,"ha":2,"la":1},"#,
    r#"{"pos":[2,0],"coul":2,"ha":1,"la":2},{"pos":[2,2],"coul":1,"ha":1,"la":2}]]"#
);

fn image(arguments: &[&str]) -> Command {
    let command = Command::new(cargo_bin!("brelan"));
    command
        .args(["subject", "image"])
        .args(arguments)
        .env("LC_ALL", "C")
}

#[test]
fn every_example_of_the_subject_holds() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["creer_image", "2", "1", "[0,0,200]"],
            "[[[0,0,200]],[[0,0,200]]]",
        ),
        (&["noir_ou_blanc", "127.9"], "0"),
        (&["noir_ou_blanc", "128"], "1"),
        (
            &["passer_en_nb", "[[[128,128,127],[255,0,129]]]"],
            "[[0,1]]",
        ),
        (
            &["passer_en_8_couleurs", "[[[255,100,129]]]"],
            "[[[1,0,1]]]",
        ),
        (
            &["image_vers_ligne", "[[0,1,0],[1,1,1]]"],
            "[3,[0,1,0,1,1,1]]",
        ),
        (
            &["image_vers_ligne", "[[0,0,0,0],[1,1,1,1]]"],
            "[4,[0,0,0,0,1,1,1,1]]",
        ),
        (
            &["ligne_vers_image", "3", "[0,1,0,1,1,1]"],
            "[[0,1,0],[1,1,1]]",
        ),
        (&["compte_0_1", "[0,1,0,0,0,1,1]"], "[1,1,3,2]"),
        (&["compte_0_1", "[1,1,1,0,1,1]"], "[0,3,1,2]"),
        (&["decompresse_ligne", "[4,2,3,1]"], "[0,0,0,0,1,1,0,0,0,1]"),
        (&["decompresse_ligne", "[0,2,2]"], "[1,1,0,0]"),
        (&["compresse_image", "[[0,1,0],[1,1,1]]"], "[3,[1,1,1,3]]"),
        (
            &["decompresse_image", "3", "[1,1,1,3]"],
            "[[0,1,0],[1,1,1]]",
        ),
        (&["dim_largeur_max", IMG1, "[0,0]", "3"], "3"),
        (&["dim_largeur_max", IMG1, "[2,0]", "3"], "2"),
        (&["dim_largeur_max", IMG1, "[2,1]", "3"], "1"),
        (&["rectangle_max", IMG1, "[0,0]"], "[2,3]"),
        (&["rectangle_max", IMG1, "[0,2]"], "[2,1]"),
        (&["rectangle_max", IMG1, "[0,3]"], "[3,1]"),
        (&["rectangle_max", IMG1, "[2,3]"], "[1,1]"),
        (&["compression_rectangle", IMG1], IC1),
        (&["decompression_rectangle", IC1], IMG1),
        (&["decompression_rectangle", IC2], IMG1),
    ];
    for (arguments, answer) in cases {
        image(arguments)
            .assert()
            .success()
            .stdout_eq(format!("{answer}\n"))
            .stderr_eq("");
    }
    // R27; the subject counts the zeros of a list that has a first pixel.
    image(&["compte_0_1", "[]"])
        .assert()
        .success()
        .stdout_eq("[]\n")
        .stderr_eq("note: compte_0_1 requires len(ligne01) > 0\n");
}

#[test]
fn a_malformed_image_is_refused_with_the_place_of_the_error() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["image_vers_ligne", "[[0,1],[1]]"],
            "argument 1 does not fit: row 1 has 1 pixel where row 0 has 2",
        ),
        (
            &["compte_0_1", "[0,2]"],
            "argument 1[1] does not fit: 2 is not between 0 and 1",
        ),
        (
            &["decompresse_ligne", "[1,-1]"],
            "argument 1[1] does not fit: -1 is not between 0 and 2147483647",
        ),
        (
            &["decompresse_ligne", "[1.5]"],
            "argument 1[0] does not fit: 1.5 where int is expected",
        ),
        (
            &["decompresse_ligne", "[999999999]"],
            "argument 1 does not fit: more than 4194304 pixels are asked for",
        ),
        (
            &["decompresse_image", "4", "[1,1,1,3]"],
            "decompresse_image requires sum(liste_entiers) % nbc == 0",
        ),
        (
            &["creer_image", "2000000000", "2000000000", "0"],
            "argument 1 does not fit: more than 4194304 pixels are asked for",
        ),
        (
            &["rectangle_max", IMG1, "[3,0]"],
            "rectangle_max requires pos[0] < len(img) and pos[1] < len(img[0])",
        ),
        (
            &["dim_largeur_max", IMG1, "[0,0]", "4"],
            "dim_largeur_max requires pos[1] <= j_max < len(img[0])",
        ),
        (
            &[
                "decompression_rectangle",
                r#"[1,2,[{"pos":[0,0],"coul":7,"ha":1,"la":1}]]"#,
            ],
            "argument 1 does not fit: no rectangle covers (0, 1)",
        ),
        (
            &[
                "decompression_rectangle",
                r#"[1,1,[{"pos":[0,0],"coul":7,"ha":1,"la":2}]]"#,
            ],
            "argument 1 does not fit: rectangle 0 leaves the image",
        ),
    ];
    for (arguments, error) in cases {
        image(arguments)
            .assert()
            .code(2)
            .stdout_eq("")
            .stderr_eq(format!("error: {error}\n"));
    }
}
