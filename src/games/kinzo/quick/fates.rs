//! The fates of a hand against each of the dealer's totals, and their values: computed once for the
//! rules.

use crate::framework::bonus::Payer;
use crate::games::kinzo::exact::{Class, Leaf, leaf};
use crate::games::kinzo::hand::{Fate, MAX_CARDS, Roll};
use crate::games::kinzo::rules::{MatchPays, Rules, TieAtTally};

/// Room for the totals of a hand, those that hits may lead to included.
pub(super) const TOTALS: usize = 6 * MAX_CARDS + 24;

/// The value of a fate depends on the probability that the other players leave the table to this
/// one. It is a linear combination of these bases, each a probability by dealer's total that
/// includes the odds of that total.
pub(super) const BASES: usize = 6;
/// In every case.
pub(super) const ALWAYS: usize = 0;
/// No hand before this player's has matched.
pub(super) const IN_TIME: usize = 1;
/// No hand of any other player matches.
pub(super) const UNMATCHED: usize = 2;
/// As [`IN_TIME`], times the prize of a match.
pub(super) const PRIZE: usize = 3;
/// No hand before this player's has tied at the tally.
pub(super) const NO_TIE: usize = 4;
/// As [`NO_TIE`], times the prize of a match.
pub(super) const TIE_PRIZE: usize = 5;

/// Each base, by dealer's total.
pub(super) type Bases = [[f32; TOTALS]; BASES];

/// The coefficient of each base.
pub(super) type Terms = [f32; BASES];

/// The fates of hands under some rules. The first one, a bust, is the default: only the others are
/// stored.
#[derive(Clone, Debug)]
pub(super) struct Fates {
    /// The number of fates other than the first.
    pub(super) others: usize,
    /// One more than the dealer's highest total.
    pub(super) span: usize,
    /// The probabilities of the other fates, indexed by total, dealer's total, then fate; and by
    /// total, fate, then dealer's total.
    odds: Vec<f32>,
    by_fate: Vec<f32>,
    /// For each total, the range of dealer's totals in which any of these is above 0.
    pub(super) bands: Vec<(usize, usize)>,
    /// The probability that a total does not match by dice, indexed by total, then dealer's total.
    misses: Vec<f32>,
    /// The value of a single hand: that of the first fate, then the excess of each other fate over
    /// it.
    pub(super) one: Vec<Terms>,
    /// The value of two hands: that of the first fate for both; then the excess over it of each
    /// other fate of the first hand, and of the second; then, for each pair of such fates, the
    /// excess over the sum of these.
    pub(super) two: Vec<Terms>,
    /// The bases with a nonzero coefficient in any of these.
    pub(super) bases: Vec<usize>,
}

impl Fates {
    pub(super) fn new(rules: &Rules) -> Fates {
        let payer = rules.payer();
        let kinds = kinds(rules, &payer);
        let others = kinds.len() - 1;
        let span = 6 * usize::from(rules.dealer_limit) + 1;
        let mut odds = vec![0.0; TOTALS * span * others];
        let mut misses = vec![1.0; TOTALS * span];
        for (at, odds) in odds.chunks_exact_mut(others).enumerate() {
            let (total, dealer) = (at / span, at % span);
            let mut add = |class: Class, weight: u32| {
                let share = weight as f32 / Roll::WAYS as f32;
                let kind = kinds.iter().position(|&kind| kind == class).unwrap_or(0);
                if kind > 0 {
                    odds[kind - 1] += share;
                }
                if rules.match_pays != MatchPays::Own && class == by_dice(Fate::ExactMatch) {
                    misses[at] -= share;
                }
            };
            match Class::new(rules, total as u32, dealer as u32) {
                Class::Rolls(fates) => {
                    for (fate, weight) in fates.into_iter().zip(Roll::WEIGHTS) {
                        add(by_dice(fate), weight);
                    }
                }
                tallied => add(tallied, Roll::WAYS),
            }
        }
        let by_fate = odds.chunks_exact(span * others).flat_map(|odds| {
            (0..others).flat_map(move |fate| odds.iter().skip(fate).step_by(others).copied())
        });
        let by_fate = by_fate.collect();
        let possible = |at: usize| odds[at * others..][..others].iter().any(|&odds| odds > 0.0);
        let bands = (0..TOTALS).map(|total| {
            let mut found = (0..span).filter(|dealer| possible(total * span + dealer));
            let first = found.next();
            first.map_or((0, 0), |first| (first, found.next_back().unwrap_or(first) + 1))
        });
        let bands = bands.collect();
        let terms = |hands: &[Class]| terms(&leaf(rules, &payer, hands));
        let base = kinds[0];
        let one: Vec<Terms> = kinds
            .iter()
            .map(|&kind| match kind == base {
                true => terms(&[base]),
                false => less(terms(&[kind]), terms(&[base])),
            })
            .collect();
        let both = terms(&[base, base]);
        let first = |kind| less(terms(&[kind, base]), both);
        let second = |kind| less(terms(&[base, kind]), both);
        let beyond = |a, b| less(less(less(terms(&[a, b]), both), first(a)), second(b));
        let rest = &kinds[1..];
        let mut two = vec![both];
        two.extend(rest.iter().map(|&kind| first(kind)));
        two.extend(rest.iter().map(|&kind| second(kind)));
        two.extend(rest.iter().flat_map(|&a| rest.iter().map(move |&b| beyond(a, b))));
        let counts = |base: &usize| one.iter().chain(&two).any(|terms| terms[*base] != 0.0);
        let bases = (0..BASES).filter(counts).collect();
        Fates { others, span, odds, by_fate, bands, misses, one, two, bases }
    }

