//! Fixed form, which begins in column 7, as free form with the same lines.

/// The column of what continues a line, from 0, and where statements begin.
const CONTINUED: usize = 5;
const STATEMENT: usize = 6;

/// A text in fixed form as one in free form, line by line.
pub(crate) fn freed(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    // The last line that is no comment, which may be continued.
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

/// What follows column 6 of a line that continues the one before.
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
    fn comments_and_continued_lines_are_those_of_free_form() {
        let fixed = "C une note\n      x = 1 +\n* entre deux\n     &    2\n   10 continue\n";
        let free = "! une note\n      x = 1 + &\n! entre deux\n          2\n   10 continue\n";
        assert_eq!(freed(fixed), free);
    }
}
