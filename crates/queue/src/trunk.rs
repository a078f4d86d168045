//! The programs of a tournament, packed and sent to where workers find them.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::path::PathBuf;
use std::sync::Arc;

use arena::program_of;
use arena::tournament::Plan;
use table::{Explain, Who};
use tokio::time::timeout;

use crate::QueueError;
use crate::archive::{Packed, pack};
use crate::hall::Hall;
use crate::job::Baggage;
use crate::shelf::{FETCHED, fetch};

/// A program with its folder.
#[derive(Debug)]
pub(crate) struct Trunk {
    pub(crate) baggage: Baggage,
    pub(crate) program: arena::Program,
    pub(crate) packed: Arc<Packed>,
}

/// The programs of a plan, packed.
pub(crate) fn trunks(
    plan: &Plan,
    left_out: &[PathBuf],
) -> Result<BTreeMap<String, Trunk>, QueueError> {
    let mut trunks = BTreeMap::new();
    let mut archives: HashMap<PathBuf, Arc<Packed>> = HashMap::new();
    for player in &plan.players {
        let (Who::Program(named), Some(program)) = (&player.who, program_of(player, &[])) else {
            continue;
        };
        let program = program.map_err(|misdeed| QueueError::Program {
            player: player.name.clone(),
            reason: Box::new(misdeed.explain()),
        })?;
        let packed = if let Some(packed) = archives.get(&program.folder) {
            Arc::clone(packed)
        } else {
            let packed = pack(&program.folder, left_out);
            Arc::new(packed.map_err(|error| QueueError::packing(&player.name, &error))?)
        };
        archives.insert(program.folder.clone(), Arc::clone(&packed));
        let trunk = Trunk {
            baggage: Baggage::new(&packed.digest, named),
            program,
            packed,
        };
        trunks.insert(player.name.clone(), trunk);
    }
    Ok(trunks)
}

impl Hall {
    /// Puts every archive that is not there, or not whole.
    pub(crate) async fn send_programs(&self) -> Result<(), QueueError> {
        for trunk in self.trunks.values() {
            let programs = self.link.programs().await?;
            let known = programs.info(&trunk.packed.digest).await;
            if !known.is_ok_and(|known| known.size == trunk.packed.bytes.len()) {
                self.send(&trunk.packed).await?;
            }
        }
        Ok(())
    }

    async fn send(&self, packed: &Packed) -> Result<(), QueueError> {
        let programs = self.link.programs().await?;
        let mut bytes = Cursor::new(&packed.bytes);
        let put = programs.put(&*packed.digest, &mut bytes).await;
        put.map(drop).map_err(|error| QueueError::NoStream {
            place: self.link.place.clone(),
            reason: error.to_string(),
        })
    }

    /// Sends an archive again that is not there, or not whole; whose it is.
    pub(crate) async fn send_again(&self, digest: &str) -> Option<String> {
        let mut trunks = self.trunks.iter();
        let (player, trunk) = trunks.find(|(_, trunk)| trunk.packed.digest == digest)?;
        // Somebody else may have missed it before: what is whole by now stays for who reads it.
        let whole = timeout(FETCHED, fetch(digest, &self.link)).await;
        if matches!(whole, Ok(Ok(_))) {
            return None;
        }
        // Whoever misses it still asks again.
        let _ = self.send(&trunk.packed).await;
        Some(player.clone())
    }
}
