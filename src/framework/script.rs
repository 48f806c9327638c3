//! Written rounds of any game: cards, decisions, dice and numbers, each used in turn and checked.

use super::luck::Ruling;
use super::money::Money;
use super::scribe::Scribe;
use super::settings::{hint, line_of, nearest, one_line, shown};
use super::{ParseError, ReplayError, Step};
use crate::cards::{Deck, Pile};
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::de::{DeTable, DeValue};

/// The placeholder for a card, a number or a word of a decision that the seat has not seen.
pub const UNSEEN: &str = "?";

/// An entry of a written round: its text, its line, and its value; `None` if it is unseen.
#[derive(Clone, Debug)]
pub(super) struct Entry<T> {
    pub text: String,
    pub line: usize,
    pub is: Option<T>,
}

/// A ruling that is written under a key of its own, see [`Ruling`].
#[derive(Clone, Debug)]
struct Ruled {
    key: &'static str,
    value: String,
    line: usize,
    /// The fault if the round needs no such ruling.
    unused: &'static str,
}

/// A written round as it was read, in the words of written rounds.
#[derive(Clone, Debug, Default)]
pub struct Written {
    pub(super) cards: Vec<Entry<usize>>,
    pub(super) decisions: Vec<Entry<String>>,
    pub(super) dice: Vec<Entry<[u32; 2]>>,
    pub(super) numbers: Vec<Entry<u32>>,
    rulings: Vec<Ruled>,
    /// The cards that earlier rounds have dealt, by shoe, if any are written.
    gone: Vec<Vec<Entry<usize>>>,
    nets: Option<Vec<f64>>,
    /// The line of each key's value.
    lines: Vec<(String, usize)>,
    /// See [`Reading::silent`].
    pub(super) silent: Option<fn(&str) -> bool>,
}

/// A written round, played to its end: the keys that are common to the files of all games.
///
/// ```toml
/// gone = [3, "?"]              # optional: the cards that earlier rounds have dealt of the shoe
/// cards = ["4r", 3]            # in the order drawn, for whatever seat
/// decisions = ["hit", "stay"]  # as they are taken
/// dice = [[1, 2]]              # each roll of two dice
/// numbers = [0]                # every other random number, counted from 0
/// nets = [0, 0]                # optional: each seat's net, checked at the end
/// ```
#[derive(Debug, Default)]
pub struct Script {
    /// What is written.
    pub written: Written,
    used: Used,
    fault: Option<String>,
    /// The shoes of the round's first cards, as far as they are known.
    known: Vec<usize>,
    /// Those of the cards drawn so far, before any fault.
    drawn: Vec<usize>,
}

/// The numbers of entries of a written round that have been used, and what its shoes hold.
#[derive(Debug, Default)]
pub(super) struct Used {
    pub cards: usize,
    pub decisions: usize,
    pub dice: usize,
    pub numbers: usize,
    /// The rulings made, a bit each.
    rulings: u32,
    /// The cards left in each shoe after its last draw.
    left: Vec<u32>,
}

impl Used {
    /// The number of entries of all lists.
    pub(super) fn all(&self) -> usize {
        self.cards + self.decisions + self.dice + self.numbers
    }

    /// Whether a deck has been refilled since its last draw; it is drawn from next.
    fn is_refilled(&mut self, deck: &impl Deck) -> bool {
        let (shoe, all) = (deck.number(), deck.left_by_kind().iter().sum::<u32>());
        if self.left.len() <= shoe {
            self.left.resize(shoe + 1, u32::MAX);
        }
        let before = std::mem::replace(&mut self.left[shoe], all.saturating_sub(1));
        all > before
    }
}

/// The next place in a list of which `used` entries are used; it is used now, whether it is there or
/// not.
pub(super) fn next(used: &mut usize) -> usize {
    *used += 1;
    *used - 1
}

