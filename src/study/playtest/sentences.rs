//! The sentences of a playtest, section by section.

use super::verdict::{
    BEST, EVENT, EventChange, Keys, NAMED, PLAYER, Pulled, RANDOM, Sentence, TURN, share,
};
use super::{How, Played, Playtest, Side};
use crate::framework::recorder::listed;
use crate::framework::settings::shown;
use crate::study::figure::{Figure, rounds_in_words, up_to_two_digits, written};
use crate::study::setup::for_nothing;

/// The maximum number of sentences, unless more of them are indispensable.
const MOST: usize = 8;
/// The maximum number of sentences about broken things; the table has all.
const BROKEN: usize = 2;

/// The questions that too few rounds leave open.
const TURN_MATTERS: &str = "whether it matters who acts first";
const SKILL_SHOWS: &str = "whether skill shows";
const BEST_CHANGED: &str = "whether the changes matter to the best player";

/// The direction of a change.
fn more(figure: &Figure) -> &'static str {
    if figure.value < 0.0 { "less" } else { "more" }
}

/// What would settle an open question.
fn would(figure: &Figure) -> String {
    match figure.needed() {
        Some(needed) => {
            format!("if it is that large, about {} would show it", rounds_in_words(needed))
        }
        None => "more rounds would tell".to_owned(),
    }
}

/// A side's best player as given on the command line; its default parameters are in the tables.
fn best_name(side: &Side) -> String {
    let best = &side.best;
    shown(best.asked.as_ref().map_or(&best.label, |asked| &asked.written))
}

/// Drops the most dispensable sentences, last ones first, while there are too many. The questions
/// that they leave open are named in a last sentence, unless it would take the room that it makes.
fn shortened(said: Vec<Sentence>) -> Vec<Sentence> {
    let mut dropped = vec![false; said.len()];
    let mut open: Vec<&str> = Vec::new();
    let left = |dropped: &[bool]| dropped.iter().filter(|dropped| !**dropped).count();
    while left(&dropped) + usize::from(!open.is_empty()) > MOST {
        let spared = said.iter().enumerate().rev();
        let spared = spared.filter(|(at, one)| !dropped[*at] && one.spare > Sentence::KEPT);
        let Some((at, _)) = spared.max_by_key(|(_, one)| one.spare) else { break };
        dropped[at] = true;
        let questions = said.iter().zip(&dropped).filter(|(_, dropped)| **dropped);
        open = questions.filter_map(|(one, _)| one.open).collect();
    }
    if left(&dropped) + usize::from(!open.is_empty()) >= said.len() {
        return said;
    }
    let last = (!open.is_empty()).then(|| {
        let text = format!("Not told yet, for want of rounds: {}.", listed(&open));
        Sentence::new("open", text)
    });
    let kept = said.into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
    kept.map(|(one, _)| one).chain(last).collect()
}

impl Playtest<'_> {
    /// All sentences about what was played.
    pub(super) fn sentences(
        &self,
        played: &Played,
        seed: u64,
        keys: &Keys,
        events: &[EventChange],
        pulled: &[Pulled],
    ) -> Vec<Sentence> {
        Writer::new(self, played, seed, keys).sentences(events, pulled)
    }
}

/// The sentences under construction, with the words that several of them use.
struct Writer<'w, 'a> {
    playtest: &'w Playtest<'a>,
    played: &'w Played,
    seed: u64,
    keys: &'w Keys,
    /// The unit of money.
    stake: &'static str,
    /// The players by habit, and their strategies as given.
    habitual: &'static str,
    habit: String,
    /// An addition to the best player's name if the first seat does not rotate.
    first: &'static str,
    /// The best player, with its strategy and how that was found.
    best: String,
    /// The strategy that the best player is held against, which is that of the first seat.
    own: String,
    /// The command of the main run, and those of the main run here and at the baseline.
    simulated: String,
    both: String,
}

