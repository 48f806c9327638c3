//! Exact figures of one player's round, and the facts of a hand.

use super::payouts::{TOTALS, match_net};
use super::solver::{Own, ROUNDING, Solver, deals, hands_up_to, ups};
use crate::cards::Composition;
use crate::framework::{ExactFigures, ExactScore, HandFacts};
use crate::games::kinzo::hand::{Card, Fate, Hand};
use crate::games::kinzo::rules::UNITS_PER_STAKE;
use crate::games::kinzo::view::{Action, CallView, Choice, Open, Player, Stake, View};
use std::collections::BTreeMap;

/// The ends of the turns of a player alone: the probability of each.
struct Ends {
    /// By the class of the hand and the dealer's total, as the solver's leaves of one hand.
    single: Vec<f64>,
    /// By the classes of both hands of a split, as its leaves of two.
    pair: Vec<f64>,
    /// By the dealer's total.
    totals: [f64; TOTALS],
    /// The probability that the deck runs out.
    ran_out: f64,
}

impl Solver {
    /// The probabilities of the fates of a hand that stays, against a dealer's card, in the first
    /// round after a shuffle.
    pub fn standing(&mut self, hand: Hand, up: Card) -> [f64; Fate::ALL.len()] {
        self.face(up);
        let (unseen, earlier) = self.unseen(Own::One(hand), None);
        let odds = self.dealer.ends(unseen, earlier).odds.to_vec();
        let mut fates = [0.0; Fate::ALL.len()];
        for (sum, odds) in odds.iter().enumerate().filter(|&(_, &odds)| odds > 0.0) {
            let class = self.leaves.class(hand.total(), sum + up.value() as usize);
            for (fate, add) in fates.iter_mut().zip(self.leaves.single[class].fates) {
                *fate += odds * add;
            }
        }
        fates
    }

    /// Exact figures of a player alone in the first round after a shuffle. Its answers must depend
    /// only on the view. Events come in the order of the game's list.
    pub fn figures<P: Player>(&mut self, player: &mut P) -> ExactFigures {
        self.figures_believing(player, self.deck)
    }

    /// The same for a player who believes in another deck, with at least as many cards.
    pub(in crate::games::kinzo) fn figures_believing<P: Player>(
        &mut self,
        player: &mut P,
        believed: Composition,
    ) -> ExactFigures {
        let limit = f64::from(self.rules.stake_limit);
        let open = Open::new(1, believed);
        let call = CallView { rules: &self.rules, open: &open, seat: 0 };
        // Mean and mean square of the stake (K4), which is uniform over 1..=limit if left to
        // chance.
        let (stake, stake_square) = match player.stake(&call) {
            Stake::Of(stake) => (f64::from(stake), f64::from(stake).powi(2)),
            Stake::Any => ((limit + 1.0) / 2.0, (limit + 1.0) * (2.0 * limit + 1.0) / 6.0),
        };
        let ends = self.ends(player, believed);
        let (seat, house, own) = self.scores(&ends, (stake, stake_square));
        let (lowest, highest) = self.rules.dealer_totals(believed);
        let dealer = (lowest..=highest).map(|total| (ends.totals[total as usize], 1.0));
        // There is nothing to shuffle in the first round after a shuffle.
        let scarce = [(ends.ran_out, 1.0), (0.0, 1.0)];
        let table = own.iter().copied().chain(scarce).chain(dealer);
        let events = table.chain(own.iter().copied()).collect();
        ExactFigures { seats: vec![seat], positions: Vec::new(), house, events }
    }

