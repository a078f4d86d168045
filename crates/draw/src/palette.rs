//! Colours of the boards in the light and dark themes, and the style sheets that use them.

use std::fmt::Write as _;

/// Name of each colour, with its light and dark values.
const COLOURS: &[(&str, &str, &str)] = &[
    ("cloth", "#dbe6dc", "#16302b"),
    ("board-ink", "#22302e", "#efeadd"),
    ("board-muted", "#4d5d58", "#afbdb6"),
    ("side-first", "#b8402c", "#ea7a62"),
    ("side-second", "#d39a1e", "#efc65a"),
    ("side-first-deep", "#8c2c1c", "#b9503b"),
    ("side-second-deep", "#a1720c", "#b98f2c"),
    ("wood", "#d8b583", "#6e5236"),
    ("wood-edge", "#b48a55", "#4a3522"),
    ("hollow", "#b18853", "#4b3622"),
    ("hollow-deep", "#8f6a3c", "#382717"),
    ("on-wood", "#2b1c0b", "#fbefdc"),
    ("seed", "#4a3720", "#e9dabd"),
    ("seed-edge", "#2f2211", "#b9a683"),
    ("frame", "#2f5f92", "#2b557f"),
    ("frame-edge", "#234b76", "#1d3e5f"),
    ("inside", "#c3d2dd", "#10222f"),
    ("bone", "#fffdf6", "#ece6d6"),
    ("bone-edge", "#a79f8c", "#8d8672"),
    ("pip", "#1c2a29", "#1c2a29"),
    ("tile-back", "#2a6b5c", "#3b8372"),
    ("tile-back-edge", "#1d4f44", "#265b4e"),
    ("stick", "#e3c48f", "#cfa873"),
    ("stick-edge", "#a97f45", "#8d6a3f"),
    ("ash", "#7c7469", "#8b8378"),
    ("touch", "#0b6b5a", "#6fd3b8"),
    ("on-touch", "#ffffff", "#0c1a17"),
    ("advice", "#7a3fb0", "#cfa6f5"),
    ("shade", "#00000026", "#00000059"),
    ("shine", "#ffffff59", "#ffffff2e"),
];

const STYLE: &str = include_str!("drawing.css");

/// Style sheet of the boards for a web page, with both themes as CSS variables.
pub fn page_style() -> String {
    let mut style = String::from(":root {\n");
    for (name, light, dark) in COLOURS {
        let _ = writeln!(style, "  --{name}: light-dark({light}, {dark});");
    }
    style + "}\n" + STYLE
}

/// Makes a picture into an SVG file: adds the namespace, the styles and the light colours.
pub fn standalone(svg: &str) -> String {
    const WITH_NAMESPACE: &str = r#"<svg xmlns="http://www.w3.org/2000/svg""#;

    let mut style = STYLE.to_owned();
    for (name, light, _) in COLOURS {
        style = style.replace(&format!("var(--{name})"), light);
    }
    let svg = svg.replacen("<svg", WITH_NAMESPACE, 1);
    svg.replacen('>', &format!("><style>{style}</style>"), 1) + "\n"
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
}
