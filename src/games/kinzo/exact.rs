//! What Kinzo allows to be computed without sampling: one player's round from a known
//! composition, by recursion over what is left unseen.
//!
//! The next card off the draw pile is any unseen card, the hole card among them, each as likely;
//! so a situation is the player's hands, the dealer's card and the composition unseen, and the
//! order of the cards does not matter. A round is the first one after a shuffle: there is no
//! discard pile yet to take from (K8) or to reshuffle (K11), so with `shuffle.penetration` the
//! figures are those of a shoe's first round.

use super::hand::{Card, Hand, Roll};
use super::player::{Action, CallView, Choice, Open, Player, Stake, View};
use super::round::{Fate, Standing, hits, paid};
use super::rules::{
    MAX_HANDS, MAX_PLAYERS, MatchPays, Rules, SplitDice, TieAtTally, UNITS_PER_STAKE,
};
use crate::cards::{Composition, Recall};
use crate::framework::bonus::Payer;
use crate::framework::{Decision, ExactFigures, ExactScore, HandFacts};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Why the best play is not computed with `resplit = true`.
pub(super) const RESPLIT: &str = "with resplit = true a player may hold four hands at once, too \
     many situations to enumerate; set resplit = false, or simulate another strategy";

/// Most different hands for which best play with splits is computed, in pairs of them: as many as
/// hands of eight cards have. It takes ten seconds, and every card more three times as long.
const SPLIT_HANDS: usize = 3003;

/// Why best play is beyond reach under some rules, if it is.
pub(super) fn best_out_of_reach(rules: &Rules, deck: Composition) -> Option<String> {
    if rules.resplit {
        return Some(RESPLIT.to_owned());
    }
    let hands = || hands_up_to(rules.hand_limit.into(), deck).len();
    (rules.split && rules.hand_limit > 8 && hands() > SPLIT_HANDS).then(|| {
        format!(
            "with splits and hand_limit = {} there are too many pairs of hands to enumerate; set \
             hand_limit to 8 or less, or split = false",
            rules.hand_limit
        )
    })
}

/// Highest total of a hand or of the dealer, and one more.
pub(super) const TOTALS: usize = 74;

/// How a hand of some total fares against some dealer's total, before its dice are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// Settled at the tally (K12).
    Tallied(Fate),
    /// Still in: its fate for each total of its dice, 2..=6 (K13).
    Rolls([Fate; 5]),
}

impl Class {
    fn of(rules: &Rules, total: u32, dealer: u32) -> Class {
        let rolls = || {
            Class::Rolls(std::array::from_fn(|i| {
                match Standing::after_dice(rules, total + i as u32 + 2, dealer) {
                    Standing::High => Fate::BustHigh,
                    Standing::Doubled => Fate::BustDoubled,
                    Standing::Equal => Fate::ExactMatch,
                    Standing::In => Fate::Survive,
                }
            }))
        };
        match Standing::at_tally(rules, total, dealer) {
            Standing::High => Class::Tallied(Fate::BustHigh),
            Standing::Doubled => Class::Tallied(Fate::BustDoubled),
            Standing::In => rolls(),
            Standing::Equal => match rules.tie_at_tally {
                TieAtTally::Continue => rolls(),
                TieAtTally::Push => Class::Tallied(Fate::Push),
                TieAtTally::Match => Class::Tallied(Fate::ExactMatch),
            },
        }
    }
}

/// What one or two hands of a player come to, given how each stands against the dealer's total
/// and that no other player matches. All money in stakes before commission unless said.
#[derive(Clone, Copy, Debug, Default)]
struct Leaf {
    /// Probability that a hand of the player ends the round with a match (K14).
    matched: f64,
    /// Expected net after commission, over the cases without such a match.
    unmatched_net: f64,
    /// Expected square of that net.
    unmatched_square: f64,
    /// Probabilities that the net is above and below 0, over those cases.
    unmatched_win: f64,
    unmatched_loss: f64,
    /// Stakes that another player's match would cost.
    at_risk: f64,
    /// A match already at the tally.
    tie: bool,
    /// Expected number of hands of each fate.
    fates: [f64; Fate::ALL.len()],
    /// Probability of at least one match; of at least one push.
    any_match: f64,
    any_push: f64,
    /// Expected bonuses of the player (K15), and those where another player's match ended the round
    /// before this one's dice.
    bonus: f64,
    bonus_over: f64,
    /// The net of a player alone, bonuses included.
    alone: ExactScore,
    alone_loss: f64,
}

/// The table of all leaves under some rules.
#[derive(Clone, Debug)]
struct Leaves {
    /// The class of (total, dealer's total), by `total * TOTALS + dealer`.
    class_of: Vec<u8>,
    classes: usize,
    /// Leaves by class of the only hand; and by `first * classes + second` of two.
    single: Vec<Leaf>,
    pair: Vec<Leaf>,
}

