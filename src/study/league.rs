//! Leagues: the payoff of each strategy in a field of each strategy, its own included; the mixture
//! in whose field none of them wins more than the mixture itself; and the gain of a tuned reply to
//! that mixture.

use super::compare::slow;
use super::figure::{Figure, rounds_in_words, written};
use super::setup::{self, Entrant, manifest};
use super::tune::{self, Field, seed_of};
use super::{Answer, Asked, Length, Report, Sampling, Setup, Snapshot, StudyError, Table, refuse};
use crate::framework::ALL;
use crate::framework::{AnyGame, AnyTable, Seats};
use crate::simulate::{self, Contender, ContestProgress, Plan, Until};
use crate::stats::estimate::{FEW_SESSIONS, is_rounding};
use crate::stats::quantile::mean_two_sided;
use crate::stats::{Estimate, Mixture, Moments, mixture, sidak};
use crate::strategy::{self, catalogue};
use serde_json::json;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// A league, whose members are the strategies of the [`Setup`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeagueAsked {
    /// The names of the replies to the mixture to look for, in order.
    pub replies: Vec<String>,
    /// Whether replies may have more rules than the files that they are tuned from.
    pub adds: bool,
}

/// The default duration of a league on two cores, and of the search for a reply.
const MATCHES: Duration = Duration::from_secs(20);
const REPLY: Duration = Duration::from_secs(60);
/// The minimum number of rounds of a match.
const FEWEST: u64 = 200;

/// A member of a league.
struct Member {
    label: String,
    /// The strategy as given, from which a reply can be tuned.
    asked: Asked,
    player: Box<dyn Seats>,
}

/// The net of the row's member over its rounds in a field of the column's member, by row, then
/// column.
type Payoffs = Vec<Vec<Moments>>;

/// A league at a table.
struct League {
    game: Box<dyn AnyTable>,
    members: Vec<Member>,
    payoffs: Payoffs,
    /// Whether the search for the last mixture was completed, so that no other equilibrium wins
    /// more.
    is_best: bool,
    notes: Vec<String>,
}

fn league(entry: &AnyGame, setup: &Setup) -> Result<League, StudyError> {
    let profile = entry.profile();
    let game = setup::table(entry, setup)?;
    if game.players() < 2 {
        return refuse(format!(
            "a league needs opponents, and {} has one player {}",
            profile.name,
            setup::at_one_seat(&profile)
        ));
    }
    if let Some(why) = setup::for_nothing(&*game) {
        return refuse(why);
    }
    let all = [Asked::from(ALL)];
    let asked = if setup.strategies.is_empty() { &all[..] } else { &setup.strategies[..] };
    let (entrants, notes) = setup::entrants(&*game, &profile, asked)?;
    let member = |Entrant { label, asked, player, .. }| Member { label, asked, player };
    let members: Vec<Member> = entrants.into_iter().map(member).collect();
    match members.len() {
        0 | 1 => refuse("a league has two members or more: name others with --strategy"),
        _ => Ok(League { game, members, payoffs: Vec::new(), is_best: true, notes }),
    }
}

impl League {
    /// A table full of players of one member.
    fn field(&self, member: usize) -> Box<dyn Seats> {
        setup::field(&*self.game, &*self.members[member].player)
    }

    /// The approximate average time of a round in a field of a member, in nanoseconds.
    fn nanoseconds(&self) -> f64 {
        let of = |member| self.game.nanoseconds(&*self.field(member));
        (0..self.members.len()).map(of).sum::<f64>() / self.members.len() as f64
    }

