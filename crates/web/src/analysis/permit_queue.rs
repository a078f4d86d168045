//! A queue for permits, in which networks, visitors and tables take turns.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::Duration;

use tokio::sync::oneshot;

use crate::error::RequestError;
use crate::locked;
use crate::server::visitor::{Network, Visitor};

/// Maximum number of waiting jobs in a bounded queue.
const MOST_WAITING: usize = 64;
/// Maximum number of waiting jobs of each network of a visitor, from the widest, in a bounded queue.
pub(super) const MOST_OF_NETWORKS: [usize; 3] = [16, 8, 4];
/// Number of sharers below which those without a job are not forgotten.
const FEW_SHARERS: usize = 64;

/// The visitor and the table that a job works for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct JobOwner {
    visitor: Visitor,
    /// The number that is the id of the table; 0 without a table.
    table: u128,
}

/// One of those who take turns: jobs of one network, or of one table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sharer {
    Network(Network),
    Table(u128),
}

impl From<Visitor> for JobOwner {
    fn from(visitor: Visitor) -> Self {
        Self { visitor, table: 0 }
    }
}

impl JobOwner {
    pub(crate) fn at_table(visitor: Visitor, id: &str) -> Self {
        let table = u128::from_str_radix(id, 16).unwrap_or(0);
        Self { visitor, table }
    }

    /// The networks of the visitor from the widest, and last the table.
    fn sharers(self) -> [Sharer; 4] {
        let [wide, middle, own] = self.visitor.networks().map(Sharer::Network);
        [wide, middle, own, Sharer::Table(self.table)]
    }
}

/// How many jobs of one kind run and wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct QueueRules {
    pub(super) permits: usize,
    /// Whether jobs are refused when many wait. Others are bounded by tables or connections.
    pub(super) bounded: bool,
    /// Time after which a search lets another one run.
    pub(super) slice: Duration,
    /// Maximum number of searches that have begun and are not over. One more ends the one that has run
    /// for longest: it answers with what it has found.
    pub(super) most_begun: usize,
}

/// The permits of one kind of job, and the jobs that wait for one.
#[derive(Debug)]
pub(super) struct PermitQueue {
    pub(super) rules: QueueRules,
    /// Queue in which a long search goes on after its first slice; none for its own.
    pub(super) next: Option<Arc<Self>>,
    state: Mutex<QueueState>,
}

#[derive(Debug)]
struct QueueState {
    rules: QueueRules,
    free: usize,
    /// The owners of the permits that are held.
    held: Vec<JobOwner>,
    /// The jobs that wait, the first to arrive first.
    waiting: Vec<WaitingJob>,
    /// Number of permits granted so far.
    turn: u64,
    /// The turn in which each sharer was last granted a permit, or arrived.
    last_turns: HashMap<Sharer, u64>,
}

#[derive(Debug)]
struct WaitingJob {
    owner: JobOwner,
    waiter: Waiter,
}

#[derive(Debug)]
enum Waiter {
    /// A job that has not begun.
    New(oneshot::Sender<EnginePermit>),
    /// A search between two slices, which has run for some time.
    Parked(Duration, mpsc::SyncSender<Resumed>),
}

/// The end of a search's wait for its next slice.
#[derive(Debug)]
pub(super) enum Resumed {
    Permit(EnginePermit),
    /// The search must answer with what it has found.
    Ended,
}

/// The right to run one job; dropping it starts the next.
#[derive(Debug)]
pub(crate) struct EnginePermit {
    pub(super) queue: Arc<PermitQueue>,
    owner: JobOwner,
}

impl Drop for EnginePermit {
    fn drop(&mut self) {
        let granted = self.queue.lock().release(self.owner);
        self.queue.deliver(granted);
    }
}

impl EnginePermit {
    /// Passes the permit to the job whose turn it is, which may be this one, and waits in `queue` for
    /// the next slice of a search that has run for some time.
    pub(super) fn park(self, queue: &Arc<PermitQueue>, ran: Duration) -> mpsc::Receiver<Resumed> {
        let (sender, resumed) = mpsc::sync_channel(1);
        let granted = {
            let mut state = queue.lock();
            state.push(self.owner, Waiter::Parked(ran, sender));
            // In its own queue it waits for the permit that is dropped below.
            let other = !Arc::ptr_eq(queue, &self.queue);
            other.then(|| state.grant())
        };
        queue.deliver(granted.unwrap_or_default());
        resumed
    }
}

impl PermitQueue {
    pub(super) fn new(rules: QueueRules, next: Option<Arc<Self>>) -> Arc<Self> {
        let state = Mutex::new(QueueState {
            rules,
            free: rules.permits,
            held: Vec::new(),
            waiting: Vec::new(),
            turn: 0,
            last_turns: HashMap::new(),
        });
        Arc::new(Self { rules, next, state })
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        locked(&self.state)
    }

