//! A round in progress, with the operations that the steps of a rulebook need.

use super::seat::Seat;
use super::source::{Chance, Numbered, Source};
use crate::cards::Pile;
use crate::cards::random::{Purpose, Stream};
use crate::cards::tree::BestReply;
use crate::framework::scribe::Scribe;
use crate::framework::{Game, MOST_KINDS, Of, Step, TurnOrder, View};

/// An action of a game.
pub type Action<G> = <<G as Game>::View as View>::Action;

/// The table of a round: its luck, its seats, its money and its events.
///
/// [`Game::round`] reports everything to it and keeps no state of its own, so the same code plays a
/// round on keyed luck, replays one from a file, or enumerates all.
#[derive(Debug)]
pub struct Table<'a, G: Game> {
    pub(super) luck: Source<'a>,
    pub(super) seats: &'a mut [Seat<G>],
    pub(super) shoes: &'a mut Shoes,
    pub(super) round: &'a mut Outcome,
    pub(super) first: usize,
    /// The scribe who writes the steps down, if anybody does.
    pub(super) steps: Option<&'a Scribe>,
    /// The seat whose best play is searched for, if any, and its search.
    pub(super) search: Option<(usize, &'a mut BestReply<G::View>)>,
}

impl<G: Game> Table<'_, G> {
    /// The number of players at the table.
    #[inline]
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// The seats in the order in which they act.
    #[inline]
    pub fn turn_order(&self) -> impl Iterator<Item = usize> + use<G> {
        TurnOrder { first: self.first, players: self.seats.len() }.seats()
    }

    /// Draws the next card of the only shoe and returns its kind: an index into the cards of
    /// [`Game::shoes`].
    #[inline(always)]
    pub fn card(&mut self, purpose: Purpose) -> usize {
        self.card_of(0, purpose)
    }

    /// Draws the next card of a shoe and returns its kind, as [`Game::shoes`] lists them.
    ///
    /// # Panics
    /// If a round takes all cards of a fresh shoe, and these are twice [`Game::cards_needed_of`] or
    /// more.
    // With a constant purpose the compiler removes the look-up.
    #[inline(always)]
    pub fn card_of(&mut self, shoe: usize, purpose: Purpose) -> usize {
        let pile = &mut self.shoes.piles[shoe];
        if pile.left() == 0 {
            let may = self.shoes.may_run_out;
            assert!(may, "a round takes more than twice the cards that Game::cards_needed says");
            self.round.ran_out = true;
            pile.fill_up();
        }
        self.luck.card(purpose, shoe, pile)
    }

    /// The number of cards left in a shoe.
    pub fn left(&self, shoe: usize) -> u32 {
        self.shoes.piles[shoe].left()
    }

    /// A number below `bound` (1..=32768), all equally likely. Written rounds leave out numbers for
    /// [`Purpose::Choices`] and [`Purpose::Call`], which belong to strategies: a game must draw
    /// with another purpose.
    ///
    /// # Panics
    /// If the bound is out of range.
    #[inline]
    pub fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let most = Stream::MAX_BOUND;
        assert!((1..=most).contains(&bound), "a number below {bound}: bounds are 1..={most}");
        self.luck.below(purpose, bound)
    }

    /// A roll of a die: 1..=`faces`.
    ///
    /// # Panics
    /// If there are no faces, or more than 32768.
    #[inline]
    pub fn roll(&mut self, purpose: Purpose, faces: u32) -> u32 {
        1 + self.below(purpose, faces)
    }

    /// Asks a seat for its action.
    ///
    /// # Panics
    /// If there is no such seat, if its strategy answers with an action that the view does not allow,
    /// or if the view allows none.
    #[inline]
    #[track_caller]
    pub fn ask(&mut self, seat: usize, view: &G::View) -> Action<G> {
        if !matches!(self.luck, Source::Streams(_)) {
            at_seat(self.seats, seat);
            if let Some(action) = self.unplayed(seat, view) {
                return action;
            }
        }
        let luck = &mut self.luck;
        let mut draw = |draw| luck.choice(seat, draw);
        let mut chance = Chance::new(&mut draw);
        let action = at_seat(self.seats, seat).play(view, &mut chance);
        if !view.allows(action) {
            Table::<G>::refuse((seat, at_seat(self.seats, seat)), view, action);
        }
        action
    }

    /// Ends a run in which a player's answer is not legal.
    #[cold]
    fn refuse((seat, player): (usize, &Seat<G>), view: &G::View, action: Action<G>) -> ! {
        let (seat, took) = (seat + 1, G::View::name(action));
        let plays = player.label().map(|name| format!(", which plays {name},")).unwrap_or_default();
        let legal: Vec<&str> = view.legal().map(G::View::name).collect();
        match legal.is_empty() {
            true => panic!("no action is legal with {view}, and seat {seat} is asked"),
            false => panic!(
                "seat {seat}{plays} took `{took}` with {view}, where only {} may be taken",
                legal.join(", ")
            ),
        }
    }

    /// The action of a seat whose strategy is not asked, because the decision is written in a
    /// script or all of them are tried.
    #[cold]
    fn unplayed(&mut self, seat: usize, view: &G::View) -> Option<Action<G>> {
        if let Source::Script(script, _) = &self.luck {
            let legal: Vec<&str> = view.legal().map(G::View::name).collect();
            let asked = format!("seat {} with {view} may {}", seat + 1, legal.join(", "));
            let allowed = |word: &str| view.legal().find(|&action| G::View::name(action) == word);
            let any = || {
                let none = || panic!("no action is legal with {view}, and a seat is asked");
                view.legal().next().unwrap_or_else(none)
            };
            return Some(script.borrow_mut().decide(&asked, allowed).unwrap_or_else(any));
        }
        if let (Source::Tree(walk), Some((searching, reply))) = (&mut self.luck, &mut self.search)
            && *searching == seat
        {
            let options: Vec<_> = view.legal().collect();
            return Some(options[reply.decide(walk, view.clone(), options.len())]);
        }
        None
    }

    /// Adds a step to the trace of the round, if there is one.
    #[inline]
    pub fn tell(&mut self, step: impl FnOnce() -> Step) {
        if let Some(scribe) = self.steps {
            write(scribe, step);
        }
    }

    /// Counts an event of a seat, by its index in [`Game::EVENTS`]. An event of the table that a seat
    /// brings about is counted for the table.
    ///
    /// # Panics
    /// If there is no such seat or event.
    #[inline]
    #[track_caller]
    pub fn happened(&mut self, seat: usize, event: usize) {
        assert!(event < G::EVENTS.len(), "there is no event {event}");
        at_seat(&mut self.round.nets, seat);
        self.round.happened.push((event * self.seats.len() + seat) as u32);
    }

    /// Counts an event of the table, by its index in [`Game::EVENTS`].
    ///
    /// # Panics
    /// If there is no such event, or it is one of seats.
    #[inline]
    pub fn happened_at_table(&mut self, event: usize) {
        assert!(G::EVENTS[event].of == Of::Table, "event {event} is not one of the table");
        self.round.happened.push((event * self.seats.len()) as u32);
    }

    /// Counts one more hand of a seat, beyond the one that every seat begins with.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    #[track_caller]
    pub fn another_hand(&mut self, seat: usize) {
        at_seat(&mut self.round.nets, seat);
        self.round.happened.push((G::EVENTS.len() * self.seats.len() + seat) as u32);
    }

    /// Pays a seat from the house, in money units; a negative amount goes to the house.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    #[track_caller]
    pub fn pay(&mut self, seat: usize, money: i64) {
        *at_seat(&mut self.round.nets, seat) += money;
        self.round.house -= money;
    }

    /// Pays one seat from another, in money units.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    #[track_caller]
    pub fn transfer(&mut self, from: usize, to: usize, money: i64) {
        *at_seat(&mut self.round.nets, from) -= money;
        *at_seat(&mut self.round.nets, to) += money;
    }

    /// The net of a seat in this round so far, in money units.
    ///
    /// # Panics
    /// If there is no such seat.
    #[inline]
    #[track_caller]
    pub fn net(&self, seat: usize) -> i64 {
        self.round.nets.get(seat).copied().unwrap_or_else(|| no_seat(seat, self.round.nets.len()))
    }
}