    /// The nets of some members in seat 1 of a field of another, on the same luck; and whether the
    /// run was stopped. `show` is told the rounds so far.
    fn matches(
        &self,
        rows: std::ops::Range<usize>,
        column: usize,
        until: Until,
        sampling: &Sampling<'_>,
        show: &(dyn Fn(u64) + Sync),
    ) -> (Vec<Moments>, bool) {
        let field = self.field(column);
        let at_table = |row: usize| {
            let mut players = field.clone();
            players.put(0, &*self.members[row].player);
            Contender { players, seat: 0 }
        };
        let contenders: Vec<Contender> = rows.map(at_table).collect();
        let seed = seed_of(sampling.seed, column as u64);
        let plan =
            Plan { seed, until, confidence: 0.95, stop: sampling.stop, journal: sampling.journal };
        let all = 0..contenders.len();
        let watch = |progress: ContestProgress<'_>| {
            let rounds = all.clone().map(|row| progress.contest.moments(row).n as u64);
            show(rounds.sum());
        };
        let run = simulate::compare(&*self.game, &contenders, plan, &watch);
        let moments = all.clone().map(|row| *run.contest.moments(row)).collect();
        (moments, run.stopped)
    }

    /// The rounds of all matches so far.
    fn rounds(&self) -> u64 {
        self.payoffs.iter().flatten().map(|moments| moments.n as u64).sum()
    }

    /// Lets all members play in the field of one, and keeps the results; returns whether it was
    /// stopped.
    fn play_field(&mut self, column: usize, until: Until, sampling: &Sampling<'_>) -> bool {
        let members = self.members.len();
        let before = self.rounds();
        // A single field is not a league: without a journal, a stop before there are two loses
        // nothing.
        let is_kept = column > 0 || sampling.journal.is_some();
        let said = format!("{} of {members} fields", column + 1);
        let show = |rounds: u64| {
            let rounds = if is_kept { before + rounds } else { 0 };
            (sampling.watch)(Snapshot { rounds, goal: None, said: said.clone() });
        };
        let (found, stopped) = self.matches(0..members, column, until, sampling, &show);
        // A standard error needs at least two sessions.
        if found.iter().all(|moments| moments.sessions > 1) {
            self.payoffs.resize(self.members.len(), Vec::new());
            self.payoffs.iter_mut().zip(found).for_each(|(row, moments)| row.push(moments));
        }
        stopped
    }

    /// Lets all members play in the field of each; returns whether it was stopped before the end.
    ///
    /// # Errors
    /// If too few sessions were played.
    fn play_fields(&mut self, until: Until, sampling: &Sampling<'_>) -> Result<bool, StudyError> {
        let members = self.members.len();
        for column in 0..members {
            if self.play_field(column, until, sampling) {
                self.stop_early()?;
                return Ok(true);
            }
            if self.payoffs.first().map_or(0, Vec::len) <= column {
                return Err(too_few());
            }
        }
        Ok(false)
    }

    /// The fields of the members that the mixture plays, with their weights, and their names.
    fn mixed_fields(&self, weights: &[f64]) -> (Vec<Field>, String) {
        let fields = (weights.iter().enumerate())
            .filter(|(_, weight)| **weight > 0.0)
            .map(|(one, &weight)| Field { weight, table: self.field(one) })
            .collect();
        let labels: Vec<&str> = self.members.iter().map(|one| one.label.as_str()).collect();
        let names = match &played(&labels, weights)[..] {
            [only] => only.clone(),
            several => format!("all one of {}", several.join(", ")),
        };
        (fields, names)
    }

    /// Keeps only the first members, and their matches against each other.
    fn keep(&mut self, members: usize) {
        self.members.truncate(members);
        self.payoffs.truncate(members);
        self.payoffs.iter_mut().for_each(|row| row.truncate(members));
    }

    /// Leaves out the members in whose field nobody has played yet.
    ///
    /// # Errors
    /// If fewer than two are left.
    fn stop_early(&mut self) -> Result<(), StudyError> {
        let (members, reached) = (self.members.len(), self.payoffs.first().map_or(0, Vec::len));
        if reached < 2 {
            let why = format!(
                "stopped in the first of {members} fields, and a league of one says nothing"
            );
            return Err(StudyError::Stopped { why });
        }
        if reached < members {
            let left: Vec<&str> =
                self.members[reached..].iter().map(|member| &*member.label).collect();
            self.notes.push(format!("left out {}: stopped before their fields", left.join(", ")));
        }
        self.keep(reached);
        Ok(())
    }

    /// Adds a member after its matches with all others; `false`, without adding it, if stopped.
    fn join(&mut self, member: Member, until: Until, sampling: &Sampling<'_>) -> bool {
        let newest = self.members.len();
        self.members.push(member);
        let play = |column| self.matches(newest..newest + 1, column, until, sampling, &|_| {});
        let whole = |(moments, stopped): (Vec<Moments>, bool)| (!stopped).then_some(moments);
        let row: Option<Vec<_>> = (0..newest).map(|column| whole(play(column))).collect();
        let joined = row.is_some_and(|row| {
            self.payoffs.push(row.into_iter().flatten().collect());
            !self.play_field(newest, until, sampling)
                && self.payoffs.iter().all(|row| row.len() == self.members.len())
        });
        if !joined {
            self.keep(newest);
        }
        joined
    }

    /// The mixture: the probability of playing each member.
    fn weights(&mut self, sampling: &Sampling<'_>) -> Result<Vec<f64>, StudyError> {
        let said = "the mixture".to_owned();
        (sampling.watch)(Snapshot { rounds: self.rounds(), goal: None, said });
        let payoffs: Vec<Vec<f64>> =
            self.payoffs.iter().map(|row| row.iter().map(mean).collect()).collect();
        let Mixture { weights, is_best } = mixture(&payoffs, sampling.stop);
        self.is_best = is_best;
        let mut counted = weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0);
        // The error of a few identical sessions is unknown.
        let unknown = |moments: &Moments| {
            moments.sessions < FEW_SESSIONS && moments.ratio_variance().unwrap_or_default() == 0.0
        };
        match weights.is_empty()
            || counted.any(|(column, _)| self.payoffs.iter().any(|row| unknown(&row[column])))
        {
            true => Err(too_few()),
            false => Ok(weights),
        }
    }

    /// The payoff of a member in the mixture of fields, in money units.
    fn value(&self, member: usize, weights: &[f64]) -> f64 {
        self.payoff(member, weights, 0.95).value
    }

    /// The payoff of a member in the mixture of fields.
    fn payoff(&self, member: usize, weights: &[f64], confidence: f64) -> Payoff {
        let scale = self.game.profile().scale();
        let mut payoff = Payoff { value: 0.0, se: 0.0, unseen: 0.0 };
        let mut variance = 0.0;
        for (moments, weight) in self.payoffs[member].iter().zip(weights) {
            payoff.value += weight * mean(moments);
            if is_rounding(moments, scale) {
                let ev = Estimate::ratio(moments, scale, confidence);
                let half = ev.and_then(|ev| Some(ev.high? - ev.value));
                payoff.unseen += weight * half.unwrap_or_default() * scale;
            } else {
                variance += weight * weight * moments.ratio_variance().unwrap_or_default();
            }
        }
        Payoff { se: variance.sqrt(), ..payoff }
    }

    /// The member that could lead the mixture by most in the mixture's field, and the upper bound
    /// of that lead in money units; `None` if none can lead.
    fn doubt(&self, weights: &[f64], confidence: f64) -> Option<(usize, f64)> {
        let all = self.members.len();
        let others = (0..all).filter(|&one| weights[one] < 1.0);
        let alpha = sidak(confidence, others.clone().count().max(1));
        let quantile = self.errors(alpha);
        let each: Vec<Payoff> =
            (0..all).map(|member| self.payoff(member, weights, 1.0 - alpha)).collect();
        let most = |one: usize| {
            // The error of the lead is computed as if each member had luck of its own; on common
            // luck it is smaller.
            let share = |member: usize| f64::from(u8::from(member == one)) - weights[member];
            let parts = || (0..all).map(|member| (share(member), &each[member]));
            let value: f64 = parts().map(|(share, payoff)| share * payoff.value).sum();
            let variance: f64 = parts().map(|(share, payoff)| (share * payoff.se).powi(2)).sum();
            let unseen: f64 = parts().map(|(share, payoff)| share.abs() * payoff.unseen).sum();
            value + quantile * variance.sqrt() + unseen
        };
        let all = others.map(|one| (one, most(one))).filter(|(_, most)| *most > 0.0);
        all.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The minimum over all matches of a count, such as the rounds or sessions.
    fn fewest(&self, of: impl Fn(&Moments) -> u64) -> u64 {
        self.payoffs.iter().flatten().map(of).min().unwrap_or(0)
    }

    /// Half the width of an interval that is wrong with probability `alpha`, in standard errors: by
    /// the match with the fewest sessions.
    fn errors(&self, alpha: f64) -> f64 {
        mean_two_sided(1.0 - alpha, self.fewest(|moments| moments.sessions))
    }

    /// The tables `league`, with the most played member first, and `payoffs`.
    fn tables(&self, weights: &[f64], confidence: f64, units: f64) -> Vec<Table> {
        let all = self.members.len();
        let alpha = sidak(confidence, all);
        let quantile = self.errors(alpha);
        let mut table =
            Table::new("league", ["strategy", "weight", "ev_against_mixture", "low", "high"]);
        let mut order: Vec<usize> = (0..all).collect();
        let value = |one: usize| self.value(one, weights);
        order.sort_by(|&a, &b| {
            weights[b].total_cmp(&weights[a]).then(value(b).total_cmp(&value(a)))
        });
        for one in order {
            let Payoff { value, se, unseen } = self.payoff(one, weights, 1.0 - alpha);
            let half = quantile * se + unseen;
            table.push(vec![
                self.members[one].label.as_str().into(),
                weights[one].into(),
                (value / units).into(),
                ((value - half) / units).into(),
                ((value + half) / units).into(),
            ]);
        }
        if self.doubt(weights, confidence).is_some() {
            table.note.push(
                "The weights come from sampled payoffs: longer matches may change them.".to_owned(),
            );
        }
        let mut matches = Table::new("payoffs", ["row", "column", "ev", "se"]);
        for (row, of_row) in self.members.iter().zip(&self.payoffs) {
            for (column, moments) in self.members.iter().zip(of_row) {
                matches.push(vec![
                    row.label.as_str().into(),
                    column.label.as_str().into(),
                    (mean(moments) / units).into(),
                    moments.ratio_variance().map(|variance| variance.sqrt() / units).into(),
                ]);
            }
        }
        let lengths = || self.payoffs.iter().flatten().map(|moments| moments.n as u64);
        if let (Some(least), Some(most)) = (lengths().min(), lengths().max())
            && least < most
        {
            matches.note.push(format!(
                "The matches have from {} to {}.",
                rounds_in_words(least),
                rounds_in_words(most)
            ));
        }
        vec![table, matches]
    }
}

