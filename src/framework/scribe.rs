//! The scribe, which writes a round down while it is played, so that it can be read and replayed.
//!
//! A scribe watches luck and every seat: cards, rolls and numbers as they are drawn, decisions as
//! they are made. The decision of a mixed strategy is derived from the number that luck draws for
//! it.

use super::chooser::{Asked, Chooser, Choosers};
use super::luck::{Dice, Luck, Ruling, Whom};
use super::money::Money;
use super::script::UNSEEN;
use super::settings::toml_string;
use super::{Seats, Step};
use crate::cards::random::{Purpose, Stream};
use crate::cards::{Deck, Pile};
use std::fmt::Display;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A decision that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The seat, from 0.
    pub seat: usize,
    /// The decision, in a word: `turn`, `bet`.
    pub decided: &'static str,
    /// The action, in the words of written rounds.
    pub action: String,
    /// The luck drawn and the steps taken before it.
    pub came: Came,
}

/// The amount of luck drawn in a round so far, and the steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Came {
    /// The number of cards.
    pub cards: usize,
    /// The number of rolls.
    pub dice: usize,
    /// The number of other random numbers.
    pub numbers: usize,
    /// The number of steps.
    pub steps: usize,
}

/// The luck, the decisions and the steps of a round so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The cards that earlier rounds have dealt, by shoe: the kinds, `None` for unseen ones.
    pub gone: Vec<Vec<Option<usize>>>,
    /// The shoe and the kind of each card; the shoe is 0 in games that write cards as one list.
    pub cards: Vec<(usize, usize)>,
    /// The decisions of all seats.
    pub decisions: Vec<Taken>,
    /// Rolls of two dice.
    pub dice: Vec<[u32; 2]>,
    /// All other random numbers.
    pub numbers: Vec<u32>,
    /// Rulings, by their keys.
    pub rulings: Vec<(&'static str, String)>,
    /// The steps.
    pub steps: Vec<Step>,
    /// A decision of a mixed strategy whose number has not been drawn yet.
    open: Option<Open>,
}

