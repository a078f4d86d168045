//! Compares measured figures with their targets.

/// The number of figures compared and the descriptions of those that missed their target.
#[derive(Default)]
pub(crate) struct Targets {
    count: usize,
    missed: Vec<String>,
}

impl Targets {
    /// Records a figure that must be at least `target` and returns the text to print after it.
    pub(crate) fn at_least(&mut self, name: &str, figure: f64, target: f64) -> String {
        self.note(name, figure, figure >= target, format!("at least {target}"))
    }

    /// Records a figure that must be at most `target` and returns the text to print after it.
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

    /// Prints the number of targets reached.
    ///
    /// # Panics
    /// If a target was missed; the message lists them.
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
