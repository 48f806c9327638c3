//! The engine's evaluator of Fizzbin against the slow one (`tests/slow_fizzbin`), which shares no
//! code with it: the names of random hands in both stages, the kronks they take, and the order of
//! players.

use crate::bridge::{card, cards, rules};
use crate::slow_fizzbin as slow;
use crate::slow_fizzbin::{Declared, Role, SUITS, Scored};
use croupier::framework::GameRules;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator, Score, Stage};
use croupier::games::fizzbin::hand::{Card, KINDS};
use croupier::games::fizzbin::rules as engine;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use rayon::prelude::*;
use std::cmp::Ordering;

/// A hand, a pile and ceilings, and their evaluations by both evaluators.
struct Player {
    hand: Vec<slow::Card>,
    pile: Vec<slow::Card>,
    ceilings: (u8, u8),
    slow: Declared,
    score: Score,
}

impl Player {
    fn told(&self) -> String {
        let list = |of: &[slow::Card]| cards(of).to_string();
        let (k6, k7) = self.ceilings;
        let it = &self.score;
        format!(
            "{} + {} [{k6},{k7}]\n    engine {} {:?} ({}) / {} {:?} ({}) {:?}\n    slow   {:?} / {:?} {:?}",
            list(&self.hand),
            list(&self.pile),
            it.hand.value.hand_name(),
            it.hand.value.key(),
            it.hand.spent,
            it.combined.value.combined_name(),
            it.combined.value.key(),
            it.combined.spent,
            it.named,
            self.slow.six,
            self.slow.seven,
            self.slow.named,
        )
    }
}

/// The id, the next below it, kronks.
type Told = (Option<u8>, Option<u8>, usize);

fn of_stage(stage: &Stage) -> Told {
    (stage.value.id(), stage.value.next(), stage.spent.into())
}

fn of_scored(scored: &Scored) -> Told {
    (Some(scored.id), scored.below, scored.spent.len())
}

/// The counts of checks, and the faults found.
#[derive(Default)]
struct Found {
    hands: usize,
    pairs: usize,
    ties: usize,
    wrong: usize,
    told: Vec<String>,
    names: std::collections::BTreeSet<(u8, u8, u8)>,
}

impl Found {
    fn wrong(&mut self, told: impl FnOnce() -> String) {
        self.wrong += 1;
        if self.told.is_empty() {
            self.told.push(told());
        }
    }

    fn and(mut self, more: Found) -> Found {
        self.hands += more.hands;
        self.pairs += more.pairs;
        self.ties += more.ties;
        self.wrong += more.wrong;
        self.told.extend(more.told);
        self.names.extend(more.names);
        self
    }

    fn check(self, hands: usize) {
        let Found { hands: all, pairs, ties, wrong, told, names } = self;
        println!("{all} hands, {pairs} pairs of them, {ties} ties, {} names", names.len());
        let first = told.iter().take(60).cloned().collect::<Vec<_>>().join("\n");
        assert!(wrong == 0, "{wrong} wrong\n{first}");
        assert!(all >= hands);
    }
}

/// The number of players whose hands are compared with each other.
const TABLE: usize = 40;

