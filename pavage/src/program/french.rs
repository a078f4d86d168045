//! The messages of the program in French, by their English form.

/// Each English message with its French one. `{}` stands for a value, and `{0}`, `{1}` … for the
/// values in French; a value that is itself in the table is translated too.
const MESSAGES: &[(&str, &str)] = &[
    // Files and options.
    ("{} already exists", "{0} existe déjà"),
    ("{}: unknown extension", "{0} : extension inconnue"),
    ("unknown file format", "format de fichier inconnu"),
    (
        "standard output needs a format",
        "la sortie standard demande un format",
    ),
    (
        "standard output is a terminal: {} is binary data",
        "la sortie standard est un terminal, et {0} n’est pas du texte",
    ),
    ("{} is a folder", "{0} est un dossier"),
    (
        "{} is both input and output",
        "{0} est à la fois l’entrée et la sortie",
    ),
    ("{} of {} files failed", "{0} fichiers sur {1} ont échoué"),
    (
        "{}: encode writes .pav files only, use convert for {}",
        "{0} : encode n’écrit que des fichiers .pav, prenez convert pour {1}",
    ),
    (
        "{}: its output {} is already written from {}",
        "{0} : sa sortie {1} vient déjà de {2}",
    ),
    (
        "several inputs cannot be written to one file: give a folder",
        "plusieurs entrées ne tiennent pas dans un fichier : donnez un dossier",
    ),
    (
        "standard input has no file name: give -o FILE or -o -",
        "l’entrée standard n’a pas de nom : donnez -o FICHIER ou -o -",
    ),
    (
        "symbolic links form a loop back to {}",
        "des liens symboliques ramènent à {0}",
    ),
    (
        "two pictures would be written to {}",
        "deux images iraient dans {0}",
    ),
    ("standard input", "entrée standard"),
    (
        "No such file or directory (os error 2)",
        "fichier ou dossier introuvable",
    ),
    ("Permission denied (os error 13)", "accès refusé"),
    // Limits.
    (
        "the picture needs {} {}, the limit is {}",
        "il faut {0} {1} pour l’image, la limite est {2}",
    ),
    ("bytes of memory", "octets de mémoire"),
    // Lists of the subject and other JSON.
    (
        "row {} has {} pixels where row 0 has {}",
        "la ligne {0} est de longueur {1}, la ligne 0 de longueur {2}",
    ),
    (
        "{} pixels do not fill rows of {} columns",
        "{0} pixels ne remplissent pas des lignes de {1} colonnes",
    ),
    (
        "{} rows of {} columns are more than {} pixels",
        "{0} lignes de {1} colonnes font plus de {2} pixels",
    ),
    (
        "the counts up to count {} add up to more than {} pixels",
        "jusqu’au nombre {0}, les longueurs font plus de {1} pixels",
    ),
    (
        "rectangle {} leaves the image",
        "le rectangle {0} sort de l’image",
    ),
    ("rectangle {} is empty", "le rectangle {0} est vide"),
    (
        "rectangle {} overlaps rectangle {} at ({}, {})",
        "le rectangle {0} recouvre le rectangle {1} en ({2}, {3})",
    ),
    (
        "no rectangle covers ({}, {})",
        "aucun rectangle ne couvre ({0}, {1})",
    ),
    ("{}: expected {}, found {}", "{0} : on attend {1}, pas {2}"),
    ("the document", "le document"),
    (
        "rows, run counts, rectangles or a COCO mask",
        "des lignes, des longueurs, des rectangles ou un masque COCO",
    ),
    (
        "a level from 0 to 7 or a list of 3 or 4 samples from 0 to 255",
        "un niveau de 0 à 7 ou une liste de 3 ou 4 valeurs de 0 à 255",
    ),
    ("a whole number from 0", "un entier à partir de 0"),
    (
        "a string or a list of counts",
        "un texte ou une liste de longueurs",
    ),
    ("a height and a width", "une hauteur et une largeur"),
    ("a row and a column", "une ligne et une colonne"),
    ("a row of pixels", "une ligne de pixels"),
    ("{} at line {} column {}", "{0}, ligne {1}, colonne {2}"),
    // Files of pavage.
    (
        "not a .pav file: it does not begin with \"PAV\"",
        "ce n’est pas un fichier .pav : il ne commence pas par « PAV »",
    ),
    (
        "byte 3: version {} of the format is not supported, only version 1 is",
        "octet 3 : la version {0} du format n’est pas lue, seule la version 1 l’est",
    ),
    (
        "byte {}: the file is truncated",
        "octet {0} : le fichier est tronqué",
    ),
    (
        "byte {}: the file continues after the end of the picture",
        "octet {0} : le fichier continue après la fin de l’image",
    ),
    (
        "byte {}: the checksum does not match, the file is damaged",
        "octet {0} : la somme de contrôle est fausse, le fichier est abîmé",
    ),
    ("byte {}: {}", "octet {0} : {1}"),
    (
        "a side of {} pixels exceeds the maximum of {}",
        "un côté de {0} pixels dépasse le maximum de {1}",
    ),
    (
        "the black-and-white flag requires 8-bit grey",
        "le noir et blanc demande du gris sur 8 bits",
    ),
    (
        "the mode is unknown, or that of label maps",
        "le mode est inconnu, ou celui des cartes d’étiquettes",
    ),
    (
        "the file is not a label map",
        "le fichier n’est pas une carte d’étiquettes",
    ),
    (
        "a flat label map has one slice",
        "une carte d’étiquettes plate a une seule tranche",
    ),
    (
        "a label does not fit its type",
        "une étiquette dépasse son type",
    ),
    (
        "a slice has more labels than cells, or is too long",
        "une tranche a plus d’étiquettes que de cases, ou est trop longue",
    ),
    (
        "a size has a superfluous zero byte",
        "une taille a un octet nul de trop",
    ),
    (
        "a size has more than four bytes",
        "une taille a plus de quatre octets",
    ),
    (
        "a colour appears before its first cell",
        "une couleur apparaît avant sa première case",
    ),
    (
        "a colour does not fit into a pixel",
        "une couleur dépasse un pixel",
    ),
    (
        "there are cells and no colours",
        "il y a des cases et pas de couleurs",
    ),
    (
        "there are more colours than cells",
        "il y a plus de couleurs que de cases",
    ),
    (
        "a flat run is longer than possible in its row",
        "une suite dépasse sa ligne",
    ),
    (
        "the repeat count of rows or columns does not divide the size of the picture",
        "la répétition des lignes ou des colonnes ne divise pas la taille de l’image",
    ),
    (
        "the repeat counts of rows or columns exceed the size of the picture",
        "les répétitions des lignes ou des colonnes dépassent l’image",
    ),
    (
        "{} bytes of samples do not match {} by {} pixels of {} bytes",
        "{0} octets ne font pas {1} sur {2} pixels de {3} octets",
    ),
    // Other pictures.
    (
        "only samples of 8 or 16 bits are supported",
        "seules les valeurs de 8 ou 16 bits sont lues",
    ),
    (
        "the file has several frames or pages: split it into single pictures first",
        "le fichier a plusieurs vues ou pages : séparez-les d’abord",
    ),
    (
        "{} cannot represent {}: use png",
        "{0} ne garde pas {1} : prenez png",
    ),
    (
        "{} files can be read but not written: use png",
        "les fichiers {0} se lisent mais ne s’écrivent pas : prenez png",
    ),
    (
        "{} cannot hold the metadata of the file: {}",
        "{0} ne garde pas les métadonnées du fichier : {1}",
    ),
    (
        "{} bytes of metadata exceed the maximum of {}",
        "{0} octets de métadonnées dépassent le maximum de {1}",
    ),
    // Masks and labels.
    (
        "a label map is made from a grey picture, without colours or opacity",
        "une carte d’étiquettes se fait d’une image grise, sans couleurs ni opacité",
    ),
    (
        "a label map of several slices, or of signed or long numbers, is not a picture",
        "une carte de plusieurs tranches, ou de nombres signés ou longs, n’est pas une image",
    ),
    (
        "label {} does not fit a grey picture, whose labels are at most 65535",
        "l’étiquette {0} ne tient pas dans une image grise, qui va jusqu’à 65535",
    ),
    (
        "character {} of the string is not one of '0' to 'o'",
        "le caractère {0} du texte n’est pas entre « 0 » et « o »",
    ),
    (
        "the string ends within a count, at character {}",
        "le texte s’arrête dans un nombre, au caractère {0}",
    ),
    (
        "count {} is {}, outside 0 to 4294967295",
        "le nombre {0} vaut {1}, hors de 0 à 4294967295",
    ),
    (
        "the counts add up to {} pixels, but the mask has {}",
        "les longueurs font {0} pixels, mais le masque en a {1}",
    ),
    (
        "a mask of {} by {} has more than {} pixels",
        "un masque de {0} sur {1} a plus de {2} pixels",
    ),
    (
        "coordinate {} of the polygon is not a finite number",
        "la coordonnée {0} du polygone n’est pas un nombre fini",
    ),
    (
        "the mask is {} by {}, but picture {} is {} by {}",
        "le masque est de {0} sur {1}, mais l’image {2} de {3} sur {4}",
    ),
    (
        "expected an object with \"annotations\" or a list of results",
        "on attend un objet avec « annotations » ou une liste de résultats",
    ),
    (
        "expected a list of categories",
        "on attend une liste de catégories",
    ),
    ("expected a list of tasks", "on attend une liste de tâches"),
    (
        "a picture of \"images\" has no id, height or width",
        "une image de « images » n’a pas d’id, de height ou de width",
    ),
    ("a category has no id", "une catégorie n’a pas d’id"),
    ("a category has no name", "une catégorie n’a pas de name"),
    (
        "a category has no id or no name",
        "une catégorie n’a pas d’id ou de name",
    ),
    ("annotation {}", "annotation {0}"),
    ("task {}", "tâche {0}"),
    (
        "its picture is not in \"images\"",
        "son image n’est pas dans « images »",
    ),
    ("it has no category", "elle n’a pas de catégorie"),
    ("it has no data", "elle n’a pas de data"),
    ("it names no picture", "elle ne nomme pas d’image"),
    ("a region has no {}", "une région n’a pas de {0}"),
    (
        "a region of {} is not read: brushlabels, polygonlabels and rectanglelabels are",
        "une région de {0} n’est pas lue : brushlabels, polygonlabels et rectanglelabels le sont",
    ),
    (
        "a coordinate is not a number",
        "une coordonnée n’est pas un nombre",
    ),
    (
        "a polygon coordinate is not a number",
        "une coordonnée d’un polygone n’est pas un nombre",
    ),
    (
        "the size of the polygon's picture is not in \"images\"",
        "la taille de l’image du polygone n’est pas dans « images »",
    ),
    (
        "a number of the brush is not a byte",
        "un nombre du pinceau n’est pas un octet",
    ),
    (
        "the brush is of another size than its picture",
        "le pinceau n’a pas la taille de son image",
    ),
    ("the brush is truncated", "le pinceau est tronqué"),
    (
        "the brush paints beyond its picture",
        "le pinceau sort de son image",
    ),
    (
        "a brush counts bytes in 32 bits",
        "un pinceau compte les octets sur 32 bits",
    ),
    (
        "a mask counts pixels in 32 bits",
        "un masque compte les pixels sur 32 bits",
    ),
    // Hints.
    (
        "--force replaces it, --skip-existing skips it",
        "--force le remplace, --skip-existing le passe",
    ),
    (
        "use {}, or give --to FORMAT",
        "prenez {0}, ou donnez --to FORMAT",
    ),
    ("readable formats are {}", "les formats lus sont {0}"),
    ("give --to {}, or -o FILE", "donnez --to {0}, ou -o FICHIER"),
    (
        "png and pav keep it, --strip omits it",
        "png et pav les gardent, --strip les omet",
    ),
    (
        "leave out --labels to encode the picture with its colours",
        "sans --labels, l’image garde ses couleurs",
    ),
    (
        "the Python module reads it: pavage.Labels",
        "le module Python la lit : pavage.Labels",
    ),
    ("--to pav holds it", "--to pav la garde"),
    ("use -o FILE or a pipe", "prenez -o FICHIER ou un tube"),
    ("{} allows it", "{0} le permet"),
];

