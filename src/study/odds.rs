//! Probabilities of events, by the best available method.

use super::cautions::Cautions;
use super::exact;
use super::setup::{self, CARDS, Seated, manifest, plan, played};
use super::tables::{self, Intervals};
use super::{
    Answer, Length, Method, OddsAsked, Report, Sampling, Setup, Snapshot, StudyError, Table, refuse,
};
use crate::framework::settings;
use crate::framework::{AnyGame, AnyTable, DEALT, Event, ExactError, HandAsked, Tallied};
use crate::simulate::{self, Until};
use crate::stats::Weights;
use serde_json::json;

impl AnyGame {
    /// The probability of each event or of one: table `events`; for a hand, table `hand`. Events
    /// are of cards as dealt if the game has such events, unless `played`: then they are of hands
    /// as shown after the strategies have played. In other games they are always as played, unless
    /// a number of cards off the deck is given.
    ///
    /// # Errors
    /// If the rules or the strategies are invalid, or there is no such event, or the method is not
    /// available.
    pub fn odds(
        &self,
        setup: &Setup,
        method: Method,
        asked: OddsAsked<'_>,
        sampling: Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.check()?;
        let OddsAsked { hand, event, played, cards } = asked;
        let mut seated = setup::seated(self, setup)?;
        if let Some(cards) = hand.hand {
            self.check_situation(hand, true)?;
            return seated.judged(setup, cards, hand, &sampling);
        }
        let tallied = seated.tally(setup, (played, cards))?;
        if let Some(name) = event.filter(|_| cards.is_none()) {
            tallied_here(&*seated.game, tallied, name)?;
        }
        let of_cards = |mut answer: Answer| {
            if let Some(cards) = cards {
                answer.report.manifest.insert(CARDS.into(), cards.into());
            }
            answer
        };
        let as_ever = (played && tallied == Tallied::Rounds).then(|| {
            format!(
                "odds of {} are always of rounds as played; --played changes nothing",
                self.name()
            )
        });
        if method == Method::Weighted {
            return seated.weighted(setup, event, tallied, &sampling).map(of_cards);
        }
        let events = seated.game.events();
        let wanted = wanted(&events, event)?;
        if method != Method::Simulate
            && let Some(mut answer) = seated.counted(setup, method, &wanted, &sampling)?
        {
            answer.notes.extend(as_ever);
            return Ok(of_cards(answer));
        }
        let (run, intervals) = seated.run_for_events(setup, &sampling, &wanted);
        let table = tables::events(&events, &run.tally.events(), intervals, wanted);
        let mut answer = seated.answer("odds", setup, &run, intervals, &sampling, vec![table]);
        if let Some(half) = intervals.precision {
            answer.report.manifest.insert("precision".into(), json!(half));
        }
        answer.notes.extend(as_ever);
        if tallied == Tallied::Shown {
            answer.report.manifest.insert("played".into(), true.into());
        }
        Ok(of_cards(answer))
    }

    /// The highest probability of the game's rarest event that a player can reach by playing for
    /// nothing else: table `events`.
    ///
    /// # Errors
    /// If the rules are invalid, or the game has no such event.
    pub fn ceiling(&self, setup: &Setup) -> Result<Answer, StudyError> {
        let game = setup::table(self, setup)?;
        let hunt = game.capabilities().maximum_probability.ok_or_else(|| {
            ExactError::Question(format!(
                "{} has no event whose highest probability is computed",
                self.name()
            ))
        })?;
        let (name, low, high) = hunt.maximum_probability();
        let mut manifest = manifest("odds", setup, &*game, &[], None);
        manifest.insert("ceiling".into(), true.into());
        let tables = vec![tables::ceiling(name, low, high)];
        let note =
            "for a lone player who wants nothing else, from endless shoes in these proportions";
        let notes = vec![format!("{name}: the highest probability that play can reach, {note}")];
        Ok(Answer { report: Report::new(manifest, tables), stopped: false, notes })
    }
}

/// The reason why odds that are counted cannot be counted in parts.
const WHOLE: &str = "what is counted exactly has no parts; leave it out";