    /// Whether a job waits for a permit.
    pub(super) fn is_wanted(&self) -> bool {
        !self.lock().waiting.is_empty()
    }

    /// Takes a permit, or a place in the queue for one; [`RequestError::Busy`] when too many jobs wait.
    pub(super) fn enqueue(
        self: &Arc<Self>,
        owner: JobOwner,
    ) -> Result<oneshot::Receiver<EnginePermit>, RequestError> {
        let (sender, permit) = oneshot::channel();
        let mut state = self.lock();
        state.forget_cancelled();
        if self.rules.bounded && !state.may_run(owner) && !state.make_room(owner) {
            return Err(RequestError::Busy);
        }
        state.push(owner, Waiter::New(sender));
        let granted = state.grant();
        drop(state);
        self.deliver(granted);
        Ok(permit)
    }

    /// Sends permits to the jobs that were granted one. Called without the lock: a job that was cancelled
    /// meanwhile drops its permit, which passes it on.
    fn deliver(self: &Arc<Self>, granted: Vec<Granted>) {
        let permit = |owner| EnginePermit {
            queue: Arc::clone(self),
            owner,
        };
        for job in granted {
            match job {
                Granted::Permit(owner, Waiter::New(sender)) => drop(sender.send(permit(owner))),
                Granted::Permit(owner, Waiter::Parked(_, sender)) => {
                    drop(sender.send(Resumed::Permit(permit(owner))));
                }
                Granted::End(sender) => drop(sender.send(Resumed::Ended)),
            }
        }
    }
}

/// A job that leaves the queue.
#[derive(Debug)]
enum Granted {
    Permit(JobOwner, Waiter),
    /// A parked search answers with what it has found.
    End(mpsc::SyncSender<Resumed>),
}

impl QueueState {
    /// Whether a permit is free for this visitor, who may hold half of them.
    fn may_run(&self, owner: JobOwner) -> bool {
        let same = |holder: &&JobOwner| holder.visitor == owner.visitor;
        self.free > 0 && self.held.iter().filter(same).count() < self.rules.permits.div_ceil(2)
    }

    fn push(&mut self, owner: JobOwner, waiter: Waiter) {
        for sharer in owner.sharers() {
            self.last_turns.entry(sharer).or_insert(self.turn);
        }
        self.waiting.push(WaitingJob { owner, waiter });
    }

    /// Releases a permit, and grants it to the next job.
    fn release(&mut self, owner: JobOwner) -> Vec<Granted> {
        self.free += 1;
        if let Some(position) = self.held.iter().position(|holder| *holder == owner) {
            self.held.swap_remove(position);
        }
        self.forget_cancelled();
        let granted = self.grant();
        self.forget_sharers();
        granted
    }

    /// Grants the free permits to the jobs whose turn it is, and ends the searches that are too many.
    fn grant(&mut self) -> Vec<Granted> {
        let mut granted = Vec::new();
        while let Some(position) = self.next_job() {
            let WaitingJob { owner, waiter } = self.waiting.remove(position);
            self.free -= 1;
            self.held.push(owner);
            self.turn += 1;
            for sharer in owner.sharers() {
                self.last_turns.insert(sharer, self.turn);
            }
            granted.push(Granted::Permit(owner, waiter));
        }
        while let Some(position) = self.superfluous() {
            if let Waiter::Parked(_, sender) = self.waiting.remove(position).waiter {
                granted.push(Granted::End(sender));
            }
        }
        granted
    }

    /// The job that runs next: of the widest network whose last turn was longest ago, in it of the
    /// narrower one, and so on to the table; of equals the first to arrive.
    fn next_job(&self) -> Option<usize> {
        let last_turns = |job: &WaitingJob| {
            let sharers = job.owner.sharers();
            sharers.map(|sharer| self.last_turns.get(&sharer).copied())
        };
        let jobs = self.waiting.iter().enumerate();
        let may_run = jobs.filter(|(_, job)| self.may_run(job.owner));
        let next = may_run.min_by_key(|(_, job)| last_turns(job));
        next.map(|(position, _)| position)
    }

    /// The parked search that has run for longest, where too many searches have begun.
    fn superfluous(&self) -> Option<usize> {
        let parked = self.waiting.iter().enumerate();
        let parked = parked.filter_map(|(position, job)| match job.waiter {
            Waiter::Parked(ran, _) => Some((ran, position)),
            Waiter::New(_) => None,
        });
        let begun = self.held.len() + parked.clone().count();
        let longest = parked.max_by_key(|(ran, _)| *ran);
        longest
            .filter(|_| begun > self.rules.most_begun)
            .map(|(_, position)| position)
    }