/// Whether the environment asks for French.
pub(crate) fn is_wanted() -> bool {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let language = set.into_iter().find(|language| !language.is_empty());
    language.is_some_and(|language| language.starts_with("fr"))
}

/// A message in French; one that is not in the table stays as it is.
pub(crate) fn french(message: &str) -> String {
    let mut found = MESSAGES.iter().filter_map(|(english, french)| {
        values(message, english).map(|values| filled(french, &values))
    });
    found.next().unwrap_or_else(|| message.to_owned())
}

/// The values of a message that has the form of a pattern.
fn values<'a>(message: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = message.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last value ends where the last part begins.
        let at = match parts.peek() {
            None if rest.ends_with(part) => rest.len() - part.len(),
            None => return None,
            Some(_) => rest.find(part)?,
        };
        values.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(values)
}

fn filled(french: &str, values: &[&str]) -> String {
    let mut text = String::new();
    for part in french.split_inclusive('}') {
        match part.split_once('{') {
            Some((before, number)) => {
                let number: usize = number.trim_end_matches('}').parse().expect("a number");
                let value = values[number];
                let known = MESSAGES.iter().find(|(english, _)| *english == value);
                text += before;
                text += known.map_or(value, |(_, french)| french);
            }
            None => text += part,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_places() {
        for (english, expected) in [
            (
                "row 2 has 3 pixels where row 0 has 4",
                "la ligne 2 est de longueur 3, la ligne 0 de longueur 4",
            ),
            (
                "[0][1]: expected a whole number from 0, found -2",
                "[0][1] : on attend un entier à partir de 0, pas -2",
            ),
            (
                "the picture needs 12 bytes of memory, the limit is 3",
                "il faut 12 octets de mémoire pour l’image, la limite est 3",
            ),
            (
                "byte 4: a size has more than four bytes",
                "octet 4 : une taille a plus de quatre octets",
            ),
            ("a.png", "a.png"),
        ] {
            assert_eq!(french(english), expected);
        }
    }

    /// Every message of an error type is in the table, with a French form of as many values.
    #[test]
    fn every_error_has_a_french_form() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![root];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("french.rs") {
                    check(&std::fs::read_to_string(path).expect("a source"));
                }
            }
        }
    }

    #[track_caller]
    fn check(source: &str) {
        for mark in ["#[error(\"", "bail!(\"", "anyhow!(\"", "context(\""] {
            for part in source.split(mark).skip(1) {
                let end = part
                    .find("\")")
                    .or(part.find("\","))
                    .expect("the end of a text");
                let english = part[..end].replace("\\\"", "\"");
                let mut message = String::new();
                for piece in english.split_inclusive('}') {
                    message += piece.split('{').next().expect("a first part");
                    message += if piece.contains('{') { "1" } else { "" };
                }
                if message.starts_with("1: {") || message == "transparent" {
                    continue;
                }
                assert!(french(&message) != message, "{message} has no French form");
            }
        }
    }
}