fn too_few() -> StudyError {
    let why = "no mixture of these strategies can be told from so few sessions: play more rounds";
    StudyError::refused(why.to_owned())
}

/// The average net of a round, in money units.
fn mean(moments: &Moments) -> f64 {
    moments.ratio().unwrap_or_default()
}

/// The payoff of a member in a mixture of fields, in money units.
struct Payoff {
    value: f64,
    /// The standard error of the matches whose sessions differ.
    se: f64,
    /// The distance that results which have not come yet could make, of the matches whose sessions
    /// were all the same.
    unseen: f64,
}

impl AnyGame {
    /// Notes on the cause of a slow league and its expected duration on `threads` threads; empty if
    /// it is not slow.
    pub fn slow_league(&self, setup: &Setup, until: Option<Length>, threads: usize) -> Vec<String> {
        let Ok(league) = league(self, setup) else { return Vec::new() };
        let fields: Vec<_> = (0..league.members.len()).map(|member| league.field(member)).collect();
        let labels = league.members.iter().map(|member| &*member.label);
        let tables: Vec<_> = labels.zip(fields.iter().map(|field| &**field)).collect();
        // Every member plays in every field.
        let rate = threads as f64 / tables.len() as f64;
        slow(&*league.game, &tables, until, (rate, "all matches"))
    }

