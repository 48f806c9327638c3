//! Exact figures of Zinbiddle against an enumeration of every course of one level of a pyramid,
//! under every switch: the hand itself is run, with every possible card.

use crate::tables;
use croupier::cards::tree::{self, BestReply, Walk};
use croupier::cards::{Deck, Purpose};
use croupier::framework::Engine;
use croupier::framework::luck::{Luck, Whom};
use croupier::games::zinbiddle::Zinbiddle;
use croupier::games::zinbiddle::exact::maximum::{Hunt, Solver};
use croupier::games::zinbiddle::exact::odds::Stock;
use croupier::games::zinbiddle::hand::{Card, KINDS, Line, PLACES, Place, Pyramid, Ranks};
use croupier::games::zinbiddle::record::Silent;
use croupier::games::zinbiddle::round::Table;
use croupier::games::zinbiddle::rules::Rules;
use croupier::games::zinbiddle::view::{Answer, Bet, BetChoice, Pilot, PilotChoice, Player, View};
use rayon::prelude::*;
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

/// The maximum number of leaves here.
const LEAVES: u64 = 2_000_000;

/// The source of the cards that the test does not fix.
#[derive(Clone, Copy)]
enum Source {
    /// The shoes of the table.
    Shoes,
    /// Endless shoes of the same cards.
    Endless([u32; KINDS]),
}

/// Luck that takes every course for some cards of the first seat. All others are fixed by the test,
/// and do not come from the shoes.
struct Every<'a, 'w> {
    walk: &'a RefCell<&'w mut Walk>,
    source: Source,
    /// The first seat's cards by place; `None` for those that luck draws.
    cards: [Option<Card>; PLACES],
    /// Cards dealt so far, to both seats.
    dealt: usize,
}

/// The order of the deal to two seats: the first seat's places, and `None` for the other's.
const DEALT: [Option<usize>; 2 * PLACES] = {
    let mut dealt = [None; 2 * PLACES];
    let levels = [(0, 4), (4, 2), (6, 2), (8, 1)];
    let (mut level, mut at) = (0, 0);
    while level < levels.len() {
        let (first, places) = levels[level];
        let mut place = 0;
        while place < places {
            dealt[at + place] = Some(first + place);
            place += 1;
        }
        at += 2 * places;
        level += 1;
    }
    dealt
};

impl Every<'_, '_> {
    fn any(&self, pile: &mut impl Deck) -> usize {
        let mut walk = self.walk.borrow_mut();
        match self.source {
            Source::Shoes => walk.card(pile),
            Source::Endless(counts) => walk.draw(&counts),
        }
    }
}

impl Luck for Every<'_, '_> {
    fn card<D: Deck>(&mut self, purpose: Purpose, _whom: Whom, pile: &mut D) -> usize {
        if purpose != Purpose::Deal {
            return self.any(pile);
        }
        let place = DEALT[self.dealt];
        self.dealt += 1;
        match place {
            None => 0,
            Some(place) => self.cards[place].map_or_else(|| self.any(pile), Card::kind),
        }
    }

    fn below(&mut self, _purpose: Purpose, _bound: u32) -> u32 {
        unreachable!("nobody leaves anything to chance");
    }

    fn skip(&mut self) {
        unreachable!("nobody folds");
    }
}

/// The view of a pilot: its cards, the number of levels dealt, and the number of actions left.
type Seen = ([usize; PLACES], usize, u8);

/// A seat that never bets, and tries every action from a level on.
struct Pilots<'a, 'w> {
    walk: &'a RefCell<&'w mut Walk>,
    reply: Option<&'a mut BestReply<Seen>>,
    level: usize,
}

impl Player for Pilots<'_, '_> {
    fn counts(&self) -> bool {
        false
    }

    fn zinbiddle(&mut self, _view: &View<'_>) -> Answer {
        Answer::No
    }

    fn bet(&mut self, _view: &View<'_>) -> BetChoice {
        BetChoice::Do(Bet::Check)
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let (level, seat) = (view.levels() - 1, view.seat());
        let Some(reply) = self.reply.as_mut().filter(|_| level >= self.level) else {
            return PilotChoice::Do(Pilot::Pass);
        };
        let legal: Vec<Pilot> = view.legal().collect();
        let seen =
            (view.own_so_far().unwrap().cards().map(Card::kind), level, view.actions_left(seat));
        let taken = reply.decide(&mut self.walk.borrow_mut(), seen, legal.len());
        PilotChoice::Do(legal[taken])
    }
}

