//! The style sheets of the boards: for pages, and inside pictures that stand alone.

/// Colours of the boards, with a block for paper.
const PALETTE: &str = include_str!("palette.css");

const STYLE: &str = include_str!("drawing.css");

/// Style sheet of the boards for a web page. Its rules are in the layer `boards`, so that the page's own
/// rules in that layer come after them.
pub fn page_style() -> String {
    format!("@layer base, parts, states, boards;\n{PALETTE}@layer boards {{\n{STYLE}}}\n")
}

/// Makes a picture into an SVG file: adds the namespace, the styles and the colours of paper.
pub fn standalone(svg: &str) -> String {
    const WITH_NAMESPACE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg""#;

    let mut style = STYLE.to_owned();
    // The block for paper comes last, and its colours first.
    for (name, colour) in colours().collect::<Vec<_>>().into_iter().rev() {
        style = style.replace(&format!("var(--{name})"), colour);
    }
    let svg = svg.replacen("<svg", WITH_NAMESPACE, 1);
    svg.replacen('>', &format!("><style>{style}</style>"), 1) + "\n"
}

/// Names and values of the palette, in its order; of a pair for two themes, the light value.
fn colours() -> impl Iterator<Item = (&'static str, &'static str)> {
    PALETTE.lines().filter_map(|line| {
        let (name, value) = line.trim().strip_prefix("--")?.split_once(": ")?;
        let value = value.trim_end_matches(';');
        let light = value.strip_prefix("light-dark(");
        let light = light
            .and_then(|pair| pair.split_once(','))
            .map(|pair| pair.0);
        Some((name, light.unwrap_or(value)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standalone_picture_uses_no_css_variable() {
        let picture = standalone("<svg></svg>");
        assert!(!picture.contains("var("), "{picture}");
        assert!(picture.starts_with("<svg xmlns="));
        assert!(picture.ends_with("</style></svg>\n"));
    }

    #[test]
    fn a_standalone_picture_has_the_ink_of_paper_and_not_of_felt() {
        let inks: Vec<&str> = colours()
            .filter_map(|(name, colour)| (name == "board-ink").then_some(colour))
            .collect();
        let [felt, paper] = inks[..] else {
            panic!("{inks:?}")
        };
        let picture = standalone("<svg></svg>");
        assert!(
            picture.contains(paper) && !picture.contains(felt),
            "{picture}"
        );
    }
}
