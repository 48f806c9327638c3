//! A seat for a person: the others play as strategies do, and a reference looks over the shoulder.
//!
//! Luck is keyed, so that a session is its number and what the person chose. It is played from its
//! beginning for each decision: with the choices so far, and with the reference deciding from there
//! on. So there is nothing to stop when the person leaves; and what the reference takes from there on,
//! once before a choice and once after it, is what the choice cost on this luck.

use super::advise::{self, Able, Advice};
use super::setup::{self, Seated, at_table};
use super::sight::Sight;
use super::{Asked, Sampling, Setup, StudyError};
use crate::cards::random::Seed;
use crate::framework::money::Money;
use crate::framework::{self, AnyGame, AnyTable, Chooser, Choosers, Seats, Step, WrittenRound};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How long a person waits for advice: about a third of a second on two cores.
const ADVICE_NANOSECONDS: f64 = 7e8;

/// A seat for a person: the [`Setup`] names who sits in the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayAsked {
    /// The seat, from 1.
    pub seat: usize,
    /// What the person's play is held against; if it is left out, the game's best play, or where that
    /// is out of reach the strategy of the seat.
    pub reference: Option<Asked>,
    /// The seed of the cards.
    pub seed: u64,
}

/// A decision that is the person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The table as the seat sees it, line by line.
    pub sees: Vec<String>,
    /// The same in a line, in the features of strategy files.
    pub situation: String,
    /// What is allowed, in the words of written rounds.
    pub actions: Vec<String>,
    /// What the reference does: places in `actions`, each with its weight.
    pub reference: Vec<(usize, u32)>,
    /// The number of this decision in the session.
    decision: usize,
}

impl Question {
    /// What the reference does, in words.
    pub fn advice(&self) -> String {
        let all: u32 = self.reference.iter().map(|&(_, weight)| weight).sum();
        let share = |&(place, weight): &(usize, u32)| {
            let share = f64::from(weight) / f64::from(all.max(1));
            format!("{} {:.0}%", self.actions[place], 100.0 * share)
        };
        match &self.reference[..] {
            [(sure, _)] => self.actions[*sure].clone(),
            many if many.len() == self.actions.len()
                && many.iter().all(|one| one.1 == many[0].1) =>
            {
                "anything".to_owned()
            }
            many => many.iter().map(share).collect::<Vec<_>>().join(", "),
        }
    }
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its number, from 1.
    pub number: u64,
    /// What the person takes from it, in money units.
    pub net: i64,
    /// How it ended, for all to see.
    pub steps: Vec<Step>,
    /// The round as `trace --replay` reads it; nothing if it depends on the rounds before it.
    pub text: Option<String>,
}

/// What comes next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A round is over.
    Round(Told),
    /// The person decides; [`Sitting::choose`] takes the answer.
    Decision(Question),
}

/// A decision at which the person did otherwise than the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The number of its round, from 1.
    pub round: u64,
    /// The situation, in a line.
    pub situation: String,
    /// What the person did.
    pub played: String,
    /// What the reference would have done.
    pub better: String,
    /// What the reference takes more from there on than after what was done, in money units, on the
    /// cards that came.
    pub cost: i64,
}

/// What came of the rounds so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Rounds that are over.
    pub rounds: u64,
    /// What the person won in them, in money units.
    pub net: i64,
    /// What the reference would have won in them on the same luck.
    pub reference: i64,
    /// Decisions of the person in them.
    pub decisions: u64,
    /// Those at which the reference does something else, the most expensive first.
    pub slips: Vec<Slip>,
}

/// Who decides as the person did, asks for the next decision, and then leaves the rest to the
/// strategy in the seat.
#[derive(Debug, Default)]
struct Hand {
    choices: Vec<usize>,
    /// Decisions of the session so far, those with a single action among them.
    decisions: AtomicUsize,
    /// Those with more.
    chosen: AtomicUsize,
    asked: Mutex<Option<Question>>,
}

impl Chooser for Hand {
    fn wants(&self) -> bool {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    fn choose(&self, asked: &framework::Asked<'_>) -> Option<usize> {
        let decision = self.decisions.fetch_add(1, Ordering::Relaxed);
        if asked.actions.len() == 1 {
            return None;
        }
        let number = self.chosen.fetch_add(1, Ordering::Relaxed);
        if let Some(&choice) = self.choices.get(number) {
            return Some(choice);
        }
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Some(Question {
            sees: asked.sees(),
            situation: asked.situation(),
            actions: asked.actions.to_vec(),
            reference: asked.own.to_vec(),
            decision,
        });
        None
    }
}

/// A decision that was taken.
#[derive(Debug)]
struct Taken {
    question: Question,
    choice: usize,
}

/// A person in a seat.
#[derive(Debug)]
pub struct Sitting {
    game: Box<dyn AnyTable>,
    /// The others, and the reference in the person's seat.
    players: Box<dyn Seats>,
    /// The game's default strategy in every seat, and its name.
    cheap: Box<dyn Seats>,
    habit: String,
    seat: usize,
    seed: Seed,
    /// The name of the reference.
    reference: String,
    /// Those of all others by seat.
    others: Vec<String>,
    session: u64,
    /// Rounds before this session.
    before: u64,
    /// What the person decided in this session.
    taken: Vec<Taken>,
    /// What the person takes from each round of the session if the reference decides from so many
    /// decisions on.
    takeovers: Vec<Vec<i64>>,
    /// Rounds of the session that were told.
    told: usize,
    /// The session as it stands: its rounds, those that are over, and what is to be decided.
    stands: Option<(Vec<WrittenRound>, usize, Option<Question>)>,
    score: Score,
}

impl Sitting {
    /// How its money is told.
    pub fn money(&self) -> Money {
        Money::stakes(self.game.profile().units)
    }

