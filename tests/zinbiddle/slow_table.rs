//! A second, slow table of Zinbiddle for whole hands: bets, pilot actions, house bets, rakes and
//! shoes, written from the rules text alone. It is a referee: it is given the cards as they came and
//! the decisions as they were taken, and says what was legal, what each seat saw, and who gets what.
//! The ranks and the showdown are those of `slow_zinbiddle`.

use crate::slow_zinbiddle::{IonRules, Slow, showdown};
use std::collections::{BTreeMap, VecDeque};

const ANTE: i64 = 840;

pub const PLACES: [&str; 9] = ["T1", "T2", "T3", "T4", "S1", "S2", "G1", "G2", "C"];
/// By place, its level from 0.
const LEVEL: [usize; 9] = [0, 0, 0, 0, 1, 1, 2, 2, 3];
/// Z6: the lines by place, flanks from the capstone down.
const LINES: [(&str, [usize; 4]); 3] =
    [("row", [0, 1, 2, 3]), ("port", [8, 6, 4, 0]), ("starboard", [8, 7, 5, 3])];
/// Z7
const TOUCHING: [&str; 13] = [
    "T1 T2", "T2 T3", "T3 T4", "T1 S1", "T2 S1", "T3 S2", "T4 S2", "S1 S2", "S1 G1", "S2 G2",
    "G1 G2", "G1 C", "G2 C",
];

/// A fraction as it is written, such as 0.377: its digits, over a power of ten.
#[derive(Clone, Copy, Debug)]
pub struct Share(i64, i64);

impl Share {
    pub fn new(fraction: f64) -> Share {
        let text = fraction.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        Share(format!("{whole}{decimals}").parse().unwrap(), 10_i64.pow(decimals.len() as u32))
    }

    /// Z19: every division rounds down.
    fn of(self, amount: i64) -> i64 {
        amount * self.0 / self.1
    }

    /// Z19: the odd units of rakes go to the house, which takes what the rest, rounded down, leaves.
    fn rake(self, amount: i64) -> i64 {
        amount - amount * (self.1 - self.0) / self.1
    }
}

/// The rules of the table, in the terms of the rules document; money in antes.
#[derive(Clone, Debug)]
pub struct Rules {
    pub players: usize,
    /// The cards of a full shoe.
    pub shoe: Vec<Slow>,
    pub per_level: bool,
    pub from_current_level: bool,
    /// `None`: every hand.
    pub penetration: Option<f64>,
    pub rake_every: u32,
    pub rake_from_pot: bool,
    pub bet_units: [i64; 9],
    pub max_raises: u32,
    pub pilot_actions: u32,
    pub price_still_in: bool,
    pub action_rake: Share,
    /// By level.
    pub action_kinds: [Vec<String>; 4],
    pub all_four_shown: bool,
    pub replaced_shown: bool,
    pub carry_to_bonus: bool,
    pub side_bet: i64,
    pub zinbiddle_pays: i64,
    pub jackpot_share: Share,
    pub ion_ends_hand: bool,
    pub ions: IonRules,
}

/// What a seat sees when it decides; money in units.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    pub pot: i64,
    pub bonus: i64,
    pub jackpot: i64,
    pub to_call: i64,
    /// By seat.
    pub paid: Vec<i64>,
    pub actions_left: Vec<u32>,
    pub face_up: Vec<[Option<Slow>; 9]>,
    pub own: [Option<Slow>; 9],
    /// By level: the cards of its shoe seen since the shuffle, with their numbers.
    pub seen: Vec<BTreeMap<Slow, u16>>,
    /// The cards shown in this hand, each with its shoe, sorted.
    pub shown_now: Vec<(usize, Slow)>,
}

/// A decision that was taken.
#[derive(Clone, Debug)]
pub struct Decision {
    pub seat: usize,
    /// Sorted.
    pub legal: Vec<String>,
    pub chosen: String,
    pub sight: Sight,
}

/// The result of a hand, in units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub nets: Vec<i64>,
    pub house: i64,
    pub carry: i64,
    pub jackpot: i64,
}