impl<'w, 'a> Writer<'w, 'a> {
    fn new(playtest: &'w Playtest<'a>, played: &'w Played, seed: u64, keys: &'w Keys) -> Self {
        let here = &playtest.here;
        let rotates = played.grid.tally(played.points.here).rotates();
        let first = if rotates { "" } else { " in the seat that always acts first" };
        let habitual = match here.habit.game.players() {
            1 => "a player by habit",
            _ => "the average player by habit",
        };
        // A table may have a strategy for each seat.
        let asked = &here.setup.strategies;
        let asked = if asked.len() > 1 { &asked[..] } else { &here.asked[..1] };
        let names: Vec<&str> = asked.iter().map(|asked| asked.written.as_str()).collect();
        let same = names.windows(2).all(|both| both[0] == both[1]);
        Writer {
            playtest,
            played,
            seed,
            keys,
            stake: playtest.profile.stake,
            habitual,
            habit: shown(&if same { names[0].to_owned() } else { names.join("; ") }),
            first,
            best: format!("the best player ({}, {}){first}", best_name(here), here.best.how.word()),
            own: match here.is_mixed() {
                true => format!("{} in seat 1", shown(&here.asked[0].written)),
                false => "the habit".to_owned(),
            },
            simulated: playtest.simulated(here, played.rounds, seed),
            both: playtest.on_both(|side| playtest.simulated(side, played.rounds, seed)),
        }
    }

    fn sentences(&self, events: &[EventChange], pulled: &[Pulled]) -> Vec<Sentence> {
        let mut said = vec![self.differing()];
        said.extend(self.keys.house.map(|house| self.house(house)));
        said.extend(
            self.keys.house.zip(self.keys.best).map(|(house, best)| self.best(best, house)),
        );
        if let Some(turn) = self.keys.turn {
            let places = self.places(&turn);
            // That it is open for the first and the last matters no more.
            said.extend(
                Some(self.turn(turn)).filter(|_| turn.side().is_some() || places.is_none()),
            );
            said.extend(places);
        }
        match for_nothing(&*self.playtest.here.habit.game) {
            Some(text) => said.push(Sentence::new("skill", text).again(&self.simulated)),
            None => said.extend(self.skill()),
        }
        said.extend(self.keys.random.map(|random| self.random(random)));
        said.extend(self.changes());
        said.extend(self.happens(events));
        said.extend(self.gone());
        said.extend(self.broken());
        said.extend(self.lever(pulled));
        shortened(said)
    }

    /// The difference of the rules from the baseline.
    fn differing(&self) -> Sentence {
        let Playtest { here, changes, profile, values, .. } = self.playtest;
        let baseline = shown(&self.playtest.baseline);
        let fields = changes.iter().take(NAMED).map(|change| {
            let name = profile.fields[change.field].name;
            format!("{name} is {} instead of {}", shown(&change.here), shown(&change.before))
        });
        let fields = fields.collect::<Vec<_>>().join("; ");
        let all = values.len();
        let text = match changes.len() {
            0 => {
                let table = match here.habit.game.players() {
                    1 => "for one player".to_owned(),
                    players => format!("at a table of {players}"),
                };
                format!("The rules are those of {baseline}, {table}, unchanged.")
            }
            1 => format!("Your rules differ from {baseline} in 1 of {all} fields: {fields}."),
            some => {
                let more = if some > NAMED { ", and so on" } else { "" };
                format!(
                    "Your rules differ from {baseline} in {some} of {all} fields: {fields}{more}."
                )
            }
        };
        Sentence::new("rules", text)
    }