    /// The ends of the turns of a player who believes in this deck.
    fn ends<P: Player>(&mut self, player: &mut P, believed: Composition) -> Ends {
        let more = believed.cards() - self.deck.cards();
        let mut open = Open::new(1, believed);
        let rules = self.rules.clone();
        let classes = self.leaves.classes;
        let mut ends = Ends {
            single: vec![0.0; classes],
            pair: vec![0.0; classes * classes],
            totals: [0.0; TOTALS],
            ran_out: 0.0,
        };
        for up in ups(self.deck) {
            self.face(up);
            open.up = up;
            // Situations in the order in which a turn passes through them.
            let mut reached: BTreeMap<(u32, Own), f64> = BTreeMap::new();
            for (hand, odds) in deals(self.deck, up) {
                reached.insert((2, Own::One(hand)), odds);
            }
            while let Some(((cards, own), odds)) = reached.pop_first() {
                let (unseen, _) = self.unseen(own, None);
                let (hands, count) = own.hands();
                open.hands[0][..2].copy_from_slice(&hands);
                open.count[0] = count as u8;
                open.seen = self.deck.minus(unseen);
                open.on_table = cards + 2;
                // The hole card is not part of the pile. Nobody draws from an empty pile, whatever
                // the player believes.
                (open.pile, open.deck_cards) = match unseen.cards() - 1 {
                    0 => (0, open.on_table),
                    left => (left + more, believed.cards()),
                };
                let view = View { rules: &rules, open: &open, seat: 0, playing: own.playing() };
                let weights = match view.can_hit() || view.can_split() {
                    false => single_weight(Action::Stay),
                    true => match player.play(&view) {
                        Choice::Act(action) => single_weight(action),
                        Choice::Mix(weights) => weights,
                    },
                };
                let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
                for (index, &weight) in weights.iter().enumerate().filter(|&(_, &w)| w > 0) {
                    let odds = odds * f64::from(weight) / sum;
                    match (Action::from_index(index), own) {
                        (Action::Stay, Own::First(first, second)) => {
                            *reached.entry((cards, Own::Second(first, second))).or_default() +=
                                odds;
                        }
                        (Action::Split(card), Own::One(hand)) => {
                            let split = Own::divided(hand, card);
                            *reached.entry((cards, split)).or_default() += odds;
                        }
                        (Action::Hit, _) => {
                            for card in Card::ALL {
                                let count = unseen.count(card.kind());
                                if count > 0 {
                                    let odds = odds * f64::from(count) / f64::from(unseen.cards());
                                    *reached.entry((cards + 1, own.with(card))).or_default() +=
                                        odds;
                                }
                            }
                        }
                        // Staying with the last hand; other actions are not legal here.
                        _ => self.end(&mut ends, up, own, odds),
                    }
                }
            }
        }
        ends
    }

    /// Adds the end of a turn against a dealer's card.
    fn end(&mut self, ends: &mut Ends, up: Card, own: Own, odds: f64) {
        let (unseen, earlier) = self.unseen(own, None);
        let dealer = self.dealer.ends(unseen, earlier);
        ends.ran_out += odds * dealer.ran_out;
        for (sum, p) in dealer.odds.iter().enumerate().filter(|&(_, &p)| p > 0.0) {
            let total = sum + up.value() as usize;
            ends.totals[total] += odds * p;
            let class = |hand: Hand| self.leaves.class(hand.total(), total);
            match own {
                Own::One(hand) => ends.single[class(hand)] += odds * p,
                Own::First(a, b) | Own::Second(a, b) => {
                    ends.pair[class(a) * self.leaves.classes + class(b)] += odds * p;
                }
            }
        }
    }

    /// The scores of the player and the house, given the mean and the mean square of the stake, and
    /// the probabilities of each fate, with those of their trials: the events of a player's hands.
    fn scores(
        &self,
        ends: &Ends,
        (stake, stake_square): (f64, f64),
    ) -> (ExactScore, ExactScore, Vec<(f64, f64)>) {
        let mut seat = ExactScore::default();
        let bonuses = !self.rules.bonus.is_empty();
        let mut loss = 0.0;
        let mut fates = [0.0; Fate::ALL.len()];
        let (mut any_match, mut any_push, mut hands, mut splits) = (0.0, 0.0, 0.0, 0.0);
        let leaves = self.leaves.single.iter().zip(&ends.single).map(|pair| (pair, 1));
        let pairs = self.leaves.pair.iter().zip(&ends.pair).map(|pair| (pair, 2));
        for ((leaf, &odds), count) in leaves.chain(pairs) {
            if bonuses {
                seat.mean += odds * leaf.alone.mean;
                seat.square += odds * leaf.alone.square;
                seat.win += odds * leaf.alone.win;
                loss += odds * leaf.alone_loss;
            } else {
                let win = match_net(&self.rules, 0, count - 1);
                seat.mean += odds * (leaf.matched * win + leaf.unmatched_net);
                seat.square += odds * (leaf.matched * win * win + leaf.unmatched_square);
                let matched_win = if win > 0.0 { leaf.matched } else { 0.0 };
                seat.win += odds * (matched_win + leaf.unmatched_win);
                loss += odds * leaf.unmatched_loss;
            }
            for (fate, add) in fates.iter_mut().zip(leaf.fates) {
                *fate += odds * add;
            }
            any_match += odds * leaf.any_match;
            any_push += odds * leaf.any_push;
            hands += odds * count as f64;
            splits += odds * (count - 1) as f64;
        }
        let unit = UNITS_PER_STAKE as f64;
        seat.mean *= stake * unit;
        seat.square *= stake_square * unit * unit;
        let house = ExactScore { mean: -seat.mean, square: seat.square, win: loss };
        let mut own: Vec<(f64, f64)> = Fate::ALL
            .iter()
            .map(|&fate| match fate {
                Fate::ExactMatch => (any_match, 1.0),
                Fate::Push => (any_push, 1.0),
                _ => (fates[fate as usize], hands),
            })
            .collect();
        own.push((splits, hands));
        (seat, house, own)
    }
}