/// The first seat's cards at the end of a hand of two.
fn hand(
    table: &mut Table<'_>,
    luck: &mut Every<'_, '_>,
    level: usize,
    reply: Option<&mut BestReply<Seen>>,
) -> Pyramid {
    let walk = luck.walk;
    let mut seats = [Pilots { walk, reply, level }, Pilots { walk, reply: None, level }];
    table.new_session();
    table.hand(&mut seats, luck, &mut Silent, 0);
    *table.pyramid(0)
}

/// Shoes with one number and Sixes, so that there are five kinds of card.
const SMALL: &str = "players=2;sets=12;copies_per_number=[1, 0, 0, 0];misfires_per_suit=0;vermilion_sixes=16;\
     pilot_actions=2;action_kinds=[[], [], [], [\"replace\"]]";

/// Switches for which the last level alone is tried.
const LAST: &[&str] = &[
    "",
    "ion_ends_hand=false;ion_takes_all=false;tie_counts=true;equal_ions=first;wild_cap_wins=never",
    "shoes=per_level;shuffle={ penetration = 0.5 };replaced_shown=true",
    "shoes=per_level;replacement_from=current_level;price_players=still_in;action_rake=0.1;rake_every=1",
    "copies_per_number=[0, 0, 0, 1];misfires_per_suit=1;vermilion_sixes=4;\
     action_kinds=[[], [], [], [\"resort_row\"]]",
    "copies_per_number=[1, 0, 1, 0];action_kinds=[[], [], [], [\"transpose\"]]",
    "action_kinds=[[], [], [], [\"replace\", \"resort_row\"]]",
    "action_kinds=[[], [], [], [\"resort_line\"]];flank_resort_shows=all_four",
    "pilot_actions=3;action_kinds=[[], [], [], [\"transpose\"]]",
];

/// Settings for which level 3 is tried too: an action or two there, and the rest with the capstone.
const BOTH: &[&str] = &[
    "pilot_actions=3;action_kinds=[[], [], [\"replace\", \"transpose\"], []]",
    "pilot_actions=3;action_kinds=[[], [], [\"resort_row\"], [\"transpose\"]]",
    "pilot_actions=4;action_kinds=[[], [], [\"transpose\"], []]",
];

/// Pyramids that are at most a few actions away from an Ion Barrage, or are not.
const NEAR: [&str; 2] = ["4r 4g 4b 4y 3b 3r 2y 2b", "4g 4r V6 4b 3b 3r 2y V6"];

fn cards(text: &str) -> [Option<Card>; PLACES] {
    let mut cards = [None; PLACES];
    for (card, word) in cards.iter_mut().zip(text.split(' ')) {
        *card = Some(word.parse().unwrap());
    }
    cards
}

fn near(set: &str) -> (Zinbiddle, [u32; KINDS]) {
    let game: Zinbiddle = tables::table(&format!("{SMALL};{set}"));
    let counts = game.rules().deck().map(u32::from);
    (game, counts)
}

