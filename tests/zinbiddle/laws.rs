//! Laws of a Zinbiddle table under random play and random rules: money and cards are neither made
//! nor lost, hands end, and the carry from hand to hand is the money that was not won.

use croupier::cards::random::Seed;
use croupier::framework::scribe::Scribe;
use croupier::framework::settings::Settings;
use croupier::games::zinbiddle::hand::KINDS;
use croupier::games::zinbiddle::record::{Recorder, RoundEvent, Silent};
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::rules::{CarryJoins, Rules, Shoes, UNITS_PER_ANTE};
use croupier::games::zinbiddle::strategies::pilot::Weigher;
use croupier::games::zinbiddle::strategies::{Seat, regular::Regular};
use croupier::games::zinbiddle::view::{Answer, Bet, BetChoice, PilotChoice, Player, View};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Readings of every field, from which tables are put together.
const READINGS: &[(&str, &[&str])] = &[
    ("players", &["2", "3", "4", "5", "8"]),
    ("sets", &["1", "2", "4", "7"]),
    ("misfires_per_suit", &["0", "1", "2"]),
    ("copies_per_number", &["[1, 1, 1, 1]", "[3, 1, 0, 2]", "[0, 0, 1, 4]", "[0, 0, 0, 0]"]),
    ("vermilion_sixes", &["0", "1", "9", "80"]),
    ("shoes", &["one_deck", "per_level"]),
    ("replacement_from", &["card_level", "current_level"]),
    ("shuffle", &["every_hand", "{ penetration = 0.5 }", "{ penetration = 0.97 }"]),
    ("rake_every", &["0", "1", "3"]),
    ("rake_from", &["extra", "pot"]),
    ("max_raises", &["0", "1", "3", "7"]),
    ("pilot_actions", &["2", "3", "4", "5", "9"]),
    ("price_players", &["dealt_in", "still_in"]),
    ("action_rake", &["0", "0.1", "0.377"]),
    (
        "action_kinds",
        &[
            "[[\"replace\", \"resort_row\"], [\"replace\", \"transpose\"], [\"transpose\"], [\"replace\", \"resort_line\"]]",
            "[[], [\"replace\"], [\"transpose\", \"resort_row\"], [\"replace\", \"transpose\", \"resort_line\"]]",
        ],
    ),
    ("flank_resort_shows", &["moved_up", "all_four"]),
    ("replaced_shown", &["true", "false"]),
    ("tie_counts", &["true", "false"]),
    ("carry_joins", &["pot", "bonus"]),
    ("wild_cap_wins", &["ion_only", "all_flanks", "never"]),
    ("equal_ions", &["share", "first"]),
    ("side_bet", &["0", "1", "7"]),
    ("jackpot_seed", &["0", "999"]),
    ("jackpot_share", &["0.5", "0.123"]),
    ("ion_share", &["0.1", "0.777", "0"]),
    ("jackpot_to", &["six_capped", "beats_another"]),
    ("ion_ends_hand", &["true", "false"]),
    ("ion_takes_all", &["true", "false"]),
    (
        "bonus",
        &[
            "{}",
            "{ zinbiddle-called = 7, all-folded = -0.05, \"port:run-2\" = 1 }",
            "{ showdown = -0.5, bonus-won = 2, sole-survivor = 3, ion-barrage = 900, jackpot = 1 }",
        ],
    ),
    ("bonus_from", &["house", "table"]),
    ("hands_per_session", &["1", "6", "40"]),
];

/// Random valid rules.
pub fn some_rules(generator: &mut Pcg64Mcg) -> Rules {
    loop {
        let mut settings = Settings::<Rules>::default();
        for (field, readings) in READINGS {
            let reading = readings[generator.random_range(0..readings.len())];
            settings.set(&format!("{field}={reading}")).unwrap();
        }
        if let Ok(rules) = settings.finish() {
            return rules;
        }
    }
}

/// Counts the cards reported, by shoe, since the shuffle of that shoe.
struct Cards {
    one_deck: bool,
    out: [[u16; KINDS]; 4],
    hand: [[u16; KINDS]; 4],
    refilled: u32,
}