/// Compares random hands under some rules.
fn look(from: &slow::Rules, koiks: u8, tables: usize, seed: u64) -> Found {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let players = if rng.random_bool(0.8) { 4 } else { 12 };
    let rules = rules(from, koiks, players);
    let mut found = Found::default();
    assert!(rules.check().is_empty(), "{:?}", rules.check());
    let law = Evaluator::new(&rules);
    let tail = Evaluator::new(&engine::Rules { tail: engine::Tail::Cards, ..rules.clone() });
    assert_eq!(rules.krako_strikes(), slow::krako_strikes(from), "{rules:?}");

    let one = from.deck(koiks.into());
    let deck = one.repeat(usize::from(rules.decks()));
    let all = cards(&deck);
    for kind in 0..KINDS {
        let kind = Card::of_kind(kind);
        assert_eq!(all.count(kind), u32::from(rules.copies(kind)), "{kind} in {rules:?}");
    }
    for &it in &one {
        let (wild, natural) = (law.is_kronk(card(it)), law.is_natural(card(it)));
        let role = match (wild, natural) {
            (true, false) => Role::Kronk,
            (false, true) => Role::Natural,
            (false, false) => Role::Blank,
            (true, true) => unreachable!(),
        };
        assert_eq!(role, from.role(it), "{it:?} in {rules:?}");
    }

    for _ in 0..tables {
        let mut deck = deck.clone();
        let mut table: Vec<Player> = Vec::new();
        let ceilings = [(0, 0), (rng.random_range(0..=2), rng.random_range(0..=2))];
        for _ in 0..TABLE {
            // Few ranks or suits, so that rare combinations occur.
            let among: Vec<slow::Card> = match rng.random_range(0..6) {
                0 | 1 => {
                    let some = rng.random_range(3..=6);
                    let mut ranks = from.ranks();
                    ranks.shuffle(&mut rng);
                    ranks.truncate(some);
                    let near = |it: &&slow::Card| it.rank == 0 || ranks.contains(&it.rank);
                    deck.iter().filter(near).copied().collect()
                }
                2 => {
                    let suit = *SUITS.choose(&mut rng).unwrap();
                    let odd = rng.random_range(0..10);
                    let keep = |(i, it): (usize, &slow::Card)| {
                        (it.rank == 0 || it.suit == suit || i % 10 == odd).then_some(*it)
                    };
                    deck.iter().enumerate().filter_map(keep).collect()
                }
                3 => deck.iter().filter(|it| it.rank == 0 || it.rank >= 10).copied().collect(),
                _ => deck.clone(),
            };
            let mut among = among;
            let held = if rng.random_bool(0.5) { 6 } else { 7 };
            let pile = match rng.random_range(0..8) {
                0..=3 => 0,
                4..=6 => rng.random_range(1..=4),
                _ => rng.random_range(5..=12),
            };
            if among.len() < held {
                among = deck.clone();
            }
            let (dealt, _) = among.partial_shuffle(&mut rng, held + pile);
            let (hand, pile) = dealt.split_at(held);
            let (k6, k7) = *ceilings.choose(&mut rng).unwrap();
            let last = hand.last().map(|&it| card(it));
            let ceilings = Ceilings { hand: k6, combined: k7 };
            let score = law.score(&cards(hand), &cards(pile), ceilings, last);
            let slow = slow::declare(hand, pile, k6.into(), k7.into(), from);
            let all = cards(hand).and(&cards(pile));
            assert_eq!(law.krako(&all).map(usize::from), slow::krako_cost(hand, pile, from));
            assert_eq!(law.oxmyx(&all), slow::has_oxmyx(hand, pile, from));
            let (hand, pile) = (hand.to_vec(), pile.to_vec());
            table.push(Player { hand, pile, ceilings: (k6, k7), slow, score });
        }
        deck.shuffle(&mut rng);

        let single = from.merge == slow::Merge::Single;
        for it in &table {
            found.hands += 1;
            let six = it.slow.six.as_ref().map_or((None, None, 0), of_scored);
            found.names.insert((
                six.0.unwrap_or(0),
                it.slow.seven.id,
                it.slow.seven.below.unwrap_or(0),
            ));
            let counts = !(single && six.0.is_some());
            if six != of_stage(&it.score.hand)
                || counts && of_scored(&it.slow.seven) != of_stage(&it.score.combined)
            {
                found.wrong(|| format!("NAMES {rules:?}\n    {}", it.told()));
            }
            // W4: the ranks spent in each stage.
            let sorted = |mut ranks: Vec<u8>| {
                ranks.sort_unstable();
                ranks
            };
            let spent = law.spent(&cards(&it.hand), &cards(&it.pile), &it.score);
            let [of_hand, of_all] =
                spent.map(|spent| sorted(spent.iter().map(|kronk| kronk.card.rank()).collect()));
            let slow = it.slow.six.as_ref().map(|it| it.spent.clone()).unwrap_or_default();
            if sorted(slow) != of_hand || counts && sorted(it.slow.seven.spent.clone()) != of_all {
                found
                    .wrong(|| format!("SPENT {of_hand:?} {of_all:?} {rules:?}\n    {}", it.told()));
            }
        }
        let names = |it: &Player| (it.score.hand.value.names(), it.score.combined.value.names());
        for (i, a) in table.iter().enumerate() {
            for (j, b) in table.iter().enumerate().skip(i + 1) {
                // The keys of each stage by themselves.
                let keys = |a: &Scored, b: &Scored| a.key.cmp(&b.key);
                let (mut six, mut seven) = (None, None);
                if let (Some(c), Some(d)) = (&a.slow.six, &b.slow.six)
                    && c.id == d.id
                    && names(a).0 == names(b).0
                {
                    six = Some((a.score.hand.value.cmp(&b.score.hand.value), keys(c, d)));
                }
                let (c, d) = (&a.slow.seven, &b.slow.seven);
                let uncounted = |it: &Player| single && it.slow.six.is_some();
                if (c.id, c.below) == (d.id, d.below)
                    && names(a).1 == names(b).1
                    && !uncounted(a)
                    && !uncounted(b)
                {
                    let order = a.score.combined.value.cmp(&b.score.combined.value);
                    seven = Some((order, keys(c, d)));
                }
                if six.is_some_and(|(a, b)| a != b) || seven.is_some_and(|(a, b)| a != b) {
                    found.wrong(|| format!("KEYS {rules:?}\n  {}\n  {}", a.told(), b.told()));
                }
                // The order of the two players.
                if names(a) != names(b) && j != i + 1 {
                    continue;
                }
                found.pairs += 1;
                let order = law.compare(&a.score, &b.score);
                if order == Ordering::Equal {
                    found.ties += 1;
                    let score = |it: &Player| {
                        let ceilings = Ceilings { hand: it.ceilings.0, combined: it.ceilings.1 };
                        let last = it.hand.last().map(|&it| card(it));
                        tail.score(&cards(&it.hand), &cards(&it.pile), ceilings, last)
                    };
                    let is = tail.compare(&score(a), &score(b));
                    let of = |it: &'_ Player| (it.hand.clone(), it.pile.clone(), it.slow.named);
                    let (c, d) = (of(a), of(b));
                    let by = slow::compare_naturals((&c.0, &c.1, c.2), (&d.0, &d.1, d.2), from);
                    if is != by {
                        found.wrong(|| {
                            format!(
                                "TAIL {is:?} slow {by:?} {rules:?}\n  {}\n  {}",
                                a.told(),
                                b.told()
                            )
                        });
                    }
                }
                let by = slow::compare(&a.slow, &b.slow, from);
                if order != by || law.compare(&b.score, &a.score) != by.reverse() {
                    found.wrong(|| {
                        format!(
                            "ORDER {order:?} slow {by:?} {rules:?}\n  {}\n  {}",
                            a.told(),
                            b.told()
                        )
                    });
                }
            }
        }
    }
    found
}

