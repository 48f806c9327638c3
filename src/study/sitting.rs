//! A seat for a person: strategies play the other seats, and a reference comments on the person's
//! play.
//!
//! Luck is keyed, so a session is determined by its number and the person's choices. For each
//! decision it is replayed from the beginning: with the choices so far, and with the reference
//! deciding from there on. So nothing is left running when the person leaves; and the cost of a
//! choice on this luck is the reference's net from before the choice less its net from after it.

use super::advise::{self, Advice};
use super::setup::{self, Seated};
use super::sight::{Noticed, Sight};
use super::{Asked, Sampling, Setup, StudyError};
use crate::cards::random::Seed;
use crate::framework::money::Money;
use crate::framework::{self, AnyGame, AnyTable, Chooser, Seats, Step, WrittenRound};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The time to compute advice: about a third of a second on two cores.
const ADVICE_NANOSECONDS: f64 = 7e8;

/// A seat for a person; the [`Setup`] gives the strategies of the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayAsked {
    /// The seat, from 1.
    pub seat: usize,
    /// The strategy that the person's play is compared with; by default the game's best play, or
    /// the strategy of the seat if that is out of reach.
    pub reference: Option<Asked>,
    /// The seed of the cards.
    pub seed: u64,
}

/// The reason why there is no [`Advice`] on a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Untold {
    /// The round depends on the rounds before it.
    Before,
    /// No world was found that fits what the seat has seen.
    World,
}

/// A decision for the person to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The public steps of the round since the last question.
    pub since: Vec<Step>,
    /// The view of the seat, in lines.
    pub sees: Vec<String>,
    /// The situation in one line, in the features of strategy files.
    pub situation: String,
    /// The legal actions, named as in written rounds.
    pub actions: Vec<String>,
    /// The play of the reference: indices into `actions` with their weights.
    pub reference: Vec<(usize, u32)>,
    /// The index of this decision among all of the seat in the session.
    decision: usize,
    /// The number of steps of the round before it.
    steps: usize,
}

impl Question {
    /// The play of the reference, in words.
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

/// A finished round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// Its number, from 1.
    pub number: u64,
    /// The person's net, in money units.
    pub net: i64,
    /// The public steps of the round since the last question.
    pub steps: Vec<Step>,
    /// The round as `trace --replay` reads it; `None` if it depends on the rounds before it.
    pub text: Option<String>,
}

/// The next event of a sitting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// A round has ended.
    Round(Told),
    /// The person has to decide; answer with [`Sitting::choose`].
    Decision(Question),
}

/// A decision at which the person deviated from the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// The number of its round, from 1.
    pub round: u64,
    /// The situation, in one line.
    pub situation: String,
    /// The action of the person.
    pub played: String,
    /// The play of the reference.
    pub better: String,
    /// The cost of the action, in money units: the gain from letting the reference decide from this
    /// decision on instead of from the next, on the cards that came.
    pub cost: i64,
}

/// The result of the rounds so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of finished rounds.
    pub rounds: u64,
    /// The person's net in them, in money units.
    pub net: i64,
    /// The reference's net in them on the same luck, in money units.
    pub reference: i64,
    /// The number of decisions of the person in them.
    pub decisions: u64,
    /// The decisions at which the reference plays otherwise, the most expensive first.
    pub slips: Vec<Slip>,
}

/// A chooser that repeats the person's choices, records the next decision, and then leaves the rest
/// to the strategy in the seat.
#[derive(Debug, Default)]
struct Hand {
    choices: Vec<usize>,
    /// The number of decisions so far in the session, including those with a single action.
    decisions: AtomicUsize,
    /// The number of those with several actions.
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
            since: Vec::new(),
            sees: asked.sees(),
            situation: asked.situation(),
            actions: asked.actions.to_vec(),
            reference: asked.own.to_vec(),
            decision,
            steps: 0,
        });
        None
    }
}

/// A decision that the person has made.
#[derive(Debug)]
struct Taken {
    question: Question,
    choice: usize,
}

