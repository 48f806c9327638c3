//! Advice at a decision: the value of each choice.

mod choices;

use self::choices::{Choice, computed_choices, played_choices, table, verdict};
use super::figure::{Figure, rounds};
use super::setup::{self, manifest};
use super::{
    Answer, Asked, HandAsked, Length, Method, Report, Sampling, Setup, Snapshot, StudyError, refuse,
};
use crate::framework::settings::shown;
use crate::framework::worlds::{Short, Views};
use crate::framework::{
    AnyGame, AnyTable, Begun, Decision, ExactError, LongForm, PartValue, Seats, Stop, World,
};
use crate::simulate::{self, Dilemma, FEWEST_WORLDS, MAX_ROUNDS, Plan, Until, Worlds, WorldsRun};
use crate::stats::quantile::normal_two_sided;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// A decision to give advice on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AdviseAsked<'a> {
    /// The decision.
    pub at: AdviseAt<'a>,
    /// The strategy of the other seats; the game's default strategy if `None`.
    pub against: Option<&'a Asked>,
    /// The method for the values of the choices; not `Weighted`.
    pub method: Method,
}

/// The description of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdviseAt<'a> {
    /// A hand in a situation, in the short form of the game.
    Hand(HandAsked<'a>),
    /// The decision at which a written round stops.
    Situation {
        /// The name of the file, for messages.
        origin: &'a str,
        /// Its text.
        text: &'a str,
    },
}

/// Best play continues rounds by default if it adds less than this to the time of a round.
const CHEAP_NANOSECONDS: f64 = 2e5;
/// Two seconds on two cores.
const DEFAULT_NANOSECONDS: f64 = 4e9;
/// A run of a default length ends after this many times its expected time, in case its rounds take
/// far longer than others.
const PATIENCE: f64 = 4.0;
/// Fewer rounds are not worth playing.
const FEWEST_ROUNDS: f64 = 1_000.0;
/// The approximate time that a world takes in addition to its rounds, for each written decision and
/// for each written card.
const DECISION_NANOSECONDS: f64 = 800.0;
const CARD_NANOSECONDS: f64 = 150.0;

impl AnyGame {
    /// The value of each choice at a decision: table `advice`, best first.
    ///
    /// # Errors
    /// If the rules, a strategy or the situation are invalid.
    pub fn advise(
        &self,
        setup: &Setup,
        asked: AdviseAsked<'_>,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.check()?;
        sampling.not_shared("what is dropped depends on all worlds so far; leave it out")?;
        let hand = match asked.at {
            AdviseAt::Hand(hand) => hand,
            AdviseAt::Situation { origin, text } => {
                return self.advise_on_situation(setup, asked, (origin, text), &sampling);
            }
        };
        self.check_situation(hand, false)?;
        let Some(LongForm { text, taken }) = self.long_form(setup, hand)? else {
            return self.advise_on_hand(setup, asked, hand, &sampling);
        };
        let mut answer = self.advise_on_situation(setup, asked, ("--hand", &text), &sampling)?;
        answer.notes.insert(0, taken);
        name_hand(&mut answer.report, hand);
        Ok(answer)
    }

    /// The round that a hand stands for, if the game plays it out instead of computing the choices.
    fn long_form(
        &self,
        setup: &Setup,
        hand: HandAsked<'_>,
    ) -> Result<Option<LongForm>, StudyError> {
        let game = setup::table(self, setup)?;
        match game.capabilities().decisions {
            Some(_) => Ok(None),
            None => Ok(game.long_form(hand).transpose()?),
        }
    }

