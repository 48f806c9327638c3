//! Invariants of every game of Sabacc: cards are neither lost nor duplicated, money is neither made
//! nor lost, seats see everything that lies open and nothing else, only legal moves are made, and
//! traces stay the same.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::Engine;
use croupier::framework::scribe::Scribe;
use croupier::framework::settings::Settings;
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::cards::{Card, Packed, WideHand};
use croupier::games::sabacc::events::SEAT_EVENTS;
use croupier::games::sabacc::hand::Ranking;
use croupier::games::sabacc::record::{Recorder, RoundEvent, Silent, Transcript};
use croupier::games::sabacc::round::{Keyed, Table};
use croupier::games::sabacc::rules::{DealerMoves, Gain, Rules, UNITS_PER_ANTE};
use croupier::games::sabacc::strategies::{Careful, Seat};
use croupier::games::sabacc::view::{Act, Action, Choice, Look, Player, View};
use croupier::simulate::{self, Plan, Until};
use croupier::strategy;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

/// Readings of every field, from which tables are put together.
const READINGS: &[(&str, &[&str])] = &[
    ("dice_faces", &["1", "2", "3", "6", "181"]),
    ("players", &["2", "3", "5", "8"]),
    ("dealer_moves", &["each_game", "each_round"]),
    ("game_rounds", &["1", "2", "3", "5", "10"]),
    ("gain", &["keep_or_exchange", "look_first"]),
    ("hand_limit", &["2", "3", "4", "5"]),
    ("ante", &["1", "7"]),
    ("junk_refund", &["0", "0.5", "0.333", "1"]),
    (
        "bonus",
        &[
            "{}",
            "{ double = -0.101, blind-draw = 3, junked = 0.7, junked-out = -1.5 }",
            "{ \"shows:nulrhek\" = 0.25, \"wins-with:nulrhek\" = -2, \"shows:one-pair\" = 1000 }",
        ],
    ),
    ("bonus_from", &["house", "table"]),
    ("extra_cards", &["allowed", "examples_only"]),
    ("precise", &["first", "after_value", "off"]),
    ("sylops", &["apart", "in_runs"]),
];

/// Decks for random tables: the published one, parts of it, and others, few of them large because
/// each is ranked anew.
const DECKS: &[&str] = &[
    "",
    "",
    "",
    "highest=7;copies=1",
    "highest=8;sylops_in_deck=0",
    "highest=5;copies=1;sylops_in_deck=1",
    "highest=5;copies=2;sylops_in_deck=0",
    "highest=5;copies=8;sylops_in_deck=8",
    "highest=5;copies=[1, 2, 3, 8, 4]",
    "highest=6;copies=4",
];

/// Random valid rules: the first valid ones drawn, since not every deck is large enough for every
/// table.
fn some_rules(generator: &mut Pcg64Mcg) -> Rules {
    loop {
        let mut settings = Settings::<Rules>::default();
        for (field, readings) in READINGS {
            // Bonuses do not affect play, so they must not affect the choice of tables either.
            let mut own = generator.clone();
            let chance = if field.starts_with("bonus") { &mut own } else { &mut *generator };
            let reading = readings[chance.random_range(0..readings.len())];
            settings.set(&format!("{field}={reading}")).unwrap();
        }
        let deck = DECKS[generator.random_range(0..DECKS.len())];
        for setting in deck.split(';').filter(|setting| !setting.is_empty()) {
            settings.set(setting).unwrap();
        }
        if let Ok(rules) = settings.finish() {
            return rules;
        }
    }
}

/// The readings above name every field.
#[test]
fn random_rules_have_every_field() {
    let readings = READINGS
        .iter()
        .flat_map(|(field, readings)| readings.iter().map(move |reading| (*field, *reading)));
    let decks = DECKS.iter().flat_map(|deck| deck.split(';')).filter_map(|s| s.split_once('='));
    let rows: Vec<(&str, &str)> = readings.chain(decks).collect();
    tables::every_reading_has_a_row::<Sabacc>(&rows);
}

/// The seats of a bit set.
fn seats(bits: u8) -> Vec<usize> {
    (0..8).filter(|seat| bits >> seat & 1 == 1).collect()
}

fn sorted(seats: &[usize]) -> Vec<usize> {
    let mut seats = seats.to_vec();
    seats.sort_unstable();
    seats
}

/// A turn as seen by the others.
fn did(action: Action, card: Option<Card>) -> Act {
    Act { action: Some(action), card }
}