/// The parsers for the cards and decisions of a game.
#[derive(Clone, Copy)]
pub struct Reading<'r> {
    /// The kind of the card of a name.
    ///
    /// # Errors
    /// If there is none of that name.
    pub card: &'r dyn Fn(&str) -> Result<usize, ParseError>,
    /// The decision of a text as traces write it, if it is one.
    pub decision: &'r dyn Fn(&str) -> Option<String>,
    /// The allowed decisions, for messages.
    pub decisions: &'r str,
    /// Whether the other seats do not notice by a decision that the seat was asked.
    pub silent: fn(&str) -> bool,
    /// The number of faces of its dice; 0 if it has none.
    pub faces: u32,
    /// The most cards that may be gone from each shoe before a round; with more it would be
    /// shuffled. Empty if every round begins with full shoes.
    pub kept: &'r [u32],
}

/// Whether a decision is to pass, which goes without a word: [`Reading::silent`] of games that ask
/// only who has a choice.
pub fn passes(decision: &str) -> bool {
    decision == "pass" || decision.starts_with("no ")
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("decisions", &self.decisions).finish_non_exhaustive()
    }
}

impl Reading<'_> {
    /// A card of a list; `unseen` allows for [`UNSEEN`].
    fn entry(
        &self,
        value: &toml::Value,
        line: usize,
        unseen: bool,
    ) -> Result<Entry<usize>, ParseError> {
        let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let is = match name.trim() {
            UNSEEN if unseen => None,
            name => Some((self.card)(name)?),
        };
        Ok(Entry { text: shown(&name), line, is })
    }
}

impl Written {
    /// Reads a round, and the keys that only this game has. In a round up to a decision, entries may
    /// be [`UNSEEN`], and there are no nets.
    pub(super) fn read<H: DeserializeOwned>(
        text: &str,
        reading: Reading<'_>,
        stops: bool,
    ) -> Result<(Written, H), ReplayError> {
        let fail = |error: toml::de::Error| ReplayError::new(one_line(&error, text));
        let fault = |line: usize, what: String| ReplayError::new(format!("line {line}: {what}"));
        let mut file: toml::Table = toml::from_str(text).map_err(fail)?;
        let mut part = |key: &str| file.remove(key);
        let (cards, decisions) = (part("cards"), part("decisions"));
        let (dice, numbers, nets) = (part("dice"), part("numbers"), part("nets"));
        let gone = part("gone");
        if stops && nets.is_some() {
            let line = lines_of(text, "nets").next().unwrap_or(1);
            let why = "nets: where a seat still decides the round is not over; leave them out";
            return Err(fault(line, why.to_owned()));
        }
        let head = head(file, text)?;
        let mut written = Written {
            gone: gone.map_or(Ok(Vec::new()), |gone| read_gone(gone, text, reading))?,
            nets: typed("nets", nets, "a list of numbers, one a seat")?,
            lines: lines_of_keys(text),
            silent: Some(reading.silent),
            ..Written::default()
        };
        written.cards =
            entries(text, ("cards", cards), "a list of cards", |number, value, line| {
                let card = reading.entry(&value, line, stops);
                card.map_err(|why| format!("card {number}: {why}"))
            })?;
        let decision = |number: usize, text: String, line: usize| {
            let is = match stops && is_pattern(&text) {
                true => None,
                // Tables of decisions write a colon where traces have a space.
                false => {
                    let spaced = || (reading.decision)(&text.replace(':', " "));
                    Some((reading.decision)(&text).or_else(spaced).ok_or_else(|| {
                        format!("decision {number} is `{}`; {}", shown(&text), reading.decisions)
                    })?)
                }
            };
            Ok(Entry { text: text.trim().to_owned(), line, is })
        };
        written.decisions = entries(text, ("decisions", decisions), "a list of texts", decision)?;
        let roll = |number: usize, roll: [u32; 2], line: usize| {
            let possible = roll.iter().all(|face| (1..=reading.faces).contains(face));
            match reading.faces {
                _ if possible => Ok(Entry { text: format!("{roll:?}"), line, is: Some(roll) }),
                0 => Err("no dice are rolled in this game; leave them out".to_owned()),
                faces => Err(format!("roll {number} is {roll:?}; faces are 1..={faces}")),
            }
        };
        let rolls = "a list of rolls, such as [[1, 2]]";
        written.dice = entries(text, ("dice", dice), rolls, roll)?;
        let number = |number: usize, value: toml::Value, line: usize| {
            let is = value.as_integer().and_then(|is| u32::try_from(is).ok());
            if is.is_none() && !(stops && value.as_str() == Some(UNSEEN)) {
                let or = if stops { format!(" or \"{UNSEEN}\"") } else { String::new() };
                let found = shown(&value.to_string());
                return Err(format!("number {number} is {found}; a whole number{or} is allowed"));
            }
            Ok(Entry { text: value.to_string(), line, is })
        };
        written.numbers = entries(text, ("numbers", numbers), "a list of numbers", number)?;
        Ok((written, head))
    }

