//! A strategy that weighs its options by its chance at each quarter of the pot.

mod actions;
mod belief;
mod field;
mod needs;
mod prospects;
mod runs;
mod tables;

use self::actions::Actions;
use self::belief::Beliefs;
use self::field::{Field, Odds};
use self::needs::Mending;
use self::prospects::Prospects;
use self::tables::Tables;
use crate::cards::{Memory, Recall};
use crate::games::zinbiddle::hand::{LEVELS, PLACES, Pyramid};
use crate::games::zinbiddle::rules::{ROUNDS, Rules, UNITS_PER_ANTE};
use crate::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use std::sync::Arc;

/// Assumptions about the rivals and the rest of the hand, tuned by trial under `casino` against
/// `regular` and `passive`.
mod guess {
    /// The fraction of all bets still to come that an action counts as won with the pot.
    pub const BETS_WON: f32 = 0.1;
    /// The fraction of all bets still to come that a call is expected to lead to.
    pub const BETS_MADE: f32 = 0.35;
    /// The least share of the pot, relative to an equal share, to bet and to raise; then the extra
    /// for each raise made.
    pub const TO_BET: f32 = 0.85;
    pub const TO_RAISE: f32 = 1.5;
    pub const PER_RAISE: f32 = 0.25;
    /// The factor by which a rival's chance of a misfire at the end shrinks with each round in
    /// which it bet or raised.
    pub const BOLD_MISFIRE: f32 = 0.4;
    /// The fraction of their dealt misfires that rivals who act still hide.
    pub const HIDDEN: f32 = 0.4;
    /// The fraction of the repairs still needed that will be paid for.
    pub const REPAIRS: f32 = 0.6;
    /// The value of a spare action before the last level, in shares of the pot.
    pub const SPARE: f32 = 0.05;
    /// The fraction of rivals with a spare action that will have the better of two flanks.
    pub const BETTER_FLANK: f32 = 0.25;
    /// The least value of a call, relative to its cost.
    pub const CALL: f32 = 2.0;
    /// The least value of a zinbiddle bet, relative to its cost.
    pub const SIDE_BET: f32 = 1.02;
}

/// Weighs every legal action by the expected change of its chance at each quarter of the pot,
/// less the price, and bets by that chance and the pot odds.
#[derive(Clone, Debug)]
pub struct Weigher {
    tables: Arc<Tables>,
    /// Its memory of the cards of earlier hands.
    recall: Recall,
    /// Whether it has staked a zinbiddle bet on this hand.
    staked: bool,
    /// Its beliefs and its estimate of the rivals: a cache, recomputed from its view alone whenever
    /// that changes.
    thoughts: Box<Thoughts>,
}

#[derive(Clone, Debug)]
struct Thoughts {
    beliefs: Beliefs,
    field: Field,
}

/// The evaluation of a situation.
struct Situation {
    mending: Mending,
    misfires: usize,
    /// The expected share of the pot.
    share: f32,
    lines: [Odds; 3],
}

/// The sum of the bet units after this round, in units of money.
#[inline]
fn units_after(view: &View<'_>) -> f32 {
    let units = &view.rules().bet_units[(view.round() + 1).min(ROUNDS)..];
    units.iter().sum::<u32>() as f32 * UNITS_PER_ANTE as f32
}

impl Weigher {
    /// A seat at a table of these rules, with or without memory of earlier hands.
    pub fn new(rules: &Rules, counts: bool) -> Weigher {
        let memory = if counts { Memory::Full } else { Memory::None };
        Weigher::remembering(rules, Recall::new(memory))
    }

    /// A seat with the given memory of earlier hands.
    pub fn remembering(rules: &Rules, recall: Recall) -> Weigher {
        let tables = Arc::new(Tables::new(rules));
        let beliefs = Beliefs::new(rules, &tables.full);
        let thoughts = Box::new(Thoughts { beliefs, field: Field::NONE });
        Weigher { tables, recall, staked: false, thoughts }
    }