/// A game followed by its events, with every card tracked from place to place: a second
/// implementation of the rules, driven by what the table reports.
struct Followed {
    rules: Rules,
    /// The draw pile.
    pile: WideHand,
    /// The discard pile, the top last.
    discards: Vec<Card>,
    /// Each seat's cards, and whether all seats saw each of them come.
    hands: Vec<Vec<(Card, bool)>>,
    junked: Vec<bool>,
    acts: Vec<Vec<Act>>,
    round: usize,
    dealer: usize,
    /// The seats yet to act in this round, the next one last.
    to_act: Vec<usize>,
    /// The number of discards that became the draw pile before the next draw reported.
    reshuffled: Option<u32>,
    shown: Vec<usize>,
    /// The tied seats, and their blind draws.
    tied: Vec<usize>,
    blind: Vec<Card>,
    refunds: i64,
    /// The number of times that each event happened to each seat, and was paid a bonus.
    happened: Vec<BTreeMap<String, usize>>,
    paid: Vec<BTreeMap<String, usize>>,
    /// The sum of bonuses by seat.
    bonuses: Vec<i64>,
    nets: Vec<i64>,
    house: Option<i64>,
    /// Reshuffles, doubles, junked hands, blind draws, throws, hands put down for a blind draw,
    /// bonuses.
    seen: [usize; 7],
}

impl Followed {
    fn new(rules: &Rules) -> Followed {
        let players = usize::from(rules.players);
        Followed {
            rules: rules.clone(),
            pile: rules.deck().full(),
            discards: Vec::new(),
            hands: vec![Vec::new(); players],
            junked: vec![false; players],
            acts: vec![Vec::new(); players],
            round: 0,
            dealer: 0,
            to_act: Vec::new(),
            reshuffled: None,
            shown: Vec::new(),
            tied: Vec::new(),
            blind: Vec::new(),
            refunds: 0,
            happened: vec![BTreeMap::new(); players],
            paid: vec![BTreeMap::new(); players],
            bonuses: vec![0; players],
            nets: Vec::new(),
            house: None,
            seen: [0; 7],
        }
    }

    fn hand(&self, seat: usize) -> WideHand {
        WideHand::from_cards(&self.hands[seat].iter().map(|&(card, _)| card).collect::<Vec<_>>())
    }

    fn top(&self) -> Card {
        *self.discards.last().unwrap()
    }

    fn happens(&mut self, seat: usize, event: &str) {
        *self.happened[seat].entry(event.to_owned()).or_default() += 1;
    }

    fn in_order(&self) -> Vec<usize> {
        let players = self.hands.len();
        let order = (1..=players).map(|step| (self.dealer + step) % players);
        order.filter(|&seat| !self.junked[seat]).collect()
    }

    /// S11
    fn restock(&mut self) {
        if let Some(cards) = self.reshuffled.take() {
            assert_eq!(self.pile, WideHand::default(), "shuffled before it was empty");
            let top = self.discards.pop().unwrap();
            self.pile = WideHand::from_cards(&self.discards);
            self.discards = vec![top];
            assert_eq!(self.pile.cards(), cards);
            self.seen[0] += 1;
        }
    }

    fn draw(&mut self, card: Card) {
        self.restock();
        assert!(self.pile.holds(card), "{card} is not in the draw pile");
        self.pile = self.pile.without(card);
    }

    /// Takes a card out of a hand: of two with the same value, the one that all saw come, which is
    /// the one they must assume.
    fn give(&mut self, seat: usize, card: Card) {
        let hand = &mut self.hands[seat];
        let open = hand.iter().position(|&held| held == (card, true));
        let at = open.or_else(|| hand.iter().position(|&(held, _)| held == card)).unwrap();
        hand.remove(at);
        self.discards.push(card);
    }

    /// S10: lowest first.
    fn put_down(&mut self, seat: usize) {
        let mut cards: Vec<Card> = self.hands[seat].drain(..).map(|(card, _)| card).collect();
        cards.sort();
        self.discards.extend(cards);
    }

    fn acted(&mut self, seat: usize, act: Act, hand: WideHand) {
        assert_eq!(self.to_act.pop(), Some(seat), "out of turn");
        self.acts[seat].resize(self.round, Act::default());
        self.acts[seat].push(act);
        if act.action != Some(Action::Junk) {
            assert_eq!(self.hand(seat), hand);
            assert!((2..=u32::from(self.rules.hand_limit)).contains(&hand.cards()));
        }
    }

