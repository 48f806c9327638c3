//! The optional capabilities of the engine of a [`Game`]: exact figures, best decisions, other
//! decks, and card counting.

use super::House;
use super::seat::Seat;
use crate::cards::memory::Memory;
use crate::cards::random::Seed;
use crate::cards::tree::NOISE;
use crate::framework::counting::{CountedRound, ShoeFacts};
use crate::framework::settings::{nearest, shown};
use crate::framework::{
    AnyTable, Counting, Decision, Decisions, Exact, ExactError, ExactFigures, Fault, Game,
    HandAsked, OtherDeck, Seats, Shuffle, View,
};
use std::collections::HashMap;
use std::ops::Range;

impl<G: Game> Exact for House<G> {
    fn exact(&self, players: &mut dyn Seats) -> Result<ExactFigures, ExactError> {
        self.figures(players.of_mut())
    }

    fn is_whole(&self) -> bool {
        self.shuffle == Shuffle::EveryRound
    }

    fn enumerates(&self) -> bool {
        true
    }
}

impl<G: Game> Decisions for House<G> {
    fn decisions(&self, asked: HandAsked<'_>) -> Result<Vec<Decision>, ExactError> {
        self.decisions_against(&mut self.default_seats()?, 0, asked)
    }

    fn depend_on_others(&self) -> bool {
        self.game.players() > 1
    }

    fn decisions_among(
        &self,
        players: &dyn Seats,
        seat: usize,
        asked: HandAsked<'_>,
    ) -> Result<Vec<Decision>, ExactError> {
        let seats: &[Seat<G>] = players.of();
        self.decisions_against(&mut seats.to_vec(), seat, asked)
    }
}

impl<G: Game> House<G> {
    /// The value of every choice of a seat against the players in the others.
    fn decisions_against(
        &self,
        seats: &mut [Seat<G>],
        seat: usize,
        asked: HandAsked<'_>,
    ) -> Result<Vec<Decision>, ExactError> {
        self.introduce(seats);
        let (best, _) = self.best_reply(seats, seat)?;
        // Situations with equal views are merged, however they were reached.
        let mut seen: Vec<(G::View, f64, Vec<f64>)> = Vec::new();
        let mut places: HashMap<G::View, usize> = HashMap::new();
        for situation in best.situations {
            let place = *places.entry(situation.seen.clone()).or_insert_with(|| {
                seen.push((situation.seen.clone(), 0.0, vec![0.0; situation.worths.len()]));
                seen.len() - 1
            });
            let (_, reach, worths) = &mut seen[place];
            *reach += situation.reach;
            let parts = worths.iter_mut().zip(&situation.worths);
            parts.for_each(|(worth, part)| *worth += situation.reach * part);
        }
        let mut found = Vec::new();
        for (view, reach, worths) in seen.iter().filter(|(_, reach, _)| *reach > 0.0) {
            let hand = view.to_string();
            if asked.hand.is_some_and(|wanted| wanted.trim() != hand.trim()) {
                continue;
            }
            let most = worths.iter().copied().fold(f64::MIN, f64::max);
            for (action, worth) in view.legal().zip(worths) {
                let (hand, action) = (hand.clone(), <G::View as View>::name(action).to_owned());
                // What comes of rounding is neither a win nor a loss.
                let ev = Some(worth / reach).filter(|ev| ev.abs() > NOISE).unwrap_or_default();
                let loss = Some((most - worth) / reach).filter(|loss| *loss > NOISE);
                let loss = loss.unwrap_or_default();
                found.push(Decision { hand, action, ev, loss, ..Decision::default() });
            }
        }
        match (asked.hand, found.is_empty()) {
            (Some(hand), true) => {
                let names: Vec<String> = seen.iter().map(|(view, ..)| view.to_string()).collect();
                let begins = names.iter().find(|name| name.starts_with(hand.trim()));
                let longer =
                    begins.or_else(|| names.iter().find(|name| name.contains(hand.trim())));
                let longer = longer.cloned();
                let meant =
                    longer.or_else(|| nearest(hand.trim(), names.iter().map(String::as_str)));
                let meant = meant.map(|name| format!(" (did you mean `{}`?)", shown(&name)));
                Err(ExactError::Question(format!(
                    "no situation is written `{}`{}; `exact {}` without --hand, under the same \
                     rules, lists all of them",
                    shown(hand),
                    meant.unwrap_or_default(),
                    G::NAME
                )))
            }
            _ => Ok(found),
        }
    }
}

