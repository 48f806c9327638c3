//! A fast path for tables where every seat plays `stand`, `careful` or a file that never junks: many
//! games at once.
//!
//! [`Table::game`] is the reference. This path gives the same outcomes from the same streams, game
//! by game, as the tests check. It is faster because games side by side take each step together:
//! none waits for another's draw, and no unpredictable branch depends on which of them draw. Rare
//! cases (a tie, an empty draw pile) are left to the reference.

mod outcome_counts;

pub(super) use self::outcome_counts::OutcomeCounts;
use super::cards::{Card, Packed, Rank};
use super::hand::Ranking;
use super::record::Silent;
use super::round::{Keyed, Outcome, Table, turn};
use super::rules::{DealerMoves, Gain, MAX_PLAYERS, Rules, UNITS_PER_ANTE};
use super::strategies::file::{FileStrategy, Sight};
use super::strategies::{Careful, Seat, Wish};
use super::view::{Action, Player};
use crate::cards::Pile;
use crate::cards::random::{Keys, Purpose, Seed, Stream};
use crate::framework::TurnOrder;
use std::ops::Range;
use std::sync::Arc;

/// The habits of the seats of a table.
pub(super) enum Habits {
    /// All are careful.
    Careful(Vec<Careful>),
    /// Some play from a file.
    Mixed(Vec<Habit>),
}

/// How a seat takes its turns.
#[derive(Clone, Debug)]
pub(super) enum Habit {
    Careful(Careful),
    File(FileStrategy),
}

/// The habit of each seat, or `None` if this path does not apply: it needs every seat to play
/// `stand`, `careful` or a file that never junks, and rules without bonuses under which no card is
/// looked at before it is kept. `stand` is played as `careful` that stands on any total.
pub(super) fn habits(rules: &Rules, players: &[Seat]) -> Option<Habits> {
    if rules.gain != Gain::KeepOrExchange || !rules.bonus.is_empty() {
        return None;
    }
    let habit = |player: &Seat| match player {
        Seat::Stand => Some(Habit::Careful(Careful { stand_within: u32::MAX })),
        Seat::Careful(careful) => Some(Habit::Careful(*careful)),
        Seat::File(file) if file.stays() => Some(Habit::File(file.clone())),
        _ => None,
    };
    let habits: Vec<Habit> = players.iter().map(habit).collect::<Option<_>>()?;
    let careful = |habit: &Habit| match habit {
        Habit::Careful(careful) => Some(*careful),
        Habit::File(_) => None,
    };
    let all_careful: Option<Vec<Careful>> = habits.iter().map(careful).collect();
    Some(all_careful.map_or(Habits::Mixed(habits), Habits::Careful))
}

/// The turns of a seat, computed with few branches for many games at once.
trait Turns<H>: Clone {
    /// The turn that it takes.
    fn wish(&self, turn: &Turn<'_, H>) -> Wish;

    /// Whether it looks at the actions of others.
    fn watches(&self) -> bool;
}

impl<H: Packed> Turns<H> for Careful {
    #[inline]
    fn wish(&self, turn: &Turn<'_, H>) -> Wish {
        Careful::wish(*self, turn.hand(), turn.top(), turn.may_grow())
    }

    fn watches(&self) -> bool {
        false
    }
}

impl<H: Packed> Turns<H> for Habit {
    #[inline]
    fn wish(&self, turn: &Turn<'_, H>) -> Wish {
        match self {
            Habit::Careful(careful) => Turns::wish(careful, turn),
            Habit::File(file) => file.wish(turn, turn.may_grow()),
        }
    }

    fn watches(&self) -> bool {
        matches!(self, Habit::File(file) if file.watches())
    }
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
    /// Its number among the games: counting them along takes longer.
    number: u8,
    /// The streams of [`Keyed`], of which only those needed here are kept.
    keys: Keys,
    dice: Stream,
    redeal: Option<Stream>,
    pile: Pile,
    /// By place.
    hands: [H; MAX_PLAYERS],
    /// By place: the last action with that hand, if anyone watches.
    actions: [Option<Action>; MAX_PLAYERS],
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
        self.actions = [None; MAX_PLAYERS];
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

    /// Plays a turn except for its draw.
    #[inline]
    fn trade(&mut self, place: usize, wish: Wish) {
        let taken = Card::either(wish.swaps, self.top, Card::NONE);
        self.hands[place] = self.hands[place].without(wish.given).with(taken);
        self.top = Card::either(wish.given == Card::NONE, self.top, wish.given);
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
        self.actions = [None; MAX_PLAYERS];
        let order = TurnOrder { first, players };
        self.top = self.hands[order.before(first)].highest();
        if self.pile.left() < self.hands[..players].iter().map(|hand| hand.cards()).sum() {
            self.rare = true;
            return;
        }
        // Taken out, so that the stream stays in registers.
        let stream = self.redeal.take();
        let mut stream = stream.unwrap_or_else(|| self.keys.stream(Purpose::Dealer));
        for at in order.seats() {
            let cards = 0..self.hands[at].cards();
            let deal = |hand: H, _| hand.with(drawn(&mut self.pile, &mut stream));
            self.hands[at] = cards.fold(H::default(), deal);
        }
        self.redeal = Some(stream);
    }
}

/// A turn in one of the games.
struct Turn<'a, H> {
    rules: &'a Rules,
    ranking: &'a Ranking,
    game: &'a Play<H>,
    /// The places in the turn order of this round.
    order: TurnOrder,
    place: usize,
    /// The round, from 0.
    round: usize,
}

