//! Exact Kinzo against an enumeration of every course of a round with small decks, under every
//! switch: the round itself is run, with every possible card and roll.

use crate::tables;

use croupier::cards::tree::{self, BestReply, Walk};
use croupier::framework::{AnyTable, Engine, ExactScore};
use croupier::games::kinzo::Kinzo;
use croupier::games::kinzo::hand::Hand;
use croupier::games::kinzo::record::Silent;
use croupier::games::kinzo::round::{Outcome, Table};
use croupier::games::kinzo::view::{Action, Choice, Player, View};
use croupier::strategy;
use rayon::prelude::*;
use std::cell::RefCell;

/// Small decks, copies of 1..6: one so small that it runs out.
const DECKS: [[u32; 6]; 4] =
    [[0, 0, 4, 0, 4, 0], [0, 0, 3, 2, 0, 1], [0, 0, 6, 0, 6, 0], [0, 0, 0, 4, 5, 5]];

/// A deck for best play, where all actions of the player are tried.
const BEST: [u32; 6] = [0, 0, 5, 0, 3, 0];

/// Every switch that changes a round of one player from a full deck, but `resplit`.
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

#[track_caller]
fn same(what: &str, exact: f64, visited: f64) {
    assert!((exact - visited).abs() < 1e-9, "{what}: {exact} exactly, {visited} visited");
}

fn same_score(what: &str, exact: &ExactScore, visited: &ExactScore) {
    let units = Kinzo::game().scale();
    same(&format!("{what}: EV"), exact.mean / units, visited.mean / units);
    same(&format!("{what}: square"), exact.square / units / units, visited.square / units / units);
    same(&format!("{what}: wins"), exact.win, visited.win);
}

#[test]
fn exact_figures_are_those_of_every_way_that_a_round_can_go() {
    let splits = "threshold(hit_below=9,split=true)";
    let players = ["threshold(hit_below=8)", splits];
    let tables = SWITCHES.iter().flat_map(|set| players.map(|text| (*set, text)));
    // Under this switch the solver is for players who never split.
    let tables = tables.chain([("resplit=true", players[0])]);
    let tables = tables.flat_map(|(set, text)| DECKS.map(|deck| (set, deck, text)));
    tables.collect::<Vec<_>>().into_par_iter().for_each(|(set, deck, text)| {
        let game = table(set, deck);
        let seats = || vec![strategy::seat(&game, text).unwrap()];
        let (at, visited) =
            (format!("{set} {deck:?} {text}"), game.enumerate(&mut seats(), LEAVES).unwrap());
        let exact = game.exact(&mut seats()).unwrap();
        same_score(&at, &exact.seats[0], &visited.seats[0]);
        same_score(&at, &exact.house, &visited.house);
        let events = Engine::events(&game);
        assert_eq!([exact.events.len(), visited.events.len()], [events.len(); 2]);
        for (number, event) in events.iter().enumerate() {
            let [(hits, trials), (known, tried)] = [&exact, &visited].map(|all| all.events[number]);
            same(&format!("{at}: {}", event.name), hits, known);
            same(&format!("{at}: trials of {}", event.name), trials, tried);
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
