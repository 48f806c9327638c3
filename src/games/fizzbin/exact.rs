//! Exact facts about hands, without sampling.

use super::eval::Evaluator;
use super::hand::{
    COMBINED, COMBINED_PLACES, Card, Cards, HAND_PLACES, HANDS, KINDS, Value, combined_place,
    hand_place,
};
use super::rules::Rules;
use crate::framework::notation;
use crate::framework::parallel;
use crate::framework::{ExactError, HandFacts};

/// The most cards in a hand whose odds are counted: the archon's.
pub const MOST_CARDS: u32 = 7;
/// The most hands counted one by one if the deck has duplicates, which is slow.
const MOST_DOUBLED: u64 = 20_000_000;

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |all, i| all * (n.saturating_sub(i)) / (i + 1))
}

/// The cards that hands are dealt from, by kind.
#[derive(Clone, Debug)]
pub struct Stock([u8; KINDS]);

impl Stock {
    /// The whole deck, or decks.
    pub fn full(rules: &Rules) -> Stock {
        Stock(std::array::from_fn(|kind| rules.copies(Card::of_kind(kind))))
    }

    /// The stock without some cards; the first of them that it lacks, if any.
    fn without(&self, cards: &Cards) -> Result<Stock, Card> {
        let mut left = self.clone();
        for card in cards.iter() {
            let count = &mut left.0[card.kind()];
            *count = count.checked_sub(1).ok_or(card)?;
        }
        Ok(left)
    }

    /// The number of cards.
    pub fn cards(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }

    fn koiks(&self) -> u32 {
        self.0[0].into()
    }

    /// The number of sets of `cards` cards.
    pub fn hands(&self, cards: u32) -> u64 {
        choose(self.cards().into(), cards.into())
    }

    /// The number of distinct hands among those.
    fn different(&self, cards: u32) -> u64 {
        let mut ways = vec![0_u64; cards as usize + 1];
        ways[0] = 1;
        for &count in &self.0 {
            for size in (1..=cards as usize).rev() {
                let taken = 1..=size.min(count.into());
                ways[size] += taken.map(|taken| ways[size - taken]).sum::<u64>();
            }
        }
        ways[cards as usize]
    }

    /// Counts all hands of `cards` cards on all cores: `see` is given the values of each hand, of
    /// the cards as a hand and as hand and pile, and the number of ways to deal it; it adds them to
    /// `places` numbers.
    fn count(
        &self,
        evaluator: &Evaluator,
        cards: u32,
        places: usize,
        see: impl Fn(&mut [u64], Value, Value, u64) + Sync,
    ) -> Result<Vec<u64>, ExactError> {
        let doubled = self.0[1..].iter().any(|&count| count > 1);
        let parts: Vec<Vec<u64>> = if doubled {
            let hands = self.different(cards);
            if hands > MOST_DOUBLED {
                return Err(ExactError::OutOfReach(format!(
                    "{cards} of {} cards are {hands} different hands, too many to judge one by \
                     one where cards come more than once; at most {MOST_DOUBLED}",
                    self.cards()
                )));
            }
            let kinds: Vec<(Card, u8)> =
                (0..KINDS).map(|kind| (Card::of_kind(kind), self.0[kind])).collect();
            // A task for each first kind and number of its copies.
            let tasks = (0..KINDS).flat_map(|i| (1..=kinds[i].1).map(move |taken| (i, taken)));
            let tasks: Vec<(usize, u8)> =
                tasks.filter(|&(_, taken)| u32::from(taken) <= cards).collect();
            let run = |&(i, taken): &(usize, u8)| {
                let mut part = vec![0; places];
                let mut hand = Cards::EMPTY;
                (0..taken).for_each(|_| hand.add(kinds[i].0));
                let ways = choose(kinds[i].1.into(), taken.into());
                doubles(
                    &kinds[i + 1..],
                    hand,
                    cards - u32::from(taken),
                    ways,
                    &mut |hand, ways| {
                        let (mine, whole) = evaluator.natural(hand, &Cards::EMPTY);
                        see(&mut part, mine, whole, ways);
                    },
                );
                part
            };
            parallel::map(tasks.len(), |at| run(&tasks[at]))
        } else {
            let bits: Vec<u64> = (1..KINDS)
                .filter(|&kind| self.0[kind] == 1)
                .map(|kind| 1 << Card::of_kind(kind).bit())
                .collect();
            // A task for each number of koiks and first two cards.
            let mut tasks = Vec::new();
            for koiks in 0..=self.koiks().min(cards) {
                let first = (cards - koiks).min(2) as usize;
                sets(&bits, 0, first, &mut |set, rest| tasks.push((koiks, set, rest.len())));
            }
            let run = |&(koiks, set, rest): &(u32, u64, usize)| {
                let mut part = vec![0; places];
                let ways = choose(self.koiks().into(), koiks.into());
                let left = cards - koiks - set.count_ones();
                sets(&bits[bits.len() - rest..], set, left as usize, &mut |set, _| {
                    let (mine, whole) = evaluator.natural_set(set, koiks, cards);
                    see(&mut part, mine, whole, ways);
                });
                part
            };
            parallel::map(tasks.len(), |at| run(&tasks[at]))
        };
        let mut all = vec![0; places];
        for part in parts {
            all.iter_mut().zip(part).for_each(|(all, more)| *all += more);
        }
        Ok(all)
    }
}

