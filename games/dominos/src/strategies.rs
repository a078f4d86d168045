//! The strategies of this table. To add one: write it here, name it in [`STRATEGIES`].

use table::{Named, NoMove, Remark, Seat, Sight, Strategy};

use crate::engine::policy::Outlook;
use crate::engine::worlds::Worlds;
use crate::expert::Reasoner;
use crate::rules::{Cheat, Dominos, Move};
use crate::view::{Step, View};

/// Every strategy that plays by itself; `humain` is whoever answers from outside.
pub const STRATEGIES: &[Named<Dominos>] = &[
    Named {
        name: "naif",
        make: || Box::new(Naive),
    },
    Named {
        name: "premier",
        make: || Box::new(Rated(first)),
    },
    Named {
        name: "glouton",
        make: || Box::new(Rated(heaviest)),
    },
    Named {
        name: "habile",
        make: || Box::new(Rated(skilful)),
    },
    Named {
        name: "expert",
        make: || Box::new(Reasoner::default()),
    },
    Named {
        name: "tricheur",
        make: || Box::new(Tricheur::default()),
    },
];

/// *Naïf*: any legal move, each as likely as the others.
#[derive(Clone, Copy, Debug)]
pub struct Naive;

/// The first of the moves rated highest.
#[derive(Clone, Copy, Debug)]
pub struct Rated(pub fn(&View<'_>, Move) -> f64);

/// *Tricheur*: looks at the other hand, then plays best against it.
#[derive(Clone, Default, Debug)]
pub struct Tricheur(Reasoner);

/// *Premier*, the subject's strategy: the first possible tile of the sorted hand, at the left end if
/// it fits there (R14). All moves are alike to it.
pub fn first(_view: &View<'_>, _mv: Move) -> f64 {
    0.0
}

/// *Glouton*: the points a move gets rid of.
pub fn heaviest(_view: &View<'_>, mv: Move) -> f64 {
    mv.tile().map_or(0.0, |tile| tile.points().into())
}

/// *Habile*: the points a move gets rid of, more for a double, more for each of one's own tiles that
/// will fit, less for each tile the opponent can be expected to hold that will.
pub fn skilful(view: &View<'_>, mv: Move) -> f64 {
    let Some(tile) = mv.tile() else { return 0.0 };
    let step = Step {
        side: view.side,
        mv,
        ends: view.ends(),
    };
    let possible = Worlds::of(view).possible();
    let outlook = Outlook::new(view.hand, possible, view.opponent);
    step.ends_after()
        .map_or(0.0, |ends| outlook.rate(tile, ends))
}

impl Strategy<Dominos> for Naive {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let Sight { view, luck, .. } = seat.sight();
        let moves = view.moves();
        Ok(moves[luck.below(moves.len() as u32) as usize])
    }
}

impl Strategy<Dominos> for Rated {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        let view = seat.view();
        let rated = view.moves().into_iter().map(|mv| (mv, (self.0)(&view, mv)));
        let better =
            |best: (Move, f64), next: (Move, f64)| if next.1 > best.1 { next } else { best };
        rated.reduce(better).map(|(mv, _)| mv).ok_or(NoMove::Fault)
    }
}

impl Strategy<Dominos> for Tricheur {
    fn choose(&mut self, seat: &mut Seat<'_, Dominos>) -> Result<Move, NoMove> {
        if let [only] = seat.view().moves()[..] {
            return Ok(only);
        }
        seat.say(Remark::Cheating);
        match seat.tamper(Cheat) {
            Ok((game, luck, budget)) => {
                let best = self.0.best_seen(game, luck, &budget);
                best.ok_or(NoMove::Fault)
            }
            // The referee has noticed; there is still a move to choose.
            Err(_) => Rated(first).choose(seat),
        }
    }
}
