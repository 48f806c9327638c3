//! Payouts: the results of one player's hands against a total of the dealer's, over all dice.

use crate::framework::ExactScore;
use crate::framework::bonus::Payer;
use crate::games::kinzo::hand::{Fate, Hand, Roll};
use crate::games::kinzo::round::{after_dice, at_tally, hits, paid};
use crate::games::kinzo::rules::{MatchPays, Rules, SplitDice, UNITS_PER_STAKE};
use std::collections::BTreeMap;

/// Room for the totals of a hand or of the dealer, and one beyond.
pub(in crate::games::kinzo) const TOTALS: usize = 74;

/// The standing of a hand's total against a dealer's total, before the dice are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games::kinzo) enum Class {
    /// Settled at the tally (K12).
    Tallied(Fate),
    /// Still in: its fate for each total of its dice, 2..=6 (K13).
    Rolls([Fate; 5]),
}

impl Class {
    pub(in crate::games::kinzo) fn new(rules: &Rules, total: u32, dealer: u32) -> Class {
        match at_tally(rules, total, dealer) {
            Fate::Unrolled => Class::Rolls(std::array::from_fn(|i| {
                after_dice(rules, total + i as u32 + 2, dealer)
            })),
            fate => Class::Tallied(fate),
        }
    }
}

/// The results of one or two hands of a player, given each one's class against the dealer's total
/// and that no other player matches. Money is in stakes before commission unless noted.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::games::kinzo) struct Leaf {
    /// Probability that a hand of the player ends the round with a match (K14).
    pub(in crate::games::kinzo) matched: f64,
    /// Expected net after commission, over the cases without such a match.
    pub(in crate::games::kinzo) unmatched_net: f64,
    /// Expected square of that net.
    pub(in crate::games::kinzo) unmatched_square: f64,
    /// Probabilities that the net is above and below 0, over those cases.
    pub(in crate::games::kinzo) unmatched_win: f64,
    pub(in crate::games::kinzo) unmatched_loss: f64,
    /// The stakes lost if another player matches.
    pub(in crate::games::kinzo) at_risk: f64,
    /// Whether a hand matches already at the tally.
    pub(in crate::games::kinzo) tie: bool,
    /// Expected number of hands of each fate.
    pub(in crate::games::kinzo) fates: [f64; Fate::ALL.len()],
    /// Probability of at least one match; of at least one push.
    pub(in crate::games::kinzo) any_match: f64,
    pub(in crate::games::kinzo) any_push: f64,
    /// The expected bonuses of the player (K15), and those if another player's match ended the
    /// round before this one's dice.
    pub(in crate::games::kinzo) bonus: f64,
    pub(in crate::games::kinzo) bonus_over: f64,
    /// The net of a player alone, bonuses included, and the probability that it is below 0.
    pub(in crate::games::kinzo) alone: ExactScore,
    pub(in crate::games::kinzo) alone_loss: f64,
}

/// The table of all leaves under some rules.
#[derive(Clone, Debug)]
pub(super) struct Leaves {
    /// The class of a total against a dealer's total, indexed by `total * TOTALS + dealer`.
    pub(super) class_of: Vec<u8>,
    pub(super) classes: usize,
    /// Leaves by class for one hand, and by `first * classes + second` for two.
    pub(super) single: Vec<Leaf>,
    pub(super) pair: Vec<Leaf>,
}

impl Leaves {
    pub(super) fn new(rules: &Rules) -> Leaves {
        let mut numbers = BTreeMap::new();
        let mut classes = Vec::new();
        let mut class_of = Vec::with_capacity(TOTALS * TOTALS);
        for total in 0..TOTALS as u32 {
            for dealer in 0..TOTALS as u32 {
                let class = Class::new(rules, total, dealer);
                let number = *numbers.entry(class).or_insert_with(|| {
                    classes.push(class);
                    (classes.len() - 1) as u8
                });
                class_of.push(number);
            }
        }
        let payer = rules.payer();
        let leaf = |hands: &[Class]| leaf(rules, &payer, hands);
        let single = classes.iter().map(|&a| leaf(&[a])).collect();
        let pair = classes
            .iter()
            .flat_map(|&a| classes.iter().map(move |&b| (a, b)))
            .map(|(a, b)| leaf(&[a, b]))
            .collect();
        Leaves { class_of, classes: classes.len(), single, pair }
    }