    fn pot(&self) -> i64 {
        UNITS_PER_ANTE * self.hands.len() as i64 - self.refunds
    }

    /// S14, once all tied seats have drawn.
    fn settle_blind(&mut self) {
        if self.blind.len() == self.tied.len() {
            let distance = |card: &Card| (card.value().abs(), card.value() < 0);
            let nearest = self.blind.iter().map(distance).min();
            let drawn = self.tied.iter().zip(&self.blind);
            let left = drawn.filter(|(_, card)| Some(distance(card)) == nearest);
            self.tied = left.map(|(&seat, _)| seat).collect();
            self.discards.append(&mut self.blind);
        }
    }

    /// The cards hidden from a seat: all that have not passed face up since the shuffle.
    fn hidden_from(&self, seat: usize) -> WideHand {
        let others = (0..self.hands.len()).filter(|&other| other != seat);
        let hidden = others.flat_map(|other| &self.hands[other]).filter(|(_, open)| !open);
        hidden.fold(self.pile, |all, &(card, _)| all.with(card))
    }
}

impl Recorder<RoundEvent<WideHand>> for Followed {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent<WideHand>) {
        match event() {
            RoundEvent::Anted { players } => {
                let seen = self.seen;
                *self = Followed::new(&self.rules);
                self.seen = seen;
                assert_eq!(players, self.hands.len());
            }
            RoundEvent::Dealt { seat, card } => {
                self.draw(card);
                self.hands[seat].push((card, false));
            }
            RoundEvent::Turned { card } => {
                assert!(self.hands.iter().all(|hand| hand.len() == 2));
                self.draw(card);
                self.discards.push(card);
            }
            RoundEvent::Round { round, dealer } => {
                assert!(self.to_act.is_empty(), "somebody had no turn");
                let next = (self.dealer + 1) % self.hands.len();
                match (round, self.rules.dealer_moves) {
                    (0, _) => {}
                    (_, DealerMoves::EachGame) => assert_eq!(dealer, self.dealer),
                    (_, DealerMoves::EachRound) => assert_eq!(dealer, next),
                }
                (self.round, self.dealer) = (round, dealer);
                self.to_act = self.in_order();
                self.to_act.reverse();
            }
            RoundEvent::Stood { seat, hand } => self.acted(seat, did(Action::Stand, None), hand),
            RoundEvent::Gained { seat, card, hand } => {
                self.draw(card);
                self.hands[seat].push((card, false));
                self.acted(seat, did(Action::Gain, None), hand);
            }
            RoundEvent::GaveUp { seat, given } => {
                assert_eq!(self.to_act.last(), Some(&seat));
                self.give(seat, given);
            }
            RoundEvent::Exchanged { seat, given, card, hand } => {
                assert!(self.discards.last() == Some(&given));
                self.draw(card);
                self.hands[seat].push((card, false));
                self.acted(seat, did(Action::Exchange(given), None), hand);
            }
            RoundEvent::Threw { seat, card, hand } => {
                assert_eq!(self.rules.gain, Gain::LookFirst);
                self.draw(card);
                self.discards.push(card);
                self.acted(seat, did(Action::Gain, Some(card)), hand);
                self.seen[4] += 1;
            }
            RoundEvent::Swapped { seat, card, given, hand } => {
                assert_eq!(self.discards.pop(), Some(card));
                self.give(seat, given);
                self.hands[seat].push((card, true));
                self.acted(seat, did(Action::Swap(given), Some(card)), hand);
            }
            RoundEvent::Junked { seat, hand } => {
                assert_eq!(self.hand(seat), hand);
                self.put_down(seat);
                self.junked[seat] = true;
                self.happens(seat, "junked");
                // The highest card of the hand goes on top (S10).
                self.acted(seat, did(Action::Junk, Some(self.top())), WideHand::default());
                self.seen[2] += 1;
            }
            RoundEvent::Refunded { seat, refund, pot } => {
                assert!(self.junked[seat] && self.hands[seat].is_empty());
                assert_eq!(refund, (self.rules.junk_refund * 1000.0).round() as i64);
                self.refunds += refund;
                assert_eq!(pot, self.pot());
            }
            RoundEvent::Reshuffled { cards } => {
                assert_eq!(self.reshuffled, None);
                // The discards that it counts have all been reported.
                assert_eq!(cards as usize, self.discards.len() - 1);
                self.reshuffled = Some(cards);
            }
            RoundEvent::Rolled { dealer, dice, double } => {
                assert!(self.to_act.is_empty(), "somebody had no turn");
                assert_eq!(dealer, self.dealer);
                assert!(dice.iter().all(|face| (1..=self.rules.dice_faces).contains(face)));
                assert_eq!(double, dice[0] == dice[1]);
                self.seen[1] += usize::from(double);
                if double {
                    self.in_order().into_iter().for_each(|seat| self.happens(seat, "double"));
                    // The seats whose hands go down, then those that get new ones: in turn order,
                    // the next one last.
                    self.to_act = self.in_order();
                    self.to_act.extend(self.in_order());
                    self.to_act.reverse();
                }
            }
            RoundEvent::Discarded { seat, hand, tied: true } => {
                assert!(!self.tied.is_empty());
                // S14, because there are no other cards.
                assert!(self.pile.cards() == 0 && self.hand(seat) == hand);
                self.put_down(seat);
                self.seen[5] += 1;
            }
            RoundEvent::Discarded { seat, hand, tied: false } => {
                assert!(self.tied.is_empty());
                assert_eq!(self.to_act.pop(), Some(seat));
                assert_eq!(self.hand(seat), hand);
                // Until the new hand is reported, the number of cards stands for it.
                let cards = self.hands[seat].len();
                self.put_down(seat);
                self.shown.push(cards);
            }
            RoundEvent::Redealt { seat, hand } => {
                assert_eq!(self.to_act.pop(), Some(seat));
                assert_eq!(self.shown.remove(0), hand.cards() as usize, "as many as before");
                let mut cards: Vec<Card> = hand.iter().collect();
                if self.reshuffled.is_some() {
                    // The old pile is entirely in this hand.
                    for card in std::mem::take(&mut self.pile).iter() {
                        let at = cards.iter().position(|&other| other == card).unwrap();
                        cards.remove(at);
                    }
                }
                cards.iter().for_each(|&card| self.draw(card));
                self.hands[seat] = hand.iter().map(|card| (card, false)).collect();
            }
            RoundEvent::Showed { seat, hand, category } => {
                assert_eq!(self.hand(seat), hand);
                self.happens(seat, &format!("shows:{}", category.name()));
                self.shown.push(seat);
                if self.shown == self.in_order() {
                    let ranking = Ranking::for_rules(&self.rules);
                    let rank = |seat: &usize| ranking.rank(self.hand(*seat));
                    let best = self.shown.iter().map(rank).max();
                    let tied = self.shown.iter().filter(|seat| Some(rank(seat)) == best);
                    self.tied = tied.copied().collect();
                }
            }
            RoundEvent::BlindDrew { seat, card } => {
                assert_eq!(self.tied[self.blind.len()], seat);
                self.draw(card);
                self.blind.push(card);
                self.settle_blind();
                self.seen[3] += 1;
            }
            RoundEvent::Compared { seat, hand, next, other } => {
                assert_eq!(self.tied, [seat]);
                assert_eq!([self.hand(seat), self.hand(next)], [hand, other]);
                let ranking = Ranking::for_rules(&self.rules);
                let others = self.shown.iter().filter(|shown| **shown != seat);
                let most = others.clone().map(|&shown| ranking.rank(self.hand(shown))).max();
                let mut best =
                    others.filter(|shown| Some(ranking.rank(self.hand(**shown))) == most);
                assert_eq!(best.next(), Some(&next), "the first of equals in turn order");
            }
            RoundEvent::Tied { seats: tied, again } => {
                assert_eq!(seats(tied), sorted(&self.tied));
                assert!(self.tied.len() > 1 && self.blind.is_empty());
                if !again {
                    seats(tied).into_iter().for_each(|seat| self.happens(seat, "blind-draw"));
                }
            }
            RoundEvent::DrawWon { seat, card, drawn } => {
                assert_eq!(self.tied, [seat]);
                assert!(drawn.holds(card) && self.blind.is_empty());
            }
            RoundEvent::Won { seat, pot, alone } => {
                let left = self.in_order();
                assert_eq!(alone, left.len() == 1);
                match alone {
                    true => assert_eq!((left, self.shown.len()), (vec![seat], 0)),
                    false => assert_eq!((&self.shown, &self.tied), (&left, &vec![seat])),
                }
                let shows = |event: &String| event.strip_prefix("shows:").map(str::to_owned);
                match self.happened[seat].keys().find_map(shows) {
                    Some(shown) => self.happens(seat, &format!("wins-with:{shown}")),
                    None => self.happens(seat, "junked-out"),
                }
                assert_eq!(pot, self.pot());
            }
            RoundEvent::Bonus { event, payment } => {
                assert!(self.nets.is_empty() && payment.from == self.rules.bonus_from);
                let at = SEAT_EVENTS.iter().position(|name| *name == event).unwrap();
                assert_eq!(payment.amount, self.rules.payer().amount(at));
                for (seat, sum) in self.bonuses.iter_mut().enumerate() {
                    let own = seat == payment.seat;
                    *sum += if own { payment.amount } else { -payment.share };
                }
                *self.paid[payment.seat].entry(event.to_owned()).or_default() += 1;
                self.seen[6] += 1;
            }
            RoundEvent::Settled { seat, net } => {
                assert_eq!(self.nets.len(), seat);
                self.nets.push(net);
            }
            RoundEvent::House { net } => self.house = Some(net),
        }
    }
}