    /// The line of a key's value.
    fn line(&self, key: &str) -> usize {
        self.line_of(key).unwrap_or(1)
    }

    /// The line of a key's value, if it is written.
    fn line_of(&self, key: &str) -> Option<usize> {
        self.lines.iter().find(|(known, _)| known == key).map(|(_, line)| *line)
    }

    /// The fault of a list that ends too soon, at its line if it is written.
    pub(super) fn lacking(&self, list: &str, why: &str) -> String {
        let line = self.line_of(list).map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{list}: {why}")
    }

    /// Adds a ruling that the file has under this key; `unused` is the fault if the round needs no
    /// such ruling.
    pub fn add_ruling(
        &mut self,
        key: &'static str,
        value: Option<impl ToString>,
        unused: &'static str,
    ) {
        let line = self.line(key);
        self.rulings.extend(value.map(|value| Ruled {
            key,
            value: value.to_string(),
            line,
            unused,
        }));
    }

    /// The index of the option that a ruling picks.
    ///
    /// # Errors
    /// If it is missing, or is none of the options.
    pub(super) fn ruled(&self, used: &mut Used, ruling: &Ruling<'_>) -> Result<usize, String> {
        let all: Vec<String> = (0..ruling.options).map(ruling.shown).collect();
        let (key, tie) = (ruling.key, ruling.tie.replace("{}", &all.join(", ")));
        let Some(at) = (0..self.rulings.len())
            .find(|&at| used.rulings >> at & 1 == 0 && self.rulings[at].key == key)
        else {
            return Err(format!("{key} is missing: {tie}"));
        };
        used.rulings |= 1 << at;
        let Ruled { value, line, .. } = &self.rulings[at];
        all.iter()
            .position(|option| option == value)
            .ok_or_else(|| format!("line {line}: {key} = {value}, but {tie}"))
    }

    /// The fault of a ruling that was not needed.
    pub(super) fn unruled(&self, used: &Used) -> Option<String> {
        let left = (0..self.rulings.len()).find(|at| used.rulings >> at & 1 == 0)?;
        let Ruled { key, value, line, unused } = &self.rulings[left];
        Some(format!("line {line}: {key} = {value}, but {unused}"))
    }

    /// Whether any cards of earlier rounds are written.
    pub fn has_gone(&self) -> bool {
        self.gone.iter().any(|shoe| !shoe.is_empty())
    }