fn look_at_all(tables: Vec<(slow::Rules, u8, usize)>, seed: u64) -> Found {
    tables
        .into_par_iter()
        .enumerate()
        .map(|(i, (rules, koiks, tables))| look(&rules, koiks, tables, seed + i as u64))
        .reduce(Found::default, Found::and)
}

#[test]
fn the_engine_agrees_with_the_slow_evaluator_on_every_day() {
    let mut all = Vec::new();
    for day in 1..=10 {
        for dark in [false, true] {
            for koiks in 0..=2 {
                // Thursday takes seven times as much work.
                all.push((slow::Rules::on(day, dark), koiks, 20));
            }
        }
    }
    for koiks in 0..=2 {
        all.push((slow::Rules::newcomer(), koiks, 30));
    }
    look_at_all(all, 1).check(50_000);
}

/// Each switch by itself, on a day that it affects, and then many at once.
#[test]
fn the_engine_agrees_with_the_slow_evaluator_under_every_switch() {
    use crate::slow_fizzbin::*;
    type Switch = (&'static str, &'static [u8], fn(&mut Rules));
    const EVERY: &[u8] = &[1, 2, 3, 4, 5, 6, 7];
    let switches: &[Switch] = &[
        ("skins57", &[2, 5, 6, 7], |it| it.deck = Deck::Skins57),
        ("pinochle", &[2, 5, 6, 7], |it| it.deck = Deck::Pinochle),
        ("plain", &[5], |it| it.order = Order::Plain),
        ("promoted52", &[3], |it| it.tue_deck = TueDeck::Promoted52),
        ("lowwild", &[3], |it| it.tue_deck = TueDeck::Lowwild),
        ("like deuce", &[3], |it| {
            (it.tue_deck, it.promoted_kings) = (TueDeck::Promoted52, PromotedKings::LikeDeuce);
        }),
        ("seventh", &[5], |it| it.tebo = Tebo::Seventh),
        ("doubly dead", &[6, 7], |it| it.kesla = Kesla::DoublyDead),
        ("dead literally", &[6], |it| {
            (it.kesla, it.kinds) = (Kesla::DoublyDead, Kinds::Literal);
        }),
        ("literal", EVERY, |it| it.kinds = Kinds::Literal),
        ("always", EVERY, |it| it.kesla = Kesla::Always),
        ("family", &[6], |it| it.friday_pairs = FridayPairs::Family),
        ("off", &[6], |it| it.friday_pairs = FridayPairs::Off),
        ("all", EVERY, |it| it.bar_scope = BarScope::All),
        ("count", EVERY, |it| it.frac = Frac::Count),
        ("tepo off", EVERY, |it| it.tepo = Tepo::Off),
        ("alone", EVERY, |it| it.zethrac = Zethrac::Alone),
        ("k2", EVERY, |it| it.full_dark = FullDark::K2),
        ("blank", EVERY, |it| it.unused = Unused::Blank),
        ("single", EVERY, |it| it.merge = Merge::Single),
        ("early", EVERY, |it| it.kronk_rank = KronkRank::Early),
        ("inforce", EVERY, |it| it.drella = Drella::Inforce),
        ("noscore", &[1, 2, 4, 5], |it| it.drella = Drella::Noscore),
        ("noscore always", &[2, 4], |it| {
            (it.drella, it.kesla) = (Drella::Noscore, Kesla::Always);
        }),
        ("barred", &[1], |it| it.sunday_kronk = SundayKronk::Barred),
        ("landru J", EVERY, |it| it.landru_kronk = Some(11)),
        ("landru 9", EVERY, |it| it.landru_kronk = Some(9)),
        ("landru 10", EVERY, |it| it.landru_kronk = Some(10)),
    ];
    let mut all = Vec::new();
    for &(_, days, set) in switches {
        for &day in days {
            for dark in [false, true] {
                let mut it = Rules::on(day, dark);
                set(&mut it);
                let each = (80 / days.len() / 2).max(4);
                all.push((it, 1 + u8::from(dark), each));
            }
        }
    }
    let mut rng = Pcg64Mcg::seed_from_u64(7);
    while all.len() < 600 {
        let mut it = Rules::on(rng.random_range(1..=10), rng.random());
        for &(_, _, set) in switches {
            if rng.random_bool(0.15) {
                set(&mut it);
            }
        }
        if rng.random_bool(0.1) {
            it.landru_kronk = it.ranks().choose(&mut rng).copied();
        }
        let koiks = rng.random_range(0..=2);
        if rules(&it, koiks, 4).check().is_empty() && rules(&it, koiks, 12).check().is_empty() {
            all.push((it, koiks, 1));
        }
    }
    look_at_all(all, 1000).check(50_000);
}
