//! The dependencies between the workspace's crates are those that ARCHITECTURE.md allows.

use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

/// The packages that every game may depend on, and most crates.
const CONTRACTS: &[&str] = &["brelan-table", "brelan-text", "brelan-draw", "brelan-host"];

/// The workspace packages that a workspace package may depend on; `GAMES` stands for every game.
fn allowed(package: &str) -> Vec<&'static str> {
    let with = |more: &[&'static str]| [CONTRACTS, more].concat();
    match package {
        "brelan-text-macros" | "brelan-draw" | "pavage" => vec![],
        "pavage-python" | "pavage-web" => vec!["pavage"],
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
        "brelan-terminal" => with(&["brelan-games"]),
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
            "brelan-terminal",
            "brelan-web",
        ]),
        "brelan-morpion" | "brelan-cochon" | "brelan-menteur" => {
            with(&["brelan-games", "brelan-review", "brelan"])
        }
        // Games.
        _ => with(&["brelan-review", "brelan-subject"]),
    }
}

/// The packages of the workspace, as `cargo metadata` describes them.
fn packages() -> Vec<Json> {
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo
        .args(["metadata", "--no-deps", "--format-version", "1", "--locked"])
        .output()
        .expect("cargo starts");
    let described: Json = serde_json::from_slice(&output.stdout).expect("cargo prints JSON");
    let packages = described["packages"].as_array();
    packages.expect("a workspace has packages").clone()
}

fn text(value: &Json) -> &str {
    value.as_str().expect("a text")
}

fn is_game(package: &Json) -> bool {
    let mut folders = Path::new(text(&package["manifest_path"])).iter().rev();
    folders.nth(2).is_some_and(|folder| folder == "games")
}

/// Covers the normal dependencies for every system; build and test dependencies are not restricted.
#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    let ours = |name: &str| packages.iter().find(|package| package["name"] == name);
    assert!(ours("brelan-allumettes").is_some_and(is_game));
    for package in &packages {
        let allowed = allowed(text(&package["name"]));
        let needed = package["dependencies"].as_array().expect("a list");
        let normal = needed.iter().filter(|needed| needed["kind"].is_null());
        for name in normal.map(|needed| text(&needed["name"])) {
            let Some(dependency) = ours(name) else {
                continue;
            };
            let game = allowed.contains(&"GAMES") && is_game(dependency);
            let known = allowed.contains(&name);
            let package = &package["name"];
            assert!(game || known, "{package} must not depend on {name}");
        }
    }
}