    /// Takes the cards that earlier rounds have dealt out of a full shoe. Returns their kinds, in
    /// the order of the file, and whether each has been seen. `pick` chooses the kind of an unseen
    /// card, given the number of cards that each kind can spare; `shoes` are the shoes of the
    /// round's first cards, as far as they are known.
    ///
    /// # Errors
    /// If the shoe does not have that many cards of a kind.
    pub(super) fn take_gone(
        &self,
        deck: &mut impl Deck,
        shoes: &[usize],
        mut pick: impl FnMut(&[u32]) -> usize,
    ) -> Result<Vec<(usize, bool)>, String> {
        let shoe = deck.number();
        let Some(gone) = self.gone.get(shoe) else { return Ok(Vec::new()) };
        for Entry { text, line, is } in gone {
            if is.is_some_and(|kind| !deck.take_kind(kind)) {
                return Err(format!(
                    "line {line}: gone: there are more cards {text} than in a full shoe"
                ));
            }
        }
        let mut left = deck.left_by_kind();
        let unseen = gone.iter().filter(|card| card.is.is_none()).count() as u32;
        let draws = left.iter().sum::<u32>().saturating_sub(unseen);
        self.set_aside((0, shoe, shoes), draws, &mut left);
        let mut taken = |is: Option<usize>| match is {
            Some(kind) => (kind, true),
            None => {
                if left.iter().all(|&count| count == 0) {
                    left = deck.left_by_kind();
                }
                let kind = pick(&left);
                left[kind] = left[kind].saturating_sub(1);
                deck.take_kind(kind);
                (kind, false)
            }
        };
        Ok(gone.iter().map(|card| taken(card.is)).collect())
    }

    /// Takes out of `left`, the cards of a shoe by kind, those that the round names among the
    /// shoe's next `draws` cards, after which it runs out: an unseen card cannot be one of them.
    /// `from` is the index of the next card of all shoes, and `shoes` those of the round's first
    /// cards, as far as they are known.
    pub(super) fn set_aside(
        &self,
        (from, shoe, shoes): (usize, usize, &[usize]),
        draws: u32,
        left: &mut [u32],
    ) {
        let later = self.cards.iter().enumerate().skip(from);
        let own = later.filter(|(at, _)| shoes.get(*at).is_none_or(|&of| of == shoe));
        for (_, card) in own.take(draws as usize) {
            if let Some(count) = card.is.and_then(|kind| left.get_mut(kind)) {
                *count = count.saturating_sub(1);
            }
        }
    }

    /// The fault of a shoe that has run out and taken back cards some of which are written as
    /// unseen; called before each draw.
    pub(super) fn refilled(&self, used: &mut Used, deck: &impl Deck) -> Option<String> {
        let unseen = self.gone.get(deck.number())?.iter().find(|card| card.is.is_none())?;
        used.is_refilled(deck).then(|| {
            format!(
                "line {}: gone: the cards run out during the round, and these come back: name each of them",
                unseen.line
            )
        })
    }

    /// Checks that a pile of the cards of earlier rounds that lies face up is known as far as it is
    /// seen: the card on top, the last one, and those below it that come up as decisions `take` it.
    ///
    /// # Errors
    /// If a card that is seen is not named.
    pub fn lies_face_up(&self, take: &str) -> Result<(), ReplayError> {
        let taken =
            self.decisions.iter().filter(|decision| decision.is.as_deref() == Some(take)).count();
        let Some(gone) = self.gone.first() else { return Ok(()) };
        let Some(unseen) = gone.iter().rev().take(taken + 1).find(|card| card.is.is_none()) else {
            return Ok(());
        };
        Err(ReplayError::new(format!(
            "line {}: gone: `{UNSEEN}` ends up face up on the discard pile: name the card",
            unseen.line
        )))
    }

    /// The fault of a card that the draw pile does not have.
    pub(super) fn no_such_card(&self, at: usize, whose: impl Display) -> String {
        let Entry { text, line, .. } = &self.cards[at];
        let number = at + 1;
        format!(
            "line {line}: cards: card {number} ({whose}) is {text}, but the draw pile has no {text} left"
        )
    }

    /// The fault of a number that is not below `bound`.
    pub(super) fn no_such_number(&self, at: usize, bound: u32) -> String {
        let Entry { text, line, .. } = &self.numbers[at];
        let (number, most) = (at + 1, bound.saturating_sub(1));
        format!("line {line}: numbers: number {number} is {text}; 0..={most} are possible")
    }