/// The item of a seat in a list by seat.
#[inline]
#[track_caller]
fn at_seat<T>(all: &mut [T], seat: usize) -> &mut T {
    let seats = all.len();
    all.get_mut(seat).unwrap_or_else(|| no_seat(seat, seats))
}

/// Panics: the round named a seat that does not exist.
#[cold]
#[track_caller]
fn no_seat(seat: usize, seats: usize) -> ! {
    panic!("there is no seat {seat}: seats are counted from 0, and the table has {seats}")
}

/// Kept out of line, away from the path of rounds without a trace.
#[cold]
fn write(scribe: &Scribe, step: impl FnOnce() -> Step) {
    scribe.step(step());
}

/// The outcome of a round.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// Net by seat, in money units.
    pub nets: Vec<i64>,
    pub house: i64,
    /// Whether a shoe ran out during the round.
    pub ran_out: bool,
    /// Everything that happened, as numbers: for an event, its index in [`Game::EVENTS`] times the
    /// players, plus the seat; for a seat's further hand, the seat, counted after all events.
    pub happened: Vec<u32>,
}

impl Outcome {
    pub fn new(players: usize) -> Outcome {
        Outcome { nets: vec![0; players], house: 0, ran_out: false, happened: Vec::new() }
    }

    #[inline]
    pub fn clear(&mut self) {
        self.nets.fill(0);
        self.happened.clear();
        (self.house, self.ran_out) = (0, false);
    }
}

