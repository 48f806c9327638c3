//! The scores of players within their declarations (P11), and their comparison (E1).

use super::super::hand::{Card, Cards, Suit, Value};
use super::super::rules::{KronkRank, Merge, Tail, Tebo};
use super::Evaluator;
use super::spend::{Held, Spending};
use super::words::Decider;
use std::cmp::{Ordering, Reverse};

/// The most kronks that a player may spend in each stage (P11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ceilings {
    /// In the stage of the hand, k6.
    pub hand: u8,
    /// In the stage of hand and pile, k7.
    pub combined: u8,
}

impl Ceilings {
    /// None.
    pub const NONE: Ceilings = Ceilings { hand: 0, combined: 0 };
}

/// The score of a stage within its ceiling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Its value.
    pub value: Value,
    /// The kronks that it costs.
    pub spent: u8,
    /// The places of their ranks, highest first, four bits each from the top (W4).
    pub(super) kronks: u128,
}

/// The score of a player in both stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// Stage 6: the hand.
    pub hand: Stage,
    /// Stage 7: hand and pile.
    pub combined: Stage,
    /// The card of a seven-card hand that is named a kronk on a Thursday (W1e).
    pub named: Option<Card>,
    /// All natural cards, if they settle ties (E1).
    pub(super) natural: Cards,
}

impl Score {
    /// Kronks spent in both stages.
    pub fn spent(&self) -> u32 {
        u32::from(self.hand.spent) + u32::from(self.combined.spent)
    }
}

/// The scores found for the same cards so far: each stage is evaluated once for each of its
/// ceilings.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    /// The cards with no card named a kronk, then with each that may be (W1e). Those beyond `known`
    /// belong to earlier cards and only keep their allocations.
    readings: Vec<Reading>,
    known: usize,
    /// The best scores of them, by ceilings.
    scores: Vec<(Ceilings, Score)>,
}

impl Memo {
    /// Prepares it for other cards.
    pub(in super::super) fn clear(&mut self) {
        self.known = 0;
        self.scores.clear();
    }

    /// Adds a reading.
    fn read(&mut self, named: Option<Card>, hand: Held, all: Held) {
        if self.known == self.readings.len() {
            let (hands, combined) = (Vec::new(), Vec::new());
            self.readings.push(Reading { named, hand, all, hands, combined });
        } else {
            let old = &mut self.readings[self.known];
            (old.named, old.hand, old.all) = (named, hand, all);
            old.hands.clear();
            old.combined.clear();
        }
        self.known += 1;
    }
}

/// Cards, with one card of the hand named a kronk, or none.
#[derive(Clone, Debug)]
struct Reading {
    named: Option<Card>,
    hand: Held,
    all: Held,
    /// The score of each stage, by its ceiling.
    hands: Vec<Option<Spending>>,
    combined: Vec<Option<Spending>>,
}

/// The score at a ceiling, found now if it is not known.
fn once(found: &mut Vec<Option<Spending>>, ceiling: u8, find: impl Fn() -> Spending) -> Spending {
    let at = usize::from(ceiling);
    if found.len() <= at {
        found.resize(at + 1, None);
    }
    *found[at].get_or_insert_with(find)
}

impl Reading {
    fn score(
        &mut self,
        evaluator: &Evaluator,
        hand: &Cards,
        all: &Cards,
        ceilings: Ceilings,
    ) -> Score {
        let Reading { named, hand: ref my, all: ref whole, .. } = *self;
        let hand = once(&mut self.hands, ceilings.hand, || {
            evaluator.spend_on_hand((hand, my), all, named, ceilings.hand)
        });
        // If the hand alone counts, nothing is spent on hand and pile.
        let alone = evaluator.merge == Merge::Single && hand.value != Value::NONE;
        let ceiling = if alone { 0 } else { ceilings.combined };
        let combined = once(&mut self.combined, ceiling, || {
            evaluator.spend_on_all((all, whole), named, ceiling)
        });
        // The named card is spent where it costs least: in the hand if it is one of the kronks that
        // are spent there anyway, else in the last stage that spends any.
        let anyway = hand.spent > 0 && hand.stage(true) == hand.stage(false);
        Score {
            hand: hand.stage(combined.spent == 0),
            combined: combined.stage(!anyway),
            named,
            natural: evaluator.tie_breakers(all, named),
        }
    }
}

impl Evaluator {
    /// The most kronks that a player may declare in each stage (P11, W1e, M3); `last` is the card
    /// that came last, as in [`Evaluator::score`].
    pub fn most(&self, hand: &Cards, pile: &Cards, last: Option<Card>) -> Ceilings {
        if !self.spendable {
            return Ceilings::NONE;
        }
        let mine = self.kronks(hand);
        let named = u32::from(self.tebos(hand, last).next().is_some());
        let most = |kronks: u32| kronks.min(u8::MAX.into()) as u8;
        Ceilings { hand: most(mine + named), combined: most(mine + self.kronks(pile) + named) }
    }

