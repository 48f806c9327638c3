//! Exact Kinzo against an enumeration of every course of a round with small decks, under every
//! switch: the round itself is run, with every possible card and roll.

use crate::tables;

use croupier::cards::tree::{self, BestReply, Walk};
use croupier::framework::Engine;
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::hand::{Fate, Hand};
use croupier::games::kinzo::record::Silent;
use croupier::games::kinzo::round::{Outcome, Table};
use croupier::games::kinzo::view::{Action, Choice, Player, View};
use croupier::strategy;
use rayon::prelude::*;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;

/// Small decks, copies of 1..6: one so small that it runs out.
const DECKS: [[u32; 6]; 2] = [[0, 0, 4, 0, 4, 0], [0, 0, 3, 2, 0, 1]];

/// A deck for best play, where all actions of the player are tried.
const BEST: [u32; 6] = [0, 0, 5, 0, 3, 0];

/// Every switch that changes a round of one player from a full deck.
const SWITCHES: &[&str] = &[
    "",
    "split=false",
    "hand_limit=2",
    "hand_limit=3",
    "dealer_limit=3",
    "dealer_limit=4",
    "dealer_stop_values=[4]",
    "dealer_stop_values=[3,6]",
    "doubled=exactly",
    "tie_at_tally=match",
    "tie_at_tally=push",
    "split_dice=per_player",
    "match_pays=own",
    "match_pays=own;tie_at_tally=match",
    "match_pays=capped",
    "match_pays=capped;match_cap=2",
    "dealer_matches_split=false",
    "commission=50",
    "bonus.survive=0.5",
    "bonus={bust-high=-0.125, bust-doubled=0.7, exact-match=-3.1, split=0.4};commission=50",
    "bonus={push=1.5, exact-match=1, unrolled=2, split=-0.3};tie_at_tally=push",
    "bonus={exact-match=2, survive=-1};match_pays=own;split_dice=per_player;tie_at_tally=match",
    "bust_above=double",
];

/// A table with the deck as a field of its rules, which must be the deck that is dealt.
fn table(set: &str, deck: [u32; 6]) -> Kinzo {
    let game = tables::table::<Kinzo>(&format!("copies_per_value={deck:?};{set}"));
    assert_eq!(game.deck().counts(), deck.map(|count| count as u16));
    game
}

/// The maximum number of leaves here.
const LEAVES: u64 = 2_000_000;

/// One round along a walk.
fn round<P: Player>(game: &Kinzo, walk: &RefCell<&mut Walk>, player: P) -> Outcome {
    let mut table = Table::new(game.rules(), game.deck());
    *table.round(&mut [player], &mut &*walk, &mut Silent, 0)
}

/// A seat of the program, borrowed.
struct Borrowed<'p, P>(&'p mut P);

impl<P: Player> Player for Borrowed<'_, P> {
    fn play(&mut self, view: &View<'_>) -> Choice {
        self.0.play(view)
    }
}

/// EV and mean square of a round in stakes, the probability of winning, and the frequencies of each
/// fate, of splits, and of each total of the dealer.
#[derive(Default)]
struct Figures {
    mean: f64,
    square: f64,
    win: f64,
    fates: [f64; Fate::ALL.len()],
    split: f64,
    totals: BTreeMap<u32, f64>,
}