    /// Checks a league before a card is dealt.
    ///
    /// # Errors
    /// If the rules or a strategy are invalid, or there are no opponents.
    pub fn check_league(&self, setup: &Setup, asked: &LeagueAsked) -> Result<(), StudyError> {
        let league = league(self, setup)?;
        let mut files =
            league.members.iter().filter(|one| self.can_be_tuned(&one.asked)).peekable();
        if !asked.replies.is_empty() && files.peek().is_none() {
            return refuse(
                "replies are tuned from strategy files, and no member of the league is one",
            );
        }
        if asked.adds && !files.any(|one| tune::has_rules(self, &one.asked)) {
            return refuse("--add-rules: no member of the league is a file with [[rule]] tables");
        }
        Ok(())
    }

    /// Whether a member is a strategy file as it is, from which replies are tuned.
    pub fn can_be_tuned(&self, asked: &Asked) -> bool {
        strategy::split(&asked.written).1.is_none()
            && catalogue::text_of(&self.profile(), asked).is_some()
    }

    /// Plays a league: tables `league`, `payoffs`, and the texts of the replies that joined it.
    ///
    /// # Errors
    /// As `check_league`; [`StudyError::Stopped`] in the first field.
    pub fn league(
        &self,
        setup: &Setup,
        asked: &LeagueAsked,
        sampling: Sampling<'_>,
    ) -> Result<(Vec<String>, Answer), StudyError> {
        sampling.check()?;
        sampling.not_shared(match asked.replies.is_empty() {
            true => "the mixture follows from all matches at once; --checkpoint keeps these, and --threads spreads the work",
            false => tune::FOLLOWS,
        })?;
        let mut league = league(self, setup)?;
        let (profile, units) = (self.profile(), self.profile().scale());
        let lengths = Lengths::new(&league, asked.replies.len(), sampling.until);
        let mut stopped = league.play_fields(lengths.matches(), &sampling)?;
        let mut weights = league.weights(&sampling)?;
        let replies = match stopped {
            true => Replies::default(),
            false => {
                self.replies(setup, asked, (&mut league, &mut weights), &lengths, &sampling)?
            }
        };
        stopped |= replies.stopped;
        let labels: Vec<String> = league.members.iter().map(|one| one.label.clone()).collect();
        let named: Vec<&str> = labels.iter().map(String::as_str).collect();
        let rounds = league.fewest(|moments| moments.n as u64);
        let sampled = Some((sampling.seed, rounds, league.fewest(|moments| moments.sessions)));
        let mut manifest = manifest("league", setup, &*league.game, &labels, sampled);
        manifest.insert("seat".into(), json!(1));
        let tables = league.tables(&weights, setup.confidence, units);
        let doubt = league.doubt(&weights, setup.confidence);
        let verdict = verdict(&named, &weights, (doubt, replies.last), (units, profile.stake));
        let report = Report { verdict, ..Report::new(manifest, tables) };
        let rounds = format!("each match has at least {}", rounds_in_words(rounds));
        let fields: Vec<_> = (0..league.members.len()).map(|member| league.field(member)).collect();
        let remarks = setup::remarks(&*league.game, fields.iter().map(|field| &**field));
        let by_time = setup::played_by_time(&sampling, stopped);
        let ways = (!league.is_best).then(|| {
            "the search for the best mixture was cut short: another one that no member beats may win more"
                .to_owned()
        });
        let files = league.members.iter().any(|one| self.can_be_tuned(&one.asked));
        let unasked = (asked.replies.is_empty() && files).then(|| {
            "no reply was looked for: with --reply FILE.toml a file of the league is tuned to win more in \
             the field of the mixture"
                .to_owned()
        });
        let notes = league.notes.into_iter().chain(remarks).chain(ways).chain([rounds]);
        let notes = notes.chain(by_time).chain(unasked).collect();
        Ok((replies.texts, Answer { report, stopped, notes }))
    }

