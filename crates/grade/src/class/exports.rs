//! The results of a class for other programs: Moodle's CSV worksheet and `JUnit` XML.

use std::fmt::Write as _;

use draw::escaped;
use table::Explain;
use text::{Language, printable};

use super::{Class, Student};
use crate::report::{Check, Verdict};

/// The columns of Moodle's grading worksheet, one row per student. A student without a report has no
/// grade, which an import leaves as it is.
pub(super) fn csv(class: &Class, language: Language) -> String {
    let reports = || class.students.iter().flat_map(|it| &it.report);
    let out_of = reports().next().map(|it| it.out_of.to_string());
    let mut text = "Identifier,Full name,Grade,Maximum Grade,Feedback comments\n".to_owned();
    for student in &class.students {
        let number = student.number.as_ref();
        let number = number.map(|number| format!("Participant {number}"));
        let (points, feedback) = match &student.report {
            Ok(report) => (report.points.to_string(), report.text(language)),
            Err(error) => (String::new(), language.say(&error.explain())),
        };
        let fields = [
            number.unwrap_or_default(),
            student.name.clone(),
            points,
            out_of.clone().unwrap_or_default(),
            feedback,
        ];
        text += &fields.map(|field| quoted(&field)).join(",");
        text.push('\n');
    }
    text
}

/// `JUnit` XML with one test suite per student and one test case per check.
pub(super) fn junit(class: &Class, language: Language) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for student in &class.students {
        let cases = test_cases(student, language);
        let [failing, broken] = ["<failure", "<error"]
            .map(|element| cases.iter().filter(|it| it.contains(element)).count());
        let (name, tests) = (escaped(&student.name), cases.len());
        let _ = writeln!(
            text,
            "<testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failing}\" errors=\"{broken}\">\n{}</testsuite>",
            cases.concat(),
        );
    }
    text + "</testsuites>\n"
}

fn test_cases(student: &Student, language: Language) -> Vec<String> {
    let failure = |text: &str| format!("<failure message=\"{}\"/>", escaped(text));
    let report = match &student.report {
        Ok(report) => report,
        Err(error) => {
            let why = failure(&language.say(&error.explain()));
            return vec![format!("<testcase name=\"grade\">{why}</testcase>\n")];
        }
    };
    let case = |check: &Check| {
        let inside = if check.fails() {
            failure(&check.text(language))
        } else if check.verdict == Verdict::Unjudged {
            format!("<error message=\"{}\"/>", escaped(&check.text(language)))
        } else if check.verdict.counts() {
            String::new()
        } else {
            "<skipped/>".to_owned()
        };
        let name = escaped(&check.title());
        format!("<testcase name=\"{name}\">{inside}</testcase>\n")
    };
    report.checks.iter().map(case).collect()
}

/// A quoted CSV field. An apostrophe keeps a spreadsheet from reading the field as a formula.
fn quoted(field: &str) -> String {
    let computed = field.trim_start().starts_with(['=', '+', '-', '@']);
    let guard = if computed || field.starts_with(['\t', '\r']) {
        "'"
    } else {
        ""
    };
    format!("\"{guard}{}\"", printable(field).replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_cannot_end_its_cell_or_become_a_formula() {
        assert_eq!(quoted("a \"b\", c"), "\"a \"\"b\"\", c\"");
        for formula in ["=1+1", "+1", "-1", "@A1", "\t=1", " =1"] {
            assert_eq!(quoted(formula), format!("\"'{formula}\""));
        }
        assert_eq!(quoted("\r=1"), "\"'\u{fffd}=1\"");
        assert_eq!(quoted("\u{1b}[0m\u{202e}"), "\"\u{fffd}[0m\u{fffd}\"");
    }
}