    /// The choices with a hand, as the game computes them.
    fn advise_on_hand(
        &self,
        setup: &Setup,
        asked: AdviseAsked<'_>,
        hand: HandAsked<'_>,
        sampling: &Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let profile = self.profile();
        let computed = |option: &str| {
            format!(
                "with --hand, the game computes the value of a choice, with best play from there on; leave \
                 out {option}, or write the round as a file for --situation"
            )
        };
        let game = setup::table(self, setup)?;
        let found = game.capabilities().decisions.ok_or_else(|| {
            ExactError::OutOfReach(format!(
                "{} computes no choices with a hand: write the round as a file for --situation",
                profile.name
            ))
        })?;
        if !setup.strategies.is_empty() {
            return refuse(computed("--strategy"));
        }
        if let Some(until) = sampling.until {
            return refuse(computed(until.option()));
        }
        if asked.method == Method::Simulate {
            return refuse(computed("--method simulate"));
        }
        let (among, against) = (found.depend_on_others(), asked.against);
        if against.is_some() && !among {
            return refuse(computed("--against"));
        }
        if found.are_played() && asked.method == Method::Exact {
            return refuse(played_out(profile.name));
        }
        let (others, label) = setup::others(&*game, &profile, against)?;
        let open = found.open_parts(hand);
        if hand.hand.is_some() && !open.is_empty() {
            return Err(depends_on(open));
        }
        let mut decisions =
            found.decisions_among(&*others, 0, hand).map_err(|error| match error {
                ExactError::OutOfReach(why) => ExactError::OutOfReach(format!(
                    "{why}; or write the round as a file for --situation, which is played"
                )),
                error => error,
            })?;
        one_situation(&decisions)?;
        decisions.sort_by(|a, b| b.ev.total_cmp(&a.ev));
        let (units, confidence) = (profile.scale(), setup.confidence);
        let choices = computed_choices(&decisions, units, confidence);
        let verdict = verdict(&choices, profile.stake, confidence);
        let mut notes = Vec::from_iter(after_a_shuffle(&*game, None));
        notes.extend(found.assumptions().map(str::to_owned));
        if found.are_played() {
            notes.push(
                "the choices are played out on the same luck, whatever the --seed".to_owned(),
            );
        }
        notes.extend(among.then(|| format!("the other seats play {label}")));
        notes.extend(setup::remarks(&*game, [&*others]));
        let mut manifest = manifest("advise", setup, &*game, &[], None);
        setup::tell_played(&mut manifest, &decisions);
        let mut report = Report { verdict, ..Report::new(manifest, vec![table(&choices)]) };
        name_hand(&mut report, hand);
        Ok(Answer { report, stopped: false, notes })
    }

    /// The choices at the decision at which a written round stops, all played in the same worlds.
    fn advise_on_situation(
        &self,
        setup: &Setup,
        asked: AdviseAsked<'_>,
        (origin, text): (&str, &str),
        sampling: &Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        let Ready { game, others, own, against } = ready(self, setup, asked.against)?;
        let wrong =
            |error| StudyError::Replay { part: "situation", origin: origin.to_owned(), error };
        let begun = game.begin(text);
        let begun = begun.map_err(|error| wrong(error.at_its_line(text)))?;
        // The seat that decides is known once the round has been played up to there.
        let dilemma = Dilemma { game: &*game, begun: &begun, players: &*others, seen: None };
        let stop = simulate::stop(dilemma, sampling.seed).map_err(|fault| wrong(fault.into()))?;
        let stop = Arc::new(stop);
        if let Some(mut answer) =
            self.computed(setup, asked, (&*game, &*others, &begun, &stop), sampling)?
        {
            answer.notes.extend(setup::remarks(&*game, [&*others]));
            return Ok(answer);
        }
        let (mut players, (seat, label)) = (others.clone(), &own);
        players.put(stop.seat, &**seat);

        let (profile, confidence) = (self.profile(), setup.confidence);
        let dilemma = Dilemma { players: &*players, ..dilemma };
        let weighed = weigh(dilemma, &stop, confidence, sampling, DEFAULT_NANOSECONDS);
        let Weighed { run, choices, weighs, ignored } = weighed;
        let (worlds, ignores) = (&run.worlds, ignored.is_some());
        if worlds.kept == 0 {
            return refuse(format!(
                "{origin}: of {} worlds none is as the file says; name more of its cards",
                worlds.dealt
            ));
        }
        let nothing = setup::for_nothing(&*game);
        let pays = nothing.is_none();
        let mut verdict = match nothing {
            Some(nothing) => vec![nothing],
            None => verdict(&choices, profile.stake, confidence),
        };
        if ignores && pays {
            verdict.push("What the others did is ignored: too few worlds fit it.".to_owned());
        }
        let is_best = profile.best_strategy.is_some_and(|best| label.starts_with(best));
        if setup.strategies.is_empty() && !is_best && choices.len() > 1 && pays {
            verdict.push(format!(
                "After the choice the seat plays {}; --strategy names another strategy.",
                shown(label)
            ));
        }
        let mut notes = told(&stop, worlds, ignored, label, &against);
        notes.extend(setup::remarks(&*game, [&*players]));
        notes.extend(after_a_shuffle(&*game, Some(&begun)));
        notes.extend(setup::played_by_time(sampling, run.stopped));
        if sampling.until.is_none() && run.timed_out {
            notes.push(
                "rounds took longer than was expected, and the run ended by time: it will not be the \
                 same again; a run with --rounds N can be repeated"
                    .to_owned(),
            );
        }
        let sampled = Some((sampling.seed, worlds.rounds, worlds.dealt));
        let labels = std::slice::from_ref(label);
        let mut manifest = manifest("advise", setup, &*game, labels, sampled);
        manifest.insert("seat".into(), json!(stop.seat + 1));
        manifest.insert("decided".into(), json!(stop.decided));
        if game.players() > 1 {
            manifest.insert("against".into(), json!(against));
        }
        manifest.insert(
            "worlds".into(),
            json!({
                "possible": worlds.possible,
                "kept": worlds.kept,
                "effective": worlds.effective().round(),
                "weighed": weighs && !ignores,
            }),
        );
        let report = Report { verdict, ..Report::new(manifest, vec![table(&choices)]) };
        Ok(Answer { report, stopped: run.stopped, notes })
    }