impl Recorder<RoundEvent> for Cards {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent) {
        let shoe = |level: usize| if self.one_deck { 0 } else { level };
        match event() {
            RoundEvent::Began { .. } => self.hand = [[0; KINDS]; 4],
            RoundEvent::Shuffled { shoe, .. } => self.out[shoe] = [0; KINDS],
            RoundEvent::Reshuffled { shoe, cards, .. } => {
                self.out[shoe] = self.hand[shoe];
                self.refilled += 1;
                assert!(cards > 0);
            }
            RoundEvent::Dealt { place, card, .. } | RoundEvent::Replaced { place, card, .. } => {
                self.out[shoe(place.level())][card.kind()] += 1;
                self.hand[shoe(place.level())][card.kind()] += 1;
            }
            _ => {}
        }
    }
}

#[test]
fn cards_are_neither_lost_nor_doubled() {
    let mut generator = Pcg64Mcg::seed_from_u64(1);
    let mut refilled = 0;
    for number in 0..300 {
        let mut rules = some_rules(&mut generator);
        // Under other readings the shoe of a replacement is not reported.
        rules.replacement_from = Rules::default().replacement_from;
        let one_deck = rules.shoes == Shoes::OneDeck;
        let zero = [[0; KINDS]; 4];
        let mut cards = Cards { one_deck, out: zero, hand: zero, refilled: 0 };
        let mut table = Table::new(&rules);
        let mut seats = vec![Seat::Random; usize::from(rules.players)];
        match number % 6 {
            0 | 3 => seats.fill(Seat::Regular(Regular::default())),
            1 => seats.fill(Seat::Weigher(Weigher::new(&rules, number % 12 == 1))),
            _ => {}
        }
        for hand in 0..60 {
            let mut luck = Keyed::new(Seed::new(2).round(number, hand));
            table.hand(&mut seats, &mut luck, &mut cards, 0);
            for (shoe, pile) in table.piles().iter().enumerate() {
                let mut left = [0; KINDS];
                pile.count(&mut left);
                let full = rules.deck();
                let all: Vec<u16> = (0..KINDS).map(|k| left[k] + cards.out[shoe][k]).collect();
                assert_eq!(all, full, "shoe {shoe} of {rules:?}");
                assert_eq!(pile.left() + pile.dealt(), rules.cards());
            }
        }
        refilled += cards.refilled;
    }
    assert!(refilled > 50, "{refilled} shoes ran out");
}

/// A seat that promises nothing about its play, so that it is asked everything.
struct Asked(Seat);

impl Player for Asked {
    fn look(&mut self, view: &View<'_>) {
        self.0.look(view);
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        self.0.side_bet(view)
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        self.0.zinbiddle(view)
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let bet = self.0.bet(view);
        if self.0.checks(view) && !view.faces_bet() {
            assert_eq!(bet, BetChoice::Do(Bet::Check));
        }
        bet
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        self.0.pilot(view)
    }
}

/// The text of every step.
struct Words(Vec<String>);

impl Recorder<RoundEvent> for Words {
    fn hear(&mut self, event: impl FnOnce() -> RoundEvent) {
        self.0.push(format!("{:?}", event()));
    }
}

/// The table skips work if no seat counts cards, if all are sure to check, or if nothing listens;
/// this changes neither outcomes nor transcripts.
#[test]
fn what_is_left_out_changes_nothing() {
    let mut generator = Pcg64Mcg::seed_from_u64(7);
    for number in 0..400 {
        let rules = some_rules(&mut generator);
        let cast = |seat: usize| match (number + seat as u64 * (number % 4)) % 4 {
            0 | 1 => Seat::Regular(Regular::default()),
            2 => Seat::Passive,
            _ => Seat::Random,
        };
        let players = usize::from(rules.players);
        let mut seats: [Vec<Seat>; 2] = std::array::from_fn(|_| (0..players).map(cast).collect());
        let mut asked: Vec<Asked> = (0..players).map(cast).map(Asked).collect();
        let mut tables = [Table::new(&rules), Table::new(&rules), Table::new(&rules)];
        for hand in 0..160 / crate::tables::part() {
            let luck = || Keyed::new(Seed::new(3).round(number, hand));
            let first = (hand % players as u64) as usize;
            let mut told = [Words(Vec::new()), Words(Vec::new())];
            let silent = *tables[0].hand(&mut seats[0], &mut luck(), &mut Silent, first);
            let heard = *tables[1].hand(&mut seats[1], &mut luck(), &mut told[0], first);
            let plain = *tables[2].hand(&mut asked, &mut luck(), &mut told[1], first);
            assert_eq!(format!("{silent:?}"), format!("{plain:?}"), "{rules:?}");
            assert_eq!(format!("{heard:?}"), format!("{plain:?}"), "{rules:?}");
            assert!(told[0].0 == told[1].0, "{rules:?}");
            assert!((0..players).all(|seat| tables[0].pyramid(seat) == tables[2].pyramid(seat)));
        }
    }
}