/// A person in a seat.
#[derive(Debug)]
pub struct Sitting {
    game: Box<dyn AnyTable>,
    /// The other players, and the reference in the person's seat.
    players: Box<dyn Seats>,
    /// The game's default strategy in every seat, and its label.
    cheap: Box<dyn Seats>,
    habit: String,
    seat: usize,
    seed: Seed,
    /// The label of the reference.
    reference: String,
    /// The labels of the setup's strategies, by seat.
    others: Vec<String>,
    session: u64,
    /// The number of rounds before this session.
    before: u64,
    /// The person's decisions in this session.
    taken: Vec<Taken>,
    /// The person's net in each round of the session, by the number of decisions after which the
    /// reference takes over.
    takeovers: Vec<Vec<i64>>,
    /// The number of the session's rounds returned so far.
    told: usize,
    /// The number of the round's steps before its last question, if there was one; the person has
    /// not been told the later steps.
    heard: Option<usize>,
    /// The current session: its rounds, the number of finished ones, and the open decision.
    stands: Option<(Vec<WrittenRound>, usize, Option<Question>)>,
    score: Score,
    /// The parts of the current round that the person has seen.
    noticed: Mutex<Noticed>,
}

impl Sitting {
    /// The form of its money amounts.
    pub fn money(&self) -> Money {
        Money::stakes(self.game.profile().units)
    }

    /// The label of the reference.
    pub fn reference(&self) -> &str {
        &self.reference
    }

    /// The other seats, each with its number from 1 and its strategy.
    pub fn others(&self) -> impl Iterator<Item = (usize, &str)> {
        let others = self.others.iter().enumerate().filter(|&(seat, _)| seat != self.seat);
        others.map(|(seat, label)| (seat + 1, label.as_str()))
    }

    /// Remarks on the play at the table, the reference in the person's seat.
    pub fn remarks(&self) -> Vec<String> {
        setup::remarks(&*self.game, [&*self.players])
    }

    /// The work done before the first round, in words, if it takes seconds.
    pub fn preparing(&self) -> Option<String> {
        self.game.preparing(&*self.players)
    }

    /// The next event; the same one until [`Sitting::choose`] has an answer.
    ///
    /// # Errors
    /// If the game does not let a chooser decide in a seat.
    pub fn go_on(&mut self) -> Result<Next, StudyError> {
        loop {
            if self.stands.is_none() {
                self.play()?;
            }
            let Some((rounds, over, question)) = &self.stands else { continue };
            if self.told < *over {
                let told = self.tell(&rounds[self.told], self.before + self.told as u64 + 1);
                (self.told, self.heard) = (self.told + 1, None);
                return Ok(Next::Round(told));
            }
            match question {
                Some(question) => return Ok(Next::Decision(question.clone())),
                None => self.close(),
            }
        }
    }

    /// Estimates the value of each choice of a question to the person by the end of the round. The
    /// reference plays on, or the game's default strategy if the reference is slow. The luck is not
    /// that of the session: everything that the person has not seen is dealt anew. Takes about a
    /// second.
    ///
    /// # Errors
    /// If the choices cannot be valued.
    pub fn advice(&self, question: &Question, sampling: &Sampling<'_>) -> Result<Advice, Untold> {
        let Some((rounds, over, _)) = &self.stands else { return Err(Untold::World) };
        let Some(round) = rounds.get(*over) else { return Err(Untold::World) };
        if self.game.replay(&round.text).is_err() {
            return Err(Untold::Before);
        }
        self.weighed(rounds, *over, question, sampling).ok_or(Untold::World)
    }

    /// The value of each choice of a question in the round with this index.
    fn weighed(
        &self,
        rounds: &[WrittenRound],
        over: usize,
        question: &Question,
        sampling: &Sampling<'_>,
    ) -> Option<Advice> {
        let (round, seat) = (&rounds[over], self.seat);
        let (_, at) = place_of(rounds, seat, question.decision)?;
        let game = &*self.game;
        let sight = Sight { game, players: &*self.cheap, seat };
        let mut noticed = self.noticed.lock().unwrap_or_else(PoisonError::into_inner);
        noticed.begin(self.session, over);
        let (text, seen) = sight.situation(round, at, &mut noticed)?;
        let best = game.profile().best_strategy == Some(self.reference.as_str());
        // A slow reference would play on for too few rounds.
        let (mut players, mut plays_on) = (self.players.clone(), &self.reference);
        if !advise::is_cheap(game, &*players, &*self.cheap) {
            players.put(seat, &*self.cheap.seat(seat));
            plays_on = &self.habit;
        }
        let measured = (sampling, ADVICE_NANOSECONDS, best);
        advise::worth(game, (&*players, plays_on), (&text, &seen), measured)
    }