    /// The house's take.
    fn house(&self, house: Figure) -> Sentence {
        let Writer { stake, habitual, habit, .. } = self;
        let size = house.size();
        let tallied = self.played.grid.tally(self.played.points.here);
        let text = match house.side() {
            Some(true) => {
                format!("The house takes {size} {stake} a round from {habitual} ({habit}).")
            }
            Some(false) => {
                format!("The house loses {size} {stake} a round to {habitual} ({habit}).")
            }
            None if house.rounds.is_none() => {
                format!("Neither the house nor {habitual} ({habit}) has an edge.")
            }
            None if tallied.house().net.xx == 0 => format!(
                "The house neither took anything from players by habit ({habit}) nor gave them \
                 anything, in {}.",
                rounds_in_words(self.played.rounds)
            ),
            None => {
                let takes = if house.value < 0.0 { "loses" } else { "wins" };
                format!(
                    "Whether the house gains by {habitual} ({habit}) cannot be told yet: it {takes} \
                     {size} {stake} a round; {}.",
                    would(&house)
                )
            }
        };
        Sentence::new("fairness", text).figure(house).again(&self.simulated)
    }

    /// The best player's win.
    fn best(&self, best: Figure, house: Figure) -> Sentence {
        let Writer { stake, best: who, .. } = self;
        let here = &self.playtest.here;
        let size = best.size();
        let text = match best.side() {
            // At a table, wins may come from the other players.
            Some(true) if here.habit.game.players() > 1 => {
                format!("At a table of such players {who} wins {size} {stake} a round.")
            }
            Some(true) if house.side() == Some(true) => {
                format!("But {who} wins {size} {stake} a round from it.")
            }
            Some(true) => format!("From the house {who} wins {size} {stake} a round."),
            Some(false) => format!("Even {who} loses {size} {stake} a round."),
            None if best.rounds.is_none() => format!("For {who} the game is even."),
            None => {
                let wins = if best.value < 0.0 { "loses" } else { "wins" };
                format!(
                    "Whether {who} gains cannot be told yet: it {wins} {size} {stake} a round; {}.",
                    would(&best)
                )
            }
        };
        let again = self.playtest.best_played(here, self.played.rounds, self.seed);
        Sentence::new("fairness", text).figure(best).again(&again)
    }

