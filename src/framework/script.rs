//! Written rounds of any game: cards, decisions, dice and numbers, each used in turn and checked.

use super::money::Money;
use super::settings::{hint, line_of, nearest, one_line, shown};
use super::{ParseError, ReplayError};
use crate::cards::Deck;
use serde::de::DeserializeOwned;
use std::collections::VecDeque;
use std::fmt::Display;
use std::ops::RangeInclusive;
use toml::de::{DeTable, DeValue};

/// A written round: the keys that are common to the files of all games.
///
/// ```toml
/// cards = ["4r", 3]            # as they come, whoever they are for
/// decisions = ["hit", "stay"]  # as they are taken
/// dice = [[1, 2]]              # each roll of two dice
/// numbers = [0]                # every other turn of luck, counted from 0
/// nets = [0, 0]                # optional: each seat's net, checked at the end
/// ```
#[derive(Debug)]
pub struct Script {
    /// Each as it is written, its kind, and its line.
    cards: VecDeque<(String, usize, usize)>,
    /// Each as it is written, in the words of written rounds, and its line.
    decisions: VecDeque<(String, String, usize)>,
    dice: VecDeque<[u32; 2]>,
    numbers: VecDeque<u32>,
    nets: Option<Vec<f64>>,
    /// Cards, decisions, rolls and numbers used so far.
    used: [usize; 4],
    fault: Option<String>,
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
    /// The number of faces of its dice; 0 if it has none.
    pub faces: u32,
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reading").field("decisions", &self.decisions).finish_non_exhaustive()
    }
}

impl Script {
    /// Reads a written round, with the keys of the game's own.
    ///
    /// # Errors
    /// The first fault.
    pub fn read<H: DeserializeOwned>(
        text: &str,
        reading: Reading<'_>,
    ) -> Result<(Script, H), ReplayError> {
        let fail = |error: toml::de::Error| ReplayError(one_line(&error, text));
        let mut file: toml::Table = toml::from_str(text).map_err(fail)?;
        let mut part = |key: &str| file.remove(key);
        let (cards, decisions) = (part("cards"), part("decisions"));
        let (dice, numbers, nets) = (part("dice"), part("numbers"), part("nets"));
        let head = H::deserialize(file).map_err(|error| head_error(error.message(), text))?;
        let mut script = Script {
            cards: VecDeque::new(),
            decisions: VecDeque::new(),
            dice: VecDeque::new(),
            numbers: VecDeque::new(),
            nets: typed("nets", nets, "a list of numbers, one a seat")?,
            used: [0; 4],
            fault: None,
        };
        let all: Option<Vec<toml::Value>> = typed("cards", cards, "a list of cards")?;
        for (i, (value, line)) in all.into_iter().flatten().zip(lines_of(text, "cards")).enumerate()
        {
            let name = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let kind = (reading.card)(&name)
                .map_err(|why| ReplayError(format!("line {line}: cards: card {}: {why}", i + 1)))?;
            script.cards.push_back((shown(&name), kind, line));
        }
        let all: Option<Vec<String>> = typed("decisions", decisions, "a list of texts")?;
        for (i, (word, line)) in
            all.into_iter().flatten().zip(lines_of(text, "decisions")).enumerate()
        {
            let decision = (reading.decision)(&word).ok_or_else(|| {
                let (found, allowed) = (shown(&word), reading.decisions);
                ReplayError(format!(
                    "line {line}: decisions: decision {} is `{found}`; {allowed}",
                    i + 1
                ))
            })?;
            script.decisions.push_back((shown(&word), decision, line));
        }
        script.dice = typed("dice", dice, "a list of rolls, such as [[1, 2]]")?.unwrap_or_default();
        if let Some(i) = script.dice.iter().position(|roll| !fits(*roll, reading.faces)) {
            let [first, second] = script.dice[i];
            return Err(ReplayError(match reading.faces {
                0 => "dice: no dice are rolled in this game; leave them out".to_owned(),
                faces => {
                    format!("dice: roll {} is [{first}, {second}]; faces are 1..={faces}", i + 1)
                }
            }));
        }
        script.numbers = typed("numbers", numbers, "a list of whole numbers")?.unwrap_or_default();
        Ok((script, head))
    }

