//! The control groups of a host process, found as the kernel lists them.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Number of control groups that a host created and that are left. Version 1 has several trees.
pub(crate) fn count(host: u32) -> usize {
    let prefix = format!("brelan-{host}-");
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let paths = own.lines().filter_map(|line| line.rsplit_once(':'));
    let trees = fs::read_dir("/sys/fs/cgroup")
        .into_iter()
        .flatten()
        .flatten();
    let trees: Vec<_> = trees
        .map(|tree| tree.path())
        .chain(["/sys/fs/cgroup".into()])
        .collect();
    let folders = paths.flat_map(|(_, path)| {
        let path = path.trim_start_matches('/');
        trees.iter().map(move |tree| tree.join(path))
    });
    let folders: BTreeSet<PathBuf> = folders.collect();
    let entries = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten());
    let names = entries.flatten().map(|entry| entry.file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with(&prefix))
        .count()
}