    /// The largest lead of one place in the turn order over another, if it says more than that of
    /// the first over the last.
    fn places(&self, turn: &Figure) -> Option<Sentence> {
        const PLACES: [&str; 7] =
            ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];
        let all = self.playtest.places(self.played);
        let last = all.len().checked_sub(1)?;
        let inner = 1..last;
        let pairs = (0..all.len()).flat_map(|a| (0..all.len()).map(move |b| (a, b)));
        let leads = pairs.filter(|(a, b)| inner.contains(a) || inner.contains(b));
        let leads = leads.filter_map(|(a, b)| {
            let (one, other) = (all[a]?, all[b]?);
            // Both intervals hold at once.
            let ends = (Some(one.low - other.high), Some(one.high - other.low));
            let lead = Figure::between(one.value - other.value, ends.0, ends.1, one.rounds?);
            Some((a, b, lead))
        });
        let shown = leads.filter(|(_, _, lead)| lead.side() == Some(true));
        let (a, b, lead) = shown.max_by(|one, other| one.2.value.total_cmp(&other.2.value))?;
        if turn.side().is_some() && lead.low <= turn.value.abs() {
            return None;
        }
        let name = |at: usize| match PLACES.get(at) {
            _ if at == last => "last".to_owned(),
            Some(name) => (*name).to_owned(),
            None => format!("{}th", at + 1),
        };
        let text = format!(
            "The {} player to act wins {} {} a round more than the {}.",
            name(a),
            lead.size(),
            self.stake,
            name(b)
        );
        Some(Sentence::new("fairness", text).figure(lead).again(&self.simulated))
    }

    /// The lead of the first player to act over the last.
    fn turn(&self, turn: Figure) -> Sentence {
        let (size, more, stake) = (turn.size(), more(&turn), self.stake);
        let text = match turn.side() {
            Some(_) => {
                format!("The first player to act wins {size} {stake} a round {more} than the last.")
            }
            None => format!(
                "Whether it matters who acts first cannot be told yet: the first player to act \
                 wins {size} {stake} a round {more} than the last; {}.",
                would(&turn)
            ),
        };
        Sentence::new("fairness", text)
            .figure(turn)
            .spare_if_open(4, TURN_MATTERS)
            .again(&self.simulated)
    }

    /// The best player's lead over the habit.
    fn skill(&self) -> Option<Sentence> {
        let Writer { keys, stake, habit, own, .. } = self;
        let here = &self.playtest.here;
        let best = &here.best;
        if here.plays_best() && best.how == How::Computed {
            let how = best.how.words();
            let text = match here.is_mixed() {
                true => {
                    let played = shown(&here.asked[0].written);
                    format!("In seat 1 {played} is {how}: nothing beats it.")
                }
                false => format!("The habit ({habit}) is {how}: nothing beats it."),
            };
            return Some(Sentence::new("skill", text));
        }
        if best.how == How::Habit && !best.label.is_empty() {
            let text = format!(
                "In a first trial none of the other strategies did better than the habit ({habit}), \
                 so nothing is said about skill."
            );
            return Some(Sentence::new("skill", text));
        }
        let skill = keys.skill.filter(|_| keys.random.is_none() || best.label != RANDOM)?;
        let size = skill.size();
        let label = best_name(here);
        let text = match (skill.side(), keys.ahead) {
            (Some(true), Some(ahead)) => {
                let skilled = keys.random.is_none() && best.label != RANDOM;
                format!(
                    "{}{label} wins {size} {stake} a round more than {own}, and is ahead of it \
                     nineteen times in twenty after about {}.",
                    if skilled { "Skill shows: " } else { "" },
                    rounds_in_words(up_to_two_digits(ahead as f64))
                )
            }
            (Some(false), _) if self.playtest.is_beaten(keys) => format!(
                "No strategy that was tried is known to beat the habit: {label}, the best of the \
                 others in a first trial, wins {size} {stake} a round less."
            ),
            (Some(false), _) => format!("{label} wins {size} {stake} a round less than {own}."),
            _ if skill.rounds.is_none() => {
                format!("Skill does not show: {label} wins just what {own} does.")
            }
            _ => format!(
                "Whether skill shows cannot be told yet: {label} wins {size} {stake} a round {} than \
                 {own}; {}.",
                more(&skill),
                would(&skill)
            ),
        };
        let again = self.playtest.compared(self.seed, self.played);
        Some(Sentence::new("skill", text).figure(skill).spare_if_open(2, SKILL_SHOWS).again(&again))
    }

    /// The lead of random play over the habit.
    fn random(&self, random: Figure) -> Sentence {
        let text = format!(
            "The habit is worse than random play, which wins {} {} a round more.",
            random.size(),
            self.stake
        );
        let contest = self.played.contests.first();
        let again = self.playtest.ranked(&self.playtest.here, self.seed, contest);
        Sentence::new("skill", text).figure(random).again(&again)
    }

    /// The changes of the win of a player by habit, of the best player's and of the value of acting
    /// first.
    fn changes(&self) -> Vec<Sentence> {
        let Writer { playtest, played, keys, .. } = self;
        let by_habit = keys.player_change.map(|figure| {
            let text = self.change(self.habitual, &figure);
            Sentence::new("changes", text).figure(figure).again(&self.both)
        });
        let of_best = keys.best_change.map(|figure| {
            let here = &playtest.here;
            let before = playtest.before.as_ref();
            let who = match before.filter(|side| side.best.label != here.best.label) {
                Some(before) => {
                    let best = [here, before].map(best_name);
                    let how = match here.best.how {
                        How::Computed => "the best player",
                        _ => "the player that did best in a first trial",
                    };
                    format!("{how} ({}, there {}){}", best[0], best[1], self.first)
                }
                None => format!("the best player{}", self.first),
            };
            let again =
                playtest.on_both(|side| playtest.best_played(side, played.rounds, self.seed));
            let text = self.change(&who, &figure);
            Sentence::new("changes", text)
                .figure(figure)
                .spare_if_open(5, BEST_CHANGED)
                .again(&again)
        });
        let of_turn = keys.turn_change.filter(|figure| figure.side().is_some()).map(|figure| {
            let text = format!(
                "Compared with {}, acting first instead of last is worth {} {} a round {}.",
                shown(&playtest.baseline),
                figure.size(),
                self.stake,
                more(&figure)
            );
            Sentence::new("changes", text).figure(figure).again(&self.both)
        });
        [by_habit, of_best, of_turn].into_iter().flatten().collect()
    }

    /// The change of a player's win from the baseline.
    fn change(&self, who: &str, figure: &Figure) -> String {
        let (baseline, stake) = (shown(&self.playtest.baseline), self.stake);
        let (size, more) = (figure.size(), more(figure));
        match figure.side() {
            Some(_) => {
                format!("Compared with {baseline}, {who} wins {size} {stake} a round {more}.")
            }
            None if figure.rounds.is_none() => {
                format!("Compared with {baseline}, {who} wins just as much.")
            }
            None if figure.value == 0.0 => {
                let rounds = rounds_in_words(self.played.rounds);
                format!("Compared with {baseline}, {who} won just as much in {rounds}.")
            }
            None => format!(
                "Whether {who} wins more or less than under {baseline} cannot be told yet: it is \
                 {size} {stake} a round {more}; {}.",
                would(figure)
            ),
        }
    }

    /// The events that happen more or less often than at the baseline, if there is one.
    fn happens(&self, events: &[EventChange]) -> Option<Sentence> {
        self.playtest.before.as_ref()?;
        let sure = |change: &&EventChange| {
            change.difference.is_some_and(|difference| difference.side().is_some())
        };
        let mut sure: Vec<&EventChange> = events.iter().filter(sure).collect();
        // Numbered events come after those with names of their own.
        sure.sort_by_key(|change| change.name.contains(':'));
        sure.truncate(NAMED);
        let Some(first) = sure.first() else {
            let text = match self.playtest.here.exact {
                Some(_) => "Nothing happens more or less often than before.",
                None => "That anything happens more or less often than before is not shown.",
            };
            let said = || Sentence::new("events", text.into()).spare(6).again(&self.both);
            return (self.played.rounds > 0).then(said);
        };
        let named: Vec<String> = sure.iter().map(|change| change.in_words()).collect();
        let text = format!("What happens more or less often than before: {}.", named.join("; "));
        let figure = first.difference;
        Some(Sentence { figure, ..Sentence::new("events", text).again(&self.both) })
    }

    /// The events that the rules no longer allow.
    fn gone(&self) -> Option<Sentence> {
        let mut gone = self.playtest.gone(self.played);
        // Numbered events come after those with names of their own.
        gone.sort_by_key(|name| name.contains(':'));
        let named = gone.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
        let text = match gone.len() {
            0 => return None,
            all if all <= NAMED => format!("Your rules no longer allow {named}."),
            all => format!("Your rules no longer allow {all} events, among them {named}."),
        };
        Some(Sentence::new("events", text).spare(3))
    }

    /// What looks broken.
    fn broken(&self) -> Vec<Sentence> {
        let broken = self.playtest.broken(self.played, self.seed).into_iter();
        let broken = broken.filter(|found| !found.sentence.is_empty()).take(BROKEN).enumerate();
        let said = broken.map(|(at, found)| {
            let spare = if at == 0 { Sentence::KEPT } else { 3 };
            let said = Sentence::new("broken", found.sentence).figure(found.figure);
            said.spare(spare).again(&found.command)
        });
        said.collect()
    }

    /// The clearest effect of one step of a rule.
    fn lever(&self, pulled: &[Pulled]) -> Option<Sentence> {
        let Writer { playtest, played, stake, habitual, .. } = self;
        // An effect on wins matters more than one on the probability of an event.
        let shown_to = |pulled: &&Pulled| pulled.change.side().is_some();
        let won = pulled.iter().filter(shown_to).find(|pulled| pulled.figure != EVENT);
        let first = won.or_else(|| pulled.iter().find(shown_to))?;
        let (levers, grid) = played.levers.as_ref()?;
        let lever = &levers[first.lever];
        let (more, size) = (more(&first.change), first.change.size());
        let event = playtest.event_of(played);
        let best = &playtest.here.best;
        let effect = match first.figure {
            PLAYER => format!("{habitual} wins {size} {stake} a round {more}"),
            // This player is the best under these rules; with the other value another one may be.
            BEST if playtest.is_beaten(self.keys) || best.how == How::Catalogue => {
                format!("{} wins {size} {stake} a round {more}", best_name(&playtest.here))
            }
            BEST => format!("the best player wins {size} {stake} a round {more}"),
            TURN => format!("acting first instead of last is worth {size} {stake} a round {more}"),
            _ => {
                let event = event.as_deref().unwrap_or_default();
                let often = if first.change.value > 0.0 { "more" } else { "less" };
                format!("{event} happens {often} often, by {} of its trials", share(&first.change))
            }
        };
        let text = format!(
            "The clearest effect of one step of a rule: with {} = {} instead of {}, {effect}.",
            playtest.profile.fields[lever.field].name, lever.value, playtest.values[lever.field]
        );
        let run = (self.seed, grid.tally(0).rounds());
        let again = playtest.lever_command(lever, first.figure, event.as_deref(), run);
        Some(Sentence::new("levers", text).figure(first.change).again(&again))
    }
}

