//! The players at the table of a [`Game`]: its own strategies, strategy files, those of the
//! framework, and guests.

use super::best::BestPlay;
use super::files::{FileStrategy, check_always};
use super::source::Chance;
use super::table::Action;
use super::{BEST, RANDOM};
use crate::framework::chooser::{Own, Seen, ask};
use crate::framework::question::{ChosenSeat, Hosts, RelaySeat, StandIn};
use crate::framework::{Disagreement, Features, Game, Player, View};
use std::fmt;
use std::sync::Arc;

/// A player from outside the game: any strategy written in Rust.
pub trait Guest<V: View>: Player<V> + Send + Sync {
    /// A copy of this player for another seat.
    fn another(&self) -> Box<dyn Guest<V>>;

    /// The strategy that it plays, with its parameters, and the number of the
    /// [`GuestStrategy`](crate::framework::GuestStrategy) that made it; `None` if they are not known.
    fn strategy(&self) -> Option<(Arc<str>, u64)> {
        None
    }
}

impl<V: View, P: Player<V> + Clone + Send + Sync + 'static> Guest<V> for P {
    fn another(&self) -> Box<dyn Guest<V>> {
        Box::new(self.clone())
    }
}

impl<V: View> Clone for Box<dyn Guest<V>> {
    fn clone(&self) -> Self {
        (**self).another()
    }
}

/// A player from outside whose strategy has a name.
struct KnownGuest<V: View> {
    player: Box<dyn Guest<V>>,
    name: Arc<str>,
    number: u64,
}

impl<V: View> Player<V> for KnownGuest<V> {
    fn play(&mut self, view: &V, chance: &mut Chance<'_>) -> V::Action {
        self.player.play(view, chance)
    }
}

impl<V: View> Guest<V> for KnownGuest<V> {
    fn another(&self) -> Box<dyn Guest<V>> {
        let (player, name) = (self.player.another(), Arc::clone(&self.name));
        Box::new(KnownGuest { player, name, number: self.number })
    }

    fn strategy(&self) -> Option<(Arc<str>, u64)> {
        Some((Arc::clone(&self.name), self.number))
    }
}

/// A player in a seat of a game.
#[derive(Clone)]
pub enum Seat<G: Game> {
    /// A strategy of the game.
    Own {
        /// The player.
        player: G::Player,
        /// The strategy and its parameters: different strategies never share a name.
        name: Arc<str>,
    },
    /// A strategy file.
    File(FileStrategy<G::View>),
    /// Any legal action, uniformly at random.
    Random,
    /// Best play against the players in the other seats.
    Best(BestPlay<G::View>),
    /// A player from outside the game.
    Guest(Box<dyn Guest<G::View>>),
    /// Two seats, the first of which hands over to the second.
    Relay(Box<RelaySeat<Seat<G>>>),
    /// A seat in whose place a chooser may decide.
    Chosen(Box<ChosenSeat<Seat<G>>>),
}

impl<G: Game> ChosenSeat<Seat<G>> {
    fn play(&mut self, view: &G::View, chance: &mut Chance<'_>) -> Action<G> {
        if !self.chooser.wants() {
            return self.seat.play(view, chance);
        }
        // All but `random` have drawn what they need when they answer.
        let own = match self.seat {
            Seat::Random => Own::Any,
            _ => Own::Sure(self.seat.play(view, chance)),
        };
        let legal: Vec<Action<G>> = view.legal().collect();
        let name = |action| <G::View as View>::name(action).to_owned();
        let sight = Seen(|| vec![view.to_string()], || view.situation(), || features(view));
        let taken = match (ask(&*self.chooser, "turn", &legal, name, own.clone(), &sight), own) {
            (Some(chosen), _) => chosen,
            (None, Own::Sure(own)) => own,
            (None, _) => self.seat.play(view, chance),
        };
        self.seat.did(legal.iter().position(|&action| action == taken).unwrap_or_default());
        taken
    }
}

/// Every feature of a view, with its value.
fn features<V: View>(view: &V) -> Features {
    V::FEATURES.iter().map(|of| (of.feature.name, (of.value)(view))).collect()
}

impl<G: Game> RelaySeat<Seat<G>> {
    fn play(&mut self, view: &G::View, chance: &mut Chance<'_>) -> Action<G> {
        let [first, second] = &mut self.seats;
        let (first, second) = (first.play(view, chance), second.play(view, chance));
        let name = <G::View as View>::name;
        let told = |&first: &_, &second: &_| {
            Disagreement::new(view.situation(), name(first), name(second))
        };
        let may = |&action: &_| vec![name(action).to_owned()];
        let taken = self.relay.decide([first, second], told, || features(view), may);
        let option = view.legal().position(|action| action == taken).unwrap_or_default();
        self.seats.iter_mut().for_each(|seat| seat.did(option));
        taken
    }
}

impl<G: Game> Seat<G> {
    /// The seats behind a stand-in.
    fn inside(&self) -> &[Seat<G>] {
        match self {
            Seat::Relay(both) => both.seats(),
            Seat::Chosen(chosen) => chosen.seats(),
            _ => &[],
        }
    }

    #[inline]
    fn inside_mut(&mut self) -> &mut [Seat<G>] {
        match self {
            Seat::Relay(both) => both.seats_mut(),
            Seat::Chosen(chosen) => chosen.seats_mut(),
            _ => &mut [],
        }
    }

    /// Tells the strategies in the seat the action taken, given by its index among the legal ones:
    /// it need not be the one that they chose.
    fn did(&mut self, option: usize) {
        match self {
            Seat::Best(best) => best.did(option),
            seat => seat.inside_mut().iter_mut().for_each(|seat| seat.did(option)),
        }
    }