fn single_weight(action: Action) -> [u16; Action::WAYS] {
    let mut weights = [0; Action::WAYS];
    weights[action.index()] = 1;
    weights
}

/// The name of a hand, its rarity among hands of the same size, and its fates if it stays, against
/// each of the dealer's cards.
pub(in crate::games::kinzo) fn facts(
    solver: &mut Solver,
    hand: Hand,
    dealers: &[Card],
) -> Vec<HandFacts> {
    let deck = solver.deck;
    let peers: Vec<Hand> = hands_up_to(hand.cards(), deck)
        .into_iter()
        .filter(|peer| peer.cards() == hand.cards())
        .collect();
    // A multiset of k cards comes in as many ways as the product of its binomials.
    let ways = |hand: &Hand| -> f64 {
        Card::ALL
            .into_iter()
            .map(|card| choose(deck.count(card.kind()).into(), hand.count(card)))
            .product()
    };
    let rarity = ways(&hand) / choose(deck.cards(), hand.cards());
    let beaten = |fates: &[f64; Fate::ALL.len()]| {
        fates[Fate::BustHigh as usize] + fates[Fate::BustDoubled as usize]
    };
    let possible = |hand: &Hand, up: Card| {
        let rest = deck.without(up.kind());
        rest.holds(hand.composition()) && rest.cards() > hand.cards()
    };
    let mut facts = Vec::new();
    for &up in dealers.iter().filter(|&&up| possible(&hand, up)) {
        let fates = solver.standing(hand, up);
        let own = beaten(&fates);
        // Ranks by the probability of being beaten; equally good hands share a rank.
        let mut better: Vec<f64> = Vec::new();
        for peer in peers.iter().filter(|peer| possible(peer, up)) {
            better.push(beaten(&solver.standing(*peer, up)));
        }
        better.sort_by(f64::total_cmp);
        better.dedup_by(|a, b| (*a - *b).abs() < ROUNDING);
        let rank = better.iter().filter(|&&other| other < own - ROUNDING).count() as u64 + 1;
        let outcomes = Fate::ALL
            .iter()
            .filter(|&&fate| fate != Fate::Unrolled)
            .map(|&fate| (fate.name().to_owned(), Some(fates[fate as usize])))
            .collect();
        facts.push(HandFacts {
            line: String::new(),
            hand: hand.to_string(),
            dealer: up.to_string(),
            category: category(hand),
            rank,
            ranks: better.len() as u64,
            rarity: Some(rarity),
            beaten: Some(own),
            outcomes,
            flags: Vec::new(),
        });
    }
    facts
}

/// The name of a hand, which is only its total and the pairs that it could split.
fn category(hand: Hand) -> String {
    let pairs: Vec<String> = hand.pairs().map(|card| card.to_string()).collect();
    match pairs.as_slice() {
        [] => format!("total {}", hand.total()),
        pairs => format!("total {}, pair of {}", hand.total(), pairs.join(" and of ")),
    }
}

/// Binomial coefficient.
fn choose(n: u32, k: u32) -> f64 {
    (0..k).map(|i| f64::from(n.saturating_sub(i)) / f64::from(i + 1)).product()
}
