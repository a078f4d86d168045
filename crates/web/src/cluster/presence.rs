//! The tables in the memory of the other nodes: each node publishes its own every five seconds.

use std::collections::{BTreeSet, HashMap};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::locked;
use crate::server::secret::Secret;

pub(crate) const INTERVAL: Duration = Duration::from_secs(5);
/// Time after which a node's message is forgotten; two of its messages may get lost in between.
const LIFETIME: Duration = Duration::from_secs(15);
/// Maximum number of nodes; messages of further ones are dropped.
const MOST_NODES: usize = 64;
/// Maximum number of tables in a message.
pub(crate) const MOST_TABLES: usize = 48;

/// The last message of each other node, and the time of its arrival.
#[derive(Debug, Default)]
pub(crate) struct TablePresence(Mutex<HashMap<String, (Instant, Vec<String>)>>);

/// A node's message: its id, and the ids of its tables.
pub(crate) fn presence_message(node: &str, tables: &[String]) -> String {
    let names = [node].into_iter().chain(tables.iter().map(String::as_str));
    names.collect::<Vec<_>>().join(" ")
}

impl TablePresence {
    /// Receives the message of another node; words that are no ids are dropped.
    pub(crate) fn receive(&self, message: &[u8], now: Instant) {
        let text = str::from_utf8(message).unwrap_or_default();
        let mut names = text.split(' ').take(1 + MOST_TABLES).map(Secret::parse);
        let Some(Some(node)) = names.next() else {
            return;
        };
        let tables = names.flatten().map(|table| table.reveal().to_owned());
        let mut nodes = locked(&self.0);
        nodes.retain(|_, (received, _)| now.saturating_duration_since(*received) < LIFETIME);
        if nodes.len() < MOST_NODES || nodes.contains_key(node.reveal()) {
            nodes.insert(node.reveal().to_owned(), (now, tables.collect()));
        }
    }

    pub(crate) fn tables(&self, now: Instant) -> BTreeSet<String> {
        let nodes = locked(&self.0);
        let fresh =
            |(received, _): &&(Instant, _)| now.saturating_duration_since(*received) < LIFETIME;
        let fresh = nodes.values().filter(fresh);
        fresh.flat_map(|(_, tables)| tables).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: usize) -> String {
        format!("{number:032x}")
    }

    #[test]
    fn a_message_counts_for_fifteen_seconds() {
        let (presence, now) = (TablePresence::default(), Instant::now());
        presence.receive(presence_message(&id(1), &[id(7), id(8)]).as_bytes(), now);
        presence.receive(
            presence_message(&id(2), &[id(8)]).as_bytes(),
            now + INTERVAL,
        );
        let seen = |after| Vec::from_iter(presence.tables(now + after));
        assert_eq!(seen(INTERVAL), [id(7), id(8)]);
        assert_eq!(seen(LIFETIME), [id(8)]);
        assert!(seen(LIFETIME + INTERVAL).is_empty());
    }

    #[test]
    fn messages_are_bounded_and_words_that_are_no_ids_are_dropped() {
        let (presence, now) = (TablePresence::default(), Instant::now());
        for text in ["", "x", "../..", &format!("{} ../..", id(0))] {
            presence.receive(text.as_bytes(), now);
        }
        assert!(presence.tables(now).is_empty());
        let many: Vec<String> = (0..10 * MOST_TABLES).map(id).collect();
        for node in 0..10 * MOST_NODES {
            presence.receive(presence_message(&id(node), &many).as_bytes(), now);
        }
        assert_eq!(presence.tables(now).len(), MOST_TABLES);
        assert_eq!(locked(&presence.0).len(), MOST_NODES);
    }
}