    /// The strategy that looks over the person's shoulder.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The others at the table: each seat from 1, and its strategy.
    pub fn others(&self) -> impl Iterator<Item = (usize, &str)> {
        let others = self.others.iter().enumerate().filter(|&(seat, _)| seat != self.seat);
        others.map(|(seat, label)| (seat + 1, label.as_str()))
    }

    /// What is worked out before the first round, if that takes seconds.
    pub fn preparing(&self) -> Option<String> {
        self.game.preparing(&*self.players)
    }

    /// What comes next; the same until [`Sitting::choose`] has an answer.
    ///
    /// # Errors
    /// If nobody can decide in a seat of the game.
    pub fn go_on(&mut self) -> Result<Next, StudyError> {
        loop {
            if self.stands.is_none() {
                self.play()?;
            }
            let Some((rounds, over, question)) = &self.stands else { continue };
            if self.told < *over {
                let round = &rounds[self.told];
                self.told += 1;
                let told = self.tell(round, self.before + self.told as u64);
                return Ok(Next::Round(told));
            }
            match question {
                Some(question) => return Ok(Next::Decision(question.clone())),
                None => self.close(),
            }
        }
    }

    /// What each choice of a question is worth to the person by the end of the round, the reference
    /// playing on, or the game's default strategy where the reference thinks for long: on luck that is not that of the session: what the person has not seen is dealt anew.
    /// Takes some tenths of a second. Nothing if the round cannot be played on by itself, because it
    /// hangs on rounds before it.
    pub fn advice(&self, question: &Question, sampling: &Sampling<'_>) -> Option<Advice> {
        let (rounds, over, _) = self.stands.as_ref()?;
        let (round, seat) = (rounds.get(*over)?, self.seat);
        self.game.replay(&round.text).ok()?;
        let own = |round: &WrittenRound| {
            let all = round.decisions.iter().enumerate();
            all.filter(|(_, one)| one.seat == seat).map(|(at, _)| at).collect::<Vec<usize>>()
        };
        let before: usize = rounds[..*over].iter().map(|round| own(round).len()).sum();
        let at = *own(round).get(question.decision.checked_sub(before)?)?;
        let game = &*self.game;
        let Able { choosers, situations } = advise::able(game).ok()?;
        let sight = Sight { game, choosers, situations, players: &*self.cheap, seat };
        let text = sight.situation(round, at)?;
        let best = game.profile().best_strategy == Some(self.reference.as_str());
        // One that thinks for long would play on for too few rounds.
        let (mut players, mut plays_on) = (self.players.clone(), &self.reference);
        if !advise::is_cheap(game, &*players, &*self.cheap) {
            players.put(seat, &*self.cheap.seat(seat));
            plays_on = &self.habit;
        }
        advise::worth(game, (&*players, plays_on), &text, (sampling, ADVICE_NANOSECONDS, best))
    }

    /// The person takes the action at a place of the question that was asked last. A place that there
    /// is not changes nothing.
    pub fn choose(&mut self, choice: usize) {
        match self.stands.take() {
            Some((.., Some(question))) if choice < question.actions.len() => {
                self.taken.push(Taken { question, choice });
            }
            stands => self.stands = stands,
        }
    }

    /// The person leaves: what came of the rounds that are over.
    ///
    /// # Errors
    /// As [`Sitting::go_on`].
    pub fn leave(mut self) -> Result<Score, StudyError> {
        if self.stands.is_none() {
            self.play()?;
        }
        self.close();
        self.score.slips.sort_by_key(|slip| (std::cmp::Reverse(slip.cost), slip.round));
        Ok(self.score)
    }