    /// The choices at a decision if the game computes them and does not have to play them.
    fn computed(
        &self,
        setup: &Setup,
        asked: AdviseAsked<'_>,
        (game, others, begun, stop): (&dyn AnyTable, &dyn Seats, &Begun<'_>, &Stop),
        sampling: &Sampling<'_>,
    ) -> Result<Option<Answer>, StudyError> {
        let exact = asked.method == Method::Exact;
        if exact && !setup.strategies.is_empty() {
            return refuse(
                "a computed value assumes best play after the choice; leave out --strategy, or \
                 --method exact",
            );
        }
        if let Some(until) = sampling.until.filter(|_| exact) {
            return refuse(format!(
                "a computed value needs no rounds; leave out {}, or --method exact",
                until.option()
            ));
        }
        let played = !setup.strategies.is_empty() || sampling.until.is_some();
        if asked.method == Method::Simulate || (played && !exact) {
            return Ok(None);
        }
        let decisions = match decisions(game, others, begun.short.as_ref(), stop) {
            Some(Ok(decisions)) => decisions,
            Some(Err(error)) if exact => return Err(error.into()),
            None if exact => {
                return refuse(format!(
                    "{} computes no choices in such a situation: leave out --method exact",
                    self.name()
                ));
            }
            _ => return Ok(None),
        };
        let (profile, confidence) = (self.profile(), setup.confidence);
        let choices = computed_choices(&decisions, profile.scale(), confidence);
        let verdict = verdict(&choices, profile.stake, confidence);
        let mut manifest = manifest("advise", setup, game, &[], None);
        setup::tell_played(&mut manifest, &decisions);
        manifest.insert("seat".into(), json!(stop.seat + 1));
        manifest.insert("decided".into(), json!(stop.decided));
        let report = Report { verdict, ..Report::new(manifest, vec![table(&choices)]) };
        let notes = Vec::from_iter(after_a_shuffle(game, Some(begun)));
        Ok(Some(Answer { report, stopped: false, notes }))
    }

    /// Checks the rules and the strategies of a question.
    ///
    /// # Errors
    /// As `advise`.
    pub fn check_advice(&self, setup: &Setup, against: Option<&Asked>) -> Result<(), StudyError> {
        ready(self, setup, against).map(|_| ())
    }

    /// Whether the choices with a hand are computed: no rounds are played that could be saved.
    ///
    /// # Errors
    /// If the rules or the hand are invalid.
    pub fn computes_advice(&self, setup: &Setup, hand: HandAsked<'_>) -> Result<bool, StudyError> {
        self.check_situation(hand, false)?;
        Ok(self.long_form(setup, hand)?.is_none())
    }
}

/// A note that the round is taken to be the first after a shuffle, if the game keeps shoes and no
/// cards are said to be gone.
fn after_a_shuffle(game: &dyn AnyTable, begun: Option<&Begun<'_>>) -> Option<String> {
    let goes_on = begun.is_some_and(|begun| begun.opening.written.has_gone());
    let note = "the round is taken to be the first after a shuffle; `gone`, in a --situation, lists the \
                cards that have left the shoe";
    (setup::keeps_shoes(game) && !goes_on).then(|| note.to_owned())
}

/// The refusal of `--method exact` where a game plays the choices out.
fn played_out(game: &str) -> String {
    format!("{game} values these choices by playing them out: leave out --method exact")
}

/// Adds the hand of the question, and its situation, to the manifest.
fn name_hand(report: &mut Report, hand: HandAsked<'_>) {
    report.manifest.insert("hand".into(), json!(hand.hand));
    for (part, value) in hand.situation {
        report.manifest.insert((*part).into(), json!(value));
    }
}

/// The values that a game computes for the choices at a decision, best first; `None` if it computes
/// none there.
fn decisions(
    game: &dyn AnyTable,
    players: &dyn Seats,
    short: Option<&Short>,
    stop: &Stop,
) -> Option<Result<Vec<Decision>, ExactError>> {
    let (found, short) = game.capabilities().decisions.zip(short)?;
    let parts: Vec<(&str, &str)> =
        short.situation.iter().map(|(part, value)| (*part, value.as_str())).collect();
    let asked = HandAsked { hand: Some(&short.hand), situation: &parts };
    let mut decisions = match found.decisions_among(players, stop.seat, asked) {
        Ok(decisions) => decisions,
        Err(error) => return Some(Err(error)),
    };
    for decision in &mut decisions {
        let whole = |action: &&String| action.split(' ').next() == Some(&decision.action);
        let mut named = stop.actions.iter().filter(whole);
        if let (Some(action), None) = (named.next(), named.next()) {
            decision.action.clone_from(action);
        }
    }
    decisions.sort_by(|a, b| b.ev.total_cmp(&a.ev));
    Some(Ok(decisions))
}

/// The choices at a decision, played in the same worlds.
struct Weighed {
    run: WorldsRun,
    /// The choices, best first.
    choices: Vec<Choice>,
    /// Whether worlds are to be weighted by the probability of the other seats' written actions; if
    /// [`Weighed::ignored`] is set, they were not.
    weighs: bool,
    /// The effective number of worlds under these weights, if it was too small, so that the choices
    /// were played again without weights.
    ignored: Option<f64>,
}

/// Plays the choices at a decision in the same worlds; by default for about `nanoseconds` of two
/// cores together.
fn weigh(
    dilemma: Dilemma<'_, '_>,
    stop: &Arc<Stop>,
    confidence: f64,
    sampling: &Sampling<'_>,
    nanoseconds: f64,
) -> Weighed {
    let Dilemma { game, begun, players, .. } = dilemma;
    let units = game.profile().scale();
    let each = cost(game, begun, players);
    let (until, precision) = length(sampling.until, each, units, nanoseconds);
    let &Sampling { seed, stop: halt, journal, .. } = sampling;
    let plan = Plan { seed, until, confidence, stop: halt, journal };
    let watch = |rounds, goal| {
        (sampling.watch)(Snapshot { rounds, goal, said: String::new() });
    };
    let weighs = game.players() > 1 && begun.opening.size().1 > 0;
    let plan = (plan, each, precision);
    let mut run = simulate::advise(dilemma, stop, weighs, plan, &watch);
    let mut ignored = None;
    if run.too_few && !run.stopped {
        ignored = Some(run.worlds.effective());
        run = simulate::advise(dilemma, stop, false, plan, &watch);
    }
    let choices = played_choices(game, &run.worlds, stop, units, confidence, precision);
    Weighed { run, choices, weighs, ignored }
}

/// The value of a choice to the seat that decides.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// The choice, named as in written rounds.
    pub action: String,
    /// The EV by the end of the round, in stakes.
    pub ev: f64,
    /// Half the width of its interval, 0 if computed; `None` if there are too few worlds.
    pub half: Option<f64>,
}

