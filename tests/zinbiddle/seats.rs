//! Seats of Zinbiddle for tests.

use croupier::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};

/// Bets on a natural, does not call it, checks and passes.
pub struct Quiet;

impl Player for Quiet {
    fn side_bet(&mut self, _view: &View<'_>) -> Answer {
        Answer::Yes
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, _view: &View<'_>) -> BetChoice {
        BetChoice::Do(Bet::Check)
    }

    fn pilot(&mut self, _view: &View<'_>) -> PilotChoice {
        PilotChoice::Do(Pilot::Pass)
    }
}