    /// Records a fault of the round, unless it has one already.
    pub fn fail(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// Draws the next card, which the deck must hold, and returns its kind. After a fault it is any
    /// card.
    pub fn card(&mut self, whose: &str, deck: &mut impl Deck) -> usize {
        self.used[0] += 1;
        let number = self.used[0];
        match self.cards.pop_front() {
            Some((_, kind, _)) if deck.take_kind(kind) => return kind,
            Some((card, _, line)) => self.fail(format!(
                "line {line}: cards: card {number} ({whose}) is {card}, but the draw pile has no {card} left"
            )),
            None => self.fail(format!("cards: card {number} ({whose}) is missing")),
        }
        let any = deck.left_by_kind().iter().position(|&left| left > 0).unwrap_or(0);
        deck.take_kind(any);
        any
    }

    /// The number of the next card in the file, from 1, and its kind.
    pub fn next_card(&self) -> Option<(usize, usize)> {
        self.cards.front().map(|&(_, kind, _)| (self.used[0] + 1, kind))
    }

    /// The next decision, if it is one that `pick` allows; `asked` says who may do what.
    pub fn decide<T>(&mut self, asked: &str, pick: impl Fn(&str) -> Option<T>) -> Option<T> {
        self.used[1] += 1;
        let number = self.used[1];
        match self.decisions.pop_front() {
            Some((text, decision, line)) => {
                let picked = pick(&decision);
                if picked.is_none() {
                    self.fail(format!(
                        "line {line}: decisions: decision {number} is `{text}`, which is not legal: \
                         {asked}"
                    ));
                }
                picked
            }
            None => {
                self.fail(format!("decisions: decision {number} is missing: {asked}"));
                None
            }
        }
    }

    /// The next roll of two dice.
    pub fn roll(&mut self, whose: &str, faces: u32) -> [u32; 2] {
        self.used[2] += 1;
        let number = self.used[2];
        match self.dice.pop_front() {
            Some(roll) if fits(roll, faces) => return roll,
            Some([first, second]) => self
                .fail(format!("dice: roll {number} is [{first}, {second}]; faces are 1..={faces}")),
            None => self.fail(format!("dice: roll {number} ({whose}) is missing")),
        }
        [1, 1]
    }

    /// The next number below `bound`.
    pub fn number(&mut self, bound: u32) -> u32 {
        self.used[3] += 1;
        let place = self.used[3];
        match self.numbers.pop_front() {
            Some(number) if number < bound => return number,
            Some(number) => self.fail(format!(
                "numbers: number {place} is {number}; 0..={} are possible",
                bound.saturating_sub(1)
            )),
            None => self.fail(format!("numbers: number {place} is missing")),
        }
        0
    }

    /// Ends the round: checks that everything was used, and compares the nets (from
    /// [`Money::written`]) with those in the file.
    ///
    /// # Errors
    /// The first fault.
    pub fn end(mut self, nets: &[(f64, String)]) -> Result<(), ReplayError> {
        if let Some(fault) = self.fault.take() {
            return Err(ReplayError(fault));
        }
        let left = [
            ("cards", self.cards.len()),
            ("decisions", self.decisions.len()),
            ("dice", self.dice.len()),
            ("numbers", self.numbers.len()),
        ];
        if let Some((what, left)) = left.into_iter().find(|&(_, left)| left > 0) {
            return Err(ReplayError(format!(
                "{what}: the round is over, and the last {left} were not used"
            )));
        }
        let Some(written) = &self.nets else { return Ok(()) };
        let same =
            |(written, (net, _)): (&f64, &(f64, String))| (written - net).abs() < Money::TOLERANCE;
        if written.len() == nets.len() && written.iter().zip(nets).all(same) {
            return Ok(());
        }
        let found: Vec<&str> = nets.iter().map(|(_, text)| text.as_str()).collect();
        let written: Vec<String> = written.iter().map(f64::to_string).collect();
        Err(ReplayError(format!(
            "nets = [{}], but the round comes to [{}]",
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
    key: &str,
    found: T,
    allowed: RangeInclusive<T>,
    rule: &str,
) -> Result<T, ReplayError> {
    if allowed.contains(&found) {
        return Ok(found);
    }
    let (low, high) = (allowed.start(), allowed.end());
    let cited = if rule.is_empty() { String::new() } else { format!(" ({rule})") };
    Err(ReplayError(format!("{key} = {found} is not allowed: {low}..={high}{cited}")))
}

/// Converts the number of a seat in a file, from 1, to an index from 0; `usual` is the default.
///
/// # Errors
/// If there is no such seat.
pub fn seat(
    key: &str,
    found: Option<usize>,
    usual: usize,
    players: usize,
) -> Result<usize, ReplayError> {
    Ok(within(key, found.unwrap_or(usual + 1), 1..=players, "")? - 1)
}

/// Whether dice with this number of faces can show a roll.
fn fits(roll: [u32; 2], faces: u32) -> bool {
    roll.iter().all(|face| (1..=faces).contains(face))
}

/// The keys of every game's written rounds.
const KEYS: [&str; 5] = ["cards", "decisions", "dice", "numbers", "nets"];

/// The error for a game's own keys; for an unknown key it names the line and all known keys.
pub(super) fn head_error(message: &str, text: &str) -> ReplayError {
    let mut names = message.split('`').skip(1).step_by(2);
    let Some(found) = names.next().filter(|_| message.starts_with("unknown field")) else {
        return ReplayError(message.replace('\n', ", ").trim_end_matches([',', ' ']).to_owned());
    };
    let known: Vec<&str> = names.chain(KEYS).collect();
    let key = |line: &str| line.split('=').next().is_some_and(|key| key.trim() == found);
    let line = text.lines().position(key).map_or(1, |line| line + 1);
    let hint = hint(&nearest(found, known.iter().copied()));
    let (found, known) = (shown(found), known.join(", "));
    ReplayError(format!("line {line}: no key `{found}`{hint}; keys are {known}"))
}

/// The line of every entry of a list, or the line of a value that is not a list; then the first line
/// without end.
pub(super) fn lines_of(text: &str, key: &str) -> impl Iterator<Item = usize> {
    let file = DeTable::parse(text).ok();
    let line = |value: &toml::Spanned<DeValue<'_>>| line_of(text, value.span().start);
    let lines = |value: &toml::Spanned<DeValue<'_>>| match value.get_ref().as_array() {
        Some(entries) => entries.iter().map(line).collect(),
        None => vec![line(value)],
    };
    let found = file.as_ref().and_then(|file| file.get_ref().get(key)).map(lines);
    found.unwrap_or_default().into_iter().chain(std::iter::repeat(1))
}

/// Reads the value of a key, if it is there, as a `T`.
pub(super) fn typed<T: DeserializeOwned>(
    key: &str,
    value: Option<toml::Value>,
    allowed: &str,
) -> Result<Option<T>, ReplayError> {
    let Some(value) = value else { return Ok(None) };
    let found = shown(&value.to_string());
    let refused = |_| ReplayError(format!("{key} = {found} is not allowed: {allowed}"));
    T::deserialize(value).map(Some).map_err(refused)
}
