//! A fast path for tables where every seat plays `stand` or `careful`: many games at once.
//!
//! [`Table::game`] is the reference. This path gives the same outcomes from the same streams, game
//! by game, as the tests check. It is faster because games side by side take each step together:
//! none waits for another's draw, and there is no unpredictable branch on which of them draw. Rare
//! cases (a tie, an empty draw pile) are left to the reference.

mod outcome_counts;

pub(super) use self::outcome_counts::OutcomeCounts;
use super::cards::{Card, Packed, Rank};
use super::record::Silent;
use super::round::{Keyed, Outcome, Table, turn};
use super::rules::{DealerMoves, Gain, MAX_PLAYERS, Rules, UNITS_PER_ANTE};
use super::strategies::{Careful, Seat};
use super::view::Player;
use crate::cards::Pile;
use crate::cards::random::{Keys, Purpose, Seed, Stream};
use crate::framework::TurnOrder;
use std::array::from_fn;
use std::ops::Range;
use std::sync::Arc;

/// The habit of each seat, or `None` if this path does not apply: it needs every seat to stand
/// always or be careful, and no further decisions. Standing always is being careful and standing on
/// any total.
pub(super) fn habits(rules: &Rules, players: &[Seat]) -> Option<[Careful; MAX_PLAYERS]> {
    let mut habits = [Careful::default(); MAX_PLAYERS];
    for (habit, player) in habits.iter_mut().zip(players) {
        *habit = match player {
            Seat::Stand => Careful { stand_within: u32::MAX },
            Seat::Careful(careful) => *careful,
            _ => return None,
        };
    }
    (rules.gain == Gain::KeepOrExchange && rules.bonus.is_empty()).then_some(habits)
}

/// Games side by side: enough to hide latencies, few enough to stay in the cache.
const GAMES: usize = 64;

fn of_kind(kind: u8) -> Card {
    Card::of_kind(kind.into())
}

#[inline]
fn drawn(pile: &mut Pile, stream: &mut Stream) -> Card {
    of_kind(pile.draw(stream))
}

/// One of the games. Places are those of its first round's turn order.
#[derive(Clone, Debug)]
struct Play<H> {
    /// The streams of [`Keyed`], of which only those needed here are kept.
    keys: Keys,
    dice: Stream,
    redeal: Option<Stream>,
    pile: Pile,
    /// By place.
    hands: [H; MAX_PLAYERS],
    /// The top of the discard pile.
    top: Card,
    /// The seat that acts first.
    first: usize,
    doubles: u8,
    /// Whether the reference has to play this game.
    rare: bool,
}

impl<H: Packed> Play<H> {
    /// Deals (S4).
    #[inline]
    fn deal(&mut self, keys: Keys, first: usize, players: usize) {
        (self.keys, self.dice, self.redeal) = (keys, keys.stream(Purpose::Dice(0)), None);
        self.pile.shuffle();
        self.first = first;
        self.doubles = 0;
        self.rare = false;
        let mut cards = [Card::SYLOP; 2 * MAX_PLAYERS + 1];
        let mut stream = keys.stream(Purpose::Deal);
        let (fours, rest) = cards[..2 * players + 1].as_chunks_mut();
        for four in fours {
            *four = self.pile.draw_each::<4>(&mut stream).map(of_kind);
        }
        rest.iter_mut().for_each(|card| *card = drawn(&mut self.pile, &mut stream));
        for place in 0..players {
            self.hands[place] = H::default().with(cards[place]).with(cards[players + place]);
        }
        self.top = cards[2 * players];
    }

    /// Plays a turn except for its draw. Returns whether it draws.
    #[inline]
    fn trade(&mut self, place: usize, habits: &Habits, hand_limit: u8) -> bool {
        let hand = self.hands[place];
        let may_grow = hand.cards() < u32::from(hand_limit);
        let wish = habits[self.first % MAX_PLAYERS][place].wish(hand, self.top, may_grow);
        let taken = Card::either(wish.swaps, self.top, Card::NONE);
        self.hands[place] = hand.without(wish.given).with(taken);
        self.top = Card::either(wish.given == Card::NONE, self.top, wish.given);
        wish.draws
    }