    /// Tunes the replies that were asked for, each to the mixture of all members so far, until one
    /// does not win more than the best member; those that do join the league. Updates the weights
    /// of the mixture.
    fn replies(
        &self,
        setup: &Setup,
        asked: &LeagueAsked,
        (league, weights): (&mut League, &mut Vec<f64>),
        lengths: &Lengths,
        sampling: &Sampling<'_>,
    ) -> Result<Replies, StudyError> {
        let mut replies = Replies::default();
        for name in &asked.replies {
            // A reply is tuned from the file that does best in the mixture.
            let files = (0..league.members.len())
                .filter(|&one| self.can_be_tuned(&league.members[one].asked));
            let value = |one: usize| league.value(one, weights);
            let Some(from) = files.max_by(|&a, &b| value(a).total_cmp(&value(b))) else { break };
            let seed = seed_of(sampling.seed, u64::MAX - 1 - replies.texts.len() as u64);
            let looked = Sampling { seed, until: Some(lengths.reply()), ..*sampling };
            let from_file = &league.members[from].asked;
            let adds = asked.adds && tune::has_rules(self, from_file);
            // A reply must win more than the best member. Both are measured on luck that took no
            // part in choosing either.
            let best = (0..league.members.len()).max_by(|&a, &b| value(a).total_cmp(&value(b)));
            let best = best.filter(|&best| value(best) > value(from));
            let rival = best.map(|best| {
                let Member { player, label, .. } = &league.members[best];
                (player.clone(), label.clone())
            });
            let tuned_from = (from_file, name.as_str(), adds);
            let fields = league.mixed_fields(weights);
            let reply = tune::reply(self, setup, tuned_from, fields, rival, looked)?;
            replies.stopped |= sampling.stop.load(Ordering::Relaxed);
            let unchanged = (!reply.changed).then(|| league.members[from].label.clone());
            replies.last = reply.gain.map(|gain| LastReply { gain, unchanged });
            let gains = reply.changed && reply.gain.is_some_and(|gain| gain.low > 0.0);
            if !gains || replies.stopped {
                // A reply that wins is kept, even if no time is left for its matches.
                replies.texts.extend(gains.then_some(reply.text));
                break;
            }
            let memory = league.members[from].asked.memory.clone();
            let file = Asked { file: Some(reply.text.clone()), memory, ..name.as_str().into() };
            let member = Member { label: name.clone(), asked: file, player: reply.player };
            replies.texts.push(reply.text);
            if !league.join(member, lengths.later_matches(league), sampling) {
                replies.stopped = true;
                break;
            }
            *weights = league.weights(sampling)?;
        }
        Ok(replies)
    }
}

