//! The names of dealt cards, counted exactly: against the tables of the rules, against counting in
//! another way, and against the odds that the source prints.

use crate::figures::SIX;
use croupier::framework::enumeration::MOST_LEAVES;
use croupier::framework::{self, Engine, ExactError, GameRules, HandAsked, HandOdds, Hands};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::eval::{Ceilings, Evaluator};
use croupier::games::fizzbin::exact::{Stock, names};
use croupier::games::fizzbin::hand::{
    COMBINED_PLACES, Card, Cards, HAND_PLACES, KINDS, Suit, combined_event, combined_place,
    hand_event, hand_place,
};
use croupier::games::fizzbin::rules::{Deck, Drella, Kesla, Kinds, Rules, TueDeck};

/// The same for seven cards, by our own count.
const SEVEN: &[(&str, u64)] = &[
    ("hand:royal-fizzbin", 3_456),
    ("hand:full-fizzbin", 3_675_312),
    ("hand:fizzbin", 11_508_880),
    ("hand:half-full-fizzbin", 22_466_904),
    ("hand:quarter-fizzbin", 71_517_280),
    ("hand:quarter-full-fizzbin", 192),
    ("hand:none", 24_612_536),
    ("combined:slunk", 190_256),
    ("combined:half-kalo", 778_280),
    ("combined:half-festival", 8_928),
    ("combined:royal-stink", 26_928),
    ("combined:stink", 1_454_544),
    ("combined:royal-slink", 2_581_152),
    ("combined:slink", 21_466_368),
    ("combined:royal-dink", 683_712),
    ("combined:dink", 1_275_456),
    ("combined:stupimajel", 6_046_536),
    ("combined:stupikodos", 6_046_536),
    ("combined:kalo", 923_496),
    ("combined:cirl", 4_617_480),
    ("combined:royal-gumato", 6_046_536),
    ("combined:gumato", 42_325_752),
    ("combined:corbomite:quarter-festival", 3_903_872),
    ("combined:corbomite:stupikaridian", 7_682_304),
    ("combined:corbomite:karidian", 18_555_488),
    ("combined:corbomite:stupistonk", 5_856),
    ("combined:corbomite:stupispawnk", 207_144),
    ("combined:corbomite:shronk-f", 621_432),
    ("combined:corbomite:stonk", 3_335_808),
    ("combined:corbomite:royal-slonk", 210_560),
    ("combined:corbomite:spawnk", 1_797_292),
    ("combined:corbomite:slonk", 2_657_172),
    ("combined:corbomite:half-slonk", 318_528),
    ("combined:corbomite:royal-zethrac", 3_248),
    ("combined:corbomite:zethrac", 10_200),
    ("combined:corbomite:none", 3_696),
];

fn monday() -> Rules {
    Rules { koiks: 0, ..Rules::preset("d2-light").unwrap() }
}

fn table(names: &[u64]) -> Vec<(String, u64)> {
    let (hands, combined) = names.split_at(HAND_PLACES);
    let hands = hands.iter().enumerate().map(|(place, &n)| (hand_event(place), n));
    let combined = combined.iter().enumerate().map(|(place, &n)| (combined_event(place), n));
    hands.chain(combined).filter(|(_, n)| *n > 0).collect()
}

fn same(found: &[u64], expected: &[(&str, u64)]) {
    let expected: Vec<(String, u64)> =
        expected.iter().map(|&(name, n)| (name.to_owned(), n)).collect();
    assert_eq!(table(found), expected);
}

#[test]
fn six_cards_are_what_the_rules_document_says() {
    let found = names(&monday(), 6).unwrap();
    same(&found, SIX);
    let (hands, combined) = found.split_at(HAND_PLACES);
    assert_eq!([hands, combined].map(|ways| ways.iter().sum::<u64>()), [20_358_520; 2]);
}