/// Z19: the gains of the seats and the house and the carry add up, hand by hand; over the session
/// too, with nothing left.
#[test]
fn money_is_neither_made_nor_lost() {
    let mut generator = Pcg64Mcg::seed_from_u64(3);
    let mut seen = [0_u32; 4];
    for number in 0..500 {
        let rules = some_rules(&mut generator);
        let mut table = Table::new(&rules);
        let players = usize::from(rules.players);
        let casts = [
            Seat::Random,
            Seat::Passive,
            Seat::Regular(Regular::default()),
            Seat::Weigher(Weigher::new(&rules, number % 3 == 0)),
        ];
        let mut seats: Vec<Seat> = (0..players)
            .map(|i| casts[(number as usize + i * (number as usize % 3)) % 4].clone())
            .collect();
        for session in 0..3 {
            table.new_session();
            let (mut carry, mut total) = (0, 0);
            assert_eq!(table.jackpot(), i64::from(rules.jackpot_seed) * UNITS_PER_ANTE);
            for hand in 0..rules.hands_per_session {
                let mut luck = Keyed::new(Seed::new(session).round(number, hand.into()));
                let mut recorder = croupier::games::zinbiddle::record::Silent;
                let first = hand as usize % players;
                let outcome = *table.hand(&mut seats, &mut luck, &mut recorder, first);
                let nets: i64 = outcome.nets[..players].iter().sum();
                assert_eq!(nets + outcome.house + outcome.carry, carry, "{rules:?}");
                assert!(outcome.carry >= 0 && table.jackpot() >= 0);
                carry = outcome.carry;
                total += nets + outcome.house;
                seen[0] += u32::from(carry > 0);
                seen[1] += u32::from(outcome.house < 0);
                seen[2] += u32::from(carry % UNITS_PER_ANTE != 0);
                seen[3] += u32::from(rules.carry_joins == CarryJoins::Bonus && carry > 0);
                if hand + 1 == rules.hands_per_session {
                    let before = outcome;
                    let closed = *table.close(&mut recorder);
                    let gained: i64 = (0..players).map(|i| closed.nets[i] - before.nets[i]).sum();
                    assert_eq!(gained + closed.house - before.house, carry);
                    assert!(closed.house - before.house < players as i64);
                    total += carry;
                }
            }
            assert_eq!(total, 0, "{rules:?}");
        }
    }
    assert!(seen.iter().all(|&times| times > 50), "{seen:?}");
}

/// A session does not depend on what the table played before.
#[test]
fn sessions_are_independent() {
    let mut generator = Pcg64Mcg::seed_from_u64(5);
    for number in 0..100 {
        let rules = some_rules(&mut generator);
        let play = |table: &mut Table<'_>, session: u64| {
            table.new_session();
            let mut seats = vec![Seat::Regular(Regular::default()); usize::from(rules.players)];
            seats[0] = Seat::Random;
            seats[1] = Seat::Weigher(Weigher::new(&rules, true));
            let scribe = Scribe::default();
            let mut recorder = croupier::games::zinbiddle::record::Transcript::new(1, &scribe);
            for hand in 0..rules.hands_per_session.into() {
                let mut luck = Keyed::new(Seed::new(number).round(session, hand));
                table.hand(&mut seats, &mut luck, &mut recorder, 0);
            }
            scribe.take().steps
        };
        let mut used = Table::new(&rules);
        play(&mut used, 1);
        play(&mut used, 2);
        assert!(play(&mut used, 7) == play(&mut Table::new(&rules), 7), "{rules:?}");
    }
}
