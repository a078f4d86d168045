//! The role of a browser at a table: what it may see and do there.

use host::Viewer;
use table::Side;

/// The role of a browser at a table: spectator, one player, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TableRole {
    /// Watches, and sees nothing that is hidden.
    Spectator,
    Player(Side),
    /// Holds both seats: two people share the screen.
    Both,
}

impl TableRole {
    /// Every role, in the order of [`index`](Self::index).
    pub(crate) const ALL: [Self; 4] = [
        Self::Spectator,
        Self::Player(Side::First),
        Self::Player(Side::Second),
        Self::Both,
    ];

    /// The role of a browser that holds the first seat, the second, both or neither.
    pub(crate) fn from_seats(holds: [bool; 2]) -> Self {
        match holds {
            [true, true] => Self::Both,
            [true, false] => Self::Player(Side::First),
            [false, true] => Self::Player(Side::Second),
            [false, false] => Self::Spectator,
        }
    }

    pub(crate) fn index(self) -> usize {
        match self {
            Self::Spectator => 0,
            Self::Player(side) => 1 + side.index(),
            Self::Both => 3,
        }
    }

    pub(crate) fn holds(self, side: Side) -> bool {
        self == Self::Both || self == Self::Player(side)
    }

    /// The side that a sentence may call *you*; none for two people at one screen.
    pub(crate) fn addressed(self) -> Option<Side> {
        match self {
            Self::Player(side) => Some(side),
            Self::Both | Self::Spectator => None,
        }
    }

    /// The viewer whose rights apply to an event of `side`.
    pub(crate) fn viewer(self, side: Option<Side>) -> Viewer {
        match (self, side) {
            (Self::Player(own), _) => Viewer::Player(own),
            (Self::Both, Some(side)) => Viewer::Player(side),
            (Self::Both, None) | (Self::Spectator, _) => Viewer::Spectator,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_its_index() {
        for (index, role) in TableRole::ALL.into_iter().enumerate() {
            assert_eq!(role.index(), index);
        }
    }
}