#[test]
fn seven_cards_are_what_they_were() {
    let found = names(&monday(), 7).unwrap();
    same(&found, SEVEN);
    let (hands, combined) = found.split_at(HAND_PLACES);
    assert_eq!([hands, combined].map(|ways| ways.iter().sum::<u64>()), [133_784_560; 2]);
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |all, i| all * (n - i) / (i + 1))
}

/// Calls `see` with every subset of `many` of the cards.
fn subsets(cards: &[Card], many: usize, held: &[Card], see: &mut impl FnMut(&[Card])) {
    if many == 0 {
        return see(held);
    }
    for i in 0..cards.len() {
        let held = [held, &[cards[i]]].concat();
        subsets(&cards[i + 1..], many - 1, &held, see);
    }
}

/// The number of royal fizzbins from the sixteen cards that can make them, with exactly this number
/// of kronks.
fn royal_fizzbins(rules: &Rules, kronks: usize) -> u64 {
    let law = Evaluator::new(rules);
    let of = |&rank: &u8| Suit::ALL.map(|suit| Card::new(rank, suit));
    let cards: Vec<Card> = [10, 11, 13, 14].iter().flat_map(of).collect();
    let queens = Suit::ALL.map(|suit| Card::new(12, suit));
    let ceilings = Ceilings { hand: kronks as u8, combined: 0 };
    let mut found = 0;
    subsets(&cards, 7 - kronks, &[], &mut |held| {
        let mut hand = Cards::from_cards(held);
        queens[..kronks].iter().for_each(|&queen| hand.add(queen));
        let score = law.score(&hand, &Cards::EMPTY, ceilings, None);
        if score.hand.value.id() == Some(1) {
            assert_eq!(usize::from(score.hand.spent), kronks);
            found += 1;
        }
    });
    // Queens, fours and the koik are wild by day.
    found * choose(9, kronks as u64)
}

#[test]
fn royal_fizzbins_are_as_rare_as_the_rules_document_says_and_not_as_the_source_does() {
    // 4 · 6³ · 4: four ranks for the single card, six pairs of each other, four suits.
    let (free, barred) = (Rules { koiks: 1, ..monday() }, Rules::default());
    assert_eq!([royal_fizzbins(&free, 0), royal_fizzbins(&barred, 0)], [3456, 3024]);
    let against =
        |pool: u64, found: u64| (10.0 * (pool as f64 / found as f64 - 1.0)).round() / 10.0;
    let pools = [44, 52, 53].map(|cards| choose(cards, 7));
    assert_eq!(pools, [38_320_568, 133_784_560, 154_143_080]);
    assert_eq!(pools.map(|pool| against(pool, 3456)), [11_087.1, 38_709.8, 44_600.6]);
    assert_eq!(pools.map(|pool| against(pool, 3024)), [12_671.1, 44_239.9, 50_972.2]);
    // With up to one, two, three kronks of 53 cards.
    let mut up_to = 3456;
    let odds = [1, 2, 3].map(|kronks| {
        up_to += royal_fizzbins(&free, kronks);
        against(pools[2], up_to)
    });
    assert_eq!(odds, [3_639.9, 963.4, 519.3]);
    // The source: 44!/37! over 4·(3!)³ counts ordered hands and forgets the suits of the single
    // card, so its odds are 7!·4 times too long.
    let ordered: u64 = (38..=44).product();
    assert_eq!((ordered as f64 / (4.0 * 216.0) * 10.0).round(), 2_235_366_467.0);
    assert_eq!(ordered * 3456, 5040 * 4 * (4 * 216) * pools[0]);
}

