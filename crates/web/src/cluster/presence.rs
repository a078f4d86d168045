//! Which tables are in the memory of the other nodes, as each of them says every few seconds.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::hub::locked;
use crate::secret::Secret;

/// How often a node says so.
pub(crate) const EVERY: Duration = Duration::from_secs(5);
/// How long it is believed: two may get lost.
const LASTS: Duration = Duration::from_secs(15);
const MOST_NODES: usize = 64;
/// How many tables a node tells of.
pub(crate) const MOST_TABLES: usize = 48;

/// What other nodes said, and when.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere(Mutex<HashMap<String, (Instant, Vec<String>)>>);

/// What a node says: its own name, and those of tables.
pub(crate) fn told(node: &str, tables: &[String]) -> String {
    let names = [node].into_iter().chain(tables.iter().map(String::as_str));
    names.collect::<Vec<_>>().join(" ")
}

impl Elsewhere {
    /// Takes in what another node says; what is none of our names is nobody's.
    pub(crate) fn hear(&self, message: &[u8], now: Instant) {
        let text = str::from_utf8(message).unwrap_or_default();
        let mut names = text.split(' ').take(1 + MOST_TABLES).map(Secret::read);
        let Some(Some(node)) = names.next() else {
            return;
        };
        let tables = names.flatten().map(|table| table.reveal().to_owned());
        let mut nodes = locked(&self.0);
        nodes.retain(|_, (said, _)| now.saturating_duration_since(*said) < LASTS);
        if nodes.len() < MOST_NODES || nodes.contains_key(node.reveal()) {
            nodes.insert(node.reveal().to_owned(), (now, tables.collect()));
        }
    }

    /// The tables that other nodes have.
    pub(crate) fn tables(&self, now: Instant) -> BTreeSet<String> {
        let nodes = locked(&self.0);
        let fresh = |(said, _): &&(Instant, _)| now.saturating_duration_since(*said) < LASTS;
        let fresh = nodes.values().filter(fresh);
        fresh.flat_map(|(_, tables)| tables).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(number: usize) -> String {
        format!("{number:032x}")
    }

    #[test]
    fn a_node_is_believed_for_a_while() {
        let (elsewhere, now) = (Elsewhere::default(), Instant::now());
        elsewhere.hear(told(&name(1), &[name(7), name(8)]).as_bytes(), now);
        elsewhere.hear(told(&name(2), &[name(8)]).as_bytes(), now + EVERY);
        let seen = |after| Vec::from_iter(elsewhere.tables(now + after));
        assert_eq!(seen(EVERY), [name(7), name(8)]);
        assert_eq!(seen(LASTS), [name(8)]);
        assert!(seen(LASTS + EVERY).is_empty());
    }

    #[test]
    fn what_is_said_is_bounded_and_anything_else_is_nothing() {
        let (elsewhere, now) = (Elsewhere::default(), Instant::now());
        for text in ["", "x", "../..", &format!("{} ../..", name(0))] {
            elsewhere.hear(text.as_bytes(), now);
        }
        assert!(elsewhere.tables(now).is_empty());
        let many: Vec<String> = (0..10 * MOST_TABLES).map(name).collect();
        for node in 0..10 * MOST_NODES {
            elsewhere.hear(told(&name(node), &many).as_bytes(), now);
        }
        assert_eq!(elsewhere.tables(now).len(), MOST_TABLES);
        assert_eq!(locked(&elsewhere.0).len(), MOST_NODES);
    }
}