/// The state of a followed game, shared by the table and its players.
#[derive(Clone)]
struct Told(Rc<RefCell<Followed>>);

impl Recorder<RoundEvent<WideHand>> for Told {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent<WideHand>) {
        self.0.borrow_mut().hear(event);
    }
}

/// The play of a watchful player.
#[derive(Clone, Copy)]
enum Mind {
    Any,
    Careful,
    /// Any action that moves cards, without leaving the game.
    Busy,
}

/// Compares its view with the true places of the cards.
struct Watchful {
    told: Told,
    mind: Mind,
    generator: Rc<RefCell<Pcg64Mcg>>,
    asked: u64,
}

impl Watchful {
    fn check(&self, view: &View<'_, WideHand>) {
        let told = self.told.0.borrow();
        let (seat, players) = (view.seat(), told.hands.len());
        assert_eq!(view.rules(), &told.rules);
        assert_eq!(view.players(), players);
        assert_eq!(view.hand(), told.hand(seat));
        assert_eq!(view.unseen(), told.hidden_from(seat));
        assert_eq!(view.top(), told.top());
        assert_eq!(view.round(), told.round + 1);
        assert_eq!(view.place(), (seat + players - told.dealer - 1) % players + 1);
        let stay = (0..view.players()).filter(|&seat| view.is_in(seat)).count();
        assert_eq!(stay, told.in_order().len());
        for other in 0..players {
            assert_eq!(view.is_in(other), !told.junked[other]);
            assert_eq!(view.cards(other) as usize, told.hands[other].len());
            let mut acts = told.acts[other].clone();
            acts.resize(view.round(), Act::default());
            assert_eq!(view.acts(other), acts);
        }
    }
}

