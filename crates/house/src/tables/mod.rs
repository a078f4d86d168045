//! Each game's part of the house: its options, its words, its dialogue.

mod allumettes;
pub(crate) mod jeu421;
