//! What seats see: under random rules and random play, every view is held against a ledger of what
//! has been public so far, kept by the rules text alone.

use croupier::cards::random::Seed;
use croupier::framework::Step;
use croupier::framework::recorder::Recorder;
use croupier::framework::settings::Settings;
use croupier::games::fizzbin::eval::Ceilings;
use croupier::games::fizzbin::hand::{Card, Cards};
use croupier::games::fizzbin::round::{Keyed, Table};
use croupier::games::fizzbin::rules::Rules;
use croupier::games::fizzbin::strategies::Random;
use croupier::games::fizzbin::view::{Ballot, Choice, Drawn, Player, Put, Show, View};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::cell::RefCell;

/// What has been public in a round.
#[derive(Default)]
struct Ledger {
    archon: usize,
    /// By seat: the cards dealt, the number in the hand, those in it that all know, and the open
    /// ones of its pile.
    dealt: Vec<u32>,
    held: Vec<u32>,
    known: Vec<Vec<Card>>,
    up: Vec<Vec<Card>>,
    /// The pile, the seat that put it there, the card, and whether all know it.
    down: Vec<(usize, usize, Card, bool)>,
    returned: Vec<Card>,
    /// How often the views of the parts were not empty.
    met: [u32; 5],
}

/// Takes a card out of a list, if it is there.
fn take(from: &mut Vec<Card>, card: Card) -> bool {
    let at = from.iter().position(|&known| known == card);
    at.map(|at| from.remove(at)).is_some()
}

impl Ledger {
    fn new(players: usize) -> Ledger {
        Ledger {
            dealt: vec![0; players],
            held: vec![0; players],
            known: vec![Vec::new(); players],
            up: vec![Vec::new(); players],
            ..Ledger::default()
        }
    }

    fn note(&mut self, step: &Step) {
        let place = |name: &str| step.fields[name].as_u64().unwrap() as usize - 1;
        let seat = || place("seat");
        let card = || step.fields["card"].as_str().unwrap().parse::<Card>().unwrap();
        match step.event {
            "seated" => {
                let (archon, met) = (place("archon"), self.met);
                *self = Ledger { archon, met, ..Ledger::new(self.dealt.len()) };
            }
            // S2: the archon's second card and everyone's last.
            "dealt" => {
                let (seat, open) = (seat(), step.fields["open"] == true);
                self.dealt[seat] += 1;
                self.held[seat] += 1;
                let is_archon = seat == self.archon;
                let second = is_archon && self.dealt[seat] == 2;
                let last = self.dealt[seat] == if is_archon { 7 } else { 6 };
                assert_eq!(open, second || last, "card {} of seat {seat}", self.dealt[seat]);
                if open {
                    self.known[seat].push(card());
                }
            }
            // S4: the card is shown and returned; the two new ones are hidden.
            "redeemed" => {
                take(&mut self.known[seat()], card());
                self.returned.push(card());
                self.held[seat()] += 1;
            }
            "shed" => {
                take(&mut self.known[seat()], card());
                self.up[seat()].push(card());
                self.held[seat()] -= 1;
            }
            // S4, P8: a card that was known stays so face-down.
            "laid" => {
                let known = take(&mut self.known[seat()], card());
                self.down.push((place("pile"), seat(), card(), known));
                self.held[seat()] -= 1;
            }
            "kept" => self.held[seat()] += 1,
            "sent" => self.up[place("pile")].push(card()),
            "took" => {
                let card = card();
                assert!(take(&mut self.up[place("pile")], card), "P3: {card} was not open there");
                self.known[seat()].push(card);
                self.held[seat()] += 1;
            }
            "placed" => {
                take(&mut self.known[seat()], card());
                self.up[place("pile")].push(card());
                self.held[seat()] -= 1;
            }
            _ => {}
        }
    }

