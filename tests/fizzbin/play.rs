//! Rounds of Fizzbin on every day and night: they end, money and cards are conserved, all actions
//! are legal (the engine checks that itself in tests), and traces stay the same.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::{Engine, GameRules, Record, Sink};
use croupier::games::fizzbin::Fizzbin;
use croupier::games::fizzbin::hand::{Card, Cards, KINDS};
use croupier::games::fizzbin::record::Silent;
use croupier::games::fizzbin::round::{Keyed, Table};
use croupier::games::fizzbin::rules::{HAND, Rules};
use croupier::games::fizzbin::strategies::Seat;
use croupier::strategy;

const ALL: [&str; 6] = [
    "random",
    "builder",
    "hoarder",
    "poisoner",
    "builder(seventh=\"shed\",redeem=\"always\")",
    "poisoner(seventh=\"keep\",redeem=\"never\",kronks=\"never\")",
];

/// Every preset, and readings under which rounds go differently.
fn rules() -> Vec<Rules> {
    let presets = Rules::presets().iter().map(|preset| Rules::preset(preset.name).unwrap());
    let others = [
        "down=must;redeem=any",
        "end=cycle;floor=1;players=7",
        "players=2;down=must;day=2",
        "players=9;koiks=3;day=6;friday_pairs=family",
        "players=17;deck=skins57;end=cycle",
        "players=8;day=3;redeem=any",
        "players=3;bar_scope=all;overtime=2",
        "players=5;landru_kronk=11;dealership=winner;overtime=1",
        "players=5;landru_kronk=decides;take=must;place=must;redeem=any;redeemed=may_return",
        "day=5;tebo=seventh;overtime=2;overtime_winner=next_round;overtime_called=losers_ahead",
        "day=4;wed_vote=vote;players=3;overtime=1",
        "players=5;redeem=any;bonus={redeemed=-7, rock-paper-scissors=100, krako-struck=3};\
         bonus_from=table",
        "day=6;kronk_payee=bank;bonus={\"kronks-spent:0\"=11, \"wins-with:hand:none\"=-1000}",
        "day=2;overtime=2;overtime_called=losers_ahead;bonus={\"hand:none\"=-2};bonus_from=table",
    ];
    presets.chain(others.map(tables::rules::<Fizzbin>)).collect()
}

fn seats(game: &Fizzbin) -> Vec<Seat> {
    let names = ALL.iter().cycle().take(game.players());
    names.map(|name| strategy::seat(game, *name).unwrap()).collect()
}

#[test]
fn every_day_and_night_plays_to_an_end_and_conserves_money() {
    #[derive(Default)]
    struct Books {
        rounds: u32,
        won: u32,
        declared: u32,
        named: [u32; 2],
    }
    impl Sink for Books {
        fn session(&mut self, record: &Record, _times: u64) {
            let nets: i64 = record.seats.iter().map(|seat| seat.net).sum();
            assert_eq!(nets + record.house.net, 0);
            self.rounds += record.rounds;
            self.won += record.seats.iter().map(|seat| seat.wins).sum::<u32>();
            self.declared += record.trials[1];
            // Eight names of hands, followed by those of combined cards.
            self.named[0] += record.hits[..8].iter().sum::<u32>();
            self.named[1] += record.hits[8..70].iter().sum::<u32>();
        }
    }
    for rules in rules() {
        let game = Fizzbin::new(rules.clone()).unwrap();
        let mut books = Books::default();
        game.play(&mut seats(&game), Seed::new(3), 0..40, &mut books);
        // One kitty per game, and every declared hand has one name of each kind.
        assert_eq!(books.won, 40, "{rules:?}");
        assert_eq!(books.rounds == 40, rules.overtime == 0);
        assert_eq!(books.named, [books.declared; 2]);
    }
}

#[test]
fn cards_are_neither_lost_nor_doubled() {
    // If day and deck are voted on, every round has its own cards.
    for rules in rules().into_iter().filter(|rules| !rules.votes()) {
        let mut deck = Cards::EMPTY;
        for card in (0..KINDS).map(Card::of_kind) {
            (0..rules.copies(card)).for_each(|_| deck.add(card));
        }
        let game = Fizzbin::new(rules.clone()).unwrap();
        let (mut table, mut seats) = (Table::new(&rules), seats(&game));
        table.sit(0);
        for round in 0..30 {
            let mut luck = Keyed::new(Seed::new(8).round(0, round));
            let archon = table.round(&mut seats, &mut luck, &mut Silent).archon;
            assert_eq!(table.all_cards(), deck, "{rules:?}");
            for (seat, hand) in table.hands().iter().enumerate() {
                let redeemed = rules.redeemable();
                let most = HAND + u32::from(seat == archon || redeemed);
                assert!((HAND..=most).contains(&hand.len()), "{rules:?}");
            }
        }
    }
}

#[test]
fn rounds_are_told_as_before() {
    for (name, set, texts) in [
        ("thursday", "d5-light;players=3", &["builder"][..]),
        ("friday", "d6-dark;friday_pairs=family", &["poisoner", "random", "builder", "hoarder"]),
        ("overtime", "d9-light;players=3;overtime=1;redeem=any;end=cycle", &["random"]),
    ] {
        tables::told_as_before(&tables::table::<Fizzbin>(set), name, set, texts);
    }
}

/// The net of a strategy against others in the long run, in quatloos.
fn takes(set: &str, strategy: &str, others: &str, games: u64) -> f64 {
    let nets = tables::sessions(&tables::table::<Fizzbin>(set), strategy, others, games);
    nets.iter().map(|nets| nets[0]).sum::<i64>() as f64 / games as f64
}

#[test]
fn who_plans_more_takes_more_as_long_as_nobody_spends_kronks() {
    let order = ["random", "hoarder(kronks=\"never\")", "builder(kronks=\"never\")"];
    for (better, worse) in [(order[1], order[0]), (order[2], order[0]), (order[2], order[1])] {
        let taken = takes("day=2", better, worse, 2_000);
        assert!(taken > 10.0, "{better} takes {taken} from {worse}");
    }
}

#[test]
fn parameters_that_are_none_are_refused() {
    let game = tables::table::<Fizzbin>("");
    let message = |text: &str| strategy::seat(&game, text).unwrap_err().to_string();
    let seventh = message("builder(seventh=\"maybe\")");
    assert!(seventh.contains("seventh") && seventh.contains("named, keep or shed"), "{seventh}");
    assert!(message("hoarder(kronks=3)").contains("winning or never"));
    assert!(message("poisoner(redeem=\"some\")").contains("spare, never or always"));
}