    /// Evaluates a situation. If `acts`, the mending also covers one misfire more and one less, as
    /// an action may leave.
    #[inline]
    fn situation(&mut self, view: &View<'_>, pyramid: &Pyramid, acts: bool) -> Situation {
        let levels = view.levels();
        let Thoughts { beliefs, field } = &mut *self.thoughts;
        beliefs.update(view, &self.recall, &self.tables.full, LEVELS - 1);
        field.update(view, beliefs);
        let misfires = pyramid.misfires(levels - 1) as usize;
        let over = view.round() + 1 >= ROUNDS;
        let most = if over { 0 } else { usize::from(view.actions_left(view.seat())) };
        let asked = match acts {
            true => misfires.saturating_sub(1)..=(misfires + 1).min(PLACES),
            false => misfires..=misfires,
        };
        let most = (most, usize::from(view.rules().pilot_actions));
        let mending = Mending::new(field.to_come(levels), beliefs, levels, most, asked);
        let lines = self.prospects(view).lines(pyramid);
        let share = self.thoughts.field.share(lines) * mending.whole[misfires][0];
        Situation { mending, misfires, share, lines }
    }

    #[inline]
    fn prospects<'a>(&'a self, view: &'a View<'a>) -> Prospects<'a> {
        let Thoughts { beliefs, field } = &*self.thoughts;
        Prospects { tables: &self.tables, view, beliefs, field }
    }

    /// The price of an action at the next level, in units.
    #[inline]
    fn next_price(view: &View<'_>) -> f32 {
        let levels = view.levels();
        view.price() as f32 * (levels + 1).min(LEVELS) as f32 / levels as f32
    }
}

impl Player for Weigher {
    fn error_rate(&self) -> u32 {
        self.recall.error_rate
    }

    #[inline]
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let pays = view.rules().zinbiddle_pays as f32;
        let beliefs = &mut self.thoughts.beliefs;
        beliefs.update(view, &self.recall, &self.tables.full, 0);
        let first = beliefs.of(0);
        // Four of a number, Sixes included; the cards of the others are ignored.
        let left = first.cards;
        let wild = first.all[5] * left;
        let four = |count: f32| {
            let ways = count * (count - 1.0) * (count - 2.0) * (count - 3.0);
            if count > 3.0 {
                ways / (left * (left - 1.0) * (left - 2.0) * (left - 3.0))
            } else {
                0.0
            }
        };
        let natural: f32 = (1..5).map(|number| four(first.all[number] * left + wild)).sum::<f32>()
            - 3.0 * four(wild);
        self.staked = natural * (pays + 1.0) > guess::SIDE_BET;
        if self.staked { Answer::Yes } else { Answer::No }
    }

    #[inline]
    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        if self.staked && view.rules().side_bet > 0 {
            return Answer::Yes;
        }
        let Some(pyramid) = view.own_so_far() else { return Answer::Yes };
        let found = self.situation(view, pyramid, false);
        let n = view.rivals() as f32 + 1.0;
        let after = guess::BETS_MADE * units_after(view);
        let play = found.share * (view.pot() as f32 + after * n) - after;
        if play > view.pot() as f32 { Answer::No } else { Answer::Yes }
    }

    #[inline]
    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let n = view.rivals() as f32 + 1.0;
        let call = view.to_call() as f32;
        let Some(pyramid) = view.own_so_far() else {
            // Rivals that fold later have paid for the blind round.
            return BetChoice::Do(if call > 0.0 { Bet::Call } else { Bet::Bet });
        };
        let found = self.situation(view, pyramid, false);
        let share = found.share;
        if call == 0.0 {
            return BetChoice::Do(if share * n > guess::TO_BET { Bet::Bet } else { Bet::Check });
        }
        if view.can_raise() && share * n > guess::TO_RAISE + guess::PER_RAISE * view.raises() as f32
        {
            return BetChoice::Do(Bet::Raise);
        }
        let after = guess::BETS_MADE * units_after(view);
        let repairs = found.mending.each
            * (found.misfires as f32 + found.mending.later)
            * Weigher::next_price(view)
            * guess::REPAIRS;
        let value =
            share * (view.pot() as f32 + call + after * n) - (call + after) * guess::CALL - repairs;
        BetChoice::Do(if value >= 0.0 { Bet::Call } else { Bet::Fold })
    }

    #[inline]
    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let Some(pyramid) = view.own_so_far() else { return PilotChoice::Do(Pilot::Pass) };
        let found = self.situation(view, pyramid, true);
        PilotChoice::Do(Actions::new(self.prospects(view)).best(pyramid, &found))
    }
}