/// How often the parts of the rules were met that random play meets seldom.
#[derive(Clone, Debug, Default)]
pub struct Met(BTreeMap<&'static str, u32>);

impl Met {
    fn note(&mut self, part: &'static str) {
        *self.0.entry(part).or_default() += 1;
    }

    pub fn times(&self, part: &str) -> u32 {
        self.0.get(part).copied().unwrap_or(0)
    }
}

#[derive(Clone, Debug)]
struct Shoe {
    left: Vec<Slow>,
    this_hand: Vec<Slow>,
    seen: Vec<Slow>,
    seen_now: Vec<Slow>,
}

/// A card on the table, and the shoe that it came from.
#[derive(Clone, Copy, Debug)]
struct Lying {
    card: Slow,
    up: bool,
    shoe: usize,
}

enum End {
    Alone(usize),
    Called(usize),
}

/// A table in a session.
pub struct Table {
    rules: Rules,
    shoes: Vec<Shoe>,
    hand: u32,
    carry: i64,
    jackpot: i64,
    pub met: Met,
    // The hand.
    cards: VecDeque<Slow>,
    decisions: VecDeque<Decision>,
    first: usize,
    pot: i64,
    bonus: i64,
    house: i64,
    still_in: Vec<bool>,
    /// By seat: what it put into the pot, and what it gained or lost besides.
    paid: Vec<i64>,
    gains: Vec<i64>,
    pyramids: Vec<[Option<Lying>; 9]>,
    used: Vec<u32>,
    side_bets: Vec<bool>,
    levels: usize,
    looked: bool,
}

impl Table {
    /// Z17
    pub fn new(rules: Rules) -> Table {
        let shoe = Shoe {
            left: rules.shoe.clone(),
            this_hand: Vec::new(),
            seen: Vec::new(),
            seen_now: Vec::new(),
        };
        let players = rules.players;
        Table {
            shoes: vec![shoe; if rules.per_level { 4 } else { 1 }],
            hand: 0,
            carry: 0,
            jackpot: rules.ions.jackpot_seed,
            met: Met::default(),
            cards: VecDeque::new(),
            decisions: VecDeque::new(),
            first: 0,
            pot: 0,
            bonus: 0,
            house: 0,
            still_in: vec![true; players],
            paid: vec![0; players],
            gains: vec![0; players],
            pyramids: vec![[None; 9]; players],
            used: vec![0; players],
            side_bets: vec![false; players],
            levels: 0,
            looked: false,
            rules,
        }
    }

    /// Plays a hand with the cards and decisions that it had.
    pub fn play(&mut self, first: usize, cards: Vec<Slow>, decisions: Vec<Decision>) -> Outcome {
        let players = self.rules.players;
        (self.cards, self.decisions, self.first) = (cards.into(), decisions.into(), first);
        (self.still_in, self.paid, self.gains) =
            (vec![true; players], vec![0; players], vec![0; players]);
        (self.pyramids, self.used) = (vec![[None; 9]; players], vec![0; players]);
        (self.side_bets, self.levels, self.looked) = (vec![false; players], 0, false);
        self.house = 0;
        self.hand += 1;
        // Z4
        for shoe in &mut self.shoes {
            let all = self.rules.shoe.len();
            let dealt = (all - shoe.left.len()) as f64;
            let due = match self.rules.penetration {
                None => true,
                Some(penetration) => dealt >= penetration * all as f64,
            };
            if due && dealt > 0.0 {
                (shoe.left, shoe.seen) = (self.rules.shoe.clone(), Vec::new());
                self.met.note("shuffle between hands");
            }
            (shoe.this_hand, shoe.seen_now) = (Vec::new(), Vec::new());
        }
        // Z14
        let carry = std::mem::take(&mut self.carry);
        (self.pot, self.bonus) = if self.rules.carry_to_bonus { (0, carry) } else { (carry, 0) };
        let end = self.steps();
        let (won, carry) = self.end(end);
        self.carry = carry;
        assert!(self.cards.is_empty() && self.decisions.is_empty(), "something was left over");
        let nets =
            (0..players).map(|seat| won[seat] + self.gains[seat] - self.paid[seat]).collect();
        Outcome { nets, house: self.house, carry, jackpot: self.jackpot }
    }

    /// Z17: what each player gets of the carry when the table closes, and the house.
    pub fn close(&self) -> (i64, i64) {
        let players = self.rules.players as i64;
        (self.carry / players, self.carry % players)
    }

    /// Steps 1 to 11; an end before the showdown, if there is one.
    fn steps(&mut self) -> Option<End> {
        let players = self.rules.players;
        // Step 1
        (0..players).for_each(|seat| self.pay(seat, ANTE));
        if self.rules.rake_every > 0 && self.hand.is_multiple_of(self.rules.rake_every) {
            self.met.note("rake");
            let rake = ANTE * players as i64;
            self.house += rake;
            if self.rules.rake_from_pot {
                self.pot -= rake;
            } else {
                self.gains.iter_mut().for_each(|gain| *gain -= ANTE);
            }
        }
        // Step 2
        self.deal(0);
        if let Some(end) = self.betting(0) {
            return Some(end);
        }
        if self.rules.side_bet > 0 {
            for seat in self.order() {
                let legal = vec!["no side bet".to_owned(), "side bet".to_owned()];
                self.side_bets[seat] = self.decide(seat, legal, 0) == "side bet";
            }
            if self.still_in.contains(&false) {
                self.met.note("side bets after a fold");
            }
        }
        // Step 3
        self.looked = true;
        let third = self.betting(1);
        let called = match third {
            Some(End::Called(seat)) => Some(seat),
            _ => None,
        };
        let stake = self.rules.side_bet * ANTE;
        let mut lost = 0;
        for seat in (0..players).filter(|&seat| self.side_bets[seat]) {
            let gain = if called == Some(seat) {
                self.met.note("side bet won");
                stake * self.rules.zinbiddle_pays
            } else {
                lost += stake;
                -stake
            };
            self.gains[seat] += gain;
            self.house -= gain;
        }
        self.jackpot += self.rules.jackpot_share.of(lost);
        if third.is_some() {
            return third;
        }
        // Steps 4 to 9: the level before which both rounds are, and the rounds.
        self.actions(0);
        if let Some(end) = self.betting(2) {
            return Some(end);
        }
        for level in [1, 2] {
            self.deal(level);
            if let Some(end) = self.betting(2 * level + 1) {
                return Some(end);
            }
            self.actions(level);
            if let Some(end) = self.betting(2 * level + 2) {
                return Some(end);
            }
        }
        // Steps 10 and 11
        self.deal(3);
        if self.rules.ion_ends_hand && self.order().iter().any(|&seat| self.is_ion_barrage(seat)) {
            self.met.note("a dealt Ion Barrage");
            return None;
        }
        if let Some(end) = self.betting(7) {
            return Some(end);
        }
        self.actions(3);
        self.betting(8)
    }

    /// Winnings by seat, and the carry to the next hand.
    fn end(&mut self, end: Option<End>) -> (Vec<i64>, i64) {
        let mut won = vec![0; self.rules.players];
        match end {
            Some(End::Alone(seat) | End::Called(seat)) => {
                won[seat] += self.pot;
                (won, self.bonus)
            }
            None => {
                // In seat order; the first in turn order among them acts first.
                let seats: Vec<usize> =
                    (0..self.rules.players).filter(|&seat| self.still_in[seat]).collect();
                seats.iter().for_each(|&seat| self.show_row(seat));
                let first = seats.iter().position(|&seat| seat == self.order()[0]).unwrap();
                let pyramids: Vec<[[Slow; 4]; 3]> =
                    seats.iter().map(|&seat| self.lines(seat)).collect();
                let told = showdown(
                    &self.rules.ions,
                    &pyramids,
                    first,
                    (self.pot, self.bonus, self.jackpot),
                );
                for (i, &seat) in seats.iter().enumerate() {
                    won[seat] = told.won[i] + told.from_jackpot[i];
                    self.house -= told.from_jackpot[i];
                }
                self.jackpot = told.jackpot;
                (won, told.carry)
            }
        }
    }

    /// The seats still in, in turn order.
    fn order(&self) -> Vec<usize> {
        let players = self.rules.players;
        let seats = (0..players).map(|k| (self.first + k) % players);
        seats.filter(|&seat| self.still_in[seat]).collect()
    }

    fn pay(&mut self, seat: usize, amount: i64) {
        self.paid[seat] += amount;
        self.pot += amount;
    }

    fn draw(&mut self, shoe: usize) -> Slow {
        let from = &mut self.shoes[shoe];
        if from.left.is_empty() {
            // Z4: the cards of earlier hands.
            from.left = self.rules.shoe.clone();
            for card in &from.this_hand {
                let at = from.left.iter().position(|left| left == card).unwrap();
                from.left.swap_remove(at);
            }
            from.seen = from.seen_now.clone();
            self.met.note("a shoe runs out");
        }
        let card = self.cards.pop_front().expect("more cards are drawn");
        let at = from.left.iter().position(|left| *left == card);
        from.left.swap_remove(at.unwrap_or_else(|| panic!("{card:?} is not in its shoe")));
        from.this_hand.push(card);
        card
    }

    fn shoe_of(&self, level: usize) -> usize {
        if self.rules.per_level { level } else { 0 }
    }

    /// All see a card.
    fn see(&mut self, card: Slow, shoe: usize) {
        self.shoes[shoe].seen.push(card);
        self.shoes[shoe].seen_now.push(card);
    }

    fn turn_up(&mut self, seat: usize, place: usize) {
        let lying = self.pyramids[seat][place].as_mut().unwrap();
        if !lying.up {
            lying.up = true;
            let (card, shoe) = (lying.card, lying.shoe);
            self.see(card, shoe);
        }
    }

    fn show_row(&mut self, seat: usize) {
        (0..4).for_each(|place| self.turn_up(seat, place));
    }

    /// Z5
    fn deal(&mut self, level: usize) {
        for seat in self.order() {
            for place in (0..9).filter(|&place| LEVEL[place] == level) {
                let shoe = self.shoe_of(level);
                let card = self.draw(shoe);
                self.pyramids[seat][place] = Some(Lying { card, up: false, shoe });
                if level > 0 {
                    self.turn_up(seat, place);
                }
            }
        }
        self.levels = level + 1;
    }

    fn card(&self, seat: usize, place: usize) -> Slow {
        self.pyramids[seat][place].expect("it has been dealt").card
    }

    fn lines(&self, seat: usize) -> [[Slow; 4]; 3] {
        LINES.map(|(_, places)| places.map(|place| self.card(seat, place)))
    }

    /// Z18
    fn is_ion_barrage(&self, seat: usize) -> bool {
        let mut rules = self.rules.ions;
        (rules.ion_share, rules.jackpot_must_beat) = (1_000_000, false);
        // Who has one takes all of the jackpot.
        showdown(&rules, &[self.lines(seat)], 0, (0, 0, 1)).from_jackpot[0] == 1
    }

    /// Z10
    fn has_natural(&self, seat: usize) -> bool {
        let row = [0, 1, 2, 3].map(|place| self.card(seat, place));
        let mut numbers: Vec<u32> = row.into_iter().flatten().map(|(number, _)| number).collect();
        numbers.dedup();
        numbers.len() < 2 && numbers != [0]
    }

    /// Asks a seat: what it saw and what was legal must be as the rules have it.
    fn decide(&mut self, seat: usize, mut legal: Vec<String>, to_call: i64) -> String {
        legal.sort();
        let Decision { seat: asked, legal: known, chosen, sight } =
            self.decisions.pop_front().expect("another decision");
        assert_eq!(asked, seat, "another seat was asked");
        assert_eq!(known, legal, "other decisions were legal");
        let own = self.pyramids[seat].map(|lying| lying.filter(|_| self.looked).map(|of| of.card));
        let up = |lying: Option<Lying>| lying.filter(|lying| lying.up).map(|lying| lying.card);
        let seen = |level: usize| {
            let mut counts = BTreeMap::new();
            let seen = &self.shoes[self.shoe_of(level)].seen;
            seen.iter().for_each(|&card| *counts.entry(card).or_default() += 1);
            counts
        };
        let now = self.shoes.iter().enumerate();
        let now = now.flat_map(|(shoe, of)| of.seen_now.iter().map(move |&card| (shoe, card)));
        let mut shown_now: Vec<(usize, Slow)> = now.collect();
        shown_now.sort();
        let expected = Sight {
            pot: self.pot,
            bonus: self.bonus,
            jackpot: self.jackpot,
            to_call,
            paid: self.paid.clone(),
            actions_left: self.used.iter().map(|used| self.rules.pilot_actions - used).collect(),
            face_up: self.pyramids.iter().map(|pyramid| pyramid.map(up)).collect(),
            own,
            seen: (0..4).map(seen).collect(),
            shown_now,
        };
        assert_eq!(sight, expected, "seat {seat} saw something else");
        assert!(legal.contains(&chosen), "{chosen} was not legal");
        chosen
    }

    /// Z8, and Z10 in round 1.
    fn betting(&mut self, round: usize) -> Option<End> {
        let unit = self.rules.bet_units[round] * ANTE;
        let players = self.rules.players;
        let mut turns: VecDeque<usize> = self.order().into();
        let (mut bets, mut matched, mut had_turn) = (0, vec![0; players], vec![false; players]);
        while let Some(seat) = turns.pop_front() {
            let owed = (bets - matched[seat]) * unit;
            let first_turn = !std::mem::replace(&mut had_turn[seat], true);
            if round == 1 && first_turn && self.has_natural(seat) {
                let legal = vec!["no zinbiddle".to_owned(), "zinbiddle".to_owned()];
                if self.decide(seat, legal, owed) == "zinbiddle" {
                    self.met.note("zinbiddle");
                    self.show_row(seat);
                    return Some(End::Called(seat));
                }
            }
            let mut legal = if owed == 0 { vec!["check", "bet"] } else { vec!["fold", "call"] };
            if owed > 0 && bets - 1 < i64::from(self.rules.max_raises) {
                legal.push("raise");
            }
            let legal = legal.into_iter().map(str::to_owned).collect();
            match self.decide(seat, legal, owed).as_str() {
                "check" => {}
                "fold" => {
                    self.still_in[seat] = false;
                    if let [last] = self.order()[..] {
                        self.met.note("all but one fold");
                        return Some(End::Alone(last));
                    }
                }
                "call" => {
                    self.pay(seat, owed);
                    matched[seat] = bets;
                }
                _ => {
                    bets += 1;
                    self.pay(seat, owed + unit);
                    matched[seat] = bets;
                    let others = (1..players).map(|k| (seat + k) % players);
                    turns = others.filter(|&other| self.still_in[other]).collect();
                }
            }
        }
        None
    }

    /// Z9
    fn actions(&mut self, level: usize) {
        let all = self.rules.pilot_actions;
        let most = if level < 3 { (all - 2).min(level as u32 + 1) } else { all };
        let kinds = self.rules.action_kinds[level].clone();
        let counted =
            if self.rules.price_still_in { self.order().len() } else { self.rules.players };
        let price = ANTE * counted as i64 * (level as i64 + 1);
        let rake = self.rules.action_rake.rake(price);
        let mut passed = vec![kinds.is_empty(); self.rules.players];
        loop {
            let may = |seat: &usize| !passed[*seat] && self.used[*seat] < most;
            let cycle: Vec<usize> = self.order().into_iter().filter(may).collect();
            if cycle.is_empty() {
                return;
            }
            for seat in cycle {
                let mut legal = legal_actions(&kinds, level);
                legal.push("pass".to_owned());
                let action = self.decide(seat, legal, 0);
                if action == "pass" {
                    passed[seat] = true;
                    continue;
                }
                self.used[seat] += 1;
                self.paid[seat] += price;
                self.pot += price - rake;
                self.house += rake;
                self.act(seat, level, &action);
            }
        }
    }

    fn act(&mut self, seat: usize, level: usize, action: &str) {
        let words: Vec<&str> = action.split(' ').collect();
        let place = |name: &str| PLACES.iter().position(|&known| known == name).unwrap();
        match words[..] {
            ["replace", at] => {
                let at = place(at);
                let old = self.pyramids[seat][at].unwrap();
                if !old.up && self.rules.replaced_shown {
                    self.see(old.card, old.shoe);
                }
                // Z3
                let from = if self.rules.from_current_level { level } else { LEVEL[at] };
                let shoe = self.shoe_of(from);
                let card = self.draw(shoe);
                self.pyramids[seat][at] = Some(Lying { card, up: false, shoe });
                self.turn_up(seat, at);
            }
            ["transpose", a, b] => {
                let (a, b) = (place(a), place(b));
                self.pyramids[seat].swap(a, b);
                for at in [a, b].into_iter().filter(|&at| LEVEL[at] > 0) {
                    self.turn_up(seat, at);
                }
            }
            ["sort", line, ref order @ ..] => {
                let (_, places) = LINES.into_iter().find(|(name, _)| *name == line).unwrap();
                let old = places.map(|at| self.pyramids[seat][at]);
                for (at, word) in places.into_iter().zip(order) {
                    self.pyramids[seat][at] = old[word.parse::<usize>().unwrap() - 1];
                }
                for at in places {
                    if line != "row" && (self.rules.all_four_shown || LEVEL[at] > 0) {
                        self.turn_up(seat, at);
                    }
                }
            }
            _ => panic!("{action}"),
        }
    }
}

/// The actions of some kinds once a level has been dealt (Z9).
fn legal_actions(kinds: &[String], level: usize) -> Vec<String> {
    let has = |kind: &str| kinds.iter().any(|known| known == kind);
    let dealt = |name: &str| {
        PLACES.iter().position(|&known| known == name).is_some_and(|place| LEVEL[place] <= level)
    };
    let mut legal = Vec::new();
    if has("replace") {
        legal
            .extend(PLACES.iter().filter(|name| dealt(name)).map(|name| format!("replace {name}")));
    }
    if has("transpose") {
        let pairs = TOUCHING.iter().filter(|pair| pair.split(' ').all(dealt));
        legal.extend(pairs.map(|pair| format!("transpose {pair}")));
    }
    for (name, places) in LINES {
        let complete = places.iter().all(|&place| LEVEL[place] <= level);
        if complete && (has("resort_line") || has("resort_row") && name == "row") {
            for digits in 0..256 {
                let order = [digits >> 6, digits >> 4 & 3, digits >> 2 & 3, digits & 3];
                if (0..4).all(|one| order.contains(&one)) {
                    let order = order.map(|one| (one + 1).to_string()).join(" ");
                    legal.push(format!("sort {name} {order}"));
                }
            }
        }
    }
    legal
}