    /// The fault of a card that was just returned to the deck, and is passed over.
    pub(super) fn passed_over(&self, at: usize, whose: impl Display) -> String {
        let Entry { text, line, .. } = &self.cards[at];
        let number = at + 1;
        format!(
            "line {line}: cards: card {number} ({whose}) is {text}, which was just returned and is \
             passed over"
        )
    }
}

/// Reads the cards that earlier rounds have dealt: a list, or of several shoes a list for each.
fn read_gone(
    gone: toml::Value,
    text: &str,
    reading: Reading<'_>,
) -> Result<Vec<Vec<Entry<usize>>>, ReplayError> {
    let mut lines = lines_of(text, "gone");
    let first = lines_of(text, "gone").next().unwrap_or(1);
    let fault = |line: usize, what: String| ReplayError::new(format!("line {line}: gone: {what}"));
    let shoes = reading.kept.len();
    if shoes == 0 {
        let why = "every round begins with full shoes under these rules; leave it out";
        return Err(fault(first, why.to_owned()));
    }
    let lists: Vec<Vec<toml::Value>> = if shoes == 1 {
        typed("gone", Some(gone), "a list of cards")?.into_iter().collect()
    } else {
        let allowed = format!("{shoes} lists of cards, one for each shoe");
        let lists: Vec<Vec<toml::Value>> = typed("gone", Some(gone), &allowed)?.unwrap_or_default();
        if lists.len() != shoes {
            return Err(fault(first, format!("{} lists, but {allowed}, are needed", lists.len())));
        }
        lists
    };
    let mut read = Vec::new();
    for (shoe, cards) in lists.into_iter().enumerate() {
        let of = if shoes == 1 { String::new() } else { format!(" of shoe {}", shoe + 1) };
        let list_line = if shoes == 1 { first } else { lines.next().unwrap_or(first) };
        let (many, most) = (cards.len(), reading.kept[shoe] as usize);
        if many > most {
            return Err(fault(
                list_line,
                format!("{many} cards{of}, but the shoe is shuffled if more than {most} are gone"),
            ));
        }
        let mut entries = Vec::new();
        for (i, value) in cards.into_iter().enumerate() {
            let line = if shoes == 1 { lines.next().unwrap_or(first) } else { list_line };
            let card = reading.entry(&value, line, true);
            entries.push(card.map_err(|why| fault(line, format!("card {}{of}: {why}", i + 1)))?);
        }
        read.push(entries);
    }
    Ok(read)
}

/// Whether a written decision has words that are unseen.
pub(super) fn is_pattern(text: &str) -> bool {
    text.split_whitespace().any(|word| word == UNSEEN)
}

/// Whether a deck holds a single card of this kind, and others.
pub(super) fn is_last_of(deck: &impl Deck, kind: usize) -> bool {
    let left = deck.left_by_kind();
    left.get(kind) == Some(&1) && left.iter().sum::<u32>() > 1
}

impl Script {
    /// Reads a written round, and the keys that only this game has.
    ///
    /// # Errors
    /// The first fault.
    pub fn read<H: DeserializeOwned>(
        text: &str,
        reading: Reading<'_>,
    ) -> Result<(Script, H), ReplayError> {
        let (written, head) = Written::read(text, reading, false)?;
        Ok((Script { written, ..Script::default() }, head))
    }

    /// Replays the round: `play` gets the script and the scribe of the steps, and returns the nets by
    /// seat. If the round fails but has found the shoes of more cards, it is played again: as long as
    /// they were not known, an unseen card may have been taken for one that its shoe deals later.
    ///
    /// # Errors
    /// The first fault: a step that is missing, not legal or not used, or a wrong net.
    pub fn replay(
        self,
        money: Money,
        mut play: impl FnMut(&RefCell<Script>, &Scribe) -> Vec<i64>,
    ) -> Result<Vec<Step>, ReplayError> {
        let mut known = Vec::new();
        loop {
            let script = RefCell::new(Script {
                written: self.written.clone(),
                known: known.clone(),
                ..Script::default()
            });
            let scribe = Scribe::default();
            let nets = play(&script, &scribe);
            let script = script.into_inner();
            let drawn = script.drawn();
            match script.end(&money.written(&nets)) {
                Ok(()) => return Ok(scribe.take().steps),
                Err(_) if drawn.len() > known.len() => known = drawn,
                Err(fault) => return Err(fault),
            }
        }
    }