impl EventChange {
    /// Its name with its share of trials here and at the baseline.
    fn in_words(&self) -> String {
        let half = self.difference.map_or(0.0, |difference| difference.half());
        let share = |share: Option<f64>, half: f64| match share {
            // What the rules exclude is not sampled.
            Some(0.0) => "0%".to_owned(),
            Some(share) => format!("{}%", written(100.0 * share, 100.0 * half)),
            // Possible but not seen: there is no share to state.
            None => "none seen".to_owned(),
        };
        let both = |half| [share(self.here, half), share(self.before, half)];
        let [mut here, mut before] = both(half);
        if here == before {
            // Computed shares may differ in a later digit.
            let by = self.difference.map_or(0.0, |difference| difference.value);
            [here, before] = both(by.abs());
        }
        format!("{} {here} instead of {before}", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_for_want_of_room_is_still_an_open_question() {
        let said = |number: usize| Sentence::new("rules", format!("Sentence {number}."));
        let open = |spare, question| Sentence { spare, open: Some(question), ..said(0) };
        let texts = |said: Vec<Sentence>| -> Vec<String> {
            shortened(said).into_iter().map(|one| one.text).collect()
        };
        let mut few: Vec<Sentence> = (1..=7).map(said).collect();
        few.push(open(2, SKILL_SHOWS));
        let kept = texts(few);
        assert_eq!((kept.len(), &*kept[7]), (MOST, "Sentence 0."));

        let mut one: Vec<Sentence> = (1..=8).map(said).collect();
        one.push(open(2, SKILL_SHOWS));
        let kept = texts(one);
        assert_eq!((kept.len(), &*kept[8]), (MOST + 1, "Sentence 0."));

        let mut many: Vec<Sentence> = (1..=7).map(said).collect();
        many.splice(2..2, [open(4, TURN_MATTERS), open(2, SKILL_SHOWS)]);
        let kept = texts(many);
        assert_eq!(kept.len(), MOST);
        assert_eq!(
            kept[7],
            "Not told yet, for want of rounds: whether it matters who acts first and whether skill \
             shows."
        );
        assert!(!kept.contains(&"Sentence 0.".to_owned()));
    }
}