/// The shoes of a table.
#[derive(Clone, Debug)]
pub(super) struct Shoes {
    piles: Vec<Pile>,
    /// The number of copies in the full shoe, by shoe and kind.
    pub full: Vec<Vec<u16>>,
    /// The approximate maximum of cards that a round draws, by shoe.
    needed: Vec<u32>,
    /// Whether a shoe can run out in the middle of a round.
    pub may_run_out: bool,
}

impl Shoes {
    /// Full shoes; `None` if one has too many cards, no kinds, or too many kinds.
    pub fn new(full: Vec<Vec<u16>>, needed: Vec<u32>) -> Option<Shoes> {
        let kinds = |counts: &Vec<u16>| (1..=MOST_KINDS).contains(&counts.len());
        let piles = full.iter().map(|counts| Pile::new(counts).filter(|_| kinds(counts)));
        Some(Shoes { piles: piles.collect::<Option<_>>()?, full, needed, may_run_out: true })
    }

    pub fn shuffle(&mut self) {
        self.piles.iter_mut().for_each(Pile::shuffle);
    }

    pub fn begin_round(&mut self) {
        self.piles.iter_mut().for_each(Pile::begin_hand);
    }

    /// Whether any shoe has dealt this fraction of its cards, or has fewer than a round needs.
    pub fn due(&self, penetration: f64) -> bool {
        let mut piles = self.piles.iter().zip(&self.needed);
        piles.any(|(pile, &needed)| Self::is_due((pile.dealt(), pile.total()), penetration, needed))
    }

    /// The number of cards of each full shoe, and of those that a round may draw.
    pub fn totals(&self) -> impl Iterator<Item = (u32, u32)> {
        let total = |full: &Vec<u16>| full.iter().map(|&count| u32::from(count)).sum();
        self.full.iter().map(total).zip(self.needed.iter().copied())
    }

    /// Whether a round may take all cards of a full shoe; a game states only roughly how many it needs.
    pub fn is_small(&self) -> bool {
        self.totals().any(|(total, needed)| total < 2 * needed)
    }

    /// Whether a shoe that has dealt this many cards of its total must be shuffled.
    pub fn is_due((dealt, total): (u32, u32), penetration: f64, needed: u32) -> bool {
        f64::from(dealt) / f64::from(total) >= penetration || total - dealt < needed
    }

    /// Removes the cards of earlier rounds from full shoes. `take` removes them and returns the number
    /// of each in written rounds, and whether it has been seen. `numbers` has the number of each kind, by
    /// shoe. Returns how many of those cards were seen, by shoe and kind.
    pub fn leave_out(
        &mut self,
        numbers: &[Vec<usize>],
        mut take: impl FnMut(&mut Numbered<'_>) -> Vec<(usize, bool)>,
    ) -> Vec<[u16; MOST_KINDS]> {
        let mut gone = vec![[0; MOST_KINDS]; self.piles.len()];
        for (shoe, (pile, numbers)) in self.piles.iter_mut().zip(numbers).enumerate() {
            let taken = take(&mut Numbered { shoe, pile, numbers });
            for (number, _) in taken.into_iter().filter(|(_, is_seen)| *is_seen) {
                let kind = numbers.iter().position(|&known| known == number);
                gone[shoe][kind.unwrap_or(0)] += 1;
            }
        }
        gone
    }

    /// Adds the cards of this round to `gone`, the cards dealt from a shoe since the shuffle, by
    /// kind; returns whether `gone` then holds this round's cards alone.
    pub fn add_gone(&self, shoe: usize, gone: &mut [u16; MOST_KINDS]) -> bool {
        let pile = &self.piles[shoe];
        let began_full = pile.began_full();
        if began_full {
            gone.fill(0);
        }
        pile.hand().iter().for_each(|&kind| gone[usize::from(kind)] += 1);
        began_full
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::random::Seed;

    /// Rounds of 1 to 8 cards each, until the shoe has been refilled several times.
    #[test]
    fn gone_are_the_cards_that_are_not_left() {
        for cards in 1..9 {
            let full = vec![vec![3, 0, 5, 4]];
            let mut shoes = Shoes::new(full.clone(), vec![cards]).unwrap();
            let mut stream = Seed::new(cards.into()).round(0, 0).stream(Purpose::Deal);
            let (mut gone, mut filled) = ([0; MOST_KINDS], 0);
            shoes.shuffle();
            for _ in 0..40 {
                shoes.begin_round();
                for _ in 0..cards {
                    let pile = &mut shoes.piles[0];
                    if pile.left() == 0 {
                        pile.fill_up();
                        filled += 1;
                    }
                    pile.draw(&mut stream);
                }
                shoes.add_gone(0, &mut gone);
                let mut left = [0; 4];
                shoes.piles[0].count(&mut left);
                let not_left: Vec<u16> =
                    full[0].iter().zip(left).map(|(all, left)| all - left).collect();
                assert_eq!(gone[..4], not_left);
            }
            assert!(filled > 2, "{cards}");
        }
    }
}