impl Player<WideHand> for Watchful {
    fn play(&mut self, view: &View<'_, WideHand>) -> Choice {
        self.asked += 1;
        self.check(view);
        assert_eq!(view.pile(), self.told.0.borrow().pile.cards());
        let legal: Vec<Action> = view.legal().collect();
        let mut expected = vec![Action::Stand];
        let grows = view.hand().cards() < u32::from(view.rules().hand_limit);
        if grows || view.rules().gain == Gain::LookFirst {
            expected.push(Action::Gain);
        }
        expected.push(Action::Junk);
        expected.extend(view.hand().kinds().map(Action::Exchange));
        expected.extend(view.hand().kinds().map(Action::Swap));
        assert_eq!(legal, expected);
        match self.mind {
            Mind::Any => Choice::Any,
            Mind::Careful => Careful::default().play(view),
            Mind::Busy => {
                let busy: Vec<Action> = legal
                    .into_iter()
                    .filter(|action| !matches!(action, Action::Stand | Action::Junk))
                    .collect();
                Choice::Act(busy[self.generator.borrow_mut().random_range(0..busy.len())])
            }
        }
    }

    fn look(&mut self, view: &View<'_, WideHand>, drawn: Card) -> Look {
        assert!(view.may_grow() && view.rules().gain == Gain::LookFirst);
        // The card is in neither pile; the seat itself has to remember that it is no longer unseen.
        self.told.0.borrow_mut().restock();
        self.check(view);
        let pile = self.told.0.borrow().pile;
        assert!(pile.holds(drawn));
        assert_eq!(view.pile(), pile.cards() - 1);
        match self.mind {
            Mind::Careful => Careful::default().look(view, drawn),
            _ => Look::Any,
        }
    }
}

