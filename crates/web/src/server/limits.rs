//! What somebody may do how often, at all nodes together: each node says what it let through, gathered
//! for a moment, and counts what the others say. While nobody is heard it counts alone.
//!
//! With `N` nodes, and a delay of [`GATHER`] and the way over the bus, somebody who has rested is let
//! through, in any time, what one node would allow in that time, and besides what the other nodes let
//! through within one delay: `(N - 1) × (burst + delay × rate)` at the very most. Whatever that was is
//! owed, so that it happens once and not in every delay.

use std::collections::BTreeMap;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use table::Side;
use tokio::sync::Notify;

use crate::hub::locked;
use crate::pace::{Paces, Rate, rate};
use crate::secret::{Alias, Key};
use crate::visitor::Visitor;

/// How long what was let through is gathered before the other nodes are told.
pub(crate) const GATHER: Duration = Duration::from_millis(100);
/// Of how many one message tells; the others wait for the next.
const MOST_TOLD: usize = 1024;
/// Of how many is remembered until they are told; more are not told of.
const MOST_UNTOLD: usize = 64 * MOST_TOLD;
/// What a line of a message takes at most, and a message.
const LONGEST_LINE: usize = 64;
const LARGEST: usize = MOST_TOLD * LONGEST_LINE;

/// What is limited, all of it by visitor but deeds, which are a player's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Limit {
    /// Requests: a class comes in at once through one address.
    Ask,
    /// Tables opened.
    Open,
    /// Games of series.
    Meet,
    /// Invitations tried.
    Join,
    /// Beginnings to watch.
    Watch,
    /// Short codes tried: a class shares its address.
    Code,
    /// What a player does at a table.
    Deed,
}

impl Limit {
    pub(crate) const ALL: [Self; 7] = [
        Self::Ask,
        Self::Open,
        Self::Meet,
        Self::Join,
        Self::Watch,
        Self::Code,
        Self::Deed,
    ];

    const fn rate(self) -> Rate {
        match self {
            Self::Ask => rate(3000, 500),
            Self::Open => rate(100, 5),
            Self::Meet => rate(1000, 20),
            Self::Join => rate(30, 1),
            Self::Watch => rate(200, 20),
            Self::Code => rate(100, 2),
            Self::Deed => rate(40, 20),
        }
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Open => "open",
            Self::Meet => "meet",
            Self::Join => "join",
            Self::Watch => "watch",
            Self::Code => "code",
            Self::Deed => "deed",
        }
    }
}

/// So many of somebody's were let through at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spent {
    limit: Limit,
    who: Alias,
    count: u32,
}

impl fmt::Display for Spent {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, who, count } = self;
        write!(formatter, "{} {who} {count}", limit.name())
    }
}

impl FromStr for Spent {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (name, rest) = text.split_once(' ').ok_or(())?;
        let (who, count) = rest.split_once(' ').ok_or(())?;
        let limit = Limit::ALL.into_iter().find(|limit| limit.name() == name);
        Ok(Self {
            limit: limit.ok_or(())?,
            who: who.parse()?,
            count: count.parse().map_err(drop)?,
        })
    }
}

/// The limits of a house, as one node counts them.
#[derive(Debug)]
pub(crate) struct Limits {
    key: Key,
    paces: [Paces; Limit::ALL.len()],
    /// What was let through here, for the other nodes, where there are any.
    untold: Option<Mutex<BTreeMap<(Limit, Alias), u32>>>,
    waiting: Notify,
    heard: [AtomicU64; Limit::ALL.len()],
}

impl Limits {
    /// Those of the house that has this key, of which others serve it too or not.
    pub(crate) fn new(key: Key, shared: bool) -> Self {
        Self {
            key,
            paces: Limit::ALL.map(|limit| Paces::new(limit.rate())),
            untold: shared.then(Mutex::default),
            waiting: Notify::new(),
            heard: Default::default(),
        }
    }

