//! Figures beside what they must be.

/// What was compared with its target, and what missed it.
#[derive(Default)]
pub(crate) struct Targets {
    count: usize,
    missed: Vec<String>,
}

impl Targets {
    /// Notes a figure that must be at least `target`; gives the words to print beside it.
    pub(crate) fn at_least(&mut self, name: &str, figure: f64, target: f64) -> String {
        self.note(name, figure, figure >= target, format!("at least {target}"))
    }

    /// Notes a figure that must be at most `target`; gives the words to print beside it.
    pub(crate) fn at_most(&mut self, name: &str, figure: f64, target: f64) -> String {
        self.note(name, figure, figure <= target, format!("at most {target}"))
    }

    fn note(&mut self, name: &str, figure: f64, is_reached: bool, target: String) -> String {
        self.count += 1;
        if is_reached {
            return target;
        }
        self.missed
            .push(format!("{name} is {figure:.3}, {target} is asked"));
        format!("{target}: NOT REACHED")
    }

    /// Says what was missed.
    ///
    /// # Panics
    /// If anything was.
    pub(crate) fn finish(self) {
        println!(
            "{} of {} targets reached",
            self.count - self.missed.len(),
            self.count
        );
        assert!(
            self.missed.is_empty(),
            "not reached:\n  {}",
            self.missed.join("\n  ")
        );
    }
}