    /// The shoes of the cards drawn before any fault, if cards that are gone are unseen.
    fn drawn(&self) -> Vec<usize> {
        let hides = self.written.gone.iter().flatten().any(|card| card.is.is_none());
        if hides { self.drawn.clone() } else { Vec::new() }
    }

    /// Records a fault of the round, unless it has one already.
    pub fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// Records that a list ends too soon.
    fn misses(&mut self, list: &str, why: &str) {
        self.fail(self.written.lacking(list, why));
    }

    /// Takes the cards that earlier rounds have dealt out of a full shoe. Returns their kinds, in the
    /// order of the file, and whether each has been seen; an unseen one is of the kind that can spare
    /// most.
    pub fn take_gone(&mut self, deck: &mut impl Deck) -> Vec<(usize, bool)> {
        let most = |left: &[u32]| {
            let all = left.iter().enumerate();
            all.max_by_key(|&(kind, &count)| (count, std::cmp::Reverse(kind))).map_or(0, |it| it.0)
        };
        let taken = self.written.take_gone(deck, &self.known, most);
        taken.unwrap_or_else(|fault| {
            self.fail(fault);
            Vec::new()
        })
    }

    /// Draws the next card, which the deck must hold, and returns its kind. After a fault it is any
    /// card.
    pub fn card(&mut self, whose: impl Display, deck: &mut impl Deck) -> usize {
        let at = next(&mut self.used.cards);
        if self.fault.is_none() {
            self.drawn.push(deck.number());
        }
        if let Some(fault) = self.written.refilled(&mut self.used, deck) {
            self.fail(fault);
        }
        match self.written.cards.get(at).and_then(|card| card.is) {
            Some(kind) if deck.take_kind(kind) => return kind,
            Some(_) => self.fail(self.written.no_such_card(at, whose)),
            None => self.misses("cards", &format!("card {} ({whose}) is missing", at + 1)),
        }
        let any = deck.left_by_kind().iter().position(|&left| left > 0).unwrap_or(0);
        deck.take_kind(any);
        any
    }

    /// As [`Script::card`], but the card must not be the only one of the kind `returned`.
    pub fn card_past(&mut self, whose: impl Display, deck: &mut Pile, returned: usize) -> usize {
        let at = self.used.cards;
        let next = self.written.cards.get(at).and_then(|card| card.is);
        if next == Some(returned) && is_last_of(deck, returned) {
            self.fail(self.written.passed_over(at, &whose));
        }
        self.card(whose, deck)
    }

    /// The next decision, if `pick` allows it; `asked` names the seat and its choices.
    pub fn decide<T>(&mut self, asked: &str, pick: impl Fn(&str) -> Option<T>) -> Option<T> {
        let at = next(&mut self.used.decisions);
        let number = at + 1;
        let Some(Entry { text, line, is }) = self.written.decisions.get(at) else {
            self.misses("decisions", &format!("decision {number} is missing: {asked}"));
            return None;
        };
        let picked = is.as_deref().and_then(pick);
        if picked.is_none() {
            let text = shown(text);
            self.fail(format!(
                "line {line}: decisions: decision {number} is `{text}`, which is not legal: {asked}"
            ));
        }
        picked
    }

    /// The next roll of two dice.
    pub fn roll(&mut self, whose: impl Display) -> [u32; 2] {
        let at = next(&mut self.used.dice);
        match self.written.dice.get(at).and_then(|roll| roll.is) {
            Some(roll) => roll,
            None => {
                self.misses("dice", &format!("roll {} ({whose}) is missing", at + 1));
                [1, 1]
            }
        }
    }