/// Refuses a length of play where odds are counted; `what` begins the sentence, as in "the odds of a
/// hand are".
fn refuse_length(what: &str, sampling: &Sampling<'_>) -> Result<(), StudyError> {
    match sampling.until {
        None => Ok(()),
        Some(until) => refuse(format!("{what} counted, not played; leave out {}", until.option())),
    }
}

impl Seated {
    /// The answer of odds that are not played.
    fn not_played(&self, setup: &Setup, table: Table) -> Answer {
        let manifest = manifest("odds", setup, &*self.game, &self.strategies, None);
        let report = Report::new(manifest, vec![table]);
        Answer { report, stopped: false, notes: self.game.exact_notes() }
    }

    /// The odds of a hand.
    fn judged(
        &self,
        setup: &Setup,
        cards: &str,
        asked: HandAsked<'_>,
        sampling: &Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        sampling.not_shared(WHOLE)?;
        refuse_length("the odds of a hand are", sampling)?;
        if !setup.strategies.is_empty() {
            return refuse(
                "the odds of a hand are those of its cards, whoever plays; leave out --strategy",
            );
        }
        let judge = self.game.capabilities().hands.ok_or_else(|| {
            let name = self.game.profile().name;
            ExactError::Question(format!("{name} judges no hands; leave out --hand"))
        })?;
        let facts = judge.hand_facts(cards, asked)?;
        let mut answer = self.not_played(setup, tables::hand(&facts));
        // A hand is judged without players, so the manifest names no strategies.
        answer.report.manifest.insert("strategies".into(), json!([]));
        Ok(answer)
    }

    /// The odds as the game counts them; `None` if they are to be played, because it cannot count
    /// those of whole runs and the method leaves that open.
    fn counted(
        &mut self,
        setup: &Setup,
        method: Method,
        wanted: impl Fn(&Event) -> bool,
        sampling: &Sampling<'_>,
    ) -> Result<Option<Answer>, StudyError> {
        let exact = self.game.capabilities().exact;
        if method == Method::Exact {
            sampling.not_shared(WHOLE)?;
            refuse_length("with --method exact, odds are", sampling)?;
        }
        let (figures, enumerated) = match exact {
            _ if method == Method::Exact => exact::figures(&*self.game, &mut *self.players)?,
            Some(exact) if exact.is_whole() => match exact.exact(&mut *self.players) {
                Ok(figures) => (figures, None),
                Err(ExactError::OutOfReach(_)) => return Ok(None),
                Err(error) => return Err(error.into()),
            },
            _ => return Ok(None),
        };
        sampling.not_shared(WHOLE)?;
        let table = tables::exact_events(&self.game.events(), &figures, wanted);
        let mut answer = self.not_played(setup, table);
        answer.notes.extend(Cautions::of_figures(&*self.game, &figures));
        answer.notes.extend(enumerated.map(str::to_owned));
        answer.notes.extend(sampling.until.map(|until| {
            format!(
                "computed exactly; {} was not used (--method simulate plays the rounds)",
                until.option()
            )
        }));
        Ok(Some(answer))
    }

