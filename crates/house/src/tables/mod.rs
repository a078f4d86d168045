//! Each game's part of the house: its options, its words, its dialogue.

mod allumettes;
mod awale;
pub(crate) mod jeu421;
