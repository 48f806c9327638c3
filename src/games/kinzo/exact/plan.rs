//! Best play where every round is shuffled, as a table that all threads share.

use super::solver::{Own, Solver, deals, own_of, ups};
use crate::cards::{Composition, Recall};
use crate::games::kinzo::hand::Card;
use crate::games::kinzo::rules::Rules;
use crate::games::kinzo::view::{Action, View};
use rustc_hash::FxHashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// Best play for one player with every round shuffled, as a table of actions.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub(super) actions: FxHashMap<u64, Action>,
    /// Expected net of a round, in stakes.
    pub value: f64,
}

/// A key: equal exactly when the situations are.
pub(in crate::games::kinzo) fn plan_key(own: Own, up: Card) -> u64 {
    own.key() | (up.kind() as u64) << 56
}

impl Solver {
    /// Computes best play for one player with every round shuffled.
    pub fn plan(&mut self) -> Plan {
        let mut plan = Plan::default();
        for up in ups(self.deck) {
            self.face(up);
            for (hand, odds) in deals(self.deck, up) {
                plan.value += odds * self.value(Own::One(hand), None);
                let mut open = vec![Own::One(hand)];
                while let Some(own) = open.pop() {
                    let key = plan_key(own, up);
                    if plan.actions.contains_key(&key) {
                        continue;
                    }
                    let action = self.best(own);
                    plan.actions.insert(key, action);
                    let (unseen, _) = self.unseen(own, None);
                    open.extend(own.after(action, unseen));
                }
            }
        }
        plan
    }
}

impl Plan {
    /// The action in a seat's view, if the plan reaches that situation.
    #[inline]
    pub fn decide(&self, view: &View<'_>) -> Option<Action> {
        self.actions.get(&plan_key(own_of(view), view.dealer())).copied()
    }
}

/// Best play for one player with every round shuffled, shared by all threads. It is solved when it
/// is first asked.
#[derive(Debug)]
pub(in crate::games::kinzo) struct Shared {
    rules: Rules,
    deck: Composition,
    solved: OnceLock<Solved>,
}

/// The plan, and a cache of decisions off the plan's path, for players who deviate from it.
#[derive(Debug)]
struct Solved {
    plan: Plan,
    found: OnceLock<Found>,
    thinking: Mutex<Thinking>,
    /// A solver that recognises views of the first round after a shuffle; copies of it solve all
    /// other views.
    solver: Solver,
}

/// A solver, and the values it found against each of the dealer's cards.
#[derive(Debug)]
struct Thinking {
    solver: Solver,
    values: [FxHashMap<u64, f64>; 6],
}

/// The most values kept, at 20 to 40 bytes each; beyond it those against the other dealer's cards
/// are dropped. Hands of six cards have about 1.2 million in all, hands of eight fewer than this.
const VALUES_AT_MOST: usize = 6_000_000;

impl Shared {
    pub(in crate::games::kinzo) fn new(rules: &Rules, deck: Composition) -> Shared {
        Shared { rules: rules.clone(), deck, solved: OnceLock::new() }
    }

    #[inline]
    fn solved(&self) -> &Solved {
        self.solved.get_or_init(|| {
            let solver = Solver::new(&self.rules, self.deck);
            let mut thinking = Thinking { solver: solver.clone(), values: Default::default() };
            let plan = thinking.solver.plan();
            thinking.solver.values = FxHashMap::default();
            Solved { plan, found: OnceLock::new(), thinking: Mutex::new(thinking), solver }
        })
    }

    #[inline]
    pub(in crate::games::kinzo) fn plan(&self) -> &Plan {
        &self.solved().plan
    }

    /// The best action, as [`Solver::decide`] finds it.
    #[inline]
    pub(in crate::games::kinzo) fn decide(&self, view: &View<'_>, recall: &Recall) -> Action {
        let solved = self.solved();
        solved.plan.decide(view).unwrap_or_else(|| solved.off_the_path(view, recall))
    }
}

impl Solved {
    fn thinking(&self) -> MutexGuard<'_, Thinking> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn off_the_path(&self, view: &View<'_>, recall: &Recall) -> Action {
        if !self.solver.is_faced(view) {
            return self.solver.clone().decide(view, recall);
        }
        let found = self.found.get_or_init(Found::new);
        let key = plan_key(own_of(view), view.dealer());
        found.get(key).unwrap_or_else(|| {
            let mut thinking = self.thinking();
            // Another thread may have found it meanwhile.
            found.get(key).unwrap_or_else(|| {
                let action = thinking.decide(view);
                found.put(key, action);
                action
            })
        })
    }
}

impl Thinking {
    /// The best action in a first round. The value of a situation does not depend on the path to
    /// it, so values found before are reused.
    fn decide(&mut self, view: &View<'_>) -> Action {
        let up = view.dealer();
        self.solver.face(up);
        self.solver.values = std::mem::take(&mut self.values[up.kind()]);
        let action = self.solver.best(own_of(view));
        let others: usize = self.values.iter().map(FxHashMap::len).sum();
        if others + self.solver.values.len() > VALUES_AT_MOST {
            self.values = Default::default();
        }
        self.values[up.kind()] = std::mem::take(&mut self.solver.values);
        if view.allows(action) { action } else { Action::Stay }
    }
}