/// The replies to the mixture of a league.
#[derive(Default)]
struct Replies {
    /// The files of those that win more than the best member before them.
    texts: Vec<String>,
    last: Option<LastReply>,
    stopped: bool,
}

/// The lengths of the parts of a league.
struct Lengths {
    until: Option<Length>,
    /// The time of all first matches, and of the search for each reply, if a time was asked for.
    time: Option<Duration>,
    /// The number of members at first.
    members: f64,
    /// The approximate average time of a round in a field of a member, in nanoseconds.
    nanoseconds: f64,
}

impl Lengths {
    fn new(league: &League, replies: usize, until: Option<Length>) -> Lengths {
        let time = match until {
            Some(Length::Time(time)) => Some(time / (1 + replies as u32)),
            _ => None,
        };
        let (members, nanoseconds) = (league.members.len() as f64, league.nanoseconds());
        Lengths { until, time, members, nanoseconds }
    }

    /// The length of each of the first matches.
    fn matches(&self) -> Until {
        match (self.until, self.time) {
            (Some(Length::Rounds(rounds)), _) => Until::Rounds(rounds),
            (_, Some(time)) => Until::Time(time.div_f64(self.members)),
            (_, None) => {
                let all = 2.0 * MATCHES.as_nanos() as f64 / self.nanoseconds;
                Until::Rounds(((all / self.members / self.members) as u64).max(FEWEST))
            }
        }
    }

