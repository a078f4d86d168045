//! Functions in which chance decides: whether it decides as often as it must.

use house::subject::{Case, Input, Relation};
use serde_json::{Value as Json, json};
use table::Message;

use super::{Finding, Trial, size};
use crate::session::{CALL, Reply};
use crate::verdict::Verdict;

/// Draws of one case by which a random function is judged, on how many cases, and how unlikely a
/// right one must be to be called wrong.
const DRAWS: usize = 600;
const DRAWN_CASES: usize = 3;
const DRAWN_TRIES: usize = 12;
pub(crate) const UNLIKELY: f64 = 1e-9;

impl Trial<'_> {
    /// Where chance decides: whether it decides as often as it must.
    pub(super) fn unlikely(&mut self, mut inputs: Vec<Input>) -> Option<Finding> {
        let function = self.function;
        let counted = |input: &Input| {
            let case = self.put(&input.case());
            let counts = function.frequencies(&case, &[]);
            matches!(function.relation.of(&case), Relation::Drawn(_))
                && counts.is_ok_and(|counts| counts.is_some_and(|it| it.classes.len() > 1))
        };
        inputs.retain(counted);
        inputs.sort_by_key(|input| size(&input.case()));
        inputs.dedup_by_key(|input| input.case());
        inputs.truncate(DRAWN_CASES);
        let found = inputs.into_iter().find_map(|input| {
            let finding = self.unlikely_for(&input.case())?;
            Some((input, finding))
        });
        let (input, finding) = found?;
        let smallest = input.shrink(DRAWN_TRIES, |case| self.unlikely_for(case).is_some());
        Some(self.unlikely_for(&smallest).unwrap_or(finding))
    }

    fn unlikely_for(&mut self, case: &Case) -> Option<Finding> {
        let case = &self.put(case);
        let replies = self.replies(&vec![case.clone(); DRAWS], CALL);
        let outcome = |reply| match reply {
            Reply::Outcome(outcome, _) => Some(outcome),
            Reply::Crashed(_) | Reply::Hung => None,
        };
        let outcomes: Vec<_> = replies.into_iter().filter_map(outcome).collect();
        let counts = self.function.frequencies(case, &outcomes).ok()??;
        let shown = |of: &dyn Fn(&house::subject::Frequency) -> Json| {
            let classes = counts.classes.iter().take(12);
            classes
                .map(|it| json!([it.class, of(it)]))
                .collect::<Json>()
        };
        let per_cent = |share: f64| json!(format!("{:.1} %", 100.0 * share));
        let draws = counts.draws.max(1) as f64;
        (counts.chance < UNLIKELY).then(|| Finding {
            case: Some(case.clone()),
            expected: Some(shown(&|it| per_cent(it.share))),
            got: Some(shown(&|it| per_cent(it.seen as f64 / draws))),
            notes: vec![
                Message::new("grade-note-frequency")
                    .with("draws", counts.draws)
                    .with("chance", format!("{:.0e}", counts.chance)),
            ],
            ..Finding::plain(Verdict::Wrong)
        })
    }
}
