//! `pilot` and `counter`: the same decider without and with memory of earlier hands.

use croupier::cards::random::Seed;
use croupier::cards::{Memory, Recall};
use croupier::framework::scribe::Scribe;
use croupier::framework::settings::Settings;
use croupier::games::zinbiddle::Zinbiddle;
use croupier::games::zinbiddle::record::{Silent, Transcript};
use croupier::games::zinbiddle::round::{Keyed, Table};
use croupier::games::zinbiddle::rules::Rules;
use croupier::games::zinbiddle::strategies::pilot::Weigher;
use croupier::games::zinbiddle::strategies::{Random, Seat};
use croupier::games::zinbiddle::view::{Answer, BetChoice, PilotChoice, Player, View};
use croupier::simulate::{Contender, Plan, Until, compare};
use croupier::strategy;
use std::sync::atomic::AtomicBool;

fn rules(preset: &str, set: &str) -> Rules {
    let mut settings = Settings::<Rules>::preset(preset).unwrap();
    set.split(';').filter(|one| !one.is_empty()).for_each(|one| settings.set(one).unwrap());
    settings.finish().unwrap()
}

/// Various tables.
const TABLES: [(&str, &str); 8] = [
    ("casino", ""),
    ("casual", ""),
    ("casino", "players=8;sets=4"),
    ("casino", "players=2;pilot_actions=12;replacement_from=current_level"),
    ("casual", "sets=1;players=2;misfires_per_suit=4"),
    ("casual", "misfires_per_suit=0;vermilion_sixes=9;max_raises=0;carry_joins=bonus"),
    ("casino", "sets=1;vermilion_sixes=200;players=4;flank_resort_shows=all_four"),
    ("casino", "pilot_actions=2;shuffle.penetration=0.97;sets=2;replaced_shown=true"),
];

/// A decider that checks that all its actions are legal; a `wild` one sometimes takes any legal
/// action.
struct Checked {
    weigher: Weigher,
    wild: bool,
}

impl Player for Checked {
    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        self.weigher.side_bet(view)
    }

    fn zinbiddle(&mut self, view: &View<'_>) -> Answer {
        self.weigher.zinbiddle(view)
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let BetChoice::Do(bet) = self.weigher.bet(view) else { panic!("a mix") };
        assert!(view.allows_bet(bet), "{bet:?}: {view:?}");
        assert!(BetChoice::Do(bet) == self.weigher.bet(view), "it changed its mind");
        if self.wild { Random.bet(view) } else { BetChoice::Do(bet) }
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let PilotChoice::Do(action) = self.weigher.pilot(view) else { panic!("a mix") };
        assert!(view.allows(action), "{action:?}: {view:?}");
        assert!(view.legal().any(|legal| legal == action));
        if self.wild { Random.pilot(view) } else { PilotChoice::Do(action) }
    }
}

#[test]
fn all_it_does_is_legal() {
    for (number, (preset, set)) in TABLES.into_iter().enumerate() {
        let rules = rules(preset, set);
        let mut table = Table::new(&rules);
        let seat =
            |i: usize| Checked { weigher: Weigher::new(&rules, i & 1 == 1), wild: i & 2 == 2 };
        let players = usize::from(rules.players);
        let mut seats: Vec<Checked> = (0..players).map(seat).collect();
        let scribe = Scribe::default();
        let mut recorder = Transcript::new(1, &scribe);
        for hand in 0..150 {
            let mut luck = Keyed::new(Seed::new(1).round(number as u64, hand));
            table.hand(&mut seats, &mut luck, &mut recorder, hand as usize % players);
        }
    }
}

/// A decider, and a fresh copy of it for each question.
struct Twice {
    weigher: Weigher,
    anew: Weigher,
}

impl Twice {
    fn new(rules: &Rules, recall: Recall) -> Twice {
        let weigher = Weigher::remembering(rules, recall);
        Twice { anew: weigher.clone(), weigher }
    }
}

impl Player for Twice {
    fn error_rate(&self) -> u32 {
        self.weigher.error_rate()
    }

    fn side_bet(&mut self, view: &View<'_>) -> Answer {
        let answer = self.weigher.side_bet(view);
        assert_eq!(answer, self.anew.clone().side_bet(view));
        answer
    }