    /// The cards of a hand that may be named a kronk and are not yet one (W1e).
    fn tebos(&self, hand: &Cards, last: Option<Card>) -> impl Iterator<Item = Card> + use<> {
        let set = match self.tebo {
            _ if !self.seventh || hand.len() != 7 => 0,
            Tebo::Any => hand.set(),
            Tebo::Seventh => last.map_or(0, |card| 1 << card.bit()),
        };
        Cards::from_set(set & !self.kronks).different()
    }

    /// The score of hand, and of hand and pile, within ceilings (P11): the best ids, then the best
    /// keys, then the fewest kronks, and of those the highest. `last` is the hand card that came
    /// last, which matters if only that one may be named (W1e).
    pub fn score(
        &self,
        hand: &Cards,
        pile: &Cards,
        ceilings: Ceilings,
        last: Option<Card>,
    ) -> Score {
        self.score_again((hand, pile, last), ceilings, &mut Memo::default())
    }

    /// As [`Evaluator::score`] of hand, pile and the hand card that came last, reusing what was
    /// found for the same cards before.
    pub fn score_again(
        &self,
        (hand, pile, last): (&Cards, &Cards, Option<Card>),
        ceilings: Ceilings,
        memo: &mut Memo,
    ) -> Score {
        if let Some((_, score)) = memo.scores.iter().find(|(known, _)| *known == ceilings) {
            return *score;
        }
        let all = hand.and(pile);
        let spendable = self.spendable && ceilings != Ceilings::NONE;
        let named = self.seventh && spendable && hand.len() == 7;
        if !spendable || (!named && all.set() & self.kronks == 0) {
            let (mine, whole) = self.natural(hand, pile);
            return Score {
                hand: Stage { value: mine, ..Stage::default() },
                combined: Stage { value: whole, ..Stage::default() },
                named: None,
                natural: self.tie_breakers(&all, None),
            };
        }
        if memo.known == 0 {
            let (my, whole) = (self.held(hand), self.held(&all));
            memo.read(None, my, whole);
            for card in self.tebos(hand, last) {
                memo.read(Some(card), self.naming(&my, card), self.naming(&whole, card));
            }
        }
        let readings = memo.readings[..memo.known].iter_mut();
        let mut scores = readings.map(|reading| reading.score(self, hand, &all, ceilings));
        let first = scores.next().expect("cards are read as they are");
        let best = scores.fold(first, |best, score| {
            // P11: stages prefer keys to kronks, even if W4 comes early.
            let order = self.compare_by(&score, &best, KronkRank::Late);
            if score.spent() > 0 && order == Ordering::Greater { score } else { best }
        });
        memo.scores.push((ceilings, best));
        best
    }

    /// The natural cards, if they settle ties.
    fn tie_breakers(&self, all: &Cards, named: Option<Card>) -> Cards {
        match self.tail {
            Tail::Rps => Cards::EMPTY,
            Tail::Cards => {
                let mut natural = all.only(self.natural);
                if let Some(card) = named.filter(|&card| natural.holds(card)) {
                    natural.take(card);
                }
                natural
            }
        }
    }

    /// Compares two declared players (E1): the greater is ahead; equal ones throw for the win.
    pub fn compare(&self, a: &Score, b: &Score) -> Ordering {
        self.compare_by(a, b, self.kronk_rank)
    }

    fn compare_by(&self, a: &Score, b: &Score, kronk_rank: KronkRank) -> Ordering {
        // The names usually decide.
        let [hand, combined, others @ ..] = Decider::order(kronk_rank);
        let names = self.compare_on(a, b, hand).then_with(|| self.compare_on(a, b, combined));
        if names.is_ne() {
            return names;
        }
        let mut order = names;
        for decider in others {
            if order.is_ne() {
                break;
            }
            order = self.compare_on(a, b, decider);
        }
        order
    }

    /// Compares all cards by rank and suit, high to low; the first to run out of cards is behind.
    pub(super) fn compare_cards(&self, a: &Cards, b: &Cards) -> Ordering {
        let first = self.first_apart(a, b);
        first.map_or(Ordering::Equal, |card| a.count(card).cmp(&b.count(card)))
    }

    /// The highest card of which two players hold different numbers.
    pub(super) fn first_apart(&self, a: &Cards, b: &Cards) -> Option<Card> {
        if a == b {
            return None;
        }
        let mut kinds: Vec<Card> =
            (1..=14).flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect();
        kinds.sort_by_key(|&card| Reverse(self.card_key(card)));
        kinds.into_iter().find(|&card| a.count(card) != b.count(card))
    }
}