    fn look(&mut self, view: &View<'_>) {
        let seat = view.seat();
        assert_eq!(view.hand().len(), self.held[seat], "the own hand");
        for other in 0..view.players() {
            assert_eq!(view.cards(other), self.held[other], "the cards of seat {other}");
            assert_eq!(*view.known(other), Cards::from_cards(&self.known[other]));
            assert_eq!(*view.up(other), Cards::from_cards(&self.up[other]));
        }
        let down = self
            .down
            .iter()
            .map(|&(pile, by, card, known)| (pile, by, (known || by == seat).then_some(card)));
        let down: Vec<_> = down.collect();
        assert_eq!(view.laid().collect::<Vec<_>>(), down);
        assert_eq!(*view.returned(), Cards::from_cards(&self.returned));
        let met = [
            self.known.iter().any(|known| !known.is_empty()),
            self.up.iter().any(|up| !up.is_empty()),
            down.iter().any(|&(_, by, card)| by != seat && card.is_some()),
            down.iter().any(|&(.., card)| card.is_none()),
            !self.returned.is_empty(),
        ];
        self.met.iter_mut().zip(met).for_each(|(times, met)| *times += u32::from(met));
    }
}

struct Clerk<'a>(&'a RefCell<Ledger>);

impl Recorder<Step> for Clerk<'_> {
    fn hear(&mut self, step: impl FnOnce() -> Step) {
        self.0.borrow_mut().note(&step());
    }
}

/// Plays at random, and holds each view against the ledger.
struct Auditor<'a>(&'a RefCell<Ledger>);

impl Auditor<'_> {
    fn look(&self, view: &View<'_>) {
        self.0.borrow_mut().look(view);
    }
}

impl Player for Auditor<'_> {
    fn vote(&mut self, rules: &Rules) -> Choice<Ballot> {
        Random.vote(rules)
    }

    fn name(&mut self, view: &View<'_>) -> Choice<u8> {
        self.look(view);
        Random.name(view)
    }

    fn redeem(&mut self, view: &View<'_>) -> Choice<Option<Card>> {
        self.look(view);
        Random.redeem(view)
    }

    fn shed(&mut self, view: &View<'_>) -> Choice<Card> {
        self.look(view);
        Random.shed(view)
    }

    fn lay(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        Random.lay(view)
    }

    fn draw(&mut self, view: &View<'_>, drawn: Card) -> Choice<Drawn> {
        self.look(view);
        Random.draw(view, drawn)
    }

    fn take(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        Random.take(view)
    }

    fn place(&mut self, view: &View<'_>) -> Choice<Option<Put>> {
        self.look(view);
        Random.place(view)
    }

    fn krako(&mut self, show: &Show<'_>, kronks: u8) -> Choice<Option<usize>> {
        Random.krako(show, kronks)
    }

    fn declare(&mut self, show: &Show<'_>) -> Ceilings {
        Random.declare(show)
    }
}

#[test]
fn rule_s4_p3_and_p8_seats_see_what_has_been_public() {
    const READINGS: &[(&str, &[&str])] = &[
        ("players", &["2", "3", "4", "6"]),
        ("day", &["2", "3", "5", "7"]),
        ("koiks", &["0", "2"]),
        ("redeem", &["deal", "any", "off"]),
        ("redeemed", &["new", "may_return"]),
        ("take", &["may", "must"]),
        ("place", &["may", "must"]),
        ("down", &["may", "must"]),
        ("floor", &["0", "1"]),
        ("end", &["exhaust", "cycle"]),
        ("landru_kronk", &["\"none\"", "\"decides\""]),
    ];
    let mut generator = Pcg64Mcg::seed_from_u64(4);
    let mut met = [0; 5];
    for number in 0..200 {
        let mut rules = Settings::<Rules>::default();
        for (field, readings) in READINGS {
            let reading = readings[generator.random_range(0..readings.len())];
            rules.set(&format!("{field}={reading}")).unwrap();
        }
        let rules = rules.finish().unwrap();
        let players = usize::from(rules.players);
        let ledger = RefCell::new(Ledger::new(players));
        let mut seats: Vec<Auditor<'_>> = (0..players).map(|_| Auditor(&ledger)).collect();
        let mut table = Table::new(&rules);
        for round in 0..3 {
            table.sit(generator.random_range(0..players));
            let mut luck = Keyed::new(Seed::new(4).round(number, round));
            table.round(&mut seats, &mut luck, &mut Clerk(&ledger));
        }
        met.iter_mut().zip(ledger.borrow().met).for_each(|(all, met)| *all += met);
    }
    assert!(met.iter().all(|&times| times > 500), "{met:?}");
}