    /// Plays the session as far as it is decided, and on.
    fn play(&mut self) -> Result<(), StudyError> {
        let choosers = choosers(&*self.game)?;
        let choices = self.taken.iter().map(|taken| taken.choice).collect();
        let hand = Arc::new(Hand { choices, ..Hand::default() });
        let mut players = self.players.clone();
        players.put(self.seat, &*choosers.chosen(&*players.seat(self.seat), hand.clone()));
        let rounds = choosers.write_down(&*players, self.seed, self.session);
        let nets = |round: &WrittenRound| round.nets.get(self.seat).copied().unwrap_or(0);
        self.takeovers.push(rounds.iter().map(nets).collect());
        let question = hand.asked.lock().unwrap_or_else(PoisonError::into_inner).take();
        let over = match &question {
            Some(question) => round_of(&rounds, self.seat, question.decision),
            None => rounds.len(),
        };
        self.stands = Some((rounds, over, question));
        Ok(())
    }

    fn tell(&self, round: &WrittenRound, number: u64) -> Told {
        let net = round.nets.get(self.seat).copied().unwrap_or(0);
        let text = self.game.replay(&round.text).is_ok().then(|| round.text.clone());
        Told { number, net, steps: ending(&round.steps, self.game.profile().closing), text }
    }

    /// The session is over, or left: its rounds that were told count.
    fn close(&mut self) {
        let Some((rounds, ..)) = self.stands.take() else { return };
        let told = self.told;
        let sum = |nets: &Vec<i64>| nets.iter().take(told).sum::<i64>();
        let takeover = |decision: usize| self.takeovers.get(decision).map_or(0, sum);
        self.score.rounds += told as u64;
        self.score.net += takeover(self.taken.len());
        self.score.reference += takeover(0);
        for (number, Taken { question, choice }) in self.taken.iter().enumerate() {
            let round = round_of(&rounds, self.seat, question.decision);
            if round >= told {
                break;
            }
            self.score.decisions += 1;
            if question.reference.iter().any(|(place, _)| place == choice) {
                continue;
            }
            self.score.slips.push(Slip {
                round: self.before + round as u64 + 1,
                situation: question.situation.clone(),
                played: question.actions[*choice].clone(),
                better: question.advice(),
                cost: takeover(number) - takeover(number + 1),
            });
        }
        self.before += told as u64;
        self.session += 1;
        self.told = 0;
        self.taken.clear();
        self.takeovers.clear();
    }
}

/// The round in which a seat takes one of its decisions, by its number in the session.
fn round_of(rounds: &[WrittenRound], seat: usize, decision: usize) -> usize {
    let mut left = decision;
    for (number, round) in rounds.iter().enumerate() {
        let own = round.decisions.iter().filter(|one| one.seat == seat).count();
        match left.checked_sub(own) {
            Some(rest) => left = rest,
            None => return number,
        }
    }
    rounds.len()
}

/// The last steps of a round, at which nothing is hidden any more.
fn ending(steps: &[Step], closing: &[&str]) -> Vec<Step> {
    /// What the framework tells of money.
    const MONEY: [&str; 2] = ["bonus", "settled"];
    let open = |step: &Step| {
        // What is turned or drawn for no seat is the house's.
        let of_seat = step.fields.get("seat").is_some_and(serde_json::Value::is_u64);
        let house = ["turned", "drew"].contains(&step.event) && !of_seat;
        house || MONEY.contains(&step.event) || closing.contains(&step.event)
    };
    let from = steps.iter().rposition(|step| !open(step)).map_or(0, |last| last + 1);
    steps[from..].to_vec()
}

fn choosers(game: &dyn AnyTable) -> Result<&dyn Choosers, StudyError> {
    game.capabilities().choosers.ok_or_else(|| {
        let name = game.profile().name;
        StudyError::Method(format!("{name} has no seat for a person"))
    })
}

impl dyn AnyGame + '_ {
    /// A person sits down at a table.
    ///
    /// # Errors
    /// If the rules or a strategy are wrong, if there is no such seat, or none for a person.
    pub fn sit(&self, setup: &Setup, asked: &PlayAsked) -> Result<Sitting, StudyError> {
        let Seated { game, mut players, strategies: others } = setup::seated(self, setup)?;
        at_table(&*game, asked.seat).map_err(StudyError::Contest)?;
        choosers(&*game)?;
        let (profile, seat) = (self.profile(), asked.seat - 1);
        let named = |asked: &Asked| setup::player(&*game, &profile, asked);
        let reference = match (&asked.reference, profile.best_strategy) {
            (Some(reference), _) => Some(named(reference)?),
            (None, Some(best)) => named(&Asked::from(best)).ok(),
            (None, None) => None,
        };
        let reference = match reference {
            Some((player, label)) => {
                players.put(seat, &*player);
                label
            }
            None => others[seat].clone(),
        };
        let (cheap, habit) = setup::others(&*game, &profile, None)?;
        Ok(Sitting {
            game,
            players,
            cheap,
            habit,
            seat,
            seed: Seed::new(asked.seed),
            reference,
            others,
            session: 0,
            before: 0,
            taken: Vec::new(),
            takeovers: Vec::new(),
            told: 0,
            stands: None,
            score: Score::default(),
        })
    }
}