    /// Samples the odds of one event, or of all possible ones.
    fn run_for_events(
        &self,
        setup: &Setup,
        sampling: &Sampling<'_>,
        wanted: impl Fn(&Event) -> bool,
    ) -> (simulate::Run, Intervals) {
        let mut plan = plan(&*self.game, setup, sampling, self.game.nanoseconds(&*self.players));
        if let Some(Length::Precision(half)) = sampling.until {
            plan.until = Until::Precision(half);
        }
        let events = self.game.events();
        let open = events.iter().enumerate().filter(|(_, event)| event.possible && wanted(event));
        let open: Vec<usize> = open.map(|(at, _)| at).collect();
        let intervals = Intervals::of(plan.confidence, plan.until);
        let watch = |progress: simulate::Progress<'_>| {
            let tallies = progress.tally.events();
            let share = |at: &usize| intervals.proportion(&tallies[*at].hits, tallies[*at].rounds);
            let shares = open.iter().map(|at| (at, share(at)));
            let widest = shares.max_by(|a, b| a.1.half_width().total_cmp(&b.1.half_width()));
            let said = widest.map(|(&at, share)| {
                let value = share.value.unwrap_or(0.0);
                format!("{} {value:.5} ± {:.5}", events[at].name, share.half_width())
            });
            let rounds = progress.tally.rounds();
            let said = said.unwrap_or_default();
            (sampling.watch)(Snapshot { rounds, goal: progress.goal, said });
        };
        let run = simulate::run_for_events(&*self.game, &*self.players, &open, plan, &watch);
        let precision = intervals.precision.filter(|_| !run.stopped);
        (run, Intervals { precision, ..intervals })
    }

    /// Makes the game tally the unit of the question: cards as dealt, or hands as shown if
    /// `played`; rounds if the game has no such events.
    fn tally(
        &mut self,
        setup: &Setup,
        (played, cards): (bool, Option<u32>),
    ) -> Result<Tallied, StudyError> {
        let tallied = if played { Tallied::Shown } else { Tallied::Dealt };
        let game = match cards {
            None => self.game.capabilities().tallying.map(|game| game.tallying(tallied)),
            Some(cards) => Some(dealing(&*self.game, cards)?),
        };
        let Some(game) = game else { return Ok(Tallied::Rounds) };
        self.game = game;
        if tallied == Tallied::Dealt {
            if cards.is_some() && !setup.strategies.is_empty() {
                return refuse(
                    "cards off the full deck depend on no strategy; leave out --strategy",
                );
            }
            if !setup.strategies.is_empty() {
                return refuse(
                    "cards as dealt depend on no strategy; add --played for what is shown when \
                     strategies have played, or leave out --strategy",
                );
            }
            self.players = self.game.nobody();
            self.strategies.clear();
        }
        Ok(tallied)
    }

    /// The odds of one event by importance sampling.
    fn weighted(
        &self,
        setup: &Setup,
        event: Option<&str>,
        tallied: Tallied,
        sampling: &Sampling<'_>,
    ) -> Result<Answer, StudyError> {
        if tallied == Tallied::Shown {
            return refuse(
                "importance sampling is of cards as dealt; leave out --played, or use --method \
                 simulate",
            );
        }
        if let Some(Length::Precision(_)) = sampling.until {
            return refuse("importance sampling goes by --rounds or --time, not --precision");
        }
        let none = || {
            refuse(format!(
                "{} has no event so rare that importance sampling would help; methods here are \
                 auto, exact, simulate",
                self.game.profile().name
            ))
        };
        let Some(rare) = self.game.capabilities().rare else { return none() };
        let name = event.unwrap_or(rare.usual());
        let events = self.game.events();
        let wanted = wanted(&events, Some(name))?;
        let found = events.iter().enumerate().find(|(_, event)| wanted(event));
        let Some((index, event)) = found else { return none() };
        let Some(sampler) = rare.sampler(index) else { return none() };
        let plan = plan(&*self.game, setup, sampling, sampler.nanoseconds());
        let confidence = setup.confidence;
        let watch = |weights: &Weights, goal: Option<u64>| {
            let p = weights.proportion(confidence);
            let said = p.value.map(|value| format!("{name} {value:.4e} ± {:.1e}", p.high - value));
            let said = said.unwrap_or_default();
            (sampling.watch)(Snapshot { rounds: weights.trials(), goal, said });
        };
        let run = simulate::weigh(&*sampler, plan, &watch);
        let weights = run.weights;
        let (rounds, effective) = (weights.trials(), weights.effective_sample_size());
        let sampled = Some((sampling.seed, rounds, rounds));
        let mut manifest = manifest("odds", setup, &*self.game, &self.strategies, sampled);
        manifest.insert("effective_sample_size".into(), json!(effective));
        manifest.insert("largest_weight".into(), json!(weights.largest()));
        let mut notes: Vec<String> = played(sampling, run.stopped, rounds).into_iter().collect();
        if let (Some(effective), Some(largest)) = (effective, weights.largest()) {
            let hits = weights.hits();
            notes.push(format!(
                "deals were drawn so that {name} is likely: {hits} of {rounds} had it, each \
                 weighted to correct for that; effective sample size {effective:.0}, largest weight \
                 {largest:.4e}"
            ));
            if weights.is_bounded_only() {
                notes.push(
                    "with so few deals, or hits, only an upper bound of the probability is known"
                        .to_owned(),
                );
            }
        }
        let tables = vec![tables::weighted(event, &weights, confidence)];
        Ok(Answer { report: Report::new(manifest, tables), stopped: run.stopped, notes })
    }
}