    /// Draws a card (S6).
    #[inline]
    fn draw(&mut self, place: usize, round: usize, players: usize) {
        if self.pile.left() == 0 {
            self.rare = true;
            return;
        }
        let seat = TurnOrder { first: self.first, players }.seat(place);
        let mut stream = self.keys.stream(Purpose::Draws(turn(seat, round)));
        let card = drawn(&mut self.pile, &mut stream);
        self.hands[place] = self.hands[place].with(card);
    }

    /// Deals new hands after a double (S10); `first` is the place that comes first.
    #[inline]
    fn redeal(&mut self, first: usize, players: usize) {
        self.doubles += 1;
        let order = TurnOrder { first, players };
        self.top = self.hands[order.before(first)].nearest(i32::MAX);
        if self.pile.left() < self.hands[..players].iter().map(|hand| hand.cards()).sum() {
            self.rare = true;
            return;
        }
        for at in order.seats() {
            let cards = self.hands[at].cards();
            let stream = self.redeal.get_or_insert_with(|| self.keys.stream(Purpose::Dealer));
            self.hands[at] =
                (0..cards).fold(H::default(), |hand, _| hand.with(drawn(&mut self.pile, stream)));
        }
    }
}

/// The habit of each seat, indexed by first seat, then place.
type Habits = [[Careful; MAX_PLAYERS]; MAX_PLAYERS];

/// Games played in lockstep.
struct Lockstep<'r, H> {
    rules: &'r Rules,
    players: usize,
    habits: Habits,
    games: Vec<Play<H>>,
    /// The games with more to do in the current step, from the front.
    chosen: [u8; GAMES],
}