impl<G: Game> OtherDeck for House<G> {
    fn with_deck(&self, counts: &[u32]) -> Result<Box<dyn AnyTable>, ExactError> {
        let question = |why: String| Err(ExactError::Question(why));
        let mut names = self.names.clone();
        let kinds: usize = names.iter().map(|shoe| shoe.cards.len()).sum();
        if kinds == 0 {
            return question(format!("{} has no cards, so that no deck can be named", G::NAME));
        }
        if counts.len() != kinds {
            let cards = names.iter().flat_map(|shoe| shoe.cards.iter().map(|(name, _)| *name));
            return question(format!(
                "a deck of {} has {kinds} counts, and here are {}: of {}",
                G::NAME,
                counts.len(),
                cards.collect::<Vec<_>>().join(", ")
            ));
        }
        let cards = names.iter_mut().flat_map(|shoe| &mut shoe.cards);
        cards.zip(counts).for_each(|((_, copies), &count)| *copies = count);
        match House::at(self.rules.clone(), self.game.clone(), names) {
            Ok(house) => Ok(Box::new(house)),
            Err(fault) => question(fault.to_string()),
        }
    }
}

impl<G: Game> Counting for House<G> {
    fn counter(&self) -> &'static str {
        G::STRATEGIES[0].name
    }

    fn shoes(&self) -> Vec<ShoeFacts> {
        self.names.clone()
    }

    fn penetration(&self) -> Option<f64> {
        match self.shuffle {
            Shuffle::EveryRound => None,
            Shuffle::Penetration(part) => Some(part),
        }
    }

    fn fresh(&self) -> Box<dyn AnyTable> {
        Box::new(House { shuffle: Shuffle::EveryRound, ..self.clone() })
    }

    fn at_penetration(&self, penetration: f64) -> Result<Box<dyn AnyTable>, Vec<Fault>> {
        let shuffle = Shuffle::Penetration(penetration);
        match shuffle.fault() {
            None => {
                let mut house = House { shuffle, ..self.clone() };
                house.shoes.may_run_out = true;
                Ok(Box::new(house))
            }
            Some(fault) => Err(vec![fault]),
        }
    }

    fn exact_effects(&self, players: &mut dyn Seats) -> Option<Vec<f64>> {
        let players: &mut [Seat<G>] = players.of_mut();
        // Nobody knows of the card that is missing: best play is that of the full shoe.
        self.introduce(players);
        let mut mean = |names: Vec<ShoeFacts>| {
            let house = House::at(self.rules.clone(), self.game.clone(), names).ok()?;
            Some(house.worked_out(players).ok()?.seats[0].mean)
        };
        let full = mean(self.names.clone())?;
        let mut effects = Vec::new();
        for (shoe, facts) in self.names.iter().enumerate() {
            for (card, &(_, copies)) in facts.cards.iter().enumerate() {
                let mut names = self.names.clone();
                effects.push(match copies {
                    0 => 0.0,
                    _ => {
                        names[shoe].cards[card].1 -= 1;
                        // Between equal means only rounding is left.
                        let effect = mean(names)? - full;
                        if effect.abs() < 1e-12 * (1.0 + full.abs()) { 0.0 } else { effect }
                    }
                });
            }
        }
        Some(effects)
    }

    fn play_counted(
        &self,
        players: &mut dyn Seats,
        (seat, memory): (usize, &Memory),
        seed: Seed,
        sessions: Range<u64>,
        each: &mut dyn FnMut(CountedRound<'_>),
    ) {
        let players: &mut [Seat<G>] = players.of_mut();
        self.introduce(players);
        let mut room = self.room(seed);
        let mut dealt: Vec<u32> = Vec::new();
        let mut counts = vec![None; self.names.len()];
        for session in sessions {
            self.session(&mut room, players, (seed, session), true, |played| {
                dealt.clear();
                for (shoe, facts) in self.names.iter().enumerate() {
                    let known = self.known(shoe, played.before, &played.missed[seat]);
                    counts[shoe] = memory.true_count(shoe, &known);
                    let (gone, before) = (&played.gone[shoe], &played.before[shoe]);
                    let before = |kind: usize| if played.full[shoe] { 0 } else { before[kind] };
                    let kinds = 0..facts.cards.len();
                    dealt.extend(
                        kinds.map(|kind| u32::from(gone[kind].saturating_sub(before(kind)))),
                    );
                }
                let (net, stake, ran_out) = (played.round.nets[seat], 1, played.round.ran_out);
                let (counts, dealt) = (&counts[..], &dealt[..]);
                each(CountedRound { session, net, stake, counts, dealt, ran_out });
            });
        }
    }

    fn remembers(&self, player: &dyn Seats) -> bool {
        player.of().iter().any(Seat::<G>::remembers)
    }
}