/// The table that tallies hands of `cards` cards dealt off the deck.
fn dealing(game: &dyn AnyTable, cards: u32) -> Result<Box<dyn AnyTable>, StudyError> {
    let odds = game.capabilities().hand_odds;
    let sizes = odds.map(|odds| odds.hand_sizes());
    let found = sizes.as_ref().filter(|sizes| sizes.contains(&cards));
    odds.filter(|_| found.is_some()).map(|odds| odds.dealing(cards)).ok_or_else(|| {
        StudyError::refused(match sizes {
            Some(sizes) => {
                let (low, high) = (sizes.start(), sizes.end());
                format!("--cards {cards} is not allowed: hands of {low}..={high} cards")
            }
            None => {
                let name = game.profile().name;
                format!("{name} has no odds of hands by their number of cards; leave out --cards")
            }
        })
    })
}

/// Refuses an event of the game that belongs to another unit than the one tallied, and says how to
/// ask for it.
fn tallied_here(game: &dyn AnyTable, tallied: Tallied, name: &str) -> Result<(), StudyError> {
    let has = |events: Vec<Event>, name: &str| events.iter().any(|event| event.name == name);
    let others = game.capabilities().tallying;
    let of =
        |other, name: &str| others.is_some_and(|game| has(game.tallying(other).events(), name));
    if has(game.events(), name) {
        return Ok(());
    }
    if tallied == Tallied::Rounds {
        let of_cards = name.starts_with(DEALT) && game.capabilities().hand_odds.is_some();
        let why =
            format!("`{}` is of cards off the full deck; add --cards K", settings::shown(name));
        return if of_cards { refuse(why) } else { Ok(()) };
    }
    let dealt = format!("{DEALT}{name}");
    let why = if of(Tallied::Dealt, name) {
        format!("`{name}` is of cards as dealt; leave out --played")
    } else if of(Tallied::Shown, name) {
        format!(
            "`{name}` is of hands as shown, which --played asks for; of cards as dealt it is `{dealt}`"
        )
    } else if of(Tallied::Rounds, name) {
        format!("`{name}` is of rounds as played; ask simulate {}", game.profile().name)
    } else {
        return Ok(());
    };
    refuse(why)
}

/// The names of events for a message: all of them, or, if there are too many, each kind once; the
/// kind is the part before the last colon.
fn all_named(names: &[&str]) -> String {
    const MANY: usize = 60;
    if names.len() <= MANY {
        return names.join(", ");
    }
    let kind = |name: &&str| name.rsplit_once(':').map_or(*name, |(kind, _)| kind).to_owned();
    let groups = names.chunk_by(|a, b| kind(a) == kind(b) && a.contains(':'));
    let told = groups.map(|group| match group {
        [name] => (*name).to_owned(),
        _ => format!("{}:… ({} of them, such as {})", kind(&group[0]), group.len(), group[0]),
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The event that was probably meant: the same one as dealt or as played, otherwise one with a
/// similar name.
fn nearest_event<'a, I: Iterator<Item = &'a str>>(
    found: &str,
    known: impl Fn() -> I,
) -> Option<String> {
    let other = match found.strip_prefix(DEALT) {
        Some(played) => played.to_owned(),
        None => format!("{DEALT}{found}"),
    };
    let same = known().find(|known| *known == other).map(str::to_owned);
    let near = |name: &str| settings::nearest(name, known());
    same.or_else(|| near(found)).or_else(|| near(&other))
}

/// Selects the events asked for: all, or the one with this name.
pub(super) fn wanted(
    events: &[Event],
    name: Option<&str>,
) -> Result<impl Fn(&Event) -> bool, StudyError> {
    let known = || events.iter().map(|event| event.name.as_str());
    if let Some(found) = name.filter(|name| known().all(|known| known != *name)) {
        return Err(StudyError::Event {
            found: found.to_owned(),
            nearest: nearest_event(found, known),
            known: all_named(&known().collect::<Vec<_>>()),
        });
    }
    let name = name.map(str::to_owned);
    Ok(move |event: &Event| name.as_ref().is_none_or(|name| *name == event.name))
}