    /// The next number below `bound`.
    pub fn number(&mut self, bound: u32) -> u32 {
        let at = next(&mut self.used.numbers);
        match self.written.numbers.get(at) {
            Some(Entry { is: Some(number), .. }) if *number < bound => return *number,
            Some(_) => self.fail(self.written.no_such_number(at, bound)),
            None => self.misses("numbers", &format!("number {} is missing", at + 1)),
        }
        0
    }

    /// The index of the option that a ruling picks; after a fault it is the first.
    pub fn rule(&mut self, ruling: &Ruling<'_>) -> usize {
        self.written.ruled(&mut self.used, ruling).unwrap_or_else(|fault| {
            self.fail(fault);
            0
        })
    }

    /// Ends the round: checks that everything was used, and compares the nets (from
    /// [`Money::written`]) with those in the file.
    ///
    /// # Errors
    /// The first fault.
    fn end(mut self, nets: &[(f64, String)]) -> Result<(), ReplayError> {
        if let Some(fault) = self.fault.take() {
            return Err(ReplayError::new(fault));
        }
        let (written, used) = (&self.written, &self.used);
        let lists = [
            ("cards", written.cards.len(), used.cards),
            ("decisions", written.decisions.len(), used.decisions),
            ("dice", written.dice.len(), used.dice),
            ("numbers", written.numbers.len(), used.numbers),
        ];
        if let Some((what, all, used)) = lists.into_iter().find(|(_, all, used)| all > used) {
            let unused = match all - used {
                1 => "the last one was not used".to_owned(),
                left => format!("the last {left} were not used"),
            };
            return Err(ReplayError::new(format!("{what}: the round is over, and {unused}")));
        }
        if let Some(unruled) = written.unruled(used) {
            return Err(ReplayError::new(unruled));
        }
        let Some(written) = &written.nets else { return Ok(()) };
        let same =
            |(written, (net, _)): (&f64, &(f64, String))| (written - net).abs() < Money::TOLERANCE;
        if written.len() == nets.len() && written.iter().zip(nets).all(same) {
            return Ok(());
        }
        let found: Vec<&str> = nets.iter().map(|(_, text)| text.as_str()).collect();
        let written: Vec<String> = written.iter().map(f64::to_string).collect();
        Err(ReplayError::new(format!(
            "line {}: nets = [{}], but the round ends with [{}]",
            self.written.line("nets"),
            written.join(", "),
            found.join(", ")
        )))
    }
}

/// Checks that the number of a key is in the allowed range; `rule`, if not empty, is cited in the
/// error.
///
/// # Errors
/// If it is out of range.
pub fn within<T: PartialOrd + Display>(
    key: &'static str,
    found: T,
    allowed: RangeInclusive<T>,
    rule: &str,
) -> Result<T, ReplayError> {
    if allowed.contains(&found) {
        return Ok(found);
    }
    let (low, high) = (allowed.start(), allowed.end());
    let cited = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
    Err(ReplayError::of(key, format!("{key} = {found} is not allowed: {low}..={high}{cited}")))
}

/// Converts the number of a seat in a file, from 1, to an index from 0; `usual` is the default.
///
/// # Errors
/// If there is no such seat.
pub fn seat(
    key: &'static str,
    found: Option<usize>,
    usual: usize,
    players: usize,
) -> Result<usize, ReplayError> {
    Ok(within(key, found.unwrap_or(usual + 1), 1..=players, "")? - 1)
}

/// The keys of every game's written rounds.
const KEYS: [&str; 6] = ["cards", "decisions", "dice", "numbers", "nets", "gone"];

/// Reads a game's own keys, each of which may be left out.
fn head<H: DeserializeOwned>(keys: toml::Table, text: &str) -> Result<H, ReplayError> {
    let wrong = |(key, value): (&String, &toml::Value)| {
        let alone = toml::Table::from_iter([(key.clone(), value.clone())]);
        let error = H::deserialize(alone).err()?;
        let allowed = match error.message().rsplit_once("expected ")?.1.trim() {
            "a boolean" => "true or false",
            "f32" | "f64" => "a number",
            kind if kind.starts_with(['u', 'i']) => "a whole number, 0 or more",
            _ => return None,
        };
        let (line, found) = (lines_of(text, key).next().unwrap_or(1), shown(&value.to_string()));
        Some(ReplayError::new(format!("line {line}: {key} = {found} is not allowed: {allowed}")))
    };
    H::deserialize(keys.clone()).map_err(|error| {
        keys.iter().find_map(wrong).unwrap_or_else(|| head_error(error.message(), text))
    })
}