    /// Whether this visitor may do one more now.
    pub(crate) fn may(&self, limit: Limit, from: Visitor) -> bool {
        self.may_many(limit, from, NonZeroU32::MIN)
    }

    /// Whether this visitor may do so many more now.
    pub(crate) fn may_many(&self, limit: Limit, from: Visitor, count: NonZeroU32) -> bool {
        let who = self.key.alias("visitor", &from.to_string());
        self.take(limit, who, count, Instant::now())
    }

    /// Whether a player may do something at a table now.
    pub(crate) fn may_do(&self, table: &str, side: Side) -> bool {
        let who = self
            .key
            .alias("player", &format!("{table} {}", side.index()));
        self.take(Limit::Deed, who, NonZeroU32::MIN, Instant::now())
    }

    fn take(&self, limit: Limit, who: Alias, count: NonZeroU32, now: Instant) -> bool {
        let may = self.paces[limit as usize].take(who, count, now);
        if may && let Some(untold) = &self.untold {
            let mut untold = locked(untold);
            if untold.len() < MOST_UNTOLD {
                let told = untold.entry((limit, who)).or_default();
                *told = told.saturating_add(count.get());
            }
            self.waiting.notify_one();
        }
        may
    }

    /// Waits until there is something to tell.
    pub(crate) async fn untold(&self) {
        self.waiting.notified().await;
    }

    /// What the other nodes are to be told, as much as goes into one message.
    pub(crate) fn tell(&self) -> String {
        let Some(untold) = &self.untold else {
            return String::new();
        };
        let mut untold = locked(untold);
        let told = (0..MOST_TOLD).map_while(|_| untold.pop_first());
        let spent = told.map(|((limit, who), count)| Spent { limit, who, count });
        let lines: Vec<String> = spent.map(|spent| spent.to_string()).collect();
        if !untold.is_empty() {
            self.waiting.notify_one();
        }
        lines.join("\n")
    }

    /// Counts what another node let through. A message that is too large, or a line that is none, is
    /// nobody's.
    pub(crate) fn hear(&self, message: &[u8], now: Instant) {
        if message.len() > LARGEST {
            return;
        }
        let text = str::from_utf8(message).unwrap_or_default();
        let spent = text.lines().filter_map(|line| line.parse().ok());
        for Spent { limit, who, count } in spent.take(MOST_TOLD) {
            // No node lets more through before it tells of it.
            let count = count.min(2 * limit.rate().burst());
            self.paces[limit as usize].charge(who, count, now);
            self.heard[limit as usize].fetch_add(count.into(), Ordering::Relaxed);
        }
    }