/// A decision of a mixed strategy: the seat, the decision, the luck before it, and the options with
/// their weights.
type Open = (usize, &'static str, Came, Vec<(String, u32)>);

impl Notes {
    /// The amount of luck and of steps so far.
    fn came(&self) -> Came {
        let Notes { cards, dice, numbers, steps, .. } = self;
        let (cards, dice, numbers) = (cards.len(), dice.len(), numbers.len());
        Came { cards, dice, numbers, steps: steps.len() }
    }
}

/// Writes down a round. Clones share their notes.
#[derive(Clone, Debug, Default)]
pub struct Scribe(Arc<Mutex<Notes>>);

impl Scribe {
    /// Takes the notes, and starts new ones.
    pub fn take(&self) -> Notes {
        std::mem::take(&mut self.notes())
    }

    /// Notes a step.
    pub fn step(&self, step: Step) {
        self.notes().steps.push(step);
    }

    /// Notes a card drawn from a shoe, by its kind.
    pub fn card(&self, shoe: usize, kind: usize) {
        self.notes().cards.push((shoe, kind));
    }

    /// Notes the cards that earlier rounds have dealt, by shoe: the kinds, `None` for unseen ones.
    pub fn gone(&self, gone: Vec<Vec<Option<usize>>>) {
        self.notes().gone = gone;
    }

    /// Notes a random number, or the decision that it makes for a mixed strategy.
    pub fn number(&self, purpose: Purpose, number: u32) {
        let mut notes = self.notes();
        if !matches!(purpose, Purpose::Choices(_) | Purpose::Call(_)) {
            return notes.numbers.push(number);
        }
        // Without an open decision, the strategy drew for itself and reports its choice.
        let Some((seat, decided, came, options)) = notes.open.take() else { return };
        let mut left = number;
        for (option, weight) in options {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => {
                    notes.decisions.push(Taken { seat, decided, action: option, came });
                    return;
                }
            }
        }
    }

    /// Copies of the players of a table, with this scribe watching each.
    pub fn beside(
        &self,
        choosers: &(impl Choosers + ?Sized),
        players: &dyn Seats,
    ) -> Box<dyn Seats> {
        let mut all = players.copied();
        for seat in 0..players.count() {
            let beside = Arc::new(Beside { scribe: self.clone(), seat });
            all.put(seat, &*choosers.chosen(&*players.seat(seat), beside));
        }
        all
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A chooser that notes the decisions of a seat, and leaves all of them to its strategy.
#[derive(Debug)]
struct Beside {
    scribe: Scribe,
    seat: usize,
}

impl Chooser for Beside {
    fn choose(&self, asked: &Asked<'_>) -> Option<usize> {
        let options = asked.own.iter();
        let mut options: Vec<(String, u32)> =
            options.map(|&(place, weight)| (asked.actions[place].clone(), weight)).collect();
        let mut notes = self.scribe.notes();
        let (seat, decided, came) = (self.seat, asked.decided, notes.came());
        // Of a single option no number is drawn, or one that changes nothing.
        if options.len() == 1 {
            let (action, _) = options.remove(0);
            notes.decisions.push(Taken { seat, decided, action, came });
        } else {
            notes.open = Some((seat, decided, came, options));
        }
        None
    }
}

/// Luck that a scribe writes down.
#[derive(Debug)]
pub struct Recorded<L> {
    /// The luck itself.
    pub luck: L,
    /// The scribe.
    pub scribe: Scribe,
}

impl<L: Luck> Luck for Recorded<L> {
    fn card<D: Deck>(&mut self, purpose: Purpose, whom: Whom, deck: &mut D) -> usize {
        let kind = self.luck.card(purpose, whom, deck);
        self.scribe.card(0, kind);
        kind
    }

    /// A card that is passed over is not written.
    fn card_past(
        &mut self,
        purpose: Purpose,
        whom: Whom,
        deck: &mut Pile,
        returned: usize,
    ) -> usize {
        let kind = self.luck.card_past(purpose, whom, deck, returned);
        self.scribe.card(0, kind);
        kind
    }

    fn below(&mut self, purpose: Purpose, bound: u32) -> u32 {
        let number = self.luck.below(purpose, bound);
        self.scribe.number(purpose, number);
        number
    }

    fn after_round(&mut self, purpose: Purpose, bound: u32) -> u32 {
        self.luck.after_round(purpose, bound)
    }

    fn rule(&mut self, purpose: Purpose, ruling: &Ruling<'_>) -> usize {
        let option = self.luck.rule(purpose, ruling);
        self.scribe.notes().rulings.push((ruling.key, (ruling.shown)(option)));
        option
    }

    fn roll(&mut self, purpose: Purpose, whom: Whom, dice: Dice) -> [u32; 2] {
        let roll = self.luck.roll(purpose, whom, dice);
        self.scribe.notes().dice.push(roll);
        roll
    }

    fn deal_each<D: Deck, const N: usize>(
        &mut self,
        deck: &mut D,
        turns: impl Iterator<Item = Option<usize>>,
        mut put: impl FnMut(usize, [usize; N]),
    ) {
        let scribe = self.scribe.clone();
        self.luck.deal_each(deck, turns, |seat, kinds| {
            kinds.iter().for_each(|&kind| scribe.card(0, kind));
            put(seat, kinds);
        });
    }

    fn skip(&mut self) {
        self.luck.skip();
    }

    fn notices(&self, seat: usize) -> Option<Stream> {
        self.luck.notices(seat)
    }
}

/// A round that was played, in the form of a written round.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenRound {
    /// The file, as `trace --replay` reads it.
    pub text: String,
    /// The decisions of all seats.
    pub decisions: Vec<Taken>,
    /// Each seat's net, in money units.
    pub nets: Vec<i64>,
    /// The steps of the round.
    pub steps: Vec<Step>,
}

impl WrittenRound {
    /// Writes a round: the game's own keys with their values, then the notes, in which `card` names
    /// the cards, then each seat's net as `money` writes it.
    pub fn new(
        own: &[(&str, &dyn Display)],
        notes: Notes,
        card: impl Fn(usize, usize) -> String,
        (money, nets): (Money, &[i64]),
    ) -> WrittenRound {
        let text = written(own, &notes, card, &money.written(nets));
        let Notes { decisions, steps, .. } = notes;
        WrittenRound { text, decisions, nets: nets.to_vec(), steps }
    }
}

/// The file of a round: the game's own keys with their values, then the notes, in which `card` names
/// the cards, then the nets as written.
fn written(
    own: &[(&str, &dyn Display)],
    notes: &Notes,
    card: impl Fn(usize, usize) -> String,
    nets: &[(f64, String)],
) -> String {
    let mut text = String::new();
    own.iter().for_each(|(key, value)| text += &format!("{key} = {value}\n"));
    notes.rulings.iter().for_each(|(key, value)| text += &format!("{key} = {value}\n"));
    let named = |(shoe, kind): (usize, &Option<usize>)| {
        toml_string(&kind.map_or_else(|| UNSEEN.to_owned(), |kind| card(shoe, kind)))
    };
    let gone: Vec<Vec<String>> = (notes.gone.iter().enumerate())
        .map(|(shoe, kinds)| kinds.iter().map(|kind| named((shoe, kind))).collect())
        .collect();
    match &gone[..] {
        shoes if shoes.iter().all(Vec::is_empty) => {}
        [shoe] => text += &list("gone", shoe),
        shoes => {
            text += "gone = [\n";
            shoes.iter().for_each(|shoe| text += &format!("  [{}],\n", shoe.join(", ")));
            text += "]\n";
        }
    }
    let cards = notes.cards.iter().map(|&(shoe, kind)| toml_string(&card(shoe, kind))).collect();
    let decisions = notes.decisions.iter().map(|one| toml_string(&one.action)).collect();
    let dice = notes.dice.iter().map(|[first, second]| format!("[{first}, {second}]")).collect();
    let numbers = notes.numbers.iter().map(u32::to_string).collect();
    let nets: Vec<String> = nets.iter().map(|(_, text)| text.clone()).collect();
    let lists: [(&str, Vec<String>); 5] = [
        ("cards", cards),
        ("decisions", decisions),
        ("dice", dice),
        ("numbers", numbers),
        ("nets", nets),
    ];
    for (key, values) in lists {
        if !values.is_empty() {
            text += &list(key, &values);
        }
    }
    text
}

/// A TOML list, with as many values to a line as fit.
fn list(key: &str, values: &[String]) -> String {
    const WIDTH: usize = 96;
    let short = format!("{key} = [{}]\n", values.join(", "));
    if short.len() <= WIDTH {
        return short;
    }
    let mut text = format!("{key} = [\n ");
    let mut width = 1;
    for value in values {
        if width + value.len() + 2 > WIDTH {
            text += "\n ";
            width = 1;
        }
        text += &format!(" {value},");
        width += value.len() + 2;
    }
    text + "\n]\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_seat_leaves_to_chance_is_written_as_luck_has_it() {
        let scribe = Scribe::default();
        let open = |options: &[(&str, u32)]| {
            let options = options.iter().map(|&(word, weight)| (word.to_owned(), weight));
            scribe.notes().open = Some((1, "turn", Came::default(), options.collect()));
        };
        open(&[("hit", 3), ("stay", 1)]);
        scribe.number(Purpose::Choices(1), 3);
        open(&[("hit", 3), ("stay", 1)]);
        scribe.number(Purpose::Choices(1), 2);
        scribe.number(Purpose::Choices(1), 2);
        scribe.number(Purpose::Blind, 7);
        let notes = scribe.take();
        let words: Vec<&str> = notes.decisions.iter().map(|one| one.action.as_str()).collect();
        assert_eq!((words, notes.numbers), (vec!["stay", "hit"], vec![7]));
        assert_eq!(scribe.take(), Notes::default());
    }

    #[test]
    fn long_lists_are_broken_into_lines() {
        let values: Vec<String> = (0..60).map(|n| format!("\"{n}\"")).collect();
        let text = list("cards", &values);
        assert!(text.lines().count() > 3 && text.lines().all(|line| line.len() <= 96), "{text}");
        let read: toml::Table = toml::from_str(&text).unwrap();
        assert_eq!(read["cards"].as_array().unwrap().len(), 60);
        assert_eq!(list("dice", &["[1, 2]".to_owned()]), "dice = [[1, 2]]\n");
    }
}