    #[inline]
    pub(super) fn class(&self, total: u32, dealer: usize) -> usize {
        usize::from(self.class_of[total as usize * TOTALS + dealer])
    }
}

/// K12–K15 for the hands of one player, over all rolls.
pub(in crate::games::kinzo) fn leaf(rules: &Rules, payer: &Payer, hands: &[Class]) -> Leaf {
    let mut leaf = Leaf::default();
    let ends = rules.match_pays != MatchPays::Own;
    let is = |class: &Class, fate: Fate| *class == Class::Tallied(fate);
    let tie = hands.iter().position(|class| is(class, Fate::ExactMatch)).filter(|_| ends);
    leaf.tie = tie.is_some();
    leaf.at_risk = hands.iter().filter(|class| !is(class, Fate::Push)).count() as f64;
    let shared = rules.split_dice == SplitDice::PerPlayer;
    // The rolls of the first and the second hand, as indices into the totals 2..=6.
    for first in 0..5 {
        for second in 0..5 {
            if shared && first != second {
                continue;
            }
            let ways = match shared {
                true => Roll::WEIGHTS[first] * Roll::WAYS,
                false => Roll::WEIGHTS[first] * Roll::WEIGHTS[second],
            };
            let weight = f64::from(ways) / f64::from(Roll::WAYS * Roll::WAYS);
            let mut fates = [Fate::Unrolled; 2];
            let mut ended = tie.is_some();
            for (i, class) in hands.iter().enumerate() {
                fates[i] =
                    match *class {
                        Class::Tallied(fate) if fate == Fate::ExactMatch && ends => {
                            if tie == Some(i) { Fate::ExactMatch } else { Fate::Unrolled }
                        }
                        Class::Tallied(fate) => fate,
                        Class::Rolls(_) if ended => Fate::Unrolled,
                        Class::Rolls(rolls) => {
                            let fate = rolls[if i == 0 { first } else { second }];
                            ended |= fate == Fate::ExactMatch && ends;
                            fate
                        }
                    };
            }
            let fates = &fates[..hands.len()];
            for &fate in fates {
                leaf.fates[fate as usize] += weight;
            }
            if fates.contains(&Fate::ExactMatch) {
                leaf.any_match += weight;
            }
            if fates.contains(&Fate::Push) {
                leaf.any_push += weight;
            }
            if ended {
                leaf.matched += weight;
            } else {
                let net = after_commission(rules, fates.iter().map(|&fate| paid(fate)).sum());
                leaf.unmatched_net += weight * net;
                leaf.unmatched_square += weight * net * net;
                leaf.unmatched_win += if net > 0.0 { weight } else { 0.0 };
                leaf.unmatched_loss += if net < 0.0 { weight } else { 0.0 };
            }
            if !payer.is_empty() {
                // In money units, to distinguish a net of 0 from one that is nearly 0.
                let bonus = bonus(payer, fates);
                let splits = fates.len() as i64 - 1;
                let net = match ended {
                    true => match_stakes(rules, 0, splits),
                    false => fates.iter().map(|&fate| paid(fate)).sum(),
                };
                let net = units_after_commission(rules, net) + bonus;
                let stakes = net as f64 / UNITS_PER_STAKE as f64;
                leaf.bonus += weight * bonus as f64 / UNITS_PER_STAKE as f64;
                leaf.alone.mean += weight * stakes;
                leaf.alone.square += weight * stakes * stakes;
                leaf.alone.win += if net > 0 { weight } else { 0.0 };
                leaf.alone_loss += if net < 0 { weight } else { 0.0 };
            }
        }
    }
    if !payer.is_empty() {
        let over = |class: &Class| match *class {
            Class::Tallied(Fate::ExactMatch) if ends => Fate::Unrolled,
            Class::Tallied(fate) => fate,
            Class::Rolls(_) => Fate::Unrolled,
        };
        let fates: Vec<Fate> = hands.iter().map(over).collect();
        leaf.bonus_over = bonus(payer, &fates) as f64 / UNITS_PER_STAKE as f64;
    }
    leaf
}