/// A solver takes long to make, and switches that do not change the hunt share one.
fn solver(hunt: Hunt) -> Arc<Solver> {
    static KNOWN: Mutex<Vec<(Hunt, Arc<Solver>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap();
    if let Some((_, solver)) = known.iter().find(|(other, _)| *other == hunt) {
        return Arc::clone(solver);
    }
    let solver = Arc::new(Solver::new(hunt.clone()));
    known.push((hunt, Arc::clone(&solver)));
    solver
}

/// Checks that the hand itself makes an Ion Barrage exactly as often as the solver claims.
fn check(set: &str, level: usize) {
    let (game, counts) = near(set);
    let rules: &Rules = game.rules();
    let solver = solver(Hunt::new(rules));
    let mut table = Table::new(rules);
    // A switch that does not change the hunt needs no second pyramid.
    let near = if set.is_empty() || level == 2 { &NEAR[..] } else { &NEAR[..1] };
    for text in near {
        let cards = cards(text);
        let mut reply = BestReply::default();
        let leaves = tree::visit(LEAVES, |walk| {
            let end = {
                let walk = &RefCell::new(&mut *walk);
                let mut luck = Every { walk, source: Source::Endless(counts), cards, dealt: 0 };
                hand(&mut table, &mut luck, level, Some(&mut reply))
            };
            let ion = Ranks::get().pyramid(&end).is_ion_barrage();
            reply.end(walk, f64::from(u8::from(ion)));
        });
        leaves.unwrap_or_else(|error| panic!("{set} {text}: {error}"));
        let best = reply.best();
        // The solver's value before the capstone is dealt, or after.
        let dealt: Vec<Card> = cards.iter().flatten().copied().collect();
        let all: u32 = counts.iter().sum();
        let mut start = Pyramid::EMPTY;
        Place::ALL.into_iter().zip(&dealt).for_each(|(place, &card)| start.put(place, card));
        let left = rules.pilot_actions;
        let exact = if level == 3 {
            let with = |kind: usize| {
                let mut pyramid = start;
                pyramid.put(Place::ALL[PLACES - 1], Card::of_kind(kind));
                f64::from(counts[kind]) / f64::from(all) * solver.chance(3, left, &pyramid)
            };
            (0..KINDS).filter(|&kind| counts[kind] > 0).map(with).sum()
        } else {
            solver.chance(level, left, &start)
        };
        let what = format!("{set} {text} from level {}", level + 1);
        assert!((exact - best.value).abs() < 1e-12, "{what}: {exact}, and {} visited", best.value);
        for situation in &best.situations {
            let (kinds, level, left) = situation.seen;
            let pyramid = Pyramid::new(kinds.map(Card::of_kind));
            let exact = solver.chance(level, left, &pyramid);
            let best = situation.worths.iter().copied().fold(0.0, f64::max);
            assert!((exact - best).abs() < 1e-12, "{what}, {pyramid:?}: {exact}, {best} visited");
        }
    }
}

#[test]
fn the_maximum_is_what_comes_of_all_actions_of_a_level() {
    let tables = LAST.iter().map(|set| (*set, 3)).chain(BOTH.iter().map(|set| (*set, 2)));
    let tables: Vec<_> = tables.collect();
    tables.into_par_iter().for_each(|(set, level)| check(set, level));
}

/// Lines dealt from the shoes of the table, each with its rank.
#[test]
fn lines_are_as_often_dealt_as_in_all_deals_of_the_hand() {
    let switches = [
        "copies_per_number=[1, 0, 0, 1];vermilion_sixes=1;sets=9",
        "copies_per_number=[0, 1, 0, 0];misfires_per_suit=1;vermilion_sixes=0;sets=9",
        "shoes=per_level;copies_per_number=[2, 0, 0, 0];vermilion_sixes=1",
        "shoes=per_level;shuffle={ penetration = 0.5 }",
    ];
    switches.into_par_iter().for_each(|set| {
        let (game, _) = near(set);
        let rules: &Rules = game.rules();
        let (stock, mut table) = (Stock::full(rules), Table::new(rules));
        for line in Line::ALL {
            let exact = if line == Line::Row { stock.rows() } else { stock.flanks() };
            let total = stock.total(&line.places()) as f64;
            let mut found = vec![0.0; exact.len()];
            let mut cards = [Some(Card::of_kind(0)); PLACES];
            line.places().into_iter().for_each(|place| cards[place.index()] = None);
            let leaves = tree::visit(LEAVES, |walk| {
                let end = {
                    let walk = &RefCell::new(&mut *walk);
                    let mut luck = Every { walk, source: Source::Shoes, cards, dealt: 0 };
                    hand(&mut table, &mut luck, 0, None)
                };
                found[usize::from(Ranks::get().line_of(line, &end))] += walk.probability();
            });
            leaves.unwrap_or_else(|error| panic!("{set}: {error}"));
            for (rank, (&ways, &visited)) in exact.iter().zip(&found).enumerate() {
                let odds = ways as f64 / total;
                assert!((odds - visited).abs() < 1e-12, "{set} {line:?} {rank}: {odds} {visited}");
            }
        }
    });
}
