//! A strategy that acts only towards an Ion Barrage.

use crate::games::zinbiddle::exact::maximum::{QUICK, Solver, solved};
use crate::games::zinbiddle::rules::Rules;
use crate::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};

/// `barrage-hunter`: never bets, calls everything, never calls a natural zinbiddle, and maximizes
/// the probability of an Ion Barrage from endless shoes with the actions that it plans for. It
/// leaves any further actions unused.
#[derive(Clone, Copy, Debug)]
pub struct Hunter {
    solver: &'static Solver,
    idle: u8,
}

impl Hunter {
    /// A hunter under these rules that plans for at most `actions` actions, or for [`QUICK`] if
    /// `None`. The first one takes as long as the computation of the ceiling.
    pub fn new(rules: &Rules, actions: Option<u8>) -> Hunter {
        let quick = QUICK[usize::from(rules.vermilion_sixes > 0)];
        let (solver, idle) = solved(rules, actions.unwrap_or(quick));
        solver.maximum();
        Hunter { solver, idle }
    }
}

impl Player for Hunter {
    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        BetChoice::Do(if view.to_call() > 0 { Bet::Call } else { Bet::Check })
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let left = view.actions_left(view.seat()).saturating_sub(self.idle);
        PilotChoice::Do(match view.own_so_far() {
            Some(own) if left > 0 && !self.solver.is_hopeless() => {
                self.solver.action(view.levels() - 1, left, own)
            }
            _ => Pilot::Pass,
        })
    }
}
