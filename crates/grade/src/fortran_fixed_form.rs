//! Conversion of Fortran fixed form, where statements begin in column 7, to free form.

/// Column of the mark that continues a statement, from 0.
const CONTINUED: usize = 5;
/// Column where statements begin, from 0.
const STATEMENT: usize = 6;

/// Converts fixed form to free form; line numbers do not change.
pub(crate) fn to_free_form(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    // Index of the last line that is not a comment: the next line may continue it.
    let mut last = None;
    for line in text.lines() {
        let first = line.chars().next().unwrap_or(' ');
        if line.trim().is_empty() {
            lines.push(String::new());
        } else if "cC*!".contains(first) {
            lines.push(format!("!{}", &line[first.len_utf8()..]));
        } else if let (Some(rest), Some(before)) = (continued(line), last) {
            let before: &mut String = &mut lines[before];
            before.push_str(" &");
            last = Some(lines.len());
            lines.push(format!("      {rest}"));
        } else {
            last = Some(lines.len());
            lines.push(line.to_owned());
        }
    }
    lines.join("\n") + "\n"
}

/// The text after column 6 if the line continues the statement before it.
fn continued(line: &str) -> Option<&str> {
    let head = line.get(..CONTINUED)?;
    let mark = line.get(CONTINUED..STATEMENT)?;
    let continues = head.trim().is_empty() && !head.contains('\t') && !" 0\t".contains(mark);
    continues.then(|| &line[STATEMENT..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_continued_lines_become_those_of_free_form() {
        let fixed = "C une note\n      x = 1 +\n* entre deux\n     &    2\n   10 continue\n";
        let free = "! une note\n      x = 1 + &\n! entre deux\n          2\n   10 continue\n";
        assert_eq!(to_free_form(fixed), free);
    }
}