/// K15: the bonuses, in money units, of a player whose hands have these fates, at a stake of one.
pub(super) fn bonus(payer: &Payer, fates: &[Fate]) -> i64 {
    let hits = hits(fates).into_iter().enumerate();
    hits.map(|(event, hits)| i64::from(hits) * payer.amount(event)).sum()
}

/// K15: a player's net in stakes after the house's commission on winnings.
pub(super) fn after_commission(rules: &Rules, net: i64) -> f64 {
    let kept = if net > 0 { net * i64::from(rules.commission) } else { 0 };
    net as f64 - kept as f64 / UNITS_PER_STAKE as f64
}

/// The same in money units, from a net in stakes.
pub(super) fn units_after_commission(rules: &Rules, net: i64) -> i64 {
    let kept = if net > 0 { net * i64::from(rules.commission) } else { 0 };
    net * UNITS_PER_STAKE - kept
}

/// K14: the net of a match in stakes, with `prize` stakes of the other players on the table and
/// `splits` splits by all players.
pub(in crate::games::kinzo) fn match_net(rules: &Rules, prize: i64, splits: i64) -> f64 {
    after_commission(rules, match_stakes(rules, prize, splits))
}

/// The same before the house's commission.
pub(super) fn match_stakes(rules: &Rules, prize: i64, splits: i64) -> i64 {
    prize + rules.dealers_stakes(splits)
}

/// The effect of the other players' hands, assumed to stay as they are, on a player's round, for
/// one dealer's total.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rivals {
    /// The probability that no hand before the player's matches by dice; 0 if one ties at the
    /// tally.
    pub(super) none_before: f64,
    /// The probability that no hand after the player's matches by dice.
    pub(super) none_after: f64,
    /// Whether a hand after the player's ties at the tally.
    pub(super) tie_after: bool,
    /// Stakes of other players on the table.
    pub(super) prize: i64,
}

pub(super) const ALONE: Rivals =
    Rivals { none_before: 1.0, none_after: 1.0, tie_after: false, prize: 0 };

/// The player's expected net in stakes at a leaf, with `splits` splits by all players. Its payments
/// towards the bonuses of others are left out: they hardly depend on its play.
pub(super) fn worth(rules: &Rules, leaf: &Leaf, rivals: &Rivals, splits: i64) -> f64 {
    let net = net_worth(rules, leaf, rivals, splits);
    if leaf.bonus == 0.0 && leaf.bonus_over == 0.0 {
        return net;
    }
    // The probability that no match of another player comes before this one's dice.
    let in_time = match rules.match_pays {
        MatchPays::Own => 1.0,
        _ if leaf.tie => f64::from(u8::from(rivals.none_before > 0.0)),
        _ if rivals.tie_after => 0.0,
        _ => rivals.none_before,
    };
    net + in_time * leaf.bonus + (1.0 - in_time) * leaf.bonus_over
}

/// The same without bonuses.
pub(super) fn net_worth(rules: &Rules, leaf: &Leaf, rivals: &Rivals, splits: i64) -> f64 {
    if rules.match_pays == MatchPays::Own {
        return leaf.unmatched_net;
    }
    let win = || match_net(rules, rivals.prize, splits);
    // A tie at the tally comes before all dice: only an earlier tie could forestall it.
    if leaf.tie && rivals.none_before > 0.0 {
        return win();
    }
    if leaf.tie || rivals.tie_after {
        return -leaf.at_risk;
    }
    let (before, after) = (rivals.none_before, rivals.none_after);
    let unmatched = 1.0 - leaf.matched;
    before * (leaf.matched * win() + after * leaf.unmatched_net)
        - before * unmatched * (1.0 - after) * leaf.at_risk
        - (1.0 - before) * leaf.at_risk
}