impl<H: Packed> Turn<'_, H> {
    fn may_grow(&self) -> bool {
        self.hand().cards() < u32::from(self.rules.hand_limit)
    }
}

impl<H: Packed> Sight<H> for Turn<'_, H> {
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn ranking(&self) -> &Ranking {
        self.ranking
    }

    fn hand(&self) -> H {
        self.game.hands[self.place]
    }

    fn top(&self) -> Card {
        self.game.top
    }

    fn round(&self) -> usize {
        self.round + 1
    }

    fn place(&self) -> usize {
        1 + self.order.place(self.place)
    }

    fn pile(&self) -> u32 {
        self.game.pile.left()
    }

    fn rivals(&self) -> impl Iterator<Item = (u32, Option<Action>)> {
        let others = (0..self.order.players).filter(|&place| place != self.place);
        others.map(|place| (self.game.hands[place].cards(), self.game.actions[place]))
    }
}

/// Games played in lockstep.
struct Lockstep<'r, H, T> {
    rules: &'r Rules,
    ranking: Arc<Ranking>,
    players: usize,
    /// By seat, twice over, so that no turn looks for the end of the order.
    habits: Vec<T>,
    /// Whether a seat looks at what others did.
    watched: bool,
    games: Vec<Play<H>>,
    /// The games with more to do in the current step, from the front.
    chosen: [u8; GAMES],
}

