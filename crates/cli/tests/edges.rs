//! The dependencies between the workspace's crates are those that ARCHITECTURE.md allows.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The packages that every game may depend on, and most crates.
const CONTRACTS: &[&str] = &["brelan-table", "brelan-text", "brelan-draw", "brelan-host"];

/// The workspace packages that a workspace package may depend on; `GAMES` stands for every game.
fn allowed(package: &str) -> Vec<&'static str> {
    let with = |more: &[&'static str]| [CONTRACTS, more].concat();
    match package {
        "brelan-text-macros" | "brelan-draw" | "pavage" => vec![],
        "pavage-python" => vec!["pavage"],
        "brelan-table" => vec!["brelan-text-macros"],
        "brelan-text" => vec!["brelan-table"],
        "brelan-store" => vec!["brelan-table", "brelan-text"],
        "brelan-host" => vec!["brelan-table", "brelan-text", "brelan-draw"],
        "brelan-review" | "brelan-subject" | "brelan-sandbox" => with(&[]),
        "brelan-image" => with(&["brelan-subject", "pavage"]),
        "brelan-games" => with(&["brelan-review", "brelan-subject", "brelan-image", "GAMES"]),
        "brelan-tournament" => with(&["brelan-games", "brelan-sandbox", "brelan-store"]),
        "brelan-grade" => with(&["brelan-games", "brelan-subject", "brelan-sandbox"]),
        "brelan-python" => with(&[
            "brelan-games",
            "brelan-review",
            "brelan-subject",
            "brelan-sandbox",
        ]),
        "brelan-queue" => with(&[
            "brelan-games",
            "brelan-subject",
            "brelan-sandbox",
            "brelan-tournament",
            "brelan-grade",
        ]),
        "brelan-web" => with(&[
            "brelan-games",
            "brelan-review",
            "brelan-sandbox",
            "brelan-store",
            "brelan-tournament",
        ]),
        "brelan" => with(&[
            "brelan-games",
            "brelan-review",
            "brelan-subject",
            "brelan-sandbox",
            "brelan-store",
            "brelan-tournament",
            "brelan-grade",
            "brelan-queue",
            "brelan-web",
        ]),
        "brelan-morpion" | "brelan-cochon" | "brelan-menteur" => {
            with(&["brelan-games", "brelan-review", "brelan"])
        }
        // Games.
        _ => with(&["brelan-review", "brelan-subject"]),
    }
}

fn metadata() -> Metadata {
    let mut command = MetadataCommand::new();
    command
        .no_deps()
        .exec()
        .expect("cargo describes the workspace")
}

fn is_game(package: &Package) -> bool {
    let mut folders = package.manifest_path.components().rev().skip(2);
    folders
        .next()
        .is_some_and(|folder| folder.as_str() == "games")
}

/// Covers the normal dependencies for every system; build and test dependencies are not restricted.
#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let packages = metadata.workspace_packages();
    let ours = |name: &str| {
        packages
            .iter()
            .find(|package| package.name.as_str() == name)
    };
    assert!(ours("brelan-allumettes").is_some_and(|package| is_game(package)));
    for package in &packages {
        let allowed = allowed(package.name.as_str());
        let needed = package.dependencies.iter();
        let needed = needed.filter(|needed| needed.kind == DependencyKind::Normal);
        for name in needed.map(|needed| needed.name.as_str()) {
            let Some(dependency) = ours(name) else {
                continue;
            };
            let game = allowed.contains(&"GAMES") && is_game(dependency);
            let known = allowed.contains(&name);
            assert!(game || known, "{} must not depend on {name}", package.name);
        }
    }
}
