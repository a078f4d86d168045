//! Which crate may depend on which: the edges of ARCHITECTURE.md.

use std::path::Path;
use std::{fs, io};

/// The packages of ours that a package of ours may use; `GAMES` stands for every game.
fn allowed(package: &str) -> &'static [&'static str] {
    match package {
        "brelan-table" | "pavage" => &[],
        "brelan-awale-database" => &["brelan-table", "brelan-awale"],
        "brelan-house" => &["brelan-table", "GAMES", "brelan-awale-database", "pavage"],
        "brelan-store" | "brelan-arena" | "brelan-fuzz" => &["brelan-table", "brelan-house"],
        "brelan-web" => &["brelan-table", "brelan-house", "brelan-store", "pavage"],
        "brelan" => &[
            "brelan-table",
            "brelan-house",
            "brelan-store",
            "brelan-arena",
            "brelan-web",
        ],
        _ => &["brelan-table"],
    }
}

/// A package: its name, whether it is a game, and its manifest.
struct Package {
    name: String,
    game: bool,
    manifest: String,
}

fn packages() -> io::Result<Vec<Package>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut packages = Vec::new();
    for (folder, game) in [("crates", false), ("games", true), (".", false)] {
        for entry in fs::read_dir(root.join(folder))? {
            let manifest = fs::read_to_string(entry?.path().join("Cargo.toml")).unwrap_or_default();
            if let Some(name) = manifest
                .lines()
                .find_map(|line| line.strip_prefix("name = \""))
            {
                let name = name.trim_end_matches('"').to_owned();
                packages.push(Package {
                    name,
                    game,
                    manifest,
                });
            }
        }
    }
    Ok(packages)
}

/// The packages of ours in `[dependencies]`; those for tests and builds are free.
fn dependencies(manifest: &str) -> Vec<&str> {
    let section = manifest
        .split("\n[dependencies]\n")
        .nth(1)
        .unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let words = section
        .lines()
        .map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default());
    words
        .filter(|word| word.starts_with("brelan") || *word == "pavage")
        .collect()
}

#[test]
fn dependencies_point_one_way() {
    let packages = packages().unwrap();
    let is_game = |name: &str| {
        packages
            .iter()
            .any(|package| package.game && package.name == name)
    };
    assert!(is_game("brelan-allumettes"));
    for Package { name, manifest, .. } in &packages {
        let allowed = allowed(name);
        for dependency in dependencies(manifest) {
            let game = allowed.contains(&"GAMES") && is_game(dependency);
            let known = allowed.contains(&dependency);
            assert!(game || known, "{name} must not depend on {dependency}");
        }
    }
}