    /// Takes the action with this index at the last question. An index out of range changes
    /// nothing.
    pub fn choose(&mut self, choice: usize) {
        match self.stands.take() {
            Some((.., Some(question))) if choice < question.actions.len() => {
                self.heard = Some(question.steps);
                self.taken.push(Taken { question, choice });
            }
            stands => self.stands = stands,
        }
    }

    /// Ends the sitting and returns the result of the finished rounds.
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

    /// Replays the session up to the next open decision.
    fn play(&mut self) -> Result<(), StudyError> {
        let choices = self.taken.iter().map(|taken| taken.choice).collect();
        let hand = Arc::new(Hand { choices, ..Hand::default() });
        let mut players = self.players.clone();
        players.put(self.seat, &*self.game.chosen(&*players.seat(self.seat), hand.clone()));
        let rounds = self.game.write_down(&*players, self.seed, self.session);
        let nets = |round: &WrittenRound| round.nets.get(self.seat).copied().unwrap_or(0);
        self.takeovers.push(rounds.iter().map(nets).collect());
        let mut question = hand.asked.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut over = rounds.len();
        if let Some(question) = &mut question
            && let Some((round, at)) = place_of(&rounds, self.seat, question.decision)
        {
            over = round;
            let from = self.heard.filter(|_| round == self.told).unwrap_or(0);
            let WrittenRound { steps, decisions, .. } = &rounds[round];
            question.steps = decisions[at].came.steps;
            let since = steps.get(from..question.steps).unwrap_or_default();
            question.since =
                since.iter().filter_map(|step| step.told_to(self.seat, true)).collect();
        }
        self.stands = Some((rounds, over, question));
        Ok(())
    }

    fn tell(&self, round: &WrittenRound, number: u64) -> Told {
        let net = round.nets.get(self.seat).copied().unwrap_or(0);
        let text = self.game.replay(&round.text).is_ok().then(|| round.text.clone());
        // A person who was not asked in this round has seen no view of their own cards.
        let shown = |step: &&Step| self.heard.is_none() && step.of_seat() == Some(self.seat);
        let rest = round.steps.get(self.heard.unwrap_or(0)..).unwrap_or_default();
        let told = |step: &Step| {
            step.told_to(self.seat, false).or_else(|| Some(step).filter(shown).cloned())
        };
        let steps = rest.iter().filter_map(told).collect();
        Told { number, net, steps, text }
    }

    /// Ends the session; the rounds that were returned count.
    fn close(&mut self) {
        let Some((rounds, _, question)) = self.stands.take() else { return };
        let told = self.told;
        // With other choices a session may have more rounds: all of them count once it is over.
        let is_over = question.is_none() && told == rounds.len();
        let counted = if is_over { usize::MAX } else { told };
        let sum = |nets: &Vec<i64>| nets.iter().take(counted).sum::<i64>();
        let takeover = |decision: usize| self.takeovers.get(decision).map_or(0, sum);
        self.score.rounds += told as u64;
        self.score.net += takeover(self.taken.len());
        self.score.reference += takeover(0);
        for (number, Taken { question, choice }) in self.taken.iter().enumerate() {
            let place = place_of(&rounds, self.seat, question.decision);
            let Some((round, _)) = place.filter(|&(round, _)| round < told) else { break };
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
        (self.told, self.heard) = (0, None);
        self.taken.clear();
        self.takeovers.clear();
    }
}

/// The place of a seat's decision, given by its index among all of the seat in the session: the round
/// and the index among the decisions of that round.
fn place_of(rounds: &[WrittenRound], seat: usize, decision: usize) -> Option<(usize, usize)> {
    let all = rounds.iter().enumerate().flat_map(|(number, round)| {
        let own = round.decisions.iter().enumerate().filter(|(_, one)| one.seat == seat);
        own.map(move |(at, _)| (number, at))
    });
    { all }.nth(decision)
}

impl AnyGame {
    /// Seats a person at a table.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, if the seat does not exist, or if the game has no
    /// seat for a person.
    pub fn sit(&self, setup: &Setup, asked: &PlayAsked) -> Result<Sitting, StudyError> {
        let Seated { game, mut players, strategies: others } = setup::seated(self, setup)?;
        setup::check_seat(&*game, asked.seat)?;
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
            heard: None,
            stands: None,
            score: Score::default(),
            noticed: Mutex::default(),
        })
    }
}