impl<'r, H: Packed, T: Turns<H>> Lockstep<'r, H, T> {
    /// A table of seats with these habits, indexed by seat.
    fn new(rules: &'r Rules, habits: Vec<T>) -> Lockstep<'r, H, T> {
        let players = usize::from(rules.players);
        let keys = Seed::new(0).round(0, 0);
        let game = Play {
            number: 0,
            keys,
            dice: keys.stream(Purpose::Dice(0)),
            redeal: None,
            pile: rules.deck().pile(),
            hands: [H::default(); MAX_PLAYERS],
            actions: [None; MAX_PLAYERS],
            top: Card::SYLOP,
            first: 0,
            doubles: 0,
            rare: false,
        };
        Lockstep {
            rules,
            ranking: Ranking::for_rules(rules),
            players,
            watched: habits.iter().any(T::watches),
            habits: [habits.clone(), habits].concat(),
            games: (0..GAMES as u8).map(|number| Play { number, ..game.clone() }).collect(),
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
            let order = TurnOrder { first, players };
            for place in order.seats() {
                self.turns(count, order, place, round);
            }
            self.rolls(count, first);
        }
        &self.games[..count]
    }

    /// Plays the turns of one place in a round of all games (S5).
    #[inline]
    fn turns(&mut self, count: usize, order: TurnOrder, place: usize, round: usize) {
        let (rules, ranking) = (self.rules, &*self.ranking);
        let mut draws = 0;
        for game in &mut self.games[..count] {
            // A rare game is left to the reference: its hands may have failed to draw, and files
            // have no answer for those.
            if game.rare {
                continue;
            }
            let habit = &self.habits[game.first + place];
            let wish = habit.wish(&Turn { rules, ranking, game, order, place, round });
            game.trade(place, wish);
            if self.watched {
                game.actions[place] = Some(wish.action());
            }
            self.chosen[draws % GAMES] = game.number;
            draws += usize::from(wish.draws);
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
        for game in &mut self.games[..count] {
            let [one, other] = [(); 2].map(|()| game.dice.below(faces));
            self.chosen[doubles % GAMES] = game.number;
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
    habits: Habits,
    seed: Seed,
    sessions: Range<u64>,
    each: impl FnMut(&Outcome, usize),
) where
    Seat: Player<H>,
{
    match habits {
        Habits::Careful(habits) => {
            let lockstep = Lockstep::new(rules, habits);
            played(rules, table, players, lockstep, seed, sessions, each);
        }
        Habits::Mixed(habits) => {
            let lockstep = Lockstep::new(rules, habits);
            played(rules, table, players, lockstep, seed, sessions, each);
        }
    }
}

/// [`play`] in lockstep.
fn played<H: Packed>(
    rules: &Rules,
    table: &mut Table<'_, H>,
    players: &mut [Seat],
    mut lockstep: Lockstep<'_, H, impl Turns<H>>,
    seed: Seed,
    sessions: Range<u64>,
    mut each: impl FnMut(&Outcome, usize),
) where
    Seat: Player<H>,
{
    let ranking = Arc::clone(table.ranking());
    let mut outcome = Outcome { rolls: rules.game_rounds, ..Outcome::default() };
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
    use super::super::cards::Hand;
    use super::super::rules::Precise;
    use super::super::strategies::file::TURN_FEATURES;
    use super::*;
    use crate::framework::document::Document;
    use crate::framework::settings::Settings;
    use std::collections::BTreeSet;

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
        let habits = match super::habits(rules, players).unwrap() {
            Habits::Careful(habits) => habits.into_iter().map(Habit::Careful).collect(),
            Habits::Mixed(habits) => habits,
        };
        let mut lockstep = Lockstep::<Hand, Habit>::new(rules, habits);
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

    /// A file.
    fn read(rules: &str) -> Document {
        let text = format!("game = \"sabacc\"\nabout = \"a test\"\n{rules}");
        Document::read("sabacc", "test.toml", &text, &[]).unwrap()
    }

    /// A seat that plays from a file of these rules.
    fn file(rules: &Rules, text: &str) -> Seat {
        let document = read(text);
        Seat::File(FileStrategy::new(&document, rules).unwrap())
    }

    /// Random rules of a file, of random features, each with a random range.
    fn random_rules(draw: &mut impl FnMut(usize) -> usize) -> String {
        let mut text = String::new();
        for _ in 0..1 + draw(6) {
            let conditions = (0..1 + draw(3)).map(|_| {
                let feature = &TURN_FEATURES[draw(TURN_FEATURES.len())];
                // Most values are small.
                let width = usize::from(feature.high - feature.low).min(6) + 1;
                let [one, other] = [(); 2].map(|()| feature.low + draw(width) as u16);
                format!("{} = \"{}..{}\"", feature.name, one.min(other), one.max(other))
            });
            let conditions: BTreeSet<String> = conditions.collect();
            let names: BTreeSet<&str> =
                conditions.iter().filter_map(|c| c.split(' ').next()).collect();
            if names.len() < conditions.len() {
                continue;
            }
            let conditions: Vec<String> = conditions.into_iter().collect();
            let action = ["stand", "gain", "exchange", "swap", "swap-best"][draw(5)];
            text +=
                &format!("[[rule]]\nwhen = {{ {} }}\ndo = \"{action}\"\n", conditions.join(", "));
        }
        text + "[[rule]]\ndo = \"exchange\"\n"
    }

    /// Files of random rules, beside each other and beside careful seats, under random rules.
    #[test]
    fn files_come_out_as_by_the_law() {
        let (mut number, seed) = (0_u64, Seed::new(17));
        let mut draw = |bound: usize| {
            number += 1;
            seed.round(number, 0).stream(Purpose::Deal).below(bound as u32) as usize
        };
        let (mut files, mut watching, mut rare) = (0, 0, Rare::default());
        for case in 0..400 {
            let rules = Rules {
                players: 2 + draw(7) as u8,
                game_rounds: 1 + draw(5) as u8,
                hand_limit: 2 + draw(4) as u8,
                dice_faces: [1, 2, 6][draw(3)],
                dealer_moves: [DealerMoves::EachGame, DealerMoves::EachRound][draw(2)],
                ..Rules::default()
            };
            let mut players: Vec<Seat> = Vec::new();
            while players.len() < usize::from(rules.players) {
                let text = random_rules(&mut draw);
                let document = read(&text);
                // Some of these files have rules that can never apply.
                players.extend(match FileStrategy::new(&document, &rules) {
                    _ if draw(4) == 0 => Some(careful(draw(4) as u32)),
                    Ok(file) => {
                        files += 1;
                        watching += u32::from(file.watches());
                        Some(Seat::File(file))
                    }
                    Err(_) => None,
                });
            }
            let found = compare(&rules, &mut players, case, 1000 * case..1000 * case + 101);
            rare.ties += found.ties;
            rare.piles += found.piles;
        }
        assert!(files > 500 && watching > 100, "{files} {watching}");
        assert!(rare.ties > 100 && rare.piles > 100, "{} {}", rare.ties, rare.piles);
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
        let stays = file(&Rules::default(), "stand_within = 2");
        assert!(habits(&rules, &[stays.clone(), Seat::Stand]).is_some());
        let junks =
            "[[rule]]\nwhen = { distance = \"20..\" }\ndo = \"junk\"\n[[rule]]\ndo = \"stand\"";
        assert!(habits(&rules, &[stays, file(&rules, junks)]).is_none());
        let looks = Rules { gain: Gain::LookFirst, ..rules };
        assert!(habits(&looks, &[careful(1), Seat::Stand]).is_none());
    }
}