/// Expected nets in stakes by the totals of the player's hands and the dealer's total.
#[derive(Clone, Debug)]
pub(super) struct Worths {
    /// One more than the dealer's highest total.
    pub(super) span: usize,
    /// All totals from this one up fare alike.
    highest: usize,
    /// Indexed by `total * span + dealer`, for one hand.
    pub(super) single: Vec<f64>,
    /// The best of any higher total, by dealer's total: an upper bound for hits.
    pub(super) single_above: Vec<f64>,
    /// Indexed by `(first * (highest + 1) + second) * span + dealer`, for two hands; empty if no
    /// hand may be split.
    pub(super) pair: Vec<f64>,
    pub(super) pair_above_second: Vec<f64>,
    pub(super) pair_above_first: Vec<f64>,
}

impl Worths {
    pub(super) fn new(rules: &Rules, leaves: &Leaves, rivals: &[Rivals], splits: i64) -> Worths {
        let span = 6 * usize::from(rules.dealer_limit) + 1;
        let class = |total, dealer| leaves.class(total as u32, dealer);
        let most = TOTALS - 1;
        let differs = |&total: &usize| (0..span).any(|at| class(total, at) != class(most, at));
        let highest = (span..most).rev().find(differs).map_or(span, |total| total + 1);
        let mut single = Vec::with_capacity((highest + 1) * span);
        for total in 0..=highest {
            for dealer in 0..span {
                let leaf = &leaves.single[class(total, dealer)];
                single.push(worth(rules, leaf, &rivals[dealer], splits));
            }
        }
        let mut single_above = vec![f64::NEG_INFINITY; single.len()];
        for at in (0..highest * span).rev() {
            single_above[at] = single_above[at + span].max(single[at + span]);
        }
        let mut worths = Worths {
            span,
            highest,
            single,
            single_above,
            pair: Vec::new(),
            pair_above_second: Vec::new(),
            pair_above_first: Vec::new(),
        };
        if rules.split {
            worths.pairs(rules, leaves, rivals, splits);
        }
        worths
    }

    /// Fills in the values of two hands.
    fn pairs(&mut self, rules: &Rules, leaves: &Leaves, rivals: &[Rivals], splits: i64) {
        let (span, highest) = (self.span, self.highest);
        let row = span * (highest + 1);
        // Totals fall into few classes against a dealer's total.
        let classes = leaves.classes * leaves.classes;
        let by_class: Vec<f64> = rivals[..span]
            .iter()
            .flat_map(|rival| leaves.pair.iter().map(|leaf| worth(rules, leaf, rival, splits + 1)))
            .collect();
        let mut pair = Vec::with_capacity((highest + 1) * row);
        for first in 0..=highest {
            for second in 0..=highest {
                for dealer in 0..span {
                    let class = leaves.class(first as u32, dealer) * leaves.classes
                        + leaves.class(second as u32, dealer);
                    pair.push(by_class[dealer * classes + class]);
                }
            }
        }
        let lowest = f64::NEG_INFINITY;
        let mut second = vec![lowest; pair.len()];
        let mut first = second.clone();
        for a in (0..=highest).rev() {
            for at in (a * row..(a + 1) * row).rev() {
                if at + span < (a + 1) * row {
                    second[at] = second[at + span].max(pair[at + span]);
                }
                if a < highest {
                    first[at] = first[at + row].max(pair[at + row]).max(second[at + row]);
                }
            }
        }
        (self.pair, self.pair_above_second, self.pair_above_first) = (pair, second, first);
    }

    pub(super) fn at(&self, hand: Hand) -> usize {
        (hand.total() as usize).min(self.highest) * self.span
    }

    pub(super) fn at_pair(&self, first: Hand, second: Hand) -> usize {
        let total = |hand: Hand| (hand.total() as usize).min(self.highest);
        (total(first) * (self.highest + 1) + total(second)) * self.span
    }
}