#[test]
fn other_decks_are_counted_as_one_by_one() {
    let tuesday = |tue_deck| Rules { tue_deck, ..Rules::preset("d10-light").unwrap() };
    let tables = [
        monday(),
        Rules::default(),
        Rules { koiks: 2, ..Rules::preset("d5-dark").unwrap() },
        Rules { koiks: 3, ..Rules::preset("d6-light").unwrap() },
        Rules { deck: Deck::Skins57, ..Rules::preset("d4-dark").unwrap() },
        Rules::newcomer(),
        tuesday(TueDeck::Pinochle),
        tuesday(TueDeck::Promoted52),
        tuesday(TueDeck::Lowwild),
        Rules { players: 9, ..tuesday(TueDeck::Pinochle) },
    ];
    for rules in tables {
        let law = Evaluator::new(&rules);
        let copies = |kind| {
            let card = Card::of_kind(kind);
            std::iter::repeat_n(card, rules.copies(card).into())
        };
        let deck: Vec<Card> = (0..KINDS).flat_map(copies).collect();
        let mut slow = vec![0; HAND_PLACES + COMBINED_PLACES];
        subsets(&deck, 3, &[], &mut |held| {
            let (hand, whole) = law.thorough().natural(&Cards::from_cards(held), &Cards::EMPTY);
            slow[hand_place(hand)] += 1;
            slow[HAND_PLACES + combined_place(whole)] += 1;
        });
        assert_eq!(names(&rules, 3), Ok(slow), "{rules:?}");
        assert_eq!(Stock::full(&rules).hands(3), choose(deck.len() as u64, 3));
    }
}

#[test]
fn the_game_tells_these_odds() {
    for (koiks, all) in [(0, 22_100.0), (1, 23_426.0), (2, 24_804.0)] {
        let game = Fizzbin::new(Rules { koiks, ..monday() }).unwrap().dealing(3);
        let exact = game.capabilities().exact.unwrap();
        let figures = exact.exact(&mut *game.nobody()).unwrap();
        let events = game.events();
        assert_eq!(events.len(), figures.events.len());
        for (event, &(ways, of)) in events.iter().zip(&figures.events) {
            assert_eq!((event.possible, of), (ways > 0.0, all), "{}", event.name);
        }
        for part in [&figures.events[..HAND_PLACES], &figures.events[HAND_PLACES..]] {
            assert_eq!(part.iter().map(|(ways, _)| ways).sum::<f64>(), all);
        }
    }
    // Two decks of 53 have too many hands, and rounds are far out of reach of enumeration.
    let crowd = Fizzbin::new(Rules { players: 9, ..Rules::default() }).unwrap();
    assert_eq!(crowd.hand_sizes(), 1..=7);
    let dealt = crowd.dealing(7);
    let refused = dealt.capabilities().exact.unwrap().exact(&mut *dealt.nobody());
    assert!(matches!(refused, Err(ExactError::OutOfReach(_))));
    assert!(crowd.capabilities().exact.is_none());
    let mut seats = vec![croupier::strategy::seat(&crowd, "builder").unwrap(); 9];
    let refused = framework::AnyTable::enumerate(&crowd, &mut seats, MOST_LEAVES);
    assert!(matches!(refused, Err(ExactError::OutOfReach(_))));
}

/// Line, category and rank of a hand, and its rarity and the odds that it is beaten.
type Facts = (String, String, u64, [Option<f64>; 2]);

fn facts(rules: Rules, hand: &str) -> Vec<Facts> {
    let game = Fizzbin::new(rules).unwrap();
    let facts = game.hand_facts(hand, HandAsked::default()).unwrap();
    facts.into_iter().map(|f| (f.line, f.category, f.rank, [f.rarity, f.beaten])).collect()
}

