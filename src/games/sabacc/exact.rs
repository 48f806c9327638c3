//! Exact figures of hands and decisions.

pub mod rollouts;

use super::cards::{Card, Deck, MAX_CARDS, Packed, Rank, WideHand, choose};
use super::events::CATEGORIES;
use super::hand::{Category, Ranking};
use super::rules::{Rules, UNITS_PER_ANTE};
use super::strategies::solved::{Against, Plan, Shared};
use super::view::Action;
use crate::framework::notation;
use crate::framework::settings::shown;
use crate::framework::{Decision, ExactError, Habit, HandFacts, PartValue};
use std::collections::BTreeMap;

/// The number of deals of `cards` cards in each category, and of all deals, from the full deck.
pub fn categories(rules: &Rules, cards: usize) -> ([u64; CATEGORIES], u64) {
    let (ranking, deck) = (Ranking::for_rules(rules), rules.deck());
    let mut counts = [0; CATEGORIES];
    for hand in deck.hands_of::<WideHand>(cards) {
        counts[ranking.category(ranking.rank(hand)) as usize] += deck.ways(hand);
    }
    (counts, counts.iter().sum())
}

/// Parses a hand such as `+5 -5 0`, separated by spaces or commas.
///
/// # Errors
/// If a card is unknown, there are too few or too many, or the deck does not hold them.
pub fn read(deck: &Deck, hand: &str) -> Result<WideHand, ExactError> {
    let refuse = |why: String| Err(ExactError::Question(format!("--hand: {why}")));
    let mut found = WideHand::default();
    for card in notation::hand(hand, |card| deck.read(card))? {
        if found.count(card) == deck.copies(card) {
            return refuse(format!("the deck holds {} of {card}", deck.copies(card)));
        }
        if found.cards() as usize == MAX_CARDS {
            return refuse(format!("a hand has at most {MAX_CARDS} cards"));
        }
        found = found.with(card);
    }
    match found.cards() {
        0 | 1 => refuse(format!("`{}` has too few cards: a hand has 2..={MAX_CARDS}", shown(hand))),
        _ => Ok(found),
    }
}

/// The category of a hand, its rarity among hands of the same size, and the probability that a
/// random hand of each size from the other cards beats it.
///
/// # Errors
/// As [`read`].
pub fn hand_facts(rules: &Rules, hand: &str) -> Result<Vec<HandFacts>, ExactError> {
    let deck = rules.deck();
    let hand = read(&deck, hand)?;
    let ranking = Ranking::for_rules(rules);
    let own = ranking.rank(hand);
    let cards = hand.cards() as usize;
    let mut ranks: Vec<(Rank, u64)> = deck
        .hands_of(cards)
        .map(|other: WideHand| (ranking.rank(other), deck.ways(other)))
        .collect();
    let all: u64 = ranks.iter().map(|(_, ways)| ways).sum();
    let same: u64 = ranks.iter().filter(|(rank, _)| *rank == own).map(|(_, ways)| ways).sum();
    ranks.sort_unstable();
    ranks.dedup_by_key(|(rank, _)| *rank);
    let against: Vec<(f64, f64)> =
        (2..=MAX_CARDS).map(|other| beaten(&ranking, &deck, hand, own, other)).collect();
    let mut outcomes = vec![("tied".to_owned(), Some(against[cards - 2].1))];
    for (other, (beaten, _)) in (2..).zip(&against) {
        outcomes.push((format!("beaten_by_{other}"), Some(*beaten)));
    }
    Ok(vec![HandFacts {
        line: String::new(),
        hand: hand.to_string(),
        dealer: String::new(),
        category: ranking.category(own).name().to_owned(),
        rank: ranks.iter().filter(|(rank, _)| *rank > own).count() as u64 + 1,
        ranks: ranks.len() as u64,
        rarity: Some(same as f64 / all as f64),
        beaten: Some(against[cards - 2].0),
        outcomes,
        flags: Vec::new(),
    }])
}