    /// The length of the search for a reply.
    fn reply(&self) -> Length {
        match (self.until, self.time) {
            (Some(Length::Rounds(rounds)), _) => {
                Length::Rounds((rounds as f64 * self.members * self.members) as u64)
            }
            (_, Some(time)) => Length::Time(time),
            (_, None) => Length::Time(REPLY),
        }
    }

    /// The length of the matches of a reply: that of the earlier ones, whatever limited those.
    fn later_matches(&self, league: &League) -> Until {
        match self.until {
            Some(Length::Rounds(rounds)) => Until::Rounds(rounds),
            _ => Until::Rounds(league.fewest(|moments| moments.n as u64).max(FEWEST)),
        }
    }
}

/// The members that a mixture plays, the most frequent first, each with its share unless it is the
/// only one.
fn played(labels: &[&str], weights: &[f64]) -> Vec<String> {
    let mut played: Vec<(&str, f64)> = labels
        .iter()
        .copied()
        .zip(weights.iter().copied())
        .filter(|(_, share)| *share > 0.0)
        .collect();
    played.sort_by(|a, b| b.1.total_cmp(&a.1));
    match played[..] {
        [(only, _)] => vec![only.to_owned()],
        _ => played.iter().map(|(label, share)| format!("{label} {:.0}%", 100.0 * share)).collect(),
    }
}

/// The lead of a reply, in the field of the mixture, over the member that is best by the matches.
struct LastReply {
    gain: Figure,
    /// The member that the reply was tuned from, if no better version of it was found. The gain
    /// need not be 0 then: this member may still do better than the one that is best by the
    /// matches.
    unchanged: Option<String>,
}

/// The verdict: the mixture, the member that may win more, and the gain of the last reply.
fn verdict(
    labels: &[&str],
    weights: &[f64],
    (doubt, last): (Option<(usize, f64)>, Option<LastReply>),
    (units, stake): (f64, &str),
) -> Vec<String> {
    let doubt = doubt.map(|(member, most)| {
        let most = written(most / units, most / units);
        format!(" At most {most} {stake} a round more could be won, by {}.", labels[member])
    });
    let doubt = doubt.unwrap_or_default();
    let mut said = vec![match &played(labels, weights)[..] {
        [one] => match doubt.is_empty() {
            true => format!("No member of the league does better than {one} in a field of {one}."),
            false => format!(
                "No member of the league is shown to do better than {one} in a field of {one}.{doubt}"
            ),
        },
        several => format!(
            "The mixture that no member beats: {}. Where the others are drawn from it, no member \
             {}.{doubt}",
            several.join(", "),
            if doubt.is_empty() { "wins more" } else { "is shown to win more" }
        ),
    }];
    if let Some(LastReply { gain, unchanged }) = last {
        said.push(match (gain.side(), unchanged) {
            (Some(true), Some(member)) => format!(
                "{member} as it is won {} {stake} a round more in the field of the mixture than the \
                 member that the matches call best: they are too short to tell.",
                gain.size()
            ),
            (Some(true), None) => format!(
                "In the field of the mixture before it joined, the last reply won {} {stake} a round more \
                 than the best member: there may be better ones.",
                gain.size()
            ),
            (_, Some(member)) => format!("No reply better than {member} was found."),
            (_, None) => format!(
                "A tuned reply is not shown to win more in the field of the mixture than its best \
                 member: {} {stake} a round.",
                gain.signed()
            ),
        });
    }
    said
}