#[test]
fn a_hand_is_told_everything_that_it_is_and_why_not_more() {
    let found = facts(monday(), "9S 9D 5H 5C AH 8S");
    let lines: Vec<(&str, &str)> =
        found.iter().map(|(line, category, ..)| (line.as_str(), category.as_str())).collect();
    assert_eq!(
        lines,
        [
            ("hand", "three-quarter fizzbin"),
            ("combined", "slink"),
            (
                "hand barred",
                "quarter-full fizzbin, barred by a red card, A 2 4 7 J Q K or low ace (H7)"
            ),
            ("combined also", "gumato"),
            ("combined also", "spawnk"),
            ("combined also", "slonk"),
            ("combined also", "half-slonk"),
            ("combined also", "royal zethrac"),
            ("combined also", "zethrac"),
        ]
    );
    let (_, _, rank, [rarity, beaten]) = &found[0];
    assert_eq!((*rank, *rarity), (4, Some(16_094_884.0 / 20_358_520.0)));
    assert!((0.05..0.95).contains(&beaten.unwrap()), "{beaten:?}");
    // Bars: Saturday's three pairs, Friday's pairs, Saturday's four of a suit.
    let barred = |rules: Rules, hand: &str| -> Vec<String> {
        let found = facts(rules, hand).into_iter();
        found.filter(|(line, ..)| line == "hand barred").map(|(_, category, ..)| category).collect()
    };
    let day = |preset| Rules::preset(preset).unwrap();
    let told = barred(day("d7-light"), "9S 9D 5S 5C");
    assert!(told.iter().all(|told| !told.starts_with("fizzbin")), "{told:?}");
    let told = barred(day("d6-light"), "TH TD 9H 2C");
    let friday = ["three-quarter fizzbin", "quarter-fizzbin"];
    assert_eq!(told, friday.map(|name| format!("{name}, barred by Friday's pairs (Y3)")));
    let dead = facts(monday(), "9S 9D 9H 5C");
    assert!(dead.iter().any(|(line, category, ..)| {
        line == "combined dead" && category == "shronk-K, scores on Fridays only"
    }));
    // Where another rule is the reason, it is that which is told (Y1, Y2).
    let shronk = |rules: Rules| {
        let found = facts(rules, "JH JC JD KS").into_iter();
        let mut dead =
            found.filter(|(line, ..)| line == "combined dead").map(|(_, category, ..)| category);
        dead.find(|category| category.starts_with("shronk-K"))
    };
    let literal = Rules { kinds: Kinds::Literal, drella: Drella::Noscore, ..day("d2-light") };
    let why = "shronk-K, combinations that can disqualify score nothing today (drella)";
    assert_eq!(shronk(literal).as_deref(), Some(why));
    let doubly = Rules { kesla: Kesla::DoublyDead, ..day("d6-light") };
    let why = "shronk-K, scores nothing where Fridays are doubly dead (Y2)";
    assert_eq!(shronk(doubly).as_deref(), Some(why));
}

#[test]
fn what_bars_a_royal_fizzbin_is_told() {
    let law = Evaluator::new(&Rules::default());
    let cards = |text: &str| {
        let cards: Vec<Card> = text.split_whitespace().map(|card| card.parse().unwrap()).collect();
        Cards::from_cards(&cards)
    };
    let bars = |hand: &str, pile: &str| -> Vec<&str> {
        let names = law.hand_names(&cards(hand), &cards(pile));
        let (_, bars) = *names.iter().find(|(id, _)| *id == 1).unwrap();
        bars.iter().map(|bar| bar.name()).collect()
    };
    assert!(bars("AS AD KS KH JC JD TS", "").is_empty());
    assert_eq!(bars("AS AD KS KH JS JD TS", ""), ["four of a suit"]);
    assert_eq!(bars("AS AD KS KH JC JD TS", "AC AH"), ["slunk (C10)"]);
}

#[test]
fn a_hand_that_cannot_be_is_refused() {
    let game = Fizzbin::new(Rules::default()).unwrap();
    for (hand, why) in [
        ("", "0 cards"),
        ("AS AS", "the deck holds 1 of AS"),
        ("1S", "the deck holds 0 of 1S"),
        ("** **", "the deck holds 1 of **"),
        ("AX", "`AX` is no Fizzbin card"),
        ("2S 3S 4S 5S 6S 7S 8S 9S", "8 cards: a hand has 1..=7"),
        ("2S + 3S 3S", "the deck holds 1 of 3S"),
    ] {
        let told = game.hand_facts(hand, HandAsked::default()).unwrap_err().to_string();
        assert!(told.contains(why), "{hand}: {told}");
    }
}
