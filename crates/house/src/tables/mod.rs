//! Each game's part of the house: its options, its words, its dialogue.

mod allumettes;
mod awale;
mod dominos;
pub(crate) mod jeu421;
mod puissance4;
