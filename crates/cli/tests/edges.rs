//! Which crate may depend on which: the edges of ARCHITECTURE.md.

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

/// The packages of ours that a package of ours may use; `GAMES` stands for every game.
fn allowed(package: &str) -> &'static [&'static str] {
    match package {
        "brelan-table" | "pavage" => &[],
        "pavage-python" => &["pavage"],
        "brelan-house" => &["brelan-table", "GAMES", "pavage"],
        "brelan-store" => &["brelan-table", "brelan-house"],
        "brelan-sandbox" => &["brelan-table", "brelan-house"],
        "brelan-tournament" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-store",
        ],
        "brelan-queue" => &[
            "brelan-table",
            "brelan-house",
            "brelan-sandbox",
            "brelan-tournament",
            "brelan-grade",
        ],
        "brelan-grade" => &[
            "brelan-table",
            "brelan-house",
            "brelan-store",
            "brelan-sandbox",
        ],
        "brelan-web" | "brelan-python" => &[
            "brelan-table",
            "brelan-house",
            "brelan-store",
            "brelan-sandbox",
            "brelan-tournament",
            "brelan-grade",
        ],
        "brelan" => &[
            "brelan-table",
            "brelan-house",
            "brelan-store",
            "brelan-sandbox",
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

/// What a package needs to run, whatever the system; what its tests and build need is free.
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