/// Calls `see` with every set of `many` of some cards, added to a set, and the cards after its last
/// one.
fn sets<'a>(cards: &'a [u64], set: u64, many: usize, see: &mut impl FnMut(u64, &'a [u64])) {
    match many {
        0 => see(set, cards),
        1 => (0..cards.len()).for_each(|i| see(set | cards[i], &cards[i + 1..])),
        _ => {
            for i in 0..cards.len() {
                sets(&cards[i + 1..], set | cards[i], many - 1, see);
            }
        }
    }
}

/// Calls `see` with every hand of `many` more cards, some of which come more than once, and the
/// number of ways to deal it.
fn doubles(
    kinds: &[(Card, u8)],
    hand: Cards,
    many: u32,
    ways: u64,
    see: &mut impl FnMut(&Cards, u64),
) {
    if many == 0 {
        return see(&hand, ways);
    }
    for (i, &(card, copies)) in kinds.iter().enumerate() {
        let mut hand = hand;
        for taken in 1..=u32::from(copies).min(many) {
            hand.add(card);
            let ways = ways * choose(copies.into(), taken.into());
            doubles(&kinds[i + 1..], hand, many - taken, ways, see);
        }
    }
}

/// The number of ways in which 1 to 7 cards from the deck have each name with no kronk spent: by the
/// places of hands, then by those of combined cards.
///
/// # Errors
/// If there are too many hands to count.
pub fn names(rules: &Rules, cards: u32) -> Result<Vec<u64>, ExactError> {
    Stock::full(rules).count(
        &Evaluator::new(rules),
        cards,
        HAND_PLACES + COMBINED_PLACES,
        |names, mine, whole, ways| {
            names[hand_place(mine)] += ways;
            names[HAND_PLACES + combined_place(whole)] += ways;
        },
    )
}

/// Parses a hand, and a pile after a `+`.
fn read(text: &str) -> Result<(Cards, Cards), ExactError> {
    let (hand, pile) = text.split_once('+').unwrap_or((text, ""));
    let (hand, pile): (Vec<Card>, Vec<Card>) =
        (notation::hand(hand, str::parse)?, notation::hand(pile, str::parse)?);
    // Counts that stop at fifteen do no harm: no deck holds that many copies of a card.
    if hand.len() + pile.len() > 64 {
        let why = "--hand: more cards than a player comes to hold";
        return Err(ExactError::Question(why.to_owned()));
    }
    Ok((Cards::from_cards(&hand), Cards::from_cards(&pile)))
}

/// 0 if a value is worse than another, 1 if equal, 2 if better.
fn side(value: Value, other: Value) -> usize {
    usize::from(value >= other) + usize::from(value > other)
}