    fn bet(&mut self, view: &View<'_>) -> BetChoice {
        let choice = self.weigher.bet(view);
        assert_eq!(choice, self.anew.clone().bet(view), "{view:?}");
        choice
    }

    fn pilot(&mut self, view: &View<'_>) -> PilotChoice {
        let choice = self.weigher.pilot(view);
        assert_eq!(choice, self.anew.clone().pilot(view), "{view:?}");
        choice
    }
}

/// Its cached results do not depend on the hands played before: a fresh copy decides the same.
#[test]
fn what_it_has_thought_before_changes_nothing() {
    for (number, (preset, set)) in TABLES.into_iter().enumerate() {
        let rules = rules(preset, set);
        let mut table = Table::new(&rules);
        let players = usize::from(rules.players);
        let memories = [
            Recall::new(Memory::None),
            Recall::new(Memory::Full),
            Recall { memory: Memory::Full, error_rate: Recall::WHOLE / 5 },
        ];
        let mut seats: Vec<Twice> = (0..players)
            .map(|seat| Twice::new(&rules, memories[(seat + number) % 3].clone()))
            .collect();
        for session in 0..12 {
            table.new_session();
            for hand in 0..40 {
                let mut luck = Keyed::new(Seed::new(3).round(session, hand));
                table.hand(&mut seats, &mut luck, &mut Silent, hand as usize % players);
            }
        }
    }
}

fn told(rules: &Rules, seats: &mut [Seat], sessions: u64) -> Vec<String> {
    let mut table = Table::new(rules);
    let scribe = Scribe::default();
    let mut recorder = Transcript::new(1, &scribe);
    let players = seats.len();
    for session in 0..sessions {
        table.new_session();
        for hand in 0..rules.hands_per_session.into() {
            let mut luck = Keyed::new(Seed::new(2).round(session, hand));
            table.hand(seats, &mut luck, &mut recorder, hand as usize % players);
        }
    }
    scribe.take().steps.into_iter().map(|step| step.text).collect()
}

/// If every hand is shuffled there is nothing to remember; otherwise there is.
#[test]
fn memory_changes_nothing_where_every_hand_is_shuffled() {
    let tables = [
        "shuffle=every_hand;shoes=per_level;side_bet=1",
        "sets=2;players=2",
        "sets=6;shuffle.penetration=0.9",
    ];
    for (i, set) in tables.into_iter().enumerate() {
        let rules = rules("casual", set);
        let play = |counts: bool| {
            let mut seats = vec![Seat::Weigher(Weigher::new(&rules, counts)); rules.players.into()];
            seats[0] = Seat::Passive;
            told(&rules, &mut seats, 6)
        };
        assert_eq!(play(false) == play(true), i < 2, "{set}");
    }
}

/// Only a counter's probability of a natural ever rises above the price of the bet.
#[test]
fn only_who_counts_buys_zinbiddle_bets_at_the_casino() {
    let rules = rules("casino", "");
    let bought = |counts: bool| {
        let mut seats = vec![Seat::Passive; 3];
        seats[0] = Seat::Weigher(Weigher::new(&rules, counts));
        told(&rules, &mut seats, 3).iter().filter(|text| text.contains("zinbiddle bet")).count()
    };
    assert_eq!(bought(false), 0);
    assert!(bought(true) > 20);
}

/// In the casino, with ordinary cards: better than `regular`, which is better than `passive`,
/// against either. The differences are more than ten standard errors.
#[test]
fn pilot_beats_regular_beats_passive() {
    let game = Zinbiddle::new(rules("casino", "")).unwrap();
    let seat = |name: &str| strategy::seat(&game, name).unwrap();
    for against in ["regular", "passive"] {
        let contenders = ["pilot", "regular", "passive"].map(|name| Contender {
            players: Box::new(vec![seat(name), seat(against), seat(against)]),
            seat: 0,
        });
        let stop = AtomicBool::new(false);
        let plan = Plan {
            seed: 4,
            until: Until::Rounds(40_000),
            confidence: 0.999,
            stop: &stop,
            journal: None,
        };
        let run = compare(&game, &contenders, plan, &|_| {});
        for (better, worse) in [(0, 1), (1, 2)] {
            let found = run.contest.difference(better, worse, 0.999, None).unwrap();
            assert!(found.low.unwrap() > 0.0, "{better} − {worse} against {against}: {found:?}");
        }
    }
}