/// The probabilities that `cards` cards from the deck without `hand` beat it, and that they tie it.
fn beaten(ranking: &Ranking, deck: &Deck, hand: WideHand, own: Rank, cards: usize) -> (f64, f64) {
    let (mut beaten, mut tied) = (0, 0);
    for other in deck.hands_of::<WideHand>(cards) {
        let left = |card: Card| deck.copies(card) - hand.count(card);
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
    let all = choose(deck.cards() - hand.cards(), cards as u32) as f64;
    (beaten as f64 / all, tied as f64 / all)
}

/// The categories, in the order of [`Category::ALL`], and whether a hand of `cards` cards can have
/// each.
pub fn possible(rules: &Rules, cards: usize) -> impl Iterator<Item = (Category, bool)> {
    let ranking = Ranking::for_rules(rules);
    Category::ALL.into_iter().map(move |category| (category, ranking.has(category, cards)))
}

/// The choices of `solved` with a hand in a round and under a top (every one if `None`), with their
/// values in its abstraction and, by rollouts, in the real deck against players of `solved`.
///
/// # Errors
/// If there is no such round or card, or no player can hold this hand in that round.
pub fn decisions(
    rules: &Rules,
    hand: WideHand,
    round: Option<u32>,
    top: Option<&str>,
) -> Result<Vec<Decision>, ExactError> {
    let refuse = |why: String| Err(ExactError::Question(why));
    let rounds = u32::from(rules.game_rounds);
    if let Some(round) = round.filter(|round| !(1..=rounds).contains(round)) {
        return refuse(format!("--round {round} is not allowed: 1..={rounds}"));
    }
    // A hand starts with two cards and grows by at most one per round.
    let last = round.unwrap_or(rounds);
    let most = (last + 1).min(rules.hand_limit.into());
    if hand.cards() > most {
        return refuse(format!(
            "--hand: nobody has {} cards before a turn of round {last}: 2..={most} are allowed",
            hand.cards()
        ));
    }
    let deck = rules.deck();
    let left = |card: Card| deck.copies(card) > hand.count(card);
    let tops: Vec<Card> = match top.map(|top| deck.read(top)) {
        None => Card::ALL.into_iter().filter(|&card| left(card)).collect(),
        Some(Ok(card)) if left(card) => vec![card],
        Some(Ok(card)) => return refuse(format!("--top: the hand holds every {card} of the deck")),
        Some(Err(error)) => return Err(error.asked("top")),
    };
    let solved = Shared::for_rules(rules, Against::Themselves);
    let plan = solved.plan();
    let mut found = Vec::new();
    for round in round.map_or(1..=rounds, |round| round..=round) {
        let each = plan.all_choices(hand, round as usize);
        let actions: Vec<Action> = each.iter().map(|(action, _)| *action).collect();
        // A hand that cannot occur by this round has no choices, so no worlds need be played.
        if actions.is_empty() {
            continue;
        }
        let played = rollouts::play(rules, &solved, hand, round as usize, &tops, &actions);
        for (&top, played) in tops.iter().zip(&played) {
            let mut choices: Vec<Decision> = Vec::new();
            for ((action, worths), played) in each.iter().zip(played) {
                let worth = &worths[top.kind()];
                let abstraction = units(worth.ev);
                // In the last round its choice depends on what it has seen of the opponents.
                let reads = round == rounds;
                let share = played.filter(|_| reads).map_or(worth.share, |played| played.share);
                choices.push(Decision {
                    hand: hand.to_string(),
                    situation: situation(round, top.to_string()),
                    action: named(*action),
                    ev: played.map_or(abstraction, |played| units(played.ev)),
                    share: Some(share),
                    method: Some(if played.is_some() { "simulated" } else { "abstraction" }),
                    se: played.map(|played| units(played.se)),
                    abstraction: Some(abstraction),
                    ..Decision::default()
                });
            }
            choices.sort_by(|a, b| b.ev.total_cmp(&a.ev));
            let best = choices.first().map_or(0.0, |best| best.ev);
            choices.iter_mut().for_each(|choice| choice.loss = best - choice.ev);
            found.append(&mut choices);
        }
    }
    Ok(found)
}

fn units(antes: f64) -> f64 {
    antes * UNITS_PER_ANTE as f64
}

/// An action as tables show it.
fn named(action: Action) -> String {
    action.to_string().replace(' ', ":")
}

/// Cards as ranges: `-10..-8 +2`.
fn ranges(cards: &[Card]) -> String {
    let runs = cards.chunk_by(|a, b| a.kind() + 1 == b.kind());
    let runs = runs.map(|run| match (run.first(), run.last()) {
        (Some(first), Some(last)) if first != last => format!("{first}..{last}"),
        _ => run[0].to_string(),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// The largest hand in the chart.
const CHARTED: usize = 4;

/// The most frequent action of `solved` with each hand of up to four cards in each round, and its
/// value in the abstraction. In the last round it is the action of a player that has seen nothing
/// of the opponents. Tops with the same action share a decision, whose figures are averages over
/// them.
pub fn chart(rules: &Rules, solved: &Plan) -> Vec<Decision> {
    let deck = rules.deck();
    let mut found = Vec::new();
    each_hand(rules, |round, hand| {
        let each = solved.all_choices(hand, round as usize);
        // The tops under which each action is the most frequent.
        let mut taken: Vec<Vec<Card>> = vec![Vec::new(); each.len()];
        let tops: Vec<Card> =
            deck.kinds().filter(|&top| hand.count(top) < deck.copies(top)).collect();
        for &top in &tops {
            let share = |at: &usize| {
                let worth = &each[*at].1[top.kind()];
                (worth.share, worth.ev)
            };
            let most = (0..each.len()).max_by(|a, b| {
                let ((one, ev), (other, against)) = (share(a), share(b));
                one.total_cmp(&other).then(ev.total_cmp(&against))
            });
            taken[most.unwrap_or(0)].push(top);
        }
        for ((action, worths), under) in
            each.iter().zip(&taken).filter(|(_, under)| !under.is_empty())
        {
            let (mut all, mut ev, mut loss, mut share) = (0.0, 0.0, 0.0, 0.0);
            for &top in under {
                let weight = f64::from(deck.copies(top) - hand.count(top));
                let worth = &worths[top.kind()];
                let evs = each.iter().map(|(_, worths)| worths[top.kind()].ev);
                let best = evs.fold(f64::NEG_INFINITY, f64::max);
                all += weight;
                ev += weight * worth.ev;
                loss += weight * (best - worth.ev);
                share += weight * worth.share;
            }
            found.push(Decision {
                hand: hand.to_string(),
                situation: situation(
                    round,
                    if under.len() == tops.len() { "any".to_owned() } else { ranges(under) },
                ),
                action: named(*action),
                ev: units(ev / all),
                loss: units(loss / all),
                share: Some(share / all),
                method: Some("abstraction"),
                ..Decision::default()
            });
        }
    });
    found
}

/// The situation of a decision: the round, from 1, and the top of the discard pile.
fn situation(round: u32, top: String) -> Vec<(&'static str, PartValue)> {
    vec![("round", PartValue::Number(round)), ("top", PartValue::Text(top))]
}

/// Every hand of the chart in every round in which it can be held.
fn each_hand(rules: &Rules, mut tell: impl FnMut(u32, WideHand)) {
    let deck = rules.deck();
    for round in 1..=u32::from(rules.game_rounds) {
        let most = (1 + round as usize).min(rules.hand_limit.into()).min(CHARTED);
        (2..=most).flat_map(|cards| deck.hands_of(cards)).for_each(|hand| tell(round, hand));
    }
}

/// The most frequent kind of action of `solved` with each kind of hand, weighted by deals of hand
/// and top from the full deck. In the last round it is that of a player that has seen nothing of
/// the opponents.
pub fn habits(rules: &Rules, solved: &Plan) -> Vec<Habit> {
    /// Cards, index of category or distance band, offer and round.
    type Kind = (u32, usize, bool, u32);
    let deck = rules.deck();
    let ranking = Ranking::for_rules(rules);
    let mut found: BTreeMap<Kind, (String, [f64; 5])> = BTreeMap::new();
    each_hand(rules, |round, hand| {
        let total = hand.total();
        let (place, name) = match ranking.category(ranking.rank(hand)) {
            Category::Nulrhek => {
                let band = BANDS.partition_point(|&(_, last)| last < total.unsigned_abs());
                let (first, last) = BANDS[band];
                let name = match last {
                    _ if first == last => format!("{first} from zero"),
                    u32::MAX => format!("{first} or more"),
                    _ => format!("{first} to {last}"),
                };
                (Category::ALL.len() + band, name)
            }
            category => (category as usize, category.name().to_owned()),
        };
        let mut by_offer = [[0.0; 5]; 2];
        for (action, worths) in solved.all_choices(hand, round as usize) {
            for top in deck.kinds().filter(|&top| hand.count(top) < deck.copies(top)) {
                let zero = |given: Card| total - given.value() + top.value() == 0;
                let offer = total != 0 && hand.kinds().any(zero);
                let weight = deck.ways(hand) as f64 * f64::from(deck.copies(top) - hand.count(top));
                by_offer[usize::from(offer)][action.kind()] += weight * worths[top.kind()].share;
            }
        }
        for (offer, shares) in [false, true].into_iter().zip(by_offer) {
            if shares.iter().sum::<f64>() > 0.0 {
                let key = (hand.cards(), place, offer, round);
                let entry = found.entry(key).or_insert_with(|| (name.clone(), [0.0; 5]));
                entry.1.iter_mut().zip(shares).for_each(|(all, share)| *all += share);
            }
        }
    });
    let habit = |((cards, place, offer, round), (hand, shares)): (Kind, (String, [f64; 5]))| {
        let most = (0..5).max_by(|&a, &b| shares[a].total_cmp(&shares[b])).unwrap_or(0);
        let offer = match offer {
            _ if place < Category::Nulrhek as usize => "",
            true => "a swap to zero",
            false => "none",
        };
        let share = shares[most] / shares.iter().sum::<f64>();
        Habit { cards, hand, offer, round, action: Action::KINDS[most], share }
    };
    found.into_iter().map(habit).collect()
}

/// The bands of distances from zero by which the chart groups hands, first to last.
const BANDS: [(u32, u32); 6] = [(1, 1), (2, 2), (3, 4), (5, 7), (8, 12), (13, u32::MAX)];