impl std::fmt::Display for Worth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let half = self.half.unwrap_or(0.0);
        let figure = Figure::between(self.ev, Some(self.ev - half), Some(self.ev + half), 1);
        let plus = if self.ev > 0.0 { "+" } else { "" };
        let about = if self.half.is_none() { "about " } else { "" };
        write!(f, "{}: {about}{plus}{}", self.action, figure.signed().replace('-', "−"))
    }
}

/// The value of each choice at a decision, and how it was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// The choices, best first.
    pub choices: Vec<Worth>,
    /// The number of worlds that they were played in; `None` if they were computed.
    pub worlds: Option<u64>,
    /// Whether the other seats' actions are ignored as evidence of their hidden cards, because too
    /// few worlds were left under the weights that they imply.
    pub ignores: bool,
    /// The label of the strategy that plays on.
    pub plays_on: String,
}

/// The value of each choice in the situation `text` to a seat with the views `seen`. The values are
/// computed if `computes` is set and the game can compute them. Otherwise the strategies in the
/// seats play on from every choice, for about `nanoseconds` in all; `plays_on` is the label of the
/// strategy in the deciding seat. `None` if no world fits the situation.
pub fn worth(
    game: &dyn AnyTable,
    (players, plays_on): (&dyn Seats, &str),
    (text, seen): (&str, &Arc<Views>),
    (sampling, nanoseconds, computes): (&Sampling<'_>, f64, bool),
) -> Option<Advice> {
    let plays_on = plays_on.to_owned();
    let begun = game.begin(text).ok()?;
    let dilemma = Dilemma { game, begun: &begun, players, seen: Some(seen) };
    let stop = Arc::new(simulate::stop(dilemma, sampling.seed).ok()?);
    let short = game.seen_in_short(&begun, &stop);
    if computes
        && let Some(Ok(found)) = decisions(game, players, short.as_ref(), &stop)
        // Situations with the same short form would give several values for each choice.
        && found.len() == stop.actions.len()
    {
        let choices = computed_choices(&found, game.profile().scale(), 0.95);
        let choices = worths(&choices);
        return Some(Advice { choices, worlds: None, ignores: false, plays_on });
    }
    let Weighed { run, choices, ignored, .. } = weigh(dilemma, &stop, 0.95, sampling, nanoseconds);
    let kept = run.worlds.kept;
    let (choices, ignores) = (worths(&choices), ignored.is_some());
    (kept > 0).then_some(Advice { choices, worlds: Some(kept), ignores, plays_on })
}

fn worths(choices: &[Choice]) -> Vec<Worth> {
    let worth = |choice: &Choice| {
        let half = choice.high.zip(choice.low).map(|(high, low)| 0.5 * (high - low));
        Worth { action: choice.action.clone(), ev: choice.ev, half }
    };
    choices.iter().map(worth).collect()
}

/// A table, the field of the other seats, and the strategy of the seat that decides, with their
/// labels.
struct Ready {
    game: Box<dyn AnyTable>,
    /// The strategy of the others, in every seat.
    others: Box<dyn Seats>,
    own: (Box<dyn Seats>, String),
    against: String,
}

fn ready(entry: &AnyGame, setup: &Setup, against: Option<&Asked>) -> Result<Ready, StudyError> {
    let profile = entry.profile();
    let game = setup::table(entry, setup)?;
    let (others, against) = setup::others(&*game, &profile, against)?;
    let seat = |asked: &Asked| setup::player(&*game, &profile, asked);
    let own = match &setup.strategies[..] {
        [] => {
            // Best play, if it is available and takes no noticeable time.
            let best = profile.best_strategy.and_then(|best| seat(&best.into()).ok());
            let cheap = |(own, _): &(Box<dyn Seats>, String)| {
                let mut table = others.clone();
                table.put(0, &**own);
                game.preparing(&*table).is_none() && is_cheap(&*game, &*table, &*others)
            };
            match best.filter(cheap) {
                Some(best) => best,
                None => seat(&profile.default_strategy.into())?,
            }
        }
        [one] => seat(one)?,
        several => {
            return refuse(format!(
                "one seat decides, but there are {} strategies for it: name the one that plays on \
                 with --strategy, and that of the others with --against",
                several.len()
            ));
        }
    };
    Ok(Ready { game, others, own, against })
}

/// Whether a round with the players of `table` takes hardly longer than one with those of `beside`.
pub fn is_cheap(game: &dyn AnyTable, table: &dyn Seats, beside: &dyn Seats) -> bool {
    game.nanoseconds(table) < game.nanoseconds(beside) + CHEAP_NANOSECONDS
}

/// The approximate time of a round in a world, in nanoseconds.
fn cost(game: &dyn AnyTable, begun: &Begun<'_>, players: &dyn Seats) -> f64 {
    let (cards, decisions) = begun.opening.size();
    // Seats in which a world may decide are not played in batches.
    let nobody = Arc::new(World::new(Arc::clone(&begun.opening), None).decider(0));
    let one_by_one = setup::chosen(game, players, &nobody);
    game.nanoseconds(players).max(game.nanoseconds(&*one_by_one))
        + CARD_NANOSECONDS * (4 + cards) as f64
        + DECISION_NANOSECONDS * (2 + decisions) as f64
}

/// The end of a run: by default after about `all` nanoseconds of all cores; and the half-width, in
/// money units, at which the intervals are tightest.
fn length(asked: Option<Length>, nanoseconds: f64, units: f64, all: f64) -> (Until, f64) {
    let tightest = |rounds: f64| {
        // The best two choices take half of the rounds, and each of them plays one round per world.
        let worlds = (rounds / 4.0).max(100.0);
        units * normal_two_sided(0.99) / worlds.sqrt()
    };
    match asked {
        None => {
            let rounds = (all / nanoseconds).clamp(FEWEST_ROUNDS, 1e7);
            let scale = 10_f64.powf(rounds.log10().floor() - 1.0);
            let rounds = (rounds / scale).floor() * scale;
            let patience = Duration::from_nanos((PATIENCE * all) as u64);
            (Until::Within(rounds as u64, patience), tightest(rounds))
        }
        Some(Length::Rounds(rounds)) => {
            (Until::Rounds(rounds.min(MAX_ROUNDS)), tightest(rounds as f64))
        }
        Some(Length::Time(time)) => {
            (Until::Time(time), tightest(2e9 * time.as_secs_f64() / nanoseconds))
        }
        Some(Length::Precision(half)) => (Until::Precision(half * units), half * units),
    }
}

/// Notes on the method: the worlds dealt, and the strategy that played on.
fn told(
    stop: &Stop,
    worlds: &Worlds,
    ignored: Option<f64>,
    own: &str,
    against: &str,
) -> Vec<String> {
    let (seat, dealt) = (stop.seat + 1, rounds(worlds.dealt));
    let mut said = match worlds.possible == worlds.dealt {
        true => format!("seat {seat} decides, in {dealt} worlds"),
        false => format!(
            "seat {seat} decides, in {} of {dealt} worlds: those in which the round comes to this decision \
             as written",
            rounds(worlds.possible)
        ),
    };
    if let Some(fitting) = ignored {
        said += &format!(
            "; weighted by how likely {against} is to act as the others did, they are as good as only {} \
             equally likely ones, and {FEWEST_WORLDS} are needed: these actions are ignored",
            rounds(fitting as u64)
        );
    } else if worlds.effective() < worlds.possible as f64 {
        said += &format!(
            "; weighted by how likely {against} is to act as the others did, they are as good as {} \
             equally likely ones",
            rounds(worlds.effective() as u64)
        );
    }
    said += &format!("; after the choice the seat plays {own}");
    let open =
        "some of what it sees is written \"?\": the figures are averages over that".to_owned();
    std::iter::once(said).chain(stop.varies.then_some(open)).collect()
}

/// Checks that the question is about one hand in one situation.
fn one_situation(decisions: &[Decision]) -> Result<(), StudyError> {
    let value = |decision: &Decision, part: &str| -> Option<PartValue> {
        let found = decision.situation.iter().find(|(name, _)| *name == part);
        found.map(|(_, value)| value.clone())
    };
    let Some(first) = decisions.first() else { return Ok(()) };
    let open: Vec<&str> = first
        .situation
        .iter()
        .filter(|(part, of)| {
            decisions.iter().any(|decision| value(decision, part).as_ref() != Some(of))
        })
        .map(|&(part, _)| part)
        .collect();
    match open.is_empty() {
        true if decisions.iter().all(|decision| decision.hand == first.hand) => Ok(()),
        true => Err(StudyError::Exact(ExactError::Question(
            "advice is for one hand: name it by --hand".to_owned(),
        ))),
        false => Err(depends_on(open)),
    }
}

/// The refusal of a question that leaves these parts of the situation open.
fn depends_on(open: Vec<&str>) -> StudyError {
    let them = if open.len() == 1 { "it" } else { "them" };
    let open: Vec<String> = open.iter().map(|part| format!("--{part}")).collect();
    StudyError::Exact(ExactError::Question(format!(
        "what to do with the hand depends on {}; give {them}",
        open.join(" and ")
    )))
}
