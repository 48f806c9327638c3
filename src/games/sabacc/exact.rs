//! What can be said of hands without sampling.

use super::hand::{Card, Category, DECK, Hand, MAX_CARDS, Rank, Ranking, hands_of, ways};
use super::player::Action;
use super::rules::{Rules, UNITS_PER_ANTE};
use super::solved::{Against, Shared};
use crate::games::{Decision, ExactError, HandFacts};
use std::str::FromStr;

/// In how many ways so many cards off the full deck are of each category, and in how many at all.
pub fn categories(rules: &Rules, cards: usize) -> ([u64; 13], u64) {
    let ranking = Ranking::of(rules);
    let mut counts = [0; 13];
    for hand in hands_of(cards) {
        counts[ranking.category(ranking.rank(hand)) as usize] += ways(hand);
    }
    (counts, counts.iter().sum())
}

/// The cards of a hand as a person writes them: `+5 -5 0`, with spaces or commas between.
///
/// # Errors
/// If a card is none, there are too few or too many, or the deck does not hold them.
pub fn read(hand: &str) -> Result<Hand, ExactError> {
    let refuse = |why: String| Err(ExactError::Question(format!("--hand: {why}")));
    let mut found = Hand::EMPTY;
    for word in hand.split([' ', ',']).filter(|word| !word.is_empty()) {
        let card = match Card::from_str(word) {
            Ok(card) => card,
            Err(why) => return refuse(why),
        };
        if found.count(card) == card.copies() {
            return refuse(format!("the deck holds {} of {card}", card.copies()));
        }
        if found.cards() as usize == MAX_CARDS {
            return refuse(format!("a hand has at most {MAX_CARDS} cards"));
        }
        found = found.with(card);
    }
    match found.cards() {
        0 | 1 => refuse(format!("`{hand}` has too few cards: a hand has 2..={MAX_CARDS}")),
        _ => Ok(found),
    }
}

/// What a hand is, how rare among hands of as many cards, and how often a random hand of each size
/// off the other cards beats it.
///
/// # Errors
/// As [`read`].
pub fn hand_facts(rules: &Rules, hand: &str) -> Result<Vec<HandFacts>, ExactError> {
    let hand = read(hand)?;
    let ranking = Ranking::of(rules);
    let own = ranking.rank(hand);
    let cards = hand.cards() as usize;
    let mut ranks: Vec<(Rank, u64)> =
        hands_of(cards).map(|other| (ranking.rank(other), ways(other))).collect();
    let all: u64 = ranks.iter().map(|(_, ways)| ways).sum();
    let same: u64 = ranks.iter().filter(|(rank, _)| *rank == own).map(|(_, ways)| ways).sum();
    ranks.sort_unstable();
    ranks.dedup_by_key(|(rank, _)| *rank);
    let against: Vec<(f64, f64)> =
        (2..=MAX_CARDS).map(|other| beaten(ranking, hand, own, other)).collect();
    let mut outcomes = vec![("tied".to_owned(), against[cards - 2].1)];
    for (other, (beaten, _)) in (2..).zip(&against) {
        outcomes.push((format!("beaten_by_{other}"), *beaten));
    }
    Ok(vec![HandFacts {
        line: String::new(),
        hand: hand.to_string(),
        dealer: String::new(),
        category: ranking.category(own).name().to_owned(),
        rank: ranks.iter().filter(|(rank, _)| *rank > own).count() as u64 + 1,
        ranks: ranks.len() as u64,
        rarity: same as f64 / all as f64,
        beaten: against[cards - 2].0,
        outcomes,
        flags: Vec::new(),
    }])
}

/// How likely so many cards off the deck without `hand` beat it, and tie it.
fn beaten(ranking: &Ranking, hand: Hand, own: Rank, cards: usize) -> (f64, f64) {
    let choose =
        |n: u32, k: u32| (0..k).fold(1_u64, |all, i| all * u64::from(n - i) / u64::from(i + 1));
    let (mut beaten, mut tied) = (0, 0);
    for other in hands_of(cards) {
        let left = |card: Card| card.copies() - hand.count(card);
        if other.kinds().any(|card| other.count(card) > left(card)) {
            continue;
        }
        let ways: u64 = other.kinds().map(|card| choose(left(card), other.count(card))).product();
        match ranking.rank(other).cmp(&own) {
            std::cmp::Ordering::Greater => beaten += ways,
            std::cmp::Ordering::Equal => tied += ways,
            std::cmp::Ordering::Less => {}
        }
    }
    let all = choose(DECK - hand.cards(), cards as u32) as f64;
    (beaten as f64 / all, tied as f64 / all)
}

/// The events of so many cards, in the order of [`Category::ALL`], and whether the deck can make
/// them.
pub fn possible(rules: &Rules, cards: usize) -> impl Iterator<Item = (Category, bool)> {
    let (counts, _) = categories(rules, cards);
    Category::ALL.into_iter().zip(counts).map(|(category, count)| (category, count > 0))
}

/// What `solved` does with a hand in a round (each if none is named), the top of the discard pile
/// being a card (each if none is named), and what each choice is worth in its abstraction.
///
/// # Errors
/// If there is no such round or card, or nobody comes to hold such a hand then.
pub fn decisions(
    rules: &Rules,
    hand: Hand,
    round: Option<u32>,
    top: Option<&str>,
) -> Result<Vec<Decision>, ExactError> {
    let refuse = |why: String| Err(ExactError::Question(why));
    let rounds = u32::from(rules.game_rounds);
    if let Some(round) = round.filter(|round| !(1..=rounds).contains(round)) {
        return refuse(format!("--round {round} is not allowed: 1..={rounds}"));
    }
    // A hand begins with two cards and grows by one a round.
    let last = round.unwrap_or(rounds);
    let most = (last + 1).min(rules.hand_limit.into());
    if hand.cards() > most {
        return refuse(format!(
            "--hand: nobody has {} cards before a turn of round {last}: 2..={most} are allowed",
            hand.cards()
        ));
    }
    let left = |card: Card| card.copies() > hand.count(card);
    let tops: Vec<Card> = match top.map(Card::from_str) {
        None => Card::ALL.into_iter().filter(|&card| left(card)).collect(),
        Some(Ok(card)) if left(card) => vec![card],
        Some(Ok(card)) => return refuse(format!("--top: the hand holds every {card} of the deck")),
        Some(Err(why)) => return refuse(format!("--top: {why}")),
    };
    let shared = Shared::of(rules, Against::Themselves);
    let plan = shared.plan();
    let mut found = Vec::new();
    for round in round.map_or(1..=rounds, |round| round..=round) {
        for &top in &tops {
            let mut choices = plan.choices(hand, round as usize, top);
            choices.sort_by(|a, b| b.ev.total_cmp(&a.ev));
            let best = choices.first().map_or(0.0, |best| best.ev);
            found.extend(choices.into_iter().map(|choice| Decision {
                hand: hand.to_string(),
                round,
                top: top.to_string(),
                action: match choice.action {
                    Action::Stand => "stand".to_owned(),
                    Action::Gain => "gain".to_owned(),
                    Action::Junk => "junk".to_owned(),
                    Action::Exchange(card) => format!("exchange:{card}"),
                    Action::Swap(card) => format!("swap:{card}"),
                },
                ev: choice.ev * UNITS_PER_ANTE as f64,
                loss: (best - choice.ev) * UNITS_PER_ANTE as f64,
                share: Some(choice.share),
                ..Decision::default()
            }));
        }
    }
    Ok(found)
}