/// Tracks every card and every ante of thousands of games under random rules, and the view of each
/// seat.
#[test]
fn cards_and_money_are_neither_lost_nor_doubled_and_seats_see_what_lies_open() {
    let generator = Rc::new(RefCell::new(Pcg64Mcg::seed_from_u64(1)));
    let (mut seen, mut asked) = ([0; 7], 0);
    for number in 0..600 {
        let rules = some_rules(&mut generator.borrow_mut());
        let told = Told(Rc::new(RefCell::new(Followed::new(&rules))));
        let minds = [Mind::Busy, Mind::Any, Mind::Careful];
        let mut players: Vec<Watchful> = (0..usize::from(rules.players))
            .map(|seat| Watchful {
                told: told.clone(),
                // Tables of a single mind, and tables with all of them.
                mind: minds[(number / 4 + seat * (number % 2)) % 3],
                generator: generator.clone(),
                asked: 0,
            })
            .collect();
        let mut table = Table::wide(&rules);
        let full = rules.deck().full();
        assert_eq!(table.all_cards(), full);
        for game in 0..20 {
            let first = game as usize % players.len();
            let mut luck = Keyed::new(Seed::new(2).round(number as u64, game));
            let outcome = *table.game(&mut players, &mut luck, &mut told.clone(), first);
            assert_eq!(table.all_cards(), full, "{rules:?}");
            let followed = told.0.borrow();
            let hands = (0..players.len()).map(|seat| followed.hand(seat));
            let all = hands
                .fold(followed.pile, WideHand::and)
                .and(WideHand::from_cards(&followed.discards));
            assert_eq!(all, full, "{rules:?}");
            let nets = &outcome.nets[..players.len()];
            assert_eq!(nets.iter().sum::<i64>() + outcome.house, 0, "{rules:?}");
            assert_eq!(nets, followed.nets);
            let told = (!rules.bonus.is_empty()).then_some(outcome.house);
            assert_eq!(followed.house, told);
            // Every event of a seat that has a bonus is paid.
            let payer = rules.payer();
            let pays = |event: &str| {
                SEAT_EVENTS.iter().position(|name| *name == event).map(|at| payer.amount(at))
            };
            for (happened, paid) in followed.happened.iter().zip(&followed.paid) {
                let mut happened = happened.clone();
                happened.retain(|event, _| pays(event).unwrap() != 0);
                assert_eq!(&happened, paid, "{rules:?}");
            }
            for seat in 0..players.len() {
                assert_eq!(table.hands()[seat], followed.hand(seat));
                let kept = if followed.junked[seat] { rules.refund() } else { 0 };
                let won = seat == outcome.winner;
                let net = nets[seat] - followed.bonuses[seat];
                assert!(won || net == kept - UNITS_PER_ANTE, "{rules:?}");
            }
        }
        asked += players.iter().map(|player| player.asked).sum::<u64>();
        let total = told.0.borrow().seen;
        seen.iter_mut().zip(total).for_each(|(all, here)| *all += here);
    }
    assert!(
        seen[..5].iter().all(|&times| times > 100)
            && seen[5] > 0
            && seen[6] > 1000
            && asked > 100_000,
        "{seen:?}, {asked} asked"
    );
}

/// The win rates of the seats sum to one, and so do those of winning categories if nobody junks.
#[test]
fn somebody_wins_each_game() {
    for (set, texts) in [
        ("", &["careful"][..]),
        ("players=8;game_rounds=10;dice_faces=2", &["careful", "random"]),
        ("players=5;gain=look_first;junk_refund=1", &["random"]),
        ("players=3;hand_limit=2", &["stand", "careful", "careful(stand_within=9)"]),
    ] {
        let game: Sabacc = tables::table(set);
        let player = |text: &str| strategy::seat(&game, text).unwrap();
        let players: Vec<_> = (0..game.players()).map(|i| player(texts[i % texts.len()])).collect();
        let stop = AtomicBool::new(false);
        let until = Until::Rounds(20_000);
        let plan = Plan { seed: 4, until, confidence: 0.95, stop: &stop, journal: None };
        let tally = simulate::run(&game, &players, plan, &|_| {}).tally;
        let games = i128::from(tally.rounds());
        let wins = |seats: Vec<simulate::SeatTally>| -> i128 {
            seats.iter().map(|seat| seat.wins.x).sum()
        };
        assert_eq!(wins(tally.seats()), games, "{set}");
        assert_eq!(wins(tally.positions()), games, "{set}");
        let hits = |begins: &str| -> i128 {
            let events = game.events().into_iter().zip(tally.events());
            let found = events.filter(|(event, _)| event.name.starts_with(begins));
            found.map(|(_, tally)| tally.hits.x).sum()
        };
        assert_eq!(hits("wins-with:") + hits("junked-out"), games, "{set}");
    }
}