    /// How much was let through elsewhere, as far as was heard.
    pub(crate) fn heard(&self, limit: Limit) -> u64 {
        self.heard[limit as usize].load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: usize = 3;
    const LIMIT: Limit = Limit::Code;
    const ONE: NonZeroU32 = NonZeroU32::MIN;

    fn limits() -> Limits {
        Limits::new(Key::new(b"a house"), true)
    }

    #[test]
    fn what_was_spent_reads_back_and_anything_else_is_nothing() {
        for limit in Limit::ALL {
            let spent = Spent {
                limit,
                who: Alias(u128::MAX / 3),
                count: 12,
            };
            let text = spent.to_string();
            assert!(text.len() < LONGEST_LINE, "{text}");
            assert_eq!(text.parse(), Ok(spent));
        }
        let who = "0".repeat(32);
        let none = [
            String::new(),
            format!("code {who}"),
            format!("code {who} -1"),
            format!("code {who}0 1"),
            "code 1 1".to_owned(),
            format!("codes {who} 1"),
            format!("code {who} 4294967296"),
        ];
        for text in none {
            assert!(text.parse::<Spent>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_node_counts_what_another_let_through() {
        let (here, there, now) = (limits(), limits(), Instant::now());
        let burst = LIMIT.rate().burst();
        for _ in 0..burst {
            assert!(here.take(LIMIT, Alias(1), ONE, now));
        }
        there.hear(here.tell().as_bytes(), now);
        assert!(!there.take(LIMIT, Alias(1), ONE, now));
        assert!(there.take(LIMIT, Alias(2), ONE, now), "somebody else");
        assert!(there.take(Limit::Join, Alias(1), ONE, now), "another limit");
        assert_eq!(there.heard(LIMIT), u64::from(burst));
        assert_eq!(here.tell(), "", "told once");
    }

    /// Somebody who asks every node as fast as it answers, for two minutes.
    #[test]
    fn whoever_asks_all_nodes_gets_what_one_gives_and_a_delay_of_the_others() {
        let nodes: [Limits; NODES] = std::array::from_fn(|_| limits());
        let (begin, delays) = (Instant::now(), 1200);
        let (burst, per_second) = (LIMIT.rate().burst(), 2.0);
        let mut let_through = 0;
        for delay in 0..delays {
            let now = begin + GATHER * delay;
            let taken = nodes.each_ref().map(|node| {
                let taken = (0..2 * burst).filter(|_| node.take(LIMIT, Alias(1), ONE, now));
                taken.count()
            });
            let_through += taken.iter().sum::<usize>();
            let told = nodes.each_ref().map(Limits::tell);
            for (place, node) in nodes.iter().enumerate() {
                let others = told.iter().enumerate().filter(|(other, _)| *other != place);
                others.for_each(|(_, text)| node.hear(text.as_bytes(), now + GATHER));
            }
            let time = (GATHER * delay).as_secs_f64();
            let one = f64::from(burst) + time * per_second;
            let others = taken.iter().sum::<usize>() - taken.iter().max().unwrap();
            let most = one + others as f64;
            if taken == [0; NODES] {
                continue;
            }
            assert!(
                let_through as f64 <= most,
                "{let_through} of {most} after {time} s"
            );
        }
        let one = f64::from(burst) + 120.0 * per_second;
        assert!(
            let_through as f64 >= one - NODES as f64,
            "{let_through} of {one}"
        );
    }

    #[test]
    fn a_message_is_bounded_however_much_there_is_to_tell() {
        let (here, there, now) = (limits(), limits(), Instant::now());
        let crowd = 3 * MOST_TOLD as u128 + 7;
        for who in 0..crowd {
            assert!(here.take(Limit::Open, Alias(who), ONE, now));
        }
        let told: Vec<String> = (0..4).map(|_| here.tell()).collect();
        for text in &told {
            assert!(text.len() <= LARGEST, "{}", text.len());
            there.hear(text.as_bytes(), now);
        }
        assert_eq!(u128::from(there.heard(Limit::Open)), crowd);
        let flood = told.join("\n").repeat(2);
        there.hear(flood.as_bytes(), now);
        assert_eq!(
            u128::from(there.heard(Limit::Open)),
            crowd,
            "too large to be heard"
        );
    }

    #[test]
    fn a_node_alone_remembers_nothing_to_tell() {
        let alone = Limits::new(Key::new(b"a house"), false);
        assert!(alone.take(LIMIT, Alias(1), ONE, Instant::now()));
        assert_eq!(alone.tell(), "");
    }

    /// No address is in what is told, and another house's names for it are others.
    #[test]
    fn an_address_is_told_under_a_name_of_the_house_alone() {
        let from = Visitor::at([192, 0, 2, 7].into());
        let told = |secret: &[u8]| {
            let limits = Limits::new(Key::new(secret), true);
            assert!(limits.may(LIMIT, from));
            limits.tell()
        };
        assert_eq!(told(b"a house"), told(b"a house"));
        assert_ne!(told(b"a house"), told(b"another"));
        assert!(!told(b"a house").contains("192"), "{}", told(b"a house"));
    }
}