/// The names of a hand, and of hand and pile if a pile follows a `+`; their rarity among hands of
/// as many cards, and the probability that as many of the other cards beat them. Then its other
/// names, and those that are barred.
///
/// # Errors
/// If a card is not valid, there are too many or too few, the deck does not hold them, or there are
/// too many hands to count.
pub fn hand_facts(rules: &Rules, text: &str) -> Result<Vec<HandFacts>, ExactError> {
    let refuse = |why: String| Err(ExactError::Question(format!("--hand: {why}")));
    let (hand, pile) = read(text)?;
    if !(1..=MOST_CARDS).contains(&hand.len()) {
        return refuse(format!("{} cards: a hand has 1..={MOST_CARDS}", hand.len()));
    }
    let (stock, all) = (Stock::full(rules), hand.and(&pile));
    let left = match stock.without(&all) {
        Ok(left) => left,
        Err(card) => {
            let held = rules.copies(card);
            return refuse(format!("the deck holds {held} of {card}"));
        }
    };
    let evaluator = Evaluator::new(rules);
    let (mine, whole) = evaluator.natural(&hand, &pile);
    let of = |line: &str, cards: &Cards, category: String, place: usize, places: usize| HandFacts {
        line: line.to_owned(),
        hand: cards.to_string(),
        dealer: String::new(),
        category,
        rank: place as u64 + 1,
        ranks: places as u64,
        rarity: None,
        beaten: None,
        outcomes: vec![("tied".to_owned(), None)],
        flags: Vec::new(),
    };
    // With a pile there may be more cards than are counted.
    let sizes = [hand.len(), all.len()];
    // Both stages are counted at once if they have equally many cards.
    let mut counted: Option<(u32, Vec<u64>, Vec<u64>)> = None;
    let mut facts = Vec::new();
    for (stage, cards) in sizes.into_iter().enumerate() {
        let combined = stage == 1;
        let mut fact = match combined {
            true => {
                let place = combined_place(whole);
                of("combined", &all, whole.combined_name(), place, COMBINED_PLACES)
            }
            false => of("hand", &hand, mine.hand_name().to_owned(), hand_place(mine), HAND_PLACES),
        };
        if cards > MOST_CARDS || left.cards() < cards {
            facts.push(fact);
            continue;
        }
        if counted.as_ref().is_none_or(|(known, ..)| *known != cards) {
            // Worse, equal and better hands, then the same of combined cards.
            let against = left.count(&evaluator, cards, 6, |against, other, others, ways| {
                against[side(other, mine)] += ways;
                against[3 + side(others, whole)] += ways;
            })?;
            counted = Some((cards, names(rules, cards)?, against));
        }
        if let Some((_, names, against)) = &counted {
            let (same, from) = match combined {
                true => (names[HAND_PLACES + combined_place(whole)], 3),
                false => (names[hand_place(mine)], 0),
            };
            let (tied, better) = (against[from + 1], against[from + 2]);
            let others = left.hands(cards) as f64;
            fact.rarity = Some(same as f64 / stock.hands(cards) as f64);
            fact.beaten = Some(better as f64 / others);
            fact.outcomes[0].1 = Some(tied as f64 / others);
        }
        facts.push(fact);
    }
    for (id, bars) in evaluator.hand_names(&hand, &pile) {
        let (place, name) = (usize::from(id) - 1, HANDS[usize::from(id) - 1]);
        if !bars.is_empty() {
            let bars: Vec<&str> = bars.iter().map(|bar| bar.name()).collect();
            let told = format!("{name}, barred by {}", bars.join(", "));
            facts.push(of("hand barred", &hand, told, place, HAND_PLACES));
        } else if Some(id) != mine.id() {
            facts.push(of("hand also", &hand, name.to_owned(), place, HAND_PLACES));
        }
    }
    for (id, scores) in evaluator.combined_names(&all) {
        let name = COMBINED[usize::from(id) - 1];
        let value = Value::combined(id, 0);
        let place = combined_place(value);
        if let Some(dead) = evaluator.dead(id).filter(|_| !scores) {
            let told = format!("{name}, {dead}");
            facts.push(of("combined dead", &all, told, place, COMBINED_PLACES));
        } else if value.names() != whole.names() {
            facts.push(of("combined also", &all, name.to_owned(), place, COMBINED_PLACES));
        }
    }
    Ok(facts)
}