/// A game does not depend on what the table played before, nor on its recorder.
#[test]
fn sessions_are_independent() {
    let mut generator = Pcg64Mcg::seed_from_u64(5);
    let mut narrow = 0;
    for number in 0..150 {
        let rules = some_rules(&mut generator);
        let mut seats = vec![Seat::Careful(Careful::default()); usize::from(rules.players)];
        seats[0] = Seat::Random;
        if number % 3 == 0 {
            seats.fill(Seat::Random);
        }
        let first = |session: u64| session as usize % usize::from(rules.players);
        let keys = |session: u64| Keyed::new(Seed::new(number).round(session, 0));
        // A game does not depend on the representation of hands.
        if rules.deck().is_narrow() {
            narrow += 1;
            let scribes = [(); 2].map(|()| Scribe::default());
            let [mut one, mut other] = [0, 1].map(|of| Transcript::at(rules.clone(), &scribes[of]));
            let (luck, first) = (keys(3), first(3));
            Table::new(&rules).game(&mut seats, &mut luck.clone(), &mut one, first);
            Table::wide(&rules).game(&mut seats, &mut luck.clone(), &mut other, first);
            let [one, other] = scribes.map(|scribe| scribe.take().steps);
            assert!(one == other, "{rules:?}");
        }
        let mut play = |table: &mut Table<'_, WideHand>, session: u64| {
            let scribe = Scribe::default();
            let mut tell = Transcript::at(rules.clone(), &scribe);
            table.game(&mut seats, &mut keys(session), &mut tell, first(session));
            scribe.take().steps
        };
        let mut used = Table::wide(&rules);
        play(&mut used, 1);
        play(&mut used, 2);
        let told = play(&mut used, 7);
        assert!(told == play(&mut Table::wide(&rules), 7), "{rules:?}");
        let silent = *used.game(&mut seats, &mut keys(7), &mut Silent, first(7));
        let pot = format!("seat {} ", silent.winner + 1);
        let won = told.iter().find(|step| step.text.contains("takes the pot")).unwrap();
        assert!(won.text.starts_with(&pot), "{rules:?}");
    }
    assert!(narrow > 20, "{narrow}");
}

/// An illegal answer panics where checks are on.
#[test]
#[cfg(debug_assertions)]
fn illegal_moves_are_no_moves() {
    #[derive(Clone)]
    struct Wrong(Action);
    impl Player for Wrong {
        fn play(&mut self, view: &View<'_>) -> Choice {
            assert!(!view.allows(self.0) && view.legal().all(|legal| legal != self.0));
            Choice::Act(self.0)
        }
    }
    let rules = tables::rules::<Sabacc>("hand_limit=2");
    let mut luck = Keyed::new(Seed::new(0).round(0, 0));
    // Whatever is dealt, the first hand lacks some card.
    let mut table = Table::new(&rules);
    table.game(&mut [Seat::Stand, Seat::Stand], &mut luck.clone(), &mut Silent, 0);
    let hand = table.hands()[0];
    let lacks = Card::ALL.into_iter().find(|&card| !hand.holds(card)).unwrap();
    for action in [Action::Gain, Action::Exchange(lacks), Action::Swap(lacks)] {
        let mut seats = [Wrong(action), Wrong(action)];
        let game = std::panic::AssertUnwindSafe(|| {
            Table::new(&rules).game(&mut seats, &mut luck, &mut Silent, 0);
        });
        assert!(std::panic::catch_unwind(game).is_err(), "{action:?}");
    }
}

#[test]
fn traces_are_what_they_were() {
    for (name, set, texts) in [
        ("two", "", &["careful"][..]),
        ("look", "players=4;gain=look_first", &["random"]),
        ("eight", "players=8;dice_faces=2;dealer_moves=each_round", &["careful"]),
    ] {
        tables::told_as_before(&tables::table::<Sabacc>(set), name, set, texts);
    }
}