    /// The probabilities of the other fates of a total, by dealer's total and fate.
    #[inline]
    pub(super) fn of(&self, total: usize) -> &[f32] {
        let row = self.span * self.others;
        &self.odds[total * row..][..row]
    }

    /// The same for one fate after the other, each by dealer's total.
    #[inline]
    pub(super) fn by_fate(&self, total: usize) -> impl Iterator<Item = &[f32]> {
        self.by_fate[total * self.span * self.others..].chunks_exact(self.span).take(self.others)
    }

    /// The sum of bases weighted by `terms`, by dealer's total from `from` on.
    #[inline]
    pub(super) fn sums(&self, bases: &Bases, terms: &Terms, from: usize, sums: &mut [f32]) {
        let mut written = false;
        for &base in &self.bases {
            let times = terms[base];
            if times == 0.0 {
                continue;
            }
            for (sum, odds) in sums.iter_mut().zip(&bases[base][from..]) {
                *sum = if written { *sum + times * odds } else { times * odds };
            }
            written = true;
        }
        if !written {
            sums.fill(0.0);
        }
    }

    /// The probability that a total does not match by dice, by dealer's total.
    #[inline]
    pub(super) fn misses(&self, total: usize) -> &[f32] {
        &self.misses[total * self.span..][..self.span]
    }
}

/// A fate decided by the dice.
fn by_dice(fate: Fate) -> Class {
    Class::Rolls([fate; 5])
}

/// The fates that are distinguished, a bust first.
fn kinds(rules: &Rules, payer: &Payer) -> Vec<Class> {
    let mut kinds = vec![Class::Tallied(Fate::BustHigh)];
    // All busts lose the stake. Only bonuses distinguish them: those by dice do not happen if
    // another player has matched.
    if !payer.is_empty() {
        kinds.push(Class::Tallied(Fate::BustDoubled));
        kinds.extend([Fate::BustHigh, Fate::BustDoubled].map(by_dice));
    }
    kinds.extend([Fate::Survive, Fate::ExactMatch].map(by_dice));
    match rules.tie_at_tally {
        TieAtTally::Continue => {}
        TieAtTally::Push => kinds.push(Class::Tallied(Fate::Push)),
        TieAtTally::Match => kinds.push(Class::Tallied(Fate::ExactMatch)),
    }
    kinds
}

fn less(a: Terms, b: Terms) -> Terms {
    std::array::from_fn(|base| a[base] - b[base])
}

/// The value of hands of certain fates beside other players, in terms of the bases (as
/// [`worth`](crate::games::kinzo::exact) computes it).
fn terms(leaf: &Leaf) -> Terms {
    let (net, risk) = (leaf.unmatched_net as f32, leaf.at_risk as f32);
    let (bonus, over) = (leaf.bonus as f32, leaf.bonus_over as f32);
    let mut terms = [0.0; BASES];
    terms[ALWAYS] = over - risk;
    if leaf.tie {
        terms[NO_TIE] = risk + bonus - over;
        terms[TIE_PRIZE] = 1.0;
    } else {
        terms[IN_TIME] = bonus - over;
        if leaf.matched > 0.0 {
            terms[IN_TIME] += risk;
            terms[PRIZE] = 1.0;
        } else {
            terms[UNMATCHED] = net + risk;
        }
    }
    terms
}