impl<'r, H: Packed> Lockstep<'r, H> {
    /// A table of seats with these habits, indexed by seat.
    fn new(rules: &'r Rules, habits: [Careful; MAX_PLAYERS]) -> Lockstep<'r, H> {
        let players = usize::from(rules.players);
        let keys = Seed::new(0).round(0, 0);
        let game = Play {
            keys,
            dice: keys.stream(Purpose::Dice(0)),
            redeal: None,
            pile: rules.deck().pile(),
            hands: [H::default(); MAX_PLAYERS],
            top: Card::SYLOP,
            first: 0,
            doubles: 0,
            rare: false,
        };
        let by_place = |first| from_fn(|place| habits[(first + place) % players]);
        Lockstep {
            rules,
            players,
            habits: from_fn(by_place),
            games: vec![game; GAMES],
            chosen: [0; GAMES],
        }
    }

    /// Plays up to [`GAMES`] sessions, as far as the showdown.
    #[inline]
    fn play(&mut self, seed: Seed, sessions: Range<u64>) -> &[Play<H>] {
        let players = self.players;
        let count = (sessions.end - sessions.start) as usize;
        let mut order = TurnOrder::of_session(sessions.start, players);
        for (game, session) in self.games.iter_mut().zip(sessions) {
            game.deal(seed.round(session, 0), order.first, players);
            order = order.moved_on();
        }
        for round in 0..usize::from(self.rules.game_rounds) {
            // S3
            let first = match self.rules.dealer_moves {
                DealerMoves::EachGame => 0,
                DealerMoves::EachRound => round % players,
            };
            for place in (TurnOrder { first, players }).seats() {
                self.turns(count, place, round);
            }
            self.rolls(count, first);
        }
        &self.games[..count]
    }

    /// Plays the turns of one place in a round of all games (S5).
    #[inline]
    fn turns(&mut self, count: usize, place: usize, round: usize) {
        let (rules, habits) = (self.rules, &self.habits);
        let mut draws = 0;
        for (number, game) in self.games[..count].iter_mut().enumerate() {
            self.chosen[draws % GAMES] = number as u8;
            draws += usize::from(game.trade(place, habits, rules.hand_limit));
        }
        for &number in &self.chosen[..draws] {
            self.games[usize::from(number)].draw(place, round, self.players);
        }
    }

    /// Rolls the dice at the end of a round of all games, and redeals on a double (S10).
    #[inline]
    fn rolls(&mut self, count: usize, first: usize) {
        let faces = self.rules.dice_faces;
        let mut doubles = 0;
        for (number, game) in self.games[..count].iter_mut().enumerate() {
            let [one, other] = [(); 2].map(|()| game.dice.below(faces));
            self.chosen[doubles % GAMES] = number as u8;
            doubles += usize::from(one == other);
        }
        for &number in &self.chosen[..doubles] {
            self.games[usize::from(number)].redeal(first, self.players);
        }
    }
}

/// Plays sessions of one game each, and passes each outcome, in order, to `each` along with the
/// first seat. The players must have these [`habits`]; rare cases are played at the table.
pub(super) fn play<H: Packed>(
    rules: &Rules,
    table: &mut Table<'_, H>,
    players: &mut [Seat],
    habits: [Careful; MAX_PLAYERS],
    seed: Seed,
    sessions: Range<u64>,
    mut each: impl FnMut(&Outcome, usize),
) where
    Seat: Player<H>,
{
    let ranking = Arc::clone(table.ranking());
    let mut lockstep = Lockstep::<H>::new(rules, habits);
    let mut outcome = Outcome {
        nets: [0; MAX_PLAYERS],
        house: 0,
        winner: 0,
        ranks: [0; MAX_PLAYERS],
        alone: false,
        blind_draw: false,
        rolls: rules.game_rounds,
        doubles: 0,
    };
    let mut start = sessions.start;
    while start < sessions.end {
        let end = sessions.end.min(start + GAMES as u64);
        for (session, game) in (start..end).zip(lockstep.play(seed, start..end)) {
            // S15
            let (mut best, mut tied): (Rank, bool) = (0, false);
            for (place, &hand) in game.hands[..players.len()].iter().enumerate() {
                let seat = TurnOrder { first: game.first, players: players.len() }.seat(place);
                let rank = ranking.rank(hand);
                outcome.ranks[seat] = rank;
                outcome.nets[seat] = -UNITS_PER_ANTE;
                tied = rank == best || (tied && rank < best);
                outcome.winner = if rank > best { seat } else { outcome.winner };
                best = best.max(rank);
            }
            if tied || game.rare {
                let luck = &mut Keyed::new(seed.round(session, 0));
                each(table.game(players, luck, &mut Silent, game.first), game.first);
            } else {
                // S12
                outcome.nets[outcome.winner] += UNITS_PER_ANTE * players.len() as i64;
                outcome.doubles = game.doubles;
                each(&outcome, game.first);
            }
        }
        start = end;
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Precise;
    use super::*;
    use crate::framework::settings::Settings;

    /// The number of sessions that were left to the reference, by cause.
    #[derive(Default)]
    struct Rare {
        ties: u64,
        piles: u64,
    }

    /// Plays some sessions both ways: outcomes and final hands must be identical.
    fn compare(rules: &Rules, players: &mut [Seat], seed: u64, sessions: Range<u64>) -> Rare {
        let seed = Seed::new(seed);
        let habits = habits(rules, players).unwrap();
        let mut table = Table::new(rules);
        let mut found = Vec::new();
        let each = |&outcome: &Outcome, first| found.push((outcome, first));
        play(rules, &mut table, players, habits, seed, sessions.clone(), each);
        let mut law = |session: u64| {
            let (luck, first) = (&mut Keyed::new(seed.round(session, 0)), session as usize);
            let outcome = *table.game(players, luck, &mut Silent, first % players.len());
            (outcome, table.hands().to_vec())
        };
        let expected: Vec<_> = sessions.clone().map(&mut law).collect();
        assert_eq!(found.len(), expected.len());
        let mut rare = Rare::default();
        for ((session, &(outcome, first)), (law, _)) in sessions.clone().zip(&found).zip(&expected)
        {
            assert_eq!(outcome, *law, "session {session}: {players:?} {rules:?}");
            assert_eq!(first as u64, session % players.len() as u64);
            rare.ties += u64::from(law.blind_draw);
        }
        let mut lockstep = Lockstep::<crate::games::sabacc::cards::Hand>::new(rules, habits);
        for (start, expected) in sessions.step_by(GAMES).zip(expected.chunks(GAMES)) {
            let games = lockstep.play(seed, start..start + expected.len() as u64);
            for (game, (law, hands)) in games.iter().zip(expected) {
                if game.rare {
                    rare.piles += 1;
                    continue;
                }
                assert_eq!(game.doubles, law.doubles);
                let order = TurnOrder { first: game.first, players: players.len() };
                for (seat, &hand) in hands.iter().enumerate() {
                    let place = order.place(seat);
                    assert_eq!(game.hands[place], hand, "{players:?} {rules:?}");
                }
            }
        }
        rare
    }

    fn careful(stand_within: u32) -> Seat {
        Seat::Careful(Careful { stand_within })
    }

    /// Covers all numbers of players and many rules and habits, a hundred sessions each.
    #[test]
    fn each_session_comes_out_as_by_the_law() {
        let seats = [0, 1, 2, 3, 7, 49, 50].map(careful);
        let seats: Vec<Seat> = seats.into_iter().chain([Seat::Stand]).collect();
        let (mut case, mut rare) = (0, Rare::default());
        for (players, game_rounds) in (2..=8).flat_map(|p| [1, 2, 3, 5, 10].map(|r| (p, r))) {
            for (hand_limit, dice_faces) in (2..=5).flat_map(|h| [1, 2, 6, 1000].map(|d| (h, d))) {
                case += 1;
                let rules = Rules {
                    dice_faces,
                    players,
                    dealer_moves: [DealerMoves::EachGame, DealerMoves::EachRound][case % 2],
                    game_rounds,
                    hand_limit,
                    ..Rules::default()
                };
                let seat = |i: u8| seats[(case / 2 + usize::from(i) * case) % seats.len()].clone();
                let mut table: Vec<Seat> = (0..players).map(seat).collect();
                let start = 1000 * case as u64;
                let found = compare(&rules, &mut table, case as u64, start..start + 101);
                rare.ties += found.ties;
                rare.piles += found.piles;
            }
        }
        assert!(rare.ties > 100 && rare.piles > 1000, "{} {}", rare.ties, rare.piles);
    }

    /// The published rules over many sessions, few of which are left to the reference.
    #[test]
    fn many_sessions_come_out_as_by_the_law() {
        for precise in [Precise::First, Precise::Off] {
            let rules = Rules { precise, ..Rules::default() };
            let rare = compare(&rules, &mut [careful(1), careful(1)], 1, 3..150_000);
            assert!(rare.piles == 0 && rare.ties > 0 && rare.ties < 1_000, "{}", rare.ties);
        }
    }

    #[test]
    fn only_what_the_law_does_alike_is_served() {
        let rules = Rules::default();
        assert!(habits(&rules, &[careful(1), Seat::Stand]).is_some());
        assert!(habits(&rules, &[careful(1), Seat::Random]).is_none());
        assert!(habits(&rules, &[Seat::Random, Seat::Stand]).is_none());
        let mut settings = Settings::<Rules>::default();
        settings.set("bonus.double=1").unwrap();
        assert!(habits(&settings.finish().unwrap(), &[careful(1), Seat::Stand]).is_none());
        let looks = Rules { gain: Gain::LookFirst, ..rules };
        assert!(habits(&looks, &[careful(1), Seat::Stand]).is_none());
    }
}