fn visited(game: &Kinzo, text: &str) -> Figures {
    let mut seat = strategy::seat(game, text).unwrap();
    let mut found = Figures::default();
    let mut sure = 0.0;
    let leaves = tree::visit(LEAVES, |walk| {
        let outcome = round(game, &RefCell::new(&mut *walk), Borrowed(&mut seat));
        let (p, net) = (walk.probability(), outcome.nets[0] as f64 / Kinzo::game().scale());
        sure += p;
        found.mean += p * net;
        found.square += p * net * net;
        found.win += if net > 0.0 { p } else { 0.0 };
        let mut seen = [false; Fate::ALL.len()];
        for &fate in outcome.fates(0) {
            // Matches and pushes are counted by rounds, all others by hands.
            let again = mem::replace(&mut seen[fate as usize], true);
            let by_rounds = matches!(fate, Fate::ExactMatch | Fate::Push);
            found.fates[fate as usize] += if by_rounds && again { 0.0 } else { p };
        }
        found.split += p * (outcome.fates(0).len() - 1) as f64;
        *found.totals.entry(outcome.dealer).or_default() += p;
    });
    leaves.unwrap();
    assert!((sure - 1.0).abs() < 1e-9, "all ways together come with probability {sure}");
    found
}

#[track_caller]
fn same(what: &str, exact: f64, visited: f64) {
    assert!((exact - visited).abs() < 1e-9, "{what}: {exact} exactly, {visited} visited");
}

#[test]
fn exact_figures_are_those_of_every_way_that_a_round_can_go() {
    let tables = DECKS.iter().flat_map(|deck| SWITCHES.iter().map(move |set| (*set, *deck)));
    let tables: Vec<_> = tables.collect();
    tables.into_par_iter().for_each(|(set, deck)| {
        let game = table(set, deck);
        for text in ["threshold(hit_below=8)", "threshold(hit_below=9,split=true)"] {
            let (at, found) = (format!("{set} {deck:?} {text}"), visited(&game, text));
            let exact = game.exact(&mut [strategy::seat(&game, text).unwrap()]).unwrap();
            let units = Kinzo::game().scale();
            let seat = exact.seats[0];
            same(&at, seat.mean / units, found.mean);
            same(&at, seat.square / units / units, found.square);
            same(&at, seat.win, found.win);
            for (event, &(hits, _)) in game.events().iter().zip(&exact.events) {
                let fate = Fate::ALL.iter().find(|fate| fate.name() == event.name);
                let known = match (event.name.strip_prefix("dealer-total:"), fate) {
                    (Some(total), _) => {
                        found.totals.get(&total.parse().unwrap()).copied().unwrap_or_default()
                    }
                    (_, Some(&fate)) => found.fates[fate as usize],
                    _ if event.name == "split" => found.split,
                    _ => continue,
                };
                same(&format!("{at} {}", event.name), hits, known);
            }
        }
    });
}

/// The view of a player with perfect memory: the unseen cards, the hands, and the hand in play.
type Seen = ([u16; 6], Vec<Hand>, usize);

/// A seat that tries every action.
struct Trying<'a, 'w> {
    walk: &'a RefCell<&'w mut Walk>,
    reply: &'a mut BestReply<Seen>,
}

impl Player for Trying<'_, '_> {
    fn play(&mut self, view: &View<'_>) -> Choice {
        let legal: Vec<Action> = view.legal().collect();
        let seen = (view.unseen().counts(), view.hands(0).to_vec(), view.playing());
        Choice::Act(legal[self.reply.decide(&mut self.walk.borrow_mut(), seen, legal.len())])
    }
}

#[test]
fn best_play_is_the_best_of_all_that_can_be_tried() {
    SWITCHES.par_iter().for_each(|set| {
        let game = table(&format!("hand_limit=3;{set}"), BEST);
        let mut reply = BestReply::default();
        let leaves = tree::visit(LEAVES, |walk| {
            let outcome = {
                let walk = RefCell::new(&mut *walk);
                let seat = Trying { walk: &walk, reply: &mut reply };
                round(&game, &walk, seat)
            };
            reply.end(walk, outcome.nets[0] as f64 / Kinzo::game().scale());
        });
        leaves.unwrap_or_else(|error| panic!("{set}: {error}"));
        let mut best = [strategy::seat(&game, "best").unwrap()];
        let exact = game.exact(&mut best).unwrap().seats[0].mean / Kinzo::game().scale();
        same(set, exact, reply.best().value);
    });
}