/// A cache of decisions by [`plan_key`], of 8 MB: if a key's places are full, a new decision
/// replaces one of those there, which is then computed again. Players reach far fewer: hands of six
/// cards make up to 8 million situations (a first hand of 462, a second of 462, a pair's card of 6
/// and a dealer's of 6), but few of them are off the plan's path and ever met.
#[derive(Debug)]
struct Found(Box<[AtomicU64]>);

impl Found {
    const BITS: u32 = 20;
    /// The number of places for a key.
    const PLACES: usize = 8;
    /// The first bit of the action, above those of the key.
    const ACTION: u32 = 60;

    fn new() -> Found {
        Found((0..1 << Found::BITS).map(|_| AtomicU64::new(0)).collect())
    }

    /// The places of a key. An empty one holds 0, which is no key.
    fn places(&self, key: u64) -> &[AtomicU64] {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - Found::BITS);
        let from = hash as usize / Found::PLACES * Found::PLACES;
        &self.0[from..from + Found::PLACES]
    }

    fn get(&self, key: u64) -> Option<Action> {
        let held = self.places(key).iter().map(|place| place.load(Ordering::Relaxed));
        let mask = (1 << Found::ACTION) - 1;
        let held = held.take_while(|&held| held != 0).find(|held| held & mask == key)?;
        Some(Action::from_index((held >> Found::ACTION) as usize))
    }

    /// Stores a decision. Only one thread at a time may do so.
    fn put(&self, key: u64, action: Action) {
        let places = self.places(key);
        let free = places.iter().find(|place| place.load(Ordering::Relaxed) == 0);
        let place = free.unwrap_or(&places[key as usize % Found::PLACES]);
        place.store(key | (action.index() as u64) << Found::ACTION, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::Seed;
    use crate::framework::settings::Settings;
    use crate::games::kinzo::record::Silent;
    use crate::games::kinzo::round::{Keyed, Table};
    use crate::games::kinzo::view::{Choice, Player};

    /// Acts at random, and checks best play each time, cached and computed anew.
    struct Strays {
        shared: Shared,
        fresh: Solver,
        asked: u32,
    }

    impl Player for Strays {
        fn play(&mut self, view: &View<'_>) -> Choice {
            let recall = Recall::default();
            let found = self.fresh.decide(view, &recall);
            for _ in 0..2 {
                assert_eq!(self.shared.decide(view, &recall), found, "{view:?}");
                assert_eq!(self.shared.solved().off_the_path(view, &recall), found, "{view:?}");
            }
            self.asked += 1;
            let mut weights = [0; Action::WAYS];
            for action in view.legal() {
                weights[action.index()] = 1;
            }
            Choice::Mix(weights)
        }
    }

    #[test]
    fn decisions_off_the_path_are_the_same_remembered() {
        for set in [
            "hand_limit=4",
            "hand_limit=5;dealer_limit=4;match_pays=own",
            "hand_limit=4;copies_per_value=1",
            "hand_limit=4;copies_per_value=2;split_dice=per_player",
            "hand_limit=4;copies_per_value=[4,3,0,9,2,3];tie_at_tally=push",
            "hand_limit=5;split=false;doubled=exactly;commission=50",
        ] {
            let mut settings = Settings::<Rules>::default();
            for part in set.split(';') {
                settings.set(part).unwrap();
            }
            let rules = settings.finish().unwrap();
            let deck = rules.deck();
            let fresh = Solver::new(&rules, deck);
            let mut seats = [Strays { shared: Shared::new(&rules, deck), fresh, asked: 0 }];
            let mut table = Table::new(&rules, deck);
            for session in 0..300 {
                table.shuffle();
                let luck = &mut Keyed::new(Seed::new(1).round(session, 0));
                table.round(&mut seats, luck, &mut Silent, 0);
            }
            assert!(seats[0].asked > 300, "{set}");
        }
    }

    #[test]
    fn what_is_remembered_is_found_again_or_gone() {
        let found = Found::new();
        let key =
            |hand: u64| (hand * 0x9_1b07_31d3 & 0xffff_ffff_ffff) | 3 << 48 | (hand % 6) << 56;
        let action = |hand: u64| Action::from_index((hand % Action::WAYS as u64) as usize);
        let many = 1 << (Found::BITS + 1);
        let mut kept = 0;
        for hand in 0..many {
            found.put(key(hand), action(hand));
            assert_eq!(found.get(key(hand)), Some(action(hand)));
        }
        for hand in 0..many {
            let held = found.get(key(hand));
            kept += u32::from(held.is_some());
            assert!(held.is_none_or(|held| held == action(hand)));
        }
        assert!(kept > 1 << (Found::BITS - 1), "{kept}");
    }
}