    /// Whether a job of this owner may wait. In a full queue the latest job of the widest network with the
    /// most jobs makes room for one of a network with fewer.
    fn make_room(&mut self, owner: JobOwner) -> bool {
        let networks = owner.visitor.networks();
        let own = |level: usize| {
            let same = |job: &&WaitingJob| job.owner.visitor.networks()[level] == networks[level];
            self.waiting.iter().filter(same).count()
        };
        let levels = MOST_OF_NETWORKS.iter().enumerate();
        if levels.clone().any(|(level, most)| own(level) >= *most) {
            return false;
        }
        if self.waiting.len() < MOST_WAITING {
            return true;
        }
        let mut counts: HashMap<Network, (usize, usize)> = HashMap::new();
        for (position, job) in self.waiting.iter().enumerate() {
            let [wide, ..] = job.owner.visitor.networks();
            let (count, last) = counts.entry(wide).or_default();
            *count += 1;
            *last = position;
        }
        let largest = counts
            .into_values()
            .max()
            .filter(|(count, _)| *count > own(0) + 1);
        if let Some((_, last)) = largest {
            // A dropped sender tells a new job that the server is busy, and a parked search that it is over.
            self.waiting.remove(last);
        }
        largest.is_some()
    }

    fn forget_cancelled(&mut self) {
        self.waiting.retain(|job| match &job.waiter {
            Waiter::New(sender) => !sender.is_closed(),
            Waiter::Parked(..) => true,
        });
    }

    /// Forgets sharers that have no job, once they are many.
    fn forget_sharers(&mut self) {
        let owners = || {
            self.held
                .iter()
                .chain(self.waiting.iter().map(|job| &job.owner))
        };
        if self.last_turns.len() < FEW_SHARERS + 8 * owners().count() {
            return;
        }
        let known: HashSet<Sharer> = owners().flat_map(|owner| owner.sharers()).collect();
        self.last_turns.retain(|sharer, _| known.contains(sharer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue() -> Arc<PermitQueue> {
        let rules = QueueRules {
            permits: 1,
            bounded: true,
            slice: Duration::ZERO,
            most_begun: 1,
        };
        PermitQueue::new(rules, None)
    }

    fn visitor(text: &str) -> Visitor {
        Visitor::at(text.parse().unwrap())
    }

    /// Enqueues jobs behind one that runs; returns the order in which they are granted the permit.
    fn order(owners: &[JobOwner]) -> Vec<usize> {
        let queue = queue();
        let mut running = queue.enqueue(visitor("192.0.2.1").into()).unwrap();
        let waiting = owners.iter().map(|owner| queue.enqueue(*owner).unwrap());
        let mut waiting: Vec<_> = waiting.collect();
        drop(running.try_recv().unwrap());
        let mut order = Vec::new();
        while order.len() < owners.len() {
            let granted = waiting
                .iter_mut()
                .enumerate()
                .find_map(|(number, job)| job.try_recv().ok().map(|permit| (number, permit)));
            let (number, permit) = granted.unwrap();
            order.push(number);
            drop(permit);
        }
        order
    }

    #[test]
    fn a_block_of_addresses_has_the_turns_of_one() {
        let block = (0..9).map(|number| visitor(&format!("2001:db8:7:{number}00::1")));
        let mut owners: Vec<JobOwner> = block.map(JobOwner::from).collect();
        owners.push(visitor("2001:db8:8::1").into());
        owners.push(visitor("203.0.113.9").into());
        assert_eq!(order(&owners), [0, 9, 10, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn a_network_of_56_bits_has_the_turns_of_one_in_its_block() {
        let texts = ["2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:7:100::1"];
        let owners = texts.map(|text| JobOwner::from(visitor(text)));
        assert_eq!(order(&owners), [0, 2, 1]);
    }

    #[test]
    fn tables_behind_one_address_take_turns() {
        let at = |table| JobOwner::at_table(visitor("203.0.113.9"), table);
        let owners = [at("a"), at("a"), at("a"), at("b")];
        assert_eq!(order(&owners), [0, 3, 1, 2]);
    }

    #[test]
    fn a_block_of_addresses_does_not_fill_a_queue() {
        let queue = queue();
        let _running = queue.enqueue(visitor("192.0.2.1").into()).unwrap();
        let jobs = |owner: Visitor| -> Vec<_> {
            let jobs = (0..4).map(|_| queue.enqueue(owner.into()));
            jobs.filter_map(Result::ok).collect()
        };
        let of_block = |block: u32| -> Vec<_> {
            let each = (0..18).map(|number| format!("2001:db8:{block:x}:{number:x}00::1"));
            each.flat_map(|text| jobs(visitor(&text))).collect()
        };
        let blocks: Vec<_> = (0..4).map(of_block).collect();
        assert_eq!(blocks[0].len(), MOST_OF_NETWORKS[0]);
        // The queue is full, and one of the blocks makes room.
        assert_eq!(jobs(visitor("203.0.113.9")).len(), 4);
        assert_eq!(queue.lock().waiting.len(), MOST_WAITING);
    }
}