/// The error for a game's own keys; for an unknown key it names the line and all known keys.
fn head_error(message: &str, text: &str) -> ReplayError {
    let mut names = message.split('`').skip(1).step_by(2);
    let Some(found) = names.next().filter(|_| message.starts_with("unknown field")) else {
        return ReplayError::new(
            message.replace('\n', ", ").trim_end_matches([',', ' ']).to_owned(),
        );
    };
    let known: Vec<&str> = names.chain(KEYS).collect();
    let key = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == found);
    let line = text.lines().position(key).map_or(1, |line| line + 1);
    let hint = hint(&nearest(found, known.iter().copied()));
    let (found, known) = (shown(found), known.join(", "));
    ReplayError::new(format!("line {line}: no key `{found}`{hint}; keys are {known}"))
}

impl ReplayError {
    /// The error with the line of the key that is at fault.
    #[must_use]
    pub fn at_its_line(self, text: &str) -> ReplayError {
        let own = |(key, _): &(String, usize)| self.key == Some(key);
        match lines_of_keys(text).into_iter().find(own) {
            Some((_, line)) => ReplayError::new(format!("line {line}: {self}")),
            None => self,
        }
    }
}

/// The line of each key's value.
fn lines_of_keys(text: &str) -> Vec<(String, usize)> {
    let Ok(file) = DeTable::parse(text) else { return Vec::new() };
    let keys = file.get_ref().iter();
    keys.map(|(key, value)| (key.get_ref().to_string(), line_of(text, value.span().start)))
        .collect()
}

/// The line of every entry of a list, or of a value that is not a list; then, endlessly, the first
/// line.
fn lines_of(text: &str, key: &str) -> impl Iterator<Item = usize> {
    let file = DeTable::parse(text).ok();
    let line = |value: &toml::Spanned<DeValue<'_>>| line_of(text, value.span().start);
    let lines = |value: &toml::Spanned<DeValue<'_>>| match value.get_ref().as_array() {
        Some(entries) => entries.iter().map(line).collect(),
        None => vec![line(value)],
    };
    let found = file.as_ref().and_then(|file| file.get_ref().get(key)).map(lines);
    found.unwrap_or_default().into_iter().chain(std::iter::repeat(1))
}

/// Reads the entries of a list, if it is there. `read` gets the number of each, from 1, its value and
/// its line.
fn entries<V: DeserializeOwned, T>(
    text: &str,
    (key, list): (&'static str, Option<toml::Value>),
    allowed: &str,
    read: impl Fn(usize, V, usize) -> Result<Entry<T>, String>,
) -> Result<Vec<Entry<T>>, ReplayError> {
    let all: Option<Vec<V>> = typed(key, list, allowed)?;
    let all = all.into_iter().flatten().zip(lines_of(text, key)).zip(1..);
    let entry = |((value, line), number)| {
        let entry = read(number, value, line);
        entry.map_err(|why| ReplayError::new(format!("line {line}: {key}: {why}")))
    };
    all.map(entry).collect()
}

/// Reads the value of a key, if it is there, as a `T`.
fn typed<T: DeserializeOwned>(
    key: &'static str,
    value: Option<toml::Value>,
    allowed: &str,
) -> Result<Option<T>, ReplayError> {
    let Some(value) = value else { return Ok(None) };
    let found = shown(&value.to_string());
    let refused = |_| ReplayError::of(key, format!("{key} = {found} is not allowed: {allowed}"));
    T::deserialize(value).map(Some).map_err(refused)
}