    /// Whether best play is in the seat, by itself or behind a stand-in.
    pub(super) fn replies(&self) -> bool {
        matches!(self, Seat::Best(_)) || self.inside().iter().any(Seat::replies)
    }

    /// Calls `tell` with each player of best play in the seat.
    pub(super) fn each_best(&mut self, tell: &mut dyn FnMut(&mut BestPlay<G::View>)) {
        match self {
            Seat::Best(best) => tell(best),
            seat => seat.inside_mut().iter_mut().for_each(|seat| seat.each_best(tell)),
        }
    }

    /// A name that identifies its play: two players that may play differently never share one.
    /// `None` if it has none.
    pub(super) fn name(&self) -> Option<Arc<str>> {
        match self {
            Seat::Own { name, .. } => Some(Arc::clone(name)),
            Seat::File(file) => Some(Arc::clone(&file.name)),
            Seat::Random => Some(RANDOM.name.into()),
            Seat::Best(_) => Some(BEST.name.into()),
            // This chooser is a strategy of its own.
            Seat::Chosen(chosen) if chosen.chooser.is_strategy() => None,
            Seat::Relay(_) | Seat::Chosen(_) => self.inside().first()?.name(),
            Seat::Guest(guest) => {
                guest.strategy().map(|(name, number)| format!("{name} of guest {number}").into())
            }
        }
    }

    /// The strategy as messages name it.
    pub(super) fn label(&self) -> Option<Arc<str>> {
        match self {
            Seat::Guest(guest) => guest.strategy().map(|(name, _)| name),
            Seat::Relay(_) | Seat::Chosen(_) => self.inside().first()?.label(),
            seat => seat.name(),
        }
    }

    /// The strategy in the seat, freed of its stand-ins, because these must not be asked while a
    /// reply to the strategy is computed.
    pub(super) fn plain(&self) -> Seat<G> {
        match self.inside().first() {
            Some(seat) => seat.plain(),
            None => self.clone(),
        }
    }

    /// Whether any of its decisions depends on its memory of earlier rounds.
    pub(super) fn remembers(&self) -> bool {
        match self {
            Seat::File(file) => file.counts,
            seat => seat.inside().iter().any(Seat::remembers),
        }
    }

    /// Calls `tell` with each strategy file in the seat.
    pub(super) fn each_file(&mut self, tell: &mut dyn FnMut(&mut FileStrategy<G::View>)) {
        match self {
            Seat::File(file) => tell(file),
            seat => seat.inside_mut().iter_mut().for_each(|seat| seat.each_file(tell)),
        }
    }

    /// The fraction of the cards of earlier rounds that it fails to notice, in units of
    /// 1/[`Recall::WHOLE`](crate::cards::Recall::WHOLE).
    pub(super) fn error_rate(&self) -> u32 {
        match self {
            Seat::File(file) => file.recall.error_rate,
            seat => seat.inside().iter().map(Seat::error_rate).max().unwrap_or(0),
        }
    }

    /// Prepares for the round from its first decision: best play follows the decisions that it has
    /// taken, so a solver begins again for each course of a round.
    #[inline]
    pub fn begin(&mut self) {
        match self {
            Seat::Best(best) => best.begin(),
            seat => seat.inside_mut().iter_mut().for_each(Seat::begin),
        }
    }

    /// Its action. Best play knows the seats that it replies to where the table has introduced them:
    /// in [`Game::exact`] and in all runs.
    ///
    /// # Panics
    /// If no action is legal, or a strategy's own code panics.
    #[inline]
    pub fn play(&mut self, view: &G::View, chance: &mut Chance<'_>) -> Action<G> {
        match self {
            Seat::Own { player, .. } => player.play(view, chance),
            Seat::File(file) => file.play(view),
            Seat::Random => {
                check_always(view);
                let legal = view.legal().count() as u32;
                let taken = if legal > 1 { chance.below(legal) } else { 0 };
                let action = view.legal().nth(taken as usize);
                action.expect("a seat that is asked has an action")
            }
            Seat::Best(best) => best.play(view),
            Seat::Guest(guest) => guest.play(view, chance),
            Seat::Relay(both) => both.play(view, chance),
            Seat::Chosen(chosen) => chosen.play(view, chance),
        }
    }
}

impl<G: Game> Hosts for Seat<G> {
    fn relayed(both: RelaySeat<Seat<G>>) -> Seat<G> {
        Seat::Relay(Box::new(both))
    }

    fn chosen(seat: ChosenSeat<Seat<G>>) -> Seat<G> {
        Seat::Chosen(Box::new(seat))
    }

    fn named(self, name: &str, number: u64) -> Seat<G> {
        match self {
            Seat::Guest(player) => {
                Seat::Guest(Box::new(KnownGuest { player, name: name.into(), number }))
            }
            seat => seat,
        }
    }

    fn notices(&self) -> (bool, u32) {
        (self.remembers(), self.error_rate())
    }
}

impl<G: Game> fmt::Debug for Seat<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Own { player, .. } => f.debug_tuple("Own").field(player).finish(),
            Seat::File(_) => f.write_str("File"),
            Seat::Random => f.write_str("Random"),
            Seat::Best(_) => f.write_str("Best"),
            Seat::Guest(_) => f.write_str("Guest"),
            Seat::Relay(_) => f.write_str("Relay"),
            Seat::Chosen(_) => f.write_str("Chosen"),
        }
    }
}
