//! Sabacc games with equal outcomes may be reported together: the same records, each with its
//! count.

use crate::tables;
use croupier::cards::random::Seed;
use croupier::framework::{Engine, Record, Sink};
use croupier::games::sabacc::Sabacc;
use croupier::games::sabacc::rules::{Gain, Rules};
use croupier::strategy;
use std::collections::HashMap;

/// The count of each record.
#[derive(Default)]
struct Books<const ORDERED: bool> {
    records: HashMap<String, u64>,
    calls: u64,
}

impl<const ORDERED: bool> Sink for Books<ORDERED> {
    fn ordered(&self) -> bool {
        ORDERED
    }

    fn session(&mut self, record: &Record, times: u64) {
        assert!(times == 1 || times > 0 && !ORDERED);
        *self.records.entry(format!("{record:?}")).or_default() += times;
        self.calls += 1;
    }
}

fn books<const ORDERED: bool>(game: &Sabacc, names: [&str; 2]) -> Books<ORDERED> {
    let seat = |seat: usize| strategy::seat(game, names[seat % 2]).unwrap();
    let mut players: Vec<_> = (0..game.players()).map(seat).collect();
    let mut books = Books::default();
    // Two blocks, one of them with an odd start.
    game.play(&mut players, Seed::new(6), 3..3_000, &mut books);
    game.play(&mut players, Seed::new(6), 3_000..3_001, &mut books);
    books
}

#[test]
fn told_together_or_one_by_one_the_records_are_the_same() {
    let rules = [
        Rules::default(),
        Rules { game_rounds: 1, junk_refund: 0.25, ..Rules::default() },
        Rules { game_rounds: 10, dice_faces: 1, junk_refund: 1.0, ..Rules::default() },
        Rules { game_rounds: 10, dice_faces: 1000, hand_limit: 2, ..Rules::default() },
        Rules { gain: Gain::LookFirst, dice_faces: 2, ..Rules::default() },
        tables::rules::<Sabacc>(
            "game_rounds=5;dice_faces=2;junk_refund=0.5;bonus={double=0.001, blind-draw=2, \
             junked=-0.03, junked-out=0.1, \"wins-with:sabacc\"=7, \"shows:nulrhek\"=-3}",
        ),
        Rules { players: 3, ..Rules::default() },
        Rules { players: 8, ..Rules::default() },
    ];
    let names = ["careful", "stand", "random", "careful(stand_within=4)"];
    for rules in rules {
        let game = Sabacc::new(rules).unwrap();
        for names in names.into_iter().flat_map(|one| names.map(|other| [one, other])) {
            let (one_by_one, together) =
                (books::<true>(&game, names), books::<false>(&game, names));
            assert_eq!(one_by_one.calls, 2_998);
            assert_eq!(one_by_one.records, together.records, "{names:?} {:?}", game.rules());
            if game.players() == 2 {
                assert!(together.calls < 1_500, "{names:?}: {}", together.calls);
            }
        }
    }
}