impl Leaves {
    fn new(rules: &Rules) -> Leaves {
        let mut numbers = BTreeMap::new();
        let mut classes = Vec::new();
        let mut class_of = Vec::with_capacity(TOTALS * TOTALS);
        for total in 0..TOTALS as u32 {
            for dealer in 0..TOTALS as u32 {
                let class = Class::of(rules, total, dealer);
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
    fn class(&self, total: u32, dealer: usize) -> usize {
        usize::from(self.class_of[total as usize * TOTALS + dealer])
    }
}

/// K12–K15 for the hands of one player, over all rolls.
fn leaf(rules: &Rules, payer: &Payer, hands: &[Class]) -> Leaf {
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
                // In money units, so that a net of nothing is told from one that is next to nothing.
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

/// K15: the bonuses, in money units, of a player whose hands have these fates and a stake of one.
fn bonus(payer: &Payer, fates: &[Fate]) -> i64 {
    let hits = hits(fates).into_iter().enumerate();
    hits.map(|(event, hits)| i64::from(hits) * payer.amount(event)).sum()
}

/// K15: a player's net in stakes after the house's commission on winnings.
fn after_commission(rules: &Rules, net: i64) -> f64 {
    let kept = if net > 0 { net * i64::from(rules.commission) } else { 0 };
    net as f64 - kept as f64 / UNITS_PER_STAKE as f64
}

/// The same in money units, from a net in stakes.
fn units_after_commission(rules: &Rules, net: i64) -> i64 {
    let kept = if net > 0 { net * i64::from(rules.commission) } else { 0 };
    net * UNITS_PER_STAKE - kept
}

/// K14: what a match nets in stakes, `prize` of the other players' stakes on the table and
/// `splits` made by all players.
fn match_net(rules: &Rules, prize: i64, splits: i64) -> f64 {
    after_commission(rules, match_stakes(rules, prize, splits))
}

/// The same before the house's commission.
fn match_stakes(rules: &Rules, prize: i64, splits: i64) -> i64 {
    let matched = if rules.dealer_matches_split { splits } else { 0 };
    let whole = i64::from(rules.players) + matched;
    let dealer = match rules.match_pays {
        MatchPays::Capped => whole.min(rules.match_cap.into()),
        MatchPays::Table | MatchPays::Own => whole,
    };
    prize + dealer
}

/// What the other players' hands, taken to stay as they are, do to a player's round: for each
/// dealer's total, the odds that nobody before or after matches.
#[derive(Clone, Copy, Debug)]
struct Rivals {
    /// Odds that no hand before the player's matches by dice, 0 if one ties at the tally.
    none_before: f64,
    /// Odds that no hand after the player's matches by dice.
    none_after: f64,
    /// A hand after the player's ties at the tally.
    tie_after: bool,
    /// Stakes of other players on the table.
    prize: i64,
}

const ALONE: Rivals = Rivals { none_before: 1.0, none_after: 1.0, tie_after: false, prize: 0 };

/// The player's expected net in stakes at a leaf, splits by others included in the prize. What it
/// pays towards bonuses of others is left out: it hardly depends on its play.
fn worth(rules: &Rules, leaf: &Leaf, rivals: &Rivals, splits: i64) -> f64 {
    let net = net_worth(rules, leaf, rivals, splits);
    if leaf.bonus == 0.0 && leaf.bonus_over == 0.0 {
        return net;
    }
    // The odds that no match of another player comes before this one's dice.
    let in_time = match rules.match_pays {
        MatchPays::Own => 1.0,
        _ if leaf.tie => f64::from(u8::from(rivals.none_before > 0.0)),
        _ if rivals.tie_after => 0.0,
        _ => rivals.none_before,
    };
    net + in_time * leaf.bonus + (1.0 - in_time) * leaf.bonus_over
}

/// The same without bonuses.
fn net_worth(rules: &Rules, leaf: &Leaf, rivals: &Rivals, splits: i64) -> f64 {
    if rules.match_pays == MatchPays::Own {
        return leaf.unmatched_net;
    }
    let win = || match_net(rules, rivals.prize, splits);
    if rivals.tie_after {
        return if leaf.tie && rivals.none_before > 0.0 { win() } else { -leaf.at_risk };
    }
    if leaf.tie {
        // A tie at the tally comes before all dice: only an earlier tie could forestall it.
        return if rivals.none_before > 0.0 { win() } else { -leaf.at_risk };
    }
    let (before, after) = (rivals.none_before, rivals.none_after);
    let unmatched = 1.0 - leaf.matched;
    before * (leaf.matched * win() + after * leaf.unmatched_net)
        - before * unmatched * (1.0 - after) * leaf.at_risk
        - (1.0 - before) * leaf.at_risk
}

/// Where the dealer's cards lead: odds of what his hole card and his draws add up to, by the
/// composition unseen before he turns the hole card.
#[derive(Clone, Debug)]
struct Dealer {
    limit: u32,
    /// Kinds that do not end his turn, and those that do (K10).
    going_on: Vec<usize>,
    stopping: Vec<usize>,
    all: [usize; 6],
    /// Cards of earlier rounds, to draw from when the pile is empty (K11).
    earlier: Composition,
    known: FxHashMap<u64, Ends>,
    /// Sums that need a place: 0..=`most`.
    most: usize,
}

/// Where the dealer's cards lead from a composition unseen.
#[derive(Clone, Debug)]
struct Ends {
    /// Odds by sum of hole card and draws.
    odds: Box<[f64]>,
    /// Odds that he has to stand for want of a card (K11).
    ran_out: f64,
}

/// Compositions kept at most; beyond it the table starts anew, so that memory stays bounded.
const KNOWN_AT_MOST: usize = 150_000;

impl Dealer {
    fn new(rules: &Rules) -> Dealer {
        let stops = |&kind: &usize| rules.stops_dealer(Card::of_kind(kind));
        Dealer {
            limit: u32::from(rules.dealer_limit),
            going_on: (0..6).filter(|kind| !stops(kind)).collect(),
            stopping: (0..6).filter(stops).collect(),
            all: [0, 1, 2, 3, 4, 5],
            earlier: Composition::EMPTY,
            known: FxHashMap::default(),
            most: 6 * (usize::from(rules.dealer_limit) - 1),
        }
    }

    /// Where his cards lead. At least one card is unseen.
    fn ends(&mut self, unseen: Composition, earlier: Composition) -> &Ends {
        // The earlier cards matter only where the pile may run out.
        let scarce = unseen.cards() < self.limit && self.earlier != earlier;
        if self.known.len() >= KNOWN_AT_MOST || scarce {
            self.known.clear();
        }
        if scarce {
            self.earlier = earlier;
        }
        if !self.known.contains_key(&unseen.key()) {
            let mut ends = Ends { odds: vec![0.0; self.most + 1].into(), ran_out: 0.0 };
            let pile = Pile { cards: unseen.cards(), hole: true, before: 0 };
            self.draws(&pile, unseen, earlier, 1.0, 0, &mut ends);
            self.known.insert(unseen.key(), ends);
        }
        &self.known[&unseen.key()]
    }

    /// K10 over all draws out of a pile. The cards that do not end his turn are enumerated as
    /// multisets, each with the number of orders in which it can come. The hole card is any
    /// unseen card that was not drawn, so it is looked at last.
    fn draws(
        &self,
        pile: &Pile,
        left: Composition,
        earlier: Composition,
        weight: f64,
        sum: usize,
        ends: &mut Ends,
    ) {
        let mut counts = left.counts();
        let state = Drawing { drawn: 0, weight, sum };
        self.multisets(&self.going_on, pile, &mut counts, earlier, state, ends);
    }

    fn multisets(
        &self,
        kinds: &[usize],
        pile: &Pile,
        left: &mut [u16; 6],
        earlier: Composition,
        mut now: Drawing,
        ends: &mut Ends,
    ) {
        if let Some((&kind, rest)) = kinds.split_first() {
            let mut taken = 0;
            loop {
                self.multisets(rest, pile, left, earlier, now, ends);
                // The last card of a full hand is counted as the final one, below.
                let room = pile.before + now.drawn + 3 < self.limit;
                if !room || left[kind] == 0 || now.drawn + u32::from(pile.hole) == pile.cards {
                    break;
                }
                // One more of this kind: its binomial grows by count / taken, the number of
                // orders by drawn, and the falling factorial of the pile by what was left.
                taken += 1;
                now.drawn += 1;
                now.weight *= f64::from(left[kind]) * f64::from(now.drawn)
                    / (f64::from(taken) * f64::from(pile.cards + 1 - now.drawn));
                now.sum += kind + 1;
                left[kind] -= 1;
            }
            left[kind] += taken as u16;
            return;
        }
        let Drawing { drawn, weight, sum } = now;
        let cards = pile.cards - drawn;
        if cards == u32::from(pile.hole) {
            // K11: he goes on with the cards of earlier rounds, or stands.
            let hole = left.iter().position(|&count| count > 0).filter(|_| pile.hole);
            let sum = sum + hole.map_or(0, |kind| kind + 1);
            if earlier.is_empty() {
                ends.odds[sum] += weight;
                ends.ran_out += weight;
            } else {
                let next =
                    Pile { cards: earlier.cards(), hole: false, before: pile.before + drawn };
                self.draws(&next, earlier, Composition::EMPTY, weight, sum, ends);
            }
            return;
        }
        let full = pile.before + drawn + 3 == self.limit;
        let last = if full { &self.all[..] } else { &self.stopping[..] };
        for &kind in last.iter().filter(|&&kind| left[kind] > 0) {
            let weight = weight * f64::from(left[kind]) / f64::from(cards);
            let sum = sum + kind + 1;
            if !pile.hole {
                ends.odds[sum] += weight;
                continue;
            }
            let each = weight / f64::from(cards - 1);
            for (hole, &count) in left.iter().enumerate() {
                let count = count - u16::from(hole == kind);
                ends.odds[sum + hole + 1] += each * f64::from(count);
            }
        }
    }
}

/// A draw pile that the dealer draws from: its cards, the hole card among them or not, and how
/// many he drew before it.
struct Pile {
    cards: u32,
    hole: bool,
    before: u32,
}

/// What the dealer has drawn out of a pile: how many cards, their odds, and the sum so far.
#[derive(Clone, Copy)]
struct Drawing {
    drawn: u32,
    weight: f64,
    sum: usize,
}

/// Expected nets in stakes by the totals of the player's hands and the dealer's total.
#[derive(Clone, Debug)]
struct Worths {
    /// One more than the dealer's highest total; a hand's total counts up to this.
    span: usize,
    /// By `total * span + dealer` for one hand.
    single: Vec<f64>,
    /// The best of any higher total, by dealer's total: no hit can come to more.
    single_above: Vec<f64>,
    /// By `(first * (span + 1) + second) * span + dealer` for two hands; empty until needed.
    pair: Vec<f64>,
    pair_above_second: Vec<f64>,
    pair_above_first: Vec<f64>,
}

impl Worths {
    fn new(rules: &Rules, leaves: &Leaves, rivals: &[Rivals], splits: i64) -> Worths {
        let span = 6 * usize::from(rules.dealer_limit) + 1;
        let mut single = Vec::with_capacity((span + 1) * span);
        for total in 0..=span {
            for dealer in 0..span {
                let leaf = &leaves.single[leaves.class(total as u32, dealer)];
                single.push(worth(rules, leaf, &rivals[dealer], splits));
            }
        }
        let mut single_above = vec![f64::NEG_INFINITY; single.len()];
        for at in (0..span * span).rev() {
            single_above[at] = single_above[at + span].max(single[at + span]);
        }
        let none = Vec::new();
        Worths {
            span,
            single,
            single_above,
            pair: none.clone(),
            pair_above_second: none.clone(),
            pair_above_first: none,
        }
    }

    /// Fills in the worths of two hands.
    fn pairs(&mut self, rules: &Rules, leaves: &Leaves, rivals: &[Rivals], splits: i64) {
        let (span, row) = (self.span, self.span * (self.span + 1));
        // Totals fall into few classes against a dealer's total.
        let classes = leaves.classes * leaves.classes;
        let by_class: Vec<f64> = rivals[..span]
            .iter()
            .flat_map(|rival| leaves.pair.iter().map(|leaf| worth(rules, leaf, rival, splits + 1)))
            .collect();
        let mut pair = Vec::with_capacity((span + 1) * row);
        for first in 0..=span {
            for second in 0..=span {
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
        for a in (0..=span).rev() {
            for at in (a * row..(a + 1) * row).rev() {
                if at + span < (a + 1) * row {
                    second[at] = second[at + span].max(pair[at + span]);
                }
                if a < span {
                    first[at] = first[at + row].max(pair[at + row]).max(second[at + row]);
                }
            }
        }
        (self.pair, self.pair_above_second, self.pair_above_first) = (pair, second, first);
    }

    fn at(&self, hand: Hand) -> usize {
        (hand.total() as usize).min(self.span) * self.span
    }

    fn at_pair(&self, first: Hand, second: Hand) -> usize {
        let total = |hand: Hand| (hand.total() as usize).min(self.span);
        (total(first) * (self.span + 1) + total(second)) * self.span
    }
}

/// The player's own hands in a situation, and which of them is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Own {
    /// Not split.
    One(Hand),
    /// Split, the first hand in play.
    First(Hand, Hand),
    /// Split, the second hand in play.
    Second(Hand, Hand),
}

impl Own {
    pub(super) fn in_play(self) -> Hand {
        match self {
            Own::One(hand) | Own::First(hand, _) | Own::Second(_, hand) => hand,
        }
    }

    pub(super) fn with(self, card: Card) -> Own {
        match self {
            Own::One(hand) => Own::One(hand.with(card)),
            Own::First(first, second) => Own::First(first.with(card), second),
            Own::Second(first, second) => Own::Second(first, second.with(card)),
        }
    }

    fn hands(self) -> ([Hand; 2], usize) {
        match self {
            Own::One(hand) => ([hand, Hand::EMPTY], 1),
            Own::First(first, second) | Own::Second(first, second) => ([first, second], 2),
        }
    }

    fn playing(self) -> usize {
        usize::from(matches!(self, Own::Second(..)))
    }

    pub(super) fn cards(self) -> u32 {
        let (hands, _) = self.hands();
        hands[0].cards() + hands[1].cards()
    }

    /// All cards held.
    pub(super) fn held(self) -> Composition {
        self.composition()
    }

    fn composition(self) -> Composition {
        let (hands, _) = self.hands();
        hands[0].composition().plus(hands[1].composition())
    }

    /// Equal exactly when the situations are, for one dealer's card: three nibbles too many for
    /// a word would be the totals, which the cards imply.
    pub(super) fn key(self) -> u64 {
        let (hands, count) = self.hands();
        let stage = count as u64 + self.playing() as u64;
        (hands[0].key() & 0xff_ffff) | (hands[1].key() & 0xff_ffff) << 24 | stage << 48
    }
}

/// What does not change during a player's turn.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// Unseen cards and the player's own together.
    base: Composition,
    /// The same if the draw pile runs out and earlier rounds' cards come in (K11).
    refilled: Composition,
    /// Cards of earlier rounds, not in `base`.
    earlier: Composition,
    /// Cards in the draw pile and the player's hands together.
    reach: u32,
    /// The dealer's face-up card.
    up: Card,
    /// The card that may be taken from the discard pile (K8).
    top: Option<Card>,
}

/// What is known of a situation before it is known what the player does in those that follow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prospect {
    /// Expected net if all hands stay as they are; 0 with the first of two hands in play, where
    /// staying leads on.
    pub(super) stay: f64,
    /// No hit is worth more, whatever follows it.
    pub(super) above: f64,
    /// Whether a hit is legal.
    pub(super) may_hit: bool,
}

/// Best play by recursion: the highest expected net of every situation in a player's turn.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    deck: Composition,
    leaves: Leaves,
    alone: Worths,
    dealer: Dealer,
    spot: Spot,
    worths: Option<Worths>,
    values: FxHashMap<u64, f64>,
}

/// Two values closer than this are equal but for rounding; ties go to the simpler action.
pub(super) const ROUNDING: f64 = 1e-12;

impl Solver {
    /// A solver for a table.
    pub fn new(rules: &Rules, deck: Composition) -> Solver {
        let leaves = Leaves::new(rules);
        let rivals = [ALONE; TOTALS];
        let mut alone = Worths::new(rules, &leaves, &rivals, 0);
        if rules.split {
            alone.pairs(rules, &leaves, &rivals, 0);
        }
        let empty = Composition::EMPTY;
        let up = Card::ALL[0];
        let spot = Spot { base: empty, refilled: empty, earlier: empty, reach: 0, up, top: None };
        let dealer = Dealer::new(rules);
        let values = FxHashMap::default();
        let rules = rules.clone();
        Solver { rules, deck, leaves, alone, dealer, spot, worths: None, values }
    }

    /// A solver for a table where the other players are taken to match as often as they do on
    /// average; alone it is the same as [`Solver::new`].
    pub(super) fn among_others(rules: &Rules, deck: Composition) -> Solver {
        /// How often a hand matches: that of `threshold`, alone.
        const MATCHES: f64 = 0.09;
        let mut solver = Solver::new(rules, deck);
        let others = f64::from(rules.players) - 1.0;
        if others > 0.0 && rules.match_pays != MatchPays::Own {
            // On average half of them come before and half after.
            let none = (1.0 - MATCHES).powf(others / 2.0);
            let rival =
                Rivals { none_before: none, none_after: none, prize: others as i64, ..ALONE };
            let rivals = [rival; TOTALS];
            solver.alone = Worths::new(rules, &solver.leaves, &rivals, 0);
            if rules.split {
                solver.alone.pairs(rules, &solver.leaves, &rivals, 0);
            }
        }
        solver
    }

    /// What each action is worth in a situation of the first round after a shuffle.
    pub(super) fn actions(&mut self, own: Own) -> Vec<(Action, f64)> {
        let mut found = Vec::new();
        self.each_action(own, None, true, &mut |action, value| found.push((action, value)));
        found
    }

    /// What a round is worth that begins with these cards, to best play.
    pub(super) fn round_value(&mut self, deck: Composition) -> f64 {
        let mut sum = 0.0;
        for up in ups(deck) {
            self.face(up);
            for (hand, odds) in deals(deck, up) {
                sum += odds * self.value(Own::One(hand), None);
            }
        }
        sum
    }

    /// Turns to the first round after a shuffle, alone, against a dealer's card.
    pub(super) fn face(&mut self, up: Card) {
        let base = self.deck.without(up.kind());
        self.values.clear();
        self.worths = None;
        self.spot = Spot {
            base,
            refilled: base,
            earlier: Composition::EMPTY,
            // The hole card is not in the draw pile.
            reach: base.cards().saturating_sub(1),
            up,
            top: None,
        };
    }

    /// Turns to what a seat sees and remembers.
    fn see(&mut self, view: &View<'_>, recall: &Recall) {
        let own = own_of(view).composition();
        let unseen = view.unseen();
        let table = (0..view.players())
            .flat_map(|seat| view.hands(seat))
            .fold(Composition::EMPTY.with(view.dealer().kind()), |all, hand| {
                all.plus(hand.composition())
            });
        self.values.clear();
        self.spot = Spot {
            base: unseen.plus(own),
            refilled: self.deck.minus(table).plus(own),
            earlier: view.seen().minus(table),
            reach: view.pile() + own.cards(),
            up: view.dealer(),
            top: view.can_take(),
        };
        if !recall.is_exact() {
            let estimate = whole_cards(recall.memory.weights(0, &view.known()));
            let base = estimate.plus(own);
            // Nobody knows which of its cards lie in the pile, and one of them is the hole card.
            let reach = base.cards() - 1;
            let earlier = Composition::EMPTY;
            self.spot = Spot { base, refilled: base, earlier, reach, ..self.spot };
        }
        self.worths = None;
        if view.players() > 1 && self.rules.match_pays != MatchPays::Own {
            let (rivals, splits) = self.rivals(view);
            let mut worths = Worths::new(&self.rules, &self.leaves, &rivals, splits);
            if self.rules.split {
                worths.pairs(&self.rules, &self.leaves, &rivals, splits);
            }
            self.worths = Some(worths);
        }
    }

    /// The other players' hands as they lie: later seats are taken to stay.
    fn rivals(&self, view: &View<'_>) -> ([Rivals; TOTALS], i64) {
        let mut splits = 0;
        let mut rivals = [ALONE; TOTALS];
        let seats = (0..view.players()).map(|place| (view.first() + place) % view.players());
        let mut before = true;
        for seat in seats {
            if seat == view.seat() {
                before = false;
                continue;
            }
            let hands = view.hands(seat);
            splits += hands.len() as i64 - 1;
            for (dealer, rival) in rivals.iter_mut().enumerate() {
                let class = |hand: &Hand| Class::of(&self.rules, hand.total(), dealer as u32);
                let is = |hand: &&Hand, fate| class(hand) == Class::Tallied(fate);
                rival.prize += hands.iter().filter(|hand| !is(hand, Fate::Push)).count() as i64;
                if hands.iter().any(|hand| is(&hand, Fate::ExactMatch)) {
                    rival.tie_after |= !before;
                    rival.none_before *= if before { 0.0 } else { 1.0 };
                }
                // Odds that none of the seat's hands matches by dice.
                let misses = |hand: &Hand, roll: usize| match class(hand) {
                    Class::Rolls(fates) => fates[roll] != Fate::ExactMatch,
                    Class::Tallied(_) => true,
                };
                let odds = |missed: &dyn Fn(usize) -> bool| -> f64 {
                    let ways = |roll: usize| f64::from(Roll::WEIGHTS[roll]);
                    (0..5).filter(|&roll| missed(roll)).map(ways).sum::<f64>() / 9.0
                };
                let none = match self.rules.split_dice {
                    SplitDice::PerHand => {
                        hands.iter().map(|hand| odds(&|roll| misses(hand, roll))).product()
                    }
                    SplitDice::PerPlayer => {
                        odds(&|roll| hands.iter().all(|hand| misses(hand, roll)))
                    }
                };
                *(if before { &mut rival.none_before } else { &mut rival.none_after }) *= none;
            }
        }
        (rivals, splits)
    }

    /// The unseen cards when the player holds these, and the earlier rounds' cards still out.
    pub(super) fn unseen(&self, own: Own, taken: Option<Card>) -> (Composition, Composition) {
        let drawn = own.cards() - u32::from(taken.is_some());
        let spot = &self.spot;
        let (base, earlier) = match drawn <= spot.reach {
            true => (spot.base, spot.earlier),
            false => (spot.refilled, Composition::EMPTY),
        };
        let held = own.composition();
        match taken {
            None => (base.minus(held), earlier),
            Some(card) => (base.plus(Composition::EMPTY.with(card.kind())).minus(held), earlier),
        }
    }

    /// Expected net if all hands stay as they are, and the most that higher totals of the hand
    /// in play could come to if the dealer's total were known.
    fn stay(
        &mut self,
        own: Own,
        unseen: Composition,
        earlier: Composition,
        may_draw: bool,
    ) -> (f64, f64) {
        self.dealer.ends(unseen, earlier);
        let odds = &self.dealer.known[&unseen.key()].odds;
        let worths = self.worths.as_ref().unwrap_or(&self.alone);
        let (values, above, at) = match own {
            Own::One(hand) => (&worths.single, &worths.single_above, worths.at(hand)),
            Own::First(a, b) => (&worths.pair, &worths.pair_above_first, worths.at_pair(a, b)),
            Own::Second(a, b) => (&worths.pair, &worths.pair_above_second, worths.at_pair(a, b)),
        };
        let up = self.spot.up.value() as usize;
        let from = at + up;
        let dot = |row: &[f64]| -> f64 {
            odds.iter().zip(&row[from..at + worths.span]).map(|(p, v)| p * v).sum()
        };
        // Staying with the first of two hands is worth what the second comes to: not asked here.
        let value = if matches!(own, Own::First(..)) { 0.0 } else { dot(values) };
        (value, if may_draw { dot(above) } else { f64::NEG_INFINITY })
    }

    /// Whether a card can still come to the hand in play.
    fn below_limit(&self, own: Own) -> bool {
        own.in_play().cards() < u32::from(self.rules.hand_limit)
    }

    /// Whether a card can still be drawn when the player holds these (K11).
    fn can_draw(&self, own: Own, taken: Option<Card>) -> bool {
        let drawn = own.cards() - u32::from(taken.is_some());
        drawn < self.spot.reach || !self.spot.earlier.is_empty()
    }

    /// Whether no hit can be worth more than the best total for each of the dealer's, known. What
    /// is drawn tells nothing of his total on average, unless the pile may run out; and a split
    /// to come is worth what no total is.
    fn bounds_hits(&self, own: Own, unseen: Composition) -> bool {
        let room = 2 * u32::from(self.rules.hand_limit) + u32::from(self.rules.dealer_limit);
        let may_split = self.rules.split && matches!(own, Own::One(_));
        !may_split && unseen.cards() > room
    }

    /// A situation of the first round after a shuffle as it is before anybody decides.
    pub(super) fn prospect(&mut self, own: Own) -> Prospect {
        let (unseen, earlier) = self.unseen(own, None);
        let may_hit = self.below_limit(own) && self.can_draw(own, None);
        let (stay, above) = self.stay(own, unseen, earlier, may_hit);
        let above = if self.bounds_hits(own, unseen) { above } else { f64::INFINITY };
        Prospect { stay, above, may_hit }
    }

    /// The highest expected net from a situation on, in stakes.
    fn value(&mut self, own: Own, taken: Option<Card>) -> f64 {
        let key = own.key() | u64::from(taken.is_some()) << 52;
        if let Some(&value) = self.values.get(&key) {
            return value;
        }
        let mut best = f64::NEG_INFINITY;
        self.each_action(own, taken, false, &mut |_, value| best = best.max(value));
        self.values.insert(key, best);
        best
    }

    /// Tells the expected net of each legal action; those that cannot be best may be left out
    /// unless all are asked for.
    fn each_action(
        &mut self,
        own: Own,
        taken: Option<Card>,
        all: bool,
        tell: &mut dyn FnMut(Action, f64),
    ) {
        let (unseen, earlier) = self.unseen(own, taken);
        let may_draw = self.below_limit(own);
        let (mut stay, above) = self.stay(own, unseen, earlier, may_draw);
        // Between two split hands, staying means going on to the second.
        if let Own::First(first, second) = own {
            stay = self.value(Own::Second(first, second), taken);
        }
        tell(Action::Stay, stay);
        let may_split = self.rules.split && matches!(own, Own::One(_));
        if may_draw {
            let bounded = self.bounds_hits(own, unseen) && !all;
            if self.can_draw(own, taken) && !(bounded && above <= stay + ROUNDING) {
                let hit = self.hit(own, taken, unseen);
                tell(Action::Hit, hit);
            }
            if let (Some(card), None) = (self.spot.top, taken) {
                let take = self.value(own.with(card), Some(card));
                tell(Action::Take, take);
            }
        }
        if let (true, Own::One(hand)) = (may_split, own) {
            for card in hand.pairs() {
                let split = Own::First(hand.without(card), Hand::EMPTY.with(card));
                let value = self.value(split, taken);
                tell(Action::Split(card), value);
            }
        }
    }

    /// Expected net of drawing a card and playing on.
    fn hit(&mut self, own: Own, taken: Option<Card>, unseen: Composition) -> f64 {
        // An empty pile is filled before the draw.
        let drawn = own.cards() - u32::from(taken.is_some());
        let from = match drawn < self.spot.reach {
            true => unseen,
            false => {
                let held = own.composition();
                let more =
                    taken.map_or(Composition::EMPTY, |card| Composition::EMPTY.with(card.kind()));
                self.spot.refilled.plus(more).minus(held)
            }
        };
        let cards = f64::from(from.cards());
        let mut sum = 0.0;
        for kind in (0..6).filter(|&kind| from.count(kind) > 0) {
            let value = self.value(own.with(Card::of_kind(kind)), taken);
            sum += f64::from(from.count(kind)) * value;
        }
        sum / cards
    }

    /// The best action of a situation, the simpler one where two are as good.
    fn best(&mut self, own: Own) -> Action {
        let mut best = (Action::Stay, f64::NEG_INFINITY);
        self.each_action(own, None, false, &mut |action, value| {
            if value > best.1 + ROUNDING {
                best = (action, value);
            }
        });
        best.0
    }

    /// What a round is worth before the deal, in stakes: known alone only, else 0.
    pub fn before_deal(&mut self, view: &CallView<'_>, recall: &Recall) -> f64 {
        let rules = view.rules();
        let unseen = match recall.is_exact() {
            true => view.unseen(),
            false => whole_cards(recall.memory.weights(0, &view.known())),
        };
        // Where the deal itself may run out of cards nothing is claimed.
        if rules.players > 1 || rules.stake_limit == 1 || unseen.cards() < rules.cards_needed() {
            return 0.0;
        }
        let mut sum = 0.0;
        for up in ups(unseen) {
            self.values.clear();
            self.worths = None;
            let base = unseen.without(up.kind());
            self.spot = Spot {
                base,
                refilled: self.deck.without(up.kind()),
                earlier: self.deck.minus(unseen),
                reach: base.cards() - 1,
                up,
                top: None,
            };
            for (hand, odds) in deals(unseen, up) {
                sum += odds * self.value(Own::One(hand), None);
            }
        }
        sum
    }

    /// The best action with the hands that a seat sees, as the strategy `best` plays it.
    pub fn decide(&mut self, view: &View<'_>, recall: &Recall) -> Action {
        self.see(view, recall);
        let action = self.best(own_of(view));
        // An estimate may expect cards where there are none left to draw (K11).
        if view.allows(action) { action } else { Action::Stay }
    }
}

/// Whole cards as many as there are weights, as near to them as can be: of the parts left over the
/// largest are made whole, lower values first.
fn whole_cards(weights: [f64; 6]) -> Composition {
    let cards = weights.iter().sum::<f64>().round() as u32;
    // Parts that differ by rounding alone are equal.
    let near = weights.map(|weight| (weight * 1e6).round() / 1e6);
    let mut counts = near.map(|weight| weight.floor() as u16);
    let mut order = [0, 1, 2, 3, 4, 5];
    order.sort_by(|&a, &b| near[b].fract().total_cmp(&near[a].fract()).then(a.cmp(&b)));
    let given: u32 = counts.iter().map(|&count| u32::from(count)).sum();
    for &kind in order.iter().cycle().take(cards.saturating_sub(given) as usize) {
        counts[kind] += 1;
    }
    Composition::new(counts).unwrap_or_default()
}

pub(super) fn own_of(view: &View<'_>) -> Own {
    match (view.hands(view.seat()), view.playing()) {
        ([hand], _) => Own::One(*hand),
        ([first, second, ..], 0) => Own::First(*first, *second),
        ([first, second, ..], _) => Own::Second(*first, *second),
        ([], _) => Own::One(Hand::EMPTY),
    }
}

/// Everything that best play does alone, with every round shuffled: looked up, not computed.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    actions: FxHashMap<u64, Action>,
    /// Expected net of a round, in stakes.
    pub value: f64,
}

/// Equal exactly when the situations are.
pub(super) fn plan_key(own: Own, up: Card) -> u64 {
    own.key() | (up.kind() as u64) << 56
}

impl Plan {
    /// The action with the hands that a seat sees, if it can come to them.
    #[inline]
    pub fn decide(&self, view: &View<'_>) -> Option<Action> {
        self.actions.get(&plan_key(own_of(view), view.dealer())).copied()
    }
}

/// Each pair of cards that a player can be dealt beside the dealer's card, with its odds.
pub(super) fn deals(deck: Composition, up: Card) -> Vec<(Hand, f64)> {
    let cards = f64::from(deck.cards());
    let rest = deck.without(up.kind());
    let odds_up = f64::from(deck.count(up.kind())) / cards;
    let mut deals = Vec::new();
    for first in Card::ALL {
        for second in Card::ALL.into_iter().filter(|&second| second >= first) {
            let hand = Hand::EMPTY.with(first).with(second);
            if !rest.holds(hand.composition()) {
                continue;
            }
            let [first, second] = [first, second].map(|card| u32::from(rest.count(card.kind())));
            let ways = if hand.has_pair() { first * (first - 1) } else { 2 * first * second };
            deals.push((hand, odds_up * f64::from(ways) / ((cards - 1.0) * (cards - 2.0))));
        }
    }
    deals
}

/// The dealer's cards that a deck has.
pub(super) fn ups(deck: Composition) -> impl Iterator<Item = Card> {
    Card::ALL.into_iter().filter(move |card| deck.count(card.kind()) > 0)
}

impl Solver {
    /// Best play alone, every round shuffled.
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
                    match (action, own) {
                        (Action::Hit, _) => {
                            let cards = Card::ALL.into_iter();
                            let left = cards.filter(|card| unseen.count(card.kind()) > 0);
                            open.extend(left.map(|card| own.with(card)));
                        }
                        (Action::Split(card), Own::One(hand)) => {
                            open.push(Own::First(hand.without(card), Hand::EMPTY.with(card)));
                        }
                        (Action::Stay, Own::First(first, second)) => {
                            open.push(Own::Second(first, second));
                        }
                        _ => {}
                    }
                }
            }
        }
        plan
    }

    /// What each action is worth with a hand against a dealer's card, in the first round after a
    /// shuffle, best play following. Both must be in the deck.
    pub fn decisions(&mut self, hand: Hand, up: Card, found: &mut Vec<Decision>) {
        let mut actions = Vec::new();
        self.each_action(Own::One(hand), None, true, &mut |action, value| {
            actions.push((action, value));
        });
        let best = actions.iter().map(|&(_, value)| value).fold(f64::NEG_INFINITY, f64::max);
        let several = hand.pairs().count() > 1;
        found.extend(actions.into_iter().map(|(action, value)| Decision {
            hand: hand.to_string(),
            dealer: up.to_string(),
            action: match action {
                Action::Stay => "stay".to_owned(),
                Action::Hit => "hit".to_owned(),
                Action::Take => "take".to_owned(),
                Action::Split(card) if several => format!("split:{card}"),
                Action::Split(_) => "split".to_owned(),
            },
            ev: value * UNITS_PER_STAKE as f64,
            loss: (best - value) * UNITS_PER_STAKE as f64,
            ..Decision::default()
        }));
    }

    /// [`Solver::decisions`] for every hand of two cards or more against the given dealer's
    /// cards, by dealer's card.
    pub fn chart(&mut self, hands: &[Hand], dealers: &[Card]) -> Vec<Decision> {
        let mut found = Vec::new();
        for &up in dealers {
            self.face(up);
            let rest = self.deck.without(up.kind());
            for &hand in hands.iter().filter(|hand| rest.holds(hand.composition())) {
                // The dealer has a hole card too.
                if rest.cards() > hand.cards() {
                    self.decisions(hand, up, &mut found);
                }
            }
        }
        found
    }

    /// The fates of a hand that is stood on against a dealer's card: their odds, in the first
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

    /// Exact figures of a player alone in the first round after a shuffle. Its answers must
    /// depend on the view alone. Events come in the order of the game's list, which has the
    /// dealer's totals from `lowest` to `highest`.
    pub fn figures<P: Player>(
        &mut self,
        player: &mut P,
        lowest: u32,
        highest: u32,
    ) -> ExactFigures {
        self.figures_believing(player, self.deck, lowest, highest)
    }

    /// The same for a player who takes the deck to be another one, of as many cards or more.
    pub(super) fn figures_believing<P: Player>(
        &mut self,
        player: &mut P,
        believed: Composition,
        lowest: u32,
        highest: u32,
    ) -> ExactFigures {
        let more = believed.cards() - self.deck.cards();
        let mut open = Open {
            players: 1,
            stake: 1,
            first: 0,
            hands: [[Hand::EMPTY; MAX_HANDS]; MAX_PLAYERS],
            count: [1; MAX_PLAYERS],
            up: Card::ALL[0],
            deck: believed,
            deck_cards: believed.cards(),
            seen: Composition::EMPTY,
            pile: believed.cards(),
            on_table: 0,
            top: None,
            missed: [Composition::EMPTY; MAX_PLAYERS],
        };
        let rules = self.rules.clone();
        let limit = f64::from(rules.stake_limit);
        let call = CallView { rules: &rules, open: &open, seat: 0 };
        // Mean and mean square of the stake (K4), any one of 1..=limit by chance.
        let (stake, stake_square) = match player.stake(&call) {
            Stake::Of(stake) => (f64::from(stake), f64::from(stake).powi(2)),
            Stake::Any => ((limit + 1.0) / 2.0, (limit + 1.0) * (2.0 * limit + 1.0) / 6.0),
        };
        let classes = self.leaves.classes;
        let mut single = vec![0.0; classes];
        let mut pair = vec![0.0; classes * classes];
        let mut totals = [0.0; TOTALS];
        let mut ran_out = 0.0;
        for up in ups(self.deck) {
            self.face(up);
            open.up = up;
            // Situations in the order in which a turn passes through them.
            let mut reached: BTreeMap<(u32, Own), f64> = BTreeMap::new();
            for (hand, odds) in deals(self.deck, up) {
                reached.insert((2, Own::One(hand)), odds);
            }
            while let Some(((cards, own), odds)) = reached.pop_first() {
                let (unseen, earlier) = self.unseen(own, None);
                let (hands, count) = own.hands();
                open.hands[0][..2].copy_from_slice(&hands);
                open.count[0] = count as u8;
                open.seen = self.deck.minus(unseen);
                open.pile = unseen.cards() - 1 + more;
                open.on_table = cards + 2;
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
                    match (Action::of(index), own) {
                        (Action::Stay, Own::First(first, second)) => {
                            *reached.entry((cards, Own::Second(first, second))).or_default() +=
                                odds;
                        }
                        (Action::Split(card), Own::One(hand)) => {
                            let split = Own::First(hand.without(card), Hand::EMPTY.with(card));
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
                        _ => {
                            let dealer = self.dealer.ends(unseen, earlier);
                            ran_out += odds * dealer.ran_out;
                            for (sum, p) in
                                dealer.odds.iter().enumerate().filter(|&(_, &p)| p > 0.0)
                            {
                                let total = sum + up.value() as usize;
                                totals[total] += odds * p;
                                let class = |hand: Hand| self.leaves.class(hand.total(), total);
                                match own {
                                    Own::One(hand) => single[class(hand)] += odds * p,
                                    Own::First(a, b) | Own::Second(a, b) => {
                                        pair[class(a) * classes + class(b)] += odds * p;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }

        let mut seat = ExactScore::default();
        let bonuses = !self.rules.bonus.is_empty();
        let mut loss = 0.0;
        let mut fates = [0.0; Fate::ALL.len()];
        let (mut any_match, mut any_push, mut hands, mut splits) = (0.0, 0.0, 0.0, 0.0);
        let leaves = self.leaves.single.iter().zip(&single).map(|pair| (pair, 1));
        let pairs = self.leaves.pair.iter().zip(&pair).map(|pair| (pair, 2));
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
        let dealer = (lowest..=highest).map(|total| (totals[total as usize], 1.0));
        // There is nothing to shuffle in the first round after a shuffle.
        let scarce = [(ran_out, 1.0), (0.0, 1.0)];
        let table = own.iter().copied().chain(scarce).chain(dealer);
        let events = table.chain(own.iter().copied()).collect();
        ExactFigures { seats: vec![seat], house, events }
    }
}

fn single_weight(action: Action) -> [u16; Action::WAYS] {
    let mut weights = [0; Action::WAYS];
    weights[action.index()] = 1;
    weights
}

/// Every hand of `cards` cards or fewer, and at least two, that a deck has: fewest cards first.
pub fn hands_up_to(cards: u32, deck: Composition) -> Vec<Hand> {
    let mut all = Vec::new();
    let mut last = vec![Hand::EMPTY];
    for count in 1..=cards {
        let mut next = Vec::new();
        for &hand in &last {
            // Cards are added in rising order, so each multiset comes once.
            let highest = Card::ALL.into_iter().rev().find(|&card| hand.count(card) > 0);
            for card in Card::ALL.into_iter().filter(|&card| Some(card) >= highest) {
                if u32::from(deck.count(card.kind())) > hand.count(card) {
                    next.push(hand.with(card));
                }
            }
        }
        if count >= 2 {
            all.extend_from_slice(&next);
        }
        last = next;
    }
    all
}

/// What a hand is, how rare among hands of as many cards, and how it fares when stood on,
/// against each of the dealer's cards.
pub(super) fn facts(solver: &mut Solver, hand: Hand, dealers: &[Card]) -> Vec<HandFacts> {
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
        // Ranks by how seldom a hand is beaten; hands as good share a rank.
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
            .map(|&fate| (fate.name().to_owned(), fates[fate as usize]))
            .collect();
        facts.push(HandFacts {
            line: String::new(),
            hand: hand.to_string(),
            dealer: up.to_string(),
            category: category(hand),
            rank,
            ranks: better.len() as u64,
            rarity,
            beaten: own,
            outcomes,
            flags: Vec::new(),
        });
    }
    facts
}

/// A hand has no name in Kinzo but its total and the pairs that it could split.
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
