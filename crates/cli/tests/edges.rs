//! The dependencies between the workspace's crates are those that ARCHITECTURE.md allows.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The workspace packages that a workspace package may depend on; `GAMES` stands for every game.
fn allowed(package: &str) -> &'static [&'static str] {
    match package {
        "brelan-table" | "pavage" => &[],
        "pavage-python" => &["pavage"],
        "brelan-house" => &["brelan-table", "GAMES", "pavage"],
        "brelan-sandbox" => &["brelan-table", "brelan-house"],
        "brelan-tournament" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-store",
        ],
        "brelan-grade" | "brelan-python" => &["brelan-table", "brelan-house", "brelan-sandbox"],
        "brelan-queue" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-tournament",
            "brelan-grade",
        ],
        "brelan-web" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-store",
            "brelan-tournament",
        ],
        "brelan" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-store",
            "brelan-tournament",
            "brelan-grade",
            "brelan-queue",
            "brelan-web",
        ],
        "brelan-morpion" => &["brelan-table", "brelan-house", "brelan"],
        _ => &["brelan-table"],
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
